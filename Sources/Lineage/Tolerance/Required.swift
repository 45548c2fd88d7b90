/// A property that is never filled: if it is missing, decoding throws an error.
///
/// ```swift
/// struct Account: DefaultFillable {
///   @Required var name = ""
///   var theme = "light"
/// }
/// ```
///
/// A null is an error too, unless the property is an optional or a `DocumentValue`. The property is always encoded,
/// even by a type that leaves out defaults, and nil is encoded as null.
@propertyWrapper
public struct Required<Value: Codable> {
  /// The value.
  public var wrappedValue: Value

  /// Creates a wrapper for a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

// MARK: - Conformances

extension Required: Codable {
  /// Decodes the value as if it weren't wrapped.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value.self)
  }

  /// Encodes the value as if it weren't wrapped.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Required: Equatable where Value: Equatable {}
extension Required: Hashable where Value: Hashable {}
extension Required: Sendable where Value: Sendable {}

extension Required: CustomDebugStringConvertible {
  /// The value as if it weren't wrapped.
  public var debugDescription: String { String(reflecting: wrappedValue) }
}

extension Required: PlannedDecodable, PlannedEncodable {
  static func makeDecodingPlan() -> AnyObject { RequiredPlan<Value>() }
  static func makeEncodingPlan() -> AnyObject { RequiredEncodingPlan<Value>() }
}

private final class RequiredPlan<Wrapped: Codable>: DecodingPlan<Required<Wrapped>> {
  private let wrapped = PlanCache.decodingPlan(for: Wrapped.self)

  override var isRequired: Bool { true }
  override var readsNull: Bool { wrapped.readsNull }

  override func decode(_ field: Field) throws -> Required<Wrapped> {
    Required(wrappedValue: try wrapped.decode(field))
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> Required<Wrapped>? { nil }
}

private final class RequiredEncodingPlan<Wrapped: Codable>: EncodingPlan<Required<Wrapped>> {
  private let wrapped = PlanCache.encodingPlan(for: Wrapped.self)

  override func encode(_ value: Required<Wrapped>, to encoder: ValueEncoder) throws {
    try wrapped.encode(value.wrappedValue, to: encoder)
    encoder.writer.markAlwaysWritten(encoder.slot)
  }
}
