/// The location of the version in a document.
///
/// Each version has its own location, so it can move from one version to the next: data is searched
/// at the locations of all versions in the chain, newest first.
///
/// With a decoder's strategy for snake_case, `schema_version` and `schemaVersion` are the same key. If a plain
/// `JSONDecoder` calls Lineage, as for `@Versioned` properties and types with macros, a version at `schema_version` is
/// also found under `schemaVersion`, because Lineage can't find out whether the decoder has converted the key.
public struct VersionLocation: Hashable, Sendable {
  /// The keys from the root of the value to the version; empty if it is stored elsewhere.
  package let keys: [String]

  /// The version is under a key at the root of the document.
  public static func key(_ key: String) -> VersionLocation {
    VersionLocation(keys: [key])
  }

  /// The version is in a nested object, at a path of keys from the root.
  ///
  /// Encoding adds the version to existing objects, and creates objects that are missing or null.
  /// The type can have a property for such an object. If the property is optional, an object that
  /// contains only the version is decoded as nil. So an empty dictionary or `DocumentValue`, or a
  /// value whose properties are all nil or left out as defaults, becomes nil when it is encoded and
  /// decoded. Make the property non-optional to preserve it.
  ///
  /// If the object has a property for the version itself, steps that carry fields over update it.
  public static func path(_ first: String, _ rest: String...) -> VersionLocation {
    VersionLocation(keys: [first] + rest)
  }

  /// The version is not in the document but in a column, a header or a file name, and the caller
  /// passes it to `decode`.
  public static let external = VersionLocation(keys: [])
}

extension VersionLocation: CustomStringConvertible {
  /// The keys joined by periods, or "external".
  public var description: String {
    keys.isEmpty ? "external" : keys.joined(separator: ".")
  }
}

extension VersionLocation {
  /// The key of the oldest version that can read a document, beside the version.
  static let readableSinceKey = "readableSince"

  /// The location of `readableSince`, beside the version.
  package var readableSince: VersionLocation? {
    keys.isEmpty ? nil : VersionLocation(keys: keys.dropLast() + [Self.readableSinceKey])
  }
}
