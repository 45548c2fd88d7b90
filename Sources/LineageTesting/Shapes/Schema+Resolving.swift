import Lineage

extension Schema {
  /// Removes the types that nothing refers to: those that only attempts have asked for.
  mutating func removeUnusedTypes() {
    var used: Set<String> = []
    var open = root.names
    while let name = open.popLast() {
      guard used.insert(name).inserted, let type = types[name] else { continue }
      open += type.shapes.flatMap(\.names)
    }
    types = types.filter { used.contains($0.key) }
  }

  /// A shape without the types that put nothing around it.
  func resolved(_ shape: Shape) -> Shape {
    var shape = shape
    var seen: Set<String> = []
    while case .named(let name) = shape, seen.insert(name).inserted,
      let type = types[name], type.isComplete, case .value(let inner) = type.form
    {
      shape = inner
    }
    return shape
  }

  /// Whether a type is there of which nothing was learned.
  func knowsNothing(of name: String) -> Bool {
    types[name]?.form == .unknown
  }

  /// A shape in the middle of a sentence.
  func text(of shape: Shape) -> String {
    if case .named(let name) = shape { text(ofType: name) } else { "`\(shape)`" }
  }

  /// A type in the middle of a sentence, by its name and by what it is.
  func text(ofType name: String) -> String {
    switch types[name]?.form {
    case nil: "`\(name)`"
    case .object: "`\(name)`, an object"
    case .cases(_, .any, _): "`\(name)`, an enum"
    case .cases(_, let raw, _): "`\(name)`, an enum of `\(raw)`"
    case .value(let shape): "`\(name)`, written as `\(shape)`"
    case .union(let tag, _, _): "`\(name)`, a union by `\(tag)`"
    case .oneOf: "`\(name)`, an enum with payloads"
    case .versioned: "`\(name)`, a document of its own"
    case .unknown: "`\(name)`"
    }
  }
}

extension TypeShape.Default {
  /// Whether two defaults are the same, however their numbers are spelled.
  func isSame(as other: TypeShape.Default?) -> Bool {
    guard case .value(let own) = self, case .value(let other)? = other else { return self == other }
    return own.isSame(as: other)
  }
}

extension FieldValue {
  /// Whether two values are the same, however their numbers are spelled.
  func isSame(as other: FieldValue) -> Bool {
    switch (self, other) {
    case (.number(let own), .number(let other)):
      return own == other || (own.decimal != nil && own.decimal == other.decimal)
    case (.array(let own), .array(let other)):
      return own.count == other.count && zip(own, other).allSatisfy { $0.isSame(as: $1) }
    case (.object(let own), .object(let other)):
      return own.count == other.count
        && own.allSatisfy { key, value in other[key].map { value.isSame(as: $0) } ?? false }
    default: return self == other
    }
  }
}

extension String {
  /// The path of a member of what stands at this path.
  func member(_ name: String) -> String {
    isEmpty ? name : "\(self).\(name)"
  }
}
