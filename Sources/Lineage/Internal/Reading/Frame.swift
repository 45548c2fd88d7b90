/// What is known about a container while it is decoded.
struct Frame: BitwiseCopyable {
  /// To a member by no key, whose name is that in the tree.
  static let memberStep: Int32 = -1
  static let rootStep: Int32 = -2

  struct Flags: OptionSet, BitwiseCopyable {
    var rawValue: UInt8
    /// Keys are looked up in a map, since the members are many, not unique, or have other names.
    static let usesKeyMap = Flags(rawValue: 1)
    /// The keys are data, so that no strategy converts them.
    static let keepsKeys = Flags(rawValue: 2)
    /// Found fit for looking up keys.
    static let isPrepared = Flags(rawValue: 4)
    /// It is remembered which members were asked for, for the superclass that collects the others.
    static let tracksReads = Flags(rawValue: 8)
    /// The value is being decoded; a kept decoder may outlive that.
    static let isOpen = Flags(rawValue: 16)
    /// The members are those of the session's own tree, and it is remembered which were asked for.
    static let marksReads = Flags(rawValue: 32)
    /// Members are not asked for in their order.
    static let hasLeftOrder = Flags(rawValue: 64)
    /// The type has asked for its unknown fields.
    static let collectsUnknown = Flags(rawValue: 128)
  }

  var tree: DocumentTree.View
  var fill: Fill
  /// The keys in it that are the library's own; they live as long as the session at least.
  var owned: Unmanaged<LibraryKeys>?
  var slot: UInt32
  /// The frame of the container around it, -1 at the root.
  var parent: Int32
  /// How it is reached from there: an index, one of the steps above, or a `KeyStep`.
  var step: Int32
  /// The member to look at first, where types ask in the order in which documents are written.
  var cursor: UInt32 = 0
  /// The keys that were asked for, by their bytes, as long as that happens in order.
  var asked: UInt64 = 0
  var keyMap: Int32 = -1
  /// The place in the session's `foreign`, -1 for what stands in a tree.
  var foreign: Int32 = -1
  var flags: Flags = []

  var isForeign: Bool { foreign >= 0 }

  /// Whether a key was asked for, in order, or one that shares its bit.
  @inline(__always)
  func hasAsked(forByte byte: Int) -> Bool {
    asked & Self.bit(ofByte: byte) != 0
  }

  @inline(__always)
  mutating func recordAsked(forByte byte: Int) {
    asked |= Self.bit(ofByte: byte)
  }

  @inline(__always)
  private static func bit(ofByte byte: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: byte) }
}
