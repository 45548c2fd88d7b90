/// The fields of an object that a `FieldCodable` type is read from.
///
/// The functions correspond to the methods of a `KeyedDecodingContainer`, and follow the same rules.
public struct FieldReader: ~Copyable {
  private let object: ContainerReader
  /// Where the fields are if they aren't in a tree.
  private let source: (any FieldSource)?
  /// The cached names of the keys, if the fields are in a tree.
  private var names: KeyNames.Pointer?
  /// As long as the type has asked for the fields in the order of the members, the names of the
  /// keys; nil if the places of the members have to be looked up.
  private var order: Elements<KeyName>?
  private let tree: DocumentTree.View
  /// The first member that the type hasn't asked for; 0 after the last one.
  private var next: UInt32 = 0
  /// The highest position of a key whose member was found as the next one, or passed over.
  private var latest = -1
  /// Whether the rest of the members is known to be in the order of the keys.
  private var isSorted = false
  private var keyType: any CodingKey.Type = AnyCodingKey.self
  /// The number of keys; 0 before `open(_:_:)`.
  private var keyCount = 0

  private init(_ object: ContainerReader, _ source: (any FieldSource)?) {
    self.object = object
    self.source = source
    tree = source == nil ? object.tree : .nothing
  }

  /// Reads the value of a frame, which must be an object.
  @inline(__always)
  static func read<Value>(
    _ state: DecodingState.Pointer, frame: UInt32,
    _ make: (inout FieldReader) throws -> Value
  ) throws -> Value {
    let object = ContainerReader(state: state, frame: frame)
    let source = object.isObjectInTree ? nil : try object.foreignFields()
    if source == nil { object.prepare() }
    var fields = FieldReader(object, source)
    return try make(&fields)
  }

  /// Begins to read what a type is learned from.
  init(_ learner: any LearningDecoder) {
    self.init(ContainerReader(unusedIn: DecodingSession.begin().state), LearnedFields(learner))
  }

  /// Says which fields there are, before the first one is read.
  ///
  /// - Parameters:
  ///   - type: The type of the keys: an enum without payloads.
  ///   - keys: All of its cases, in their order.
  public mutating func open<Key: CodingKey>(_ type: Key.Type, _ keys: @autoclosure () -> [Key]) {
    keyType = type
    let state = object.state
    guard let names = state.pointee.keyNames.names(of: type) else {
      preconditionFailure(KeyNames.unusableKeys)
    }
    if !names.pointee.areAllLearned { names.pointee.learn(all: keys()) }
    keyCount = names.pointee.learnedCount
    if source != nil { return }
    if state.pointee.carriesValues { state.recordRootNames(type, ofFrame: object.frameIndex) }
    self.names = names
    next = object.firstMember
    (latest, isSorted) = (-1, false)
    order =
      object.mayReadInOrder && names.pointee.areAllLearned ? names.pointee.namesInOrder : nil
  }

  // MARK: - Required fields

  // Disfavored, so that an optional property is read by the function for optional fields.
  /// Reads a field that must be there, unless the type fills it in another way.
  ///
  /// - Parameter index: The position of its key.
  @_disfavoredOverload
  public mutating func value<Value: Decodable>(at index: Int) throws -> Value {
    let member = member(index)
    if let field = object.field(at: member, step: step(index)), !field.isNull {
      let plan = PlanCache.unretainedDecodingPlan(for: Value.self)
      if plan.withObject({ !$0.isLenient }) { return try plan.withObject { try $0.decode(field) } }
    }
    return try valueByName(key(index))
  }

  @inline(never)
  private func valueByName<Value: Decodable, Key: CodingKey>(_ key: Key) throws -> Value {
    try source.map { try $0.value(Value.self, key) } ?? object.value(Value.self, key)
  }

