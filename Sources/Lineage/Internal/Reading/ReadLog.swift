/// What types have asked for in a session, in order, so that what a failed attempt has asked for can be taken back.
struct ReadLog {
  /// The members of the session's tree that types have asked for, in the order of the first requests. They are marked.
  var members = Arena<UInt32>(capacity: 16)
  /// Those that count as read whatever fails later, because types have asked for them more than once or decoded them.
  private var permanent: Set<UInt32> = []
  /// The same in the order in which that was recorded.
  private var permanentInOrder = Arena<UInt32>(capacity: 16)
  /// The arrays of the session's tree whose elements types have asked for one by one. These elements are marked.
  private var arraysReadByElement: Set<UInt32> = []
  /// The arrays that a type has decoded as a whole. They are marked.
  private var arraysReadAsWhole = Arena<UInt32>(capacity: 16)
  /// The elements that types have asked for and discarded, in arrays of any kind. They are false while another type
  /// decodes them, which may discard them, too.
  private var discarded: [UInt32: Bool] = [:]
  /// What has changed there, in order.
  private var changesOfDiscarded = Arena<DiscardedElement>(capacity: 16)
  /// What types have asked for in values of foreign decoders, in the order of the first requests.
  var foreign: [(reads: ForeignReads, read: ForeignReads.Read)] = []
  /// How many times types have asked a decoder for its value, or for the elements of an array.
  var valuesAsked: UInt = 0

  /// An element whose entry in `discarded` has changed.
  private struct DiscardedElement: BitwiseCopyable {
    let slot: UInt32
    let before: Bool?
  }

  /// Whether a member counts as read whatever fails later.
  func isReadPermanently(_ slot: UInt32) -> Bool { permanent.contains(slot) }

  @inline(never)
  mutating func markPermanent(_ slot: UInt32) {
    if permanent.insert(slot).inserted { permanentInOrder.append(slot) }
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
    arraysReadAsWhole.append(array)
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
    changesOfDiscarded.append(DiscardedElement(slot: slot, before: before))
  }

  /// What was recorded so far.
  struct Mark {
    fileprivate let members: Int
    fileprivate let permanent: Int
    fileprivate let changesOfDiscarded: Int
    fileprivate let arraysReadAsWhole: Int
    fileprivate let foreign: Int
  }

  var mark: Mark {
    @inline(__always) get {
      Mark(
        members: members.count, permanent: permanentInOrder.count,
        changesOfDiscarded: changesOfDiscarded.count, arraysReadAsWhole: arraysReadAsWhole.count,
        foreign: foreign.count)
    }
  }

  /// Takes back what was recorded since then about values in a tree and those of foreign decoders.
  ///
  /// Some of it may be undone already, because attempts inside this one roll back first.
  mutating func rollBack(to mark: Mark, in tree: DocumentTree) {
    for slot in members.removeValues(from: mark.members) {
      tree.view.slots[Int(slot)].flags.subtract([.isRead, .isCollected])
      removePermanent(slot)
    }
    for slot in permanentInOrder.removeValues(from: mark.permanent) { permanent.remove(slot) }
    for change in changesOfDiscarded.removeValues(from: mark.changesOfDiscarded).reversed() {
      discarded[change.slot] = change.before
    }
    for array in arraysReadAsWhole.removeValues(from: mark.arraysReadAsWhole) {
      tree.view.slots[Int(array)].flags.remove(.isReadAsWhole)
    }
    while foreign.count > mark.foreign, let (reads, read) = foreign.popLast() { reads.remove(read) }
  }

  /// Removes everything. Most properties are rarely set, and checking them is cheaper than replacing them.
  mutating func removeAll() {
    members.removeAll(keepingCapacityUpTo: 1024)
    if !permanent.isEmpty { permanent = [] }
    permanentInOrder.removeAll(keepingCapacityUpTo: 1024)
    if !arraysReadByElement.isEmpty { arraysReadByElement = [] }
    arraysReadAsWhole.removeAll(keepingCapacityUpTo: 1024)
    if !discarded.isEmpty { discarded = [:] }
    changesOfDiscarded.removeAll(keepingCapacityUpTo: 1024)
    if !foreign.isEmpty { foreign = [] }
  }
}
