/// The keyed container: a `FieldScope` for one type of coding key.
struct KeyedFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let scope: FieldScope

  var codingPath: [any CodingKey] { scope.codingPath }
  var allKeys: [Key] { scope.names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { scope.contains(key.stringValue) }
  func decodeNil(forKey key: Key) throws -> Bool { try scope.decodeNil(key.stringValue) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try scope.scalar(type, key.stringValue)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try scope.scalar(type, key.stringValue)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try scope.scalarIfPresent(type, key.stringValue)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try scope.scalarIfPresent(type, key.stringValue)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if let unknown = try unknownFields(as: type, forKey: key) { return unknown }
    return try scope.value(type, key.stringValue)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    if let unknown = try unknownFields(as: type, forKey: key) { return unknown }
    return try scope.valueIfPresent(type, key.stringValue)
  }

  /// What no coding key knows, if that is what is asked for. The key of the property that collects
  /// it is not a field.
  @inline(__always)
  private func unknownFields<T>(as type: T.Type, forKey key: Key) throws -> T? {
    guard type == UnknownFields.self else { return nil }
    let property = key.stringValue
    return try scope.unknownFields { name in
      Key(stringValue: name) != nil && name != property
    } as? T
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try scope.nested(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try scope.nested(key.stringValue).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    try scope.superDecoder(FieldKey.super.stringValue)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try scope.superDecoder(key.stringValue)
  }
}