  /// Reads an optional field, which is nil if it is missing or null.
  public mutating func value<Value: Decodable>(at index: Int) throws -> Value? {
    if Value.self == UnknownFields.self { return try collected(as: Value.self, at: index) }
    let member = member(index)
    if member.isAbsent, !object.hasDefaults { return nil }
    if let field = presentField(at: member, index) {
      let plan = PlanCache.unretainedDecodingPlan(for: Value.self)
      if plan.withObject({ !$0.isLenient }) { return try plan.withObject { try $0.decode(field) } }
    }
    return try optionalByName(key(index))
  }

  /// Reads an optional field, by a name that has no overloads.
  mutating func optional<Value: Decodable>(at index: Int) throws -> Value? {
    try value(at: index)
  }

  @inline(never)
  private func optionalByName<Value: Decodable, Key: CodingKey>(_ key: Key) throws -> Value? {
    try source.map { try $0.valueIfPresent(Value.self, key) }
      ?? object.valueIfPresent(Value.self, key)
  }

  // MARK: - Fields with an initial value

  /// Reads a field that keeps its initial value if it is missing, or null.
  ///
  /// - Parameters:
  ///   - value: The field, with its initial value.
  ///   - index: The position of its key.
  public mutating func fill<Value: Decodable>(_ value: inout Value, at index: Int) throws {
    if Value.self == UnknownFields.self { return value = try collected(as: Value.self, at: index) }
    let member = member(index)
    if let field = object.field(at: member, step: step(index)), !field.isNull {
      let plan = PlanCache.unretainedDecodingPlan(for: Value.self)
      if plan.withObject({ !$0.isLenient }) {
        return value = try plan.withObject { try $0.decode(field) }
      }
    } else if member.isAbsent, !object.reports,
      PlanCache.unretainedDecodingPlan(for: Value.self).withObject({ !$0.isRequired })
    {
      return
    }
    try fillByName(&value, key(index))
  }

  @inline(never)
  private func fillByName<Value: Decodable, Key: CodingKey>(
    _ value: inout Value, _ key: Key
  ) throws {
    if let source { return try source.fill(&value, key) }
    try object.fill(&value, key)
  }

  /// Reads an optional field that keeps its initial value if it is missing, and is nil if it is
  /// null.
  public mutating func fill<Value: Decodable>(_ value: inout Value?, at index: Int) throws {
    if Value.self == UnknownFields.self { return value = try collected(as: Value.self, at: index) }
    let member = member(index)
    if let field = presentField(at: member, index) {
      let plan = PlanCache.unretainedDecodingPlan(for: Value.self)
      if plan.withObject({ !$0.isLenient }) {
        return value = try plan.withObject { try $0.decode(field) }
      }
    } else if !object.reports {
      if member.isAbsent { return }
      if member.isFound, member.slot.kind == .null,
        PlanCache.unretainedDecodingPlan(for: Value.self).withObject({ !$0.tellsNullFromNothing })
      {
        return value = nil
      }
    }
    try fillOptionalByName(&value, key(index))
  }

  @inline(never)
  private func fillOptionalByName<Value: Decodable, Key: CodingKey>(
    _ value: inout Value?, _ key: Key
  ) throws {
    if let source { return try source.fillIfPresent(&value, key) }
    try object.fillIfPresent(&value, key)
  }

  /// Reads a field that has a default, for a constant.
  public mutating func value<Value: Decodable>(
    at index: Int, filling initial: @autoclosure () throws -> Value
  ) throws -> Value {
    var value = try initial()
    try fill(&value, at: index)
    return value
  }

  /// Reads an optional field that has a default, for a constant.
  public mutating func value<Value: Decodable>(
    at index: Int, filling initial: @autoclosure () throws -> Value?
  ) throws -> Value? {
    var value = try initial()
    try fill(&value, at: index)
    return value
  }

  // MARK: - Unknown fields

  /// Collects the fields that no key matches.
  ///
  /// - Parameters:
  ///   - unknown: The property for them.
  ///   - index: The position of its key.
  public mutating func fill(_ unknown: inout UnknownFields, at index: Int) throws {
    unknown = try unknownFields(besides: key(index), at: index)
  }

