#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A growable run of trivial values that is written to and read back without reference counting.
///
/// It is a plain pointer, so that a decoding container made of it copies for free. It has no
/// `deinit`: whoever owns an arena calls `deallocate()` once, and nobody else keeps a copy.
///
/// The memory is that of `malloc`, since `realloc` moves the pages of a large arena instead of copying
/// them: while a document of many megabytes is indexed, there is never a second copy of the index.
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

  /// The place of a value, good until the next one is added.
  @inline(__always)
  func pointer(to index: UInt32) -> UnsafeMutablePointer<Element> {
    assert(Int(index) < count)
    return base + Int(index)
  }

  /// Adds a value and returns its index.
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

  /// Forgets the values from an index on.
  mutating func removeAll(from index: Int) {
    assert(index <= count)
    count = index
  }

  /// Makes room for values that are known to come.
  mutating func reserve(_ additional: Int) {
    if count + additional > capacity { grow(toHold: count + additional) }
  }

  /// Forgets the values, and the memory too where it is larger than `limit` values.
  mutating func removeAll(keepingCapacityUpTo limit: Int) {
    count = 0
    guard capacity > limit else { return }
    free(base)
    self = Arena(capacity: limit)
  }

  var isFull: Bool { count == capacity }

  /// The place of the next value, where there is room for one.
  var room: UnsafeMutablePointer<Element> {
    @inline(__always) get { base + count }
  }

  /// Adds values that were written to the room.
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
