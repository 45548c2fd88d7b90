/// An object that is being encoded, on which `KeyedWriter` and `FieldWriter` are built. It doesn't
/// retain its writer.
///
/// It is in the same file as `KeyedWriter`, so that debug builds specialize its generic methods for
/// each type of scalar there.
struct ObjectWriter: BitwiseCopyable {
  private let unretained: Unretained<DocumentWriter>
  /// The writer's state.
  private let state: Reference<DocumentWriter.State>
  private let id: ContainerID

  init(_ writer: DocumentWriter, _ container: Int) {
    self.init(writer, writer.container(container).id)
  }

  /// An object that is never written to.
  init(unusedIn writer: DocumentWriter) {
    self.init(writer, .root)
  }

  private init(_ writer: DocumentWriter, _ id: ContainerID) {
    unretained = Unretained(writer)
    state = writer.state
    self.id = id
  }

  /// Calls a closure with the writer, without a retain and release, and with the index of the
  /// object.
  @inline(__always)
  func withWriter<Result>(
    _ body: (DocumentWriter, _ container: Int) throws -> Result
  ) rethrows -> Result {
    try unretained.withObject { try body($0, $0.index(of: id, .object)) }
  }

  /// The path of the object, as long as it isn't complete.
  var codingPath: [any CodingKey] {
    unretained.withObject { $0.isOpen(id) ? $0.codingPath(ofContainer: Int(id.index)) : [] }
  }

  /// The cached names of the keys that an object of fields is written with.
  @inline(__always)
  func names<Key: CodingKey>(of type: Key.Type) -> KeyNames.Pointer? {
    unretained.withObject { $0.names(of: type, in: Int(id.index)) }
  }

  /// Records that the fields of the root are written with these keys.
  @inline(__always)
  func addRootNames(_ type: any CodingKey.Type) {
    if state.pointee.mode == .carriedFields { state.pointee.rootKeys.add(type) }
  }

  /// The keys that a class and its subclasses have opened for the object.
  func opened(
    _ keys: FieldKeys, after subclass: FieldKeys, _ former: Unretained<OpenedKeys>?
  ) -> Unretained<OpenedKeys> {
    state.pointee.keyNames.classKeys.opened(keys, after: subclass, former)
  }

  /// A container that writes to the object by name.
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedWriter<Key> {
    KeyedWriter<Key>(self, retaining: unretained.object)
  }

  /// Prepares the object for keys with cached names.
  func expect(_ names: KeyNames.Pointer) {
    state.pointee.containers[UInt32(truncatingIfNeeded: id.index)].expect(names)
  }

  /// Begins a member as text, if the byte of its key is enough to know that it is new.
  ///
  /// - Returns: Whether the member has begun, so that its value must be written next.
  @inline(__always)
  func beginText(ofByte byte: Int, of names: KeyNames.Pointer) -> Bool {
    guard state.pointee.text.isReady(for: id) || makeTextReady() else { return false }
    let object = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: id.index))
    guard object.pointee.mayBegin(byte, of: names) else { return false }
    state.pointee.text.begin(names.memberText(ofByte: byte), in: object)
    return true
  }

  @inline(never)
  private func makeTextReady() -> Bool {
    unretained.withObject {
      $0.isOpen(id) && $0.makeTextReady(for: Int(id.index))
    }
  }

  /// Writes a scalar as the value of the member that has begun.
  @inline(__always)
  func write<Value: EncodableScalar>(_ value: Value) {
    value.append(to: &state.pointee.text.output)
  }

  /// Writes a null as the value of the member that has begun.
  func writeNull() {
    state.pointee.text.output.appendNull()
  }

  /// The slot for a new member of a tree, if the byte of its key is enough to know that it is new;
  /// 0 if it has to be looked up by name.
  @inline(never)
  func addToTree(ofByte byte: Int, of names: KeyNames.Pointer) -> UInt32 {
    addToTree(names.string(ofByte: byte), ofByte: byte, of: names)
  }

  @inline(__always)
  fileprivate func addToTree(
    _ name: String, ofByte byte: Int, of names: KeyNames.Pointer
  ) -> UInt32 {
    unretained.withObject {
      guard $0.isOpen(id) else { return 0 }
      return $0.addToTree(name, ofByte: byte, of: names, in: Int(id.index)) ?? 0
    }
  }

  /// Writes a scalar as the value of a member that was added to a tree.
  @inline(__always)
  func write<Value: EncodableScalar>(_ value: Value, at slot: UInt32) {
    unretained.withObject { $0.tree.slots[slot].setValue(value.node(in: $0.tree)) }
  }

  /// Whether the writer builds a tree in memory, and stores fields of a type as Swift values.
  func carries<Value: Encodable>(_ type: Value.Type) -> Bool {
    state.pointee.mode == .carriedFields
      && PlanCache.unretainedEncodingPlan(for: type).withObject { $0.isCarried }
  }

  /// Stores a Swift value as that of a member that was added to a tree.
  func carry<Value: Encodable>(_ value: Value, at slot: UInt32) {
    unretained.withObject { $0.write(.carried($0.carried(value)), at: slot) }
  }

  /// Writes the null of a property that is nil, for a member that was added to a tree.
  func omit(at slot: UInt32) {
    unretained.withObject {
      $0.tree.slots[slot].setValue(TreeNode(.null))
      $0.tree.slots[slot].flags.insert(.isOmitted)
    }
  }

  var isInMemory: Bool { state.pointee.mode.isInMemory }

  /// Whether omitted nils must be recorded.
  var recordsOmittedNils: Bool { isInMemory || state.pointee.omittedNils.isNeeded }

  /// Encodes the value of the member that has begun.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, for key: PathKey) throws {
    let slot = state.pointee.text.awaitNext()
    try unretained.withObject { writer in
      let mark = writer.mark
      let encoder = ValueEncoder(writer: writer, slot: slot, container: Int(id.index), key: key)
      do {
        try writer.encode(value, to: encoder)
      } catch {
        writer.remove(encoder, isLinked: true, since: mark)
        throw error
      }
      writer.end(slot, since: mark)
    }
  }
}

