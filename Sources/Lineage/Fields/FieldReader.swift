/// The fields of an object that a `FieldCodable` type is read from.
///
/// The functions correspond to the methods of a `KeyedDecodingContainer`, and follow the same rules.
public struct FieldReader: ~Copyable {
  private let object: ContainerReader
  /// Where the fields are if they aren't in a tree.
  private var source: (any FieldSource)?
  /// The cached names of the keys, if the fields are in a tree.
  private var names: KeyNames.Pointer?
  /// The names of the keys, while fields are read in the order of the members; nil after that.
  private var order: Elements<KeyName>?
  private let tree: DocumentTree.View
  /// The first member that the type hasn't asked for; 0 after the last one.
  private var next: UInt32 = 0
  /// The position of the latest key.
  private var latest = -1
  /// The index of the first key's place, once fields are read out of order; 0 if members have to be
  /// looked up one by one.
  private var places: UInt32 = 0
  private var keys = FieldKeys.none
  /// The keys of a class and its superclasses; nil for types that have opened only some.
  private var opened: Unretained<OpenedKeys>?

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
    let source = object.isObjectInTree ? nil : try foreignFields(of: object)
    if source == nil { object.chooseLookup() }
    var fields = FieldReader(object, source)
    do {
      let value = try make(&fields)
      // The type may have caught the error, or have read nothing since.
      try fields.checkKeys()
      return value
    } catch let error as SharedKeyError {
      throw error.explained(in: Value.self, at: state.codingPath(ofFrame: Int32(frame)))
    }
  }

  /// The fields of an object of a foreign decoder; nil for an object in a tree, and for a missing one,
  /// all of whose fields are filled. Throws the error for anything else.
  @inline(never)
  private static func foreignFields(of object: ContainerReader) throws -> (any FieldSource)? {
    let decoder = ValueDecoder(state: object.state, frame: object.frameIndex)
    if decoder.field.isForeign { return try decoder.foreignObject() }
    _ = try decoder.object()
    return nil
  }

  /// Begins to read what a type is learned from.
  init(_ learner: any LearningDecoder) {
    let learned = LearnedFields(learner)
    self.init(ContainerReader(unusedIn: learned.unused.state), learned)
  }

  /// Declares the keys. Call it before reading.
  ///
  /// - Parameters:
  ///   - type: The type of the keys: an enum without payloads.
  ///   - keys: All of its cases, in their order.
  public mutating func open<Key: CodingKey>(_ type: Key.Type, _ keys: @autoclosure () -> [Key]) {
    open(type) { $0.learn(all: keys()) }
  }

  /// Declares the keys. Call it before reading.
  ///
  /// The macros call it: compilers need less time for a number than for an array of all keys.
  ///
  /// - Parameters:
  ///   - type: The type of the keys: an enum without payloads.
  ///   - count: The number of its cases.
  public mutating func open<Key: CodingKey>(_ type: Key.Type, count: Int) {
    open(type) { $0.learn(all: FieldKeys.all(type, count: count)) }
  }

  @inline(__always)
  private mutating func open<Key: CodingKey>(
    _ type: Key.Type, learn: (inout KeyNames) -> Void
  ) {
    let state = object.state
    guard let names = object.names(of: type) else {
      preconditionFailure(FieldKeys.areUnusable(type))
    }
    if !names.pointee.isFullyLearned { learn(&names.pointee) }
    let subclass = keys
    keys = FieldKeys(type: type, count: names.pointee.learnedCount)
    if subclass.count > 0 { addKeys(to: subclass) }
    if source != nil || opened?.object.error != nil { return }
    if state.pointee.carryOver.isActive { state.recordRootKeys(type, ofFrame: object.frameIndex) }
    state.forgetNullsDecoded(inFrame: object.frameIndex)
    self.names = names
    next = object.firstMember
    (latest, places) = (-1, 0)
    order =
      object.mayReadInOrder && names.pointee.isFullyLearned && !names.pointee.dependsOnAllKeys
      ? names.pointee.namesInOrder : nil
  }

  /// Adds the keys of a superclass. If a subclass has one of them, all further fields are read by name, which throws.
  @inline(never)
  private mutating func addKeys(to subclass: FieldKeys) {
    let opened = object.state.pointee.keyNames.classKeys.opened(keys, after: subclass, self.opened)
    self.opened = opened
    if opened.object.error != nil { (names, order, places) = (nil, nil, 0) }
  }

  /// Throws the error for a class that has a key of its superclass.
  @inline(__always)
  private func checkKeys() throws {
    if let error = opened?.object.error { throw error }
  }

  // MARK: - Required fields

  // Disfavored, so that an optional property is read by the function for optional fields.
  /// Reads a field that must be there, unless the type fills it in another way.
  ///
  /// - Parameter index: The position of its key.
  @_disfavoredOverload
  public mutating func value<Value: Decodable>(at index: Int) throws -> Value {
    if Value.self == UnknownFields.self { return try collected(as: Value.self, at: index) }
    let member = member(index)
    if let field = object.field(at: member, pathKey: pathKey(index)), !field.isNull,
      let plan = PlanCache.strictPlan(for: Value.self)
    {
      return try plan.withObject { try $0.decodeMember(field) }
    }
    return try valueByName(keys.key(at: index), member)
  }

  @inline(never)
  private func valueByName<Value: Decodable, Key: CodingKey>(
    _ key: Key, _ member: ContainerReader.Member
  ) throws -> Value {
    try checkKeys()
    return try source.map { try $0.value(Value.self, key) }
      ?? object.value(Value.self, key, at: member)
  }

  /// Reads an optional field, which is nil if it is missing or null.
  public mutating func value<Value: Decodable>(at index: Int) throws -> Value? {
    if Value.self == UnknownFields.self { return try collected(as: Value.self, at: index) }
    let member = member(index)
    if member.isAbsent, !object.hasDefaults { return nil }
    if let field = presentField(at: member, index),
      let plan = PlanCache.strictPlan(for: Value.self)
    {
      return try plan.withObject { try $0.decodeMember(field) }
    }
    return try optionalByName(keys.key(at: index), member)
  }

  /// Reads an optional field, by a name that has no overloads.
  mutating func optional<Value: Decodable>(at index: Int) throws -> Value? {
    try value(at: index)
  }

  @inline(never)
  private func optionalByName<Value: Decodable, Key: CodingKey>(
    _ key: Key, _ member: ContainerReader.Member
  ) throws -> Value? {
    try checkKeys()
    return try source.map { try $0.valueIfPresent(Value.self, key) }
      ?? object.valueIfPresent(Value.self, key, at: member)
  }

  // MARK: - Fields with an initial value

  /// Whether the type's `init()` gives missing fields their values.
  var isFilledByInit: Bool { !(source is LearnedFields) && object.hasDefaults }

  /// Reads a field that keeps its initial value if it is missing, or null.
  ///
  /// - Parameters:
  ///   - value: The field, with its initial value.
  ///   - index: The position of its key.
  public mutating func fill<Value: Decodable>(_ value: inout Value, at index: Int) throws {
    if Value.self == UnknownFields.self { return value = try collected(as: Value.self, at: index) }
    try fill(&value, with: member(index), at: index)
  }

  @inline(__always)
  private func fill<Value: Decodable>(
    _ value: inout Value, with member: ContainerReader.Member, at index: Int
  ) throws {
    if let field = object.field(at: member, pathKey: pathKey(index)), !field.isNull {
      if let plan = PlanCache.strictPlan(for: Value.self) {
        return value = try plan.withObject { try $0.decodeMember(field) }
      }
    } else if keepsInitial(member),
      PlanCache.unretainedDecodingPlan(for: Value.self).withObject({ !$0.isRequired })
    {
      return
    }
    try fillByName(&value, keys.key(at: index), member)
  }

  @inline(never)
  private func fillByName<Value: Decodable, Key: CodingKey>(
    _ value: inout Value, _ key: Key, _ member: ContainerReader.Member
  ) throws {
    try checkKeys()
    if let source { return try source.fill(&value, key) }
    try object.fill(&value, key, at: member)
  }

  /// Reads an optional field that keeps its initial value if it is missing, and is nil if it is
  /// null.
  public mutating func fill<Value: Decodable>(_ value: inout Value?, at index: Int) throws {
    if Value.self == UnknownFields.self { return value = try collected(as: Value.self, at: index) }
    try fill(&value, with: member(index), at: index)
  }

  @inline(__always)
  private func fill<Value: Decodable>(
    _ value: inout Value?, with member: ContainerReader.Member, at index: Int
  ) throws {
    if let field = presentField(at: member, index) {
      if let plan = PlanCache.strictPlan(for: Value.self) {
        return value = try plan.withObject { try $0.decodeMember(field) }
      }
    } else if keepsInitial(member) {
      return
    } else if !object.isReporting, member.isFound, member.node.kind == .null,
      PlanCache.unretainedDecodingPlan(for: Value.self).withObject({ !$0.tellsNullFromNothing })
    {
      return value = nil
    }
    try fillOptionalByName(&value, keys.key(at: index), member)
  }

  @inline(never)
  private func fillOptionalByName<Value: Decodable, Key: CodingKey>(
    _ value: inout Value?, _ key: Key, _ member: ContainerReader.Member
  ) throws {
    try checkKeys()
    if let source { return try source.fillIfPresent(&value, key) }
    try object.fillIfPresent(&value, key, at: member)
  }

  /// Reads a field that has a default, for a constant.
  public mutating func value<Value: Decodable>(
    at index: Int, filling initial: @autoclosure () throws -> Value
  ) throws -> Value {
    if Value.self == UnknownFields.self { return try collected(as: Value.self, at: index) }
    let member = member(index)
    if let plan = PlanCache.strictPlan(for: Value.self) {
      if let field = object.field(at: member, pathKey: pathKey(index)), !field.isNull {
        return try plan.withObject { try $0.decodeMember(field) }
      }
      if isInSource(index) { return try valueByName(keys.key(at: index), member) }
    }
    var value = try initial()
    try fill(&value, with: member, at: index)
    return value
  }

  /// Reads an optional field that has a default, for a constant.
  public mutating func value<Value: Decodable>(
    at index: Int, filling initial: @autoclosure () throws -> Value?
  ) throws -> Value? {
    if Value.self == UnknownFields.self { return try collected(as: Value.self, at: index) }
    let member = member(index)
    if let plan = PlanCache.strictPlan(for: Value.self) {
      if let field = presentField(at: member, index) {
        return try plan.withObject { try $0.decodeMember(field) }
      }
      if isInSource(index) { return try optionalByName(keys.key(at: index), member) }
    }
    var value = try initial()
    try fill(&value, with: member, at: index)
    return value
  }

  /// Whether the fields aren't in a tree, and the one with a key is there and isn't null.
  private func isInSource(_ index: Int) -> Bool {
    source.map { $0.isPresent(keys.key(at: index)) } ?? false
  }

  // MARK: - Unknown fields

  /// Collects the fields that no key matches.
  ///
  /// - Parameters:
  ///   - unknown: The property for them.
  ///   - index: The position of its key.
  public mutating func fill(_ unknown: inout UnknownFields, at index: Int) throws {
    unknown = try unknownFields(besides: keys.key(at: index), at: index)
  }

  /// Collects the fields that no key matches.
  public mutating func value(at index: Int) throws -> UnknownFields {
    try unknownFields(besides: keys.key(at: index), at: index)
  }

  /// The unknown fields, for a function that doesn't know that this is the type of the property.
  private func collected<Value>(as type: Value.Type, at index: Int) throws -> Value {
    identityCast(try unknownFields(besides: keys.key(at: index), at: index), to: type)
  }

  private func unknownFields<Key: CodingKey>(besides key: Key, at index: Int) throws
    -> UnknownFields
  {
    try checkKeys()
    if source == nil { object.state.recordRootCollector(key, ofFrame: object.frameIndex) }
    func declares(_ name: String) -> Bool { Key.declares(name, besides: key) }
    return try source.map { try $0.unknownFields(collectedBy: key, isDeclared: declares) }
      ?? object.unknownFields(collectedBy: index, keyNames: names, isDeclared: declares)
  }

  // MARK: - Scalars

  @inline(__always)
  mutating func scalar<Value: DecodableScalar>(at index: Int) throws -> Value {
    let member = member(index)
    if member.isFound, let value = Value.read(member.node, member.tree) { return value }
    return try valueByName(keys.key(at: index), member)
  }

  @inline(__always)
  mutating func optionalScalar<Value: DecodableScalar>(at index: Int) throws -> Value? {
    let member = member(index)
    if member.isAbsent, !object.hasDefaults { return nil }
    if member.isFound {
      if let value = Value.read(member.node, member.tree) { return value }
      if member.node.kind == .null, !object.isReporting { return nil }
    }
    return try optionalByName(keys.key(at: index), member)
  }

  @inline(__always)
  mutating func fillScalar<Value: DecodableScalar>(_ value: inout Value, at index: Int) throws {
    let member = member(index)
    if member.isFound, let found = Value.read(member.node, member.tree) { return value = found }
    if keepsInitial(member) { return }
    try fillByName(&value, keys.key(at: index), member)
  }

  @inline(__always)
  mutating func fillOptionalScalar<Value: DecodableScalar>(_ value: inout Value?, at index: Int)
    throws
  {
    let member = member(index)
    if member.isFound, let found = Value.read(member.node, member.tree) { return value = found }
    if keepsInitial(member) { return }
    if !object.isReporting, member.isFound, member.node.kind == .null { return value = nil }
    try fillOptionalByName(&value, keys.key(at: index), member)
  }

  /// Whether a missing field keeps its initial value, and no report is requested.
  @inline(__always)
  private func keepsInitial(_ member: ContainerReader.Member) -> Bool {
    member.isAbsent && !object.isReporting && !object.hasDefaults
  }

  // MARK: - Fields in a tree

  /// The member with a key. Nearly always it is the next one.
  @inline(__always)
  private mutating func member(_ index: Int) -> ContainerReader.Member {
    keys.check(index)
    if let order {
      let member = tree.slots.reference(to: Int(next))
      if next != 0, index > latest, order[index].isKey(of: member.pointee, in: tree) {
        let found = next
        next = member.pointee.next
        latest = index
        return ContainerReader.Member(tree: tree, index: found)
      }
      return memberOutOfOrder(index)
    }
    return foundMember(index)
  }

  /// The member with a key that isn't the next one: it may be missing, or elsewhere.
  @inline(never)
  private mutating func memberOutOfOrder(_ index: Int) -> ContainerReader.Member {
    // All members belong to keys before this one.
    if next == 0, index > latest { return ContainerReader.Member(tree: tree, index: 0) }
    order = nil
    if let names { places = object.findAllPlaces(of: names) }
    return foundMember(index)
  }

  @inline(__always)
  private func foundMember(_ index: Int) -> ContainerReader.Member {
    if places != 0 {
      return ContainerReader.Member(tree: tree, index: object.place(index, of: places))
    }
    guard let names else { return .undecided }
    return object.member(at: index, names)
  }

  /// The field of a member that isn't null and can't be one that is only Lineage's own.
  @inline(__always)
  private func presentField(at member: ContainerReader.Member, _ index: Int) -> Field? {
    guard let field = object.field(at: member, pathKey: pathKey(index)), !field.isNull,
      field.kind != .object || !object.hasLibraryKeys
    else { return nil }
    return field
  }

  @inline(__always)
  private func pathKey(_ index: Int) -> PathKey {
    guard let names else { return .member }
    return PathKey(byte: index, ofKeysAt: names.pointee.index)
  }
}
