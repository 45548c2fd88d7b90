// How paths come to have the keys that a type has used.
//
// A path is rarely asked for, and a key is a value of the program's own type, which to store for every
// value would take memory and references to count. So what is stored is a number from which the key can be
// made again: the byte that it is with the type of such keys, or its place among those that the session
// has kept, where a key is more than a byte.

/// The step to a member, by the key that a type has used for it.
struct KeyStep: BitwiseCopyable {
  /// Below those that `Frame` has names for.
  let rawValue: Int32

  private static let last: Int32 = -3
  private static let bitsOfByte: Int32 = 8

  /// The step by a key that is a byte.
  @inline(__always)
  init(byte: Int, ofKeysAt index: Int32) {
    self.init((index &<< Self.bitsOfByte | Int32(truncatingIfNeeded: byte)) &<< 1)
  }

  /// The step by a key that the session keeps.
  init(keptAt index: Int) {
    self.init(Int32(truncatingIfNeeded: index) &<< 1 | 1)
  }

  @inline(__always)
  private init(_ number: Int32) { rawValue = Self.last &- number }

  /// The step with a raw value; nil for an index and for the steps that `Frame` has names for.
  init?(rawValue: Int32) {
    guard rawValue <= Self.last else { return nil }
    self.rawValue = rawValue
  }

  /// The key that was used.
  func key(in state: DecodingState.Pointer) -> any CodingKey {
    let number = Self.last &- rawValue
    let index = number &>> 1
    if number & 1 != 0 { return state.pointee.keptKeys[Int(index)] }
    return state.pointee.keyNames.key(
      ofByte: UInt8(truncatingIfNeeded: index), ofKeysAt: index &>> Self.bitsOfByte)
  }
}

extension DecodingState.Pointer {
  /// The step to a member by a key.
  func step<Key: CodingKey>(by key: Key) -> KeyStep {
    if let names = pointee.keyNames.names(of: Key.self) {
      return KeyStep(byte: key.byte, ofKeysAt: names.pointee.index)
    }
    pointee.keptKeys.append(key)
    return KeyStep(keptAt: pointee.keptKeys.count - 1)
  }
}
