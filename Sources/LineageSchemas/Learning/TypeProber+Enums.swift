import Lineage

// Learning unions and enums with and without payloads.

extension TypeProber {
  func learnUnion<Union: OpenUnion>(_ union: Union.Type) -> (TypeShape, [Value]) {
    var payloads: [String: Shape] = [:]
    var values: [Union] = []
    var keepsOthers = false
    for row in Union.payloads {
      if let tag = row.tag {
        payloads[tag] = learner.field(of: row.payloadType, examples: []).shape
      } else {
        keepsOthers = true
      }
      values += learner.anyCandidates(for: row.payloadType).prefix(1).compactMap(row.make)
    }
    let form = TypeShape.Form.union(
      tag: Union.tagKey, payloads: payloads, keepsOthers: keepsOthers)
    // A payload that was made up may have a field of its own under the tag's key, so that it can't be
    // encoded. With such a value, no default of the type around it could be found out.
    let encodable = values.filter { (try? StoredValue.written($0)) != nil }
    let usable = encodable.isEmpty ? values : encodable
    return (TypeShape(form: form), usable.compactMap { $0 as? Value })
  }

  /// Learns an enum whose cases can be listed, and that encodes each as a plain value; nil for
  /// other types.
  func learnCases() -> (TypeShape, [Value])? {
    let listed = (Value.self as? any CaseIterable.Type).map { all($0) }
    guard var values = listed ?? EnumCases.all(of: Value.self) else { return nil }
    if listed != nil { addHiddenCases(to: &values) }
    let limit = 1000
    guard !values.isEmpty, values.count <= limit else { return nil }
    let stored = values.compactMap { value in
      (value as? any Encodable).flatMap { try? StoredValue.written($0) }
    }
    guard stored.count == values.count, let first = stored.first else { return nil }
    let raw: Shape
    switch first {
    case .string: raw = .named("String")
    case .number(let number): raw = .named(number.int == nil ? "Double" : "Int")
    case .bool: raw = .named("Bool")
    // An enum without payloads and without raw values: `{"web": {}}`.
    case .object where stored.allSatisfy(\.isEmptyCase): raw = .any
    default: return nil
    }
    var shape = TypeShape(form: .cases(stored, of: rawShape ?? raw, isOpen: acceptsOthers))
    if listed != nil { shape.firstCase.value = first }
    shape.names = namesBeside(stored, of: values)
    shape.otherwise = acceptsOthers ? nil : replacement(ofOthersThan: stored, like: first)
    return (shape, values)
  }

  /// The names of cases that are written as numbers or as other texts.
  private func namesBeside(_ stored: [DocumentValue], of values: [Value]) -> [String] {
    switch stored.first {
    case .number, .string:
      let names = CaseName.all(of: values)
      return stored == names.map { .string($0) } ? [] : names
    default: return []
    }
  }

  /// Adds the cases that are decoded although `allCases` doesn't have them.
  private func addHiddenCases(to values: inout [Value]) {
    func stored(_ value: Value) -> DocumentValue? {
      (value as? any Encodable).flatMap { try? StoredValue.written($0) }
    }
    let known = values.map(stored)
    values += EnumCases.all(of: Value.self)?.filter { !known.contains(stored($0)) } ?? []
  }

  /// The case that `init(from:)` uses for an unknown one, if it doesn't reject it.
  private func replacement(
    ofOthersThan cases: [DocumentValue], like first: DocumentValue
  ) -> TypeShape.Default? {
    let others: [DocumentValue]
    switch first {
    case .string: others = ["a case that doesn't exist"]
    case .number: others = (0...127).map { .number(DocumentNumber($0)) }
    default: return nil
    }
    guard let other = others.first(where: { !cases.contains($0) }),
      let value = StoredValue.read(Value.self, from: other) as? any Encodable
    else { return nil }
    return (try? StoredValue.written(value)).map { .value($0) }
  }

  func all<Cases: CaseIterable>(_ cases: Cases.Type) -> [Value] {
    cases.allCases.prefix(1001).compactMap { $0 as? Value }
  }

  /// The shape of raw values, if the type has them.
  var rawShape: Shape? {
    func shape<Raw: RawRepresentable>(_ type: Raw.Type) -> Shape? {
      (Raw.RawValue.self as? any ScalarShape.Type).map { learner.field(of: $0, examples: []).shape }
    }
    guard let type = Value.self as? any RawRepresentable.Type else { return nil }
    return shape(type)
  }

  /// Whether the type accepts raw values that no case has.
  var acceptsOthers: Bool {
    func accepts<Raw: RawRepresentable>(_ type: Raw.Type) -> Bool {
      guard let scalar = Raw.RawValue.self as? any ScalarShape.Type else { return false }
      return learner.anyCandidates(for: scalar).allSatisfy { candidate in
        (candidate as? Raw.RawValue).flatMap(Raw.init(rawValue:)) != nil
      }
    }
    guard let type = Value.self as? any RawRepresentable.Type else { return false }
    return accepts(type)
  }

  // MARK: - Enums with payloads

  /// Whether this is an enum with payloads whose keys can't be listed: it rejects an empty object.
  func hidesCases(_ search: Search) -> Bool {
    search.asked.hidesKeys && search.value == nil && search.asked.order.isEmpty
  }

  /// The payloads by case of an enum that reads `allKeys` and requires exactly one; nil for other
  /// types.
  func payloadsOfCases(
    _ search: Search, _ hints: Hints, _ shaper: inout ProbeShaper
  ) -> [String: Shape]? {
    guard let alternatives = search.asked.alternatives else { return nil }
    let fixed = Array(search.run.choices.prefix(alternatives.question))
    let together = self.search(hints, fixed: fixed + [alternatives.keys.count])
    if together.value != nil { return nil }
    // A case may contain values of the enum itself, so values of the other cases must be known.
    var values: [Value] = []
    for index in alternatives.keys.indices {
      values += self.search(hints, fixed: fixed + [index]).value.map { [$0] } ?? []
      learner.accept(values)
    }
    var payloads: [String: Shape] = [:]
    for (index, name) in alternatives.keys.enumerated() {
      let single = self.search(hints, fixed: fixed + [index])
      guard single.asked.order.allSatisfy({ $0 == name }) else { return nil }
      payloads[name] = shaper.payload(of: single.asked, named: name, in: key)
      if single.value == nil { shaper.notes.addNoValue(for: single.run, in: name) }
    }
    return payloads
  }
}

extension DocumentValue {
  /// Whether this is the encoding of an enum case without a payload.
  fileprivate var isEmptyCase: Bool {
    guard let object, object.count == 1 else { return false }
    return object.allSatisfy { $0.value == .object(DocumentObject()) }
  }
}
