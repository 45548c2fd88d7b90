import Foundation
import Lineage
import Testing

/// Reading and writing JSON documents in one line, with keys sorted so that texts can be compared.
enum Future {
  static func read<Value: VersionedCodable>(
    _ type: Value.Type, _ json: String, snakeCase: Bool = false
  ) throws -> Value {
    try decoder(snakeCase: snakeCase).decode(versioned: type, from: Data(json.utf8))
  }

  static func report<Value: VersionedCodable>(
    reading type: Value.Type, _ json: String, snakeCase: Bool = false
  ) throws -> MigrationReport {
    var report = MigrationReport()
    _ = try decoder(snakeCase: snakeCase)
      .decode(versioned: type, from: Data(json.utf8), report: &report)
    return report
  }

  static func write<Value: VersionedCodable>(
    _ value: Value, snakeCase: Bool = false
  ) throws -> String {
    let data = try encoder(snakeCase: snakeCase).encode(versioned: value)
    return String(decoding: data, as: UTF8.self)
  }

  static func write<Value: VersionedCodable, Older: VersionedCodable>(
    _ value: Value, as older: Older.Type
  ) throws -> String {
    let data = try encoder().encode(versioned: value, as: older)
    return String(decoding: data, as: UTF8.self)
  }

  /// The report of writing a value as an older version.
  static func report<Value: VersionedCodable, Older: VersionedCodable>(
    writing value: Value, as older: Older.Type
  ) throws -> MigrationReport {
    var report = MigrationReport()
    _ = try encoder().encode(versioned: value, as: older, report: &report)
    return report
  }

  /// A document after a program with a type has decoded and encoded it.
  static func saved<Value: VersionedCodable>(
    _ json: String, by type: Value.Type, snakeCase: Bool = false,
    edit: (inout Value) throws -> Void = { _ in }
  ) throws -> String {
    var value = try read(type, json, snakeCase: snakeCase)
    try edit(&value)
    return try write(value, snakeCase: snakeCase)
  }

  /// Any JSON as a value.
  static func value(_ json: String) throws -> DocumentValue {
    try VersionedJSONDecoder().decode(DocumentValue.self, from: Data(json.utf8))
  }

  /// Any value as JSON.
  static func text(_ value: some Encodable) throws -> String {
    let encoder = VersionedJSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func decoder(snakeCase: Bool = false) -> JSONDecoder {
    snakeCase ? .inSnakeCase : JSONDecoder()
  }

  static func encoder(snakeCase: Bool = false) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
    return encoder
  }
}

/// A third-party decoder: subclasses are treated like foreign coders.
final class FutureForeignDecoder: JSONDecoder, @unchecked Sendable {}

/// The counterpart of `FutureForeignDecoder`.
final class FutureForeignEncoder: JSONEncoder, @unchecked Sendable {}

/// The formats for the tests of documents.
enum FutureFormat: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case json, xml, binary, foreign

  var testDescription: String { rawValue }

  /// A document with the given content.
  func document(_ content: DocumentValue) throws -> Data {
    switch self {
    case .json, .foreign: try VersionedJSONEncoder().encode(content)
    case .xml, .binary: try plistEncoder.encode(content)
    }
  }

  /// The content of a document.
  func content(of document: Data) throws -> DocumentValue {
    switch self {
    case .json, .foreign: try VersionedJSONDecoder().decode(DocumentValue.self, from: document)
    case .xml, .binary: try PropertyListDecoder().decode(DocumentValue.self, from: document)
    }
  }

  func read<Value: VersionedCodable>(
    _ type: Value.Type, _ content: DocumentValue, report: inout MigrationReport
  ) throws -> Value {
    let data = try document(content)
    switch self {
    case .json:
      return try JSONDecoder().decode(versioned: type, from: data, report: &report)
    case .foreign:
      return try FutureForeignDecoder().decode(versioned: type, from: data, report: &report)
    case .xml, .binary:
      return try PropertyListDecoder().decode(versioned: type, from: data, report: &report)
    }
  }

  func read<Value: VersionedCodable>(
    _ type: Value.Type, _ content: DocumentValue
  ) throws -> Value {
    var report = MigrationReport()
    return try read(type, content, report: &report)
  }

  func write<Value: VersionedCodable>(_ value: Value) throws -> DocumentValue {
    switch self {
    case .json: try content(of: JSONEncoder().encode(versioned: value))
    case .foreign: try content(of: FutureForeignEncoder().encode(versioned: value))
    case .xml, .binary: try content(of: plistEncoder.encode(versioned: value))
    }
  }

  /// The content of a document after a program with a type has decoded and encoded it.
  func saved<Value: VersionedCodable>(
    _ content: DocumentValue, by type: Value.Type
  ) throws -> DocumentValue {
    try write(read(type, content))
  }

  private var plistEncoder: PropertyListEncoder {
    PropertyListEncoder(self == .binary ? .binary : .xml)
  }
}
