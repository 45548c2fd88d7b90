import Lineage

/// The shape of one version of a document: its root and its types.
struct Schema: Hashable, Sendable {
  var root: Shape
  /// The types, by the names that shapes use for them.
  var types: [String: TypeShape]

  /// Learns the shape of a version by running its own `init(from:)`, with a decoder that answers
  /// all requests and records them.
  ///
  /// - Parameters:
  ///   - type: The type of the version. Nested versioned types are named but not described, because
  ///     they have their own locks.
  ///   - examples: Documents of that version, which provide values for types that reject all
  ///     made-up ones. The shape is learned from the types only.
  static func learned(
    from type: any VersionedCodable.Type, examples: [DocumentValue] = []
  ) -> Schema {
    SchemaLearner(of: type, examples: examples).schema
  }
}
