/// The shape of a value in a document.
///
/// Its description looks like the Swift type that it was learned from: `String`, `[Stanza]?`,
/// `[String: Int]`, `(Double, Double)`. A type that decodes two numbers again and again has `(Double, Double)…`.
package indirect enum Shape: Hashable, Sendable {
  /// A scalar such as `String` or `Date`, or a type that is described under this name.
  case named(String)
  /// A value that may be null or missing.
  case optional(Shape)
  /// An array of values of the same shape.
  case array(Shape)
  /// An array of values of the same shape, without order.
  case set(Shape)
  /// A dictionary with keys and values of these shapes.
  case dictionary(Shape, Shape)
  /// An array of alternating keys and values, without order: the encoding of dictionaries whose keys
  /// aren't strings.
  case pairs(Shape, Shape)
  /// An array in which values of these shapes repeat.
  case repeating([Shape])
  /// An array of a fixed number of values with different shapes.
  case tuple([Shape])
  /// A value of any shape.
  case any
}

extension Shape {
  /// The names of the types in the shape.
  package var names: [String] {
    switch self {
    case .named(let name): [name]
    case .optional(let inner), .array(let inner), .set(let inner): inner.names
    case .dictionary(let key, let value), .pairs(let key, let value): key.names + value.names
    case .tuple(let elements), .repeating(let elements): elements.flatMap(\.names)
    case .any: []
    }
  }

  /// The shape without optionals.
  package var unwrapped: Shape {
    if case .optional(let wrapped) = self { wrapped.unwrapped } else { self }
  }
}

extension Shape: CustomStringConvertible {
  /// The shape as text.
  package var description: String {
    switch self {
    case .named(let name): name
    case .optional(let wrapped): "\(wrapped)?"
    case .array(let element): "[\(element)]"
    case .set(let element): "Set<\(element)>"
    case .dictionary(let key, let value): "[\(key): \(value)]"
    case .pairs(let key, let value): "[\(key), \(value), …]"
    case .tuple(let elements): "(\(elements.map(\.description).joined(separator: ", ")))"
    case .repeating(let elements): "\(Shape.tuple(elements))…"
    case .any: "any"
    }
  }
}

extension Shape {
  /// Whether the value may be null or missing.
  package var isOptional: Bool {
    if case .optional = self { true } else { false }
  }
}
