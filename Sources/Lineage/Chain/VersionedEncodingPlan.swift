/// The plan of a versioned type: encode it, then put its version where it belongs.
final class VersionedEncodingPlan<Value: VersionedCodable>: EncodingPlan<Value> {
  private let chain = ChainLinks.of(Value.self)
  private let ownVersion = NotedVersion(
    version: Value.version.anyVersion, readableSince: Value.readableSince.anyVersion.known)
  private let location = Value.versionLocation.keys.map { OwnName($0) }
  private let readableSinceLocation = Value.versionLocation.readableSince?.keys.map { OwnName($0) }
  private let nestedVersions = Value.nestedVersions

  override func encode(_ value: Value, to encoder: FieldEncoder) throws {
    if let problem = chain.problem {
      throw MigrationError(.brokenChain(problem), in: Value.self, chain: chain.description)
    }
    let writer = encoder.writer
    if writer.isInMemory { return try encodeInMemory(value, to: encoder) }
    if let target = writer.nestedVersion(of: chain) {
      let older = try chain.walkDown(
        ChainBox(value), to: target.type, at: encoder.codingPath)
      return try target.encode(older, to: encoder)
    }
    try writer.withNestedVersions(nestedVersions) { try encodeBody(value, to: encoder) }
    if let newer = newerVersion(in: encoder) {
      try write(newer, of: encoder)
    } else {
      try write(ownVersion, of: encoder)
    }
  }

  /// In memory the version is noted beside the value, so that it needs no place in it.
  private func encodeInMemory(_ value: Value, to encoder: FieldEncoder) throws {
    try encodeBody(value, to: encoder)
    encoder.writer.tree.note(newerVersion(in: encoder) ?? ownVersion, of: encoder.slot)
  }

  /// The version of a value that has been encoded, where it came with a newer one than its type's.
  private func newerVersion(in encoder: FieldEncoder) -> NotedVersion? {
    encoder.writer.newerDocument(at: encoder.slot, as: Value.self)?.noted
  }

  private func write(_ noted: NotedVersion, of encoder: FieldEncoder) throws {
    try write(noted.version, at: location, of: encoder)
    if let since = noted.readableSince, let readableSinceLocation {
      try write(since, at: readableSinceLocation, of: encoder)
    }
  }

  private func write(
    _ version: AnyVersion, at location: [OwnName], of encoder: FieldEncoder
  ) throws {
    if case .unversioned = version { return }
    if location.isEmpty { return }
    guard try encoder.writer.write(version, under: location, of: encoder) else {
      throw MigrationError(
        .noPlaceForVersion(version), in: Value.self, chain: chain.description,
        at: encoder.codingPath)
    }
  }
}

/// A key of the library's own.
struct OwnName {
  let string: String
  /// The key as a field is found by, where it can be; it lives as long as plans do.
  let field: FieldName?

  init(_ string: String) {
    self.string = string
    field = FieldName(keeping: string)
  }
}

extension FieldWriter {
  /// Writes a value of the library's own among the fields of a type, in objects that are made where
  /// they don't exist.
  ///
  /// - Returns: Whether there is a place for it. There is none in what is no object, nor where the
  ///   type has put something of another kind.
  func write(
    _ version: AnyVersion, under keys: [OwnName], of encoder: FieldEncoder
  ) throws -> Bool {
    var slot = encoder.slot
    var container = encoder.container
    for key in keys {
      guard let object = object(at: slot, in: container) else { return false }
      container = object
      slot = ownMember(key, in: object)
    }
    let kind = kind(at: slot)
    switch version {
    case .integer(let number):
      guard kind == .nothing || kind.isNumber else { return false }
      try write(number, at: slot, in: container)
    case .string(let text):
      guard kind == .nothing || kind == .plainText || kind == .escapedText else { return false }
      try write(text, at: slot, in: container)
    case .unversioned: break
    }
    return true
  }
}
