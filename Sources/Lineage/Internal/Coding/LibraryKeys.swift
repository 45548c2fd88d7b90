/// Lineage's own keys in an object, such as the version's. No type declares them, but they aren't
/// unknown fields either.
///
/// A location may have a key as it is in the document, or as a key strategy converts it.
final class LibraryKeys: Sendable {
  /// There are few, so comparing them one by one is faster than a set.
  let leaves: [String]
  /// The members that have such keys in nested objects.
  let inner: [String: LibraryKeys]
  /// The leaves that are only Lineage's own if they are versions. Otherwise they are unknown fields.
  private let versions: [String]

  init(leaves: [String], versions: [String] = [], inner: [String: LibraryKeys] = [:]) {
    self.leaves = leaves
    self.versions = versions
    self.inner = inner
  }

  /// Keys of the same object, at the end of a path.
  static func at(
    _ path: ArraySlice<String>, _ leaves: [String], versions: [String]
  ) -> LibraryKeys {
    guard let first = path.first else { return LibraryKeys(leaves: leaves, versions: versions) }
    return LibraryKeys(
      leaves: [], inner: [first: at(path.dropFirst(), leaves, versions: versions)])
  }

  /// Whether there are such keys in nested objects.
  var hasInnerKeys: Bool { !inner.isEmpty }

  /// The keys of this object, without those in nested objects.
  var keys: [String] { leaves + inner.keys }

  /// Whether a member is Lineage's own: a leaf, or an object that only has such keys.
  ///
  /// - Parameters:
  ///   - isVersion: Whether its value is a version.
  ///   - hasOnly: Whether its value is an object that only has keys of these.
  func own(
    _ member: SpelledName, isVersion: @autoclosure () -> Bool, hasOnly: (LibraryKeys) -> Bool
  ) -> Bool {
    hasLeaf(member, isVersion: isVersion()) || inside(member).map(hasOnly) ?? false
  }

  /// Whether a member is one of the leaves. One of `versions` that isn't a version is an unknown field instead.
  func hasLeaf(_ member: SpelledName, isVersion: @autoclosure () -> Bool) -> Bool {
    guard leaves.contains(member.name) || leaves.contains(member.key) else { return false }
    return !versions.contains(member.name) && !versions.contains(member.key) || isVersion()
  }

  /// The keys in a member.
  func inside(_ member: SpelledName) -> LibraryKeys? {
    inner.isEmpty ? nil : inner[member.name] ?? inner[member.key]
  }

  func merging(_ other: LibraryKeys) -> LibraryKeys {
    LibraryKeys(
      leaves: leaves + other.leaves, versions: versions + other.versions,
      inner: inner.merging(other.inner) { $0.merging($1) })
  }
}

/// The name of a member, and its key as Lineage's own keys spell it.
struct SpelledName {
  /// What a key strategy converts the key to.
  let name: String
  /// The key in the document. Of Lineage's own, which the strategy for snake_case also finds as `schema_version` where
  /// a document has `schemaVersion`, the one that is converted to the name.
  let key: String
}

/// Merged keys, and the two that they were merged from. Those are compared by identity, so they must live as long as
/// the session.
struct MergedKeys {
  let first: Unretained<LibraryKeys>
  let second: Unretained<LibraryKeys>
  let merged: LibraryKeys
}
