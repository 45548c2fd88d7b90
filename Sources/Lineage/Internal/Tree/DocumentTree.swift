#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that is stored unchanged, because each format encodes it by its own rules.
enum NativeValue: Equatable, Sendable {
  case date(Date)
  case data(Data)
  case decimal(Decimal)
  case url(URL)
  case int128(Int128)
  case uint128(UInt128)
  /// A value that is carried over from one version to the next, and only encoded if it is decoded
  /// as another type.
  case carried(CarriedValue)
}

/// A document in memory, which is decoded from, encoded to, and carried over from one version to
/// the next.
///
/// All values are nodes in one array of slots. The children of a container are a list linked by
/// `next`, in order. Slot 0 is the root. The nodes of a tree read from JSON refer to the document's
/// bytes; a tree built by an encoder owns its text.
///
/// While a tree is being decoded, it doesn't change, except for the flags `isRead` and `isCollected`,
/// which only the session that owns the tree sets.
final class DocumentTree {
  private struct Storage {
    var slots: Arena<TreeNode>
    var ownText: Arena<UInt8>
    var natives: [NativeValue] = []
    var sharedTexts = SharedTexts()
    // The next four are only used in trees in memory.

    /// The recorded versions of values, and where a document has them.
    var versions: [UInt32: (recorded: RecordedVersion, location: VersionLocation)] = [:]
    /// The fields that the documents of newer values have.
    var newerFields: [UInt32: PresentFields] = [:]
    /// How the document spells the keys.
    var spellings: [UInt32: String] = [:]
    /// The rejections of values.
    var rejections: [UInt32: Rejection] = [:]

    /// The document's bytes if the tree doesn't own them, valid while the tree is read.
    var borrowedText: Bytes?
  }

  /// A pointer, because exclusivity of access to a class's own properties is checked at run time. A
  /// tree belongs to a single writer or session, and those checks took a third of the time of
  /// encoding.
  private let storage: Reference<Storage>

  init(slotCapacity: Int = 32, textCapacity: Int = 0) {
    storage = Reference(
      allocating: Storage(
        slots: Arena(capacity: slotCapacity), ownText: Arena(capacity: textCapacity)))
  }

  deinit {
    storage.pointee.slots.deallocate()
    storage.pointee.ownText.deallocate()
    storage.deallocate()
  }

  var slots: Arena<TreeNode> { storage.pointee.slots }
  var natives: [NativeValue] { storage.pointee.natives }
  var sharedTexts: SharedTexts { storage.pointee.sharedTexts }
  var newerFields: [UInt32: PresentFields] { storage.pointee.newerFields }
  var spellings: [UInt32: String] { storage.pointee.spellings }
  var hasSpellings: Bool { !storage.pointee.spellings.isEmpty }
  var rejections: [UInt32: Rejection] { storage.pointee.rejections }

  /// An unretained view of the tree, valid as long as the tree lives and doesn't change.
  struct View: BitwiseCopyable {
    private let firstSlot: Reference<TreeNode>
    private var textStart: ByteCursor.Address
    let owner: Unretained<DocumentTree>

    fileprivate init(of tree: DocumentTree) {
      firstSlot = tree.slots.first
      textStart = ByteCursor.Address(tree.textStart)
      owner = Unretained(tree)
    }

    var slots: Elements<TreeNode> {
      @inline(__always) get {
        Elements(from: firstSlot, count: owner.withObject { $0.slots.count })
      }
    }

    var text: ByteCursor {
      @inline(__always) get { textStart.cursor(count: textCount) }
      set { textStart = ByteCursor.Address(newValue) }
    }

    /// The length of the text as far as the tree knows it, for checks in debug builds.
    private var textCount: Int {
      owner.withObject {
        ByteCursor.Address($0.textStart) == textStart ? $0.textCount : .max / 2
      }
    }

    @inline(__always)
    subscript(slot: UInt32) -> TreeNode {
      slots[Int(slot)]
    }
  }

  var view: View { View(of: self) }

  private var textStart: ByteCursor {
    storage.pointee.borrowedText?.baseAddress ?? storage.pointee.ownText.start
  }

  private var textCount: Int {
    storage.pointee.borrowedText?.count ?? storage.pointee.ownText.count
  }

  /// Copies the text into the tree, so that the tree can outlive the bytes it was read from.
  func copyText() {
    guard let text = storage.pointee.borrowedText else { return }
    storage.pointee.ownText.append(contentsOf: text)
    storage.pointee.borrowedText = nil
  }

  var isEmpty: Bool { storage.pointee.slots.count == 0 }

  func removeAll() {
    storage.pointee.slots.removeAll(keepingCapacityUpTo: 4096)
    storage.pointee.ownText.removeAll(keepingCapacityUpTo: 16384)
    if !natives.isEmpty { storage.pointee.natives.removeAll() }
    if !sharedTexts.isEmpty { storage.pointee.sharedTexts = SharedTexts() }
    if hasVersions { storage.pointee.versions.removeAll() }
    if !newerFields.isEmpty { storage.pointee.newerFields.removeAll() }
    if !spellings.isEmpty { storage.pointee.spellings.removeAll() }
    if !rejections.isEmpty { storage.pointee.rejections.removeAll() }
    storage.pointee.borrowedText = nil
  }

  // MARK: - Building

