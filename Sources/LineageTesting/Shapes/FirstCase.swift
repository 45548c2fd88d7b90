/// The first case of an enum with raw values that can't list its cases.
///
/// A type that contains such an enum asks for nothing further when it doesn't get a value of it, and
/// of an enum of strings none can be made up.
///
/// The invariant that this relies on: a type of one byte, or none, has a value whose bytes are zero.
/// For an enum without payloads that is its first case, and for everything else of that size (`Bool`,
/// an integer, a struct or an enum of one) it is a value too. Nothing of one byte is a reference. A
/// type without any values would be an exception, but has no raw values either.
enum FirstCase {
  /// The first case; nil for types that it can't be told of.
  static func of<Value>(_ type: Value.Type) -> Value? {
    guard type is any RawRepresentable.Type, MemoryLayout<Value>.size <= 1 else { return nil }
    let value = withUnsafeTemporaryAllocation(
      byteCount: max(1, MemoryLayout<Value>.stride), alignment: MemoryLayout<Value>.alignment
    ) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      return bytes.load(as: Value.self)
    }
    return accepts(value) ? value : nil
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
