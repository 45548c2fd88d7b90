#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that formats have rules of their own for, kept as what it is until it reaches a format.
enum NativeValue: Equatable, Sendable {
  case date(Date)
  case data(Data)
  case decimal(Decimal)
  case url(URL)
  case int128(Int128)
  case uint128(UInt128)
  /// A value on its way from one version to the next, not encoded at all until somebody wants it as
  /// another type than its own.
  case carried(CarriedValue)
}

/// Structured data in memory: the one shape in which fields come in, move on and go out.
///
/// All values stand in one array of slots; the members of an object are chained through `next`, in
/// their order. Slot 0 is the root. JSON becomes a tree whose slots point into the document's bytes;
/// an encoder builds a tree that owns its text.
///
/// A tree that is being read is not changed, except for the flag that a member has been asked for,
/// which only the session that owns the tree sets.
final class DocumentTree {
  private struct Storage {
    var slots: Arena<TreeNode>
    var ownText: Arena<UInt8>
    var natives: [NativeValue] = []
    var sharedTexts = SharedTexts()
    /// The versions of the values in slots, in a tree that never becomes a document.
    var versions: [UInt32: RecordedVersion] = [:]
    /// How a document spells the keys of slots, in a tree that never becomes one.
    var spellings: [UInt32: String] = [:]
    /// Where the values in slots were rejected, in a tree that never becomes a document.
    var rejections: [UInt32: Rejection] = [:]
    /// The document's bytes where they are somebody else's, valid while the tree is read.
    var borrowedText: UnsafeBufferPointer<UInt8>?
  }

  /// Behind a pointer, because every change of a class's own property is checked at run time for
  /// being exclusive. A tree belongs to one writer or one session, and those checks were a third of
  /// the time of encoding.
  private let storage: UnsafeMutablePointer<Storage>

  init(slotCapacity: Int = 32, textCapacity: Int = 0) {
    storage = .allocate(capacity: 1)
    storage.initialize(
      to: Storage(slots: Arena(capacity: slotCapacity), ownText: Arena(capacity: textCapacity)))
  }

  deinit {
    storage.pointee.slots.deallocate()
    storage.pointee.ownText.deallocate()
    storage.deinitialize(count: 1)
    storage.deallocate()
  }

  var slots: Arena<TreeNode> { storage.pointee.slots }
  var natives: [NativeValue] { storage.pointee.natives }
  var sharedTexts: SharedTexts { storage.pointee.sharedTexts }
  var versions: [UInt32: RecordedVersion] { storage.pointee.versions }
  var spellings: [UInt32: String] { storage.pointee.spellings }
  var rejections: [UInt32: Rejection] { storage.pointee.rejections }

  /// A look at the tree without reference counting, good for as long as the tree lives unchanged.
  struct View: BitwiseCopyable {
    let slots: UnsafeMutablePointer<TreeNode>
    var text: UnsafePointer<UInt8>
    let owner: Unmanaged<DocumentTree>

    @inline(__always)
    subscript(slot: UInt32) -> TreeNode {
      slots[Int(slot)]
    }
  }

  var view: View {
    View(
      slots: slots.base,
      text: storage.pointee.borrowedText?.baseAddress
        ?? UnsafePointer(storage.pointee.ownText.base),
      owner: .passUnretained(self))
  }

