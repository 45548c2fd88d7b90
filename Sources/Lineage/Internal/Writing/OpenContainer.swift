/// Identifies a container for as long as the value that it belongs to is being encoded.
///
/// The index of a container is used again when its value is complete; the serial number never is.
struct ContainerID: BitwiseCopyable, Equatable {
  static let root = ContainerID(index: -1, serial: 0)

  /// Its place among the open containers, -1 at the root.
  let index: Int32
  let serial: UInt32
}

/// An object or array that an encoder has opened.
struct OpenContainer: BitwiseCopyable {
  let slot: UInt32
  let id: ContainerID
  /// The container around it.
  let parent: ContainerID
  /// How it is reached from there.
  let key: WriterKey
  let isArray: Bool
  /// The keys are data, so that no strategy converts them.
  let keepsKeys: Bool
  /// The members are too many to look through: their names are in `State.names`.
  var hasNames = false
  /// Some key has letters beyond ASCII, which can be spelled in more than one way.
  private(set) var hasInternationalKeys = false
  /// How many values it has.
  var count: UInt32 = 0
  /// In a tree, the slot of the last one.
  var last: UInt32 = 0
  /// In text, where its keys begin among those of all open containers.
  let firstKey: UInt32
  /// The hashes of its keys, each as one bit: a key whose bit is not set is certainly new.
  var hashes: UInt64 = 0

  /// The names of its keys, as long as all of them were written by their bytes.
  private(set) var names: KeyNames<WriterPlace>.Pointer?
  /// The bytes of these names that were not written yet, each as one bit.
  private(set) var newBytes: UInt64 = 0

  init(
    slot: UInt32, id: ContainerID, parent: ContainerID, key: WriterKey, isArray: Bool,
    keepsKeys: Bool, firstKey: UInt32
  ) {
    self.slot = slot
    self.id = id
    self.parent = parent
    self.key = key
    self.isArray = isArray
    self.keepsKeys = keepsKeys
    self.firstKey = firstKey
  }

  /// Expects keys that were learned, if it has none yet.
  @inline(__always)
  mutating func expect(_ names: KeyNames<WriterPlace>.Pointer) {
    guard count == 0 else { return }
    self.names = names
    newBytes = names.pointee.ready
  }

  /// Whether a key is certainly new and its name was learned, which is so from now on only for others.
  @inline(__always)
  mutating func mayBegin(_ byte: Int, of names: KeyNames<WriterPlace>.Pointer) -> Bool {
    let byte = UInt64(truncatingIfNeeded: byte)
    guard self.names == names, byte < 64, newBytes &>> byte & 1 != 0 else { return false }
    newBytes &= ~(1 &<< byte)
    return true
  }

  func mayHave(_ hash: UInt16) -> Bool { hashes & TreeNode.bit(ofHash: hash) != 0 }

  /// Notes that a key was not written by its byte.
  mutating func recordOtherKey() { names = nil }

  /// Notes that a key may equal one that has other bytes, so that none is certainly new.
  mutating func recordInternationalKey() {
    recordOtherKey()
    hasInternationalKeys = true
    hashes = .max
  }
}