  /// Collects the fields that no key matches.
  public mutating func value(at index: Int) throws -> UnknownFields {
    try unknownFields(besides: key(index), at: index)
  }

  /// The unknown fields, for a function that doesn't know that this is the type of the property.
  private func collected<Value>(as type: Value.Type, at index: Int) throws -> Value {
    identityCast(try unknownFields(besides: key(index), at: index), to: type)
  }

  private func unknownFields<Key: CodingKey>(besides key: Key, at index: Int) throws
    -> UnknownFields
  {
    func declares(_ name: String) -> Bool {
      Key(stringValue: name) != nil && name != key.stringValue
    }
    return try source.map { try $0.unknownFields(besides: key, isDeclared: declares) }
      ?? object.unknownFields(besides: index, names, isDeclared: declares)
  }

  // MARK: - Scalars

  @inline(__always)
  mutating func scalar<Value: DecodableScalar>(at index: Int) throws -> Value {
    let member = member(index)
    if member.isFound, let value = Value.read(member.slot, member.tree) { return value }
    return try valueByName(key(index))
  }

  @inline(__always)
  mutating func optionalScalar<Value: DecodableScalar>(at index: Int) throws -> Value? {
    let member = member(index)
    if member.isAbsent, !object.hasDefaults { return nil }
    if member.isFound {
      if let value = Value.read(member.slot, member.tree) { return value }
      if member.slot.kind == .null, !object.reports { return nil }
    }
    return try optionalByName(key(index))
  }

  @inline(__always)
  mutating func fillScalar<Value: DecodableScalar>(_ value: inout Value, at index: Int) throws {
    let member = member(index)
    if member.isFound, let found = Value.read(member.slot, member.tree) { return value = found }
    if member.isAbsent, !object.reports { return }
    try fillByName(&value, key(index))
  }

  @inline(__always)
  mutating func fillOptionalScalar<Value: DecodableScalar>(_ value: inout Value?, at index: Int)
    throws
  {
    let member = member(index)
    if member.isFound, let found = Value.read(member.slot, member.tree) { return value = found }
    if !object.reports {
      if member.isAbsent { return }
      if member.isFound, member.slot.kind == .null { return value = nil }
    }
    try fillOptionalByName(&value, key(index))
  }

  // MARK: - Fields in a tree

  /// The member with a key. Nearly always it is the next one.
  @inline(__always)
  private mutating func member(_ index: Int) -> ContainerReader.Member {
    precondition(index >= 0 && index < keyCount, KeyNames.missingKey)
    if let order {
      let member = tree.slots.reference(to: Int(next))
      if next != 0, order[index].isKey(of: member.pointee, in: tree) {
        let found = next
        next = member.pointee.next
        latest = max(latest, index)
        return ContainerReader.Member(tree: tree, index: found)
      }
      return memberAfterOthers(index)
    }
    guard let names else { return .undecided }
    return object.member(at: index, names)
  }

  /// The member with a key, behind members that no key matches, or out of order.
  @inline(never)
  private mutating func memberAfterOthers(_ index: Int) -> ContainerReader.Member {
    guard let names, let order else { return .undecided }
    // It may have been found already.
    if index <= latest { return memberOutOfOrder(index, names) }
    while next != 0 {
      let member = tree[next]
      if order[index].isKey(of: member, in: tree) {
        let found = next
        next = member.next
        latest = max(latest, index)
        return ContainerReader.Member(tree: tree, index: found)
      }
      if member.mayEqualOtherKeys { return memberOutOfOrder(index, names) }
      if let other = names.byte(ofKeyOf: member, in: tree) {
        if !isSorted { isSorted = areMembersSorted(after: index, names) }
        if !isSorted { return memberOutOfOrder(index, names) }
        if other > index { break }
        // The type may ask for the other key later.
        latest = max(latest, other)
      }
      next = member.next
    }
    return ContainerReader.Member(tree: tree, index: 0)
  }

