import Lineage

/// Learns the shape of one type, and some values that it accepts.
struct TypeProber<Value: Decodable> {
  let learner: SchemaLearner
  let key: String
  let examples: [DocumentValue]

  func learn() -> (shape: TypeShape, values: [Value]) {
    if let union = Value.self as? any OpenUnion.Type { return learnUnion(union) }
    if SystemType.trapsForOddValues(Value.self) {
      return (TypeShape(form: .unknown, isComplete: false), otherValues())
    }
    return learnCases() ?? probe()
  }

  // MARK: - Probing

  func probe() -> (TypeShape, [Value]) {
    var notes = ProbeNotes()
    var initial: InitialValues?
    do {
      initial = try InitialValues(of: Value.self)
    } catch {
      notes.add(
        "Its defaults are unknown, because encoding its `init()` failed: fix its `encode(to:)`.")
    }
    let hints = Hints(initial: initial?.values, examples: examples)
    var search = search(hints)
    if search.value == nil, !examples.isEmpty {
      let another = self.search(hints, usingExamples: true)
      if another.value != nil { search = another } else { search.asked.merge(another.asked) }
    }
    let hidesCases = hidesCases(search)
    // The rest of a run that was cut off, and answers that no run changes.
    if search.run.isExhausted || search.run.counts.count > Self.maximumRuns {
      learner.noteHiddenRequests()
    }
    let fillsFields = Value.self is any DefaultFillable.Type || Value.self is any ZeroFillable.Type
    var shaper = ProbeShaper(learner: learner, fillsFields: fillsFields, notes: notes)
    var (form, otherwise) = form(of: search, hints, hidesCases: hidesCases, &shaper)
    var isFilling = false
    if case .object(var fields) = form {
      setInitialValues(of: &fields, initial)
      isFilling = addFilled(to: &fields, search)
      requireFieldsWithoutZero(in: &fields)
      form = .object(fields)
    }
    var shape = TypeShape(
      form: form, keepsUnknownFields: search.asked.keepsUnknownFields,
      isComplete: shaper.notes.isComplete, stop: shaper.notes.stop, notes: shaper.notes.sentences)
    shape.otherwise = otherwise
    shape.sometimes = shaper.sometimes
    shape.unwritten = shaper.unwritten
    shape.unread = shaper.unread
    if isFilling { shape.fills = .defaults }
    if search.asked.isObject { addTraits(to: &shape) }
    return (shape, search.value.map { [$0] } ?? otherValues())
  }

  /// The form of the type, and what a value that doesn't decode is replaced with.
  private func form(
    of search: Search, _ hints: Hints, hidesCases: Bool, _ shaper: inout ProbeShaper
  ) -> (TypeShape.Form, otherwise: TypeShape.Default?) {
    if hidesCases {
      shaper.notes.addHiddenCases()
      return (.unknown, nil)
    }
    if let payloads = payloadsOfCases(search, hints, &shaper) { return (.oneOf(payloads), nil) }
    shaper.missing = missingValues(search)
    var form = shaper.form(of: search.asked, named: key)
    var otherwise: TypeShape.Default?
    if case .value(let shape) = form { otherwise = shaper.fallback(of: key, as: shape) }
    if search.value == nil, form == .object([:]) { form = .unknown }
    explain(search, &shaper)
    if rawShape != nil, case .value = form, !acceptsOthers { shaper.notes.addHiddenRawValues() }
    return (form, otherwise)
  }

  /// Sets what missing fields get: the initial value, unless the type handles a missing optional itself.
  private func setInitialValues(
    of fields: inout [String: TypeShape.Field], _ initial: InitialValues?
  ) {
    for (name, field) in fields {
      let initial = initial?.fallback(of: name, as: field.shape, canonical: learner.canonical)
      fields[name]?.initial =
        field.shape.isOptional ? field.fallback ?? initial : initial ?? field.fallback
    }
  }

  func addTraits(to shape: inout TypeShape) {
    if let type = Value.self as? any DefaultFillable.Type {
      shape.fills = .defaults
      shape.writesDefaults = type.encodesDefaults
    } else if Value.self is any ZeroFillable.Type {
      shape.fills = .zero
    }
  }

  /// Values of a type that rejects all made-up ones.
  func otherValues() -> [Value] {
    if let type = Value.self as? any DefaultFillable.Type, let value = type.init() as? Value {
      return [value]
    }
    if let value = EnumCases.first(of: Value.self) { return [value] }
    return examples.prefix(20).compactMap { StoredValue.read(Value.self, from: $0) }
  }
}
