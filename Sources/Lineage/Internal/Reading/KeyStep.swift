// How coding paths get the keys that a type has used.
//
// A path is rarely needed, and a key is a value of the user's own type. Storing it for every value
// would take memory and reference counting. So frames store a number from which the key can be
// restored: for single-byte keys, the byte and the index of the key's type; for other keys, the
// index of the key among those that the session has stored.

/// The step to a member whose key is known.
struct KeyStep: BitwiseCopyable {
  /// Less than the steps that `Frame` declares.
  let rawValue: Int32

  private static let last: Int32 = -3
  private static let bitsOfByte: Int32 = 8

  /// The step for a single-byte key.
  @inline(__always)
  init(byte: Int, ofKeysAt index: Int32) {
    self.init((index &<< Self.bitsOfByte | Int32(truncatingIfNeeded: byte)) &<< 1)
  }

  /// The step for a key that the session has stored.
  init(storedAt index: Int) {
    self.init(Int32(truncatingIfNeeded: index) &<< 1 | 1)
  }

  @inline(__always)
  private init(_ number: Int32) { rawValue = Self.last &- number }

  /// The step with a raw value; nil for an index and for the steps that `Frame` declares.
  init?(rawValue: Int32) {
    guard rawValue <= Self.last else { return nil }
    self.rawValue = rawValue
  }

  /// The key that was used.
  func key(in state: DecodingState.Pointer) -> any CodingKey {
    let number = Self.last &- rawValue
    let index = number &>> 1
    if number & 1 != 0 { return state.pointee.storedKeys[Int(index)] }
    return state.pointee.keyNames.key(
      ofByte: UInt8(truncatingIfNeeded: index), ofKeysAt: index &>> Self.bitsOfByte)
  }
}

extension DecodingState.Pointer {
  /// The step for a key.
  func step<Key: CodingKey>(by key: Key) -> KeyStep {
    if let names = pointee.keyNames.names(of: Key.self) {
      return KeyStep(byte: key.byte, ofKeysAt: names.pointee.index)
    }
    pointee.storedKeys.append(key)
    return KeyStep(storedAt: pointee.storedKeys.count - 1)
  }
}
