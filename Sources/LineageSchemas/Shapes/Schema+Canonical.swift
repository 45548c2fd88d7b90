package import Lineage

// The elements of sets, and dictionaries that are encoded as arrays, are encoded in arbitrary
// order. They are sorted, so that the same value always has the same text.

extension Schema {
  /// A document of this schema with all unordered values sorted.
  package func canonical(_ document: DocumentValue) -> DocumentValue {
    canonical(document, as: root)
  }

  /// A value of a shape with all unordered values sorted.
  ///
  /// Values that don't match the shape are left unchanged. Fields are also found under names
  /// changed by a key strategy: `first_name` is `firstName`.
  ///
  /// - Parameter nested: What becomes of a nested document of the type with a name.
  func canonical(
    _ value: DocumentValue, as shape: Shape,
    nested: (String, DocumentValue) -> DocumentValue = { $1 }
  ) -> DocumentValue {
    func inner(_ value: DocumentValue, as shape: Shape) -> DocumentValue {
      canonical(value, as: shape, nested: nested)
    }
    switch (innermost(shape), value) {
    case (.array(let element), .array(let elements)):
      return .array(elements.map { inner($0, as: element) })
    case (.set(let element), .array(let elements)):
      return .array(elements.map { inner($0, as: element) }.sortedByText { $0 })
    case (.tuple(let shapes), .array(let elements)) where shapes.count == elements.count:
      return .array(zip(elements, shapes).map { inner($0, as: $1) })
    case (.pairs(let key, let value), .array(let elements)) where elements.count.isMultiple(of: 2):
      let couples = stride(from: 0, to: elements.count, by: 2).map { index in
        (key: inner(elements[index], as: key), value: inner(elements[index + 1], as: value))
      }
      return .array(couples.sortedByText(\.key).flatMap { [$0.key, $0.value] })
    case (.repeating(let shapes), .array(let elements)):
      return .array(
        elements.enumerated().map { inner($1, as: shapes[$0 % shapes.count]) })
    case (.dictionary(_, let shape), .object(let object)):
      return .object(DocumentObject(object.map { ($0.key, inner($0.value, as: shape)) }))
    case (.named(let name), .object(let object)):
      return canonical(object, ofType: name, nested: nested)
    default: return value
    }
  }

  private func canonical(
    _ object: DocumentObject, ofType name: String,
    nested: (String, DocumentValue) -> DocumentValue
  ) -> DocumentValue {
    func inner(_ members: [String: Shape]) -> DocumentValue {
      .object(canonical(object, members: members, nested: nested))
    }
    switch types[name]?.form {
    case .object(let fields): return inner(fields.mapValues(\.shape))
    case .oneOf(let payloads): return inner(payloads)
    case .union(let tag, let payloads, _):
      let stored = object[tag] ?? object.first { $0.key.isSpelledLike(tag) }?.value
      guard let payload = stored?.string.flatMap({ payloads[$0] }) else { return .object(object) }
      return canonical(.object(object), as: payload, nested: nested)
    case .versioned:
      return nested(name, .object(object))
    case .cases, .value, .unknown, nil: return .object(object)
    }
  }

  private func canonical(
    _ object: DocumentObject, members: [String: Shape],
    nested: (String, DocumentValue) -> DocumentValue
  ) -> DocumentObject {
    let folded = Dictionary(members.map { ($0.key.folded, $0.value) }) { first, _ in first }
    return DocumentObject(
      object.map { key, value in
        guard let shape = members[key] ?? folded[key.folded] else { return (key, value) }
        return (key, canonical(value, as: shape, nested: nested))
      })
  }

  /// The shape without optionals and without types that are encoded as a single value.
  package func innermost(_ shape: Shape) -> Shape {
    var shape = shape.unwrapped
    var seen: Set<String> = []
    while case .named(let name) = shape, seen.insert(name).inserted,
      case .value(let inner)? = types[name]?.form
    {
      shape = inner.unwrapped
    }
    return shape
  }
}

extension Array {
  /// The elements, sorted by the text of a value with sorted keys.
  fileprivate func sortedByText(_ value: (Element) -> DocumentValue) -> [Element] {
    map { ($0, CanonicalText(openLevels: 0).text(of: value($0))) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
