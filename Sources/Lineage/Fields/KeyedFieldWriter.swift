/// The keyed container of a `FieldEncoder`.
struct KeyedFieldWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: FieldWriter
  let container: Int
  /// The names of the keys, where they are bytes.
  let names: KeyNames.Pointer?

  var codingPath: [any CodingKey] { writer.codingPath(ofContainer: container) }

  @inline(__always)
  private func member(_ key: Key) -> UInt32 {
    if let names, let name = names.pointee[key.byte] {
      return writer.addMember(name, to: container)
    }
    return namedMember(key)
  }

  @inline(never)
  private func namedMember(_ key: Key) -> UInt32 {
    let name = key.stringValue
    names?.pointee.learn(name, ofByte: key.byte)
    return writer.addMember(name, to: container)
  }

  private func encoder(for key: Key) -> FieldEncoder {
    FieldEncoder(writer: writer, slot: member(key), container: container)
  }

  /// An encoder for a container under a key; the same container each time it is asked for.
  private func nestedEncoder(for name: String) -> FieldEncoder {
    let slot = writer.declaredMember(name, in: container) ?? writer.addMember(name, to: container)
    return FieldEncoder(writer: writer, slot: slot, container: container)
  }

  mutating func encodeNil(forKey key: Key) throws {
    writer.writeNull(at: member(key))
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try writer.write(value, at: member(key), in: container)
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if T.self == UnknownFields.self, let unknown = value as? UnknownFields {
      return try writer.add(unknown, to: container)
    }
    if writer.carry(value, at: { member(key) }, in: container) { return }
    try writer.encode(value, to: encoder(for: key))
  }

  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }
  mutating func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }

  mutating func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value { try encode(value, forKey: key) } else { omit(key) }
  }

  /// Leaves out a nil; in memory it is written, since there a missing field means another thing.
  private func omit(_ key: Key) {
    if writer.isInMemory { writer.writeNull(at: member(key)) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    nestedEncoder(for: key.stringValue).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    nestedEncoder(for: key.stringValue).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    nestedEncoder(for: FieldKey.super.stringValue)
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    nestedEncoder(for: key.stringValue)
  }
}
