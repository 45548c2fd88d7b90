import Foundation
import Lineage
import Testing

/// The formats of Foundation's coders, to test behavior in each of them.
enum StoredFormat: CaseIterable, Sendable {
  case json, xml, binary

  /// Encodes a value with its version.
  func encode(_ value: some VersionedCodable) throws -> Data {
    switch self {
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return try encoder.encode(versioned: value)
    case .xml: return try PropertyListEncoder(.xml).encode(versioned: value)
    case .binary: return try PropertyListEncoder(.binary).encode(versioned: value)
    }
  }

  /// Encodes a value without a version.
  func encode(unversioned value: some Encodable) throws -> Data {
    switch self {
    case .json: try JSONEncoder().encode(unversioned: value)
    case .xml: try PropertyListEncoder(.xml).encode(unversioned: value)
    case .binary: try PropertyListEncoder(.binary).encode(unversioned: value)
    }
  }

  /// Decodes a document of any version.
  func decode<Value: VersionedCodable>(_ type: Value.Type, from data: Data) throws -> Value {
    switch self {
    case .json: try JSONDecoder().decode(versioned: type, from: data)
    case .xml, .binary: try PropertyListDecoder().decode(versioned: type, from: data)
    }
  }

  /// Decodes a document of any version with a report.
  func decode<Value: VersionedCodable>(
    _ type: Value.Type, from data: Data, report: inout MigrationReport
  ) throws -> Value {
    switch self {
    case .json: try JSONDecoder().decode(versioned: type, from: data, report: &report)
    case .xml, .binary:
      try PropertyListDecoder().decode(versioned: type, from: data, report: &report)
    }
  }

  /// Decodes a document without versions.
  func decode<Value: Decodable>(unversioned type: Value.Type, from data: Data) throws -> Value {
    switch self {
    case .json: try JSONDecoder().decode(unversioned: type, from: data)
    case .xml, .binary: try PropertyListDecoder().decode(unversioned: type, from: data)
    }
  }

  /// Decodes a document without versions, with a report.
  func decode<Value: Decodable>(
    unversioned type: Value.Type, from data: Data, report: inout MigrationReport
  ) throws -> Value {
    switch self {
    case .json: try JSONDecoder().decode(unversioned: type, from: data, report: &report)
    case .xml, .binary:
      try PropertyListDecoder().decode(unversioned: type, from: data, report: &report)
    }
  }

  /// A JSON text converted to this format.
  func document(_ json: String) throws -> Data {
    if self == .json { return Data(json.utf8) }
    let object = try JSONSerialization.jsonObject(
      with: Data(json.utf8), options: .fragmentsAllowed)
    return try PropertyListSerialization.data(
      fromPropertyList: Self.withoutNulls(object), format: self == .xml ? .xml : .binary,
      options: 0)
  }

  /// Property lists have no null; Foundation's coders represent it by a string.
  private static func withoutNulls(_ value: Any) -> Any {
    switch value {
    case is NSNull: "$null"
    case let object as [String: Any]: object.mapValues(withoutNulls)
    case let array as [Any]: array.map(withoutNulls)
    default: value
    }
  }
}
