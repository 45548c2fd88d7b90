/// A position in bytes that something else owns.
///
/// Invariant: the bytes live as long as the cursor is read from; the types that have cursors say
/// who owns them. A cursor may be moved beyond the bytes, but not read from there. If memory is
/// checked, a cursor has the bounds of its bytes, and so is reading.
@safe struct ByteCursor: BitwiseCopyable {
  let pointer: UnsafePointer<UInt8>
  #if CHECKED_MEMORY
    private let lowerBound: UInt
    private let upperBound: UInt
  #endif

  /// The position of the first of some bytes.
  @inline(__always)
  init(_ pointer: UnsafePointer<UInt8>, count: Int) {
    unsafe self.pointer = pointer
    #if CHECKED_MEMORY
      lowerBound = UInt(bitPattern: pointer)
      upperBound = lowerBound + UInt(count)
    #endif
  }

  @inline(__always)
  private init(_ other: ByteCursor, advancedBy count: Int) {
    unsafe pointer = other.pointer + count
    #if CHECKED_MEMORY
      (lowerBound, upperBound) = (other.lowerBound, other.upperBound)
    #endif
  }

  /// The position without the bounds that `CHECKED_MEMORY` adds, so that it is always one word.
  @safe struct Address: BitwiseCopyable, Equatable {
    private let pointer: UnsafePointer<UInt8>

    @inline(__always)
    init(_ cursor: ByteCursor) {
      unsafe pointer = cursor.pointer
    }

    /// The cursor at the position.
    ///
    /// - Parameter count: The number of bytes from there on, evaluated only with `CHECKED_MEMORY`.
    @inline(__always)
    func cursor(count: @autoclosure () -> Int) -> ByteCursor {
      #if CHECKED_MEMORY
        unsafe ByteCursor(pointer, count: count())
      #else
        unsafe ByteCursor(pointer, count: 0)
      #endif
    }

    @inline(__always)
    static func == (first: Address, second: Address) -> Bool {
      unsafe first.pointer == second.pointer
    }
  }

  /// Allocates a copy of some bytes, which must be freed with `deallocate()` unless it lives forever.
  static func allocate(copyOf bytes: [UInt8]) -> ByteCursor {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe copy.initialize(fromContentsOf: bytes)
    return unsafe ByteCursor(UnsafePointer(copy.baseAddress.unsafelyUnwrapped), count: bytes.count)
  }

  /// Frees bytes of which this is the first.
  func deallocate() {
    #if CHECKED_MEMORY
      assert(address == lowerBound, "Only whole texts can be freed.")
    #endif
    unsafe pointer.deallocate()
  }

  /// Checks that there are bytes to read.
  @inline(__always)
  func check(_ count: Int, from offset: Int = 0) {
    #if CHECKED_MEMORY
      let first = address &+ UInt(bitPattern: offset)
      assert(
        count == 0
          || lowerBound <= first && first < upperBound && count <= Int(upperBound - first),
        "A cursor reads beyond its bytes.")
    #endif
  }

  var pointee: UInt8 {
    @inline(__always) get {
      check(1)
      return unsafe pointer.pointee
    }
  }

  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    check(1, from: offset)
    return unsafe pointer[offset]
  }

  /// The value that the next bytes are.
  @inline(__always)
  func load<Value: BitwiseCopyable>(as type: Value.Type) -> Value {
    check(MemoryLayout<Value>.size)
    return unsafe UnsafeRawPointer(pointer).loadUnaligned(as: type)
  }

  var address: UInt { unsafe UInt(bitPattern: pointer) }

  @inline(__always)
  static func + (cursor: ByteCursor, count: Int) -> ByteCursor {
    ByteCursor(cursor, advancedBy: count)
  }

  @inline(__always)
  static func - (cursor: ByteCursor, count: Int) -> ByteCursor {
    ByteCursor(cursor, advancedBy: -count)
  }

  @inline(__always)
  static func += (cursor: inout ByteCursor, count: Int) {
    cursor = cursor + count
  }

  /// The number of bytes from one position to another.
  @inline(__always)
  static func - (end: ByteCursor, start: ByteCursor) -> Int {
    unsafe end.pointer - start.pointer
  }
}

extension ByteCursor: Comparable {
  @inline(__always)
  static func == (first: ByteCursor, second: ByteCursor) -> Bool {
    unsafe first.pointer == second.pointer
  }

  @inline(__always)
  static func < (first: ByteCursor, second: ByteCursor) -> Bool {
    unsafe first.pointer < second.pointer
  }

  // The defaults would negate the opposite.

  @inline(__always)
  static func > (first: ByteCursor, second: ByteCursor) -> Bool {
    unsafe first.pointer > second.pointer
  }

  @inline(__always)
  static func <= (first: ByteCursor, second: ByteCursor) -> Bool {
    unsafe first.pointer <= second.pointer
  }

  @inline(__always)
  static func >= (first: ByteCursor, second: ByteCursor) -> Bool {
    unsafe first.pointer >= second.pointer
  }
}
