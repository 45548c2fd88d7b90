import Synchronization

/// How values of a type are decoded. It is made once per type and then used for every value.
///
/// The plan of an ordinary type calls its `init(from:)`. Other types have special plans: arrays and
/// dictionaries for speed, dates and similar types for the strategies, versioned types for their
/// chains. All special treatment of a type is in its plan.
///
/// `Value` isn't required to be `Decodable`, except in subclasses: to make a class whose superclass
/// requires it, the runtime would look up the conformance.
class DecodingPlan<Value> {
  /// Whether a value that doesn't decode can be replaced.
  let isLenient: Bool
  /// Lineage's own keys in a value. They are never released, like the plan.
  private let libraryKeys: Unretained<LibraryKeys>?

  private let typeFill: TypeFill?
  private let isClass = Value.self is AnyClass
  /// How the type's own `init(from:)` is called, once that is known.
  private let style = Atomic<CodingStyle>(.unknown)

  /// - Parameter type: The type that says how its missing fields are filled; nil if they never are.
  init(
    filling type: (any Any.Type)? = nil, isLenient: Bool = false,
    libraryKeys keys: LibraryKeys? = nil
  ) {
    self.typeFill = type.map { TypeFill(of: $0) }
    self.isLenient = isLenient
    libraryKeys = keys.map { Unretained(retaining: $0) }
  }

  /// Decodes an existing value, which may be null.
  func decode(_ field: Field) throws -> Value {
    preconditionFailure("Internal error: a plan that doesn't decode \(Value.self).")
  }

  /// Decodes a value of a versioned type, whose version may be known from elsewhere.
  func decode(_ field: Field, version: AnyVersion?) throws -> Value {
    try decode(field)
  }

  /// Decodes an existing value of a lenient type, or replaces it if it doesn't decode.
  func decode(_ field: Field, orReplaceWith replacement: () throws -> Value?) throws -> Value {
    try decode(field)
  }

  /// Whether a value of a lenient type replaces one that was rejected.
  func isReplacement(_ value: Value) -> Bool { false }

  /// Decodes a document that may have no version although its type has one.
  func decodeUnversioned(_ field: Field) throws -> Value {
    try decode(field)
  }

  /// Decodes an array of values in a tree.
  func decodeArray(_ array: Field, of frame: Int32) throws -> [Value] {
    try array.decodeElements(in: frame) { try decode($0) }
  }

  /// Whether user code may store a decoder that refers to the current frames.
  var mayKeepFrames: Bool { true }

  /// Decodes the next element of a foreign array by asking the foreign decoder for this type.
  func decodeElement(of array: inout ForeignElements) throws -> Value {
    preconditionFailure("Internal error: no foreign decoder is asked for \(Value.self).")
  }

  /// Whether foreign decoders are asked for the type itself, so that their own rules apply.
  var isDecodedByFormats: Bool { false }
  /// Whether a missing field of this type is an error even if others are filled.
  var isRequired: Bool { false }
  /// A value that replaces a rejected one. It must not say that the field is missing.
  func asReplacement(_ value: Value) -> Value { value }

  /// The value for one that was carried over with another type, if it needn't be encoded and decoded; otherwise nil.
  func value(ofCarried value: CarriedValue) -> Value? { nil }

  // MARK: - Null and nil

  // A missing field, a null and a nil aren't the same. How a type treats them:
  //
  // | Type | reads null | its nil, which isn't written | tells null from nothing |
  // | --- | --- | --- | --- |
  // | `Int`, `String`, arrays, dictionaries, versioned types | no | none | no |
  // | a type with an `init(from:)` of its own | only trying tells | none | no |
  // | `T?` | yes | nil | no: a missing field is nil, too |
  // | `Nullable<T>` | yes | the missing one | yes: its null is the nil of `T?` |
  // | `DocumentValue` | yes | none | yes: its null is a value |
  // | `Lenient<T>` | as `T` | as `T` | as `T` |
  // | `Versioned<T>` | as `T` | as `T` | no |
  // | `Required<T>` | as `T` | none | no |
  //
  // `ObjectReader` and `ContainerReader` decide with these what becomes of a field that is null or missing.

