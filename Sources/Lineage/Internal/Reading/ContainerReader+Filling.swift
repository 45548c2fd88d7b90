// How a field is filled that is missing, or that is null although its type doesn't decode null.

extension ContainerReader {
  @inline(never)
  func absent<Value: Decodable, Key: CodingKey>(
    _ plan: DecodingPlan<Value>, _ key: Key, _ name: String, in frame: Frame,
    because cause: MigrationReport.FilledField.Cause
  ) throws -> Value {
    if plan.isRequired { throw missing(Value.self, key, PreparedProblem(.required(cause)), cause) }
    switch frame.fill.rule {
    case .defaults:
      if let value = try decodeDefault(plan, name, in: frame) {
        recordFilled(name, cause)
        return value
      }
      if let value = plan.nilValue { return value }
      throw missing(Value.self, key, PreparedProblem(.noDefault(cause)), cause)
    case .zero:
      guard let value = try zero(plan, key) else {
        let problem = ValueProblem.noZero(TypeName.of(Value.self), cause)
        throw missing(Value.self, key, PreparedProblem(problem), cause)
      }
      if plan.nilValue == nil { recordFilled(name, cause) }
      return value
    case .error:
      throw missing(Value.self, key, cause == .null ? .null(for: Value.self) : .missing, cause)
    }
  }

  /// Fills a field that has an initial value: with the one that the type's `init()` gives it if the type
  /// is `DefaultFillable`, since fields with that value may be omitted when they are written.
  func fillInitial<Value: Decodable, Key: CodingKey>(
    _ value: inout Value, _ plan: DecodingPlan<Value>, _ key: Key, _ name: String, in frame: Frame,
    because cause: MigrationReport.FilledField.Cause
  ) throws {
    if plan.isRequired { throw missing(Value.self, key, PreparedProblem(.required(cause)), cause) }
    if let found = try decodeDefault(plan, name, in: frame) { value = found }
    if !plan.isNil(value) { recordFilled(name, cause) }
  }

  /// Like `fillInitial(_:_:_:_:in:because:)`, for a missing optional field.
  func fillInitialIfPresent<Value: Decodable, Key: CodingKey>(
    _ value: inout Value?, _ plan: DecodingPlan<Value>, _ key: Key, _ name: String, in frame: Frame
  ) throws {
    if let field = try defaultField(name, in: frame) {
      value = field.isNull ? nil : try decodeDefault(plan, field)
    }
    guard let value else { return }
    if plan.isRequired {
      throw missing(Value.self, key, PreparedProblem(.required(.missing)), .missing)
    }
    if !plan.isNil(value) { recordFilled(name, .missing) }
  }

  /// The replacement for a field that doesn't decode, for lenient types; nil if there is none.
  func replacement<Value: Decodable>(
    _ plan: DecodingPlan<Value>, _ name: String, in frame: Frame
  ) throws -> Value? {
    switch frame.fill.rule {
    case .defaults: try decodeDefault(plan, name, in: frame)
    case .zero: try zeroIfAny(plan)
    case .error: nil
    }
  }

  // MARK: - Zero

  /// The zero of a field; nil if its type has none. If a field inside it has none, the error has the
  /// path of that field.
  private func zero<Value: Decodable, Key: CodingKey>(
    _ plan: DecodingPlan<Value>, _ key: Key
  ) throws -> Value? {
    try plan.zero {
      field(0, in: .nothing, pathKey: state.pathKey(of: key)).decoder(filling: .error)
    }
  }

  private func zeroIfAny<Value: Decodable>(_ plan: DecodingPlan<Value>) throws -> Value? {
    do {
      return try plan.zero { ValueDecoder(state: state, frame: frameIndex) }
    } catch  where error is DecodingError && !error.isAboutStack {
      return nil
    }
  }

  // MARK: - Defaults

