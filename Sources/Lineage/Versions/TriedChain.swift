/// The chain that an error is about, described when it is asked for: that takes as long as the chain is, and
/// most errors are caught and never shown, such as those of elements that don't decode.
struct TriedChain: Sendable {
  private let type: any VersionedCodable.Type

  /// The chain that leads to a type.
  init(to type: any VersionedCodable.Type) {
    self.type = type
  }

  /// The chain of a type, or of the values in it; nil if it has none.
  static func ofContent(_ type: any Any.Type) -> TriedChain? {
    (type as? any VersionedContent.Type).map { TriedChain(to: $0._versionedType) }
  }

  var description: VersionChain { type.chain }
}
