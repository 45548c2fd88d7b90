/// Room for the members of a new dictionary.
///
/// Invariant: `keys` and `values` have room for `keys.count` members, the first `count` of them
/// initialized. It is valid until the closure of `Dictionary.init(capacity:_:)` returns.
@safe struct DictionaryRoom<Key, Value> {
  private let keys: UnsafeMutableBufferPointer<Key>
  private let values: UnsafeMutableBufferPointer<Value>
  fileprivate(set) var count = 0

  @inline(__always)
  fileprivate init(
    _ keys: UnsafeMutableBufferPointer<Key>, _ values: UnsafeMutableBufferPointer<Value>
  ) {
    unsafe self.keys = keys
    unsafe self.values = values
  }

  /// Adds a member.
  @inline(__always)
  mutating func add(_ key: consuming Key, _ value: consuming Value) {
    unsafe precondition(count < keys.count, "There is no room for another member.")
    unsafe values.initializeElement(at: count, to: value)
    unsafe keys.initializeElement(at: count, to: key)
    count &+= 1
  }
}

extension Dictionary {
  /// Creates a dictionary of the members that a closure adds, at most `capacity`, whose keys differ.
  ///
  /// Where the type of the values isn't known before run time, storing them one by one takes more
  /// than twice as long: the runtime looks up the type of the dictionary several times for each.
  @inline(__always)
  init(capacity: Int, _ addMembers: (inout DictionaryRoom<Key, Value>) throws -> Void) throws {
    var failure: (any Error)?
    unsafe self.init(_unsafeUninitializedCapacity: capacity, allowingDuplicates: true) {
      keys, values in
      var room = unsafe DictionaryRoom(keys, values)
      do {
        try addMembers(&room)
      } catch {
        failure = error
      }
      return room.count
    }
    if let failure { throw failure }
  }
}
