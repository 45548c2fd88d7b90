import Foundation
import Lineage
import LineageSchemas

/// Makes one sample. `Choices` decides what the shape leaves open.
struct SampleBuilder<Choices: SampleChoices> {
  private(set) var source: SampleSource
  var choices: Choices
  /// The number of values left to make; at zero, the sample ends as soon as possible.
  var budget: Int
  private let size: Int
  private let attempts: Int
  /// Whether the sample may be a document that the type is known to accept, such as an example, if the type rejects
  /// those that are made up.
  let mayBeKnown: Bool
  /// Whether each type has to accept its own sample.
  private(set) var checksTypes = false
  /// The number of further attempts after rejections.
  var patience = 500
  /// The types that are being made, outermost first.
  var stack: [String] = []
  var path: [String] = []

  init(
    _ source: SampleSource, _ choices: Choices, size: Int, mayBeKnown: Bool = true,
    attempts: Int = 3
  ) {
    self.attempts = attempts
    self.source = source
    self.choices = choices
    self.size = size
    self.mayBeKnown = mayBeKnown
    budget = size
  }

  /// Makes a document that its type accepts.
  mutating func document() throws(NoSample) -> Sample {
    let hints = Hints(examples: source.examples)
    var firstProblem: NoSample?
    for attempt in 0..<attempts {
      checksTypes = attempt > 0
      budget = size
      // A nested document continues the sample around it.
      if stack.isEmpty || attempt > 0 { choices.begin(attempt: attempt) }
      do throws(NoSample) {
        let sample = try make(source.schema.root, named: "", hints)
        if source.document(from: sample) != nil { return sample }
      } catch {
        firstProblem = firstProblem ?? error
      }
    }
    for example in source.examples where mayBeKnown {
      let sample = Sample.value(example)
      if source.document(from: sample) != nil { return sample }
    }
    throw firstProblem ?? rejection
  }

  /// The problem of a type that has rules of its own.
  var rejection: NoSample { problem("The type rejects a value that its shape allows.") }

  func problem(_ reason: String) -> NoSample {
    NoSample(
      document: TypeKeys.shortName(of: source.type), path: path.reduce("") { $0.member($1) },
      reason: reason)
  }

  /// Whether to end the sample.
  var isFull: Bool { budget <= 0 || stack.count > 20 }

  /// The index of one of `count` alternatives for a value of a type. Typical samples show each of them.
  mutating func index(below count: Int, of type: String) -> Int {
    let place = choices.areRandom ? nil : (stack + path + [type]).joined(separator: "/")
    return choices.index(below: count, of: type, at: place)
  }

  // MARK: - Shapes

  mutating func make(
    _ shape: Shape, named name: String, _ hints: Hints
  ) throws(NoSample) -> Sample {
    budget -= 1
    switch shape {
    case .named(let type): return try make(type, named: name, hints)
    case .optional(let wrapped):
      return leavesOut(wrapped, isOptional: true) ? .null : try make(wrapped, named: name, hints)
    case .array(let element):
      var elements = try elements(of: [element], named: name, hints.elements)
      if choices.isUnordered { elements.reverse() }
      return .array(elements)
    case .set(let element):
      return .array(
        try elements(of: [element], named: name, hints.elements, areUnique: true))
    case .pairs(let key, let value):
      return .array(
        try elements(of: [key, value], named: name, hints.elements, areUnique: true))
    case .repeating(let shapes):
      return .array(try elements(of: shapes, named: name, hints.elements))
    case .tuple(let shapes):
      var elements: [Sample] = []
      for shape in shapes { elements.append(try make(shape, named: name, Hints())) }
      return .array(elements)
    case .dictionary(let key, let value):
      var values: [String: Sample] = [:]
      let outer = choices.element
      defer { choices.element = outer }
      for index in 0..<count(of: [key, value]) {
        choices.element = index
        values[try self.key(key, named: name)] = try make(value, named: name, hints.values)
      }
      return .dictionary(values)
    case .any: return .value(anything(named: name))
    }
  }

  private mutating func elements(
    of shapes: [Shape], named name: String, _ hints: Hints, areUnique: Bool = false
  ) throws(NoSample) -> [Sample] {
    var elements: [Sample] = []
    let outer = choices.element
    defer { choices.element = outer }
    var known: Set<Data> = []
    for index in 0..<count(of: shapes) {
      choices.element = index
      let first = try make(shapes[0], named: name, hints)
      if areUnique, alternatives(of: shapes[0]) > 0,
        let data = try? JSONEncoder().encode(unversioned: first), !known.insert(data).inserted
      {
        continue
      }
      elements.append(first)
      for shape in shapes.dropFirst() { elements.append(try make(shape, named: name, hints)) }
    }
    return elements
  }

  /// The number of elements for an array whose elements have the shapes in turn.
  private mutating func count(of shapes: [Shape]) -> Int {
    if shapes.contains(where: mustEnd) { return 0 }
    return choices.count(alternatives: shapes.map(alternatives).max() ?? 0)
  }

  /// The number of cases or payloads that a value of a shape is chosen from; 0 if it isn't chosen from any.
  private func alternatives(of shape: Shape) -> Int {
    switch shape {
    case .optional(let wrapped): return alternatives(of: wrapped)
    case .named(let name):
      return switch source.schema.types[name]?.form {
      case .cases(let cases, _, _): cases.count
      case .union(_, let payloads, _), .oneOf(let payloads): payloads.count
      default: 0
      }
    default: return 0
    }
  }

  /// Whether to leave out a value that may be missing.
  mutating func leavesOut(_ shape: Shape, isOptional: Bool) -> Bool {
    mustEnd(before: shape) || choices.leavesOut(isOptional: isOptional)
  }

  /// Whether to make no more values of a shape, because the budget is used up or its values never
  /// end. Recursive types go a few levels deep in random samples, and aren't repeated in typical
  /// ones.
  private func mustEnd(before shape: Shape) -> Bool {
    if isFull || source.heights.height(of: shape) >= SampleHeights.infinite { return true }
    return shape.names.contains { name in stack.count { $0 == name } >= choices.levels }
  }

  private mutating func anything(named name: String) -> DocumentValue {
    let values: [DocumentValue] = [
      ["name": .string(name), "count": 1], [1, "two", .null, 4.5], .string(name), false, .null,
      1e300,
    ]
    return values[choices.index(below: values.count, of: "Any", at: nil)]
  }

  /// The text of a key of a known shape.
  private mutating func key(_ shape: Shape, named name: String) throws(NoSample) -> String {
    if case .named(let type) = shape, let metatype = source.learner.metatypes[type],
      metatype is any CodingKeyRepresentable.Type
    {
      let keys = source.learner.anyCandidates(for: metatype).compactMap {
        ($0 as? any CodingKeyRepresentable)?.codingKey.stringValue
      }
      if !keys.isEmpty {
        return keys[index(below: keys.count, of: type)]
      }
    }
    guard case .value(let value) = try make(shape, named: name, Hints()) else {
      throw problem("No key of the type \(shape) could be generated.")
    }
    return (value as? DocumentValue)?.string ?? "\(value)"
  }
}
