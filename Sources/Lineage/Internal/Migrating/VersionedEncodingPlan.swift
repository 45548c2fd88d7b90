/// The plan of a versioned type: it encodes the value, then adds its version.
final class VersionedEncodingPlan<Value: VersionedCodable>: EncodingPlan<Value> {
  private let chain = ResolvedChain.of(Value.self)
  private let ownVersion = RecordedVersion(
    version: Value.version.anyVersion, readableSince: Value._readableSince.known)
  private let location = Value._versionLocation
  private let readableSinceLocation = Value._versionLocation.readableSince?.keys
  private let libraryMember = VersionedEncodingPlan.libraryMember()
  private let isClass = Value.self is AnyClass
  /// Whether a type of the chain is decoded from newer documents.
  private let mayBeNewer = ResolvedChain.of(Value.self).links.contains {
    $0.type._newerVersions != .refuse
  }

  /// The text of the version, for the common case: the type's own version at the root, without
  /// `readableSince`.
  private static func libraryMember() -> MemberText? {
    let keys = Value._versionLocation.keys
    guard keys.count == 1, Value._readableSince == .unversioned else { return nil }
    return MemberText(copying: keys[0], Value.version.anyVersion)
  }

  override func encode(_ value: Value, to encoder: ValueEncoder) throws {
    if isClass, try encode(value, asSubclass: Swift.type(of: value), to: encoder) { return }
    if let problem = chain.problem {
      throw MigrationError(.brokenChain(problem), in: Value.self)
    }
    let writer = encoder.writer
    if writer.isInMemory { return try encodeInMemory(value, to: encoder) }
    if let target = olderLink(for: writer) {
      let (older, nestedVersions) = try chain.walkDown(
        ChainBox(value), to: target.type, at: encoder.codingPath, userInfo: writer.userInfo,
        keyConversion: writer.state.pointee.keyConversion,
        reportBuilder: writer.state.pointee.reportBuilder)
      return try writer.withNestedVersions(nestedVersions) {
        try target.encode(older, to: encoder)
      }
    }
    try encodeOwnBody(value, to: encoder)
    try writer.omitFilledFields(of: value, at: encoder)
    if let preserved = preservedVersion(in: encoder) {
      try write(preserved, of: encoder)
    } else if let libraryMember, writer.append(libraryMember, toObjectAt: encoder.slot) {
      return
    } else {
      try write(ownVersion, of: encoder)
    }
  }

  /// The older link that values of the chain are currently encoded as; nil if they are encoded as the newest. Of several,
  /// the oldest counts: the program that the document is for may know no newer one.
  private func olderLink(for writer: DocumentWriter) -> ChainLink? {
    if writer.state.pointee.nestedVersions.isEmpty { return nil }
    return chain.links.dropFirst().last { link in
      writer.state.pointee.nestedVersions.contains { $0 == link.type }
    }
  }

  /// Encodes an object of a subclass as that class, which may have its own version, and knows the version of a newer
  /// document. A version that this class couldn't read is omitted, since the value may be decoded as this class.
  ///
  /// - Parameter type: The object's class. As a `Value.Type`, the optimizer would take it for `Value` itself.
  /// - Returns: Whether it was encoded.
  @inline(never)
  private func encode(
    _ value: Value, asSubclass type: any Any.Type, to encoder: ValueEncoder
  ) throws -> Bool {
    func encode<Subclass: VersionedCodable>(_ type: Subclass.Type) throws -> Bool {
      guard
        Value._newerVersions == .readAsNewest || Subclass.version.anyVersion == ownVersion.version,
        let value = value as? Subclass
      else { return false }
      try PlanCache.encodingPlan(for: type).encode(value, to: encoder)
      return true
    }
    guard type != Value.self, let type = type as? any VersionedCodable.Type else { return false }
    return try encode(type)
  }

  /// In memory, the version is stored beside the value, so the value doesn't have to be an object.
  private func encodeInMemory(_ value: Value, to encoder: ValueEncoder) throws {
    try encodeBody(value, to: encoder)
    let tree = encoder.writer.tree
    guard let read = encoder.writer.preservedVersion(at: encoder.slot, as: Value.self),
      let recorded = read.origin.recorded
    else { return tree.record(ownVersion, at: location, of: encoder.slot) }
    tree.record(recorded, at: location, of: encoder.slot)
  }

  /// Encodes the value, whose version decides for the values in it that have none whether they omit their defaults.
  private func encodeOwnBody(_ value: Value, to encoder: ValueEncoder) throws {
    let writer = encoder.writer
    if writer.neverOmitsDefaults { return try encodeBody(value, to: encoder) }
    let state = writer.state
    let outer = state.pointee.omissions
    defer { state.pointee.omissions = outer }
    state.pointee.omissions =
      mayBeNewer
      ? .undecided { try Self.isNewer(value, writer.userInfo, state.pointee.stack) }
      : .allowed
    try encodeBody(value, to: encoder)
  }

  /// Whether a value comes from a newer document, which its unknown fields say.
  private static func isNewer(
    _ value: Value, _ userInfo: [CodingUserInfoKey: Any], _ stack: StackSpace
  ) throws -> Bool {
    let writer = try WriterPool.migrating(userInfo: userInfo, stack: stack) {
      try value.encode(to: $0)
    }
    defer { WriterPool.recycle(writer) }
    return writer.newerVersion(at: 0, as: Value.self) != nil
  }

  /// The version of an encoded value, if its document had a newer version or a `readableSince` that
  /// its type doesn't declare.
  private func preservedVersion(in encoder: ValueEncoder) -> RecordedVersion? {
    encoder.writer.preservedVersion(at: encoder.slot, as: Value.self)?.origin.recorded
  }

  private func write(_ recorded: RecordedVersion, of encoder: ValueEncoder) throws {
    try write(recorded.version, at: location.keys, of: encoder)
    if let since = recorded.readableSince, let readableSinceLocation {
      try write(since, at: readableSinceLocation, of: encoder)
    }
  }

  private func write(
    _ version: AnyVersion, at location: [String], of encoder: ValueEncoder
  ) throws {
    if version == .unversioned || location.isEmpty { return }
    guard try encoder.writer.write(version, under: location, of: encoder) else {
      throw MigrationError(
        .noPlaceForVersion(version), in: Value.self,
        at: encoder.codingPath, isObject: encoder.writer.kind(at: encoder.slot) == .object)
    }
  }
}
