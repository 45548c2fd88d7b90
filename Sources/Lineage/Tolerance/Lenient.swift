/// A property that gets its initial value if its data can't be decoded.
///
/// ```swift
/// struct Job: DefaultFillable {
///   @Lenient var retries = 3
/// }
///
/// var job = try decoder.decode(unversioned: Job.self, from: Data(#"{"retries": "many"}"#.utf8))
/// job.retries  // 3
/// // Written again it is {"retries": "many"}, until the program sets it.
/// ```
///
/// The report lists rejected values. Use the wrapper in `DefaultFillable` types, which know the
/// initial value, in `ZeroFillable` types, and in types with a macro of `LineageMacros`. In other types, errors are
/// still thrown, even for a value that an older version has rejected and a step carries over.
///
/// Apart from that, the wrapper changes nothing: nil is left out, for example.
///
/// Only the rejected value is written. If a newer version has another initial value, the property has
/// that one after the migrated document is saved and read again.
@propertyWrapper
public struct Lenient<Value: Codable> {
  private var value: Value
  /// The value that couldn't be decoded; nil after the property has been set.
  public private(set) var rejected: DocumentValue?
  private var rejection = Uncompared<Rejection?>(nil)

  /// Creates a wrapper for a value.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  init(replacing rejected: DocumentValue, _ rejection: Rejection?, with value: Value) {
    self.value = value
    self.rejected = rejected
    self.rejection.value = rejection
  }

  /// The value. Setting it discards the rejected one.
  public var wrappedValue: Value {
    get { value }
    set {
      value = newValue
      rejected = nil
      rejection.value = nil
    }
  }

  /// The wrapper itself, to inspect the rejected value, or to copy it to another version.
  public var projectedValue: Lenient {
    get { self }
    set { self = newValue }
  }

  /// Returns a wrapper for a transformed value, with the same rejected value.
  ///
  /// A step that copies only the value loses the rejected one. To keep it, write:
  ///
  /// ```swift
  /// _delay = old.$seconds.map { Duration.seconds($0) }
  /// ```
  ///
  /// - Throws: The error that `transform` throws.
  public func map<Mapped>(_ transform: (Value) throws -> Mapped) rethrows -> Lenient<Mapped> {
    let mapped = try transform(value)
    return rejected.map { Lenient<Mapped>(replacing: $0, rejection.value, with: mapped) }
      ?? Lenient<Mapped>(wrappedValue: mapped)
  }
}

// MARK: - Conformances

extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}
extension Lenient: Sendable where Value: Sendable {}

extension Lenient: CustomDebugStringConvertible {
  /// The value, and the rejected one if there is any.
  public var debugDescription: String {
    let text = String(reflecting: value)
    return rejected.map { "\(text) (rejected \($0))" } ?? text
  }
}

extension Lenient: Codable {
  /// Decodes the value as if it weren't wrapped.
  ///
  /// - Throws: The error of the value. Only types that know the initial value catch it.
  public init(from decoder: any Decoder) throws {
    value = try CoderAccess.decode(Value.self, from: decoder)
  }

  /// Encodes the rejected value if there is one, otherwise the value.
  public func encode(to encoder: any Encoder) throws {
    if let rejected {
      try CoderAccess.write(Self.self, to: encoder) {
        try $0.writer.encode(rejected: rejected, rejection.value, to: $0)
      }
    } else {
      try CoderAccess.encode(value, to: encoder)
    }
  }
}

extension Lenient {
  /// The wrapper, or nil if there is nothing to write.
  fileprivate func unlessNil<Wrapped>() -> Lenient? where Value == Wrapped? {
    value == nil && rejected == nil ? nil : self
  }

  /// The wrapper, or nil if the key was missing.
  fileprivate func unlessMissing<Wrapped>() -> Lenient? where Value == Nullable<Wrapped> {
    value.isMissing && rejected == nil ? nil : self
  }
}

extension KeyedDecodingContainer {
  /// Decodes an optional value as if it weren't wrapped: nil if it is missing.
  public func decode<Value>(
    _ type: Lenient<Value?>.Type, forKey key: Key
  ) throws -> Lenient<Value?> {
    try decodeIfPresent(type, forKey: key) ?? Lenient(wrappedValue: nil)
  }

  /// Decodes a value that may be null or missing as if it were only ``Nullable``.
  public func decode<Wrapped>(
    _ type: Lenient<Nullable<Wrapped>>.Type, forKey key: Key
  ) throws -> Lenient<Nullable<Wrapped>> {
    if let value = try decodeIfPresent(type, forKey: key) { return value }
    return Lenient(wrappedValue: contains(key) ? Nullable(wrappedValue: nil) : .missing)
  }
}

extension KeyedEncodingContainer {
  /// Encodes an optional value as if it weren't wrapped: nothing if it is nil.
  public mutating func encode<Value>(_ value: Lenient<Value?>, forKey key: Key) throws {
    try encodeIfPresent(value.unlessNil(), forKey: key)
  }

  /// Encodes a value that may be null or missing as if it were only ``Nullable``.
  public mutating func encode<Wrapped>(
    _ value: Lenient<Nullable<Wrapped>>, forKey key: Key
  ) throws {
    try encodeIfPresent(value.unlessMissing(), forKey: key)
  }
}

