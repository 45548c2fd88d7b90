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
  ///   - key: Its key in the document, before a key strategy converts it to the name.
  ///   - isVersion: Whether its value is a version.
  ///   - hasOnly: Whether its value is an object that only has keys of these.
  func own(
    _ name: String, spelled key: String, isVersion: @autoclosure () -> Bool,
    hasOnly: (LibraryKeys) -> Bool
  ) -> Bool {
    hasLeaf(name, spelled: key, isVersion: isVersion())
      || inside(name, spelled: key).map(hasOnly) ?? false
  }

  /// Whether a member is one of the leaves. One of `versions` that isn't a version is an unknown field instead.
  func hasLeaf(
    _ name: String, spelled key: String, isVersion: @autoclosure () -> Bool
  ) -> Bool {
    guard leaves.contains(name) || leaves.contains(key) else { return false }
    return !versions.contains(name) && !versions.contains(key) || isVersion()
  }

  /// The keys in a member.
  func inside(_ name: String, spelled key: String) -> LibraryKeys? {
    inner.isEmpty ? nil : inner[name] ?? inner[key]
  }

  func merging(_ other: LibraryKeys) -> LibraryKeys {
    LibraryKeys(
      leaves: leaves + other.leaves, versions: versions + other.versions,
      inner: inner.merging(other.inner) { $0.merging($1) })
  }
}

/// Merged keys, and the two that they were merged from. Those are compared by identity, so they must live as long as
/// the session.
struct MergedKeys {
  let first: Unretained<LibraryKeys>
  let second: Unretained<LibraryKeys>
  let merged: LibraryKeys
}
