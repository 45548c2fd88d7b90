/// The keyed container for an object in a tree: a `ContainerReader` for one type of coding key.
struct KeyedReader<Key: CodingKey>: KeyedObjectReader {
  private let ownScope: ContainerReader
  /// The cached names of the keys, if the keys are single bytes.
  private let names: KeyNames.Pointer?
  /// In a reused container, the location of the current scope, in place of `ownScope`.
  private let reused: ReusedContainer<ContainerReader>.Pointer?

  init(
    _ scope: ContainerReader, _ names: KeyNames.Pointer? = nil,
    in reused: ReusedContainer<ContainerReader>.Pointer? = nil
  ) {
    self.ownScope = scope
    self.names = names
    self.reused = reused
  }

  var object: ContainerReader {
    @inline(__always) get { reused?.pointee.place ?? ownScope }
  }

  func contains(_ key: Key) -> Bool {
    let member = member(key)
    if member.isAbsent { return false }
    return member.isFound
      ? !member.slot.flags.contains(.isOmitted) : object.contains(key.stringValue)
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if let field = object.field(at: member(key), step: step(key)) { return field.isNull }
    return try object.decodeNil(key)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    if type == UnknownFields.self { return try unknownFields(as: type, key) }
    let member = member(key)
    if let field = member.isAbsent
      ? knownDefault(key) : object.field(at: member, step: step(key)), !field.isNull
    {
      let plan = PlanCache.unretainedDecodingPlan(for: type)
      if plan.withObject({
        !$0.isLenient && !(member.isAbsent && $0.isRequired)
      }) {
        return try plan.withObject { try $0.decode(field) }
      }
    }
    return try object.value(type, key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    if type == UnknownFields.self { return try unknownFields(as: type, key) }
    let member = member(key)
    if member.isAbsent, !object.hasDefaults { return nil }
    if let field = object.field(at: member, step: step(key)), !field.isNull,
      field.kind != .object || !object.ownsKeys
    {
      let plan = PlanCache.unretainedDecodingPlan(for: type)
      if plan.withObject({ !$0.isLenient }) {
        return try plan.withObject { try $0.decode(field) }
      }
    }
    return try object.valueIfPresent(type, key)
  }

  /// The members that no coding key matches.
  @inline(never)
  private func unknownFields<T: Decodable>(as type: T.Type, _ key: Key) throws -> T {
    let unknown = try object.unknownFields(besides: names == nil ? 0 : key.byte, names) { name in
      declares(name, besides: key)
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
    return object.knownDefault(ofByte: key.byte, names) { key.stringValue }
  }

  @inline(__always)
  func scalar<Value: DecodableScalar>(_ type: Value.Type, _ key: Key) throws -> Value {
    let member = member(key)
    if member.isFound {
      if let value = Value.read(member.slot, member.tree) { return value }
    } else if member.isAbsent {
      if let field = knownDefault(key), let value = Value.read(field) { return value }
      return try object.absentScalar(type, key)
    }
    return try object.scalar(type, key)
  }

  @inline(__always)
  func scalarIfPresent<Value: DecodableScalar>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    let member = member(key)
    if member.isAbsent, !object.hasDefaults { return nil }
    if member.isFound, let value = Value.read(member.slot, member.tree) { return value }
    return try object.valueIfPresent(type, key)
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
