import Lineage

/// A list of paths in notes, which can tell which of them were of any use.
struct NotedPaths {
  private let patterns: [(text: String, steps: [FieldPath.Component?])]
  private var used: Set<String> = []

  init(_ texts: [String]) {
    patterns = texts.map { text in
      let path = FieldPath(stringLiteral: text.replacing("[]", with: "[-1]"))
      return (text, path.components.map { $0 == .index(-1) ? nil : $0 })
    }
  }

  /// Whether a path, or one that it lies in, is among the noted ones.
  mutating func contain(_ path: FieldPath) -> Bool {
    for pattern in patterns where path.components.begins(with: pattern.steps) {
      used.insert(pattern.text)
      return true
    }
    return false
  }

  /// The paths that no field had.
  var unused: [String] { patterns.map(\.text).filter { !used.contains($0) } }
}

extension [FieldPath.Component] {
  /// Whether the path begins with steps, of which nil stands for any index.
  fileprivate func begins(with steps: [FieldPath.Component?]) -> Bool {
    count >= steps.count
      && zip(self, steps).allSatisfy { own, step in
        if let step { return own.isSpelledLike(step) }
        if case .index = own { return true }
        return false
      }
  }
}

// MARK: - Spelling

extension FieldPath {
  /// Whether the path is one of the others or leads into it.
  func isInside(oneOf others: [FieldPath]) -> Bool {
    others.contains { other in
      components.count >= other.components.count
        && zip(components, other.components).allSatisfy { $0.isSpelledLike($1) }
    }
  }
}

extension FieldPath.Component {
  /// Whether two steps are the same, or would be if it weren't for a strategy for keys: a document may
  /// say `tag_names` where its type says `tagNames`.
  func isSpelledLike(_ other: FieldPath.Component) -> Bool {
    if self == other { return true }
    guard case .key(let own) = self, case .key(let other) = other else { return false }
    return own.isSpelledLike(other)
  }
}

extension String {
  /// Whether two keys are the same but for what strategies for keys change about them.
  func isSpelledLike(_ other: String) -> Bool {
    self == other || folded == other.folded
  }

  /// A key without what strategies for keys change about it: case and underscores.
  var folded: String { filter { $0 != "_" }.lowercased() }
}
