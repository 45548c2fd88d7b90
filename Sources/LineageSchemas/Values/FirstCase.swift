/// The first case of an enum that isn't `CaseIterable`.
///
/// The probe can't make up a value of such an enum, and without one, a type that contains it
/// decodes nothing further. With the first case, it continues. The case is used only as a value:
/// the schema still says that the enum's cases are unknown.
///
/// This relies on the following invariant: a type with a size of one byte has a value whose byte is
/// zero. For an enum without payloads, that is the first case. For all other types of this size
/// (`Bool`, an integer, a struct or an enum that contains one), it is a valid value too. No type of
/// one byte is a reference, and none is uninhabited.
enum FirstCase {
  /// The first case of an enum with raw values; nil for types whose first case can't be determined.
  static func of<Value>(_ type: Value.Type) -> Value? {
    guard type is any RawRepresentable.Type, let value = zero(of: type), accepts(value) else {
      return nil
    }
    return value
  }

  /// The first case of an enum of coding keys; nil for types whose first case can't be determined.
  static func key<Key: CodingKey>(of type: Key.Type) -> Key? {
    guard let key = zero(of: type), Key(stringValue: key.stringValue) != nil else { return nil }
    return key
  }

  private static func zero<Value>(of type: Value.Type) -> Value? {
    guard MemoryLayout<Value>.size == 1 else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { bytes in
      unsafe bytes.initialize(repeating: 0)
      return unsafe UnsafeRawBufferPointer(bytes).load(as: Value.self)
    }
  }

  /// Whether the type accepts its own raw value.
  private static func accepts(_ value: Any) -> Bool {
    func accepts<Raw: RawRepresentable>(_ value: Raw) -> Bool {
      Raw(rawValue: value.rawValue) != nil
    }
    guard let value = value as? any RawRepresentable else { return false }
    return accepts(value)
  }
}
