/// The encoder that is passed to every type in versioned data, for all formats.
///
/// It writes one value to a `DocumentWriter`. It isn't larger than three words, so an `any Encoder`
/// stores it without allocating memory.
struct ValueEncoder: Encoder {
  let writer: DocumentWriter
  /// The slot that the value is written to.
  let slot: UInt32
  private let parent: Int32
  /// The key or index of the value in its container.
  let key: PathKey

  init(writer: DocumentWriter, slot: UInt32, container: Int, key: PathKey = .member) {
    self.writer = writer
    self.slot = slot
    parent = Int32(truncatingIfNeeded: container)
    self.key = key
  }

  /// The index of the container that the value is in; -1 at the root.
  var container: Int { Int(parent) }

  /// Whether the value is a member of an object.
  var isMember: Bool {
    // User code may use an encoder after its container was closed. Another one may have its index then.
    container >= 0 && container < writer.state.pointee.containers.count
      && !writer.container(container).isArray
  }

  var codingPath: [any CodingKey] { writer.codingPath(of: self) }
  var userInfo: [CodingUserInfoKey: Any] {
    writer.state.pointee.hasAskedForUserInfo = true
    return writer.userInfo
  }

  /// Opens the value as a container.
  func open(_ kind: NodeKind, keysAreData: Bool = false) -> Int {
    writer.open(kind, in: self, keysAreData: keysAreData)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if writer.carriesFields, parent < 0 { writer.state.pointee.rootKeys.add(type) }
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
