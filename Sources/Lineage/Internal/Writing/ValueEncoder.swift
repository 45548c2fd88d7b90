/// The encoder that every type in versioned data is given, whatever the format.
///
/// It writes one value into the tree of a `DocumentWriter`. It is no larger than three words, which an
/// `any Encoder` has room for without allocating memory.
struct ValueEncoder: Encoder {
  let writer: DocumentWriter
  /// Where the value goes.
  let slot: UInt32
  private let parent: Int32
  /// How the value is reached from there.
  let key: WriterKey

  init(writer: DocumentWriter, slot: UInt32, container: Int, key: WriterKey = .written) {
    self.writer = writer
    self.slot = slot
    parent = Int32(truncatingIfNeeded: container)
    self.key = key
  }

  /// The container that the value is in, -1 at the root.
  var container: Int { Int(parent) }

  var codingPath: [any CodingKey] { writer.codingPath(of: self) }
  var userInfo: [CodingUserInfoKey: Any] { writer.userInfo }

  /// Opens the value as a container.
  func open(_ kind: NodeKind, keepsKeys: Bool = false) -> Int {
    writer.open(kind, at: slot, in: container, key: key, keepsKeys: keepsKeys)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if writer.carriesFields, parent < 0 { writer.state.pointee.rootNames.add(type) }
    return writer.container(over: open(.object), keyedBy: type)
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedWriter(writer, open(.array))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    self
  }
}

// MARK: - SingleValueEncodingContainer

extension ValueEncoder: SingleValueEncodingContainer {
  mutating func encodeNil() throws {
    writer.writeNull(at: slot)
  }

  mutating func encode(_ value: Bool) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: String) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: Double) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: Float) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: Int) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: Int8) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: Int16) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: Int32) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: Int64) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: Int128) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: UInt) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: UInt8) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: UInt16) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: UInt32) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: UInt64) throws {
    try writer.write(value, to: self)
  }
  mutating func encode(_ value: UInt128) throws {
    try writer.write(value, to: self)
  }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try writer.encodeWhole(value, to: self)
  }
}
