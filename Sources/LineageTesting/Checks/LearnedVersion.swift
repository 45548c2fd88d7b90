import Lineage
import LineageSchemas

/// The current shape of a version's type, learned by running it.
struct LearnedVersion {
  let schema: Schema
  /// The nested versioned types, which are documents of their own.
  let nested: [any VersionedCodable.Type]

  /// Learns a version's type, with its fixtures as examples.
  init(_ version: DocumentVersion, examples: [FixtureCase] = []) {
    let learner = SchemaLearner(
      of: version.type, examples: examples.compactMap { try? $0.format.value(from: $0.data) })
    schema = learner.schema
    nested = learner.nestedDocuments
  }
}
