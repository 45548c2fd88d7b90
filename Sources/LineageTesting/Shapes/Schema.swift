import Lineage

/// The shape of one version of a document: what it is at the root, and the types that it is made of.
struct Schema: Hashable, Sendable {
  var root: Shape
  /// The types by the names that shapes call them.
  var types: [String: TypeShape]

  /// Learns the shape of a version by running its own `init(from:)`, with a decoder that answers
  /// everything it is asked and remembers what that was.
  ///
  /// - Parameters:
  ///   - type: The type of the version. Versioned types inside it are named, and not described: they
  ///     have locks of their own.
  ///   - examples: Documents of that version. They are sources of values for types that accept none
  ///     of those that can be made up; what is learned comes from the types alone.
  static func learned(
    from type: any VersionedCodable.Type, examples: [DocumentValue] = []
  ) -> Schema {
    SchemaLearner(of: type, examples: examples).schema
  }
}
