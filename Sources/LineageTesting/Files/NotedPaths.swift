import Lineage
import LineageSchemas

/// A list of paths in notes, which tracks which of them were used.
struct NotedPaths {
  private let patterns: [(text: String, steps: [FieldPath.Component?])]
  private var used: Set<String> = []

  init(_ texts: [String]) {
    patterns = texts.compactMap { text in Self.steps(of: text).map { (text, $0) } }
  }

  /// The components of a path in notes, where nil is any index; nil if the text isn't a path.
  static func steps(of text: String) -> [FieldPath.Component?]? {
    FieldPath(text.replacing("[]", with: "[-1]"))?.components.map { $0 == .index(-1) ? nil : $0 }
  }

  /// Whether a path or one of its prefixes is in the list.
  mutating func contain(_ path: FieldPath) -> Bool {
    for pattern in patterns where path.components.begins(with: pattern.steps) {
      used.insert(pattern.text)
      return true
    }
    return false
  }

  /// Looks for the arrays in a value whose order can differ.
  mutating func findArrays(in value: DocumentValue, at path: [FieldPath.Component] = []) {
    switch value {
    case .array(let elements):
      if elements.count > 1 { _ = contain(FieldPath(path)) }
      for (index, element) in elements.enumerated() {
        findArrays(in: element, at: path + [.index(index)])
      }
    case .object(let object):
      for (key, member) in object { findArrays(in: member, at: path + [.key(key)]) }
    default: break
    }
  }

  /// The paths that matched no field.
  var unused: [String] { patterns.map(\.text).filter { !used.contains($0) } }
}

extension [FieldPath.Component] {
  /// Whether the path begins with components, where nil matches any index.
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
  /// Whether the path equals one of the others or is below it.
  func isInside(oneOf others: [FieldPath]) -> Bool {
    others.contains { other in
      components.count >= other.components.count
        && zip(components, other.components).allSatisfy { $0.isSpelledLike($1) }
    }
  }
}

extension FieldPath.Component {
  /// Whether two components are equal, apart from what a key strategy changes: a document may have
  /// `tag_names` for its type's `tagNames`.
  func isSpelledLike(_ other: FieldPath.Component) -> Bool {
    self == other || folded == other.folded
  }

  /// The component without what key strategies change.
  var folded: FieldPath.Component {
    if case .key(let key) = self { .key(key.folded) } else { self }
  }
}
