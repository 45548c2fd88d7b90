/// Converts requests to shapes.
struct ProbeShaper {
  let learner: SchemaLearner
  /// Whether Lineage fills missing fields of the type before it decodes them.
  let fillsFields: Bool
  var notes: ProbeNotes
  /// The values that are encoded for missing fields, by name.
  var missing: [String: MissingValue] = [:]
  /// The paths that are requested only with some values, or as more than one shape.
  var sometimes: [String: [Shape]] = [:]
  /// The keys that are only decoded.
  var unwritten: [String] = []
  /// The keys that are only encoded.
  var unread: [String] = []

  /// The form of a value.
  mutating func form(of probe: Probe, named name: String) -> TypeShape.Form {
    notes.addChecks(of: probe)
    if probe.hidesKeys { learner.noteHiddenRequests() }
    if probe.isObject { return object(probe, named: name) }
    if probe.isArray { return .value(array(probe, named: name)) }
    if let single = probe.single { return .value(single.shape) }
    return .object([:])
  }

  private mutating func object(_ probe: Probe, named name: String) -> TypeShape.Form {
    if let any = probe.anyMember {
      let value = shape(of: any, named: "\(name).*")
      if probe.order.isEmpty { return .value(.dictionary(.named("String"), value)) }
      notes.add(
        "It accepts any other keys, with values of \(value), which are not listed.")
    }
    if probe.order.isEmpty, probe.checks.contains(.allKeys) { return .unknown }
    var fields: [String: TypeShape.Field] = [:]
    for key in probe.order {
      guard let request = probe.members[key] else { continue }
      fields[key] = field(of: request, named: "\(name).\(key)")
      if case .value(let known) = request, known.needsKey, !fillsFields,
        missing["\(name).\(key)"] == nil, !probe.asksWhetherThere(key)
      {
        fields[key]?.isRequired = true
      }
    }
    return .object(fields)
  }

  private mutating func field(of request: Probe.Request, named name: String) -> TypeShape.Field {
    let field: LearnedField
    switch request {
    case .value(let known): field = known
    case .container: field = LearnedField(shape(of: request, named: name))
    }
    return TypeShape.Field(
      shape: field.shape, initial: fallback(of: name, as: field.shape),
      isRequired: field.isRequired, leniency: field.leniency)
  }

  /// The value that `init(from:)` itself uses for a missing field, if it is always the same.
  mutating func fallback(of name: String, as shape: Shape) -> TypeShape.Default? {
    guard let missing = missing[name],
      let fallback = TypeShape.Default(
        missing.value, again: missing.again, as: shape, canonical: learner.canonical)
    else { return nil }
    let isConstant = missing.others.allSatisfy {
      fallback.allows(.value(learner.canonical($0, as: shape)))
    }
    if !isConstant { notes.addDependent(name.split(separator: ".").last.map(String.init) ?? name) }
    return isConstant ? fallback : nil
  }

  private mutating func shape(of request: Probe.Request, named name: String) -> Shape {
    switch request {
    case .value(let field): field.shape
    case .container(let probe): shape(of: probe, named: name)
    }
  }

  /// The shape of a nested container, which gets a name if it is an object.
  private mutating func shape(of probe: Probe, named name: String) -> Shape {
    switch form(of: probe, named: name) {
    case .value(let shape): shape
    case let form:
      learner.describe(
        TypeShape(form: form, keepsUnknownFields: probe.keepsUnknownFields), as: name)
    }
  }

  /// The shape of the payload of a case; an object without fields if it has none.
  mutating func payload(of probe: Probe, named name: String, in type: String) -> Shape {
    let request = probe.members[name] ?? .container(Probe())
    return shape(of: request, named: "\(type).\(name)")
  }

  private mutating func array(_ probe: Probe, named name: String) -> Shape {
    let elements = probe.elements.enumerated().map { index, element in
      shape(of: element, named: "\(name).\(index)")
    }
    guard probe.isLoop else { return .tuple(elements) }
    guard let first = elements.first else { return .tuple([]) }
    // A type that needs several elements gets several iterations.
    let hasIterations =
      elements.count > 2 && probe.continuations >= elements.count - 1
      && elements.allSatisfy { $0 == first }
    return elements.count == 1 || hasIterations ? .array(first) : .repeating(elements)
  }
}
