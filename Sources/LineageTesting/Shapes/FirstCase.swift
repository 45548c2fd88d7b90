/// The first case of an enum that can't list its cases.
///
/// A type that contains an enum of strings, or one with payloads, asks for nothing further when it
/// doesn't get a value of it, and none can be made up. With the first case it goes on. The case serves
/// as a value and nothing else: what is learned about the enum is that its cases are not known.
///
/// The invariant that this relies on: a type of one byte has a value whose byte is zero. For an enum
/// without payloads that is its first case, and for everything else of that size (`Bool`, an integer, a
/// struct or an enum of one) it is a value too. Nothing of one byte is a reference, and nothing of one
/// byte is without any values.
enum FirstCase {
  /// The first case of an enum with raw values; nil for types that it can't be told of.
  static func of<Value>(_ type: Value.Type) -> Value? {
    guard type is any RawRepresentable.Type, let value = zero(of: type), accepts(value) else {
      return nil
    }
    return value
  }

  /// The first of some coding keys; nil for those that it can't be told of.
  static func key<Key: CodingKey>(of type: Key.Type) -> Key? {
    guard let key = zero(of: type), Key(stringValue: key.stringValue) != nil else { return nil }
    return key
  }

  private static func zero<Value>(of type: Value.Type) -> Value? {
    guard MemoryLayout<Value>.size == 1 else { return nil }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { bytes in
      bytes.initialize(repeating: 0)
      return UnsafeRawBufferPointer(bytes).load(as: Value.self)
    }
  }

  /// Whether the type knows the raw value as one of its own.
  private static func accepts(_ value: Any) -> Bool {
    func accepts<Raw: RawRepresentable>(_ value: Raw) -> Bool {
      Raw(rawValue: value.rawValue) != nil
    }
    guard let value = value as? any RawRepresentable else { return false }
    return accepts(value)
  }
}
