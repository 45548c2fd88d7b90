/// The keys of a `FieldCodable` type, which it refers to by their positions.
struct FieldKeys {
  let type: any CodingKey.Type
  let count: Int

  /// No keys, before `open(_:_:)`.
  static var none: FieldKeys { FieldKeys(type: AnyCodingKey.self, count: 0) }

  /// What is wrong with keys of a type that aren't single bytes.
  static func areUnusable(_ type: any CodingKey.Type) -> String {
    """
    The keys of a FieldCodable type are an enum without payloads, of at most 256 cases. Those of \
    \(TypeName.shown(TypeName.around(type))) aren't.
    """
  }

  /// All keys of a type, which are the cases of an enum in their order.
  ///
  /// The number of cases can be checked: an Optional of the enum uses the byte after that of the last case for nil. An
  /// enum with one case has no bytes, and none is left after 256 cases.
  static func all<Key: CodingKey>(_ type: Key.Type, count: Int) -> [Key] {
    let isRight =
      switch (MemoryLayout<Key>.size, MemoryLayout<Key?>.size) {
      case (0, _): count <= 1
      case (1, 1): uncheckedByte(of: Key?.none) == count
      default: count == 256
      }
    precondition(
      isRight,
      """
      The count of a FieldCodable type's keys is that of an enum's cases without payloads. That of \
      \(TypeName.shown(TypeName.around(type))) isn't.
      """)
    return (0..<count).map { Key(byte: UInt8(truncatingIfNeeded: $0)) }
  }

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