  /// The default of a missing field; nil if the slow path has to find it, because the report
  /// has filled fields, or because it is nil or differs from one `init()` to the next.
  @inline(__always)
  func knownDefault(
    ofByte byte: Int, _ names: KeyNames.Pointer, _ name: () -> String
  ) -> Field? {
    if state.pointee.recordsFilled { return nil }
    let type = state.pointee.frames.pointer(to: frameIndex).pointee.fill.typeAddress
    let slot = names.pointee.defaults.slot(ofByte: byte, ofTypeAt: type)
    let pathKey = PathKey(byte: byte, ofKeysAt: names.pointee.index)
    if slot != 0 { return field(slot, in: names.pointee.defaults.tree, pathKey: pathKey) }
    guard let (slot, tree, isForAllCalls) = findDefault(name()) else { return nil }
    if type != 0, isForAllCalls {
      names.pointee.defaults.learn(slot, in: tree, ofByte: byte, ofTypeAt: type)
    }
    return field(slot, in: tree, pathKey: pathKey)
  }

  @inline(never)
  private func findDefault(
    _ name: String
  ) -> (slot: UInt32, tree: DocumentTree.View, isForAllCalls: Bool)? {
    let fill = state.pointee.frames[frameIndex].fill
    guard let defaults = fill.defaults, let captured = try? captured(defaults) else { return nil }
    let tree = captured.tree.view
    let slot = tree.member(name, of: fill.slot)
    if slot == 0 || tree[slot].isNull || tree[slot].flags.contains(.isVolatile) { return nil }
    return (slot, tree, !captured.dependOnUserInfo)
  }

  /// The defaults of a type in this call.
  private func captured(_ type: TypeDefaults) throws -> CapturedDefaults {
    if let known = type.ofAllCalls { return known }
    // A copy, because capturing calls user code.
    var known = state.outermost.pointee.defaultsOfCall
    defer { state.outermost.pointee.defaultsOfCall = known }
    return try type.captured(in: &known) { state.userInfo(ofFrame: frameIndex) }
  }

  /// The value that the type's `init()` gives a field; nil if it gives none, or nil.
  func decodeDefault<Value: Decodable>(
    _ plan: DecodingPlan<Value>, _ name: String, in frame: Frame
  ) throws -> Value? {
    guard let field = try defaultField(name, in: frame) else { return nil }
    // It is the nil of an optional, or the null of a type that decodes null.
    if field.isNull { return plan.readsNull ? try? decodeDefault(plan, field) : nil }
    return try decodeDefault(plan, field)
  }

  /// The default of a missing optional field; nil if it has none.
  func defaultIfAny<Value: Decodable>(
    _ plan: DecodingPlan<Value>, _ name: String, in frame: Frame
  ) throws -> Value? {
    guard let field = try defaultField(name, in: frame), !field.isNull else { return nil }
    let value = try decodeDefault(plan, field)
    recordFilled(name, .missing)
    return value
  }

  /// Decodes a field of the defaults, and retains its session meanwhile.
  func decodeDefault<Value: Decodable>(_ plan: DecodingPlan<Value>, _ field: Field) throws -> Value
  {
    let session = field.state.lease
    return try withExtendedLifetime(session) { try plan.decode(field) }
  }

  /// The field with the value that the type's `init()` gives; nil if it gives none.
  ///
  /// A volatile default comes from a fresh `init()` for each record, which all volatile fields of
  /// the record share.
  func defaultField(_ name: String, in frame: Frame) throws -> Field? {
    guard let defaults = frame.fill.defaults else { return nil }
    let captured = try captured(defaults).tree
    let slot = captured.view.member(name, of: frame.fill.slot)
    guard slot != 0 else { return nil }
    // The record of a decoder that user code has stored may be complete, and can't have fresh
    // defaults any longer.
    let isOpen = state.pointee.frames[frame.fill.ownerFrame].flags.contains(.isOpen)
    guard captured.slots[slot].flags.contains(.isVolatile), isOpen else {
      return field(slot, in: captured.view)
    }
    let session = try state.freshDefaults(of: defaults, forValueIn: frame.fill.ownerFrame)
    // The captured slots and the fresh ones correspond: both come from the same `encode(to:)`.
    let tree = session.root.tree
    guard let path = captured.path(to: slot), let freshSlot = tree.value(at: path, in: 0) else {
      return nil
    }
    return Field(
      state: session.state, tree: tree, slot: freshSlot, parent: -1, pathKey: .member)
  }

