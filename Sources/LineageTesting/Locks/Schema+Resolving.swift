import Lineage
import LineageSchemas

extension Schema {
  /// The shape without types that are encoded as a single value.
  func resolved(_ shape: Shape) -> Shape {
    if case .value(let inner)? = valueTypes(of: shape).last.flatMap({ types[$0]?.form }) {
      inner
    } else {
      shape
    }
  }

  /// The types that are encoded as a single value, from a shape inwards.
  private func valueTypes(of shape: Shape) -> [String] {
    var shape = shape
    var names: [String] = []
    while case .named(let name) = shape, !names.contains(name),
      let type = types[name], type.isComplete, case .value(let inner) = type.form
    {
      names.append(name)
      shape = inner
    }
    return names
  }

  /// The first type removed by `resolved(_:)` that has more information than the shape of its
  /// value.
  func conditionalWrapper(of shape: Shape) -> String? {
    valueTypes(of: shape).first { name in
      types[name].map { $0.otherwise != nil || !$0.sometimes.isEmpty } ?? false
    }
  }

  /// The first type removed by `resolved(_:)` that is a range of the standard library.
  ///
  /// Ranges of different kinds are written in the same way, so only their names tell what their bounds mean.
  func range(in shape: Shape) -> String? {
    valueTypes(of: shape).first { name in
      ["Range<", "ClosedRange<", "PartialRangeFrom<", "PartialRangeThrough<", "PartialRangeUpTo<"]
        .contains { name.hasPrefix($0) }
    }
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

  /// The form of a type. If the other type is an enum whose cases are listed, an enum without payloads lists them, too.
  ///
  /// Its documents are the same whether it is `CaseIterable` or not, but its form is not.
  func form(of type: TypeShape, besides other: TypeShape) -> TypeShape.Form {
    guard case .cases(_, .any, _) = other.form, case .oneOf(let payloads) = type.form,
      type.isComplete, payloads.values.allSatisfy({ isEmptyObject($0) })
    else { return type.form }
    return .cases(payloads.keys.sorted().map { [$0: [:]] }, of: .any, isOpen: false)
  }

  private func isEmptyObject(_ shape: Shape) -> Bool {
    if case .named(let name) = shape { types[name]?.form == .object([:]) } else { false }
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
