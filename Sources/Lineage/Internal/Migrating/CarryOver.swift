extension Decodable where Self: Encodable {
  /// Creates a value from the fields of an old value, after the step has edited them.
  ///
  /// ```swift
  /// extension Song {
  ///   init(from old: SongV1) throws {
  ///     try self.init(carryingOver: old) { fields in
  ///       fields.rename("singer", to: "artist")
  ///       fields.drop("seconds")
  ///       try fields.set(Duration.seconds(old.seconds), for: CodingKeys.duration)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// Fields carry over by name. They are encoded, edited, and decoded as the new type, all in
  /// memory: dates and data don't change, and nested versioned values migrate through their own
  /// chains. A field whose type stays the same isn't encoded at all. Unknown fields and rejected
  /// values carry over too.
  ///
  /// A field of the new type that is neither carried over nor set is filled if the type is
  /// `DefaultFillable` or `ZeroFillable`, and nil if it is optional. Otherwise the initializer
  /// throws an error, so you can't forget one. Old fields that the new type doesn't have are
  /// dropped, and listed in the report, unless the step drops them explicitly. They never become
  /// unknown fields of the new type.
  ///
  /// The document's report and `userInfo` are only available on the thread that runs the step. If a
  /// step calls this initializer on another thread, the fields carry over, but the report doesn't
  /// list what is dropped or filled there, and errors don't have the path in the document.
  ///
  /// It works for every type, including parts of a document that have no versions of their own:
  ///
  /// ```swift
  /// try fields.set(Meta(carryingOver: old.meta, at: "meta"), for: CodingKeys.meta)
  /// ```
  ///
  /// For an element of an array, the path can have its index: `at: "plants[\(index)]"`.
  ///
  /// - Parameters:
  ///   - old: The value to carry fields over from.
  ///   - path: The path of `old` in the value that is migrated, for the report and for errors.
  ///   - edit: Edits the fields before the new type is decoded from them.
  /// - Throws: `MigrationError` with the reason `carryOverFailed` if a field changed its type or is
  ///   missing, or with `mistakenStep` if `edit` uses names of fields that don't exist; and any
  ///   error that `edit` throws.
  public init<Old: Encodable>(
    carryingOver old: Old, at path: FieldPath = FieldPath(),
    _ edit: (inout CarriedFields) throws -> Void
  ) throws {
    self = try CarryOver(from: Old.self, to: Self.self, at: path).value(of: old, edit)
  }

  /// Creates a value from the fields of an old value, which carry over by name.
  ///
  /// - Parameters:
  ///   - old: The value to carry fields over from.
  ///   - path: The path of `old` in the value that is migrated, for the report and for errors.
  /// - Throws: `MigrationError` with the reason `carryOverFailed` if a field changed its type or is
  ///   missing.
  public init<Old: Encodable>(carryingOver old: Old, at path: FieldPath = FieldPath()) throws {
    self = try CarryOver(from: Old.self, to: Self.self, at: path).value(of: old)
  }
}

/// Carries fields from one type to another: it encodes the old value to a tree, and decodes the new
/// one from it.
struct CarryOver {
  private let old: any Any.Type
  private let new: any Any.Type
  private let step = Step.current
  /// The decoder for the value's path in the document; nil for a value without a document.
  private let base: ValueDecoder?
  private let path: FieldPath
  /// The downgrade that it is part of. It has no decoder.
  private let downgrade: Downgrade?
  let reportBuilder: ReportBuilder?

  init(from old: any Any.Type, to new: any Any.Type, at path: FieldPath) {
    self.old = old
    self.new = new
    self.path = path
    base = step?.decoder.inside(path)
    downgrade = step == nil ? Downgrade.current : nil
    reportBuilder =
      if let downgrade { downgrade.isReported ? ReportBuilder() : nil } else {
        base?.state.pointee.reportBuilder
      }
  }

  var userInfo: [CodingUserInfoKey: Any] { base?.userInfo ?? downgrade?.userInfo ?? [:] }

  func value<Value: Decodable>(of old: some Encodable) throws -> Value {
    let writer = try encode(old)
    defer { WriterPool.recycle(writer) }
    return try decode(EncodedFields(writer, of: type(of: old)), changes: nil)
  }

