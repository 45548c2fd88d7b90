/// Lineage's own keys in an object, such as the version's. No type declares them, but they aren't
/// unknown fields either.
final class LibraryKeys: Sendable {
  /// There are few, so comparing them one by one is faster than a set.
  let leaves: [String]
  /// The members that have such keys in nested objects.
  let inner: [String: LibraryKeys]
  /// Whether there are such keys in nested objects.
  let reachInside: Bool

  init(leaves: [String], inner: [String: LibraryKeys] = [:]) {
    self.leaves = leaves
    self.inner = inner
    reachInside = !inner.isEmpty
  }

  /// Keys of the same object, at the end of a path.
  static func at(_ path: ArraySlice<String>, _ leaves: [String]) -> LibraryKeys {
    guard let first = path.first else { return LibraryKeys(leaves: leaves) }
    return LibraryKeys(leaves: [], inner: [first: at(path.dropFirst(), leaves)])
  }

  func merging(_ other: LibraryKeys) -> LibraryKeys {
    LibraryKeys(
      leaves: leaves + other.leaves,
      inner: inner.merging(other.inner) { $0.merging($1) })
  }
}
