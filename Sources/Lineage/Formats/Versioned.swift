/// A versioned value in a place where somebody else's coder is in charge.
///
/// A framework that stores `Codable` values with a coder of its own knows nothing of versions. Wrap the
/// value, and it carries its version and walks its chain all the same:
///
/// ```swift
/// struct Note: Codable {
///   @Versioned var poem: Poem
/// }
///
/// let poem = try JSONDecoder().decode(Versioned<Poem>.self, from: data).wrappedValue
/// ```
@propertyWrapper
public struct Versioned<Value: VersionedCodable> {
  /// The value, in its newest version.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Wraps a value.
  public init(_ value: Value) {
    wrappedValue = value
  }
}

// MARK: - Conformances

extension Versioned: Codable {
  /// Decodes a value of any version.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try FieldAccess.decode(Value.self, from: decoder)
  }

  /// Encodes the value with its version.
  public func encode(to encoder: any Encoder) throws {
    try FieldAccess.encode(wrappedValue, to: encoder)
  }
}

extension Versioned: Equatable where Value: Equatable {}
extension Versioned: Hashable where Value: Hashable {}
extension Versioned: Sendable where Value: Sendable {}

extension Versioned: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { VersionedWrapperPlan<Value>() }
}

private final class VersionedWrapperPlan<Wrapped: VersionedCodable>:
  DecodingPlan<Versioned<Wrapped>>
{
  private let wrapped = PlanRegistry.decodingPlan(for: Wrapped.self)

  override var readsNull: Bool { wrapped.readsNull }

  override func decode(_ field: Field) throws -> Versioned<Wrapped> {
    Versioned(try wrapped.decode(field))
  }

  override func zero() throws -> Versioned<Wrapped>? {
    try wrapped.zero().map { Versioned($0) }
  }
}
