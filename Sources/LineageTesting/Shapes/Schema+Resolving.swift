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

  /// The first type of those that `resolved(_:)` leaves out that says more than what it is written as.
  func conditionalWrapper(of shape: Shape) -> String? {
    var shape = shape
    var seen: Set<String> = []
    while case .named(let name) = shape, seen.insert(name).inserted,
      let type = types[name], type.isComplete, case .value(let inner) = type.form
    {
      if type.otherwise != nil || !type.sometimes.isEmpty { return name }
      shape = inner
    }
    return nil
  }

  /// Whether a type is one of which no more is known than what its values are written as.
  func isKnownAsValueOnly(_ name: String) -> Bool {
    guard let type = types[name], !type.isComplete, case .value = type.form else { return false }
    return true
  }

  /// Whether a shape is a type that is described here.
  func describes(_ shape: Shape) -> Bool {
    if case .named(let name) = shape { types[name] != nil } else { false }
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
  /// Whether a default may replace this one: it is the same, however its numbers are spelled, or
  /// this one differs each time.
  func allows(_ other: TypeShape.Default?) -> Bool {
    switch (self, other) {
    case (.differsEachTime, _?): true
    case (.value(let own), .value(let other)?): own.allows(other)
    default: false
    }
  }
}

extension DocumentValue {
  /// Whether a value may replace this one: it is the same, however its numbers are spelled, but for
  /// what differs each time.
  func allows(_ other: DocumentValue) -> Bool {
    switch (self, other) {
    case (.volatile, _): return true
    case (.number(let own), .number(let other)): return own.amountsToTheSame(as: other)
    case (.array(let own), .array(let other)):
      return own.count == other.count && zip(own, other).allSatisfy { $0.allows($1) }
    case (.object(let own), .object(let other)):
      return own.count == other.count
        && own.allSatisfy { key, value in other[key].map { value.allows($0) } ?? false }
    default: return self == other
    }
  }
}

extension String {
  /// The path of a member of the value at this path.
  func member(_ name: String) -> String {
    isEmpty ? name : "\(self).\(name)"
  }
}
