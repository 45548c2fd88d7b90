import Lineage

extension DocumentValue: KnownShape {
  static var contents: [any Any.Type] { [] }

  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    LearnedField(.any)
  }

  static func candidates(by learner: SchemaLearner) -> [DocumentValue] {
    [["a": 1], ["a"], "a", 1, .null]
  }
}

extension UnknownFields: KnownShape {
  static var contents: [any Any.Type] { [] }

  /// Never called: the probing container handles unknown fields itself.
  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    LearnedField(.any)
  }

  static func candidates(by learner: SchemaLearner) -> [UnknownFields] { [UnknownFields()] }
}

extension Required: KnownShape {
  static var contents: [any Any.Type] { [Value.self] }

  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    var field = learner.field(of: Value.self, examples: examples)
    field.isRequired = true
    return field
  }

  static func candidates(by learner: SchemaLearner) -> [Required] {
    learner.candidates(for: Value.self).map { Required(wrappedValue: $0) }
  }
}

extension Lenient: KnownShape {
  static var contents: [any Any.Type] { [Value.self] }

  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    var field = learner.field(of: Value.self, examples: examples)
    field.leniency = .field
    return field
  }

  static func candidates(by learner: SchemaLearner) -> [Lenient] {
    learner.candidates(for: Value.self).map { Lenient(wrappedValue: $0) }
  }
}

extension LenientElements: KnownShape {
  static var contents: [any Any.Type] { [Element.self] }

  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    var field = [Element].field(by: learner, examples: examples)
    field.leniency = .elements
    return field
  }

  static func candidates(by learner: SchemaLearner) -> [LenientElements] {
    learner.candidates(for: [Element].self).map { LenientElements(wrappedValue: $0) }
  }
}

extension LenientValues: KnownShape {
  static var contents: [any Any.Type] { [Value.self] }

  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    var field = [String: Value].field(by: learner, examples: examples)
    field.leniency = .elements
    return field
  }

  static func candidates(by learner: SchemaLearner) -> [LenientValues] {
    learner.candidates(for: [String: Value].self).map { LenientValues(wrappedValue: $0) }
  }
}

extension Versioned: KnownShape {
  static var contents: [any Any.Type] { [Value.self] }

  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField {
    learner.field(of: Value.self, examples: examples)
  }

  static func candidates(by learner: SchemaLearner) -> [Versioned] {
    learner.candidates(for: Value.self).map { Versioned($0) }
  }
}