  /// Whether the type may be able to decode null.
  var readsNull: Bool { true }
  /// Whether an optional of the type distinguishes null from a missing value.
  var tellsNullFromNothing: Bool { false }
  /// Whether a null is a value of the type that a program may remove. The null of a ``Nullable`` is the nil of what it
  /// wraps.
  var isNullAValue: Bool { tellsNullFromNothing && nilValue == nil }
  /// The nil of an optional type.
  var nilValue: Value? { nil }
  /// Whether a value is a nil that isn't written, in a wrapper or not.
  func isNil(_ value: Value) -> Bool { false }
  /// Whether a value that isn't nil is written as null.
  func isNull(_ value: Value) -> Bool { false }

  // MARK: - Zero

  /// The zero of the type, if it has one.
  func zero(inside decoder: () -> ValueDecoder) throws -> Value? {
    try ZeroValue.of(Value.self, inside: decoder)
  }
}

extension DecodingPlan where Value: Decodable {
  /// Decodes a value with the type's own `init(from:)`.
  final func decodeBody(_ field: Field, preserving version: VersionToPreserve? = nil) throws
    -> Value
  {
    if field.state.pointee.reportBuilder != nil { return try attemptBody(field, version) }
    return try decodeOwnBody(field, version)
  }

  @inline(never)
  private func attemptBody(_ field: Field, _ version: VersionToPreserve?) throws -> Value {
    let asked = field.state.pointee.readLog.valuesAsked
    let value = try field.attempt { try decodeOwnBody(field, version) }
    // A type that never asked its decoder for anything has ignored the value.
    if field.state.pointee.readLog.valuesAsked == asked { field.state.forgetValueRead(field) }
    return value
  }

  private func decodeOwnBody(_ field: Field, _ version: VersionToPreserve?) throws -> Value {
    guard field.state.pointee.stack.hasRoom() else { throw field.stackEnds() }
    if version != nil || field.state.pointee.isInsideNewerValue {
      return try decodeBodyOfNewer(field, version)
    }
    return try decodeFields(field, nil)
  }

  /// Decodes a newer value, or one inside it. The values in a newer one that have no version of their own belong to the
  /// newer version, too: what they have omitted has its defaults.
  @inline(never)
  private func decodeBodyOfNewer(_ field: Field, _ version: VersionToPreserve?) throws -> Value {
    let state = field.state
    let isInsideNewerValue = state.pointee.isInsideNewerValue
    defer { state.pointee.isInsideNewerValue = isInsideNewerValue }
    if version != nil || Value.self is any VersionedCodable.Type {
      state.pointee.isInsideNewerValue = version?.origin.isNewer == true
      return try decodeFields(field, version)
    }
    return try decodeFields(
      field, VersionToPreserve(.partOfNewer, as: Value.self, fields: field.newerFields))
  }

  private func decodeFields(_ field: Field, _ version: VersionToPreserve?) throws -> Value {
    let fill = typeFill?.fill ?? .error
    if version == nil, mayReadFields(filling: fill) {
      let frame = field.openFrame(filling: fill, libraryKeys: libraryKeys)
      return try FieldDecodings.known(for: Value.self).withObject {
        try $0.read(field.state, frame)
      }
    }
    let latest = field.state.pointee.containersInUse.latest
    defer { field.state.pointee.containersInUse.reclaim(since: latest) }
    let decoder = field.decoder(filling: fill, libraryKeys: libraryKeys)
    guard fill.mayHaveDefaults || isClass || version != nil else { return try make(decoder) }
    return try makeInOpenFrame(decoder, version)
  }

  /// Whether the fields of a value are read without a decoder.
  @inline(__always)
  private func mayReadFields(filling fill: Fill) -> Bool {
    style.load(ordering: .acquiring) == .byFields && !isClass && !fill.mayHaveDefaults
  }

  /// Decodes an array of values with the type's own `init(from:)`.
  final func decodeBodies(_ array: Field, of frame: Int32) throws -> [Value] {
    let fill = typeFill?.fill ?? .error
    guard mayReadFields(filling: fill), !array.state.pointee.isInsideNewerValue else {
      return try array.decodeElements(in: frame) { try decodeBody($0) }
    }
    guard array.state.pointee.stack.hasRoom() else { throw array.stackEnds() }
    return try FieldDecodings.known(for: Value.self).withObject {
      try $0.readArray(array, of: frame, filling: fill)
    }
  }

