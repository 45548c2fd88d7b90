/// An object of a writer, without a hold on the writer.
struct WriterPlace: BitwiseCopyable {
  private let unheld: Unmanaged<FieldWriter>
  /// The writer's state.
  private let state: UnsafeMutablePointer<FieldWriter.State>
  let container: Int

  init(_ writer: FieldWriter, _ container: Int) {
    unheld = .passUnretained(writer)
    state = writer.state
    self.container = container
  }

  /// Lends the writer, which costs no counting of references.
  @inline(__always)
  func withWriter<Result>(_ body: (FieldWriter) throws -> Result) rethrows -> Result {
    try unheld._withUnsafeGuaranteedRef { try body($0) }
  }

  /// Begins a member as text, if the byte of its key says for certain that it is new.
  ///
  /// - Returns: Whether the text goes on with the value now.
  @inline(__always)
  func beginText(ofByte byte: Int, of names: KeyNames<WriterPlace>.Pointer) -> Bool {
    let object = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: container))
    guard object.pointee.mayBegin(byte, of: names),
      state.pointee.text.isReady(for: container)
        || withWriter({ $0.makeTextReady(for: container) })
    else { return false }
    state.pointee.text.pass(names.pointee.memberText(ofByte: byte), in: object)
    return true
  }

  /// Writes the scalar that the text goes on with.
  @inline(__always)
  func write<Value: FieldScalar>(_ value: Value) {
    value.append(to: &state.pointee.text.output)
  }

  /// Writes the null that the text goes on with.
  func writeNull() {
    state.pointee.text.output.appendNull()
  }

  /// Encodes the value that the text goes on with.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value) throws {
    let slot = state.pointee.text.awaitLatest()
    try unheld._withUnsafeGuaranteedRef {
      try $0.encode(value, to: FieldEncoder(writer: $0, slot: slot, container: container))
    }
  }
}

/// The keyed container of a `FieldEncoder`.
struct KeyedFieldWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let ownPlace: WriterPlace
  /// Holds on to the writer, unless the container belongs to it.
  private let holder: FieldWriter?
  /// The names of the keys, where they are bytes.
  private let names: KeyNames<WriterPlace>.Pointer?
  /// Where the object stands instead, in a container that is used for one object after the other.
  private let reused: ReusedContainer<WriterPlace>.Pointer?

  init(
    _ writer: FieldWriter, _ container: Int, _ names: KeyNames<WriterPlace>.Pointer? = nil,
    in reused: ReusedContainer<WriterPlace>.Pointer? = nil
  ) {
    ownPlace = WriterPlace(writer, container)
    holder = reused == nil ? writer : nil
    self.names = names
    self.reused = reused
  }

  var codingPath: [any CodingKey] {
    withWriter { writer, container in writer.codingPath(ofContainer: container) }
  }

  @inline(__always)
  private func withWriter<Result>(
    _ body: (FieldWriter, _ container: Int) throws -> Result
  ) rethrows -> Result {
    let place = reused?.pointee.place ?? ownPlace
    return try place.withWriter { try body($0, place.container) }
  }

  /// The slot of a member.
  private func member(_ key: Key, _ writer: FieldWriter, _ container: Int) -> UInt32 {
    let slot = addMember(key, writer, container)
    if writer.carriesFields, Key.isAnyName { writer.tree.slots[slot].flags.insert(.isUndeclared) }
    return slot
  }

  private func addMember(_ key: Key, _ writer: FieldWriter, _ container: Int) -> UInt32 {
    let string = key.stringValue
    if let names, let name = names.pointee.learnedName(string, ofByte: key.byte) {
      return writer.addMember(name, to: container)
    }
    return writer.addMember(string, to: container)
  }

  /// Begins a member where no more than the byte of its key is needed for that, in a text that goes on
  /// with the value now.
  @inline(__always)
  private func begin(_ key: Key) -> WriterPlace? {
    guard let reused, reused.pointee.names.pointee.isName(key.stringValue, ofByte: key.byte) else {
      return nil
    }
    let place = reused.pointee.place
    return place.beginText(ofByte: key.byte, of: reused.pointee.names) ? place : nil
  }

  @inline(__always)
  private mutating func write<Value: FieldScalar>(_ value: Value, _ key: Key) throws {
    if value.isConforming, let place = begin(key) {
      place.write(value)
    } else {
      try writeByName(value, key)
    }
  }

  @inline(never)
  private mutating func writeByName<Value: FieldScalar>(_ value: Value, _ key: Key) throws {
    try withWriter { writer, container in
      try writer.write(value, at: member(key, writer, container), in: container)
    }
  }

  /// An encoder for a container under a key; the same container each time it is asked for.
  private func nestedEncoder(for name: String) -> FieldEncoder {
    withWriter { writer, container in
      let slot = writer.declaredMember(name, in: container) ?? writer.addMember(name, to: container)
      return FieldEncoder(writer: writer, slot: slot, container: container)
    }
  }

  mutating func encodeNil(forKey key: Key) throws {
    if let place = begin(key) { return place.writeNull() }
    withWriter { writer, container in writer.writeNull(at: member(key, writer, container)) }
  }

  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: String, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    try write(value, key)
  }
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try write(value, key)
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if T.self == UnknownFields.self, let unknown = value as? UnknownFields {
      return try withWriter { writer, container in try writer.add(unknown, to: container) }
    }
    if let place = begin(key) { return try place.encode(value) }
    let encoder = encoderByName(for: key)
    if encoder.writer.carriesFields, encoder.writer.carry(value, at: encoder.slot) {
      return
    }
    try encoder.writer.encode(value, to: encoder)
  }

  // Not a part of `encode(_:forKey:)`: what knows a value's type must not hand on what it captures, or
  // the runtime is asked what that is.
  @inline(never)
  private mutating func encoderByName(for key: Key) -> FieldEncoder {
    withWriter { writer, container in
      FieldEncoder(writer: writer, slot: member(key, writer, container), container: container)
    }
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
    withWriter { writer, container in
      if writer.isInMemory { writer.noteOmitted(key.stringValue, in: container) }
    }
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
