/// A dictionary that skips values that can't be decoded.
///
/// Rejected values are not in the dictionary. The report lists them with their paths, and they are
/// written back unchanged under their keys, unless the program has set another value for the key.
/// To keep them in a step, call ``mapValues(_:)`` on the projected value (`$`).
@propertyWrapper
public struct LenientValues<Value: Codable> {
  /// The values that could be decoded.
  public var wrappedValue: [String: Value]
  /// The values that couldn't be decoded.
  public private(set) var rejected: [String: DocumentValue] = [:]
  private var rejections = Uncompared<[String: Rejection]>([:])

  /// Creates a wrapper for a dictionary.
  public init(wrappedValue: [String: Value]) {
    self.wrappedValue = wrappedValue
  }

  /// Returns the transformed values, with the rejected ones under their keys.
  ///
  /// A step that copies only the dictionary loses the rejected values. To keep them, write:
  ///
  /// ```swift
  /// _prices = old.$prices.mapValues { Decimal($0) }
  /// ```
  ///
  /// - Throws: The error that `transform` throws.
  public func mapValues<Mapped>(
    _ transform: (Value) throws -> Mapped
  ) rethrows -> LenientValues<Mapped> {
    try compactMapValues { try transform($0) }
  }

  /// Returns the transformed values that aren't nil, with the rejected ones under their keys.
  ///
  /// - Throws: The error that `transform` throws.
  public func compactMapValues<Mapped>(
    _ transform: (Value) throws -> Mapped?
  ) rethrows -> LenientValues<Mapped> {
    var mapped = LenientValues<Mapped>(wrappedValue: try wrappedValue.compactMapValues(transform))
    mapped.rejected = rejected
    mapped.rejections.value = rejections.value
    return mapped
  }

  /// The wrapper itself, to inspect or remove rejected values.
  public var projectedValue: LenientValues {
    get { self }
    set { self = newValue }
  }

  /// Removes the rejected values, so that they aren't written back.
  public mutating func removeRejected() {
    rejected = [:]
    rejections.value = [:]
  }
}

// MARK: - Conformances

extension LenientValues: Equatable where Value: Equatable {}
extension LenientValues: Hashable where Value: Hashable {}
extension LenientValues: Sendable where Value: Sendable {}

extension LenientValues: CustomDebugStringConvertible {
  /// The values, and the rejected ones if there are any.
  public var debugDescription: String {
    let text = String(reflecting: wrappedValue)
    return rejected.isEmpty ? text : "\(text) (rejected \(rejected))"
  }
}

extension LenientValues: Codable {
  /// Decodes the values that can be decoded.
  ///
  /// - Throws: A `DecodingError` if the value isn't an object; a `MigrationError` for a mistake in the program, such
  ///   as an invalid chain.
  public init(from decoder: any Decoder) throws {
    self = try CoderAccess.decode(Self.self, from: decoder)
  }

  /// Encodes the values and the rejected ones.
  public func encode(to encoder: any Encoder) throws {
    try CoderAccess.write(Self.self, to: encoder, write)
  }

  fileprivate init(_ field: Field) throws {
    self.init(wrappedValue: [:])
    let plan = PlanCache.decodingPlan(for: Value.self)
    for (key, member) in try field.mapMembers({ try LenientResult($0, by: plan) }) {
      switch member {
      case .good(let value): wrappedValue[key] = value
      case .rejected(let value, let rejection):
        rejected[key] = value
        if let rejection { rejections.value[key] = rejection }
      }
    }
  }

  private func write(to encoder: ValueEncoder) throws {
    let writer = encoder.writer
    let container = encoder.open(.object, keysAreData: true)
    func member(_ key: String) -> OpenValue {
      writer.beginMember(.member, named: key, in: container)
    }
    for (key, value) in wrappedValue { try writer.encode(value, as: member(key)) }
    for (key, value) in rejected where wrappedValue[key] == nil {
      try writer.encode(rejected: value, rejections.value[key], as: member(key))
    }
  }
}

extension LenientValues: PlannedDecodable {
  static func makeDecodingPlan() -> AnyObject { LenientValuesPlan<Value>() }
}

private final class LenientValuesPlan<Value: Codable>: DecodingPlan<LenientValues<Value>> {
  override var readsNull: Bool { false }

  override func decode(_ field: Field) throws -> LenientValues<Value> { try LenientValues(field) }

  override func zero(inside decoder: () -> ValueDecoder) throws -> LenientValues<Value>? {
    LenientValues(wrappedValue: [:])
  }
}
