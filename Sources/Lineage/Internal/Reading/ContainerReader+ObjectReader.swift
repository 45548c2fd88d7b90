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

  // These functions get what looking up the byte of a key has found. Only if that is nothing, they look up its name: a
  // type that asks for a member once must not count as having asked twice.

  /// The member with a key; 0 if there is none.
  private func index<Key: CodingKey>(of member: Member, _ key: Key, _ name: String) -> UInt32 {
    member.isFound ? member.index : self.member(key, name)
  }

  /// Decodes a scalar that has to be looked up by name, or converted.
  @inline(never)
  func scalar<Value: DecodableScalar, Key: CodingKey>(
    _ type: Value.Type, _ key: Key, at member: Member
  ) throws -> Value {
    let frame = try frame
    let index = index(of: member, key, key.stringValue)
    if index != 0, let value = Value.read(frame.tree[index], frame.tree) { return value }
    return try value(type, key, at: Member(tree: frame.tree, index: index))
  }

  /// Decodes a scalar that the object doesn't have.
  @inline(never)
  func absentScalar<Value: DecodableScalar, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value {
    let frame = try frame
    if frame.fill.rule != .error || state.pointee.carryOver.isActive {
      return try value(type, key, at: .undecided)
    }
    throw missing(Value.self, key, .missing, .missing)
  }

  func value<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key, at member: Member
  ) throws -> Value {
    let frame = try frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: type)
    let index = index(of: member, key, name)
    if state.pointee.carryOver.isActive,
      let value = try carried(
        type, plan, at: index, in: frame, isReplaceable: replacement(plan, name, in: frame) != nil)
    {
      recordIfNull(value, plan, name)
      return value
    }
    return try value(of: present(index, key, in: frame), plan, key, name, in: frame)
  }

  func valueIfPresent<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key, at member: Member = .undecided
  ) throws -> Value? {
    let frame = try frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: type)
    let index = index(of: member, key, name)
    if state.pointee.carryOver.isActive,
      let value = try carried(
        type, plan, at: index, in: frame, isReplaceable: replacement(plan, name, in: frame) != nil)
    {
      if try isNil(value, plan, default: hasDefault(name, in: frame) ?? false) { return nil }
      recordIfNull(value, plan, name)
      return value
    }
    return try valueIfPresent(of: present(index, key, in: frame), plan, name, in: frame)
  }

  /// Replaces the initial value of a field with that of the data, if there is one.
  func fill<Value: Decodable, Key: CodingKey>(
    _ value: inout Value, _ key: Key, at member: Member
  ) throws {
    let frame = try frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: Value.self)
    let index = index(of: member, key, name)
    if state.pointee.carryOver.isActive,
      let carried = try carried(Value.self, plan, at: index, in: frame)
    {
      recordIfNull(carried, plan, name)
      return value = carried
    }
    try fill(&value, from: present(index, key, in: frame), plan, key, name, in: frame)
  }

  /// Like `fill(_:_:at:)`, for an optional field.
  func fillIfPresent<Value: Decodable, Key: CodingKey>(
    _ value: inout Value?, _ key: Key, at member: Member
  ) throws {
    let frame = try frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: Value.self)
    let index = index(of: member, key, name)
    if state.pointee.carryOver.isActive,
      let carried = try carried(Value.self, plan, at: index, in: frame)
    {
      let hasInitialValue = value.map { !plan.isNull($0) } ?? false
      if try isNil(carried, plan, default: hasDefault(name, in: frame) ?? hasInitialValue) {
        return value = nil
      }
      recordIfNull(carried, plan, name)
      return value = carried
    }
    try fillIfPresent(&value, from: present(index, key, in: frame), plan, key, name, in: frame)
  }

  /// Whether a value that is carried over is the nil of its field, since it would be read as nil once it is written.
  ///
  /// - Parameter hasDefault: Whether the field has a default that isn't nil.
  private func isNil<Value>(
    _ value: Value, _ plan: DecodingPlan<Value>, default hasDefault: @autoclosure () throws -> Bool
  ) rethrows -> Bool {
    try plan.isNullAValue && plan.isNull(value) && hasDefault()
  }

  /// Records a value that was carried over as a null that was decoded as a value, if it is one.
  private func recordIfNull<Value>(_ value: Value, _ plan: DecodingPlan<Value>, _ name: String) {
    if plan.isNullAValue, plan.isNull(value) { recordNullDecoded(name) }
  }

  /// Whether a field is null, or will be filled with null.
  func isNull<Key: CodingKey>(_ member: Member, _ key: Key, in frame: Frame) throws -> Bool {
    let name = key.stringValue
    return try isNull(present(index(of: member, key, name), key, in: frame), key, name, in: frame)
  }

  func member<Key: CodingKey>(_ key: Key, _ name: String, in frame: Frame) throws -> Field? {
    try present(member(key, name), in: frame)
  }

  private func present<Key: CodingKey>(
    _ member: UInt32, _ key: Key, in frame: Frame
  ) throws -> Field? {
    try named(key, present(member, in: frame))
  }

  private func present(_ member: UInt32, in frame: Frame) throws -> Field? {
    if member == 0 { return nil }
    let field = field(member, in: frame.tree)
    // Only a type that accepts any key asks for this one, by a name that can't represent it
    // exactly.
    if frame.tree[member].flags.contains(.illFormedKey) { throw field.illFormedKey() }
    return try field.encodingCarriedValue()
  }

  func peek(_ name: String, in frame: Frame) -> Field? {
    let slot = firstMember(named: name)
    return slot == 0 ? nil : field(slot, in: frame.tree)
  }

  func spelled(_ name: String, among libraryKeys: LibraryKeys, in frame: Frame) -> SpelledName {
    let key = frame.tree.key(of: firstMember(named: name))
    return state.field(of: frame).spelled(name, ofKey: key, among: libraryKeys)
  }

  func contains<Key: CodingKey>(_ key: Key) -> Bool {
    guard let frame = try? frame else { return false }
    let slot = member(key, key.stringValue)
    return slot != 0 && !frame.tree[slot].flags.contains(.isOmitted)
  }
}
