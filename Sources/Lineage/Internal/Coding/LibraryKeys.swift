/// Keys of an object that are the library's own, such as the version's: no type declares them, and
/// they are not unknown either.
final class LibraryKeys: Sendable {
  /// Few, so that to compare them one by one takes less than a set does.
  let leaves: [String]
  /// Members that hold such keys further inside.
  let inner: [String: LibraryKeys]
  /// Whether there are any of these.
  let reachInside: Bool

  init(leaves: [String], inner: [String: LibraryKeys] = [:]) {
    self.leaves = leaves
    self.inner = inner
    reachInside = !inner.isEmpty
  }

  /// Keys that stand beside each other at the end of a path.
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
