/// Room for the elements of a new array.
///
/// Invariant: there is room for `capacity` values from `first` on, the first `count` of them initialized. It is valid
/// until the closure of `Array.init(capacity:_:)` returns.
@safe struct ArrayRoom<Element> {
  // Not a buffer pointer, for which debug builds look up its type for each element.
  private let first: UnsafeMutablePointer<Element>
  private let capacity: Int
  fileprivate(set) var count = 0

  @inline(__always)
  fileprivate init(_ first: UnsafeMutablePointer<Element>, capacity: Int) {
    unsafe self.first = first
    self.capacity = capacity
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    assert(count < capacity, "There is no room for another element.")
    unsafe (first + count).initialize(to: element)
    count &+= 1
  }
}

extension Array {
  /// Creates an array of as many elements as a closure appends, at most `capacity`.
  ///
  /// Appending them to an array would check for each whether there is room.
  @inline(__always)
  init(capacity: Int, _ appendElements: (inout ArrayRoom<Element>) throws -> Void) rethrows {
    let storage = ArrayStorage.ofArrays(of: Element.self)
    guard capacity > 0, storage.withObject({ $0.isKnown }) else {
      self = try Array(byStandardLibrary: capacity, appendElements)
      return
    }
    let object = unsafe storage.withObject { unsafe $0.allocate(capacity) }
    var room = unsafe ArrayRoom(
      (object + storage.withObject { $0.start }).assumingMemoryBound(to: Element.self),
      capacity: capacity)
    do {
      try appendElements(&room)
    } catch {
      // The elements so far are released.
      _ = unsafe ArrayStorage.array(object, room.count) as [Element]
      throw error
    }
    self = unsafe ArrayStorage.array(object, room.count)
  }

  @inline(never)
  private init(
    byStandardLibrary capacity: Int, _ appendElements: (inout ArrayRoom<Element>) throws -> Void
  ) rethrows {
    try unsafe self.init(unsafeUninitializedCapacity: capacity) { elements, count in
      guard let first = elements.baseAddress else { return }
      var room = unsafe ArrayRoom(first, capacity: capacity)
      defer { count = room.count }
      try appendElements(&room)
    }
  }
}

/// How the storage of arrays of one type is allocated.
///
/// The standard library looks up two types in the runtime for each array whose type isn't known when
/// it is compiled: 800 instructions, which is more than a small element takes. Without this class,
/// nested takes 1.10 times the instructions, and 1.15 times if its types read their fields themselves.
///
/// There is no public access to an array's storage, so this relies on its current layout: an object
/// with the number of elements, the capacity with one more bit, and the elements. The layout of an
/// array that the standard library has made is verified for each type of elements. If it differs, the
/// standard library makes all arrays of the type.
///
/// Invariant: if `isKnown`, an instance of `type` with `start` bytes and the elements is the storage
/// of an array.
private final class ArrayStorage: @unchecked Sendable {
  let isKnown: Bool
  /// The distance from the object to its first element.
  let start: Int
  private let type: AnyClass
  private let stride: Int
  /// The bit beside the capacity.
  private let flag: UInt

  private static let all = TypeTable<ArrayStorage>()

  @inline(__always)
  static func ofArrays<Element>(of type: Element.Type) -> Unretained<ArrayStorage> {
    all.object(of: type) ?? make(type)
  }

  @inline(never)
  private static func make<Element>(_ type: Element.Type) -> Unretained<ArrayStorage> {
    all.store(ArrayStorage(type), of: type)
  }

  // The words of an object: its type, its reference count, and those of the array.
  private static var word: Int { MemoryLayout<Int>.size }
  private static var count: Int { 2 * word }
  private static var capacity: Int { 3 * word }
  private static var end: Int { 4 * word }

  private init<Element>(_ element: Element.Type) {
    let alignment = MemoryLayout<Element>.alignment
    start = (Self.end + alignment - 1) & -alignment
    stride = MemoryLayout<Element>.stride
    var first: UnsafeMutableRawPointer?
    let array = unsafe [Element](unsafeUninitializedCapacity: 1) { elements, _ in
      unsafe first = UnsafeMutableRawPointer(elements.baseAddress)
    }
    guard Self.isKnown, alignment <= Self.word, let object = unsafe Self.object(of: array),
      let first = unsafe first
    else {
      (isKnown, flag, type) = (false, 0, ArrayStorage.self)
      return
    }
    let capacity = unsafe object.load(fromByteOffset: Self.capacity, as: UInt.self)
    flag = capacity & 1
    type = unsafe Swift.type(of: unsafeBitCast(array, to: AnyObject.self))
    isKnown =
      unsafe UnsafeRawPointer(first) == object + start && Int(capacity >> 1) == array.capacity
      && object.load(fromByteOffset: Self.count, as: Int.self) == 0
    withExtendedLifetime(array) {}
  }

  /// Whether arrays have the expected layout.
  private static let isKnown: Bool = {
    let array = unsafe [UInt8](unsafeUninitializedCapacity: 100) { elements, count in
      for index in 0..<3 { unsafe elements.initializeElement(at: index, to: 7) }
      count = 3
    }
    guard let object = unsafe object(of: array) else { return false }
    return withExtendedLifetime(array) {
      unsafe object.load(fromByteOffset: count, as: Int.self) == 3
        && object.load(fromByteOffset: capacity, as: UInt.self) >> 1 == UInt(array.capacity)
        && object.load(fromByteOffset: end, as: UInt8.self) == 7
    }
  }()

  /// The address of an array's storage, if an array is nothing but a reference to it.
  private static func object<Element>(of array: [Element]) -> UnsafeRawPointer? {
    guard MemoryLayout<[Element]>.size == word else { return nil }
    return unsafe unsafeBitCast(array, to: UnsafeRawPointer?.self)
  }

  /// Allocates storage without elements, which must be passed to `array(_:_:)`.
  @inline(__always)
  func allocate(_ capacity: Int) -> UnsafeMutableRawPointer {
    let object = unsafe Unmanaged.passRetained(
      allocateObject(
        bufferType: type, size: start + stride * capacity, alignmentMask: Self.word - 1)
    ).toOpaque()
    let capacityAndFlag = UInt(capacity) << 1 | flag
    unsafe object.storeBytes(of: capacityAndFlag, toByteOffset: Self.capacity, as: UInt.self)
    return unsafe object
  }

  /// The array that consists of a storage, with the number of elements in it.
  @inline(__always)
  static func array<Element>(_ object: UnsafeMutableRawPointer, _ count: Int) -> [Element] {
    unsafe object.storeBytes(of: count, toByteOffset: Self.count, as: Int.self)
    return unsafe unsafeBitCast(
      Unmanaged<AnyObject>.fromOpaque(object).takeRetainedValue(), to: [Element].self)
  }
}

// The standard library declares it like this, for `ManagedBuffer`.
@_silgen_name("swift_bufferAllocate")
private func allocateObject(bufferType type: AnyClass, size: Int, alignmentMask: Int) -> AnyObject
