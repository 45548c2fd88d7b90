/// How far a document is read: the slots so far, and which container is open.
///
/// There is no recursion and no stack either. While a container is open, its own slot remembers
/// what has to be taken up again after it: `next` holds the index of the container around it, whose
/// slot holds in `count` how many children it had so far. For `[[1,2],3]`, when `2` is read:
///
///     slot 0   array, open    count 1, next 0
///     slot 1   array, open    next 0: the container around it
///     slot 2   1              next 3: each value expects that another one follows it
///     slot 3   2              next 4: set to 0 when `]` turns out to come instead
struct JSONReading {
  typealias Pointer = UnsafeMutablePointer<JSONReading>

  /// What a document goes on with.
  enum Place: UInt8 {
    /// A key or an element, or the end of the container after all.
    case child
    /// A value whose slot has its key.
    case value
    /// A comma, or the end of the container.
    case end
  }

  var slots: Arena<TreeNode>
  var window: JSONWindow
  var place = Place.child
  /// What closes the innermost open container: 0 where that is the end of the document, because there
  /// was no brace to open it.
  private(set) var closing: UInt8 = 0
  private var hasBraces = true
  private var container: UInt32 = 0
  /// How many children it has so far, and which was the last of them.
  private(set) var count: UInt32 = 0
  private var last: UInt32 = 0
  private(set) var depth = 0

  init(_ slots: Arena<TreeNode>, _ window: JSONWindow) {
    (self.slots, self.window) = (slots, window)
  }

  /// Begins an object that is the whole document, and has no brace.
  mutating func openWithoutBrace() {
    slots.append(TreeNode(.object))
    (depth, hasBraces) = (1, false)
  }

  /// Opens the container that begins with a bracket, in the room for the next slot.
  mutating func open(_ bracket: UInt8) {
    if depth == 0 { slots.room.pointee.setKey(start: 0, length: 0, flags: []) }
    open(bracket, slots.room, at: UInt32(truncatingIfNeeded: slots.count))
    slots.commit()
  }

  @inline(__always)
  mutating func open(
    _ bracket: UInt8, _ slot: UnsafeMutablePointer<TreeNode>, at index: UInt32
  ) {
    // The first of all containers has none around it, and takes its own place.
    slots.base[Int(container)].count = count
    slot.pointee.open(bracket == ASCII.openBrace ? .object : .array, in: container)
    depth &+= 1
    container = index
    count = 0
    closing = bracket &+ 2
  }

  /// Adds the value in the room for the next slot.
  mutating func add() {
    add(slots.room, at: UInt32(truncatingIfNeeded: slots.count))
    slots.commit()
  }

  @inline(__always)
  mutating func add(_ slot: UnsafeMutablePointer<TreeNode>, at index: UInt32) {
    slot.pointee.next = index &+ 1
    last = index
    count &+= 1
  }

  /// Closes the innermost container, before the place of the next slot.
  @inline(__always)
  mutating func close(before next: UInt32) {
    if count > 0 { slots.base[Int(last)].next = 0 }
    last = container
    container = slots.base[Int(container)].close(
      at: container, before: next, count: count)
    depth &-= 1
    if depth == 0 {
      slots.base[0].next = 0
      return
    }
    count = slots.base[Int(container)].count &+ 1
    closing =
      slots.base[Int(container)].kind == .array ? ASCII.closeBracket : ASCII.closeBrace
    if depth == 1, !hasBraces { closing = 0 }
  }
}
