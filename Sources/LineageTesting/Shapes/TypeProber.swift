import Lineage

/// Learns the shape of one type, and some values that it accepts.
struct TypeProber<Value: Decodable> {
  let learner: SchemaLearner
  let key: String
  let examples: [FieldValue]

  /// More runs than any type needs that accepts anything at all.
  private static var maximumRuns: Int { 400 }
  /// More questions than all these runs need of a type that comes to an end by itself.
  private static var maximumQuestions: Int { 100_000 }

  func learn() -> (shape: TypeShape, values: [Value]) {
    if let union = Value.self as? any OpenUnion.Type { return learnUnion(union) }
    return learnCases() ?? probe()
  }

  // MARK: - Unions and enums

  private func learnUnion<Union: OpenUnion>(_ union: Union.Type) -> (TypeShape, [Value]) {
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
    return (TypeShape(form: form), values.compactMap { $0 as? Value })
  }

  /// Learns an enum that can list its cases and writes each as a plain value; nil for other types.
  private func learnCases() -> (TypeShape, [Value])? {
    guard let cases = Value.self as? any CaseIterable.Type else { return nil }
    let values = all(cases)
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
    return (TypeShape(form: .cases(stored, of: rawShape ?? raw, isOpen: acceptsOthers)), values)
  }

  private func all<Cases: CaseIterable>(_ cases: Cases.Type) -> [Value] {
    cases.allCases.prefix(1001).compactMap { $0 as? Value }
  }

  /// The shape of raw values, where the type has them.
  private var rawShape: Shape? {
    func shape<Raw: RawRepresentable>(_ type: Raw.Type) -> Shape? {
      (Raw.RawValue.self as? any ScalarShape.Type).map { learner.field(of: $0, examples: []).shape }
    }
    guard let type = Value.self as? any RawRepresentable.Type else { return nil }
    return shape(type)
  }

  /// Whether there are values with raw values that no case has.
  private var acceptsOthers: Bool {
    func accepts<Raw: RawRepresentable>(_ type: Raw.Type) -> Bool {
      switch Raw.RawValue.self {
      case is String.Type: ("no such case" as? Raw.RawValue).flatMap(Raw.init(rawValue:)) != nil
      case is Int.Type: (-987_654 as? Raw.RawValue).flatMap(Raw.init(rawValue:)) != nil
      default: false
      }
    }
    guard let type = Value.self as? any RawRepresentable.Type else { return false }
    return accepts(type)
  }

  // MARK: - Probing

  private func probe() -> (TypeShape, [Value]) {
    var notes = ProbeNotes()
    var initial: InitialValues?
    do {
      initial = try InitialValues(of: Value.self)
    } catch {
      notes.add(
        "Its defaults are not known, because encoding its `init()` failed: mend its `encode(to:)`.")
    }
    let hints = Hints(initial: initial?.values, examples: examples)
    var search = search(hints)
    if search.value == nil, !examples.isEmpty {
      let another = self.search(hints, usingExamples: true)
      if another.value != nil { search = another } else { search.asked.merge(another.asked) }
    }
    let found = search.asked
    var shaper = ProbeShaper(learner: learner, notes: notes)
    var form: TypeShape.Form
    if let payloads = payloadsOfCases(search, hints, &shaper) {
      form = .oneOf(payloads)
    } else {
      form = shaper.form(of: found, named: key)
      if search.value == nil, form == .object([:]) { form = .unknown }
      explain(search, hints, &shaper)
    }
    if case .object(var fields) = form {
      for (name, field) in fields {
        fields[name]?.fallback = initial?.fallback(of: name, isOptional: field.shape.isOptional)
      }
      form = .object(fields)
    }
    var shape = TypeShape(
      form: form, keepsUnknownFields: found.keepsUnknownFields,
      isComplete: shaper.notes.isComplete, notes: shaper.notes.sentences)
    if found.isObject { addTraits(to: &shape) }
    return (shape, search.value.map { [$0] } ?? otherValues())
  }

  private func addTraits(to shape: inout TypeShape) {
    if let type = Value.self as? any DefaultFillable.Type {
      shape.fills = .defaults
      shape.writesDefaults = type.encodesDefaults
    } else if Value.self is any ZeroFillable.Type {
      shape.fills = .zero
    }
  }

  /// Values of a type that accepts none of those that were made up.
  private func otherValues() -> [Value] {
    if let type = Value.self as? any DefaultFillable.Type, let value = type.init() as? Value {
      return [value]
    }
    if let value = FirstCase.of(Value.self) { return [value] }
    return examples.prefix(20).compactMap { StoredValue.read(Value.self, from: $0) }
  }

