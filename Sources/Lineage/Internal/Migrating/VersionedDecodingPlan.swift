/// The plan of a versioned type: it finds the version, decodes its type and migrates through the
/// chain.
final class VersionedDecodingPlan<Value: VersionedCodable>: DecodingPlan<Value> {
  /// Looked up when it is used, because a type in the middle of another chain may never need its
  /// own.
  private var chain: ResolvedChain { .of(Value.self) }
  private var unretainedChain: Unretained<ResolvedChain> {
    @inline(__always) get { ResolvedChain.unretained(of: Value.self) }
  }

  /// The location of `readableSince`; nil if the version is stored outside the value.
  private let readableSinceLocation = Value._versionLocation.readableSince

  override var readsNull: Bool { false }

  override func decode(_ field: Field) throws -> Value {
    try decode(field, version: nil)
  }

  // These functions recurse for nested values. Rare cases are functions of their own, so that they take
  // stack only where they happen.

  override func decode(_ field: Field, version given: AnyVersion?) throws -> Value {
    if field.state.pointee.reportBuilder != nil { return try decodeWithReport(field, given) }
    return try decodeAnyVersion(field, given)
  }

  @inline(never)
  private func decodeWithReport(_ field: Field, _ given: AnyVersion?) throws -> Value {
    try field.attempt {
      let value = try decodeAnyVersion(field, given)
      if Value.writesReadableSince, let location = readableSinceLocation {
        field.state.pointee.reportBuilder?.recordReplaced(at: location, in: field)
      }
      return value
    }
  }

  private func decodeAnyVersion(_ field: Field, _ given: AnyVersion?) throws -> Value {
    let start: Int
    do {
      start = try link(for: field, version: given)
    } catch {
      return try decodeNewer(field, error)
    }
    do {
      if isUnversioned(start), given == nil, let stray = strayVersion(in: field) {
        return try decodeUnlessNewer(field, from: start, beside: stray)
      }
      if field.state.pointee.reportBuilder != nil { recordWalk(from: start, field) }
      if start == 0, keepsReadableSince { return try decodeReadableSince(field) }
      return try decodeAndMigrate(field, from: start)
    } catch {
      throw explanation(of: error, start, field)
    }
  }

  @inline(never)
  private func link(
    for field: Field, version given: AnyVersion?
  ) throws(LinkNotFound) -> Int {
    let version = given ?? field.recordedVersion?.version
    if version == nil, let numbered = unretainedChain.withObject({ $0.numberedLink(for: field) }) {
      return numbered
    }
    return try chain.link(for: field, version: version)
  }

  @inline(__always)
  private func isUnversioned(_ link: Int) -> Bool {
    unretainedChain.withObject { link == $0.unversioned }
  }

  @inline(never)
  private func recordWalk(from start: Int, _ field: Field) {
    let link = chain.links[start]
    field.state.pointee.reportBuilder?.recordWalk(
      through: chain.typeNames(from: start), from: link.version, at: link.location,
      isCurrent: start == 0, field)
    if start == 0, let location = missingReadableSince(in: field) {
      let path = field.path.appending(keys: location.keys)
      field.state.pointee.reportBuilder?.record { $0.fieldsToAdd.append(path) }
    }
  }

  /// The location of the `readableSince` that encoding adds to a document of the newest version; nil if it adds none.
  private func missingReadableSince(in field: Field) -> VersionLocation? {
    guard Value.writesReadableSince, field.recordedVersion == nil,
      let location = readableSinceLocation
    else { return nil }
    return FoundVersion(at: location, in: field) == nil ? location : nil
  }

  /// Decodes a document of the newest version, which may say who can read it.
  @inline(never)
  private func decodeReadableSince(_ field: Field) throws -> Value {
    try decodeBody(field, preserving: readingSince(in: field))
  }

