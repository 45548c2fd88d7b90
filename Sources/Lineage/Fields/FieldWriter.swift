/// The object that a `FieldCodable` type writes its fields to.
///
/// The functions correspond to the methods of a `KeyedEncodingContainer`, and follow the same rules. They
/// rethrow the error of the value's `encode(to:)`, usually an `EncodingError`.
public struct FieldWriter: ~Copyable {
  /// The object. The caller retains the writer.
  private let object: ObjectWriter
  /// Receives the keys while a type is being learned.
  private let learned: LearnedKeys?
  /// The cached names of the keys; nil if fields have to be written by their names.
  private var names: KeyNames.Pointer?
  private var keys = FieldKeys.none
  /// The keys of a class and its superclasses; nil for types that have opened only some.
  private var opened: Unretained<OpenedKeys>?
  private let isRoot: Bool
  /// Whether every nil is omitted, because `TypeDefaults` adds those that have to be written: a missing
  /// field of a `DefaultFillable` type gets what `init()` gives it, not its initial value.
  private let omitsNil: Bool

  /// Writes a value of a type as an object.
  @inline(__always)
  static func write(
    to encoder: ValueEncoder, omitsNil: Bool, as type: any Any.Type,
    _ body: (inout FieldWriter) throws -> Void
  ) throws {
    var fields = FieldWriter(encoder, omitsNil: omitsNil)
    do {
      try body(&fields)
      // The type may have caught the error, or have written nothing since.
      try fields.checkKeys()
    } catch let error as SharedKeyError {
      throw error.explained(in: type, at: encoder.codingPath)
    }
  }

  /// Begins to write a value as an object.
  private init(_ encoder: ValueEncoder, omitsNil: Bool) {
    self.omitsNil = omitsNil
    object = ObjectWriter(encoder.writer, encoder.open(.object))
    isRoot = encoder.container < 0
    learned = nil
  }

  /// Begins to write a value that a type is learned from.
  init(_ learner: any LearningEncoder) {
    let learned = LearnedKeys(learner)
    object = ObjectWriter(unusedIn: learned.unused)
    isRoot = true
    omitsNil = false
    self.learned = learned
  }

  /// Declares the keys. Call it before writing.
  ///
  /// - Parameters:
  ///   - type: The type of the keys: an enum without payloads.
  ///   - keys: All of its cases, in their order.
  public mutating func open<Key: CodingKey>(_ type: Key.Type, _ keys: @autoclosure () -> [Key]) {
    open(type, count: { keys().count }, learn: { $0.learn(all: keys()) })
  }

  /// Declares the keys. Call it before writing.
  ///
  /// The macros call it: compilers need less time for a number than for an array of all keys.
  ///
  /// - Parameters:
  ///   - type: The type of the keys: an enum without payloads.
  ///   - count: The number of its cases.
  public mutating func open<Key: CodingKey>(_ type: Key.Type, count: Int) {
    open(type, count: { count }, learn: { $0.learn(all: FieldKeys.all(type, count: count)) })
  }

  @inline(__always)
  private mutating func open<Key: CodingKey>(
    _ type: Key.Type, count: () -> Int, learn: (inout KeyNames) -> Void
  ) {
    precondition(KeyNames.canHaveNames(of: type), FieldKeys.areUnusable(type))
    if isRoot { object.addRootNames(type) }
    let subclass = keys
    if subclass.count > 0 {
      addKeys(to: subclass, in: FieldKeys(type: type, count: count()))
    }
    guard learned == nil, opened?.object.error == nil, let names = object.names(of: type) else {
      self.keys = FieldKeys(type: type, count: count())
      // The cached names may be those of a subclass.
      self.names = nil
      return
    }
    if !names.pointee.isFullyLearned { learn(&names.pointee) }
    self.keys = FieldKeys(type: type, count: names.pointee.learnedCount)
    object.expect(names)
    self.names = names
  }

  /// Adds the keys of a superclass. If a subclass has one of them, all further fields are written by name, which throws.
  @inline(never)
  private mutating func addKeys(to subclass: FieldKeys, in keys: FieldKeys) {
    opened = object.opened(keys, after: subclass, opened)
  }

  /// Throws the error for a class that has a key of its superclass.
  @inline(__always)
  private func checkKeys() throws {
    if let error = opened?.object.error { throw error }
  }

  // MARK: - Values

  /// Writes a field.
  ///
  /// - Parameters:
  ///   - value: Its value.
  ///   - index: The position of its key.
  public func write<Value: Encodable>(_ value: Value, at index: Int) throws {
    if Value.self == UnknownFields.self {
      return try write(identityCast(value, to: UnknownFields.self), at: index)
    }
    if let names {
      if object.beginText(ofByte: index, of: names) {
        return try object.encode(value, for: PathKey(byte: index, ofKeysAt: names.pointee.index))
      }
      if object.carries(Value.self) {
        let slot = object.addToTree(ofByte: index, of: names)
        if slot != 0 { return object.carry(value, at: slot) }
      }
    }
    try writeByName(value, keys.key(at: index))
  }

