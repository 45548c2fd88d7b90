/// The path of a field in a document, such as `stanzas[2].lines`.
///
/// Its text has keys after periods and indices in brackets. Keys that would be ambiguous are in
/// brackets and quotes: `translations["en.US"]`.
public struct FieldPath: Hashable, Sendable {
  /// A key of an object or an index of an array.
  public enum Component: Hashable, Sendable {
    /// The member of an object with a key.
    case key(String)
    /// The element of an array at an index.
    case index(Int)
  }

  /// The components from the root of the document.
  public var components: [Component]

  /// Creates a path from its components. Without components, it is the root.
  public init(_ components: [Component] = []) {
    self.components = components
  }
}

extension FieldPath {
  /// The path of a value inside the one at another path.
  static func + (outer: FieldPath, inner: FieldPath) -> FieldPath {
    FieldPath(outer.components + inner.components)
  }
}

// MARK: - Conformances

extension FieldPath: LosslessStringConvertible {
  /// The text of the path: keys after periods, indices in brackets, and ambiguous keys in brackets
  /// and quotes.
  ///
  /// It is a single line of visible characters. Other characters are escaped, such as `\u{202e}`.
  public var description: String {
    components.reduce(into: "") { text, component in
      switch component {
      case .index(let index): text += "[\(index)]"
      case .key(let key) where key.isPlain: text += text.isEmpty ? key : ".\(key)"
      case .key(let key): text += "[\"\(key.escaped)\"]"
      }
    }
  }

  /// Parses a path in the format of `description`; nil if the text isn't a valid path. An empty
  /// text is the root.
  public init?(_ description: String) {
    var reader = FieldPathReader(description)
    guard let components = reader.path() else { return nil }
    self.components = components
  }
}

extension FieldPath: ExpressibleByStringLiteral {
  /// Creates a path from a literal in the format of `description`.
  ///
  /// - Precondition: The literal is a valid path.
  public init(stringLiteral text: String) {
    guard let path = FieldPath(text) else {
      preconditionFailure(
        """
        '\(text)' isn't a field path: write keys after periods, indices in brackets, and unusual keys in \
        brackets and quotes, as in stanzas[2].translations["en.US"].
        """)
    }
    self = path
  }
}

extension FieldPath: ExpressibleByStringInterpolation {
  /// Creates a path from a literal with indices of arrays, such as `"plants[\(index)].height"`.
  ///
  /// - Precondition: The literal is a valid path.
  public init(stringInterpolation literal: StringInterpolation) {
    self.init(stringLiteral: literal.text)
  }

  /// A literal with indices. Keys can't be interpolated, because one with a period or a bracket in it would be another
  /// path: create a path with such a key from its components.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    fileprivate var text = ""

    /// Creates an empty literal.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds a part of the literal.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds an index.
    public mutating func appendInterpolation(_ index: Int) { text += String(index) }
  }
}

extension FieldPath {
  /// Creates a path from a coding path, such as that of a `DecodingError`.
  ///
  /// A key is an index if its string is `Index 3`, as with Foundation's and Lineage's decoders.
  public init(_ codingPath: [any CodingKey]) {
    components = codingPath.map { Component($0) }
  }

  /// The path for an error message. Long keys are truncated, and long paths are shortened in the
  /// middle.
  var shown: String {
    let shown = FieldPath(
      components.map { component in
        guard case .key(let key) = component, let cut = key.cut(to: 40) else { return component }
        return .key(cut)
      })
    guard components.count > 20 else { return shown.description }
    let end = FieldPath(Array(shown.components.suffix(10))).description
    return "\(FieldPath(Array(shown.components.prefix(10))))…\(end.first == "[" ? "" : ".")\(end)"
  }
}

extension FieldPath.Component {
  /// Creates a component from a key. `Index 3` is Foundation's name for an index of an array.
  init(_ key: any CodingKey) {
    let name = key.stringValue
    if let index = key.intValue, name == "Index \(index)" {
      self = .index(index)
    } else {
      self = .key(name)
    }
  }
}

// MARK: - Parsing

/// Parses a path scalar by scalar, since a combining mark after a period or a bracket is part of a
/// key.
private struct FieldPathReader {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) {
    rest = Substring(text).unicodeScalars
  }

  mutating func path() -> [FieldPath.Component]? {
    var components: [FieldPath.Component] = []
    while let next = rest.first {
      if next == "[" {
        guard let component = bracketed() else { return nil }
        components.append(component)
      } else {
        // Only the first key has no period before it.
        if !components.isEmpty, rest.popFirst() != "." { return nil }
        guard let key = plainKey() else { return nil }
        components.append(.key(key))
      }
    }
    return components
  }

  private mutating func plainKey() -> String? {
    let key = rest.prefix { !FieldPath.syntax.contains($0) }
    rest = rest[key.endIndex...]
    return key.isEmpty ? nil : String(key)
  }

  private mutating func bracketed() -> FieldPath.Component? {
    rest.removeFirst()
    if rest.first == "\"" {
      rest.removeFirst()
      guard let key = quotedKey(), rest.popFirst() == "]" else { return nil }
      return .key(key)
    }
    let digits = rest.prefix { $0 != "]" }
    rest = rest[digits.endIndex...]
    guard rest.popFirst() == "]", let index = Int(String(digits)), digits.first != "+" else {
      return nil
    }
    return .index(index)
  }

  /// Parses a key up to its closing quote.
  private mutating func quotedKey() -> String? {
    var key = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"": return String(key)
      case "\\":
        guard let escaped = escapedScalar() else { return nil }
        key.append(escaped)
      default: key.append(scalar)
      }
    }
    return nil
  }

  private mutating func escapedScalar() -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "\"": return "\""
    case "\\": return "\\"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u":
      guard rest.popFirst() == "{" else { return nil }
      let digits = rest.prefix { $0 != "}" }
      rest = rest[digits.endIndex...]
      guard rest.popFirst() == "}", let value = UInt32(String(digits), radix: 16) else {
        return nil
      }
      return Unicode.Scalar(value)
    default: return nil
    }
  }
}

extension FieldPath {
  /// The characters that separate components.
  fileprivate static let syntax: [Unicode.Scalar] = [".", "[", "]", "\""]
}

extension String {
  /// Whether a key needs no quotes in a path.
  fileprivate var isPlain: Bool {
    !isEmpty
      && unicodeScalars.allSatisfy {
        $0.isVisible && !$0.properties.isWhitespace && $0 != "\\" && !FieldPath.syntax.contains($0)
      }
  }

  /// The text of a quoted key.
  fileprivate var escaped: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text += scalar.shown
      }
    }
  }
}
