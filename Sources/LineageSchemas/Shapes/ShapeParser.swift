extension Shape {
  /// Parses a shape; nil if the text isn't valid.
  package init?(_ text: String) {
    var parser = ShapeParser(rest: text[...])
    guard let shape = parser.shape(), parser.rest.isEmpty else { return nil }
    self = shape
  }
}

/// Parses the text of a shape from left to right.
private struct ShapeParser {
  var rest: Substring
  private var depth = 0

  /// Deeper than any learned shape.
  private static let maximumDepth = 200

  init(rest: Substring) {
    self.rest = rest
  }

  mutating func shape() -> Shape? {
    guard depth < Self.maximumDepth else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard var shape = take("[") ? bracket() : take("(") ? tuple() : name() else { return nil }
    while take("?") { shape = .optional(shape) }
    return shape
  }

  /// Parses what follows an opening bracket: an element, a key and its value, or alternating keys
  /// and values.
  private mutating func bracket() -> Shape? {
    guard let first = shape() else { return nil }
    if take("]") { return .array(first) }
    if take(": ") {
      guard let value = shape(), take("]") else { return nil }
      return .dictionary(first, value)
    }
    guard take(", "), let value = shape(), take(", …]") else { return nil }
    return .pairs(first, value)
  }

  /// Parses what follows an opening parenthesis: elements, which may repeat.
  private mutating func tuple() -> Shape? {
    if take(")") { return .tuple([]) }
    var elements: [Shape] = []
    repeat {
      guard let element = shape() else { return nil }
      elements.append(element)
    } while take(", ")
    guard take(")") else { return nil }
    return take("…") ? .repeating(elements) : .tuple(elements)
  }

  /// Parses a name up to a delimiter outside angle brackets.
  private mutating func name() -> Shape? {
    var level = 0
    let name = rest.prefix { character in
      switch character {
      case "<": level += 1
      case ">": level -= 1
      case "?", ",", "[", "]", "(", ")", ":": return level > 0
      default: break
      }
      return true
    }
    guard !name.isEmpty, level == 0 else { return nil }
    rest = rest[name.endIndex...]
    if name.hasPrefix("Set<"), let element = Shape(String(name.dropFirst(4).dropLast())) {
      return .set(element)
    }
    return name == "any" ? .any : .named(String(name))
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest.removeFirst(text.count)
    return true
  }
}