  /// Whether the type's `init()` gives a field a value other than nil; nil if it gives none.
  func hasDefault(_ name: String, in frame: Frame) throws -> Bool? {
    try defaultField(name, in: frame).map { !$0.isNull }
  }

  /// The fill of the nested container for a key.
  func fill(inside name: String, of frame: Frame) throws -> Fill {
    var fill = frame.fill
    guard let defaults = fill.defaults else { return fill }
    fill.slot = try captured(defaults).tree.view.member(name, of: fill.slot)
    return fill.slot == 0 ? .error : fill
  }

  func recordFilled(_ name: String, _ cause: MigrationReport.FilledField.Cause) {
    if cause == .null { recordFilledNull(name) }
    guard state.pointee.recordsFilled, let reportBuilder = state.pointee.reportBuilder else {
      return
    }
    let path = path(to: name)
    let isOmittedWhenWritten = isOmittedWhenWritten(name)
    // A carried-over nil doesn't tell whether the document had a null or no field.
    let cause = !isOmitted(name) ? cause : reportBuilder.wasNull(at: path) ? .null : .missing
    reportBuilder.record {
      $0.filled.append(MigrationReport.FilledField(path: path, cause: cause))
      if !isOmittedWhenWritten { $0.fieldsToAdd.append(path) }
    }
  }

  /// Records that a field is filled because it is null. In a newer value it is written as null again, if its type
  /// collects unknown fields; otherwise the null is lost.
  @inline(never)
  private func recordFilledNull(_ name: String) {
    if isOmitted(name) { return }
    guard state.pointee.isInsideNewerValue else {
      state.pointee.reportBuilder?.recordFilledNull(at: path(to: name))
      return
    }
    state.pointee.frameDetails.versionsToPreserve[frameIndex]?.filledNulls.insert(name)
    // While fields are carried over, it was recorded when it was read from the document.
    if !state.pointee.carryOver.isActive {
      state.pointee.reportBuilder?.recordNull(at: path(to: name))
    }
  }

  /// Whether a field is the nil of an older version.
  private func isOmitted(_ name: String) -> Bool {
    guard state.pointee.carryOver.isActive, let frame = try? frame else { return false }
    return frame.tree[firstMember(named: name)].flags.contains(.isOmitted)
  }

  /// Whether a filled field is omitted again when its value is written.
  private func isOmittedWhenWritten(_ name: String) -> Bool {
    guard let fill = try? frame.fill, fill.slot == 0, let defaults = fill.defaults,
      let captured = try? captured(defaults)
    else { return false }
    return defaults.omits(name, captured: captured.tree)
  }

  /// The error for a field that is missing or null.
  func missing(
    _ type: any Any.Type, _ key: some CodingKey, _ problem: PreparedProblem,
    _ cause: MigrationReport.FilledField.Cause
  ) -> DecodingError {
    switch cause {
    case .missing: .keyNotFound(key, problem.context(at: codingPathOfError))
    case .null: .valueNotFound(type, problem.context(at: codingPathOfError + [key]))
    }
  }
}

extension DecodingState.Pointer {
  /// The defaults of a fresh `init()` for one record, which are captured once.
  fileprivate func freshDefaults(
    of defaults: TypeDefaults, forValueIn frame: UInt32
  ) throws -> DecodingSession {
    if let session = pointee.frameDetails.freshDefaults[frame] { return session }
    let record = ValueDecoder(state: self, frame: frame)
    let fresh = try defaults.capture(userInfo: userInfo(ofFrame: frame)).tree
    let session = DecodingSession.reading(freshDefaults: fresh, of: record)
    pointee.frameDetails.freshDefaults[frame] = session
    return session
  }
}

extension DocumentTree {
  /// The names on the path from an object to a member of it, or of one inside; nil if there is no such path.
  fileprivate func path(to target: UInt32, from slot: UInt32 = 0) -> [String]? {
    guard slots[slot].kind == .object else { return nil }
    for member in children(of: slot) {
      if member == target { return [view.key(of: member)] }
      if let rest = path(to: target, from: member) { return [view.key(of: member)] + rest }
    }
    return nil
  }
}
