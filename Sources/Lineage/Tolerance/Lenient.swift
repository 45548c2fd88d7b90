/// A property that takes its initial value where the data has something that doesn't decode.
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
/// The report lists what was rejected. It is for properties of `DefaultFillable` types, which know
/// the initial value, and of `ZeroFillable` ones; in another type, an error stays an error.
///
/// Apart from that the property is read and written as it would be without the wrapper: one that is nil
/// is left out.
@propertyWrapper
public struct Lenient<Value: Codable> {
  private var value: Value
  /// What stood in the data and didn't decode; nil once the property has been set.
  public private(set) var rejected: DocumentValue?
  private var rejection = Uncompared<Rejection?>(nil)

  /// Wraps a value.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  init(replacing rejected: DocumentValue, _ rejection: Rejection?, with value: Value) {
    self.value = value
    self.rejected = rejected
    self.rejection.value = rejection
  }

  /// The value; setting it gives up what was rejected.
  public var wrappedValue: Value {
    get { value }
    set {
      value = newValue
      rejected = nil
      rejection.value = nil
    }
  }

  /// The wrapper itself, to see what was rejected, or to hand it to another version.
  public var projectedValue: Lenient {
    get { self }
    set { self = newValue }
  }

  /// Returns the wrapper of another value that is made of this one, with what was rejected.
  ///
  /// A step that takes the value alone loses what was rejected. One that takes it along says:
  ///
  /// ```swift
  /// _delay = old.$seconds.map { Duration.seconds($0) }
  /// ```
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

extension Lenient: Codable {
  /// Decodes the value as if it were not wrapped.
  public init(from decoder: any Decoder) throws {
    value = try CoderAccess.decode(Value.self, from: decoder)
  }

  /// Encodes what was rejected, or else the value.
  public func encode(to encoder: any Encoder) throws {
    if let rejected {
      try CoderAccess.write(to: encoder) {
        try $0.writer.encode(rejected: rejected, rejection.value, to: $0)
      }
    } else {
      try CoderAccess.encode(value, to: encoder)
    }
  }
}

extension KeyedDecodingContainer {
  /// Decodes an optional value as if it were not wrapped: nil where it is missing.
  public func decode<Value>(
    _ type: Lenient<Value?>.Type, forKey key: Key
  ) throws -> Lenient<Value?> {
    try decodeIfPresent(type, forKey: key) ?? Lenient(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Encodes an optional value as if it were not wrapped: nothing where it is nil.
  public mutating func encode<Value>(_ value: Lenient<Value?>, forKey key: Key) throws {
    let isNil = value.wrappedValue == nil && value.rejected == nil
    try encodeIfPresent(isNil ? nil : value, forKey: key)
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

  override var readsNull: Bool { wrapped.nilValue != nil }

  override func decode(_ field: Field) throws -> Lenient<Wrapped> {
    Lenient(wrappedValue: try wrapped.decode(field))
  }

  override func decode(
    _ field: Field, orReplaceWith replacement: () throws -> Lenient<Wrapped>?
  ) throws -> Lenient<Wrapped> {
    let mark = field.state.pointee.reportBuilder?.mark
    do {
      let value = try decode(field)
      field.state.pointee.reportBuilder?.recordAccepted(field)
      return value
    } catch {
      guard !error.isMistakeOfProgram, let replacement = try replacement() else { throw error }
      let rejected = try DocumentValue(field)
      let rejection = field.recordRejected(rejected, since: mark)
      return Lenient(replacing: rejected, rejection, with: replacement.wrappedValue)
    }
  }

  override func zero() throws -> Lenient<Wrapped>? {
    try wrapped.zero().map { Lenient(wrappedValue: $0) }
  }
}
