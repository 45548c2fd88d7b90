import Synchronization

/// How values of a type are decoded: found out once per type, then used for every value.
///
/// The plan of an ordinary type runs its `init(from:)`. The types that need more have plans of their
/// own: arrays and dictionaries for speed, dates and the like for the strategies, versioned types for
/// their chain. Whatever is special about a type is said by its plan and nowhere else.
///
/// Plans are of any type, and only the plans themselves know that theirs is `Decodable`: to make a class
/// whose superclass asks for that, the runtime would look for the conformance.
class DecodingPlan<Value> {
  /// Whether a value that doesn't decode may be replaced.
  let isLenient: Bool
  /// The keys in a value that are the library's own. They live as long as the plan: forever.
  private let ownedKeys: Unmanaged<LibraryKeys>?

  private let typeFill: TypeFill?
  private let isClass = Value.self is AnyClass
  /// Whether it is known that the type collects its unknown fields, or has no property for them.
  private let isUnknownFieldsChecked = Atomic<Bool>(false)

  /// - Parameter type: The type whose own fields are filled, if they are.
  init(
    filling type: (any Any.Type)? = nil, isLenient: Bool = false, owning keys: LibraryKeys? = nil
  ) {
    self.typeFill = type.map { TypeFill(of: $0) }
    self.isLenient = isLenient
    ownedKeys = keys.map { .passRetained($0) }
  }

  /// Decodes a value that is there, be it null.
  func decode(_ field: Field) throws -> Value {
    preconditionFailure("Internal error: a plan that doesn't decode.")
  }

  /// Decodes a value whose version may be known from elsewhere; for versioned types.
  func decode(_ field: Field, version: AnyVersion?) throws -> Value {
    try decode(field)
  }

  /// Decodes a value that is there, or replaces it where it doesn't decode; for lenient types.
  func decode(_ field: Field, orReplaceWith replacement: () throws -> Value?) throws -> Value {
    try decode(field)
  }

  /// Decodes a document that may do without a version although its type has one.
  func decodeUnversioned(_ field: Field) throws -> Value {
    try decode(field)
  }

  /// Decodes an array of values that stands in a tree.
  func decodeArray(_ array: Field, of frame: Int32) throws -> [Value] {
    try array.decodeElements(in: frame) { try decode($0) }
  }

  /// Whether decoding a value may leave something behind that refers to the frames it stands in: a
  /// decoder that somebody keeps.
  var mayKeepFrames: Bool { true }

  /// Decodes the next element of a foreign array, which the decoder is asked for as it is.
  func decodeElement(of array: inout ForeignElements) throws -> Value {
    preconditionFailure("Internal error: a plan that no foreign decoder is asked for.")
  }

  /// Whether a foreign decoder can be asked for the type as it is.
  var passesThrough: Bool { false }
  /// Whether the type may have a meaning for null.
  var readsNull: Bool { true }
  /// Whether an optional of the type makes a difference between null and nothing.
  var tellsNullFromNothing: Bool { false }
  /// Whether a missing field of this type is an error even where others are filled.
  var isRequired: Bool { false }
  /// The nil of an optional type.
  var nilValue: Value? { nil }

  /// The value that means "nothing yet", if the type has one.
  func zero() throws -> Value? { try ZeroValue.of(Value.self) }
}

extension DecodingPlan where Value: Decodable {
  /// Decodes a value by the type's own `init(from:)`.
  final func decodeBody(_ field: Field, newer: NewerReading? = nil) throws -> Value {
    guard field.state.pointee.stack.hasRoom() else { throw field.stackEnds() }
    let lent = field.state.pointee.containersInUse.latest
    defer { field.state.pointee.containersInUse.reclaim(since: lent) }
    let fill = typeFill?.fill ?? .error
    let decoder = field.decoder(filling: fill, owned: ownedKeys)
    guard fill.mayHaveDefaults || isClass || newer != nil else { return try make(decoder) }
    return try makeRecord(decoder, newer)
  }

  /// Makes a value that may need fresh defaults, or is newer than its type.
  @inline(never)
  private func makeRecord(_ decoder: ValueDecoder, _ newer: NewerReading?) throws -> Value {
    decoder.begin(newer, tracksReads: isClass)
    defer { decoder.end() }
    return try make(decoder)
  }

  @inline(__always)
  private func make(_ decoder: ValueDecoder) throws -> Value {
    isUnknownFieldsChecked.load(ordering: .relaxed)
      ? try Value(from: decoder) : try makeAndCheck(decoder)
  }

  @inline(never)
  private func makeAndCheck(_ decoder: ValueDecoder) throws -> Value {
    let moment = UnknownFieldsMade.newMoment()
    let value = try Value(from: decoder)
    if UnknownFieldsMade.isAny(since: moment) {
      guard decoder.mayHaveUnknownFields else { return value }
      try checkUnknownFields(of: value, decoder)
    }
    isUnknownFieldsChecked.store(true, ordering: .relaxed)
    return value
  }

  /// Refuses a type that has a property for unknown fields which is not among its coding keys, so that
  /// they would be lost.
  private func checkUnknownFields(of value: Value, _ decoder: ValueDecoder) throws {
    if decoder.collectsUnknownFields { return }
    let property = Mirror(reflecting: value).children.first {
      type(of: $0.value) == UnknownFields.self
    }
    guard let property else { return }
    throw MigrationError(
      .misdeclaredType(
        type: TypeName.of(Value.self), .noKey(property: property.label ?? "unknownFields")),
      in: Value.self, chain: .ofContent(Value.self), at: decoder.codingPath)
  }
}

