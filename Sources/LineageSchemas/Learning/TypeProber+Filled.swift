import Lineage

// Types that read their fields themselves pass the initial values along. The others get them from
// `init()`.

extension TypeProber {
  /// Adds what is known about the fields of a type that reads them itself: the initial values, and
  /// that those without one must be there.
  ///
  /// - Returns: Whether the type fills a field. An optional one without an initial value is nil in
  ///   every type.
  func addFilled(
    to fields: inout [String: TypeShape.Field], _ search: Search
  ) -> Bool {
    let filled = search.asked.filledFields
    if filled.isEmpty { return false }
    // The values that `init()` gives fields count, where a type has that.
    if !(Value.self is any DefaultFillable.Type) {
      addInitialValues(of: filled, to: &fields, search)
    }
    let isFilling = filled.contains { name, field in
      !field.isRequired && (!field.shape.isOptional || fields[name]?.fallback != nil)
    }
    if isFilling, !Self.hasZero(Value.self) {
      for (name, field) in fields where filled[name] == nil && !field.shape.isOptional {
        fields[name]?.isRequired = true
      }
    }
    return isFilling
  }

  private func addInitialValues(
    of filled: [String: LearnedField], to fields: inout [String: TypeShape.Field],
    _ search: Search
  ) {
    InitialValues.waitForClock()
    let again = search.run.again(choices: search.run.choices)
    _ = try? Value(from: again.decoder)
    let filledAgain = again.root.filledFields
    for (name, field) in filled {
      guard let value = field.stored, let second = filledAgain[name]?.stored else { continue }
      fields[name]?.initial = TypeShape.Default(
        value, again: second, as: field.shape, canonical: learner.canonical)
    }
  }

  /// Marks the fields of a `ZeroFillable` type that must be there, although their own type fills some
  /// of its fields: it has no zero if others must be there.
  func requireFieldsWithoutZero(in fields: inout [String: TypeShape.Field]) {
    guard Value.self is any ZeroFillable.Type else { return }
    for (name, field) in fields where field.fallback == nil {
      guard case .named(let key) = field.shape, learner.schema.types[key]?.fills != nil,
        let type = learner.metatypes[key]
      else { continue }
      if !Self.hasZero(type) { fields[name]?.isRequired = true }
    }
  }

  /// Whether a type fills all of its fields.
  private static func hasZero(_ type: any Any.Type) -> Bool {
    if type is any DefaultFillable.Type || type is any ZeroFillable.Type { return true }
    let filled: Any? = try? (type as? any _SelfFilling.Type)?.makeFilled()
    return filled != nil
  }
}

extension Probe {
  /// The fields that were requested with an initial value.
  fileprivate var filledFields: [String: LearnedField] {
    members.compactMapValues { request in
      if case .value(let field) = request, field.isFilled { field } else { nil }
    }
  }
}

extension LearnedField {
  /// The initial value as it is encoded.
  fileprivate var stored: DocumentValue? { initial.flatMap { try? StoredValue.written($0) } }
}
