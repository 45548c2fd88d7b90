/// The state of reading a document: the slots so far, and the open container.
///
/// There is neither recursion nor a stack. While a container is open, its slot stores how to
/// continue after it: `next` is the index of the enclosing container, whose `count` is its number
/// of children so far. For `[[1,2],3]`, after `2` has been read:
///
///     slot 0   array, open    count 1, next 0
///     slot 1   array, open    next 0: the container around it
///     slot 2   1              next 3: each value expects that another one follows it
///     slot 3   2              next 4: set to 0 when `]` turns out to come instead
struct JSONReading {
  typealias Pointer = Reference<JSONReading>

  /// What comes next in the document.
  enum Place: UInt8 {
    /// A key or an element, or the end of the container.
    case child
    /// A value whose key is already in its slot.
    case value
    /// A comma, or the end of the container.
    case end
  }

  var slots: Arena<TreeNode>
  var window: JSONWindow
  var place = Place.child
  /// The character that closes the innermost open container; 0 if the end of the document closes
  /// it, because it has no opening brace.
  private(set) var closing: UInt8 = 0
  private var hasBraces = true
  private var container: UInt32 = 0
  /// The number of its children so far; `last` is the last of them.
  private(set) var count: UInt32 = 0
  private var last: UInt32 = 0
  private(set) var depth = 0

  init(_ slots: Arena<TreeNode>, _ window: JSONWindow) {
    (self.slots, self.window) = (slots, window)
  }

  /// Opens an object that is the whole document and has no braces.
  mutating func openWithoutBrace() {
    slots.append(TreeNode(.object))
    (depth, hasBraces) = (1, false)
  }

  /// Opens a container with a bracket or brace, in the room for the next slot.
  mutating func open(_ bracket: UInt8) {
    if depth == 0 { slots.room.pointee.setKey(start: 0, length: 0) }
    open(bracket, slots.room, at: UInt32(truncatingIfNeeded: slots.count))
    slots.commit()
  }

  @inline(__always)
  mutating func open(
    _ bracket: UInt8, _ slot: Reference<TreeNode>, at index: UInt32
  ) {
    // The outermost container has no enclosing one, and refers to itself.
    slots.room(at: Int(container)).pointee.count = count
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
  mutating func add(_ slot: Reference<TreeNode>, at index: UInt32) {
    slot.pointee.next = index &+ 1
    last = index
    count &+= 1
  }

  /// Closes the innermost container. `next` is the index of the next slot.
  @inline(__always)
  mutating func close(before next: UInt32) {
    if count > 0 { slots.room(at: Int(last)).pointee.next = 0 }
    last = container
    container = slots.room(at: Int(container)).pointee.close(
      at: container, before: next, count: count)
    depth &-= 1
    if depth == 0 {
      slots.room(at: 0).pointee.next = 0
      return
    }
    count = slots.room(at: Int(container)).pointee.count &+ 1
    closing =
      slots.room(at: Int(container)).pointee.kind == .array ? ASCII.closeBracket : ASCII.closeBrace
    if depth == 1, !hasBraces { closing = 0 }
  }
}
