/// An object of a foreign decoder that is being decoded.
final class ForeignReader: ObjectReader {
  let container: ContainerReader
  private let object: ForeignValue

  /// Opens a value as an object, or throws the decoder's own error.
  init(_ container: ContainerReader, _ object: ForeignValue) throws {
    self.container = container
    self.object = object
    try object.open()
  }

  private var state: DecodingState.Pointer { container.state }

  var names: [String] { container.isLive ? object.keys : [] }

  func contains<Key: CodingKey>(_ key: Key) -> Bool {
    guard container.isLive else { return false }
    let found = foundName(of: key)
    recordAsked(found)
    return object.contains(found)
  }

  func isPresent<Key: CodingKey>(_ key: Key) -> Bool {
    container.isLive && object.hasValue(foundName(of: key))
  }

  func member<Key: CodingKey>(_ key: Key, _ name: String, in frame: Frame) throws -> Field? {
    let found = foundName(of: key)
    recordRead(found)
    return try object.member(found).map(field(of:))
  }

  func peek(_ name: String, in frame: Frame) -> Field? {
    (try? object.member(name)).map(field(of:))
  }

  private func field(of member: ForeignValue) -> Field {
    state.field(of: member, parent: Int32(container.frameIndex), pathKey: .member)
  }

  func spelled(_ name: String, among libraryKeys: LibraryKeys, in frame: Frame) -> SpelledName {
    object.spelled(name, among: libraryKeys)
  }

  /// Records that a type has asked for a field, if that is recorded.
  private func recordRead(_ name: String) {
    markRead(name)
    recordAsked(name)
  }

  /// Records that a subclass knows a field.
  private func recordAsked(_ name: String) {
    if state.pointee.frames[container.frameIndex].flags.contains(.listsAskedMembers) {
      state.pointee.frameDetails.namesAsked[container.frameIndex, default: []].insert(name)
    }
  }

  private func markRead(_ name: String) {
    if state.pointee.marksReads { state.markNameRead(name, in: object) }
  }

  func scalar<Value: DecodableScalar, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value {
    let frame = try container.frame
    let name = foundName(of: key)
    let mark = state.readMark
    recordRead(name)
    // If missing fields are filled, looking up the key is cheaper than catching an error.
    if frame.fill.rule == .error || object.contains(name),
      let value = try? object.decodeScalar(type, name)
    {
      return value
    }
    state.forgetReads(since: mark)
    return try value(type, key)
  }

  func value<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value {
    let frame = try container.frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: type)
    guard plan.isDecodedByFormats else {
      return try value(of: present(key, name, in: frame), plan, key, name, in: frame)
    }
    return try state.undoingReadsIfThrown {
      if let value = try member(Value.self, key) { return value }
      return try container.absent(
        plan, key, name, in: frame, because: has(key) ? .null : .missing)
    }
  }

  func valueIfPresent<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    let frame = try container.frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: type)
    guard plan.isDecodedByFormats else {
      return try valueIfPresent(of: present(key, name, in: frame), plan, name, in: frame)
    }
    if let value = try member(type, key) { return value }
    guard has(key) else {
      return try container.defaultIfAny(plan, name, in: frame)
    }
    try recordNull(at: container.path(to: name)) {
      try container.hasDefault(name, in: frame) ?? false
    }
    return nil
  }

  /// Whether the object has a field, which may be null. That it was asked for isn't recorded.
  private func has<Key: CodingKey>(_ key: Key) -> Bool { object.contains(foundName(of: key)) }

  /// The name by which the object has the field with a key; the key's own name if it has none.
  private func foundName<Key: CodingKey>(of key: Key) -> String {
    let name = key.stringValue
    return object.foundName(ofField: name, isReadAsAnother: Key.readsAsAnother(name))
  }

  /// Decodes a member with the format's own coder. If that throws, the member no longer counts as read, because the type
  /// may catch the error.
  private func member<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    let found = foundName(of: key)
    return try state.undoingReadsIfThrown {
      recordRead(found)
      return try object.decodeMember(type, found)
    }
  }

  /// Replaces the initial value of a field with that of the data, if there is one.
  func fill<Value: Decodable, Key: CodingKey>(_ value: inout Value, _ key: Key) throws {
    let frame = try container.frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: Value.self)
    guard plan.isDecodedByFormats else {
      return try fill(
        &value, from: present(key, name, in: frame), plan, key, name, in: frame)
    }
    if let found = try member(Value.self, key) { return value = found }
    try container.fillInitial(
      &value, plan, key, name, in: frame, because: has(key) ? .null : .missing)
  }

  /// Like `fill(_:_:)`, for an optional field.
  func fillIfPresent<Value: Decodable, Key: CodingKey>(_ value: inout Value?, _ key: Key) throws {
    let frame = try container.frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: Value.self)
    guard plan.isDecodedByFormats else {
      return try fillIfPresent(
        &value, from: present(key, name, in: frame), plan, key, name, in: frame)
    }
    if let found = try member(Value.self, key) { return value = found }
    if has(key) {
      let hasInitialValue = value != nil
      value = nil
      try recordNull(at: container.path(to: name)) {
        try container.hasDefault(name, in: frame) ?? hasInitialValue
      }
    } else {
      try container.fillInitialIfPresent(&value, plan, key, name, in: frame)
    }
  }

  /// The members that a type doesn't declare and that aren't Lineage's own.
  func unknownFields(isDeclared: (String) -> Bool) throws -> UnknownFields {
    let frame = try container.frame
    var unknown = beginUnknownFields(in: frame)
    var nulls: Set<String> = []
    // A subclass may have asked for some of them already.
    let asked = state.pointee.frameDetails.namesAsked[container.frameIndex] ?? []
    for name in names {
      guard let child = try object.member(name) else { continue }
      let field = field(of: child)
      let declared =
        isDeclared(name) ? name : object.field(foundAs: name, isDeclared: isDeclared)
      if let declared {
        if field.isNull {
          markRead(name)
          container.preserveNull(field, named: declared, unlessIn: &nulls, in: &unknown)
        }
        continue
      }
      if asked.contains(name) { continue }
      let collected = state.pointee.steps.unknownFieldsCollected
      let key = frame.libraryKeys.map { object.spelled(name, among: $0.object).key } ?? name
      try container.collect(field, named: name, spelled: key, in: frame, into: &unknown)
      // A version isn't collected. If the type hasn't read it either, it is one that isn't known here.
      if state.pointee.steps.unknownFieldsCollected > collected { markRead(name) }
    }
    return unknown
  }
}

/// The keyed container for an object of a foreign decoder.
struct ForeignKeyedReader<Key: CodingKey>: KeyedObjectReader {
  let object: ForeignReader

  init(_ object: ForeignReader) {
    self.object = object
  }

  func scalar<Value: DecodableScalar>(_ type: Value.Type, _ key: Key) throws -> Value {
    try object.scalar(type, key)
  }

  func scalarIfPresent<Value: DecodableScalar>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    try object.valueIfPresent(type, key)
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    type == UnknownFields.self
      ? try unknownFields(as: type, key) : try object.value(type, key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    type == UnknownFields.self
      ? try unknownFields(as: type, key) : try object.valueIfPresent(type, key)
  }

  /// The members that no coding key matches.
  private func unknownFields<T: Decodable>(as type: T.Type, _ key: Key) throws -> T {
    let unknown = try object.unknownFields { Key.declares($0, besides: key) }
    return identityCast(unknown, to: type)
  }
}
