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

  /// Wraps a value.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  init(replacing rejected: DocumentValue, with value: Value) {
    self.value = value
    self.rejected = rejected
  }

  /// The value; setting it gives up what was rejected.
  public var wrappedValue: Value {
    get { value }
    set {
      value = newValue
      rejected = nil
    }
  }

  /// The wrapper itself, to see what was rejected.
  public var projectedValue: Lenient { self }
}

// MARK: - Conformances

extension Lenient: Equatable where Value: Equatable {}
extension Lenient: Hashable where Value: Hashable {}
extension Lenient: Sendable where Value: Sendable {}

extension Lenient: Codable {
  /// Decodes the value as if it were not wrapped.
  public init(from decoder: any Decoder) throws {
    value = try FieldAccess.decode(Value.self, from: decoder)
  }

  /// Encodes what was rejected, or else the value.
  public func encode(to encoder: any Encoder) throws {
    if let rejected {
      try FieldAccess.encode(rejected, to: encoder)
    } else {
      try FieldAccess.encode(value, to: encoder)
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
  private let wrapped = PlanRegistry.decodingPlan(for: Wrapped.self)

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
    let mark = field.state.pointee.journal?.mark
    do {
      return try decode(field)
    } catch {
      guard let replacement = try replacement() else { throw error }
      field.state.pointee.journal?.noteRejected(field, since: mark)
      return Lenient(replacing: try DocumentValue(field), with: replacement.wrappedValue)
    }
  }

  override func zero() throws -> Lenient<Wrapped>? {
    try wrapped.zero().map { Lenient(wrappedValue: $0) }
  }
}
