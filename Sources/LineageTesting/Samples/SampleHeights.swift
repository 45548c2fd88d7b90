import LineageSchemas

/// The depth of the smallest value of each type, which is needed to end recursive values.
struct SampleHeights {
  private var heights: [String: Int] = [:]
  private let schema: Schema

  /// The height of types that have no finite values.
  static let infinite = Int.max / 2

  init(of schema: Schema) {
    self.schema = schema
    for name in schema.types.keys { heights[name] = Self.infinite }
    // Each round determines the height of at least one more type.
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (name, type) in schema.types {
        let height = height(of: type)
        if height < heights[name] ?? 0 {
          heights[name] = height
          isSettled = false
        }
      }
    }
  }

  /// The height of the smallest value of a shape.
  func height(of shape: Shape) -> Int {
    switch shape {
    case .named(let name): heights[name] ?? 0
    case .tuple(let elements): elements.map(height).max() ?? 0
    case .optional, .array, .set, .dictionary, .pairs, .repeating, .any: 0
    }
  }

  private func height(of type: TypeShape) -> Int {
    let inside: Int
    switch type.form {
    case .object(let fields):
      inside =
        fields.values.filter { !type.mayMiss($0, in: schema) }
        .map { height(of: $0.shape) }.max() ?? 0
    case .value(let shape): inside = height(of: shape)
    case .union(_, _, keepsOthers: true): inside = 0
    case .union(_, let payloads, _), .oneOf(let payloads):
      inside = payloads.values.map(height).min() ?? 0
    case .cases, .versioned, .unknown: inside = 0
    }
    return inside >= Self.infinite ? Self.infinite : inside + 1
  }
}

extension TypeShape {
  /// Whether a field may be missing in a document.
  func mayMiss(_ field: Field, in schema: Schema) -> Bool {
    if field.isRequired { return false }
    if field.shape.isOptional { return true }
    return switch fills {
    case .defaults: field.fallback != nil
    case .zero: schema.hasZero(field.shape)
    case nil: false
    }
  }
}

extension Schema {
  /// Whether a shape is known to have a zero value.
  fileprivate func hasZero(_ shape: Shape) -> Bool {
    switch shape {
    case .optional, .array, .set, .dictionary, .pairs, .repeating, .any: return true
    case .tuple: return false
    case .named(let name):
      guard let type = types[name] else {
        return ["String", "Bool", "Double", "Float", "Decimal", "Data"].contains(name)
          || Shape.scalars[name] is any BinaryInteger.Type
      }
      if case .cases = type.form { return true }
      return type.fills != nil
    }
  }
}
