/// The slots of a type's defaults, by the byte of their keys.
///
/// Invariant: `slots` points to 256 slots of `tree`, which is captured and never released. 0 means
/// that a slot hasn't been looked up yet, and `none` that there is no default to use.
struct DefaultsByKey {
  static let none = UInt32.max

  private(set) var tree = DocumentTree.View.nothing
  private var owner: Unretained<AnyObject>?
  private var object: UInt32 = 0
  private var slots: Elements<UInt32>?

  func deallocate() {
    slots?.deallocate(count: 256)
  }

  /// Whether these are the defaults of an object.
  @inline(__always)
  func areThose(of owner: Unretained<AnyObject>?, for object: UInt32) -> Bool {
    self.owner != nil && self.owner == owner && self.object == object
  }

  /// Removes everything, and begins with the defaults of another object.
  mutating func begin(
    with tree: DocumentTree.View, of owner: Unretained<AnyObject>, for object: UInt32
  ) {
    self.tree = tree
    self.owner = owner
    self.object = object
    let slots = self.slots ?? Elements(repeating: 0, count: 256)
    for byte in 0..<256 { slots[byte] = 0 }
    self.slots = slots
  }

  @inline(__always)
  subscript(byte: Int) -> UInt32 {
    slots?[byte] ?? Self.none
  }

  /// Looks up the default of a field. A default that is nil, or that differs from one value to the
  /// next, isn't stored.
  @inline(never)
  mutating func learn(_ name: String, ofByte byte: Int) {
    let found = tree.member(name, of: object)
    let isUsable =
      found != 0 && !tree[found].flags.contains(.isVolatile) && !tree[found].isNull
    slots?[byte] = isUsable ? found : Self.none
  }
}
