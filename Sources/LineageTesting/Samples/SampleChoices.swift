/// Decides what a sample looks like where its shape leaves a choice.
protocol SampleChoices {
  /// Begins a sample, or begins it again after a rejection.
  mutating func begin()
  /// The number of elements in an array.
  mutating func count() -> Int
  /// Whether to leave out an optional value.
  mutating func leavesOut() -> Bool
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

  mutating func begin() {}
  mutating func count() -> Int { Int.random(in: 0...3, using: &generator) }
  mutating func leavesOut() -> Bool { Int.random(in: 0..<4, using: &generator) == 0 }
  mutating func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
  mutating func prefersUnknown() -> Bool { Int.random(in: 0..<8, using: &generator) == 0 }

  mutating func scalar<Value: SampledScalar>(_ type: Value.Type, named name: String) -> Value {
    .random(using: &generator)
  }
}

/// Choices that include everything once, and are always the same.
struct TypicalChoices: SampleChoices {
  /// How many scalars of each type there are so far.
  private var counts: [ObjectIdentifier: Int] = [:]

  mutating func begin() { counts = [:] }
  mutating func count() -> Int { 1 }
  mutating func leavesOut() -> Bool { false }
  mutating func index(below count: Int) -> Int { 0 }
  mutating func prefersUnknown() -> Bool { false }

  mutating func scalar<Value: SampledScalar>(_ type: Value.Type, named name: String) -> Value {
    counts[ObjectIdentifier(type), default: 0] += 1
    return .typical(named: name, number: counts[ObjectIdentifier(type), default: 1])
  }
}
