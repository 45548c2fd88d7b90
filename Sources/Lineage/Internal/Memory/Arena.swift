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
struct Arena<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private(set) var capacity: Int

  init(capacity: Int) {
    self.base = Self.memory(malloc(max(capacity, 1) * MemoryLayout<Element>.stride))
    self.capacity = capacity
  }

  @inline(__always)
  subscript(index: UInt32) -> Element {
    get {
      assert(Int(index) < count)
      return base[Int(index)]
    }
    nonmutating set {
      assert(Int(index) < count)
      base[Int(index)] = newValue
    }
    nonmutating _modify {
      assert(Int(index) < count)
      yield &base[Int(index)]
    }
  }

  /// A pointer to a value, valid until the next one is appended.
  @inline(__always)
  func pointer(to index: UInt32) -> UnsafeMutablePointer<Element> {
    assert(Int(index) < count)
    return base + Int(index)
  }

  /// Appends a value and returns its index.
  @inline(__always) @discardableResult
  mutating func append(_ element: Element) -> UInt32 {
    if count == capacity { grow(toHold: count + 1) }
    (base + count).initialize(to: element)
    count &+= 1
    return UInt32(truncatingIfNeeded: count &- 1)
  }

  mutating func removeLast() {
    assert(count > 0)
    count -= 1
  }

  mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    guard let source = elements.baseAddress else { return }
    if count + elements.count > capacity { grow(toHold: count + elements.count) }
    (base + count).initialize(from: source, count: elements.count)
    count += elements.count
  }

  /// Removes the values from an index on.
  mutating func removeAll(from index: Int) {
    assert(index <= count)
    count = index
  }

  /// Reserves capacity for additional values.
  mutating func reserve(_ additional: Int) {
    if count + additional > capacity { grow(toHold: count + additional) }
  }

  /// Removes all values, and frees the memory that exceeds `limit` values.
  mutating func removeAll(keepingCapacityUpTo limit: Int) {
    count = 0
    guard capacity > limit else { return }
    free(base)
    self = Arena(capacity: limit)
  }

  var isFull: Bool { count == capacity }

  /// A pointer to the uninitialized memory after the last value.
  var room: UnsafeMutablePointer<Element> {
    @inline(__always) get { base + count }
  }

  /// Adds values that were written to `room`.
  @inline(__always)
  mutating func commit(_ added: Int = 1) {
    assert(count + added <= capacity)
    count &+= added
  }

  func deallocate() {
    free(base)
  }

  @inline(never)
  private mutating func grow(toHold needed: Int) {
    let newCapacity = max(needed, capacity * 2)
    base = Self.memory(realloc(base, newCapacity * MemoryLayout<Element>.stride))
    capacity = newCapacity
  }

  private static func memory(_ memory: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Element> {
    assert(MemoryLayout<Element>.alignment <= 16, "malloc aligns to no more than that")
    guard let memory else { preconditionFailure("Out of memory for the document.") }
    return memory.assumingMemoryBound(to: Element.self)
  }
}
