/// The state of a container while it is decoded.
struct Frame: BitwiseCopyable {
  struct Flags: OptionSet, BitwiseCopyable {
    var rawValue: UInt8
    /// Members are looked up in a map, because there are many, or their keys aren't unique or are
    /// converted.
    static let usesKeyMap = Flags(rawValue: 1)
    /// The keys are data, so key strategies don't convert them.
    static let keysAreData = Flags(rawValue: 2)
    /// It is recorded which members a subclass asks for, because a superclass may collect the
    /// others.
    static let listsAskedMembers = Flags(rawValue: 4)
    /// The value is being decoded. A decoder that user code has stored may outlive that.
    static let isOpen = Flags(rawValue: 8)
    /// The flags that count only while the value is being decoded. An array literal of two flags takes 2,500 instructions
    /// in debug builds.
    static let whileOpen = Flags(rawValue: isOpen.rawValue | listsAskedMembers.rawValue)
    /// The members are in the session's own tree, and are marked when a type asks for them.
    static let marksReads = Flags(rawValue: 16)
    /// The flags with which it is recorded that members are asked for.
    static let noticesReads = Flags(rawValue: listsAskedMembers.rawValue | marksReads.rawValue)
    /// The type has asked for its unknown fields.
    static let collectsUnknown = Flags(rawValue: 32)
    /// The keys are read as if they were in snake_case.
    static let isInSnakeCase = Flags(rawValue: 64)
  }

  var tree: DocumentTree.View
  var fill: Fill
  /// Lineage's own keys in it. They live at least as long as the session.
  var libraryKeys: Unretained<LibraryKeys>?
  var slot: UInt32
  /// The frame of the enclosing container; -1 at the root.
  var parent: Int32
  /// The key or index in that container.
  var pathKey: PathKey
  /// The index of its latest `MemberPlaces`; 0 if there are none.
  var places: UInt32 = 0
  var keyMap: Int32 = -1
  /// The index in the session's `foreign`; -1 if the value is in a tree.
  var foreign: Int32 = -1
  var flags: Flags = []

  /// Whether the value is one of another library's decoder.
  var isForeign: Bool { @inline(__always) get { foreign >= 0 } }
}