  func value<Value: Decodable>(
    of old: some Encodable, _ edit: (inout CarriedFields) throws -> Void
  ) throws -> Value {
    let writer = try encode(old)
    defer { WriterPool.recycle(writer) }
    let encoded = EncodedFields(writer, of: type(of: old))
    guard let reportBuilder else { return try decode(encoded, of: old, after: edit) }
    return try reportBuilder.undoingHandledIfThrown { try decode(encoded, of: old, after: edit) }
  }

  private func decode<Value: Decodable>(
    _ encoded: EncodedFields, of old: some Encodable,
    after edit: (inout CarriedFields) throws -> Void
  ) throws -> Value {
    var fields = CarriedFields(of: encoded.tree, in: self, inside: base)
    try edit(&fields)
    let mistake = fields.mistake(ofOld: encoded.names) { Self.collectsUnknownFields(old, in: $0) }
    if let mistake { throw error(for: mistake) }
    let changes: FieldChanges
    do {
      changes = try encoded.apply(fields, reportBuilder: reportBuilder)
    } catch let error as ShadowedFieldError {
      throw explained(error.explained(in: new, at: codingPath))
    }
    return try decode(encoded, changes: changes)
  }

  /// Whether a value collects unknown fields in a property with a name.
  @inline(never)
  private static func collectsUnknownFields(_ value: some Encodable, in name: String) -> Bool {
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      if current.children.contains(where: { $0.label == name && $0.value is UnknownFields }) {
        return true
      }
      mirror = current.superclassMirror
    }
    return false
  }

  /// Writes the old value to a tree. The writer must be recycled.
  private func encode(_ value: some Encodable) throws -> DocumentWriter {
    do {
      return try WriterPool.migrating(
        userInfo: userInfo, stack: base?.state.pointee.stack
      ) {
        try value.encode(to: $0)
      }
    } catch let error as ShadowedFieldError {
      throw explained(error.explained(in: old, at: codingPath))
    } catch  where error.isAboutStack {
      // Steps only run while decoding, so this is a decoding error.
      throw ValueProblem.stackEnds.decodingError
    }
  }

  /// A session that reads the fields of the old value. Without a document, it has the `userInfo` of the downgrade.
  func session(
    reading tree: DocumentTree, reportingTo reportBuilder: ReportBuilder?
  ) -> DecodingSession {
    DecodingSession.reading(
      carriedFields: tree, inside: base, reportingTo: reportBuilder,
      userInfo: downgrade?.userInfo ?? [:], keyConversion: downgrade?.keyConversion ?? .none)
  }

  private func decode<Value: Decodable>(
    _ encoded: EncodedFields, changes: FieldChanges?
  ) throws -> Value {
    encoded.renewVersion(from: old, to: new)
    let session = session(reading: encoded.tree, reportingTo: reportBuilder)
    if changes != nil { session.state.pointee.carryOver.rootKeys = DeclaredKeyTypes() }
    return try DecodingSession.using(consume session) { session in
      let value: Value = try decodeRoot(encoded, changes, in: session)
      if let reportBuilder { downgrade?.record(reportBuilder, at: path) }
      return value
    }
  }

  private func decodeRoot<Value: Decodable>(
    _ encoded: EncodedFields, _ changes: FieldChanges?, in session: DecodingSession
  ) throws -> Value {
    let renamingsBefore = reportBuilder?.renamed.count ?? 0
    if let changes { reportBuilder?.recordRenamings(changes.fields.renamings, in: session) }
    let value: Value
    do {
      value = try PlanCache.decodingPlan(for: Value.self).decodeBody(
        session.root, preserving: encoded.versionToPreserve(of: old, as: new, changes: changes))
    } catch {
      // A step may catch the error.
      reportBuilder?.renamed.rollBack(to: renamingsBefore)
      throw explanation(of: error, changes, in: session)
    }
    if let changes { try checkNames(changes, in: session) }
    if session.state.pointee.reportBuilder != nil { report(changes, in: session) }
    return value
  }

  @inline(never)
  private func checkNames(_ changes: FieldChanges, in session: DecodingSession) throws {
    if let mistake = changes.mistake(in: session, isDecoded: true) { throw error(for: mistake) }
  }

  @inline(never)
  private func report(_ changes: FieldChanges?, in session: DecodingSession) {
    reportBuilder?.recordCarriedOver(
      in: session, renamings: changes?.fields.renamings ?? [], replaced: changes?.replaced ?? [],
      oldName: { changes?.oldName(of: $0) ?? $0 })
  }

  // MARK: - Errors

  private var codingPath: [any CodingKey] { base?.codingPath ?? path.codingPath }

  func error(for mistake: CarryOverMistake) -> MigrationError {
    explained(
      MigrationError(
        .mistakenStep(mistake, from: TypeName.of(old), to: TypeName.of(new)), in: new,
        at: codingPath, isAboutDowngrade: downgrade != nil))
  }

  @inline(never)
  private func explanation(
    of error: any Error, _ changes: FieldChanges?, in session: DecodingSession
  ) -> MigrationError {
    // A field may be missing because the step has misspelled it. Of a class, only some keys may be known
    // by now.
    if !(new is AnyClass), let mistake = changes?.mistake(in: session, isDecoded: false) {
      return self.error(for: mistake)
    }
    if error is MigrationError || error is UnusableDefaults || error.isAboutStack {
      let version = (new as? any VersionedCodable.Type)?.version.anyVersion ?? .unversioned
      return explained(
        .undecodable(
          error, version: version, in: new, session.root))
    }
    let valuePath = codingPath
    let path = error.codingPath ?? valuePath
    return explained(
      MigrationError(
        .carryOverFailed(from: TypeName.of(old), to: TypeName.of(new)), in: new, at: path,
        carriedField: (error as? DecodingError)?.isAboutRejectedValue == true
          ? .rejected : carriedField(at: path.dropFirst(valuePath.count), changes, in: session),
        isAboutDowngrade: downgrade != nil, underlying: error))
  }

  private func carriedField(
    at path: ArraySlice<any CodingKey>, _ changes: FieldChanges?, in session: DecodingSession
  ) -> MigrationError.CarriedField {
    guard let name = path.first?.stringValue else { return .own }
    if changes?.fields.settings.contains(where: { $0.name == name }) == true { return .set }
    let tree = session.root.tree
    let member = tree.member(name, of: 0)
    if member != 0, tree[member].flags.contains(.isUndeclared) { return .unknown }
    return path.count > 1 ? .inside : .own
  }

  /// Registers an error with the step, which then rethrows it unchanged.
  private func explained(_ error: MigrationError) -> MigrationError {
    step?.register(error) ?? error
  }
}

