/// The keyed container: a `ContainerReader` for one type of coding key.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let ownScope: ContainerReader
  /// The cached names of the keys, if the keys are single bytes.
  private let names: KeyNames<ContainerReader>.Pointer?
  /// In a reused container, the location of the current scope, in place of `ownScope`.
  private let reused: ReusedContainer<ContainerReader>.Pointer?

  init(
    _ scope: ContainerReader, _ names: KeyNames<ContainerReader>.Pointer? = nil,
    in reused: ReusedContainer<ContainerReader>.Pointer? = nil
  ) {
    self.ownScope = scope
    self.names = names
    self.reused = reused
  }

  @inline(__always)
  private var scope: ContainerReader { reused?.pointee.place ?? ownScope }

  var codingPath: [any CodingKey] { scope.codingPath }
  var allKeys: [Key] { scope.names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { scope.contains(key.stringValue) }
  func decodeNil(forKey key: Key) throws -> Bool { try scope.decodeNil(key) }

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

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if type == UnknownFields.self { return try unknownFields(as: type, key) }
    let member = member(key)
    if let field = member.isAbsent
      ? knownDefault(key) : scope.field(at: member, step: step(key)), !field.isNull
    {
      let plan = PlanCache.unretainedDecodingPlan(for: type)
      if plan.withObject({
        !$0.isLenient && !(member.isAbsent && $0.isRequired)
      }) {
        return try plan.withObject { try $0.decode(field) }
      }
    }
    return try scope.value(type, key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    if type == UnknownFields.self { return try unknownFields(as: type, key) }
    let member = member(key)
    if member.isAbsent, !scope.hasDefaults { return nil }
    if let field = scope.field(at: member, step: step(key)), !field.isNull, !scope.ownsKeys {
      let plan = PlanCache.unretainedDecodingPlan(for: type)
      if plan.withObject({ !$0.isLenient }) {
        return try plan.withObject { try $0.decode(field) }
      }
    }
    return try scope.valueIfPresent(type, key)
  }

  /// The members that no coding key matches. The key of the property that collects them isn't a
  /// field.
  @inline(never)
  private func unknownFields<T: Decodable>(as type: T.Type, _ key: Key) throws -> T {
    let unknown = try scope.unknownFields(besides: names == nil ? 0 : key.byte, names) { name in
      Key(stringValue: name) != nil && name != key.stringValue
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
    return ownScope.member(key.stringValue, ofByte: key.byte, names)
  }

  /// The step to a member that was found by the key's byte.
  @inline(__always)
  private func step(_ key: Key) -> Int32 {
    guard let names else { return Frame.memberStep }
    return KeyStep(byte: key.byte, ofKeysAt: names.pointee.index).rawValue
  }

  @inline(never)
  private func knownDefault(_ key: Key) -> Field? {
    guard let names else { return nil }
    return scope.knownDefault(of: key, names)
  }

  @inline(__always)
  private func scalar<Value: DecodableScalar>(_ type: Value.Type, _ key: Key) throws -> Value {
    let member = member(key)
    if member.isFound {
      if let value = Value.read(member.slot, member.tree) { return value }
    } else if member.isAbsent, let field = knownDefault(key), let value = Value.read(field) {
      return value
    }
    return try scope.scalar(type, key)
  }

  @inline(__always)
  private func scalarIfPresent<Value: DecodableScalar>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    let member = member(key)
    if member.isAbsent, !scope.hasDefaults { return nil }
    if member.isFound, let value = Value.read(member.slot, member.tree) { return value }
    return try scope.valueIfPresent(type, key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try scope.nested(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try scope.nested(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    try scope.superDecoder(AnyCodingKey.super)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try scope.superDecoder(key)
  }
}

extension ReusedContainer<ContainerReader>.Pointer {
  /// The member with a single-byte key. This is one function for all types of keys and fields, so
  /// that it doesn't use up the registers of its callers.
  @inline(never)
  fileprivate func member(_ name: String, ofByte byte: Int) -> ContainerReader.Member {
    pointee.place.member(name, ofByte: byte, pointee.names)
  }
}
