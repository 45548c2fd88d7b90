/// The keyed container for an object in a tree: a `ContainerReader` for one type of coding key.
struct KeyedReader<Key: CodingKey>: KeyedObjectReader {
  private let ownObject: ContainerReader
  /// The cached names of the keys, if the keys are single bytes.
  private let names: KeyNames.Pointer?
  /// In a reused container, the location of the current object, in place of `ownObject`.
  private let reused: ReusedReader.Pointer?

  init(
    _ object: ContainerReader, _ names: KeyNames.Pointer? = nil,
    in reused: ReusedReader.Pointer? = nil
  ) {
    self.ownObject = object
    self.names = names
    self.reused = reused
  }

  var object: ContainerReader {
    @inline(__always) get { reused?.pointee.object ?? ownObject }
  }

  func contains(_ key: Key) -> Bool {
    // Another call may be using the state by now.
    guard object.isLive else { return false }
    return object.state.withoutReading {
      let member = member(key)
      if member.isAbsent { return false }
      return member.isFound
        ? !member.node.flags.contains(.isOmitted) : object.contains(key)
    }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    let frame = try object.frame
    return try object.state.readingNull {
      let member = member(key)
      if let field = object.field(at: member, pathKey: pathKey(key)), !field.isNull { return false }
      return try object.isNull(member, key, in: frame)
    }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if type == UnknownFields.self { return try unknownFields(as: type, key) }
    let member = member(key)
    if let field = member.isAbsent
      ? knownDefault(key) : object.field(at: member, pathKey: pathKey(key)), !field.isNull,
      let plan = PlanCache.strictPlan(for: type),
      !(member.isAbsent && plan.withObject { $0.isRequired })
    {
      return try plan.withObject { try $0.decodeMember(field) }
    }
    return try object.value(type, key, at: member)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    if type == UnknownFields.self { return try unknownFields(as: type, key) }
    let member = member(key)
    if member.isAbsent, !object.hasDefaults { return nil }
    if let field = object.field(at: member, pathKey: pathKey(key)), !field.isNull,
      field.kind != .object || !object.hasLibraryKeys,
      let plan = PlanCache.strictPlan(for: type)
    {
      return try plan.withObject { try $0.decodeMember(field) }
    }
    return try object.valueIfPresent(type, key, at: member)
  }

  /// The members that no coding key matches.
  @inline(never)
  private func unknownFields<T: Decodable>(as type: T.Type, _ key: Key) throws -> T {
    object.state.recordRootCollector(key, ofFrame: object.frameIndex)
    let unknown = try object.unknownFields(
      collectedBy: names == nil ? 0 : key.byte, keyNames: names
    ) { name in
      Key.declares(name, besides: key)
    }
    return identityCast(unknown, to: type)
  }

  // MARK: - Fields

  /// The member with a key.
  @inline(__always)
  private func member(_ key: Key) -> ContainerReader.Member {
    if let reused { return reused.member(key.stringValue, ofByte: key.byte) }
    return memberOfContainerUsedOnce(key)
  }

  @inline(never)
  private func memberOfContainerUsedOnce(_ key: Key) -> ContainerReader.Member {
    guard let names else { return .undecided }
    return ownObject.member(key.stringValue, ofByte: key.byte, names)
  }

  /// The path key of a member that was found by the key's byte.
  @inline(__always)
  private func pathKey(_ key: Key) -> PathKey {
    guard let names else { return .member }
    return PathKey(byte: key.byte, ofKeysAt: names.pointee.index)
  }

  @inline(never)
  private func knownDefault(_ key: Key) -> Field? {
    guard let names else { return nil }
    return object.knownDefault(ofByte: key.byte, names) { key.stringValue }
  }

  @inline(__always)
  func scalar<Value: DecodableScalar>(_ type: Value.Type, _ key: Key) throws -> Value {
    let member = member(key)
    if member.isFound {
      if let value = Value.read(member.node, member.tree) { return value }
    } else if member.isAbsent {
      if let field = knownDefault(key), let value = Value.read(field) { return value }
      return try object.absentScalar(type, key)
    }
    return try object.scalar(type, key, at: member)
  }

  @inline(__always)
  func scalarIfPresent<Value: DecodableScalar>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    let member = member(key)
    if member.isAbsent, !object.hasDefaults { return nil }
    if member.isFound {
      if let value = Value.read(member.node, member.tree) { return value }
      // Without this, such a null takes 1,700 instructions, and microblog 10 % more.
      if member.node.kind == .null, !object.isReporting { return nil }
    }
    return try object.valueIfPresent(type, key, at: member)
  }
}

/// A reused container of a session.
struct ReusedReader: ContainerWithObject {
  typealias Pointer = Reference<ReusedReader>

  private(set) var container: ReusedContainer
  var object: ContainerReader
}

extension ReusedReader.Pointer {
  /// The member with a single-byte key. This is one function for all types of keys and fields, so
  /// that it doesn't use up the registers of its callers.
  @inline(never)
  fileprivate func member(_ name: String, ofByte byte: Int) -> ContainerReader.Member {
    pointee.object.member(name, ofByte: byte, pointee.container.names)
  }
}

// MARK: - All keyed containers

// This is in the same file as `KeyedReader`, so that debug builds specialize the methods for it. Otherwise small objects
// take 10 % more instructions there.

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
    for name in object.namesOfFields {
      if let key = Key(stringValue: name) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { object.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try object.decodeNil(key) }

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
