/// Decides what a sample looks like where its shape leaves a choice.
protocol SampleChoices {
  /// The index of the element of an array or a dictionary that is being made.
  var element: Int { get set }
  /// Begins a sample, or begins it again after rejections.
  mutating func begin(attempt: Int)
  /// The number of elements in an array.
  mutating func count() -> Int
  /// Whether to leave out a value that may be missing.
  ///
  /// - Parameter isOptional: Whether it is optional. Otherwise its type fills it.
  mutating func leavesOut(isOptional: Bool) -> Bool
  /// The index of one of `count` alternatives.
  mutating func index(below count: Int) -> Int
  /// Whether to use an unknown case instead of a known one.
  mutating func prefersUnknown() -> Bool
  /// A scalar for a field with the given name.
  mutating func scalar<Value: SampledScalar>(_ type: Value.Type, named name: String) -> Value
}

/// Random choices within the shape.
struct RandomChoices<Generator: RandomNumberGenerator>: SampleChoices {
  var generator: Generator
  var element = 0

  mutating func begin(attempt: Int) {}
  mutating func count() -> Int { Int.random(in: 0...3, using: &generator) }
  mutating func leavesOut(isOptional: Bool) -> Bool {
    Int.random(in: 0..<4, using: &generator) == 0
  }
  mutating func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
  mutating func prefersUnknown() -> Bool { Int.random(in: 0..<8, using: &generator) == 0 }

  mutating func scalar<Value: SampledScalar>(_ type: Value.Type, named name: String) -> Value {
    .random(using: &generator)
  }
}

/// Choices that are always the same. Fields of the same type get different values if possible, and so do the two elements
/// of an array, so that a change of a type that mixes them up or loses one is noticed.
struct TypicalChoices: SampleChoices {
  /// Whether this is the second sample, which leaves out what is optional, and has other cases. The first includes
  /// everything.
  let isSecond: Bool
  var element = 0
  /// Whether the second sample shows something that the first can't.
  var addsSomething: Bool { hasLeftOut || counts[ObjectIdentifier(Bool.self), default: 0] > 2 }
  private var hasLeftOut = false
  /// Whether the type has rejected a sample, perhaps because of the number of elements.
  private var isModest = false
  /// How many scalars of each type there are so far.
  private var counts: [ObjectIdentifier: Int] = [:]
  /// How many scalars with each name there are so far.
  private var names: [String: Int] = [:]

  init(isSecond: Bool = false) {
    self.isSecond = isSecond
  }

  mutating func begin(attempt: Int) {
    counts = [:]
    names = [:]
    if attempt > 0 { isModest = true }
  }

  mutating func count() -> Int { isModest ? 1 : 2 }

  mutating func leavesOut(isOptional: Bool) -> Bool {
    guard isSecond, isOptional else { return false }
    hasLeftOut = true
    return true
  }

  mutating func index(below count: Int) -> Int { (element + (isSecond ? 1 : 0)) % count }
  mutating func prefersUnknown() -> Bool { false }

  mutating func scalar<Value: SampledScalar>(_ type: Value.Type, named name: String) -> Value {
    let name = name.isEmpty ? "text" : name
    names[name, default: 0] += 1
    let place = names[name, default: 1]
    counts[ObjectIdentifier(type), default: 0] += 1
    var number = counts[ObjectIdentifier(type), default: 1]
    // Of four Bools, no two are equal in both samples.
    if isSecond, type is Bool.Type { number = number / 2 + 1 }
    return .typical(named: place == 1 ? name : "\(name) \(place)", number: number)
  }
}
