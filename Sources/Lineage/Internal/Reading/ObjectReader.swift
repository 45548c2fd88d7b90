// How a field of an object is decoded. The rules, in order of precedence:
//
// - An existing value is decoded, and an error in it remains an error.
// - `null` for an optional field is nil, unless its type distinguishes null from nil, as
//   `DocumentValue` does. Where the default isn't nil, null is nil for that type too, because nil is
//   written as null there. So such a null isn't reported as dropped.
// - `null` for another field is decoded by the field's type if that can decode null. Otherwise the
//   field counts as missing.
// - A missing field is filled as the frame's `Fill` says: with the value of the type's `init()`, or
//   with the zero of the field's type. Without a fill it is an error.

/// An object that is being decoded: a `ContainerReader` reads one in a tree, a `ForeignReader` one
/// of a foreign decoder.
protocol ObjectReader {
  /// The object as a container, which has everything that doesn't depend on where its members are.
  var container: ContainerReader { get }
  /// The names of all members without duplicates, in the order of the document.
  var names: [String] { get }

  func contains<Key: CodingKey>(_ key: Key) -> Bool
  /// The field with a key, which may be null; nil if the object doesn't have it.
  func member<Key: CodingKey>(_ key: Key, _ name: String, in frame: Frame) throws -> Field?
  /// The member with a name. That it was asked for isn't recorded.
  func peek(_ name: String, in frame: Frame) -> Field?
  /// The name of a member, with its key.
  func spelled(_ name: String, among libraryKeys: LibraryKeys, in frame: Frame) -> SpelledName
}

extension ObjectReader {
  private var state: DecodingState.Pointer { container.state }

  /// The names of all members without duplicates, except Lineage's own: a type that collects what it doesn't know must
  /// not take the version for data.
  var namesOfFields: [String] {
    guard let frame = try? container.frame, let libraryKeys = frame.libraryKeys?.object else {
      return names
    }
    return names.filter { !isOwn($0, among: libraryKeys, in: frame) }
  }

  private func isOwn(_ name: String, among libraryKeys: LibraryKeys, in frame: Frame) -> Bool {
    libraryKeys.own(
      spelled(name, among: libraryKeys, in: frame),
      isVersion: FoundVersion(at: .key(name), in: state.field(of: frame))?.version != nil,
      hasOnly: { _ in peek(name, in: frame)?.hasOnlyLibraryKeys ?? false })
  }

  /// Decodes a field that the object's own rules don't apply to; `found` is nil if the object doesn't have it.
  func value<Value: Decodable, Key: CodingKey>(
    of found: Field?, _ plan: DecodingPlan<Value>, _ key: Key, _ name: String, in frame: Frame
  ) throws -> Value {
    guard let field = found else {
      return try container.absent(plan, key, name, in: frame, because: .missing)
    }
    if field.isNull { return try null(field, plan, key, name, in: frame) }
    return plan.isLenient
      ? try lenientValue(plan, field, name, in: frame) : try plan.decodeMember(field)
  }

  // Slow paths are separate functions: naming `Optional<Value>` in the one above would instantiate
  // its metadata, which takes longer than decoding the field.

  @inline(never)
  private func lenientValue<Value: Decodable>(
    _ plan: DecodingPlan<Value>, _ field: Field, _ name: String, in frame: Frame
  ) throws -> Value {
    try plan.decode(field) { try container.replacement(plan, name, in: frame) }
  }

  @inline(never)
  private func null<Value: Decodable, Key: CodingKey>(
    _ field: Field, _ plan: DecodingPlan<Value>, _ key: Key, _ name: String, in frame: Frame
  ) throws -> Value {
    if plan.isNullAValue { container.recordNullDecoded(name) }
    let isMissing = frame.isMissing(field)
    if frame.fill.rule == .error, !plan.isRequired, !isMissing {
      return try plan.decodeMember(field)
    }
    return try valueOfNull(field, plan)
      ?? container.absent(plan, key, name, in: frame, because: isMissing ? .missing : .null)
  }

  /// The value that a type decodes from null; nil if it can't.
  private func valueOfNull<Value: Decodable>(
    _ field: Field, _ plan: DecodingPlan<Value>
  ) -> Value? {
    guard plan.readsNull else { return nil }
    let value = try? field.attempt { try plan.decode(field) }
    field.markReplaced()
    return value
  }