  /// Throws an error if the text is too long for the offsets in slots.
  func checkSize() throws {
    if isTooLong { throw EncodingProblem.tooLong.error(for: Any.self) }
  }

  /// Whether the text is too long for the offsets in slots.
  var isTooLong: Bool { storage.pointee.ownText.count > UInt32.max }

  /// Fills the slots from a text that must outlive the tree's use.
  func fill<Failure: Error>(
    from text: Bytes,
    _ index: (Bytes, inout Arena<TreeNode>) throws(Failure) -> Void
  ) throws(Failure) {
    storage.pointee.borrowedText = text
    try index(text, &storage.pointee.slots)
  }

  /// Fills the slots from a copy of a text, which the tree owns.
  func fill<Failure: Error>(
    fromCopyOf text: Bytes,
    _ index: (Bytes, inout Arena<TreeNode>) throws(Failure) -> Void
  ) throws(Failure) {
    storage.pointee.ownText.append(contentsOf: text)
    try index(storage.pointee.ownText.bytes, &storage.pointee.slots)
  }

  /// The last member or element of a container; 0 if it is empty.
  func lastChild(of container: UInt32) -> UInt32 {
    var last = slots[container].firstChild
    while last != 0, slots[last].next != 0 { last = slots[last].next }
    return last
  }

  /// The version that was recorded for a value.
  @inline(__always)
  func version(of slot: UInt32) -> RecordedVersion? {
    storage.pointee.versions.isEmpty ? nil : storage.pointee.versions[slot]?.recorded
  }

  /// Where a document has the version that was recorded for a value.
  func versionLocation(of slot: UInt32) -> VersionLocation? {
    storage.pointee.versions[slot]?.location
  }

  /// Whether a version was recorded for any value.
  var hasVersions: Bool { !storage.pointee.versions.isEmpty }

  func record(_ version: RecordedVersion, at location: VersionLocation, of slot: UInt32) {
    storage.pointee.versions[slot] = (version, location)
  }

  func record(newerFields: PresentFields, of slot: UInt32) {
    storage.pointee.newerFields[slot] = newerFields
  }

  func record(spelling: String, of slot: UInt32) {
    storage.pointee.spellings[slot] = spelling
  }

  func record(_ rejection: Rejection, of slot: UInt32) {
    storage.pointee.rejections[slot] = rejection
  }

  @inline(__always) @discardableResult
  func append(_ node: TreeNode) -> UInt32 {
    storage.pointee.slots.append(node)
  }

  /// Stores a text in the tree and returns its position.
  @inline(__always)
  func addText(_ text: String) -> (start: Int, length: Int) {
    let start = storage.pointee.ownText.count
    var text = text
    text.withBytes { storage.pointee.ownText.append(contentsOf: $0) }
    return place(from: start)
  }

  /// Stores a string that is being encoded, unless the tree already has it, and returns its
  /// position.
  func addEncodedText(_ string: String) -> (start: Int, length: Int) {
    var string = string
    string.makeContiguousUTF8()
    guard SharedTexts.isShared(encodedLength: string.utf8.count) else { return addText(string) }
    var text = string
    return text.withBytes { bytes in
      if let start = storage.pointee.sharedTexts.position(of: bytes) { return (start, bytes.count) }
      let start = storage.pointee.ownText.count
      storage.pointee.ownText.append(contentsOf: bytes)
      storage.pointee.sharedTexts.add(string, bytes, at: start)
      return place(from: start)
    }
  }

  /// Stores a text in the tree and returns its position.
  func addText(_ bytes: ArraySlice<UInt8>) -> (start: Int, length: Int) {
    let start = storage.pointee.ownText.count
    bytes.withBytes { storage.pointee.ownText.append(contentsOf: $0) }
    return place(from: start)
  }

  /// The position of the text from an offset on. Slots can't refer to a text beyond 4 GiB, so it is empty
  /// until the tree is refused because of its size: a part of a text might not be UTF-8.
  private func place(from start: Int) -> (start: Int, length: Int) {
    isTooLong ? (0, 0) : (start, storage.pointee.ownText.count - start)
  }

  /// Makes a text of the tree available to nodes that share it.
  func share(_ start: Int, length: Int) {
    let text = Bytes(start: storage.pointee.ownText.start + start, count: length)
    storage.pointee.sharedTexts.add(text, at: start)
  }

  /// Reserves capacity for additional values.
  func reserve(_ count: Int) { storage.pointee.slots.reserve(count) }

  func addNative(_ native: NativeValue) -> TreeNode {
    storage.pointee.natives.append(native)
    return TreeNode(.native, start: natives.count - 1, length: 0)
  }

  func setKey(_ key: IllFormedString, of slot: UInt32) {
    setKey(key.literal, of: slot)
    slots[slot].flags.formUnion(.keyText)
  }

  func setKey(_ key: String, of slot: UInt32) {
    var key = key
    key.withBytes { setKey($0, of: slot) }
  }

  @inline(__always)
  func setKey(_ key: Bytes, of slot: UInt32) {
    let start = storage.pointee.ownText.count
    storage.pointee.ownText.append(contentsOf: key)
    let place = place(from: start)
    slots[slot].keyStart = UInt32(truncatingIfNeeded: place.start)
    slots[slot].keyLength = UInt32(truncatingIfNeeded: place.length)
    slots[slot].flags.subtract(.keyText)
  }
}
