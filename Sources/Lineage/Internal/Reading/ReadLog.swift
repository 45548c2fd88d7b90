/// What types have asked for in a session, so that a report can list the rest. What a failed attempt has asked for can be
/// taken back.
///
/// Members and elements of the session's tree are marked in it. Those of foreign decoders are recorded in their
/// `ForeignReads`, and carried values in `EncodedValues`.
struct ReadLog {
  /// What was recorded, in order.
  fileprivate var changes: [Change] = []
  /// The members that count as read whatever fails later, because types have asked for them more than once or decoded
  /// them.
  private var permanent: Set<UInt32> = []
  /// The arrays of the session's tree whose elements types have asked for one by one. These elements are marked.
  private var arraysReadByElement: Set<UInt32> = []
  /// The elements that types have asked for and discarded, in arrays of any kind. They are false while another type
  /// decodes them, which may discard them, too.
  fileprivate var discarded: [UInt32: Bool] = [:]
  /// How many times types have asked a decoder for its value, or for the elements of an array.
  var valuesAsked: UInt = 0

  /// Something that was recorded.
  enum Change {
    /// A member was marked, because a type has asked for it.
    case member(UInt32)
    /// It counts as read whatever fails later.
    case permanentMember(UInt32)
    /// An array was marked, because a type has decoded it as a whole.
    case array(UInt32)
    /// An element was discarded, or another type has decoded it. It was `before` in `discarded`.
    case element(UInt32, before: Bool?)
    /// A type has asked for something in a value of a foreign decoder.
    indirect case foreign(ForeignReads, ForeignReads.Read)
    /// A type has asked for something in a carried value.
    case carried(EncodedValues.Change)
  }

  /// Whether a member counts as read whatever fails later.
  func isReadPermanently(_ slot: UInt32) -> Bool { permanent.contains(slot) }

  /// Marks a member of the session's tree, which isn't marked yet.
  @inline(__always)
  mutating func markMember(_ slot: UInt32, in tree: DocumentTree.View) {
    tree.slots[Int(slot)].flags.insert(.isRead)
    changes.append(.member(slot))
  }

  @inline(never)
  mutating func markPermanent(_ slot: UInt32) {
    if permanent.insert(slot).inserted { changes.append(.permanentMember(slot)) }
  }

  mutating func removePermanent(_ slot: UInt32) {
    if !permanent.isEmpty { permanent.remove(slot) }
  }

  /// Records that types ask for the elements of an array one by one.
  mutating func markReadByElement(_ array: UInt32) { arraysReadByElement.insert(array) }

  /// Whether types have asked for the elements of an array one by one.
  func hasReadByElement(_ array: UInt32) -> Bool { arraysReadByElement.contains(array) }

  /// Whether only the elements of an array that are marked were read, because no type has decoded all of them.
  func isReadByElement(_ array: UInt32, in tree: DocumentTree.View) -> Bool {
    arraysReadByElement.contains(array) && !tree[array].flags.contains(.isReadAsWhole)
  }

  /// Records that a type has decoded an array as a whole.
  mutating func markReadAsWhole(_ array: UInt32, in tree: DocumentTree.View) {
    if tree[array].flags.contains(.isReadAsWhole) { return }
    tree.slots[Int(array)].flags.insert(.isReadAsWhole)
    changes.append(.array(array))
  }

  var hasDiscarded: Bool { !discarded.isEmpty }

  func isDiscarded(_ element: UInt32) -> Bool { discarded[element] == true }

  /// Whether a type has an element of an array because it has decoded the array as a whole.
  func isKeptAsWhole(_ element: UInt32, of array: UInt32, in tree: DocumentTree.View) -> Bool {
    tree[array].flags.contains(.isReadAsWhole) && discarded[element] == nil
  }

  /// Whether a type has an element of an array.
  func isKept(_ element: UInt32, of array: UInt32, in tree: DocumentTree.View) -> Bool {
    isKeptAsWhole(element, of: array, in: tree)
      || arraysReadByElement.contains(array) && tree[element].flags.contains(.isRead)
  }

  /// Records that a type has discarded an element, or that another one has decoded it.
  mutating func setDiscarded(_ slot: UInt32, _ isDiscarded: Bool) {
    let before = discarded[slot]
    if before == isDiscarded || before == nil && !isDiscarded { return }
    change(slot, from: before, to: isDiscarded)
  }

  /// Records that a type which has decoded a whole array has an element that another one has discarded.
  mutating func forgetDiscarded(_ slot: UInt32) {
    if discarded[slot] == false { change(slot, from: false, to: nil) }
  }

  private mutating func change(_ slot: UInt32, from before: Bool?, to isDiscarded: Bool?) {
    discarded[slot] = isDiscarded
    changes.append(.element(slot, before: before))
  }

  /// Records a change of a value that isn't in the session's tree.
  mutating func append(_ change: Change) { changes.append(change) }

  /// Removes everything. Most properties are rarely set, and checking them is cheaper than replacing them.
  mutating func removeAll() {
    if !changes.isEmpty { changes.removeAll(keepingCapacity: changes.count <= 1024) }
    if !permanent.isEmpty { permanent = [] }
    if !arraysReadByElement.isEmpty { arraysReadByElement = [] }
    if !discarded.isEmpty { discarded = [:] }
  }
}

extension DecodingState.Pointer {
  /// What types have asked for so far.
  struct ReadMark {
    fileprivate let changes: Int
  }

  var readMark: ReadMark {
    @inline(__always) get { ReadMark(changes: pointee.readLog.changes.count) }
  }

  /// Forgets what types have asked for since then, because the attempt that did has failed.
  @inline(__always)
  func forgetReads(since mark: ReadMark) {
    if pointee.marksReads { removeReads(since: mark) }
  }

  /// Takes back what was recorded since then, the latest first.
  @inline(never)
  private func removeReads(since mark: ReadMark) {
    while pointee.readLog.changes.count > mark.changes {
      undo(pointee.readLog.changes.removeLast())
    }
  }

  private func undo(_ change: ReadLog.Change) {
    switch change {
    case .member(let slot):
      pointee.ownTree.view.slots[Int(slot)].flags.subtract([.isRead, .isCollected])
      pointee.readLog.removePermanent(slot)
    case .permanentMember(let slot): pointee.readLog.removePermanent(slot)
    case .array(let slot): pointee.ownTree.view.slots[Int(slot)].flags.remove(.isReadAsWhole)
    case .element(let slot, let before): pointee.readLog.discarded[slot] = before
    case .foreign(let reads, let read): reads.remove(read)
    case .carried(let change): pointee.carryOver.encodedValues.undo(change)
    }
  }
}