  /// Like `value(of:_:_:_:in:)`, for an optional field.
  func valueIfPresent<Value: Decodable>(
    of found: Field?, _ plan: DecodingPlan<Value>, _ name: String, in frame: Frame
  ) throws -> Value? {
    guard let field = found else {
      return try container.defaultIfAny(plan, name, in: frame)
    }
    if field.isNull {
      return try nullIfPresent(field, plan, name) {
        try container.hasDefault(name, in: frame) ?? false
      }
    }
    if field.hasOnlyLibraryKeys { return nil }
    return plan.isLenient
      ? try lenientValue(plan, field, name, in: frame) : try plan.decodeMember(field)
  }

  /// The value of an optional field that is null.
  private func nullIfPresent<Value>(
    _ field: Field, _ plan: DecodingPlan<Value>, _ name: String, hasDefault: () throws -> Bool
  ) throws -> Value? {
    if field.isOmitted { return nil }
    // The null of a field with a default is its nil, unless the type has a nil of its own.
    let isNil = try plan.isNullAValue ? hasDefault() : !plan.tellsNullFromNothing
    if !isNil {
      if plan.isNullAValue { container.recordNullDecoded(name) }
      return try plan.decode(field)
    }
    try recordNull(at: field.path, hasDefault: hasDefault)
    return nil
  }

  /// Records a null that is read as nil.
  ///
  /// - Parameter hasDefault: Whether the field has a default that isn't nil, so that its nil is written as
  ///   null.
  func recordNull(at path: @autoclosure () -> FieldPath, hasDefault: () throws -> Bool) throws {
    guard let reportBuilder = state.pointee.reportBuilder else { return }
    if try hasDefault() {
      reportBuilder.recordPreservedNull(
        at: path(), isCarriedOver: state.pointee.carryOver.isActive, isWrittenByType: true)
    } else {
      reportBuilder.recordNull(at: path())
    }
  }

  /// Like `member(_:_:in:)`, with the key in the field's coding path.
  func present<Key: CodingKey>(_ key: Key, _ name: String, in frame: Frame) throws -> Field? {
    try named(key, member(key, name, in: frame))
  }

  /// A field with its key in its coding path.
  func named<Key: CodingKey>(_ key: Key, _ found: Field?) -> Field? {
    guard var field = found else { return nil }
    // A carried value is the root of its own tree.
    if field.pathKey == .member { field.pathKey = state.pathKey(of: key) }
    return field
  }

  // MARK: - Fields with an initial value

  /// Replaces the initial value of a field with that of the data, unless it is missing, or null
  /// although its type can't decode null.
  func fill<Value: Decodable, Key: CodingKey>(
    _ value: inout Value, from found: Field?, _ plan: DecodingPlan<Value>, _ key: Key,
    _ name: String, in frame: Frame
  ) throws {
    guard let field = found else {
      return try container.fillInitial(&value, plan, key, name, in: frame, because: .missing)
    }
    if field.isNull {
      guard let null = valueOfNull(field, plan) else {
        return try container.fillInitial(&value, plan, key, name, in: frame, because: .null)
      }
      if plan.isNil(null), !field.isOmitted {
        let hasInitialValue = !plan.isNil(value)
        try recordNull(at: field.path) {
          try container.hasDefault(name, in: frame) ?? hasInitialValue
        }
      }
      return value = null
    }
    if plan.isLenient {
      let initial = value
      value = try plan.decode(field) {
        try container.decodeDefault(plan, name, in: frame) ?? initial
      }
    } else {
      value = try plan.decodeMember(field)
    }
  }

