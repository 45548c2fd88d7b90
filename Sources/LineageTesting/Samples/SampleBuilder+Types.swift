import Lineage
import LineageSchemas

// Samples of the types in a schema.

extension SampleBuilder {
  mutating func make(
    _ name: String, named label: String, _ hints: Hints
  ) throws(NoSample) -> Sample {
    if let scalar = Shape.scalars[name] as? any SampledScalar.Type {
      return .value(make(scalar, named: label))
    }
    guard let type = source.schema.types[name] else { return try known(name, hints) }
    guard source.heights.height(of: .named(name)) < SampleHeights.infinite else {
      throw problem("Every value of the type \(name) contains another one.")
    }
    stack.append(name)
    defer { stack.removeLast() }
    guard checksTypes || !type.isComplete, let metatype = source.learner.metatypes[name],
      !(metatype is any VersionedCodable.Type)
    else { return try make(type, name, label, hints) }
    for _ in 0..<20 where patience > 0 {
      let mark = budget
      if let sample = try? make(type, name, label, hints),
        source.accepts(sample, as: metatype)
      {
        return sample
      }
      budget = mark
      patience -= 1
      if !choices.areRandom { break }
    }
    return try known(name, hints)
  }

  mutating func make<Value: SampledScalar>(
    _ type: Value.Type, named name: String
  ) -> any Encodable {
    choices.scalar(type, named: name)
  }

  /// A value that a type is known to accept: one that was found by learning, or an example.
  private mutating func known(_ name: String, _ hints: Hints) throws(NoSample) -> Sample {
    if !mayBeKnown, stack == [name] { throw rejection }
    guard let metatype = source.learner.metatypes[name] else {
      throw problem("Nothing is known about the type \(name).")
    }
    var known = source.learner.anyCandidates(for: metatype)
      .compactMap { ($0 as? any Encodable).map(Sample.value) }
    known += hints.examples.prefix(20).map(Sample.value)
    let accepted = known.filter { source.accepts($0, as: metatype) }
    guard !accepted.isEmpty else {
      throw problem("No value of the type \(name) could be generated.")
    }
    let isEnum = metatype is any CaseIterable.Type
    return accepted[
      isEnum
        ? index(below: accepted.count, of: name)
        : choices.index(below: accepted.count, of: name, at: nil)]
  }

  private mutating func make(
    _ type: TypeShape, _ name: String, _ label: String, _ hints: Hints
  ) throws(NoSample) -> Sample {
    switch type.form {
    case .object(let fields): return .object(try members(of: type, fields, hints))
    case .cases(let cases, let raw, let isOpen):
      if isOpen, choices.prefersUnknown() {
        return .value(raw == .named("String") ? "not known yet" as DocumentValue : 987_654)
      }
      return .value(cases[index(below: cases.count, of: name)])
    case .value(let shape): return try make(shape, named: label, hints)
    case .union(let tag, let payloads, let keepsOthers):
      if keepsOthers, payloads.isEmpty || choices.prefersUnknown() {
        return .object([tag: .value("not known yet"), "content": .value(1)])
      }
      return try payload(of: payloads, tag: tag, name, label, hints)
    case .oneOf(let payloads):
      let (key, shape) = try choose(payloads, of: name)
      return .object([key: try make(shape, named: key, hints[key])])
    case .versioned:
      do throws(NoSample) {
        return .value(try document(inside: name))
      } catch {
        guard let known = try? known(name, hints) else { throw error }
        return known
      }
    case .unknown: return try known(name, hints)
    }
  }

  private mutating func members(
    of type: TypeShape, _ fields: [String: TypeShape.Field], _ hints: Hints
  ) throws(NoSample) -> [String: Sample] {
    var members: [String: Sample] = [:]
    for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
      path.append(name)
      defer { path.removeLast() }
      if type.mayMiss(field, in: source.schema),
        leavesOut(field.shape.unwrapped, isOptional: field.shape.isOptional)
      {
        // For an optional field, missing and null mean the same.
        if choices.index(below: 2, of: "Optional", at: nil) == 1 { members[name] = .null }
        continue
      }
      members[name] = try make(field.shape.unwrapped, named: name, hints[name])
    }
    return members
  }

  /// Chooses a payload; when the budget is used up, or a recursive type is deep enough, one of the least height.
  private mutating func choose(
    _ payloads: [String: Shape], of name: String
  ) throws(NoSample) -> (key: String, shape: Shape) {
    let sorted = payloads.sorted { $0.key < $1.key }
    let heights = sorted.map { source.heights.height(of: $0.value) }
    guard let least = heights.min(), least < SampleHeights.infinite else {
      throw problem("Every case contains another value of the same type.")
    }
    let mustEnd = isFull || stack.count { $0 == name } > choices.levels
    let limit = mustEnd ? least : SampleHeights.infinite - 1
    let possible = zip(sorted, heights).filter { $0.1 <= limit }.map(\.0)
    let (key, shape) = possible[index(below: possible.count, of: name)]
    return (key, shape)
  }

  private mutating func payload(
    of payloads: [String: Shape], tag: String, _ name: String, _ label: String, _ hints: Hints
  ) throws(NoSample) -> Sample {
    let (key, shape) = try choose(payloads, of: name)
    let own = Hints(examples: hints.examples.filter { $0[tag]?.string == key })
    switch try make(shape, named: label, own) {
    case .object(var members):
      members[tag] = .value(key)
      return .object(members)
    case .value(let value):
      // A nested document: the union adds the tag to its fields.
      guard let union = source.union(name, of: value, tag: key) else {
        throw problem("The payload \(key) of \(name) isn't an object, so its tag can't be written.")
      }
      return .value(union)
    default:
      throw problem("The payload \(key) of \(name) isn't an object, so its tag can't be written.")
    }
  }

  /// A value of a nested versioned type, in its newest version.
  private mutating func document(inside name: String) throws(NoSample) -> any Encodable {
    guard let type = source.learner.metatypes[name] as? any VersionedCodable.Type else {
      throw problem("Nothing is known about the type \(name).")
    }
    let source = source.source(of: type)
    budget /= 2
    var inner = SampleBuilder(source, choices, size: budget)
    inner.stack = stack
    defer { choices = inner.choices }
    let sample: Sample
    do {
      sample = try inner.document()
    } catch {
      throw problem(error.reason)
    }
    guard let document = source.document(from: sample) else {
      throw problem("No value of the type \(name) could be generated.")
    }
    return document
  }
}

extension SampleSource {
  /// A value of a union with the given payload.
  fileprivate func union(_ name: String, of value: Any, tag: String) -> (any Encodable)? {
    func union<Union: OpenUnion>(_ type: Union.Type) -> (any Encodable)? {
      Union.payloads.first { $0.tag == tag }?.make(value)
    }
    guard let type = learner.metatypes[name] as? any OpenUnion.Type else { return nil }
    return union(type)
  }
}
