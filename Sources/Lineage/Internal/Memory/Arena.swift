#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A growable array of trivial values without reference counting.
///
/// It is a plain pointer, so copying it costs nothing. It has no `deinit`: its owner must call
/// `deallocate()` exactly once, and no copy may be used after that.
///
/// The memory comes from `malloc`, because `realloc` can move the pages of a large arena without
/// copying them. So indexing a document of many megabytes never needs a second copy of the index.
///
/// Invariant: `base` points to `capacity` values, the first `count` of them initialized.
@safe struct Arena<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    unsafe base = Self.memory(malloc(max(capacity, 1) * MemoryLayout<Element>.stride))
    self.capacity = capacity
  }

  init(_ elements: [Element]) {
    self.init(capacity: elements.count)
    for element in elements { append(element) }
  }

  @inline(__always)
  subscript(index: UInt32) -> Element {
    get {
      assert(Int(index) < count)
      return unsafe base[Int(index)]
    }
    nonmutating set {
      assert(Int(index) < count)
      unsafe base[Int(index)] = newValue
    }
    nonmutating _modify {
      assert(Int(index) < count)
      yield unsafe &base[Int(index)]
    }
  }

  /// A pointer to a value, valid until the next one is appended.
  @inline(__always)
  func pointer(to index: UInt32) -> Reference<Element> {
    assert(Int(index) < count)
    return unsafe Reference(base + Int(index))
  }

  /// The memory for a value that may not be added yet, valid until the next one is appended.
  @inline(__always)
  func room(at index: Int) -> Reference<Element> {
    assert(index >= 0 && index < capacity)
    return unsafe Reference(base + index)
  }

  /// The values in a range of indices, valid until the next one is appended.
  func values(from start: UInt32, to end: UInt32) -> Values {
    assert(start <= end && end <= count)
    return Values(arena: self, startIndex: start, endIndex: end)
  }

  /// Some values of an arena. Changing them changes those of the arena.
  struct Values: RandomAccessCollection, MutableCollection {
    fileprivate let arena: Arena
    let startIndex: UInt32
    let endIndex: UInt32

    subscript(index: UInt32) -> Element {
      get { arena[index] }
      nonmutating set { arena[index] = newValue }
    }
  }

  /// The memory of the first value, valid until the next one is appended.
  var first: Reference<Element> {
    @inline(__always) get { unsafe Reference(base) }
  }

  /// The values, valid until the next one is appended.
  var buffer: UnsafeBufferPointer<Element> {
    unsafe UnsafeBufferPointer(start: base, count: count)
  }

  /// Appends a value and returns its index.
  @inline(__always) @discardableResult
  mutating func append(_ element: Element) -> UInt32 {
    if count == capacity { grow(toHold: count + 1) }
    unsafe (base + count).initialize(to: element)
    count &+= 1
    return UInt32(truncatingIfNeeded: count &- 1)
  }

  mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    guard let source = elements.baseAddress else { return }
    if count + elements.count > capacity { grow(toHold: count + elements.count) }
    unsafe (base + count).initialize(from: source, count: elements.count)
    count += elements.count
  }

  /// Appends the values of another arena, and returns the index of the first.
  @inline(__always)
  mutating func append(contentsOf other: Arena) -> UInt32 {
    let first = count
    unsafe append(contentsOf: other.buffer)
    return UInt32(truncatingIfNeeded: first)
  }

  /// Removes the values from an index on.
  mutating func removeAll(from index: Int) {
    assert(index <= count)
    count = index
  }

  /// Removes the values from an index on, and frees the memory that exceeds `limit` values, if the
  /// others need no more.
  mutating func removeAll(from index: Int, keepingCapacityUpTo limit: Int) {
    removeAll(from: index)
    guard capacity > limit, index <= limit else { return }
    unsafe base = Self.memory(realloc(base, max(limit, 1) * MemoryLayout<Element>.stride))
    capacity = limit
  }

  /// Reserves capacity for additional values.
  mutating func reserve(_ additional: Int) {
    if count + additional > capacity { grow(toHold: count + additional) }
  }

  /// Removes all values, and frees the memory that exceeds `limit` values.
  mutating func removeAll(keepingCapacityUpTo limit: Int) {
    removeAll(from: 0, keepingCapacityUpTo: limit)
  }

  var isFull: Bool { count == capacity }

  /// The uninitialized memory after the last value. The arena must not be full.
  var room: Reference<Element> {
    @inline(__always) get { room(at: count) }
  }

  /// Adds values that were written to `room`.
  @inline(__always)
  mutating func commit(_ added: Int = 1) {
    assert(count + added <= capacity)
    count &+= added
  }

  func deallocate() {
    unsafe free(base)
  }

  @inline(never)
  private mutating func grow(toHold needed: Int) {
    let newCapacity = max(needed, capacity * 2)
    unsafe base = Self.memory(realloc(base, newCapacity * MemoryLayout<Element>.stride))
    capacity = newCapacity
  }

  private static func memory(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Element> {
    assert(MemoryLayout<Element>.alignment <= 16, "malloc aligns to no more than that")
    guard let memory = unsafe memory else { preconditionFailure("Out of memory for the document.") }
    return unsafe memory.assumingMemoryBound(to: Element.self)
  }
}
