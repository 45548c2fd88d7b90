import Lineage

/// What a version's type is like now, learned by running it.
struct LearnedVersion {
  let schema: Schema
  /// The versioned types inside it, which are documents of their own.
  let nested: [any VersionedCodable.Type]

  /// Learns from a version's type, with its fixtures for examples.
  init(_ version: DocumentVersion, examples: [FixtureCase] = []) {
    let learner = SchemaLearner(
      of: version.type, examples: examples.compactMap { try? $0.format.value(from: $0.data) })
    schema = learner.schema
    nested = learner.nestedDocuments
  }
}
