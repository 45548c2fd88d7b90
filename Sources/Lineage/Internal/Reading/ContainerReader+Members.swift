// How a field of an object is decoded. The rules, in order of precedence:
//
// - An existing value is decoded, and an error in it remains an error.
// - `null` for an optional field is nil, unless its type distinguishes null from nil, as
//   `DocumentValue` does.
// - `null` for another field is decoded by the field's type if that can decode null. Otherwise the
//   field counts as missing.
// - A missing field is filled as the frame's `Fill` says: with the value of the type's `init()`, or
//   with the zero of the field's type. Without a fill it is an error.

extension ContainerReader {
  /// A member as a field; nil if it wasn't found, or if it is native and so may be a carried value
  /// that has to be encoded first.
  @inline(__always)
  func field(at member: Member, step: Int32) -> Field? {
    guard member.isFound, member.slot.kind != .native else { return nil }
    return field(member.index, in: member.tree, step: step)
  }

  /// Whether missing fields may have defaults.
  var hasDefaults: Bool {
    state.pointee.frames.pointer(to: frameIndex).pointee.fill.rule == .defaults
  }

  /// Whether some keys of the object or of nested ones are Lineage's own.
  var ownsKeys: Bool {
    state.pointee.frames.pointer(to: frameIndex).pointee.owned != nil
  }

  /// Decodes a scalar that has to be looked up by name.
  @inline(never)
  func scalar<Value: DecodableScalar, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value {
    let frame = try frame
    let name = key.stringValue
    if frame.isForeign {
      recordForeignRead(name, in: frame)
      let object = state.pointee.foreign[Int(frame.foreign)]
      // If missing fields are filled, looking up the key is cheaper than catching an error.
      if frame.fill.rule == .error || object.contains(name),
        let value = try? object.decodeScalar(type, name)
      {
        return value
      }
    } else {
      let slot = member(name)
      if slot != 0, let value = Value.read(frame.tree[slot], frame.tree) { return value }
    }
    return try value(type, key)
  }

  private func recordForeignRead(_ name: String, in frame: Frame) {
    if state.pointee.tracksReads { state.pointee.foreign[Int(frame.foreign)].recordRead(name) }
  }

  // Slow paths are separate functions: naming `Optional<Value>` in `value(_:_:)` would instantiate
  // its metadata, which takes longer than decoding the field.

