// Names of fields, and paths of them.

extension String {
  /// Whether two keys are equal, apart from what key strategies change.
  package func isSpelledLike(_ other: String) -> Bool {
    self == other || folded == other.folded
  }

  /// The key without what key strategies change: case and underscores.
  package var folded: String { filter { $0 != "_" }.lowercased() }

  /// The path of a member of the value at this path.
  package func member(_ name: String) -> String {
    isEmpty ? name : "\(self).\(name)"
  }
}