  /// Makes the text the tree's own, so that the tree may outlive the bytes it was read from.
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
    if !versions.isEmpty { storage.pointee.versions.removeAll() }
    if !spellings.isEmpty { storage.pointee.spellings.removeAll() }
    if !rejections.isEmpty { storage.pointee.rejections.removeAll() }
    storage.pointee.borrowedText = nil
  }

  // MARK: - Building

  /// Refuses a tree that has outgrown the offsets of its slots.
  func checkSize() throws {
    if isTooLong { throw Self.tooLong(Any.self) }
  }

  /// Whether it has outgrown the offsets of its slots.
  var isTooLong: Bool { storage.pointee.ownText.count > UInt32.max }

  static func tooLong(_ type: any Any.Type) -> EncodingError {
    .invalidValue(
      type,
      .init(
        codingPath: [], debugDescription: "The value's text is 4 GiB or more, which is too long."))
  }

  /// Fills the slots with what a text says that has to stay where it is.
  func fill<Failure: Error>(
    from text: UnsafeBufferPointer<UInt8>,
    _ index: (UnsafeBufferPointer<UInt8>, inout Arena<TreeNode>) throws(Failure) -> Void
  ) throws(Failure) {
    storage.pointee.borrowedText = text
    try index(text, &storage.pointee.slots)
  }

  /// Fills the slots with what a text says, of which the tree keeps a copy.
  func fill<Failure: Error>(
    fromCopyOf text: UnsafeBufferPointer<UInt8>,
    _ index: (UnsafeBufferPointer<UInt8>, inout Arena<TreeNode>) throws(Failure) -> Void
  ) throws(Failure) {
    storage.pointee.ownText.append(contentsOf: text)
    let own = UnsafeBufferPointer(
      start: UnsafePointer(storage.pointee.ownText.base), count: text.count)
    try index(own, &storage.pointee.slots)
  }

  /// The last member or element of a container, 0 where there is none.
  func lastChild(of container: UInt32) -> UInt32 {
    var last = slots[container].firstChild
    while last != 0, slots[last].next != 0 { last = slots[last].next }
    return last
  }

  /// The version that was noted beside a value.
  @inline(__always)
  func version(of slot: UInt32) -> RecordedVersion? {
    storage.pointee.versions.isEmpty ? nil : storage.pointee.versions[slot]
  }

  func note(_ version: RecordedVersion, of slot: UInt32) {
    storage.pointee.versions[slot] = version
  }

  func note(spelling: String, of slot: UInt32) {
    storage.pointee.spellings[slot] = spelling
  }

  func note(_ rejection: Rejection, of slot: UInt32) {
    storage.pointee.rejections[slot] = rejection
  }

  @inline(__always) @discardableResult
  func append(_ slot: TreeNode) -> UInt32 {
    storage.pointee.slots.append(slot)
  }

  /// Stores text in the tree and returns where it begins.
  @inline(__always)
  func addText(_ text: String) -> (start: Int, length: Int) {
    let start = storage.pointee.ownText.count
    var text = text
    text.withUTF8 { storage.pointee.ownText.append(contentsOf: $0) }
    return (start, storage.pointee.ownText.count - start)
  }

  /// Stores text in the tree and returns where it begins.
  func addText(_ bytes: ArraySlice<UInt8>) -> (start: Int, length: Int) {
    let start = storage.pointee.ownText.count
    bytes.withUnsafeBufferPointer { storage.pointee.ownText.append(contentsOf: $0) }
    return (start, bytes.count)
  }

  /// Has slots that say so share a text of the tree.
  func share(_ start: Int, length: Int) {
    let text = UnsafeBufferPointer(
      start: UnsafePointer(storage.pointee.ownText.base) + start, count: length)
    storage.pointee.sharedTexts.add(text, at: start)
  }

  /// Makes room for values that are known to come.
  func reserve(_ count: Int) { storage.pointee.slots.reserve(count) }

  func addNative(_ native: NativeValue) -> TreeNode {
    storage.pointee.natives.append(native)
    return TreeNode(.native, start: natives.count - 1, length: 0)
  }

  func setKey(_ key: IllFormedString, of slot: UInt32) {
    setKey(key.literal, of: slot)
    slots[slot].flags.formUnion([.escapedKey, .illFormedKey])
  }

  func setKey(_ key: String, of slot: UInt32) {
    var key = key
    key.withUTF8 { setKey($0, of: slot) }
  }

  @inline(__always)
  func setKey(_ key: UnsafeBufferPointer<UInt8>, of slot: UInt32) {
    slots[slot].keyStart = UInt32(truncatingIfNeeded: storage.pointee.ownText.count)
    slots[slot].keyLength = UInt32(truncatingIfNeeded: key.count)
    slots[slot].flags.subtract([.escapedKey, .illFormedKey])
    storage.pointee.ownText.append(contentsOf: key)
  }
}
