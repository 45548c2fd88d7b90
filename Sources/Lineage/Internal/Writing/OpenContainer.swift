/// Identifies a container while the value that it belongs to is being encoded.
///
/// The index of a container is reused when its value is complete; the serial number never is.
struct ContainerID: BitwiseCopyable, Equatable {
  static let root = ContainerID(index: -1, serial: 0)

  /// Its index among the open containers; -1 at the root.
  let index: Int32
  let serial: UInt32
}

/// An object or array that an encoder has opened.
struct OpenContainer: BitwiseCopyable {
  let slot: UInt32
  let id: ContainerID
  /// The enclosing container.
  let parent: ContainerID
  /// The key or index in the enclosing container.
  let key: PathKey
  let isArray: Bool
  /// What its keys are. A single byte, because a larger structure is copied in a slower way.
  private var keys: Keys
  /// Whether there are so many members that their names are in `State.membersByName`.
  var hasNames = false
  /// Whether a key has characters beyond ASCII, so that there may be canonically equivalent keys.
  private(set) var hasInternationalKeys = false
  /// The number of values in it.
  var count: UInt32 = 0
  /// In a tree, the slot of the last value.
  var last: UInt32 = 0
  /// In text, the index of its first key among those of all open containers.
  let firstKey: UInt32
  /// One bit for the hash of each key. A key whose bit isn't set is known to be new.
  var hashes: UInt64 = 0

  /// The names of its keys; nil as soon as a key was written by other means than its byte.
  private(set) var names: KeyNames.Pointer?
  /// One bit for the byte of each key that was written by its byte.
  private(set) var writtenBytes: UInt64 = 0

  init(
    slot: UInt32, id: ContainerID, parent: ContainerID, key: PathKey, isArray: Bool,
    keysAreData: Bool, firstKey: UInt32
  ) {
    self.slot = slot
    self.id = id
    self.parent = parent
    self.key = key
    self.isArray = isArray
    keys = keysAreData ? .data : .unknown
    self.firstKey = firstKey
  }

  /// Prepares the container for keys with cached names, if it is empty.
  @inline(__always)
  mutating func expect(_ names: KeyNames.Pointer) {
    recordKeys(haveAnyName: false)
    guard count == 0 else { return }
    self.names = names
  }

  /// Whether a key is known to be new and its name is cached. If so, it counts as written from now
  /// on.
  @inline(__always)
  mutating func mayBegin(_ byte: Int, of names: KeyNames.Pointer) -> Bool {
    let byte = UInt64(truncatingIfNeeded: byte)
    guard self.names == names, byte < 64,
      (names.pointee.ready & ~writtenBytes) &>> byte & 1 != 0
    else { return false }
    writtenBytes |= 1 &<< byte
    return true
  }

  private enum Keys: UInt8, BitwiseCopyable {
    /// Nothing is known about them.
    case unknown
    /// They are of a type that accepts any name.
    case anyNames
    /// At least some are those of fields.
    case fields
    /// They are data, so key strategies don't convert them.
    case data
  }

  /// Whether the keys are data, so that key strategies don't convert them.
  var keysAreData: Bool { keys == .data }

  /// Whether some of the keys are known to be those of fields, which key strategies convert.
  var hasFields: Bool { keys == .fields }

  /// Whether the keys of the object are data, and none of them is that of a field.
  var isDictionary: Bool { keys == .data || keys == .anyNames }

  /// Records of which type the keys are that it is written to with.
  @inline(__always)
  mutating func recordKeys(haveAnyName: Bool) {
    if !haveAnyName { keys = .fields } else if keys == .unknown { keys = .anyNames }
  }

  func mayHave(_ hash: UInt16) -> Bool { hashes & TreeNode.bit(ofHash: hash) != 0 }

  /// Records that a key was written by other means than its byte.
  mutating func recordOtherKey() { names = nil }

  /// Records a key that may be canonically equivalent to one with other bytes, so that no key is
  /// known to be new.
  mutating func recordInternationalKey() {
    recordOtherKey()
    hasInternationalKeys = true
    hashes = .max
  }
}
