/// What types have asked for in a session, in order, so that what a failed attempt has asked for can be taken back.
struct ReadLog {
  /// The members of the session's tree that types have asked for, in the order of the first requests. They are marked.
  var members = Arena<UInt32>(capacity: 16)
  /// Those that count as read whatever fails later, because types have asked for them more than once or decoded them.
  private var settled: Set<UInt32> = []
  /// The same in the order in which that was recorded.
  private var settledInOrder = Arena<UInt32>(capacity: 16)
  /// The arrays of the session's tree whose elements types have asked for one by one. These elements are marked.
  var arraysReadByElement: Set<UInt32> = []
  /// The elements that types have asked for and given up, in arrays of any kind.
  private(set) var elementsGivenUp: Set<UInt32> = []
  /// What has changed there, in order.
  private var changesOfGivenUp = Arena<GivenUpElement>(capacity: 16)
  /// What types have asked for in values of foreign decoders, in the order of the first requests.
  var foreign: [(value: ForeignValue, read: ForeignValue.Read)] = []
  /// How many times types have asked a decoder for its value, or for the elements of an array.
  var valuesAsked: UInt = 0

  /// An element of an array that a type has given up, or that another type has decoded after that.
  private struct GivenUpElement: BitwiseCopyable {
    let slot: UInt32
    let isGivenUp: Bool
  }

  /// Whether a member counts as read whatever fails later.
  func hasSettled(_ slot: UInt32) -> Bool { settled.contains(slot) }

  @inline(never)
  mutating func settle(_ slot: UInt32) {
    if settled.insert(slot).inserted { settledInOrder.append(slot) }
  }

  mutating func unsettle(_ slot: UInt32) {
    if !settled.isEmpty { settled.remove(slot) }
  }

  var hasGivenUp: Bool { !elementsGivenUp.isEmpty }

  /// Records that a type has given up an element, or that another one has decoded it.
  mutating func setGivenUp(_ slot: UInt32, _ isGivenUp: Bool) {
    let isNew =
      isGivenUp ? elementsGivenUp.insert(slot).inserted : elementsGivenUp.remove(slot) != nil
    if isNew { changesOfGivenUp.append(GivenUpElement(slot: slot, isGivenUp: isGivenUp)) }
  }

  /// What was recorded so far.
  struct Mark {
    fileprivate let members: Int
    fileprivate let settled: Int
    fileprivate let changesOfGivenUp: Int
    fileprivate let foreign: Int
  }

  var mark: Mark {
    @inline(__always) get {
      Mark(
        members: members.count, settled: settledInOrder.count,
        changesOfGivenUp: changesOfGivenUp.count, foreign: foreign.count)
    }
  }

  /// Takes back what was recorded since then about values in a tree and those of foreign decoders.
  ///
  /// Some of it may be taken back already, if a type has asked for the same value inside itself.
  mutating func rollBack(to mark: Mark, in tree: DocumentTree) {
    for slot in members.removeValues(from: mark.members) {
      tree.view.slots[Int(slot)].flags.subtract([.isRead, .isCollected])
      unsettle(slot)
    }
    for slot in settledInOrder.removeValues(from: mark.settled) { settled.remove(slot) }
    for change in changesOfGivenUp.removeValues(from: mark.changesOfGivenUp).reversed() {
      if change.isGivenUp {
        elementsGivenUp.remove(change.slot)
      } else {
        elementsGivenUp.insert(change.slot)
      }
    }
    while foreign.count > mark.foreign, let (value, read) = foreign.popLast() { value.forget(read) }
  }

  /// Removes everything. Most properties are rarely set, and checking them is cheaper than replacing them.
  mutating func removeAll() {
    members.removeAll(keepingCapacityUpTo: 1024)
    if !settled.isEmpty { settled = [] }
    settledInOrder.removeAll(keepingCapacityUpTo: 1024)
    if !arraysReadByElement.isEmpty { arraysReadByElement = [] }
    if !elementsGivenUp.isEmpty { elementsGivenUp = [] }
    changesOfGivenUp.removeAll(keepingCapacityUpTo: 1024)
    if !foreign.isEmpty { foreign = [] }
  }
}
