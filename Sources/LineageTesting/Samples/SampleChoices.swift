/// Decides what a sample looks like where its shape leaves a choice.
protocol SampleChoices {
  /// Whether the next attempt makes other choices.
  var areRandom: Bool { get }
  /// How many values of a recursive type may be inside each other.
  var levels: Int { get }
  /// The index of the element of an array or a dictionary that is being made.
  var element: Int { get set }
  /// Whether the elements of arrays are in no order.
  var isUnordered: Bool { get }
  /// Begins a sample, or begins it again after rejections.
  mutating func begin(attempt: Int)
  /// The number of elements in an array.
  ///
  /// - Parameter alternatives: The number of alternatives that an element is chosen from.
  mutating func count(alternatives: Int) -> Int
  /// Whether to leave out a value that may be missing.
  ///
  /// - Parameter isOptional: Whether it is optional. Otherwise its type fills it.
  mutating func leavesOut(isOptional: Bool) -> Bool
  /// The index of one of `count` alternatives.
  ///
  /// - Parameters:
  ///   - name: What they are alternatives of: the name of a type.
  ///   - place: Where it is in the document; nil if it doesn't matter which of them are seen there.
  mutating func index(below count: Int, of name: String, at place: String?) -> Int
  /// Whether to use an unknown case instead of a known one.
  mutating func prefersUnknown() -> Bool
  /// A scalar for a field with the given name.
  mutating func scalar<Value: SampledScalar>(_ type: Value.Type, named name: String) -> Value
}

/// Random choices within the shape.
struct RandomChoices<Generator: RandomNumberGenerator>: SampleChoices {
  var generator: Generator
  var element = 0
  var areRandom: Bool { true }
  var levels: Int { 3 }
  var isUnordered: Bool { false }

  mutating func begin(attempt: Int) {}
  mutating func count(alternatives: Int) -> Int { Int.random(in: 0...3, using: &generator) }
  mutating func leavesOut(isOptional: Bool) -> Bool {
    Int.random(in: 0..<4, using: &generator) == 0
  }
  mutating func index(below count: Int, of name: String, at place: String?) -> Int {
    Int.random(in: 0..<count, using: &generator)
  }
  mutating func prefersUnknown() -> Bool { Int.random(in: 0..<8, using: &generator) == 0 }

  mutating func scalar<Value: SampledScalar>(_ type: Value.Type, named name: String) -> Value {
    .random(using: &generator)
  }
}

/// Choices that are always the same. Fields of the same type get different values and cases if possible, and so do the
/// elements of an array, so that a change of a type that mixes them up or loses one is noticed.
struct TypicalChoices: SampleChoices {
  /// What kind of sample it is.
  enum Kind: Equatable {
    /// It has all possible fields, with plain values.
    ///
    /// - Parameter offset: Which alternative comes first where there are several.
    case full(offset: Int)
    /// It leaves out what is optional, and has other cases.
    case second
    /// It is like the second, and has values that code likes to change: text of two lines with capitals and spaces
    /// around it, large numbers, fractions of seconds, arrays that aren't sorted, and unknown cases.
    case odd
  }

  let kind: Kind
  var element = 0
  var areRandom: Bool { false }
  var levels: Int { 1 }
  /// Whether the sample shows something that the first can't.
  var addsSomething: Bool {
    isOdd || hasLeftOut || counts[ObjectIdentifier(Bool.self), default: 0] > 2
  }
  var isUnordered: Bool { isOdd }
  /// The alternatives that the samples show so far.
  private(set) var shown: ShownAlternatives
  /// The alternatives that the samples before this one show.
  private let shownBefore: ShownAlternatives
  private var isOdd: Bool { kind == .odd }
  private var leavesOutOptionals: Bool { isOdd || kind == .second }
  /// Which alternative comes first where there are several.
  private var offset: Int { if case .full(let offset) = kind { offset } else { 1 } }
  private var hasLeftOut = false
  /// Whether the type has rejected a sample, perhaps because of the number of elements.
  private var isModest = false
  /// How many scalars of each type there are so far.
  private var counts: [ObjectIdentifier: Int] = [:]
  /// How many scalars with each name there are so far.
  private var names: [String: Int] = [:]
  /// How often something was chosen so far from the alternatives of each type.
  private var choicesMade: [String: Int] = [:]

  init(_ kind: Kind, after shown: ShownAlternatives = ShownAlternatives()) {
    self.kind = kind
    self.shown = shown
    shownBefore = shown
  }

  mutating func begin(attempt: Int) {
    counts = [:]
    names = [:]
    choicesMade = [:]
    shown = shownBefore
    if attempt > 0 { isModest = true }
  }

  mutating func count(alternatives: Int) -> Int {
    isModest ? 1 : max(isOdd ? 3 : 2, min(alternatives, 8))
  }

  mutating func leavesOut(isOptional: Bool) -> Bool {
    guard leavesOutOptionals, isOptional else { return false }
    hasLeftOut = true
    return true
  }

  mutating func index(below count: Int, of name: String, at place: String?) -> Int {
    let next = (choicesMade[name, default: 0] + offset) % count
    choicesMade[name, default: 0] += 1
    guard let place else { return next }
    // Those that were there are repeated when all were there.
    let index = (0..<count).lazy.map { (next + $0) % count }
      .first { !shown.contains($0, at: place) }
    shown.insert(index ?? next, of: count, at: place)
    return index ?? next
  }

  mutating func prefersUnknown() -> Bool { isOdd && element == 0 }

  mutating func scalar<Value: SampledScalar>(_ type: Value.Type, named name: String) -> Value {
    let name = name.isEmpty ? "text" : name
    names[name, default: 0] += 1
    let place = names[name, default: 1]
    counts[ObjectIdentifier(type), default: 0] += 1
    var number = counts[ObjectIdentifier(type), default: 1]
    // Of four Bools, no two are equal in both samples.
    if offset % 2 == 1, type is Bool.Type { number = number / 2 + 1 }
    let label = place == 1 ? name : "\(name) \(place)"
    return isOdd
      ? .odd(named: label, number: number) : .typical(named: label, number: number)
  }
}

/// Which of the cases of enums and the payloads of unions samples show, by their places in the document.
struct ShownAlternatives {
  private var shown: [String: Set<Int>] = [:]
  private var counts: [String: Int] = [:]

  /// Whether all alternatives are shown at each place.
  var areAll: Bool { shown.allSatisfy { $0.value.count == counts[$0.key] } }

  /// How many alternatives are shown.
  var count: Int { shown.values.reduce(0) { $0 + $1.count } }

  func contains(_ index: Int, at place: String) -> Bool { shown[place]?.contains(index) == true }

  mutating func insert(_ index: Int, of count: Int, at place: String) {
    shown[place, default: []].insert(index)
    counts[place] = max(counts[place, default: 0], count)
  }
}
