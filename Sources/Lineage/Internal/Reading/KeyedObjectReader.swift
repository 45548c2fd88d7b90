/// A keyed container for one type of coding key: of an object in a tree, or of one of a foreign
/// decoder.
protocol KeyedObjectReader: KeyedDecodingContainerProtocol {
  associatedtype Object: ObjectReader

  var object: Object { get }

  func scalar<Value: DecodableScalar>(_ type: Value.Type, _ key: Key) throws -> Value
  func scalarIfPresent<Value: DecodableScalar>(_ type: Value.Type, _ key: Key) throws -> Value?
}

extension KeyedObjectReader {
  var codingPath: [any CodingKey] { object.container.codingPath }
  var allKeys: [Key] {
    // Not `compactMap(_:)`, which for a type that isn't known before run time looks up more types.
    var keys: [Key] = []
    for name in object.names {
      if let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { object.contains(key.stringValue) }
  func decodeNil(forKey key: Key) throws -> Bool { try object.decodeNil(key) }

  /// Whether a name is that of a field. The key of the property that collects the unknown fields
  /// isn't a field.
  func declares(_ name: String, besides property: Key) -> Bool {
    Key(stringValue: name) != nil && name != property.stringValue
  }

  // MARK: - Nested containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try object.nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try object.nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    try object.superDecoder(AnyCodingKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try object.superDecoder(key)
  }
}

// MARK: - Scalars

// The standard library asks for a method for each type of scalar.
extension KeyedObjectReader {
  @inline(__always)
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try scalar(type, key)
  }
  @inline(__always)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try scalar(type, key)
  }

  @inline(__always)
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try scalarIfPresent(type, key)
  }
  @inline(__always)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try scalarIfPresent(type, key)
  }
}
