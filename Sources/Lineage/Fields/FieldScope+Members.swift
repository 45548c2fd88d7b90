// What a type gets when it asks an object for a field. The rules, in the order in which they count:
//
// - A value that is there is decoded, and an error in it stays an error.
// - `null` for an optional field is nil.
// - `null` for another field goes to the field's type if that reads null itself. Otherwise it counts
//   as missing.
// - A missing field takes what the frame's fill has for it: the value of the type's `init()`, or the
//   zero of the field's type. Without a fill it is an error.

extension FieldScope {
  @inline(__always)
  func scalar<Value: FieldScalar>(_ type: Value.Type, _ name: String) throws -> Value {
    let frame = try frame
    if !frame.isForeign {
      let slot = member(name, in: frame)
      if slot != 0, let value = Value.read(frame.tree[slot], frame.tree) { return value }
    }
    return try value(type, name)
  }

  @inline(__always)
  func scalarIfPresent<Value: FieldScalar>(_ type: Value.Type, _ name: String) throws -> Value? {
    let frame = try frame
    if !frame.isForeign {
      let slot = member(name, in: frame)
      if slot != 0, let value = Value.read(frame.tree[slot], frame.tree) { return value }
    }
    return try valueIfPresent(type, name)
  }

  func value<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    let frame = try frame
    let plan = state.pointee.plans.decodingPlan(for: type)
    if frame.isForeign, plan.passesThrough {
      let foreign = state.pointee.foreign[Int(frame.foreign)]
      if let value = try foreign.decodeMember(type, name) { return value }
      return try absent(plan, name, in: frame, because: foreign.contains(name) ? .null : .missing)
    }
    guard let field = try present(name, in: frame) else {
      return try absent(plan, name, in: frame, because: .missing)
    }
    if field.isNull { return try null(field, plan, name, in: frame) }
    if plan.isLenient {
      return try plan.decode(field) { try replacement(plan, name, in: frame) }
    }
    return try plan.decode(field)
  }

  private func null<Value: Decodable>(
    _ field: Field, _ plan: DecodingPlan<Value>, _ name: String, in frame: Frame
  ) throws -> Value {
    if frame.fill.rule == .error && !plan.isRequired { return try plan.decode(field) }
    if plan.readsNull, let value = try? plan.decode(field) { return value }
    return try absent(plan, name, in: frame, because: .null)
  }

  func valueIfPresent<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value? {
    let frame = try frame
    let plan = state.pointee.plans.decodingPlan(for: type)
    if frame.isForeign, plan.passesThrough {
      let foreign = state.pointee.foreign[Int(frame.foreign)]
      if let value = try foreign.decodeMember(type, name) { return value }
      if foreign.contains(name) { return nil }
    } else if let field = try present(name, in: frame) {
      if field.isNull { return nil }
      if plan.isLenient {
        return try plan.decode(field) { try replacement(plan, name, in: frame) }
      }
      return try plan.decode(field)
    }
    guard frame.fill.rule == .defaults, let value = try decodeDefault(plan, name, in: frame) else {
      return nil
    }
    noteFilled(name, .missing)
    return value
  }

  /// The field with a name, if the object has it, be it null.
  func present(_ name: String, in frame: Frame) throws -> Field? {
    if frame.isForeign {
      guard let child = try state.pointee.foreign[Int(frame.foreign)].member(name) else {
        return nil
      }
      return foreign(child, step: Frame.memberStep, in: frame)
    }
    let slot = member(name, in: frame)
    return slot == 0 ? nil : field(slot, in: frame)
  }

  func foreign(_ child: ForeignField, step: Int32, in frame: Frame) -> Field {
    state.pointee.foreign.append(child)
    return Field(
      state: state, tree: .nothing, slot: 0, parent: Int32(frameIndex), step: step,
      foreign: Int32(state.pointee.foreign.count - 1))
  }

  // MARK: - Filling

  private func absent<Value: Decodable>(
    _ plan: DecodingPlan<Value>, _ name: String, in frame: Frame,
    because cause: MigrationReport.FilledField.Cause
  ) throws -> Value {
    if plan.isRequired { throw missing(name, FieldProblem.required, cause) }
    if let value = try plan.absentValue(in: self, name) { return value }
    switch frame.fill.rule {
    case .defaults:
      if let value = try decodeDefault(plan, name, in: frame) {
        noteFilled(name, cause)
        return value
      }
      if let value = plan.nilValue { return value }
      throw missing(name, FieldProblem.noDefault, cause)
    case .zero:
      guard let value = try plan.zero() else {
        throw missing(name, FieldProblem.noZero(TypeName.of(Value.self)), cause)
      }
      if plan.nilValue == nil { noteFilled(name, cause) }
      return value
    case .error:
      if frame.step == Frame.rootStep, state.pointee.placeholders.contains(name),
        let value = try plan.zero()
      {
        return value
      }
      throw missing(name, FieldProblem.missing, cause)
    }
  }

  /// What takes the place of a field that is there and doesn't decode, for the types that allow that.
  private func replacement<Value: Decodable>(
    _ plan: DecodingPlan<Value>, _ name: String, in frame: Frame
  ) throws -> Value? {
    switch frame.fill.rule {
    case .defaults: try decodeDefault(plan, name, in: frame)
    case .zero: try plan.zero()
    case .error: nil
    }
  }

  private func decodeDefault<Value: Decodable>(
    _ plan: DecodingPlan<Value>, _ name: String, in frame: Frame
  ) throws -> Value? {
    guard let defaults = frame.fill.defaults?.takeUnretainedValue() else { return nil }
    let captured = try defaults.captured()
    let slot = captured.view.member(name, of: frame.fill.slot)
    guard slot != 0, !captured.view[slot].isNull else { return nil }
    guard captured.view[slot].flags.contains(.isVolatile) else {
      return try plan.decode(
        Field(
          state: state, tree: captured.view, slot: slot, parent: Int32(frameIndex),
          step: Frame.memberStep))
    }
    // The captured slots and the fresh ones correspond: both come from the same `encode(to:)`.
    let fresh = try defaults.capture()
    let path = defaults.path(to: slot)
    guard
      let freshSlot = path.reduce(
        0 as UInt32?,
        { slot, name in
          slot.map { fresh.view.member(name, of: $0) }.flatMap { $0 == 0 ? nil : $0 }
        })
    else { return nil }
    let base = FieldDecoder(state: state, frame: frameIndex)
    let session = Session(reading: fresh, inside: base)
    return try withExtendedLifetime(session) {
      try plan.decode(
        Field(
          state: session.state, tree: fresh.view, slot: freshSlot, parent: -1,
          step: Frame.memberStep))
    }
  }

  private func noteFilled(_ name: String, _ cause: MigrationReport.FilledField.Cause) {
    guard let journal = state.pointee.journal, !state.pointee.placeholders.contains(name) else {
      return
    }
    journal.report.filled.append(
      MigrationReport.FilledField(path: FieldPath(codingPath + [FieldKey(name)]), cause: cause))
  }

  /// The error for a field that is not there.
  private func missing(
    _ name: String, _ problem: FieldProblem, _ cause: MigrationReport.FilledField.Cause
  ) -> DecodingError {
    switch cause {
    case .missing:
      .keyNotFound(
        FieldKey(name),
        .init(
          codingPath: codingPath, debugDescription: problem.description, underlyingError: problem))
    case .null:
      .valueNotFound(
        Any.self,
        .init(
          codingPath: codingPath + [FieldKey(name)], debugDescription: problem.description,
          underlyingError: problem))
    }
  }

  // MARK: - Containers inside

  func contains(_ name: String) -> Bool {
    guard let frame = try? frame else { return false }
    if frame.isForeign { return state.pointee.foreign[Int(frame.foreign)].contains(name) }
    return member(name, in: frame) != 0
  }

  func decodeNil(_ name: String) throws -> Bool {
    try child(name) { throw missing(name, .missing, .missing) }.isNull
  }

  /// A decoder for the value under a key, also where there is none but something to fill it with.
  func nested(_ name: String) throws -> FieldDecoder {
    let frame = try frame
    if frame.fill.rule == .zero {
      return try child(name) { nothing(name) }.decoder(filling: .zero)
    }
    var fill = Fill.error
    if let defaults = frame.fill.defaults?.takeUnretainedValue() {
      let slot = try defaults.captured().view.member(name, of: frame.fill.slot)
      if slot != 0 {
        fill = frame.fill
        fill.slot = slot
      }
    }
    return try child(name) { throw missing(name, .missing, .missing) }.decoder(filling: fill)
  }

  /// The `super` decoder; where there is nothing under the key, one that has null, as in Foundation.
  func superDecoder(_ name: String) throws -> FieldDecoder {
    let isAbsent = try frame.fill.rule == .error && !contains(name)
    return isAbsent ? nothing(name).decoder(filling: .error) : try nested(name)
  }

  /// The value under a key, or what the type's `init()` has there.
  private func child(_ name: String, orElse otherwise: () throws -> Field) throws -> Field {
    let frame = try frame
    if frame.isForeign, let child = try state.pointee.foreign[Int(frame.foreign)].member(name) {
      return foreign(child, step: Frame.memberStep, in: frame)
    }
    let slot = frame.isForeign ? 0 : member(name, in: frame)
    if slot != 0 { return field(slot, in: frame) }
    if let captured = try frame.fill.defaults?.takeUnretainedValue().captured() {
      let slot = captured.view.member(name, of: frame.fill.slot)
      if slot != 0 {
        return Field(
          state: state, tree: captured.view, slot: slot, parent: Int32(frameIndex),
          step: Frame.memberStep)
      }
    }
    return try otherwise()
  }

  private func nothing(_ name: String) -> Field {
    Field(
      state: state, tree: .nothing, slot: 0, parent: Int32(frameIndex),
      step: state.absentStep(name))
  }
}

extension FieldSlot {
  var isNull: Bool { kind == .null || kind == .nothing }
}
