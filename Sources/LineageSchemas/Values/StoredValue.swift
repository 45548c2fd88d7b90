import Lineage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes and decodes values as they are stored in the lock.
///
/// The format is JSON. Dates are readable if that is exact, otherwise seconds.
enum StoredValue {
  /// A value as its own `encode(to:)` encodes it, with every field.
  static func written(_ value: any Encodable) throws -> DocumentValue {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { try Self.write($0, to: $1) }
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    return try JSONDecoder().decode(unversioned: DocumentValue.self, from: encoder.encode(value))
  }

  /// The value of a type decoded from a stored value; nil if that fails.
  static func read<Value: Decodable>(_ type: Value.Type, from stored: DocumentValue) -> Value? {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { try Self.readDate(from: $0) }
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "infinity", negativeInfinity: "-infinity", nan: "nan")
    guard let data = try? JSONEncoder().encode(unversioned: stored) else { return nil }
    return try? decoder.decode(unversioned: type, from: data)
  }

  private static func write(_ date: Date, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let text = date.formatted(.iso8601)
    if (try? Date(text, strategy: .iso8601)) == date {
      try container.encode(text)
    } else {
      try container.encode(date.timeIntervalSinceReferenceDate)
    }
  }

  private static func readDate(from decoder: any Decoder) throws -> Date {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) { return try Date(text, strategy: .iso8601) }
    return Date(timeIntervalSinceReferenceDate: try container.decode(Double.self))
  }
}