  /// Like `fill(_:from:_:_:_:in:)`, for an optional field, which is nil if the data has null.
  func fillIfPresent<Value: Decodable, Key: CodingKey>(
    _ value: inout Value?, from found: Field?, _ plan: DecodingPlan<Value>, _ key: Key,
    _ name: String, in frame: Frame
  ) throws {
    guard let field = found else {
      return try container.fillInitialIfPresent(&value, plan, key, name, in: frame)
    }
    if field.isNull {
      let hasInitialValue = value.map { !plan.isNull($0) } ?? false
      value = try nullIfPresent(field, plan, name) {
        try container.hasDefault(name, in: frame) ?? hasInitialValue
      }
    } else if field.hasOnlyLibraryKeys {
      value = nil
    } else if plan.isLenient {
      let initial = value
      value = try plan.decode(field) {
        try container.decodeDefault(plan, name, in: frame) ?? initial
      }
    } else {
      value = try plan.decodeMember(field)
    }
  }

  // MARK: - Nested containers

  func decodeNil<Key: CodingKey>(_ key: Key) throws -> Bool {
    let frame = try container.frame
    let name = key.stringValue
    return try state.readingNull {
      try isNull(member(key, name, in: frame), key, name, in: frame)
    }
  }

  /// Whether a field is null, or will be filled with null; `found` is nil if the object doesn't have it.
  func isNull<Key: CodingKey>(
    _ found: Field?, _ key: Key, _ name: String, in frame: Frame
  ) throws -> Bool {
    if let found, !frame.isMissing(found) { return found.isNull }
    if let field = try container.defaultField(name, in: frame) { return field.isNull }
    if frame.fill.rule == .zero { return true }
    throw container.missing(Any.self, key, .missing, .missing)
  }

  /// A decoder for the value of a key. If the value is missing, the decoder is that of its default
  /// or zero.
  func nested<Key: CodingKey>(_ key: Key) throws -> ValueDecoder {
    let frame = try container.frame
    let name = key.stringValue
    let found = try present(key, name, in: frame).flatMap { frame.isMissing($0) ? nil : $0 }
    if let found, frame.fill.rule == .error || !found.isNull {
      return found.decoder(filling: try container.fill(inside: name, of: frame))
    }
    let cause: MigrationReport.FilledField.Cause = found == nil ? .missing : .null
    if let field = try container.defaultField(name, in: frame) {
      container.recordFilled(name, cause)
      return field.decoder(filling: .error)
    }
    guard frame.fill.rule == .zero else {
      let problem =
        frame.fill.rule == .defaults ? PreparedProblem(.noDefault(cause)) : .missing
      throw container.missing(Any.self, key, problem, cause)
    }
    container.recordFilled(name, cause)
    return nothing(key).decoder(filling: .zero)
  }

  /// The `super` decoder. If the key is missing, it decodes null, as in Foundation.
  func superDecoder<Key: CodingKey>(_ key: Key) throws -> ValueDecoder {
    let isAbsent =
      try container.frame.fill.rule == .error
      && !state.withoutReading { contains(key) }
    return isAbsent ? nothing(key).decoder(filling: .error) : try nested(key).onlyIfAsked
  }

  private func nothing(_ key: some CodingKey) -> Field {
    container.field(0, in: .nothing, pathKey: state.pathKey(of: key))
  }

  // MARK: - Unknown fields

  /// Begins with the unknown fields of the object, which may be that of a newer document.
  func beginUnknownFields(in frame: Frame) -> UnknownFields {
    var unknown = UnknownFields()
    state.pointee.frames[container.frameIndex].flags.insert(.collectsUnknown)
    if let version = state.pointee.frameDetails.versionsToPreserve[container.frameIndex] {
      version.readableSince?.markRead(in: state.field(of: frame))
      unknown.preservedVersion = PreservedVersion(
        version,
        fields: version.fields
          ?? (version.origin.isNewer ? presentFields(in: frame) : PresentFields()))
    }
    return unknown
  }

  private func presentFields(in frame: Frame) -> PresentFields {
    var fields = PresentFields(names: Set(names))
    if state.convertsFromSnakeCase, state.convertsKeys(of: frame.slot, in: frame.tree) {
      fields.keysInSnakeCase = Set(
        frame.tree.children(of: frame.slot).map { frame.tree.key(of: $0) })
    }
    return fields
  }
}

extension Frame {
  /// Whether a field counts as missing because an old type has omitted it, as in documents, unless its new type
  /// can decode null. A type with defaults gets it as nil instead, which isn't filled.
  fileprivate func isMissing(_ field: Field) -> Bool { fill.rule == .error && field.isOmitted }
}
