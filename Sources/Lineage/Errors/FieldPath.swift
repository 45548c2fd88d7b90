/// Where in a document a field stands: `stanzas[2].lines`.
public struct FieldPath: Hashable, Sendable {
  /// A step into an object or into an array.
  public enum Component: Hashable, Sendable {
    /// Into an object, to the member with a key.
    case key(String)
    /// Into an array, to the element at an index.
    case index(Int)
  }

  /// The steps from the root of the document.
  public var components: [Component]

  /// Makes a path of its steps; of none, the root.
  public init(_ components: [Component] = []) {
    self.components = components
  }
}

// MARK: - Conformances

extension FieldPath: CustomStringConvertible {
  /// Keys joined by points and indices in brackets; keys that need it stand in quotes.
  public var description: String {
    var text = ""
    for component in components {
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where key.isPlain: text += text.isEmpty ? key : ".\(key)"
      case .key(let key): text += "[\(key.debugDescription)]"
      }
    }
    return text
  }
}

extension FieldPath: ExpressibleByStringLiteral {
  /// Reads a path as `description` writes it, for keys that need no quotes.
  public init(stringLiteral text: String) {
    let steps = text.replacing("[", with: ".[").split(separator: ".")
    components = steps.map { step in
      if step.first == "[", step.last == "]", let index = Int(step.dropFirst().dropLast()) {
        return .index(index)
      }
      return .key(String(step))
    }
  }
}

extension FieldPath {
  /// The path that a Codable type sees; `Index 3` is how Foundation names a place in an array.
  init(_ codingPath: [any CodingKey]) {
    components = codingPath.map { key in
      if let index = key.intValue, key.stringValue != "\(index)" { return .index(index) }
      return .key(key.stringValue)
    }
  }
}

extension String {
  fileprivate var isPlain: Bool {
    !isEmpty && !unicodeScalars.contains { $0.properties.generalCategory == .control }
      && !contains { $0 == "." || $0 == "[" || $0 == "]" || $0 == "\"" || $0.isWhitespace }
  }
}