  @inline(never)
  private func writeByName<Value: Encodable, Key: CodingKey>(_ value: Value, _ key: Key) throws {
    try checkKeys()
    if let learned { return try learned.write(key) }
    var container = object.container(keyedBy: Key.self)
    try container.encode(value, forKey: key)
  }

  /// Writes an optional field, which is left out if it is nil.
  public func write<Value: Encodable>(_ value: Value?, at index: Int) throws {
    let isPresent = try withValue(of: value) { try write(copy $0, at: index) }
    if !isPresent { try omit(index) }
  }

  /// Writes a field that has an initial value.
  public func write<Value: Encodable>(_ value: Value, alwaysAt index: Int) throws {
    try write(value, at: index)
  }

  /// Writes an optional field whose initial value isn't nil: nil is written as null, because a
  /// missing field gets its initial value.
  public func write<Value: Encodable>(_ value: Value?, alwaysAt index: Int) throws {
    let isPresent = try withValue(of: value) { try write(copy $0, at: index) }
    if !isPresent { try writeNull(index) }
  }

  @inline(never)
  private func writeNull(_ index: Int) throws {
    if omitsNil { return try omit(index) }
    if object.isInMemory {
      // In memory, a nil is told from a missing field.
      try omit(index)
      if learned != nil { return }
      return object.withWriter { writer, container in
        writer.markNil(keys.key(at: index).stringValue, in: container)
      }
    }
    if let names, object.beginText(ofByte: index, of: names) { return object.writeNull() }
    try writeNullByName(keys.key(at: index))
  }

  private func writeNullByName<Key: CodingKey>(_ key: Key) throws {
    try checkKeys()
    if let learned { return try learned.write(key) }
    var container = object.container(keyedBy: Key.self)
    try container.encodeNil(forKey: key)
  }

  @inline(__always)
  private func omit(_ index: Int) throws {
    if object.isInMemory || learned != nil { try recordOmitted(index) }
  }

  @inline(never)
  private func recordOmitted(_ index: Int) throws {
    if let names {
      let slot = object.addToTree(ofByte: index, of: names)
      if slot != 0 { return object.omit(at: slot) }
    }
    try recordOmitted(keys.key(at: index))
  }

  private func recordOmitted<Key: CodingKey>(_ key: Key) throws {
    try checkKeys()
    if let learned { return try learned.write(key) }
    object.withWriter { writer, container in writer.recordOmitted(key.stringValue, in: container) }
  }

  // MARK: - Scalars

  @inline(__always)
  func writeScalar<Value: EncodableScalar>(_ value: Value, at index: Int) throws {
    if let names, value.isConforming, object.beginText(ofByte: index, of: names) {
      return object.write(value)
    }
    try writeOnSlowPath(value, at: index)
  }

  @inline(never)
  private func writeOnSlowPath<Value: EncodableScalar>(_ value: Value, at index: Int) throws {
    if let names, value.isConforming {
      let slot = object.addToTree(ofByte: index, of: names)
      if slot != 0 { return object.write(value, at: slot) }
    }
    try writeScalarByName(value, keys.key(at: index))
  }

  private func writeScalarByName<Value: EncodableScalar, Key: CodingKey>(
    _ value: Value, _ key: Key
  ) throws {
    try checkKeys()
    if let learned { return try learned.write(key) }
    var container = object.container(keyedBy: Key.self)
    try container.write(value, key)
  }

  @inline(__always)
  func writeScalar<Value: EncodableScalar>(_ value: Value?, at index: Int) throws {
    if let value { try writeScalar(value, at: index) } else { try omit(index) }
  }

  @inline(__always)
  func writeScalar<Value: EncodableScalar>(_ value: Value?, alwaysAt index: Int) throws {
    if let value { try writeScalar(value, at: index) } else { try writeNull(index) }
  }

  // MARK: - Unknown fields

  /// Writes the unknown fields next to the others.
  public func write(_ unknown: UnknownFields, at index: Int) throws {
    // Unknown fields have no key of their own.
    if learned != nil { return }
    try checkKeys()
    try write(unknown, besides: keys.key(at: index))
  }

  private func write<Key: CodingKey>(_ unknown: UnknownFields, besides key: Key) throws {
    try object.withWriter { writer, container in
      writer.recordCollector(key, of: container)
      try writer.add(unknown, to: container) { Key.declares($0, besides: key) }
    }
  }

  /// Writes the unknown fields next to the others.
  public func write(_ unknown: UnknownFields, alwaysAt index: Int) throws {
    try write(unknown, at: index)
  }
}