  /// From now on, looks up the places of the members.
  private mutating func memberOutOfOrder(
    _ index: Int, _ names: KeyNames.Pointer
  ) -> ContainerReader.Member {
    order = nil
    return object.member(at: index, names)
  }

  /// Whether the rest of the members is in the order of the keys, all of them behind a key.
  private func areMembersSorted(after index: Int, _ names: KeyNames.Pointer) -> Bool {
    var latest = index
    var key = index + 1
    var next = next
    while next != 0 {
      let member = tree[next]
      if member.mayEqualOtherKeys { return false }
      if let byte = names.byte(ofKeyOf: member, in: tree, after: &key) {
        if byte <= latest { return false }
        latest = byte
      }
      next = member.next
    }
    return true
  }

  /// The field of a member that isn't null and can't be one that is only Lineage's own.
  @inline(__always)
  private func presentField(at member: ContainerReader.Member, _ index: Int) -> Field? {
    guard let field = object.field(at: member, step: step(index)), !field.isNull,
      field.kind != .object || !object.ownsKeys
    else { return nil }
    return field
  }

  @inline(__always)
  private func step(_ index: Int) -> Int32 {
    guard let names else { return Frame.memberStep }
    return KeyStep(byte: index, ofKeysAt: names.pointee.index).rawValue
  }

  private func key(_ index: Int) -> any CodingKey {
    precondition(index >= 0 && index < keyCount, KeyNames.missingKey)
    func key<Key: CodingKey>(_ type: Key.Type) -> any CodingKey {
      uncheckedValue(ofByte: UInt8(truncatingIfNeeded: index), as: type)
    }
    return key(keyType)
  }
}

extension ContainerReader {
  /// The member with a key whose name was cached with those of all others. This is one function for
  /// all types of fields, so that it doesn't use up the registers of its callers.
  @inline(never)
  fileprivate func member(at index: Int, _ names: KeyNames.Pointer) -> Member {
    guard let name = names.name(ofByte: index) else { return .undecided }
    return member(name, ofByte: index, names)
  }
}

extension ContainerReader {
  fileprivate var tree: DocumentTree.View {
    @inline(__always) get { state.pointee.frames.pointer(to: frameIndex).pointee.tree }
  }

  /// Whether it is reported which fields keep their initial values.
  fileprivate var reports: Bool { state.pointee.reportBuilder != nil }

  /// The first member of the object; 0 if there is none.
  fileprivate var firstMember: UInt32 {
    @inline(__always) get {
      let frame = state.pointee.frames.pointer(to: frameIndex)
      let object = frame.pointee.tree[frame.pointee.slot]
      return object.kind == .object ? object.firstChild : 0
    }
  }

  /// Whether members can be compared with keys by their bytes, and needn't be marked as read.
  fileprivate var mayReadInOrder: Bool {
    @inline(__always) get {
      let flags = state.pointee.frames.pointer(to: frameIndex).pointee.flags.rawValue
      return flags & (Frame.Flags.usesKeyMap.rawValue | Frame.Flags.marksReads.rawValue) == 0
    }
  }

  @inline(__always)
  fileprivate var isObjectInTree: Bool {
    let frame = state.pointee.frames.pointer(to: frameIndex)
    return frame.pointee.foreign < 0 && frame.pointee.tree[frame.pointee.slot].kind == .object
  }

  /// The fields of an object of a foreign decoder; nil if there is an object in a tree, or nothing,
  /// whose fields are all filled. Throws the error for anything else.
  @inline(never)
  fileprivate func foreignFields() throws -> (any FieldSource)? {
    let decoder = ValueDecoder(state: state, frame: frameIndex)
    if decoder.field.foreign >= 0 { return ForeignFields(try decoder.foreignObject()) }
    _ = try decoder.object()
    return nil
  }
}
