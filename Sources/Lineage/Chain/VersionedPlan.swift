import Synchronization

/// The plan of a versioned type: find the version, decode as its type, walk the chain.
final class VersionedDecodingPlan<Value: VersionedCodable>: DecodingPlan<Value> {
  private let lazyChain = AtomicLazyReference<ChainLinks>()

  /// Built when it is first needed, since a type in the middle of a chain may never need its own.
  var chain: ChainLinks {
    lazyChain.load() ?? lazyChain.storeIfNil(ChainLinks(endingIn: Value.self))
  }

  override func decode(_ field: Field) throws -> Value {
    try decode(field, version: nil)
  }

  /// Decodes a value whose version may be known from elsewhere.
  func decode(_ field: Field, version given: AnyVersion?) throws -> Value {
    let chain = chain
    let start: Int
    do {
      start = try chain.link(for: field, version: given)
    } catch {
      if let value = try decodeNewer(field, error.reason) { return value }
      throw MigrationError(
        error.reason, in: Value.self, chain: chain.description, at: field.codingPath)
    }
    field.state.pointee.journal?.noteWalk(of: chain, from: start, field)
    return try explaining(chain.links[start], field) {
      if start == 0 { return try decodeBody(field) }
      let keptBefore = field.state.pointee.journal?.report.unknownFieldsKept.count
      let walked = try chain.walk(from: start, field)
      let value = unsafeDowncast(walked, to: ChainBox<Value>.self).value
      if let keptBefore {
        try field.state.pointee.journal?.noteLost(
          from: value, under: field.codingPath, keptBefore: keptBefore)
      }
      return value
    }
  }

  private func explaining(
    _ link: ChainLink, _ field: Field, _ decode: () throws -> Value
  ) throws -> Value {
    do {
      return try decode()
    } catch {
      throw MigrationError.undecodable(
        error, as: link.type, version: link.version, in: Value.self, chain: chain.description,
        field)
    }
  }

  // MARK: - Newer versions

  /// Decodes a newer value as the newest type, if the type's policy allows that.
  private func decodeNewer(_ field: Field, _ reason: MigrationError.Reason) throws -> Value? {
    guard case .newerVersion(let found, let newest) = reason, Value.newerVersions != .refuse else {
      return nil
    }
    let readableSince = Value.versionLocation.readableSince
      .flatMap { VersionFound(at: $0, in: field) }?.version
    if Value.newerVersions == .ifReadable {
      guard let readableSince, newest.isOlder(than: readableSince) == false else { return nil }
    }
    Value.versionLocation.markRead(in: field)
    Value.versionLocation.readableSince?.markRead(in: field)
    if let journal = field.state.pointee.journal {
      journal.noteWalk(of: chain, from: 0, field)
      journal.noteNewer(found, field)
    }
    return try explaining(chain.links[0], field) {
      let decoder = field.decoder(filling: fill, owned: ownedKeys)
      decoder.noteNewer(NewerVersion(version: found, readableSince: readableSince))
      return try Value(from: decoder)
    }
  }

  private let keys: OwnedKeys? = {
    let path = Value.versionLocation.keys
    guard let last = path.last else { return nil }
    let ownsReadableSince = Value.readableSince != nil || Value.newerVersions != .refuse
    return .at(
      path.dropLast(), ownsReadableSince ? [last, VersionLocation.readableSinceKey] : [last])
  }()

  override var ownedKeys: OwnedKeys? { keys }
}

extension VersionLocation {
  static let readableSinceKey = "readableSince"

  /// The place beside the version that says who can read the data.
  fileprivate var readableSince: VersionLocation? {
    keys.isEmpty ? nil : VersionLocation(keys: keys.dropLast() + [Self.readableSinceKey])
  }
}

/// The plan of a versioned type: encode it, then put its version where it belongs.
final class VersionedEncodingPlan<Value: VersionedCodable>: EncodingPlan<Value> {
  override func encode(_ value: Value, to encoder: FieldEncoder) throws {
    if let target = encoder.writer.nestedVersion(of: Value.self) {
      let chain = Value.chainLinks
      let older = try chain.walkDown(ChainBox(value), to: target.type)
      return try target.encode(older, to: encoder)
    }
    try encoder.writer.withNestedVersions(Value.nestedVersions) {
      try encodeBody(value, to: encoder)
    }
    let newer = encoder.writer.newerVersion(of: encoder.slot)
    try write(
      newer?.version ?? Value.version.anyVersion, under: Value.versionLocation.keys, of: encoder)
    if let since = newer == nil ? Value.readableSince?.anyVersion : newer?.readableSince,
      let location = Value.versionLocation.readableSince
    {
      try write(since, under: location.keys, of: encoder)
    }
  }

  private func write(_ version: AnyVersion, under keys: [String], of encoder: FieldEncoder) throws {
    if version == .unversioned || keys.isEmpty { return }
    do {
      try encoder.writer.write(version, under: keys, of: encoder)
    } catch {
      throw MigrationError(
        .noPlaceForVersion(version), in: Value.self, chain: Value.chain, at: encoder.codingPath)
    }
  }
}

extension FieldWriter {
  /// There is a value where an object would have to be.
  private struct NoObject: Error {}

  fileprivate func write(
    _ version: AnyVersion, under keys: [String], of encoder: FieldEncoder
  ) throws {
    let (slot, container) = try place(under: keys, of: encoder)
    switch version {
    case .integer(let number): try write(number, at: slot, in: container)
    case .string(let text): try write(text, at: slot, in: container)
    case .unversioned: break
    }
  }

  /// Writes the tag of a union beside the fields of its payload.
  func write(_ tag: String, under key: String, of encoder: FieldEncoder) throws {
    do {
      let (slot, container) = try place(under: [key], of: encoder)
      try write(tag, at: slot, in: container)
    } catch is NoObject {
      throw EncodingError.invalidValue(
        tag,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "A payload of a union has to be an object, so that its tag has a place."
        ))
    }
  }

  /// The slot for a value of the library's own, in objects that are made where they don't exist.
  private func place(
    under keys: [String], of encoder: FieldEncoder
  ) throws -> (slot: UInt32, container: Int) {
    var slot = encoder.slot
    var container = encoder.container
    for key in keys {
      guard tree.slots[slot].kind == .object || tree.slots[slot].kind == .nothing else {
        throw NoObject()
      }
      container = open(.object, at: slot, in: container)
      slot = member(key, in: container) ?? addMember(key, to: container)
    }
    let kind = tree.slots[slot].kind
    guard kind != .object, kind != .array else { throw NoObject() }
    return (slot, container)
  }
}
