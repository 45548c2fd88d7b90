/// Decides what a sample looks like wherever its shape leaves a choice.
protocol SampleChoices {
  /// How many elements an array has.
  mutating func count() -> Int
  /// Whether something is left out that may be.
  mutating func leavesOut() -> Bool
  /// One of several things.
  mutating func index(below count: Int) -> Int
  /// Whether an unknown case takes the place of a known one.
  mutating func prefersUnknown() -> Bool
  /// A scalar in a place of some name.
  mutating func scalar<Value: ScalarShape>(_ type: Value.Type, named name: String) -> Value
}

/// Everything within the shape, by chance.
struct RandomChoices<Generator: RandomNumberGenerator>: SampleChoices {
  var generator: Generator

  mutating func count() -> Int { Int.random(in: 0...3, using: &generator) }
  mutating func leavesOut() -> Bool { Int.random(in: 0..<4, using: &generator) == 0 }
  mutating func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }
  mutating func prefersUnknown() -> Bool { Int.random(in: 0..<8, using: &generator) == 0 }

  mutating func scalar<Value: ScalarShape>(_ type: Value.Type, named name: String) -> Value {
    .random(using: &generator)
  }
}

/// Everything that there can be, once, and always the same.
struct TypicalChoices: SampleChoices {
  mutating func count() -> Int { 1 }
  mutating func leavesOut() -> Bool { false }
  mutating func index(below count: Int) -> Int { 0 }
  mutating func prefersUnknown() -> Bool { false }

  mutating func scalar<Value: ScalarShape>(_ type: Value.Type, named name: String) -> Value {
    .typical(named: name)
  }
}
