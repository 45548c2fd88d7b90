/// The chain of an error. Describing it takes time proportional to its length, so the description
/// is made on demand: most errors, such as those of lenient elements, are caught and never shown.
struct TriedChain: Sendable {
  private let type: any VersionedCodable.Type

  /// The chain of a type.
  init(to type: any VersionedCodable.Type) {
    self.type = type
  }

  /// The chain of a type or of its elements; nil if it isn't versioned content.
  static func ofContent(_ type: any Any.Type) -> TriedChain? {
    (type as? any VersionedContent.Type).map { TriedChain(to: $0._versionedType) }
  }

  var description: VersionChain { type.chain }
}