  /// Makes a value that may need fresh defaults, that is an instance of a class, or that is newer
  /// than its type.
  @inline(never)
  private func makeInOpenFrame(_ decoder: ValueDecoder, _ version: VersionToPreserve?) throws
    -> Value
  {
    let membersAsked = decoder.begin(version, listsAskedMembers: isClass)
    defer { decoder.end(membersAsked) }
    return try make(decoder)
  }

  @inline(__always)
  private func make(_ decoder: ValueDecoder) throws -> Value {
    style.load(ordering: .acquiring) == .unknown
      ? try makeAndCheck(decoder) : try Value(from: decoder)
  }

  @inline(never)
  private func makeAndCheck(_ decoder: ValueDecoder) throws -> Value {
    let moment = UnknownFieldsMade.newMoment()
    let value = try Value(from: decoder)
    if UnknownFieldsMade.isAny(since: moment) {
      try checkUnknownFields(of: value, decoder)
    }
    style.store(
      FieldDecodings.isKnown(for: Value.self) ? .byFields : .byContainers, ordering: .releasing)
    return value
  }

  /// Throws an error if the type has a property for unknown fields that isn't among its coding
  /// keys, because they would be lost.
  private func checkUnknownFields(of value: Value, _ decoder: ValueDecoder) throws {
    if decoder.collectsUnknownFields { return }
    let property = Mirror(reflecting: value).children.first {
      type(of: $0.value) == UnknownFields.self
    }
    guard let property else { return }
    throw MigrationError(
      .misdeclaredType(
        type: TypeName.of(Value.self), .noKey(property: property.label ?? "unknownFields")),
      in: Value.self, at: decoder.codingPath)
  }
}

/// How values are decoded of a type that reads its fields without containers.
///
/// Whether a type does so would have to be looked up among all conformances of the program. So its
/// `init(from:)`, which knows, stores this when it is first called.
class FieldDecoding<Value>: @unchecked Sendable {
  /// Reads an object for which a frame was opened.
  func read(_ state: DecodingState.Pointer, _ frame: UInt32) throws -> Value {
    preconditionFailure("Internal error: fields of \(Value.self) that can't be read.")
  }

  /// Reads an array of objects.
  func readArray(_ array: Field, of frame: Int32, filling fill: Fill) throws -> [Value] {
    preconditionFailure("Internal error: fields of \(Value.self) that can't be read.")
  }
}

/// The `FieldDecoding` of each type. It isn't in the class itself, whose metadata would be looked up.
enum FieldDecodings {
  private static let all = TypeTable<AnyObject>()

  static func store<Value>(_ fields: FieldDecoding<Value>) {
    _ = all.store(fields, of: Value.self)
  }

  static func isKnown<Value>(for type: Value.Type) -> Bool { all.object(of: type) != nil }

  /// What is stored for a type, which there must be.
  @inline(__always)
  static func known<Value>(for type: Value.Type) -> Unretained<FieldDecoding<Value>> {
    guard let known = all.object(of: type) else {
      preconditionFailure("Internal error: \(Value.self) has never read its fields.")
    }
    return known.uncheckedCast()
  }
}

extension ValueDecoder {
  fileprivate var collectsUnknownFields: Bool {
    state.pointee.frames[frameIndex].flags.contains(.collectsUnknown)
  }
}

/// The plan of a type without special treatment.
final class OrdinaryPlan<Value: Decodable>: DecodingPlan<Value> {
  override func decode(_ field: Field) throws -> Value { try decodeBody(field) }

  override func decodeArray(_ array: Field, of frame: Int32) throws -> [Value] {
    try decodeBodies(array, of: frame)
  }
}

/// The plan of a type that foreign formats encode by their own rules.
class NativePlan<Value: Decodable>: DecodingPlan<Value> {
  override final var isDecodedByFormats: Bool { true }
  override final var readsNull: Bool { false }

  override final func decode(_ field: Field) throws -> Value {
    if let decoder = try field.foreignDecoder(for: Value.self) {
      return try decoder.singleValueContainer().decode(Value.self)
    }
    return try decodeNode(field)
  }

  /// Decodes a value in a tree, by the rules of its format.
  func decodeNode(_ field: Field) throws -> Value {
    preconditionFailure("Internal error: a plan that doesn't decode \(Value.self).")
  }