extension ValueDecoder {
  /// Whether a value that has been decoded may have members that its type did not ask for.
  fileprivate var mayHaveUnknownFields: Bool {
    let frame = state.pointee.frames[frameIndex]
    return frame.isForeign || frame.cursor != 0 || frame.flags.contains(.hasLeftOrder)
  }

  fileprivate var collectsUnknownFields: Bool {
    state.pointee.frames[frameIndex].flags.contains(.collectsUnknown)
  }
}

/// The plan of a type that nothing is special about but what fills it.
final class OrdinaryPlan<Value: Decodable>: DecodingPlan<Value> {
  override func decode(_ field: Field) throws -> Value { try decodeBody(field) }
}

/// The plan of a type for which foreign formats have rules of their own.
class NativePlan<Value: Decodable>: DecodingPlan<Value> {
  override var passesThrough: Bool { true }
  override var readsNull: Bool { false }

  override func decodeElement(of array: inout ForeignElements) throws -> Value {
    try array.decodeElement(Value.self)
  }
}

/// A type whose plan is not the ordinary one.
protocol PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject
}

// MARK: - Standard library

final class ScalarPlan<Value: DecodableScalar>: DecodingPlan<Value> {
  override var passesThrough: Bool { true }
  override var readsNull: Bool { false }
  override var mayKeepFrames: Bool { false }

  override func decode(_ field: Field) throws -> Value { try Value.decode(field) }

  override func decodeArray(_ array: Field, of frame: Int32) throws -> [Value] {
    try Value.decodeArray(array, of: frame)
  }

  override func decodeElement(of array: inout ForeignElements) throws -> Value {
    try array.decodeScalar(Value.self)
  }

  override func zero() throws -> Value? { Value.zero }
}

final class OptionalPlan<Wrapped: Decodable>: DecodingPlan<Wrapped?> {
  private let wrapped = PlanCache.decodingPlan(for: Wrapped.self)

  override var nilValue: Wrapped?? { .some(nil) }
  override var mayKeepFrames: Bool { wrapped.mayKeepFrames }

  override func decode(_ field: Field) throws -> Wrapped? {
    field.isNull || field.isOnlyOwned ? nil : try wrapped.decode(field)
  }

  override func zero() throws -> Wrapped?? { .some(nil) }
}

extension Optional: PlannedDecodable where Wrapped: Decodable {
  static func makeDecodingPlan() -> AnyObject { OptionalPlan<Wrapped>() }
}

/// Arrays go around the containers, which cost more than the elements of a small type.
final class ArrayPlan<Element: Decodable>: DecodingPlan<[Element]> {
  private let element = PlanCache.decodingPlan(for: Element.self)

  override var readsNull: Bool { false }
  override var mayKeepFrames: Bool { element.mayKeepFrames }

  override func decode(_ field: Field) throws -> [Element] {
    if field.isForeign { return try decodeForeign(field) }
    let array = field.tree[field.slot]
    guard array.kind == .array else { throw field.mismatch([Any].self) }
    let frame = field.state.pointee.frames.append(
      Frame(
        tree: field.tree, fill: .error, slot: field.slot, parent: field.parent, step: field.step))
    let values = try element.decodeArray(field, of: Int32(frame))
    if !element.mayKeepFrames { field.state.pointee.frames.removeLast() }
    return values
  }

  private func decodeForeign(_ field: Field) throws -> [Element] {
    var elements = try field.decoder(filling: .error).foreignElements()
    var values: [Element] = []
    if let count = elements.count { values.reserveCapacity(min(count, 1 << 16)) }
    while !elements.isAtEnd {
      values.append(try elements.decode(Element.self))
    }
    return values
  }

  override func zero() throws -> [Element]? { [] }
}

extension Array: PlannedDecodable where Element: Decodable {
  static func makeDecodingPlan() -> AnyObject { ArrayPlan<Element>() }
}

extension Field {
  /// An element of an array.
  @inline(__always)
  func element(_ slot: UInt32, at index: Int, in frame: Int32) -> Field {
    Field(
      state: state, tree: tree, slot: slot, parent: frame, step: Int32(truncatingIfNeeded: index))
  }

  /// Decodes the elements of an array one by one.
  @inline(__always)
  func decodeElements<Element>(
    in frame: Int32, _ decode: (Field) throws -> Element
  ) throws -> [Element] {
    let array = tree[slot]
    // All empty arrays are one, into which the standard library would write its count each time.
    if array.count == 0 { return [] }
    var batch = FrameBatch(of: array.count, in: state)
    defer { batch.end() }
    return try [Element](unsafeUninitializedCapacity: Int(array.count)) { values, count in
      var next = array.firstChild
      while next != 0 {
        let element = element(next, at: count, in: frame)
        values.initializeElement(at: count, to: try decode(element))
        count += 1
        batch.endElement()
        next = tree[next].next
      }
    }
  }
}

/// Dictionaries keyed by strings, whose keys are data: no strategy converts them.
final class DictionaryPlan<Element: Decodable>: DecodingPlan<[String: Element]> {
  private let element = PlanCache.decodingPlan(for: Element.self)

  override var readsNull: Bool { false }

  override func decode(_ field: Field) throws -> [String: Element] {
    try field.mapMembers { try element.decode($0) }
  }

  override func zero() throws -> [String: Element]? { [:] }
}

extension Dictionary: PlannedDecodable where Key == String, Value: Decodable {
  static func makeDecodingPlan() -> AnyObject { DictionaryPlan<Value>() }
}
