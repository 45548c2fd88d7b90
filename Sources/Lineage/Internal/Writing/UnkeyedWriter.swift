/// The unkeyed container of a `ValueEncoder`.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  private let writer: DocumentWriter
  private let id: ContainerID

  init(_ writer: DocumentWriter, _ container: Int) {
    self.writer = writer
    id = writer.container(container).id
  }

  /// The index of the array.
  private var container: Int { writer.index(of: id, .array) }

  var codingPath: [any CodingKey] {
    writer.isOpen(id) ? writer.codingPath(ofContainer: container) : []
  }
  var count: Int { writer.isOpen(id) ? writer.count(ofContainer: container) : 0 }

  /// Adds an element and returns the encoder for it.
  private func nextEncoder() -> ValueEncoder {
    let container = container
    let key = PathKey(index: writer.count(ofContainer: container))
    return ValueEncoder(
      writer: writer, slot: writer.addElement(to: container), container: container, key: key)
  }

  mutating func encodeNil() throws {
    writer.writeNull(at: writer.addElement(to: container))
  }

  mutating func encode(_ value: Bool) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: String) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: Double) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: Float) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: Int) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: Int8) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: Int16) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: Int32) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: Int64) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: Int128) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: UInt) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: UInt8) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: UInt16) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: UInt32) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: UInt64) throws {
    try writer.writeElement(value, in: container)
  }
  mutating func encode(_ value: UInt128) throws {
    try writer.writeElement(value, in: container)
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try writer.encode(value, as: writer.beginElement(in: container))
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    nextEncoder().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nextEncoder().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    nextEncoder()
  }
}