/// A reused container of a writer.
struct ReusedWriter: ContainerWithObject {
  typealias Pointer = Reference<ReusedWriter>

  private(set) var container: ReusedContainer
  var object: ObjectWriter
}

extension ReusedWriter.Pointer {
  /// The slot for a new member of a tree; 0 if it has to be looked up by name. This is one function
  /// for all types of keys and fields.
  @inline(never)
  fileprivate func addToTree(_ name: String, ofByte byte: Int) -> UInt32 {
    pointee.object.addToTree(name, ofByte: byte, of: pointee.container.names)
  }
}

/// The keyed container of a `ValueEncoder`.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  private let ownObject: ObjectWriter
  /// The writer, which is retained unless it owns the container.
  private let retainedWriter: DocumentWriter?
  /// The cached names of the keys, if the keys are single bytes.
  private let names: KeyNames.Pointer?
  /// In a reused container, the location of the current object, in place of `ownObject`.
  private let reused: ReusedWriter.Pointer?

  init(
    _ object: ObjectWriter, retaining writer: DocumentWriter,
    _ names: KeyNames.Pointer? = nil
  ) {
    ownObject = object
    retainedWriter = writer
    self.names = names
    reused = nil
  }

  init(
    _ object: ObjectWriter, _ names: KeyNames.Pointer, in reused: ReusedWriter.Pointer
  ) {
    ownObject = object
    retainedWriter = nil
    self.names = names
    self.reused = reused
  }

  private var object: ObjectWriter {
    @inline(__always) get { reused?.pointee.object ?? ownObject }
  }

  var codingPath: [any CodingKey] { object.codingPath }

  @inline(__always)
  private func withWriter<Result>(
    _ body: (DocumentWriter, _ container: Int) throws -> Result
  ) rethrows -> Result {
    try object.withWriter(body)
  }

  /// The slot for a member, which replaces one of the same name.
  private func addMember(_ key: Key, _ writer: DocumentWriter, _ container: Int) -> UInt32 {
    let string = key.stringValue
    let slot: UInt32
    if let names, let name = names.pointee.learnedName(string, ofByte: key.byte) {
      slot = writer.addMember(name, to: container)
    } else {
      slot = writer.addMember(string, to: container, key: key)
    }
    recordAnyName(slot, writer)
    return slot
  }

  /// If fields are carried, records that a type whose keys accept any name doesn't declare this
  /// member.
  private func recordAnyName(_ slot: UInt32, _ writer: DocumentWriter) {
    if writer.carriesFields, Key.isAnyName {
      writer.tree.slots[slot].flags.insert(.isUndeclared)
    }
  }

  private func name(of key: Key) -> String {
    let string = key.stringValue
    _ = names?.pointee.learnedName(string, ofByte: key.byte)
    return string
  }

  /// The key as the writer stores it.
  private func storedKey(_ key: Key, _ writer: DocumentWriter) -> PathKey {
    names.map { PathKey(byte: key.byte, ofKeysAt: $0.pointee.index) } ?? writer.store(key)
  }

  /// Begins a member as text, if the byte of its key is enough for that. Its value must then be
  /// written with the object that is returned.
  @inline(__always)
  private func begin(_ key: Key) -> ObjectWriter? {
    guard let reused, reused.pointee.container.names.isName(key.stringValue, ofByte: key.byte)
    else {
      return nil
    }
    let object = reused.pointee.object
    return object.beginText(ofByte: key.byte, of: reused.pointee.container.names) ? object : nil
  }

  @inline(__always)
  mutating func write<Value: EncodableScalar>(_ value: Value, _ key: Key) throws {
    if value.isConforming, let object = begin(key) {
      object.write(value)
    } else {
      try writeOnSlowPath(value, key)
    }
  }

  @inline(never)
  private mutating func writeOnSlowPath<Value: EncodableScalar>(_ value: Value, _ key: Key) throws {
    if value.isConforming, let reused {
      let slot = reused.addToTree(key.stringValue, ofByte: key.byte)
      if slot != 0 { return reused.pointee.object.write(value, at: slot) }
    }
    try writeByName(value, key)
  }

  @inline(never)
  private mutating func writeByName<Value: EncodableScalar>(_ value: Value, _ key: Key) throws {
    try withWriter { writer, container in
      if !value.isConforming,
        let text = try value.nonConformingText(
          in: writer, at: { writer.codingPath(ofContainer: container) + [key] })
      {
        return writer.write(text, at: addMember(key, writer, container))
      }
      writer.write(value, at: addMember(key, writer, container))
    }
  }

  mutating func encodeNil(forKey key: Key) throws {
    if let object = begin(key) { return object.writeNull() }
    withWriter { writer, container in writer.writeNull(at: addMember(key, writer, container)) }
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
    if T.self == UnknownFields.self {
      return try add(identityCast(value, to: UnknownFields.self), besides: key)
    }
    if let names, let object = begin(key) {
      return try object.encode(value, for: PathKey(byte: key.byte, ofKeysAt: names.pointee.index))
    }
    if let reused, reused.pointee.object.carries(T.self) {
      let slot = reused.addToTree(key.stringValue, ofByte: key.byte)
      if slot != 0 { return reused.pointee.object.carry(value, at: slot) }
    }
    let begun = beginByName(key)
    let encoder = begun.encoder
    if encoder.writer.carriesFields, encoder.writer.carry(value, at: encoder.slot) {
      encoder.writer.end(begun)
    } else {
      try encoder.writer.encode(value, as: begun)
    }
  }

  @inline(never)
  private func add(_ unknown: UnknownFields, besides key: Key) throws {
    try withWriter { writer, container in
      writer.recordCollector(key, of: container)
      try writer.add(unknown, to: container) {
        !Key.isAnyName && Key.declares($0, besides: key)
      }
    }
  }

  // Not a part of the generic `encode(_:forKey:)`: the runtime would have to look up the types of
  // what a closure captures there.
  @inline(never)
  private mutating func beginByName(_ key: Key) -> OpenValue {
    withWriter { writer, container in
      let name = writer.writtenName(of: name(of: key), in: container, key: key)
      let begun = writer.beginMember(storedKey(key, writer), named: name, in: container)
      recordAnyName(begun.encoder.slot, writer)
      return begun
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
    let isPresent = try withValue(of: value) { try encode(copy $0, forKey: key) }
    if !isPresent { omit(key) }
  }

  /// Omits a nil. In memory it is recorded, because there a missing field has another meaning.
  @inline(__always)
  private func omit(_ key: Key) {
    if object.recordsOmittedNils { recordOmitted(key) }
  }

  @inline(never)
  private func recordOmitted(_ key: Key) {
    if !object.isInMemory {
      return withWriter { writer, container in
        writer.recordOmittedNil(key.stringValue, in: container)
      }
    }
    if let reused {
      let slot = reused.addToTree(key.stringValue, ofByte: key.byte)
      if slot != 0 { return reused.pointee.object.omit(at: slot) }
    }
    withWriter { writer, container in writer.recordOmitted(key.stringValue, in: container) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    withWriter { writer, container in
      writer.container(over: open(.object, key, writer, container), keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    withWriter { writer, container in
      UnkeyedWriter(writer, open(.array, key, writer, container))
    }
  }

  /// Opens the container for a key. Further calls return the same container.
  private func open(
    _ kind: NodeKind, _ key: Key, _ writer: DocumentWriter, _ container: Int
  ) -> Int {
    let mark = writer.mark
    let name = name(of: key)
    let slot =
      writer.declaredMember(name, in: container, key: key) ?? addMember(key, writer, container)
    let encoder = ValueEncoder(
      writer: writer, slot: slot, container: container, key: storedKey(key, writer))
    let opened = encoder.open(kind)
    writer.forgetKeys(since: mark)
    writer.startRecordingOmittedNils()
    return opened
  }

  mutating func superEncoder() -> any Encoder {
    withWriter { writer, container in
      let key = AnyCodingKey.super
      let slot = writer.addMember(key.stringValue, to: container, key: key)
      writer.state.pointee.superclassObjects.insert(slot)
      writer.startRecordingOmittedNils()
      return ValueEncoder(writer: writer, slot: slot, container: container, key: .super)
    }
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    withWriter { writer, container in
      writer.startRecordingOmittedNils()
      return ValueEncoder(
        writer: writer, slot: addMember(key, writer, container), container: container,
        key: storedKey(key, writer))
    }
  }
}