  override func decodeElement(of array: inout ForeignElements) throws -> Value {
    try array.decodeElement(Value.self)
  }
}

/// A type with a special plan.
protocol PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject
}

// MARK: - Standard library

final class ScalarPlan<Value: DecodableScalar>: DecodingPlan<Value> {
  override var isDecodedByFormats: Bool { true }
  override var readsNull: Bool { false }
  override var mayKeepFrames: Bool { false }

  override func decode(_ field: Field) throws -> Value {
    if let decoder = try field.foreignDecoder(for: Value.self) { return try Value(from: decoder) }
    return try Value.decode(field)
  }

  override func decodeArray(_ array: Field, of frame: Int32) throws -> [Value] {
    try Value.decodeArray(array, of: frame)
  }

  override func decodeElement(of array: inout ForeignElements) throws -> Value {
    try array.decodeScalar(Value.self)
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> Value? { Value.zero }
}

final class OptionalPlan<Wrapped: Decodable>: DecodingPlan<Wrapped?> {
  private let wrapped = PlanCache.decodingPlan(for: Wrapped.self)

  override var nilValue: Wrapped?? { .some(nil) }
  override func isNil(_ value: Wrapped?) -> Bool { value == nil }
  override var mayKeepFrames: Bool { wrapped.mayKeepFrames }

  override func decode(_ field: Field) throws -> Wrapped? {
    field.isNull || field.hasOnlyLibraryKeys ? nil : try wrapped.decode(field)
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> Wrapped?? { .some(nil) }
}

extension Optional: PlannedDecodable where Wrapped: Decodable {
  static func makeDecodingPlan() -> AnyObject { OptionalPlan<Wrapped>() }
}

/// Arrays are decoded without containers, which cost more than the elements of a small type.
final class ArrayPlan<Element: Decodable>: DecodingPlan<[Element]> {
  private let element = PlanCache.decodingPlan(for: Element.self)

  override var readsNull: Bool { false }
  override var mayKeepFrames: Bool { element.mayKeepFrames }

  override func decode(_ field: Field) throws -> [Element] {
    try field.attempt { try decodeElements(of: field) }
  }

  private func decodeElements(of field: Field) throws -> [Element] {
    if field.kind != .array {
      if !field.isForeign { throw field.mismatch([Any].self) }
      return try decodeForeign(field)
    }
    let frame = field.state.pointee.frames.append(
      Frame(
        tree: field.tree, fill: .error, slot: field.slot, parent: field.parent,
        pathKey: field.pathKey))
    let values = try field.state.readingAsWhole(field.slot, in: field.tree) {
      try element.decodeArray(field, of: Int32(frame))
    }
    if !element.mayKeepFrames { field.state.pointee.removeFrames(from: Int(frame)) }
    return values
  }

  @inline(never)
  private func decodeForeign(_ field: Field) throws -> [Element] {
    var elements = try field.foreignElements()
    var values: [Element] = []
    if let count = elements.count { values.reserveCapacity(min(count, 1 << 16)) }
    while !elements.isAtEnd {
      values.append(try elements.decode(Element.self))
    }
    return values
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> [Element]? { [] }
}

extension Array: PlannedDecodable where Element: Decodable {
  static func makeDecodingPlan() -> AnyObject { ArrayPlan<Element>() }
}

extension Field {
  /// An element of an array.
  @inline(__always)
  func element(_ slot: UInt32, at index: Int, in frame: Int32) -> Field {
    Field(
      state: state, tree: tree, slot: slot, parent: frame, pathKey: PathKey(index: index))
  }

  /// Decodes the elements of an array one by one.
  @inline(__always)
  func decodeElements<Element>(
    in frame: Int32, _ decode: (Field) throws -> Element
  ) throws -> [Element] {
    let array = tree[slot]
    // All empty arrays share one buffer, to which the standard library would write its count each
    // time.
    if array.count == 0 { return [] }
    var batch = FrameBatch(of: array.count, in: state)
    defer { batch.end() }
    return try [Element](capacity: Int(array.count)) { elements in
      for child in tree.children(of: slot) {
        let element = element(child, at: elements.count, in: frame)
        elements.append(try decode(element))
        batch.endElement()
      }
    }
  }
}
