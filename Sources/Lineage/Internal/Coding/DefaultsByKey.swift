/// Where the defaults of a type stand, by the byte of their keys.
///
/// Invariant: `slots` points to 256 slots of `tree`, which is captured and lives forever; 0 stands for
/// one that nobody has needed yet, and `none` for one that has no place there.
struct DefaultsByKey {
  static let none = UInt32.max

  private(set) var tree = DocumentTree.View.nothing
  private var owner: UnsafeRawPointer?
  private var object: UInt32 = 0
  private var slots: UnsafeMutablePointer<UInt32>?

  func deallocate() {
    slots?.deallocate()
  }

  /// Whether these are the defaults that fill an object.
  @inline(__always)
  func areThose(of owner: UnsafeRawPointer?, for object: UInt32) -> Bool {
    self.owner != nil && self.owner == owner && self.object == object
  }

  /// Forgets everything, to become the defaults that fill another object.
  mutating func begin(with tree: DocumentTree.View, of owner: UnsafeRawPointer, for object: UInt32)
  {
    self.tree = tree
    self.owner = owner
    self.object = object
    let slots = self.slots ?? .allocate(capacity: 256)
    slots.initialize(repeating: 0, count: 256)
    self.slots = slots
  }

  @inline(__always)
  subscript(byte: Int) -> UInt32 {
    slots?[byte] ?? Self.none
  }

  /// Finds the default of a field. One that is nil, or that differs from one value to the next, has
  /// no place.
  @inline(never)
  mutating func learn(_ name: String, ofByte byte: Int) {
    let found = tree.member(name, of: object)
    let isUsable =
      found != 0 && !tree[found].flags.contains(.isVolatile) && !tree[found].isNull
    slots?[byte] = isUsable ? found : Self.none
  }
}
