// How the fields of an object in a tree are decoded.

extension ContainerReader: ObjectReader {
  var container: ContainerReader { self }

  /// A member as a field; nil if it wasn't found, or if it is native and so may be a carried value
  /// that has to be encoded first.
  @inline(__always)
  func field(at member: Member, pathKey: PathKey) -> Field? {
    guard member.isFound, member.node.kind != .native else { return nil }
    return field(member.index, in: member.tree, pathKey: pathKey)
  }

  /// Whether missing fields may have defaults.
  var hasDefaults: Bool {
    state.pointee.frames.pointer(to: frameIndex).pointee.fill.rule == .defaults
  }

  /// Whether some keys of the object or of nested ones are Lineage's own.
  var hasLibraryKeys: Bool {
    state.pointee.frames.pointer(to: frameIndex).pointee.libraryKeys != nil
  }

  /// Decodes a scalar that has to be looked up by name.
  @inline(never)
  func scalar<Value: DecodableScalar, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value {
    let frame = try frame
    let slot = member(key.stringValue)
    if slot != 0, let value = Value.read(frame.tree[slot], frame.tree) { return value }
    return try value(type, key)
  }

  /// Decodes a scalar that the object doesn't have.
  @inline(never)
  func absentScalar<Value: DecodableScalar, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value {
    let frame = try frame
    if frame.fill.rule != .error || state.pointee.isCarryingOver { return try value(type, key) }
    throw missing(Value.self, key, .missing, .missing)
  }

  func value<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value {
    let frame = try frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: type)
    if state.pointee.isCarryingOver, let value = carried(type, name, in: frame) { return value }
    return try value(plan, key, name, in: frame)
  }

  func valueIfPresent<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    let frame = try frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: type)
    if state.pointee.isCarryingOver, let value = carried(type, name, in: frame) {
      return try isNil(value, plan, default: hasDefault(name, in: frame) ?? false) ? nil : value
    }
    return try valueIfPresent(plan, key, name, in: frame)
  }

  /// Replaces the initial value of a field with that of the data, if there is one.
  func fill<Value: Decodable, Key: CodingKey>(_ value: inout Value, _ key: Key) throws {
    let frame = try frame
    let name = key.stringValue
    if state.pointee.isCarryingOver, let carried = carried(Value.self, name, in: frame) {
      return value = carried
    }
    try fill(&value, PlanCache.decodingPlan(for: Value.self), key, name, in: frame)
  }

  /// Like `fill(_:_:)`, for an optional field.
  func fillIfPresent<Value: Decodable, Key: CodingKey>(_ value: inout Value?, _ key: Key) throws {
    let frame = try frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: Value.self)
    if state.pointee.isCarryingOver, let carried = carried(Value.self, name, in: frame) {
      let hasInitialValue = value.map { !plan.isNull($0) } ?? false
      let isNil = try isNil(
        carried, plan, default: hasDefault(name, in: frame) ?? hasInitialValue)
      return value = isNil ? nil : carried
    }
    try fillIfPresent(&value, plan, key, name, in: frame)
  }

  /// Whether a value that is carried over is the nil of its field, since it would be read as nil once it is written.
  ///
  /// - Parameter hasDefault: Whether the field has a default that isn't nil.
  private func isNil<Value>(
    _ value: Value, _ plan: DecodingPlan<Value>, default hasDefault: @autoclosure () throws -> Bool
  ) rethrows -> Bool {
    try plan.tellsNullFromNothing && plan.nilValue == nil && plan.isNull(value) && hasDefault()
  }

  func present(_ name: String, in frame: Frame) throws -> Field? {
    let slot = member(name)
    if slot == 0 { return nil }
    let field = field(slot, in: frame.tree)
    // Only a type that accepts any key asks for this one, by a name that can't represent it
    // exactly.
    if frame.tree[slot].flags.contains(.illFormedKey) { throw field.illFormedKey() }
    return try field.encodingCarriedValue()
  }

  func peek(_ name: String, in frame: Frame) -> Field? {
    let slot = firstMember(named: name)
    return slot == 0 ? nil : field(slot, in: frame.tree)
  }

  func spelling(of name: String, among libraryKeys: LibraryKeys, in frame: Frame) -> String {
    let key = frame.tree.key(of: firstMember(named: name))
    return state.field(of: frame).spelling(of: key, named: name, among: libraryKeys)
  }

  func contains(_ name: String) -> Bool {
    guard let frame = try? frame else { return false }
    let slot = member(name)
    return slot != 0 && !frame.tree[slot].flags.contains(.isOmitted)
  }
}
