/// Room for the elements of a new array.
///
/// Invariant: `elements` has room for `elements.count` values, the first `count` of them
/// initialized. It is valid until the closure of `Array.init(capacity:_:)` returns.
@safe struct ArrayRoom<Element> {
  private let elements: UnsafeMutableBufferPointer<Element>
  fileprivate(set) var count = 0

  @inline(__always)
  fileprivate init(_ elements: UnsafeMutableBufferPointer<Element>) {
    unsafe self.elements = elements
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    assert(unsafe count < elements.count, "There is no room for another element.")
    unsafe elements.initializeElement(at: count, to: element)
    count &+= 1
  }
}

extension Array {
  /// Creates an array of as many elements as a closure appends, at most `capacity`.
  ///
  /// Appending them to an array would check for each whether there is room.
  @inline(__always)
  init(capacity: Int, _ appendElements: (inout ArrayRoom<Element>) throws -> Void) rethrows {
    try unsafe self.init(unsafeUninitializedCapacity: capacity) { elements, count in
      var room = unsafe ArrayRoom(elements)
      defer { count = room.count }
      try appendElements(&room)
    }
  }
}
