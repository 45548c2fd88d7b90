import Lineage

extension Schema {
  /// A digest of what locks compare, as 16 hexadecimal digits.
  ///
  /// The types are numbered in the order in which they occur, because their names don't matter:
  /// `Poem` becomes `PoemV2` when there is a newer version. The notes and the names of cases don't matter either.
  var digest: String {
    let names = reachableTypes
    let numbers = Dictionary(
      uniqueKeysWithValues: names.enumerated().map { ($1, "#\($0)") })
    func renamed(_ shape: Shape) -> Shape { shape.mapNames { numbers[$0] ?? $0 } }
    var text = "\(renamed(root))"
    for case (let name, let type?) in names.map({ ($0, types[$0]) }) {
      var type = type.mapShapes(renamed)
      (type.names, type.notes) = ([], [])
      // A default that is nested too deep for an encoder is left out.
      let stored = (try? StoredValue.written(type)) ?? .null
      text += "\n\(renamed(.named(name))): \(CanonicalText(openLevels: 0).text(of: stored))"
    }
    return StableHash.digits(of: text.utf8)
  }
}

extension Shape {
  /// The shape with other names of types.
  fileprivate func mapNames(_ change: (String) -> String) -> Shape {
    switch self {
    case .named(let name): .named(change(name))
    case .optional(let wrapped): .optional(wrapped.mapNames(change))
    case .array(let element): .array(element.mapNames(change))
    case .set(let element): .set(element.mapNames(change))
    case .dictionary(let key, let value): .dictionary(key.mapNames(change), value.mapNames(change))
    case .pairs(let key, let value): .pairs(key.mapNames(change), value.mapNames(change))
    case .tuple(let elements): .tuple(elements.map { $0.mapNames(change) })
    case .repeating(let elements): .repeating(elements.map { $0.mapNames(change) })
    case .any: .any
    }
  }
}

extension TypeShape {
  /// The type with other shapes in it.
  fileprivate func mapShapes(_ change: (Shape) -> Shape) -> TypeShape {
    var type = self
    switch form {
    case .object(let fields):
      type.form = .object(
        fields.mapValues { field in
          var field = field
          field.shape = change(field.shape)
          return field
        })
    case .cases(let cases, let raw, let isOpen):
      type.form = .cases(cases, of: change(raw), isOpen: isOpen)
    case .value(let shape): type.form = .value(change(shape))
    case .union(let tag, let payloads, let keepsOthers):
      type.form = .union(
        tag: tag, payloads: payloads.mapValues(change), keepsOthers: keepsOthers)
    case .oneOf(let payloads): type.form = .oneOf(payloads.mapValues(change))
    case .versioned, .unknown: break
    }
    type.sometimes = sometimes.mapValues { $0.map(change) }
    return type
  }
}
