import Lineage
import LineageSchemas

/// The current shape of a version's type, learned by running it.
struct LearnedVersion {
  let schema: Schema
  /// The nested versioned types, which are documents of their own.
  let nested: [any VersionedCodable.Type]
  /// The types in the schema, by name.
  private let types: [String: any Decodable.Type]

  /// Learns a version's type, with its fixtures as examples.
  init(_ version: DocumentVersion, examples: [FixtureCase] = []) {
    let learner = SchemaLearner(
      of: version.type, examples: examples.compactMap { try? $0.format.value(from: $0.data) })
    schema = learner.schema
    nested = learner.nestedDocuments
    let schema = schema
    types = learner.metatypes.filter { schema.types[$0.key] != nil }
  }

  /// The types of differences from an older schema, as far as they are known.
  func changedTypes(in differences: [SchemaDifference]) -> [any Decodable.Type] {
    var changed: [any Decodable.Type] = []
    for type in differences.compactMap({ $0.type.flatMap { types[$0] } })
    where !changed.contains(where: { $0 == type }) {
      changed.append(type)
    }
    return changed
  }

  /// Whether the version uses a type.
  func uses(_ type: any Decodable.Type) -> Bool { types.values.contains { $0 == type } }
}