  /// The `readableSince` of a document of the newest version, if the type doesn't declare it.
  ///
  /// The `readableSince` of an older version isn't preserved.
  private func readingSince(in field: Field) -> VersionToPreserve? {
    let recorded = field.recordedVersion
    var since = recorded?.readableSince
    if recorded == nil, let location = readableSinceLocation {
      since = FoundVersion(at: location, in: field)?.version
    }
    guard let since, since != .unversioned else { return nil }
    return VersionToPreserve(
      .current(RecordedVersion(version: Value.version.anyVersion, readableSince: since)),
      as: Value.self, readableSince: readableSinceLocation)
  }

  /// Whether data can have a `readableSince` that the type doesn't declare.
  private let keepsReadableSince = Value.ownsReadableSince && !Value.writesReadableSince

  private func decodeAndMigrate(_ field: Field, from start: Int) throws -> Value {
    if start == 0 { return try decodeBody(field) }
    return try unretainedChain.withObject {
      try $0.walkUp(from: start, to: Value.self, field)
    }
  }

  /// What a value without a version has in the place of one, although it isn't a known version.
  @inline(never)
  private func strayVersion(in field: Field) -> ResolvedChain.StrayVersion? {
    field.recordedVersion == nil ? chain.strayVersion(in: field) : nil
  }

  /// Decodes a value as one without a version, although something is in the place of a version.
  ///
  /// It may be a field of the type that has the same name. If the type doesn't ask for it, it is a
  /// version that is not known here.
  @inline(never)
  private func decodeUnlessNewer(
    _ field: Field, from start: Int, beside stray: ResolvedChain.StrayVersion
  ) throws -> Value {
    field.beginMarkingReads()
    let reportBuilder = field.state.pointee.reportBuilder
    let mark = reportBuilder?.mark
    if reportBuilder != nil { recordWalk(from: start, field) }
    // Another type may have asked for it before, which is only recorded for a report.
    let wasRead = stray.location.forgetRead(in: field)
    defer { if wasRead { stray.location.markRead(in: field) } }
    let reads = field.state.readMark
    let value = try decodeAndMigrate(field, from: start)
    if stray.location.isRead(in: field) { return value }
    // What that type has asked for may be unknown to the newest one.
    field.state.forgetReads(since: reads)
    if let mark { reportBuilder?.rollBack(to: mark) }
    return try decodeNewer(field, LinkNotFound(reason: stray.reason))
  }

  @inline(never)
  private func explanation(of error: any Error, _ start: Int, _ field: Field) -> any Error {
    let link = chain.links[start]
    return MigrationError.undecodable(
      error, version: link.version, in: Value.self, field)
  }

  // MARK: - Newer versions

  /// Decodes a value that is newer than the newest type as that type, if its policy allows that.
  @inline(never)
  private func decodeNewer(_ given: Field, _ problem: LinkNotFound) throws -> Value {
    // Unknown fields are collected as a document has them, with versions and spellings, which the tree in memory lacks.
    let field = try given.inCarriedDocument() ?? given
    guard case .newerVersion(let found, let newest) = problem.reason else {
      throw refusal(field, problem.reason, because: mismatch(of: field, problem.reason))
    }
    let readableSince = readableSinceOfNewer(field)
    guard isReadable(since: readableSince, by: newest) else {
      field.state.pointee.reportBuilder?.recordRefused(found, field)
      throw refusal(field, problem.reason)
    }
    recordNewer(found, readableSince: readableSince, field)
    do {
      return try decodeBody(
        field,
        preserving: VersionToPreserve(
          .newer(RecordedVersion(version: found, readableSince: readableSince)), as: Value.self,
          fields: field.newerFields))
    } catch let error where !(error is MigrationError) {
      if error.isAboutStack || error is UnusableDefaults {
        throw MigrationError.undecodable(
          error, version: found, in: Value.self, field)
      }
      // It isn't the type's fault if it can't decode a newer version.
      throw refusal(field, problem.reason, because: error)
    }
  }

