/// Where a document's version stands.
///
/// The location belongs to a version, so it may move from one to the next: data is searched at the
/// places of all versions in the chain, the newest's first.
public struct VersionLocation: Hashable, Sendable {
  /// The keys that lead to the version from the root of the value; none where it is elsewhere.
  package let keys: [String]

  /// Under a key at the root of the document.
  public static func key(_ key: String) -> VersionLocation {
    VersionLocation(keys: [key])
  }

  /// Under keys that lead into nested objects, the outermost first.
  ///
  /// Writing adds the version to what is there already, and makes the objects that don't exist, or
  /// are null. A type may have a property for such an object. If it is optional, an object with nothing
  /// but the version is read as nil. So an empty dictionary in it, or a value whose properties are all
  /// nil, is nil when it is read again; give it a property that isn't optional, and it stays empty.
  public static func path(_ first: String, _ rest: String...) -> VersionLocation {
    VersionLocation(keys: [first] + rest)
  }

  /// Not in the document: in a column, a header or a file name, and given to `decode` by the caller.
  public static let external = VersionLocation(keys: [])
}

extension VersionLocation: CustomStringConvertible {
  /// The keys joined by points, or the word external.
  public var description: String {
    keys.isEmpty ? "external" : keys.joined(separator: ".")
  }
}

extension VersionLocation {
  /// The key beside the version under which a document says who can read it.
  static let readableSinceKey = "readableSince"

  /// The place beside the version that says who can read the data.
  var readableSince: VersionLocation? {
    keys.isEmpty ? nil : VersionLocation(keys: keys.dropLast() + [Self.readableSinceKey])
  }
}
