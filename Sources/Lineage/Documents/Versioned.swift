/// A property wrapper for versioned values that are coded by a coder you don't control.
///
/// If a framework stores `Codable` values with its own coder, wrap versioned properties. They are
/// then encoded with their version, and migrate when they are decoded:
///
/// ```swift
/// struct Note: Codable {
///   @Versioned var poem: Poem
///   @Versioned var translation: Poem?
///   @Versioned var drafts: [Poem]
/// }
///
/// let poem = try JSONDecoder().decode(Versioned<Poem>.self, from: data).wrappedValue
/// ```
///
/// The value can be an optional, an array or a dictionary of versioned values. The key of an
/// optional can be missing, and isn't written for nil.
@propertyWrapper
public struct Versioned<Value: VersionedContent> {
  /// The value, in its newest version.
  public var wrappedValue: Value

  /// Creates a wrapper for a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a wrapper for a value.
  public init(_ value: Value) {
    wrappedValue = value
  }
}

// MARK: - Conformances

extension Versioned: Codable {
  /// Decodes a value of any version.
  ///
  /// - Throws: A `MigrationError` if a versioned value can't be read; a `DecodingError` if there is none.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try CoderAccess.decode(Value.self, from: decoder)
  }

  /// Encodes the value with its version.
  ///
  /// - Throws: A `MigrationError` if the version can't be added to what the type encodes; otherwise the error
  ///   that the type or the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try CoderAccess.encode(wrappedValue, to: encoder)
  }
}

extension Versioned: Equatable where Value: Equatable {}
extension Versioned: Hashable where Value: Hashable {}
extension Versioned: Sendable where Value: Sendable {}

extension Versioned: CustomDebugStringConvertible {
  /// The value as if it weren't wrapped.
  public var debugDescription: String { String(reflecting: wrappedValue) }
}

extension KeyedDecodingContainer {
  /// Decodes an optional value of any version; nil if the key is missing.
  public func decode<Value: VersionedContent>(
    _ type: Versioned<Value?>.Type, forKey key: Key
  ) throws -> Versioned<Value?> {
    try decodeIfPresent(type, forKey: key) ?? Versioned(nil)
  }
}

extension KeyedEncodingContainer {
  /// Encodes an optional value with its version, or nothing for nil.
  public mutating func encode<Value: VersionedContent>(
    _ value: Versioned<Value?>, forKey key: Key
  ) throws {
    try encodeIfPresent(value.wrappedValue == nil ? nil : value, forKey: key)
  }
}

extension FieldReader {
  /// Reads an optional value of any version; nil if it is missing.
  public mutating func value<Value: VersionedContent>(at index: Int) throws -> Versioned<Value?> {
    let found: Versioned<Value?>? = try optional(at: index)
    return found ?? Versioned(nil)
  }
}

extension FieldWriter {
  /// Writes an optional value with its version, or nothing for nil.
  public func write<Value: VersionedContent>(_ value: Versioned<Value?>, at index: Int) throws {
    try write(value.wrappedValue == nil ? nil : value, at: index)
  }

  /// Writes an optional value whose initial value isn't nil, with its version, or null for nil.
  public func write<Value: VersionedContent>(_ value: Versioned<Value?>, alwaysAt index: Int) throws
  {
    try write(value.wrappedValue == nil ? nil : value, alwaysAt: index)
  }
}

extension Versioned: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { VersionedWrapperPlan<Value>() }
}

private final class VersionedWrapperPlan<Wrapped: VersionedContent>:
  DecodingPlan<Versioned<Wrapped>>
{
  private let wrapped = PlanCache.decodingPlan(for: Wrapped.self)

  override var readsNull: Bool { wrapped.readsNull }
  override func isNil(_ value: Versioned<Wrapped>) -> Bool { wrapped.isNil(value.wrappedValue) }

  override func decode(_ field: Field) throws -> Versioned<Wrapped> {
    Versioned(try wrapped.decode(field))
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> Versioned<Wrapped>? {
    try wrapped.zero(inside: decoder).map { Versioned($0) }
  }
}