  // MARK: - Runs

  /// What came of running `init(from:)` until it accepted its answers.
  struct Search {
    /// What the run that succeeded asked for; if none did, what all of them did.
    var asked: Probe
    var value: Value?
    /// The choices of the run that succeeded.
    var run: ProbeRun
    /// What only runs with other answers asked for.
    var otherPaths: Set<String> = []
  }

  /// Runs `init(from:)` with other answers until it succeeds. Some first choices may be fixed.
  private func search(
    _ hints: Hints, usingExamples: Bool = false, fixed: [Int] = []
  ) -> Search {
    let all = Probe(hints: hints)
    var furthest: ProbeRun?
    var questions = 0
    var otherPaths: Set<String> = []
    var run = ProbeRun(
      learner, root: Probe(hints: hints), choices: fixed, usingExamples: usingExamples)
    for _ in 1...Self.maximumRuns {
      if let value = try? Value(from: run.decoder) {
        return Search(
          asked: run.root, value: value, run: run,
          otherPaths: otherPaths.subtracting(run.root.paths()))
      }
      all.merge(run.root)
      if run.counts.count > furthest?.counts.count ?? -1 { furthest = run }
      otherPaths.formUnion(run.root.paths())
      questions += run.counts.count
      guard questions < Self.maximumQuestions, let next = run.nextChoices,
        next.count > fixed.count
      else { break }
      run = ProbeRun(
        learner, root: Probe(hints: hints), choices: next, usingExamples: usingExamples)
    }
    return Search(asked: all, value: nil, run: furthest ?? run)
  }

  /// The payloads by case of an enum that asks for all keys and wants exactly one; nil where the type
  /// is another.
  private func payloadsOfCases(
    _ search: Search, _ hints: Hints, _ shaper: inout ProbeShaper
  ) -> [String: Shape]? {
    guard let alternatives = search.asked.alternatives else { return nil }
    let fixed = Array(search.run.choices.prefix(alternatives.question))
    let together = self.search(hints, fixed: fixed + [alternatives.keys.count])
    if together.value != nil { return nil }
    // A case may hold values of the enum itself: those of the other cases have to be known then.
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

  // MARK: - What a shape can't tell

  private func explain(_ search: Search, _ hints: Hints, _ shaper: inout ProbeShaper) {
    guard let value = search.value else {
      shaper.notes.addFailure(of: search.asked, run: search.run, isRaw: rawShape != nil)
      return
    }
    shaper.notes.addOtherPaths(search.otherPaths.union(pathsOfVariations(search, hints, &shaper)))
    if search.asked.isObject, let value = value as? any Encodable {
      shaper.notes.compare(search.asked, with: value)
    }
  }

  /// Runs `init(from:)` again, each time with one answer changed, to see what else it asks for then.
  private func pathsOfVariations(
    _ search: Search, _ hints: Hints, _ shaper: inout ProbeShaper
  ) -> Set<String> {
    let known = search.asked.paths()
    let run = search.run
    var others: Set<String> = []
    var ambiguous = search.asked.ambiguous
    var readsOtherKind = false
    var questions = 0
    func vary(_ index: Int, _ choices: [Int], refusing refused: Int?) {
      guard questions < Self.maximumQuestions else { return }
      let variation = ProbeRun(
        learner, root: Probe(hints: hints), choices: choices, refusing: refused,
        usingExamples: run.usesExamples)
      _ = try? Value(from: variation.decoder)
      questions += variation.counts.count
      others.formUnion(variation.root.paths().subtracting(known))
      ambiguous.merge(variation.root.ambiguous) { $0.union($1) }
      readsOtherKind = readsOtherKind || variation.root.isOfOtherKind(than: search.asked)
    }
    for index in run.counts.indices.prefix(Self.maximumRuns) {
      vary(index, run.choices, refusing: index)
      let count = run.counts[index]
      let tried =
        run.questionsOfCases.contains(index) ? Set(0..<min(count, 100)) : [1, count - 1]
      for choice in tried.sorted() where choice != run.choices[index] && choice < count {
        vary(index, Array(run.choices[..<index]) + [choice], refusing: nil)
      }
    }
    shaper.notes.addAmbiguous(ambiguous, readsOtherKind: readsOtherKind)
    return others
  }
}

extension FieldValue {
  /// Whether this is what an enum case without a payload is written as.
  fileprivate var isEmptyCase: Bool {
    guard let object, object.count == 1 else { return false }
    return object.allSatisfy { $0.value == .object(FieldObject()) }
  }
}
