/// Where the defaults of a type's fields are, by the bytes of the type's keys.
///
/// Nearly all keys belong to one type, so only the places of the type that was asked for last are
/// stored.
///
/// Invariant: `tree` is that of defaults that are never released and never change.
struct DefaultPlaces {
  /// Identifies the type; 0 if there is none.
  private var owner: UInt = 0
  private(set) var tree = DocumentTree.View.nothing
  private var slots: Elements<UInt32>?

  private static var size: Int { 64 }

  func deallocate() {
    slots?.deallocate(count: Self.size)
  }

  /// The slot of a field's default; 0 if it isn't known.
  @inline(__always)
  func slot(ofByte byte: Int, ofTypeAt owner: UInt) -> UInt32 {
    guard owner == self.owner, byte < Self.size, let slots else { return 0 }
    return slots[byte]
  }

  mutating func learn(
    _ slot: UInt32, in tree: DocumentTree.View, ofByte byte: Int, ofTypeAt owner: UInt
  ) {
    guard byte < Self.size else { return }
    if owner != self.owner || slots == nil {
      deallocate()
      slots = Elements(repeating: 0, count: Self.size)
      self.owner = owner
      self.tree = tree
    }
    slots?[byte] = slot
  }
}
