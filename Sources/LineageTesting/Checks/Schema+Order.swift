import Lineage
import LineageSchemas

extension Schema {
  /// Whether the value at a path is an array without order: that of a set, or of a dictionary that
  /// is encoded as an array.
  func isUnordered(at path: FieldPath) -> Bool {
    switch shape(at: path) {
    case .set, .pairs: true
    default: false
    }
  }

  /// The shape of the value at a path; nil if it is unknown.
  func shape(at path: FieldPath) -> Shape? {
    path.components.reduce(innermost(root)) { shape, step in
      shape.flatMap { member(step, of: $0) }.map(innermost)
    }
  }

  /// Whether there are versioned values in the document.
  var hasNestedDocuments: Bool {
    types.values.contains { type in
      if case .versioned = type.form { true } else { false }
    }
  }

  /// The path of the outermost nested versioned value that a path is in; nil if it is in none.
  func placeOfNestedDocument(_ path: FieldPath) -> [FieldPath.Component]? {
    path.components.indices.dropFirst().map { Array(path.components[..<$0]) }.first { place in
      guard case .named(let name)? = shape(at: FieldPath(place)),
        case .versioned? = types[name]?.form
      else { return false }
      return true
    }
  }

  private func member(_ step: FieldPath.Component, of shape: Shape) -> Shape? {
    switch (shape, step) {
    case (.array(let element), .index), (.set(let element), .index): return element
    case (.tuple(let elements), .index(let index)):
      return elements.indices.contains(index) ? elements[index] : nil
    case (.dictionary(_, let value), .key): return value
    case (.pairs(let key, let value), .index(let index)):
      return index.isMultiple(of: 2) ? key : value
    case (.repeating(let elements), .index(let index)): return elements[index % elements.count]
    case (.named(let name), .key(let key)):
      switch types[name]?.form {
      case .object(let fields): return fields.first { $0.key.isSpelledLike(key) }?.value.shape
      case .oneOf(let payloads): return payloads[key]
      default: return nil
      }
    default: return nil
    }
  }
}
