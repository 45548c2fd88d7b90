import Lineage

/// A type other than a scalar whose shape is known without running its `init(from:)`.
protocol KnownShape: Decodable {
  /// The types of the values in it.
  static var contents: [any Any.Type] { get }

  /// The shape, after learning those of nested types.
  static func field(by learner: SchemaLearner, examples: [DocumentValue]) -> LearnedField

  /// Values to try, most likely first.
  static func candidates(by learner: SchemaLearner) -> [Self]
}