  /// The `readableSince` of a newer value; nil if it has none.
  private func readableSinceOfNewer(_ field: Field) -> AnyVersion? {
    if let recorded = field.recordedVersion?.readableSince { return recorded }
    guard let location = readableSinceLocation else { return nil }
    return FoundVersion(at: location, in: field)?.version
  }

  /// Whether the type's policy allows decoding a newer value as the newest type.
  private func isReadable(since readableSince: AnyVersion?, by newest: AnyVersion) -> Bool {
    switch Value._newerVersions {
    case .refuse: false
    case .readAsNewest: true
    case .ifReadable: readableSince.map { newest.isOlder(than: $0) == false } ?? false
    }
  }

  /// Records that a newer value is decoded, and that its version and its `readableSince` are Lineage's own.
  private func recordNewer(_ found: AnyVersion, readableSince: AnyVersion?, _ field: Field) {
    Value._versionLocation.markRead(in: field)
    // If it isn't a version, it is a field that no type declares.
    if readableSince != nil { readableSinceLocation?.markRead(in: field) }
    guard let reportBuilder = field.state.pointee.reportBuilder else { return }
    reportBuilder.recordWalk(
      through: chain.typeNames(from: 0), from: found, at: chain.links[0].location,
      isCurrent: true, field)
    reportBuilder.recordNewer(found, field)
  }

  /// Why a value has no version, if that isn't an object.
  private func mismatch(of field: Field, _ reason: MigrationError.Reason) -> (any Error)? {
    guard reason == .missingVersion else { return nil }
    if let value = field.foreignValue {
      do {
        try value.open()
        return nil
      } catch {
        return error as? DecodingError
      }
    }
    if field.kind == .object { return nil }
    let problem = PreparedProblem(.wrongType(expected: "an object", found: field.kind.name))
    return DecodingError.typeMismatch(
      [String: Any].self, problem.context(at: field.codingPath))
  }

  private func refusal(
    _ field: Field, _ reason: MigrationError.Reason, because error: (any Error)? = nil
  ) -> MigrationError {
    // A union has no version in its data, so decoding a versioned one always ends here.
    if let union = Value.self as? any OpenUnion.Type {
      return union.error(for: .versionedUnion, at: field.codingPath)
    }
    return MigrationError(
      reason, in: Value.self,
      at: error?.codingPath ?? field.codingPath, isNested: field.isNested, underlying: error)
  }

  /// A value without a version is decoded as the newest type, unless the chain has a type without a
  /// version.
  override func decodeUnversioned(_ field: Field) throws -> Value {
    let goesWithoutVersion =
      chain.problem == nil && chain.unversioned == nil && chain.versionFound(in: field) == nil
    return goesWithoutVersion ? try decodeBody(field) : try decode(field)
  }

  // MARK: - Library keys

  init(filling type: Value.Type) {
    super.init(filling: type, libraryKeys: Value.libraryKeys)
  }
}

extension VersionedCodable {
  /// Lineage's own keys in a document of the type; nil if its version is stored elsewhere.
  fileprivate static var libraryKeys: LibraryKeys? {
    let path = _versionLocation.keys
    guard let last = path.last else { return nil }
    let leaves = ownsReadableSince ? [last, VersionLocation.readableSinceKey] : [last]
    // A type without a version doesn't write one either.
    let versions = version.anyVersion == .unversioned ? leaves : Array(leaves.dropFirst())
    return .at(path.dropLast(), leaves, versions: versions)
  }

  /// A document of the type without its version, and without objects that have nothing else.
  package static func withoutVersion(_ document: DocumentValue) -> DocumentValue {
    guard version.anyVersion != .unversioned, let libraryKeys else { return document }
    return document.removing(libraryKeys)
  }

  /// Whether the library owns the key `readableSince` beside the version.
  fileprivate static var ownsReadableSince: Bool {
    writesReadableSince || _newerVersions != .refuse
  }

  /// Whether the type declares `readableSince`.
  package static var writesReadableSince: Bool { _readableSince != .unversioned }
}
