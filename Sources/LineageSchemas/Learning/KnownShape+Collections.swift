import Lineage

// Collections are tried with one element and empty. If an element would require hashing a user's
// type, which may be slow, they are only tried empty.

extension Optional: KnownShape where Wrapped: Decodable {
  static var contents: [any Any.Type] { [Wrapped.self] }

  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    learner.field(of: Wrapped.self, examples: examples).reshaped { .optional($0.unwrapped) }
  }

  static func candidates(by learner: SchemaLearner) -> [Wrapped?] {
    learner.candidates(for: Wrapped.self) + [nil]
  }
}

extension Array: KnownShape where Element: Decodable {
  static var contents: [any Any.Type] { [Element.self] }

  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    learner.field(of: Element.self, examples: Hints(examples: examples).elements.examples)
      .reshaped { .array($0) }
  }

  static func candidates(by learner: SchemaLearner) -> [[Element]] {
    learner.candidates(for: Element.self).map { [$0] } + [[]]
  }
}

extension Set: KnownShape where Element: Decodable {
  static var contents: [any Any.Type] { [Element.self] }

  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    learner.field(of: Element.self, examples: Hints(examples: examples).elements.examples)
      .reshaped { .set($0) }
  }

  static func candidates(by learner: SchemaLearner) -> [Set<Element>] {
    guard Element.self is any ScalarShape.Type else { return [[]] }
    return learner.candidates(for: Element.self).map { [$0] } + [[]]
  }
}

extension Dictionary: KnownShape where Key: Decodable, Value: Decodable {
  static var contents: [any Any.Type] { [Key.self, Value.self] }

  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    let value = learner.field(of: Value.self, examples: Hints(examples: examples).values.examples)
    let key = learner.field(of: Key.self, examples: []).shape
    let keyIsText =
      Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
    return value.reshaped { keyIsText ? .dictionary(key, $0) : .pairs(key, $0) }
  }

  static func candidates(by learner: SchemaLearner) -> [[Key: Value]] {
    guard Key.self is any ScalarShape.Type || Key.self is any CaseIterable.Type,
      let key = learner.candidates(for: Key.self).first
    else { return [[:]] }
    return learner.candidates(for: Value.self).map { [key: $0] } + [[:]]
  }
}