  func value<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value {
    let frame = try frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: type)
    if frame.isForeign, plan.passesThrough { return try foreignValue(plan, key, name, in: frame) }
    if state.pointee.carriesValues, let value = carried(type, name, in: frame) { return value }
    guard let field = try present(key, name, in: frame) else {
      return try absent(plan, key, name, in: frame, because: .missing)
    }
    if field.isNull { return try null(field, plan, key, name, in: frame) }
    return plan.isLenient
      ? try lenientValue(plan, field, name, in: frame) : try plan.decode(field)
  }

  @inline(never)
  private func lenientValue<Value: Decodable>(
    _ plan: DecodingPlan<Value>, _ field: Field, _ name: String, in frame: Frame
  ) throws -> Value {
    try plan.decode(field) { try replacement(plan, name, in: frame) }
  }

  @inline(never)
  private func foreignValue<Value: Decodable, Key: CodingKey>(
    _ plan: DecodingPlan<Value>, _ key: Key, _ name: String, in frame: Frame
  ) throws -> Value {
    recordForeignRead(name, in: frame)
    let foreign = state.pointee.foreign[Int(frame.foreign)]
    if let value = try foreign.decodeMember(Value.self, name) { return value }
    return try absent(
      plan, key, name, in: frame, because: foreign.contains(name) ? .null : .missing)
  }

  @inline(never)
  private func null<Value: Decodable, Key: CodingKey>(
    _ field: Field, _ plan: DecodingPlan<Value>, _ key: Key, _ name: String, in frame: Frame
  ) throws -> Value {
    if frame.fill.rule == .error && !plan.isRequired { return try plan.decode(field) }
    if plan.readsNull {
      let mark = state.pointee.reportBuilder?.mark
      if let value = try? plan.decode(field) { return value }
      if let mark { state.pointee.reportBuilder?.rollBack(to: mark) }
    }
    return try absent(plan, key, name, in: frame, because: .null)
  }

  func valueIfPresent<Value: Decodable, Key: CodingKey>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    let frame = try frame
    let name = key.stringValue
    let plan = PlanCache.decodingPlan(for: type)
    if frame.isForeign, plan.passesThrough {
      recordForeignRead(name, in: frame)
      let foreign = state.pointee.foreign[Int(frame.foreign)]
      if let value = try foreign.decodeMember(type, name) { return value }
      if foreign.contains(name) {
        state.pointee.reportBuilder?.recordNull(at: path(to: name))
        return nil
      }
    } else if state.pointee.carriesValues, let value = carried(type, name, in: frame) {
      return value
    } else if let field = try present(key, name, in: frame) {
      if field.isNull { return try nullIfPresent(field, plan) }
      if field.isOnlyOwned { return nil }
      return plan.isLenient
        ? try lenientValue(plan, field, name, in: frame) : try plan.decode(field)
    }
    guard let field = try defaultField(name, in: frame), !field.isNull else { return nil }
    let value = try decodeDefault(plan, field)
    recordFilled(name, .missing)
    return value
  }

  /// The value of an optional field that is null.
  private func nullIfPresent<Value>(_ field: Field, _ plan: DecodingPlan<Value>) throws -> Value? {
    if field.isOmitted { return nil }
    if plan.tellsNullFromNothing { return try plan.decode(field) }
    if let reportBuilder = state.pointee.reportBuilder {
      reportBuilder.recordNull(at: field.path)
    }
    return nil
  }

  /// The field with a key, which may be null; nil if the object doesn't have it.
  func present<Key: CodingKey>(_ key: Key, _ name: String, in frame: Frame) throws -> Field? {
    guard var field = try present(name, in: frame) else { return nil }
    // A carried value is the root of its own tree.
    if field.step == Frame.memberStep { field.step = state.step(by: key).rawValue }
    return field
  }

  /// The field with a name, which may be null; nil if the object doesn't have it.
  func present(_ name: String, in frame: Frame) throws -> Field? {
    if frame.isForeign {
      recordForeignRead(name, in: frame)
      guard let child = try state.pointee.foreign[Int(frame.foreign)].member(name) else {
        return nil
      }
      return foreign(child, step: Frame.memberStep, in: frame)
    }
    let slot = member(name)
    if slot == 0 { return nil }
    let field = field(slot, in: frame.tree)
    // Only a type that accepts any key asks for this one, by a name that can't represent it
    // exactly.
    if frame.tree[slot].flags.contains(.illFormedKey) { throw field.illFormedKey() }
    return try field.encodingCarriedValue()
  }

  func foreign(_ child: ForeignValue, step: Int32, in frame: Frame) -> Field {
    state.pointee.foreign.append(child)
    return Field(
      state: state, tree: .nothing, slot: 0, parent: Int32(frameIndex), step: step,
      foreign: Int32(state.pointee.foreign.count - 1))
  }

  // MARK: - Nested containers

  func contains(_ name: String) -> Bool {
    guard let frame = try? frame else { return false }
    if frame.isForeign {
      recordForeignRead(name, in: frame)
      return state.pointee.foreign[Int(frame.foreign)].contains(name)
    }
    let slot = member(name)
    return slot != 0 && !frame.tree[slot].flags.contains(.isOmitted)
  }

  func decodeNil<Key: CodingKey>(_ key: Key) throws -> Bool {
    let frame = try frame
    let name = key.stringValue
    if let field = try present(name, in: frame) { return field.isNull }
    if let field = try defaultField(name, in: frame) { return field.isNull }
    if frame.fill.rule == .zero { return true }
    throw missing(Any.self, key, .missing, .missing)
  }

  /// A decoder for the value of a key. If the value is missing, the decoder is that of its default
  /// or zero.
  func nested<Key: CodingKey>(_ key: Key) throws -> ValueDecoder {
    let frame = try frame
    let name = key.stringValue
    let found = try present(key, name, in: frame)
    if let found, frame.fill.rule == .error || !found.isNull {
      return found.decoder(filling: try frame.fill.inside(name))
    }
    let cause: MigrationReport.FilledField.Cause = found == nil ? .missing : .null
    if let field = try defaultField(name, in: frame) {
      recordFilled(name, cause)
      return field.decoder(filling: .error)
    }
    guard frame.fill.rule == .zero else { throw missing(Any.self, key, .missing, cause) }
    recordFilled(name, cause)
    return nothing(key).decoder(filling: .zero)
  }

  /// The `super` decoder. If the key is missing, it decodes null, as in Foundation.
  func superDecoder<Key: CodingKey>(_ key: Key) throws -> ValueDecoder {
    let isAbsent = try frame.fill.rule == .error && !contains(key.stringValue)
    return isAbsent ? nothing(key).decoder(filling: .error) : try nested(key)
  }

  private func nothing(_ key: some CodingKey) -> Field {
    field(0, in: .nothing, step: state.step(by: key).rawValue)
  }
}
