package import Lineage

/// Learns the shapes of a document's types, each of them once.
///
/// Types refer to each other by name, so recursive types are finite. The learner stores some values
/// that each type accepts, because the types that contain it need them as answers.
package final class SchemaLearner {
  package let root: any VersionedCodable.Type
  package private(set) var schema = Schema(root: .any, types: [:])
  /// The metatypes, by the names of the types in the schema.
  package private(set) var metatypes: [String: any Decodable.Type] = [:]
  /// Whether a type may decode more than its shape says, although its shape is complete.
  private var hasHiddenRequests = false
  /// Whether an enum may have cases that it decodes only for some tags.
  private var hasUnaskedCases = false
  private var properties = StoredProperties()
  private var keys = TypeKeys()
  private var keysOfVersioned: [ObjectIdentifier: String] = [:]
  private let values: LearnedValues
  private var initialValues: [KeyOfType: DocumentValue?] = [:]

  private struct KeyOfType: Hashable {
    let type: ObjectIdentifier
    let key: String
  }

  /// Whether only a value is needed, so types that have accepted one aren't learned further.
  let wantsValuesOnly: Bool

  package convenience init(of root: any VersionedCodable.Type, examples: [DocumentValue] = []) {
    self.init(of: root, examples: examples, values: LearnedValues(), wantsValuesOnly: false)
  }

  private init(
    of root: any VersionedCodable.Type, examples: [DocumentValue], values: LearnedValues,
    wantsValuesOnly: Bool
  ) {
    self.root = root
    self.wantsValuesOnly = wantsValuesOnly
    self.values = values
    schema.root = .named(describe(root, examples: examples))
    schema.removeUnusedTypes()
  }

  /// The versioned types nested in the document.
  package var nestedDocuments: [any VersionedCodable.Type] {
    schema.types.sorted { $0.key < $1.key }.compactMap { key, type in
      if case .versioned = type.form { metatypes[key] as? any VersionedCodable.Type } else { nil }
    }
  }

  /// Whether the schema contains everything that the types decode.
  package var isComplete: Bool {
    !hasHiddenRequests
      && schema.types.values.allSatisfy { $0.isComplete && $0.form != .unknown }
  }

  /// Whether a learned type has a case or a property that may be decoded only for some tags: an enum with code of its own,
  /// a property whose type was never asked for, or one that may be of any type.
  var hasUnaskedProperties: Bool {
    hasUnaskedCases || properties.hideTypes
      || properties.haveOthers { keys[$0] != nil || keysOfVersioned[ObjectIdentifier($0)] != nil }
  }

  /// Records that a type may decode more than its shape says.
  func noteHiddenRequests() { hasHiddenRequests = true }

  // MARK: - Shapes

  /// What is known about a field that is decoded as a type.
  func field(of type: any Decodable.Type, examples: [DocumentValue]) -> LearnedField {
    if type is any ScalarShape.Type { return LearnedField(.named(TypeName.of(type))) }
    if let known = type as? any KnownShape.Type { return known.field(by: self, examples: examples) }
    if let versioned = type as? any VersionedCodable.Type {
      return LearnedField(.named(name(versioned, examples: examples)))
    }
    let name = keys[type] ?? name(type, examples: examples)
    return LearnedField(.named(SystemType.isCGFloat(type) ? "Double" : name))
  }

  /// Names a type, and describes it unless it is a system type.
  private func name(_ type: any Decodable.Type, examples: [DocumentValue]) -> String {
    let key = describe(type, examples: examples)
    if SystemType.isOne(type) { schema.types[key] = nil }
    return key
  }

  /// Names a nested versioned type, without describing it.
  private func name(_ type: any VersionedCodable.Type, examples: [DocumentValue]) -> String {
    let id = ObjectIdentifier(type)
    if let key = keysOfVersioned[id] { return key }
    let name = TypeKeys.name(of: type)
    let key = keys.free(type == root ? "Versioned<\(name)>" : name)
    keysOfVersioned[id] = key
    metatypes[key] = type
    schema.types[key] = TypeShape(
      form: .versioned(type.chain.links.reversed().map(\.version)))
    if !values.isKnown(type), values.hasRoom {
      // A separate learner, because only a value is needed, and its names don't belong to this
      // document.
      _ = values.deeper {
        SchemaLearner(of: type, examples: examples, values: values, wantsValuesOnly: true)
      }
    }
    return key
  }

  /// Describes a type under a new name.
  private func describe(_ type: any Decodable.Type, examples: [DocumentValue]) -> String {
    let key = keys.add(type)
    metatypes[key] = type
    guard values.hasRoom, key.utf8.count < 1000 else {
      schema.types[key] = TypeShape(
        form: .unknown, isComplete: false,
        notes: ["The types nest too deeply here, so what is inside is unknown."])
      return key
    }
    schema.types[key] = values.deeper { learn(type, key: key, examples: examples) }
    return key
  }

  private func learn<Value: Decodable>(
    _ type: Value.Type, key: String, examples: [DocumentValue]
  ) -> TypeShape {
    values.register(type)
    let prober = TypeProber<Value>(learner: self, key: key, examples: examples)
    let (shape, values) = prober.learn()
    self.values.store(values, of: type)
    if SystemType.isOne(type) { return shape }
    for value in values {
      let isEnum = Mirror(reflecting: value).displayStyle == .enum
      // An enum with raw values has no payloads, and an open one only those of another.
      if isEnum, type is any RawRepresentable.Type { continue }
      properties.add(of: value)
      if isEnum, !shape.form.hasAllCases { hasUnaskedCases = true }
    }
    return shape
  }

  /// Stores values of a type that is still being learned.
  func accept<Value>(_ accepted: [Value]) {
    if !accepted.isEmpty { values.store(accepted, of: Value.self) }
  }

  /// Describes a nested container, which has no type of its own.
  func describe(_ shape: TypeShape, as name: String) -> Shape {
    let key = keys.free(name)
    schema.types[key] = shape
    return .named(key)
  }

  // MARK: - Values

  /// A default in the form in which defaults are compared: sorted, and without the versions of nested
  /// documents. The types of some write them with every encoder, and others only with Lineage's.
  func canonical(_ value: DocumentValue, as shape: Shape) -> DocumentValue {
    schema.canonical(value, as: shape) { name, document in
      let type = metatypes[name] as? any VersionedCodable.Type
      return type?.withoutVersion(document) ?? document
    }
  }

  /// The encoded initial value of a field, which is encoded only once for all runs.
  func stored<Key: CodingKey>(_ value: any Encodable, initialOf key: Key) -> DocumentValue? {
    let field = KeyOfType(type: ObjectIdentifier(Key.self), key: key.stringValue)
    if let known = initialValues[field] { return known }
    let stored = try? StoredValue.written(value)
    initialValues[field] = .some(stored)
    return stored
  }

  /// Values that a type accepts, most likely first.
  func candidates<Value: Decodable>(
    for type: Value.Type, hints: Hints = Hints(), usingExamples: Bool = false
  ) -> [Value] {
    let made = knownCandidates(for: type) ?? values[type]
    var found: [Value] = []
    if let initial = hints.initial, let value = values.read(type, from: initial) {
      found.append(value)
    }
    if usingExamples || (made.isEmpty && found.isEmpty) {
      found = hints.examples.prefix(20).compactMap { values.read(type, from: $0) } + found
    }
    if made.isEmpty { accept(found) }
    return found + made
  }

  /// Values that a type accepts, for a metatype that is only known at run time.
  package func anyCandidates(for type: any Decodable.Type) -> [Any] {
    func candidates<Value: Decodable>(_ type: Value.Type) -> [Any] {
      self.candidates(for: type).map { $0 as Any }
    }
    return candidates(type)
  }

  private func knownCandidates<Value>(for type: Value.Type) -> [Value]? {
    if let scalar = type as? any ScalarShape.Type { return scalar.palette as? [Value] }
    func candidates<Known: KnownShape>(_ known: Known.Type) -> [Value]? {
      known.candidates(by: self) as? [Value]
    }
    guard let known = type as? any KnownShape.Type else { return nil }
    return candidates(known)
  }
}

extension TypeShape.Form {
  /// Whether the shape of an enum says what each case decodes.
  fileprivate var hasAllCases: Bool {
    switch self {
    case .cases, .oneOf, .union: true
    case .object, .value, .versioned, .unknown: false
    }
  }
}

extension Schema {
  /// Learns the shape of a version by running its own `init(from:)`, with a decoder that answers
  /// all requests and records them.
  ///
  /// - Parameters:
  ///   - type: The type of the version. Nested versioned types are named but not described, because
  ///     they have their own locks.
  ///   - examples: Documents of that version, which provide values for types that reject all
  ///     made-up ones. The shape is learned from the types only.
  package static func learned(
    from type: any VersionedCodable.Type, examples: [DocumentValue] = []
  ) -> Schema {
    SchemaLearner(of: type, examples: examples).schema
  }
}
