/// What may be in one place of a document.
///
/// As text it looks like the Swift type that it was learned from: `String`, `[Stanza]?`,
/// `[String: Int]`, `(Double, Double)`.
indirect enum Shape: Hashable, Sendable {
  /// A scalar such as `String` or `Date`, or a type that is described under this name.
  case named(String)
  /// A value that may be null or missing.
  case optional(Shape)
  /// Values of one shape in a row.
  case array(Shape)
  /// Values of one shape in a row whose order means nothing.
  case set(Shape)
  /// Values of one shape by keys of another.
  case dictionary(Shape, Shape)
  /// Keys and values in turn in one array: how dictionaries are written whose keys are no text.
  case pairs(Shape, Shape)
  /// A fixed number of values in a row, each of its own shape.
  case tuple([Shape])
  /// A value of any shape at all.
  case any
}

extension Shape {
  /// The names of types in it.
  var names: [String] {
    switch self {
    case .named(let name): [name]
    case .optional(let inner), .array(let inner), .set(let inner): inner.names
    case .dictionary(let key, let value), .pairs(let key, let value): key.names + value.names
    case .tuple(let elements): elements.flatMap(\.names)
    case .any: []
    }
  }

  /// The shape of a value that is there.
  var unwrapped: Shape {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }
}

extension Shape: CustomStringConvertible {
  /// The shape as text.
  var description: String {
    switch self {
    case .named(let name): name
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .set(let element): "Set<\(element)>"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .pairs(let key, let value): "[\(key), \(value), …]"
    case .tuple(let elements): "(\(elements.map(\.description).joined(separator: ", ")))"
    case .any: "any"
    }
  }
}

extension Shape {
  /// Whether the value may be null or missing.
  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }
}