/// The changes that a step has made to the fields of an old value.
struct FieldChanges {
  let fields: CarriedFields
  /// The old fields that were replaced by renamed ones.
  let replaced: [String]

  func mistake(in session: DecodingSession, isDecoded: Bool) -> CarryOverMistake? {
    session.state.pointee.carryOver.rootKeys.flatMap {
      fields.mistake(ofNew: $0, isDecoded: isDecoded)
    }
  }

  /// The old name of a field.
  func oldName(of name: String) -> String {
    fields.renamings.first { $0.new == name }?.old ?? name
  }

  /// Some old fields under their new names, and the fields that the step has set.
  func newFields(of present: PresentFields) -> PresentFields {
    let renamed = fields.renamings.filter { present.contains($0.old) }
    let renamedNulls = fields.renamings.filter { present.filledNulls.contains($0.old) }
    let unknown = fields.unknownFields.map { Array($0.value.storedFields.keys) } ?? []
    return present.removing(fields.dropped + fields.renamings.flatMap { [$0.old, $0.new] })
      .adding(
        renamed.map(\.new) + fields.settings.map(\.name) + unknown,
        nulls: renamedNulls.map(\.new))
  }
}

extension FieldPath {
  /// The path as coding keys.
  fileprivate var codingPath: [any CodingKey] {
    components.map { component in
      switch component {
      case .key(let name): AnyCodingKey(name)
      case .index(let index): AnyCodingKey(index: index)
      }
    }
  }
}

extension ValueDecoder {
  /// A decoder for a path in the value, from which nothing is decoded.
  fileprivate func inside(_ path: FieldPath) -> ValueDecoder {
    var frame = frameIndex
    for component in path.components {
      let pathKey =
        switch component {
        case .key(let name): state.pathKey(of: AnyCodingKey(name))
        case .index(let index): PathKey(index: max(0, index))
        }
      frame = state.pointee.frames.append(
        Frame(tree: .nothing, fill: .error, slot: 0, parent: Int32(frame), pathKey: pathKey))
    }
    return ValueDecoder(state: state, frame: frame)
  }
}
