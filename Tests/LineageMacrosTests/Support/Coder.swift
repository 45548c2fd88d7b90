import Foundation
import LineageMacros
import Testing

/// A way to read and write a document. The macros promise the same for all of them.
enum Coder: String, CaseIterable, CustomTestStringConvertible {
  /// Lineage's calls: `decode(unversioned:)` and so on.
  case own
  /// A plain `JSONDecoder` and `JSONEncoder`.
  case json
  case propertyList
  /// The coders in these tests.
  case plain

  var testDescription: String { rawValue }

  /// Property lists have no null.
  static let withNull = allCases.filter { $0 != .propertyList }

  func decode<Value: Codable>(_ type: Value.Type, _ json: String) throws -> Value {
    let value = try PlainValue(json: json)
    switch self {
    case .own: return try JSONDecoder().decode(unversioned: type, from: Data(json.utf8))
    case .json: return try JSONDecoder().decode(type, from: Data(json.utf8))
    case .propertyList:
      return try PropertyListDecoder().decode(type, from: PropertyListEncoder().encode(value))
    case .plain: return try PlainDecoder.decode(type, from: value)
    }
  }

  /// Encodes a value, and returns what was written as JSON with sorted keys.
  func encode(_ value: some Codable) throws -> String {
    switch self {
    case .own:
      return try PlainValue(
        json: String(decoding: JSONEncoder().encode(unversioned: value), as: UTF8.self)
      ).json
    case .json:
      return try PlainValue(json: String(decoding: JSONEncoder().encode(value), as: UTF8.self)).json
    case .propertyList:
      return try PropertyListDecoder().decode(
        PlainValue.self, from: PropertyListEncoder().encode(value)
      ).json
    case .plain: return try PlainEncoder.encode(value).json
    }
  }

  // MARK: - Documents with versions

  func decode<Value: VersionedCodable>(document type: Value.Type, _ json: String) throws -> Value {
    if self == .own { return try JSONDecoder().decode(versioned: type, from: Data(json.utf8)) }
    return try decode(type, json)
  }

  func encode(document: some VersionedCodable) throws -> String {
    if self == .own {
      return try PlainValue(
        json: String(decoding: JSONEncoder().encode(versioned: document), as: UTF8.self)
      ).json
    }
    return try encode(document)
  }
}
