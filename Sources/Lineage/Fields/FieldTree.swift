#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that formats have rules of their own for, kept as what it is until it reaches a format.
enum FieldNative: Equatable, Sendable {
  case date(Date)
  case data(Data)
  case decimal(Decimal)
  case url(URL)
  case int128(Int128)
  case uint128(UInt128)
}

/// Structured data in memory: the one shape in which fields come in, move on and go out.
///
/// All values stand in one array of slots; the members of an object are chained through `next`, in
/// their order. Slot 0 is the root. JSON becomes a tree whose slots point into the document's bytes;
/// an encoder builds a tree that owns its text.
///
/// A tree that is being read is not changed, except for the flag that a member has been asked for,
/// which only the session that owns the tree sets.
final class FieldTree {
  private(set) var slots: Arena<FieldSlot>
  private(set) var ownText: Arena<UInt8>
  private(set) var natives: [FieldNative] = []
  /// The document's bytes where they are somebody else's, valid while the tree is read.
  private var borrowedText: UnsafePointer<UInt8>?

  init(slotCapacity: Int = 32, textCapacity: Int = 0) {
    slots = Arena(capacity: slotCapacity)
    ownText = Arena(capacity: textCapacity)
  }

  deinit {
    slots.deallocate()
    ownText.deallocate()
  }

  /// A look at the tree without reference counting, good for as long as the tree lives unchanged.
  struct View: BitwiseCopyable {
    let slots: UnsafeMutablePointer<FieldSlot>
    let text: UnsafePointer<UInt8>
    let owner: Unmanaged<FieldTree>

    @inline(__always)
    subscript(slot: UInt32) -> FieldSlot {
      slots[Int(slot)]
    }
  }

  var view: View {
    View(
      slots: slots.base, text: borrowedText ?? UnsafePointer(ownText.base),
      owner: .passUnretained(self))
  }

  /// Points the slots at bytes that somebody else keeps.
  func borrow(text: UnsafePointer<UInt8>) {
    borrowedText = text
  }

  /// Makes the text the tree's own, so that the tree may outlive the bytes it was read from.
  func keepText(length: Int) {
    guard let text = borrowedText else { return }
    ownText.removeAll(keepingCapacityUpTo: 0)
    ownText.append(contentsOf: UnsafeBufferPointer(start: text, count: length))
    borrowedText = nil
  }

  func removeAll() {
    slots.removeAll(keepingCapacityUpTo: 4096)
    ownText.removeAll(keepingCapacityUpTo: 16384)
    natives.removeAll()
    borrowedText = nil
  }
}

// MARK: - Building

extension FieldTree {
  func reserveSlots(_ count: Int) {
    slots.reserve(count)
  }

  /// Lends the slots to a reader that fills them, so that it works on its own copy of the pointer.
  func withSlots<E: Error>(_ fill: (inout Arena<FieldSlot>) throws(E) -> Void) throws(E) {
    try fill(&slots)
  }

  @inline(__always) @discardableResult
  func append(_ slot: FieldSlot) -> UInt32 {
    slots.append(slot)
  }

  /// Stores text in the tree and returns where it begins.
  func addText(_ text: String) -> (start: Int, length: Int) {
    let start = ownText.count
    var text = text
    text.withUTF8 { ownText.append(contentsOf: $0) }
    return (start, ownText.count - start)
  }

  func addNative(_ native: FieldNative) -> FieldSlot {
    natives.append(native)
    return FieldSlot(.native, start: natives.count - 1, length: 0)
  }

  func setKey(_ key: String, of slot: UInt32) {
    let (start, length) = addText(key)
    slots[slot].keyStart = UInt32(truncatingIfNeeded: start)
    slots[slot].keyLength = UInt32(truncatingIfNeeded: length)
    slots[slot].keyHash = FieldSlot.hash(UnsafePointer(ownText.base) + start, length)
    slots[slot].flags.remove(.escapedKey)
  }
}
