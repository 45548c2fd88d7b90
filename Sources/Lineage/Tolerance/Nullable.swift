/// An optional property that is encoded as null if it is nil.
///
/// Some formats require the key:
///
/// ```swift
/// struct Feature: Codable {
///   var name = ""
///   @Nullable var geometry: Geometry?
/// }
///
/// // {"geometry":null,"name":"Atlantis"}
/// ```
///
/// Like any optional whose default is nil, it is nil both for a null and for a missing key. A missing key stays missing
/// when the value is encoded, until the program sets the property. Until then, `$geometry.isMissing` is true. This
/// works with plain coders too, and in types that leave out defaults. If the type gives it a default that isn't nil, a
/// missing key gets that default.
///
/// To preserve nulls for all properties of a type, give it a property of type ``UnknownFields``.
@propertyWrapper
public struct Nullable<Wrapped: Codable> {
  private var value: Wrapped?
  /// Whether the key was missing and the property hasn't been set. In this case, it isn't encoded.
  public private(set) var isMissing = false

  /// Creates a wrapper for an optional.
  public init(wrappedValue: Wrapped?) {
    value = wrappedValue
  }

  /// The value of a property whose key is missing.
  static var missing: Nullable {
    var missing = Nullable(wrappedValue: nil)
    missing.isMissing = true
    return missing
  }

  /// The value. After it has been set, nil is encoded as null.
  public var wrappedValue: Wrapped? {
    get { value }
    set {
      value = newValue
      isMissing = false
    }
  }

  /// The wrapper itself, to check whether the key was missing.
  public var projectedValue: Nullable { self }
}

// MARK: - Conformances

extension Nullable: Equatable where Wrapped: Equatable {
  /// Compares the values; null and a missing key are both nil.
  public static func == (first: Nullable, second: Nullable) -> Bool { first.value == second.value }
}

extension Nullable: Hashable where Wrapped: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Nullable: Sendable where Wrapped: Sendable {}

extension Nullable: CustomDebugStringConvertible {
  /// The value as if it weren't wrapped, and whether its key was missing.
  public var debugDescription: String {
    isMissing ? "nil (missing)" : value.map { String(reflecting: $0) } ?? "nil"
  }
}

extension Nullable: Codable {
  /// Decodes the value, or null.
  public init(from decoder: any Decoder) throws {
    value = try CoderAccess.decode(Wrapped?.self, from: decoder)
  }

  /// Encodes the value, or null.
  public func encode(to encoder: any Encoder) throws {
    try CoderAccess.encode(value, to: encoder)
  }
}

extension KeyedDecodingContainer {
  /// Decodes the value of a property that may be null or missing.
  public func decode<Wrapped>(
    _ type: Nullable<Wrapped>.Type, forKey key: Key
  ) throws -> Nullable<Wrapped> {
    if let value = try decodeIfPresent(type, forKey: key) { return value }
    return contains(key) ? Nullable(wrappedValue: nil) : .missing
  }
}

extension KeyedEncodingContainer {
  /// Encodes the value, with nil as null unless the key was missing.
  public mutating func encode<Wrapped>(_ value: Nullable<Wrapped>, forKey key: Key) throws {
    try encodeIfPresent(value.isMissing ? nil : value, forKey: key)
  }
}

extension FieldReader {
  /// Reads the value of a property that may be null or missing.
  public mutating func value<Wrapped>(at index: Int) throws -> Nullable<Wrapped> {
    let found: Nullable<Wrapped>? = try optional(at: index)
    return found ?? .missing
  }

  /// Reads the value of a property that may be null or missing. An initial value other than nil is
  /// kept if it is missing, unless the type's `init()` gives another one.
  public mutating func fill<Wrapped>(_ value: inout Nullable<Wrapped>, at index: Int) throws {
    if value.wrappedValue == nil || isFilledByInit {
      value = try self.value(at: index)
    } else {
      var filled: Nullable<Wrapped>? = value
      try fill(&filled, at: index)
      value = filled ?? Nullable(wrappedValue: nil)
    }
  }
}

extension FieldWriter {
  /// Writes the value, with nil as null unless the key was missing.
  public func write<Wrapped>(_ value: Nullable<Wrapped>, at index: Int) throws {
    try write(value.isMissing ? nil : value, at: index)
  }

  /// Writes the value, with nil as null unless the key was missing.
  public func write<Wrapped>(_ value: Nullable<Wrapped>, alwaysAt index: Int) throws {
    try write(value, at: index)
  }
}

extension Nullable: PlannedDecodable, PlannedEncodable {
  static func makeDecodingPlan() -> AnyObject { NullablePlan<Wrapped>() }
  static func makeEncodingPlan() -> AnyObject { NullableEncodingPlan<Wrapped>() }
}

private final class NullablePlan<Wrapped: Codable>: DecodingPlan<Nullable<Wrapped>> {
  private let wrapped = PlanCache.decodingPlan(for: Wrapped?.self)

  override var nilValue: Nullable<Wrapped>? { .missing }
  override var tellsNullFromNothing: Bool { true }
  override func isNil(_ value: Nullable<Wrapped>) -> Bool { value.isMissing }
  override func asReplacement(_ value: Nullable<Wrapped>) -> Nullable<Wrapped> {
    value.isMissing ? Nullable(wrappedValue: nil) : value
  }

  override func decode(_ field: Field) throws -> Nullable<Wrapped> {
    Nullable(wrappedValue: try wrapped.decode(field))
  }

  /// A wrapped value that isn't nil is carried over without its wrapper. A `DocumentValue` that is null is decoded as nil.
  override func value(ofCarried value: CarriedValue) -> Nullable<Wrapped>? {
    (value as? CarriedBox<Wrapped>).map {
      Nullable(wrappedValue: value.isNull ? nil : $0.value)
    }
  }

  override func zero(inside decoder: () -> ValueDecoder) throws -> Nullable<Wrapped>? { .missing }
}

private final class NullableEncodingPlan<Wrapped: Codable>: EncodingPlan<Nullable<Wrapped>> {
  private let wrapped = PlanCache.encodingPlan(for: Wrapped?.self)

  override var isCheaperToEncode: Bool { true }

  override func encode(_ value: Nullable<Wrapped>, to encoder: ValueEncoder) throws {
    try wrapped.encode(value.wrappedValue, to: encoder)
    encoder.writer.markNullAlwaysWritten(encoder.slot)
  }
}