extension FieldReader {
  /// Reads an optional value as if it weren't wrapped: nil if it is missing.
  public mutating func value<Value>(at index: Int) throws -> Lenient<Value?> {
    let found: Lenient<Value?>? = try optional(at: index)
    return found ?? Lenient(wrappedValue: nil)
  }

  /// Reads a value that may be null or missing as if it were only ``Nullable``.
  public mutating func value<Wrapped>(at index: Int) throws -> Lenient<Nullable<Wrapped>> {
    let found: Lenient<Nullable<Wrapped>>? = try optional(at: index)
    return found ?? Lenient(wrappedValue: .missing)
  }

  /// Reads a value that may be null or missing as if it were only ``Nullable``. An initial value
  /// other than nil is kept if it is missing, unless the type's `init()` gives another one.
  public mutating func fill<Wrapped>(
    _ value: inout Lenient<Nullable<Wrapped>>, at index: Int
  ) throws {
    if isFilledByInit { return value = try self.value(at: index) }
    let isNil = value.wrappedValue.wrappedValue == nil
    var filled: Lenient<Nullable<Wrapped>>? = isNil ? Lenient(wrappedValue: .missing) : value
    try fill(&filled, at: index)
    // Nothing is found where an older version had no value. A nil that isn't the initial value is written as null.
    value = filled ?? Lenient(wrappedValue: isNil ? .missing : Nullable(wrappedValue: nil))
  }
}

extension FieldWriter {
  /// Writes an optional value as if it weren't wrapped: nothing if it is nil.
  public func write<Value>(_ value: Lenient<Value?>, at index: Int) throws {
    try write(value.unlessNil(), at: index)
  }

  /// Writes an optional value whose initial value isn't nil, as if it weren't wrapped: nil is written as
  /// null.
  public func write<Value>(_ value: Lenient<Value?>, alwaysAt index: Int) throws {
    try write(value.unlessNil(), alwaysAt: index)
  }

  /// Writes a value that may be null or missing as if it were only ``Nullable``.
  public func write<Wrapped>(_ value: Lenient<Nullable<Wrapped>>, at index: Int) throws {
    try write(value.unlessMissing(), at: index)
  }

  /// Writes a value that may be null or missing as if it were only ``Nullable``.
  public func write<Wrapped>(_ value: Lenient<Nullable<Wrapped>>, alwaysAt index: Int) throws {
    try write(value, at: index)
  }
}

extension Lenient: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { LenientPlan<Value>() }
}

private final class LenientPlan<Wrapped: Codable>: DecodingPlan<Lenient<Wrapped>> {
  private let wrapped = PlanCache.decodingPlan(for: Wrapped.self)

  init() {
    super.init(isLenient: true)
  }

  override var isRequired: Bool { wrapped.isRequired }
  override var readsNull: Bool { wrapped.readsNull }
  override var tellsNullFromNothing: Bool { wrapped.tellsNullFromNothing }
  override var nilValue: Lenient<Wrapped>? {
    // The nil of an optional isn't written, like a missing field.
    guard wrapped.tellsNullFromNothing else { return nil }
    return wrapped.nilValue.map { Lenient(wrappedValue: $0) }
  }
  override func isNil(_ value: Lenient<Wrapped>) -> Bool { wrapped.isNil(value.wrappedValue) }
  override func isNull(_ value: Lenient<Wrapped>) -> Bool {
    value.rejected == nil && wrapped.isNull(value.wrappedValue)
  }

  override func isReplacement(_ value: Lenient<Wrapped>) -> Bool { value.rejected != nil }

  override func decode(_ field: Field) throws -> Lenient<Wrapped> {
    Lenient(wrappedValue: try wrapped.decode(field))
  }

  override func decode(
    _ field: Field, orReplaceWith replacement: () throws -> Lenient<Wrapped>?
  ) throws -> Lenient<Wrapped> {
    let reportBuilder = field.state.pointee.reportBuilder
    let mark = reportBuilder?.mark
    do {
      let value = try decode(field)
      reportBuilder?.recordAccepted(field)
      return value
    } catch {
      if error.isMistakeOfProgram { throw error }
      guard let replacement = try replacement() else { throw withoutReplacement(error, at: field) }
      // The document has the rejected value, so what its default has is not reported either.
      if let mark { reportBuilder?.rollBack(to: mark) }
      let rejected = try field.rejectedValue()
      let rejection = field.recordRejected(rejected)
      return Lenient(
        replacing: rejected, rejection, with: wrapped.asReplacement(replacement.wrappedValue))
    }
  }

  /// The error for a value that isn't replaced, which says so if its object isn't filled at all.
  private func withoutReplacement(_ error: any Error, at field: Field) -> any Error {
    let place = field.placeOfReads
    guard place.parent >= 0,
      place.state.pointee.frames[UInt32(place.parent)].fill.rule == .error,
      let error = error as? DecodingError, let problem = error.ownProblem, !error.isAboutStrategy
    else { return error }
    return error.explained(anewBy: NotReplaced(problem: problem, wasRejected: field.isRejected))
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> Lenient<Wrapped>? {
    try wrapped.zero(inside: decoder).map { Lenient(wrappedValue: $0) }
  }
}
