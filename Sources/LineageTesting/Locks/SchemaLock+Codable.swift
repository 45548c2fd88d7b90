import Foundation
import Lineage
import LineageSchemas

// How a lock's entries are stored in the file. Default values are left out.

extension SchemaLock.Entry: Codable {
  private enum CodingKeys: CodingKey {
    case version, location, shipped, shape, types, newerVersions, readableSince, downgradable,
      declaration, digest, fixtures, expectations, unknownFields
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      version: try Self.version(.version, in: container),
      location: try container.decode(String.self, forKey: .location),
      shipped: try container.decode(Bool.self, forKey: .shipped),
      schema: Schema(
        root: try container.decode(Shape.self, forKey: .shape),
        types: try container.decode([String: TypeShape].self, forKey: .types)),
      promise: VersionPromise(
        newerVersions: try container.decode(String.self, forKey: .newerVersions),
        readableSince: container.contains(.readableSince)
          ? try Self.version(.readableSince, in: container) : .unversioned,
        isDowngradable: try container.decodeIfPresent(Bool.self, forKey: .downgradable) ?? false),
      declaration: try container.decodeIfPresent(String.self, forKey: .declaration),
      digest: try container.decodeIfPresent(String.self, forKey: .digest),
      fixtures: try container.decodeIfPresent([String: String].self, forKey: .fixtures) ?? [:],
      expectations: try container.decodeIfPresent([String: String].self, forKey: .expectations))
    unknownFields = try container.decode(UnknownFields.self, forKey: .unknownFields)
  }

  private static func version(
    _ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>
  ) throws -> AnyVersion {
    let stored = try container.decode(DocumentValue.self, forKey: key)
    guard let version = AnyVersion(stored) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container,
        debugDescription: "Expected a whole number, a string, or null for no version.")
    }
    return version
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(version.stored, forKey: .version)
    try container.encode(location, forKey: .location)
    try container.encode(shipped, forKey: .shipped)
    try container.encode(schema.root, forKey: .shape)
    try container.encode(schema.types, forKey: .types)
    try container.encode(promise.newerVersions, forKey: .newerVersions)
    if promise.readableSince != .unversioned {
      try container.encode(promise.readableSince.stored, forKey: .readableSince)
    }
    if promise.isDowngradable { try container.encode(true, forKey: .downgradable) }
    try container.encodeIfPresent(declaration, forKey: .declaration)
    try container.encodeIfPresent(digest, forKey: .digest)
    if !fixtures.isEmpty { try container.encode(fixtures, forKey: .fixtures) }
    try container.encodeIfPresent(expectations, forKey: .expectations)
    try container.encode(unknownFields, forKey: .unknownFields)
  }
}

extension SchemaLock.Entry {
  /// The digest of everything in the entry that says what documents of the version are like. The fixtures, the
  /// expectations and the declaration are digests themselves.
  func currentDigest() throws -> String {
    var entry = self
    (entry.declaration, entry.digest, entry.expectations) = (nil, nil, nil)
    (entry.fixtures, entry.shipped) = ([:], true)
    let text = CanonicalText(openLevels: 0).text(of: try DocumentValue(encoding: entry))
    return StableHash.digits(of: text.utf8)
  }
}

extension DocumentValue {
  /// A value as it is stored in a lock.
  init(encoding value: some Encodable) throws {
    let data = try JSONEncoder().encode(unversioned: value)
    self = try JSONDecoder().decode(unversioned: DocumentValue.self, from: data)
  }
}
