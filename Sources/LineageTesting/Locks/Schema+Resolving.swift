import Lineage
import LineageSchemas

extension Schema {
  /// The shape without types that are encoded as a single value.
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

  /// The first type removed by `resolved(_:)` that has more information than the shape of its
  /// value.
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

  /// Whether only the encoded shape of a type's values is known.
  func isKnownAsValueOnly(_ name: String) -> Bool {
    guard let type = types[name], !type.isComplete, case .value = type.form else { return false }
    return true
  }

  /// Whether this schema describes the shape's type.
  func describes(_ shape: Shape) -> Bool {
    if case .named(let name) = shape { types[name] != nil } else { false }
  }

  /// Whether nothing was learned about a type in this schema.
  func knowsNothing(of name: String) -> Bool {
    types[name]?.form == .unknown
  }

  /// A shape as part of a sentence.
  func text(of shape: Shape) -> String {
    if case .named(let name) = shape { text(ofType: name) } else { "`\(shape)`" }
  }

  /// A type as part of a sentence: its name and kind.
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
