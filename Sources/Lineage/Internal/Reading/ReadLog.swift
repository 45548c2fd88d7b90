/// What types have asked for in a session, in order, so that what a failed attempt has asked for can be taken back.
struct ReadLog {
  /// The members of the session's tree that types have asked for, in the order of the first requests. They are marked.
  var members = Arena<UInt32>(capacity: 16)
  /// Those that count as read whatever fails later, because types have asked for them more than once or decoded them.
  private var permanent: Set<UInt32> = []
  /// The same in the order in which that was recorded.
  private var permanentInOrder = Arena<UInt32>(capacity: 16)
  /// The arrays of the session's tree whose elements types have asked for one by one. These elements are marked.
  var arraysReadByElement: Set<UInt32> = []
  /// The elements that types have asked for and discarded, in arrays of any kind.
  private(set) var elementsDiscarded: Set<UInt32> = []
  /// What has changed there, in order.
  private var changesOfDiscarded = Arena<DiscardedElement>(capacity: 16)
  /// What types have asked for in values of foreign decoders, in the order of the first requests.
  var foreign: [(value: ForeignValue, read: ForeignValue.Read)] = []
  /// How many times types have asked a decoder for its value, or for the elements of an array.
  var valuesAsked: UInt = 0

  /// An element of an array that a type has discarded, or that another type has decoded after that.
  private struct DiscardedElement: BitwiseCopyable {
    let slot: UInt32
    let isDiscarded: Bool
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

  var hasDiscarded: Bool { !elementsDiscarded.isEmpty }

  /// Records that a type has discarded an element, or that another one has decoded it.
  mutating func setDiscarded(_ slot: UInt32, _ isDiscarded: Bool) {
    let isNew =
      isDiscarded ? elementsDiscarded.insert(slot).inserted : elementsDiscarded.remove(slot) != nil
    if isNew { changesOfDiscarded.append(DiscardedElement(slot: slot, isDiscarded: isDiscarded)) }
  }

  /// What was recorded so far.
  struct Mark {
    fileprivate let members: Int
    fileprivate let permanent: Int
    fileprivate let changesOfDiscarded: Int
    fileprivate let foreign: Int
  }

  var mark: Mark {
    @inline(__always) get {
      Mark(
        members: members.count, permanent: permanentInOrder.count,
        changesOfDiscarded: changesOfDiscarded.count, foreign: foreign.count)
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
      if change.isDiscarded {
        elementsDiscarded.remove(change.slot)
      } else {
        elementsDiscarded.insert(change.slot)
      }
    }
    while foreign.count > mark.foreign, let (value, read) = foreign.popLast() { value.forget(read) }
  }

  /// Removes everything. Most properties are rarely set, and checking them is cheaper than replacing them.
  mutating func removeAll() {
    members.removeAll(keepingCapacityUpTo: 1024)
    if !permanent.isEmpty { permanent = [] }
    permanentInOrder.removeAll(keepingCapacityUpTo: 1024)
    if !arraysReadByElement.isEmpty { arraysReadByElement = [] }
    if !elementsDiscarded.isEmpty { elementsDiscarded = [] }
    changesOfDiscarded.removeAll(keepingCapacityUpTo: 1024)
    if !foreign.isEmpty { foreign = [] }
  }
}
