/// Decides what a sample looks like where its shape leaves a choice.
protocol SampleChoices {
  /// The index of the element of an array or a dictionary that is being made.
  var element: Int { get set }
  /// Whether the elements of arrays are in no order.
  var isUnordered: Bool { get }
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
  var isUnordered: Bool { false }

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

/// Choices that are always the same. Fields of the same type get different values if possible, and so do the elements
/// of an array, so that a change of a type that mixes them up or loses one is noticed.
struct TypicalChoices: SampleChoices {
  /// What kind of sample it is.
  enum Kind {
    /// It has all possible fields, with plain values.
    case first
    /// It leaves out what is optional, and has other cases.
    case second
    /// It is like the second, and has values that code likes to change: text of two lines with capitals and spaces
    /// around it, large numbers, fractions of seconds, arrays that aren't sorted, and unknown cases.
    case odd
  }

  let kind: Kind
  var element = 0
  /// Whether the sample shows something that the first can't.
  var addsSomething: Bool {
    isOdd || hasLeftOut || counts[ObjectIdentifier(Bool.self), default: 0] > 2
  }
  var isUnordered: Bool { isOdd }
  private var isOdd: Bool { kind == .odd }
  private var isSecond: Bool { kind != .first }
  private var hasLeftOut = false
  /// Whether the type has rejected a sample, perhaps because of the number of elements.
  private var isModest = false
  /// How many scalars of each type there are so far.
  private var counts: [ObjectIdentifier: Int] = [:]
  /// How many scalars with each name there are so far.
  private var names: [String: Int] = [:]

  init(_ kind: Kind) {
    self.kind = kind
  }

  mutating func begin(attempt: Int) {
    counts = [:]
    names = [:]
    if attempt > 0 { isModest = true }
  }

  mutating func count() -> Int { isModest ? 1 : isOdd ? 3 : 2 }

  mutating func leavesOut(isOptional: Bool) -> Bool {
    guard isSecond, isOptional else { return false }
    hasLeftOut = true
    return true
  }

  mutating func index(below count: Int) -> Int { (element + (isSecond ? 1 : 0)) % count }
  mutating func prefersUnknown() -> Bool { isOdd && element == 0 }

  mutating func scalar<Value: SampledScalar>(_ type: Value.Type, named name: String) -> Value {
    let name = name.isEmpty ? "text" : name
    names[name, default: 0] += 1
    let place = names[name, default: 1]
    counts[ObjectIdentifier(type), default: 0] += 1
    var number = counts[ObjectIdentifier(type), default: 1]
    // Of four Bools, no two are equal in both samples.
    if isSecond, type is Bool.Type { number = number / 2 + 1 }
    let label = place == 1 ? name : "\(name) \(place)"
    return isOdd
      ? .odd(named: label, number: number) : .typical(named: label, number: number)
  }
}
