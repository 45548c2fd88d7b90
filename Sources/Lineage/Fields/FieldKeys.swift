/// The keys of a `FieldCodable` type, which it refers to by their positions.
struct FieldKeys {
  let type: any CodingKey.Type
  let count: Int

  /// No keys, before `open(_:_:)`.
  static var none: FieldKeys { FieldKeys(type: AnyCodingKey.self, count: 0) }

  static let areUnusable =
    "The keys of a FieldCodable type are an enum without payloads, of at most 256 cases."

  /// Checks that there is a key at a position.
  @inline(__always)
  func check(_ index: Int) {
    precondition(
      index >= 0 && index < count,
      "A FieldCodable type refers to fields by the positions of their keys, after it has called open(_:_:)."
    )
  }

  /// The key at a position.
  func key(at index: Int) -> any CodingKey {
    check(index)
    return type.init(byte: UInt8(truncatingIfNeeded: index))
  }
}
