/// The encoder that every type in versioned data is given, whatever the format.
///
/// It writes one value into the tree of a `FieldWriter`.
struct FieldEncoder: Encoder {
  let writer: FieldWriter
  /// Where the value goes.
  let slot: UInt32
  /// The container it stands in, -1 at the root.
  let container: Int

  var codingPath: [any CodingKey] { writer.codingPath(ofContainer: container, slot: slot) }
  var userInfo: [CodingUserInfoKey: Any] { writer.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if writer.carriesFields, container < 0 { writer.state.pointee.rootNames.add(type) }
    let opened = writer.open(.object, at: slot, in: container)
    return writer.container(over: opened, keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedFieldWriter(writer: writer, container: writer.open(.array, at: slot, in: container))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    self
  }
}

// MARK: - SingleValueEncodingContainer

extension FieldEncoder: SingleValueEncodingContainer {
  mutating func encodeNil() throws {
    writer.writeNull(at: slot)
  }

  mutating func encode(_ value: Bool) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: String) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: Double) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: Float) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: Int) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: Int8) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: Int16) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: Int32) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: Int64) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: Int128) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: UInt) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: UInt8) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: UInt16) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: UInt32) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: UInt64) throws {
    try writer.write(value, at: slot, in: container)
  }
  mutating func encode(_ value: UInt128) throws {
    try writer.write(value, at: slot, in: container)
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try writer.encode(value, to: self)
  }
}
