/// Keys of an object that are the library's own, such as the version's: no type declares them, and
/// they are not unknown either.
final class OwnedKeys: Sendable {
  /// Few, so that to compare them one by one takes less than a set does.
  let leaves: [String]
  /// Members that hold such keys further inside.
  let inner: [String: OwnedKeys]
  /// Whether there are any of these.
  let reachInside: Bool

  init(leaves: [String], inner: [String: OwnedKeys] = [:]) {
    self.leaves = leaves
    self.inner = inner
    reachInside = !inner.isEmpty
  }

  /// Keys that stand beside each other at the end of a path.
  static func at(_ path: ArraySlice<String>, _ leaves: [String]) -> OwnedKeys {
    guard let first = path.first else { return OwnedKeys(leaves: leaves) }
    return OwnedKeys(leaves: [], inner: [first: at(path.dropFirst(), leaves)])
  }

  func merging(_ other: OwnedKeys) -> OwnedKeys {
    OwnedKeys(
      leaves: leaves + other.leaves,
      inner: inner.merging(other.inner) { $0.merging($1) })
  }
}
