/// Values in one block of memory, without their number and without reference counting.
///
/// Invariant: the memory holds `count` initialized values until `deallocate(count:)`, or as long as
/// its owner says. The owner stores `count`. With `CHECKED_MEMORY` it is stored here too, and every
/// index is checked.
@safe struct Elements<Element>: BitwiseCopyable {
  private let base: UnsafeMutablePointer<Element>
  #if CHECKED_MEMORY
    private let count: Int
  #endif

  @inline(__always)
  init(_ base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    #if CHECKED_MEMORY
      self.count = count
    #endif
  }

  /// The values that begin with one that is in a block of memory.
  ///
  /// - Parameter count: The number of values, evaluated only with `CHECKED_MEMORY`.
  @inline(__always)
  init(from first: Reference<Element>, count: @autoclosure () -> Int) {
    #if CHECKED_MEMORY
      unsafe self.init(first.pointer, count: count())
    #else
      unsafe self.init(first.pointer, count: 0)
    #endif
  }

  /// Allocates equal values.
  init(repeating element: Element, count: Int) {
    unsafe self.init(.allocate(capacity: count), count: count)
    unsafe base.initialize(repeating: element, count: count)
  }

  /// Frees the values and their memory.
  ///
  /// - Parameter count: The number of values that were allocated.
  func deallocate(count: Int) {
    checkCount(count)
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  /// Moves the values to larger memory, and appends equal ones.
  func grown(from count: Int, to newCount: Int, with element: Element) -> Elements {
    checkCount(count)
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: newCount)
    unsafe grown.moveInitialize(from: base, count: count)
    unsafe (grown + count).initialize(repeating: element, count: newCount - count)
    unsafe base.deallocate()
    return unsafe Elements(grown, count: newCount)
  }

  @_transparent
  private func check(_ index: Int) {
    #if CHECKED_MEMORY
      assert(index >= 0 && index < count, "The index is out of bounds.")
    #endif
  }

  private func checkCount(_ count: Int) {
    #if CHECKED_MEMORY
      assert(count == self.count, "The number of values differs.")
    #endif
  }

  subscript(index: Int) -> Element {
    @_transparent unsafeAddress {
      check(index)
      return unsafe UnsafePointer(base + index)
    }
    @_transparent nonmutating unsafeMutableAddress {
      check(index)
      return unsafe base + index
    }
  }
  /// A reference to a value, valid as long as the values are.
  @inline(__always)
  func reference(to index: Int) -> Reference<Element> {
    check(index)
    return unsafe Reference(base + index)
  }
}
