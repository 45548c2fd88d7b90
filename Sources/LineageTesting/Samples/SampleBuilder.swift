import Lineage

/// Makes one sample, deciding by its choices what the shape leaves open.
struct SampleBuilder<Choices: SampleChoices> {
  private(set) var source: SampleSource
  var choices: Choices
  /// How many more values there may be; at zero everything ends as soon as it can.
  var budget: Int
  private let size: Int
  /// Whether each type has to accept what was made of it.
  private(set) var checksTypes = false
  /// How many more refusals are met with another attempt.
  var patience = 500
  /// The types that are being made, from the outermost.
  var stack: [String] = []
  var path: [String] = []

  init(_ source: SampleSource, _ choices: Choices, size: Int) {
    self.source = source
    self.choices = choices
    self.size = size
    budget = size
  }

  /// Makes a document that its type accepts.
  mutating func document() throws(NoSample) -> Sample {
    let hints = Hints(examples: source.examples)
    var firstProblem: NoSample?
    for attempt in 0..<3 {
      checksTypes = attempt > 0
      budget = size
      do throws(NoSample) {
        let sample = try make(source.schema.root, named: "", hints)
        if source.document(from: sample) != nil { return sample }
      } catch {
        firstProblem = firstProblem ?? error
      }
    }
    for example in source.examples {
      let sample = Sample.value(example)
      if source.document(from: sample) != nil { return sample }
    }
    throw firstProblem ?? problem("The type refuses what its shape allows.")
  }

  func problem(_ reason: String) -> NoSample {
    NoSample(
      document: TypeKeys.shortName(of: source.type), path: path.reduce("") { $0.member($1) },
      reason: reason)
  }

  /// Whether it is time to come to an end.
  var isFull: Bool { budget <= 0 || stack.count > 20 }

  // MARK: - Shapes

  mutating func make(
    _ shape: Shape, named name: String, _ hints: Hints
  ) throws(NoSample) -> Sample {
    budget -= 1
    switch shape {
    case .named(let type): return try make(type, named: name, hints)
    case .optional(let wrapped):
      return leavesOut(wrapped) ? .null : try make(wrapped, named: name, hints)
    case .array(let element), .set(let element):
      return .array(try elements(of: [element], named: name, hints.elements))
    case .pairs(let key, let value):
      return .array(try elements(of: [key, value], named: name, hints.elements))
    case .tuple(let shapes):
      var elements: [Sample] = []
      for shape in shapes { elements.append(try make(shape, named: name, Hints())) }
      return .array(elements)
    case .dictionary(let key, let value):
      var values: [String: Sample] = [:]
      for _ in 0..<count(of: value) {
        values[try self.key(key, named: name)] = try make(value, named: name, hints.values)
      }
      return .dictionary(values)
    case .any: return .value(anything(named: name))
    }
  }

  private mutating func elements(
    of shapes: [Shape], named name: String, _ hints: Hints
  ) throws(NoSample) -> [Sample] {
    var elements: [Sample] = []
    for _ in 0..<(shapes.map { count(of: $0) }.min() ?? 0) {
      for shape in shapes { elements.append(try make(shape, named: name, hints)) }
    }
    return elements
  }

  /// How many values of a shape there are in a row.
  private mutating func count(of shape: Shape) -> Int {
    mustEnd(before: shape) ? 0 : choices.count()
  }

  /// Whether something is left out that may be.
  mutating func leavesOut(_ shape: Shape) -> Bool {
    mustEnd(before: shape) || choices.leavesOut()
  }

  /// Whether there is no room for another value of a shape, or none that comes to an end. Types inside
  /// themselves go on for a while by chance, and not at all in a document of everything.
  private func mustEnd(before shape: Shape) -> Bool {
    if isFull || source.heights.height(of: shape) >= SampleHeights.infinite { return true }
    let limit = choices is TypicalChoices ? 1 : 3
    return shape.names.contains { name in stack.count { $0 == name } >= limit }
  }

  private mutating func anything(named name: String) -> DocumentValue {
    let values: [DocumentValue] = [
      ["name": .string(name), "count": 1], [1, "two", .null, 4.5], .string(name), false, .null,
      1e300,
    ]
    return values[choices.index(below: values.count)]
  }

  /// The text of a key whose shape is known.
  private mutating func key(_ shape: Shape, named name: String) throws(NoSample) -> String {
    if case .named(let type) = shape, let metatype = source.learner.metatypes[type],
      metatype is any CodingKeyRepresentable.Type
    {
      let keys = source.learner.anyCandidates(for: metatype).compactMap {
        ($0 as? any CodingKeyRepresentable)?.codingKey.stringValue
      }
      if !keys.isEmpty { return keys[choices.index(below: keys.count)] }
    }
    guard case .value(let value) = try make(shape, named: name, Hints()) else {
      throw problem("No key of the type \(shape) could be made up.")
    }
    return (value as? DocumentValue)?.string ?? "\(value)"
  }
}
