import Lineage

extension Schema {
  /// Whether what stands at a path is an array whose order means nothing: that of a set, or of a
  /// dictionary whose keys are no text.
  func isUnordered(at path: FieldPath) -> Bool {
    var shape = unwrapped(root)
    for step in path.components {
      guard let inner = member(step, of: shape) else { return false }
      shape = unwrapped(inner)
    }
    switch shape {
    case .set, .pairs: return true
    default: return false
    }
  }

  private func unwrapped(_ shape: Shape) -> Shape {
    let inner = resolved(shape).unwrapped
    return inner == shape ? inner : unwrapped(inner)
  }

  private func member(_ step: FieldPath.Component, of shape: Shape) -> Shape? {
    switch (shape, step) {
    case (.array(let element), .index), (.set(let element), .index): return element
    case (.tuple(let elements), .index(let index)):
      return elements.indices.contains(index) ? elements[index] : nil
    case (.dictionary(_, let value), .key): return value
    case (.named(let name), .key(let key)):
      switch types[name]?.form {
      case .object(let fields): return fields[key]?.shape
      case .oneOf(let payloads): return payloads[key]
      default: return nil
      }
    default: return nil
    }
  }
}
