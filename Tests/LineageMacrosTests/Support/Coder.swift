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

  /// The path of the error that decoding a document throws, which says that the document is wrong.
  func failure<Value: Codable>(decoding type: Value.Type, _ json: String) throws -> String {
    do {
      let value = try decode(type, json)
      Issue.record("No error, but \(value).")
      return "none"
    } catch let error as MigrationError where self == .own {
      #expect(error.reason == .undecodable(version: .unversioned))
      return "\(error.path)"
    } catch let error as DecodingError where self != .own {
      let (context, last): (DecodingError.Context, (any CodingKey)?) =
        switch error {
        case .keyNotFound(let key, let context): (context, key)
        case .typeMismatch(_, let context): (context, nil)
        case .valueNotFound(_, let context): (context, nil)
        case .dataCorrupted(let context): (context, nil)
        @unknown default: throw error
        }
      return (context.codingPath + (last.map { [$0] } ?? []))
        .map(\.stringValue).joined(separator: ".")
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
