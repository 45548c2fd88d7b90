import Foundation
import Lineage
import Testing

/// Decodes a JSON text of any version.
func migrated<Value: VersionedCodable>(_ type: Value.Type, _ json: String) throws -> Value {
  try JSONDecoder().decode(versioned: type, from: Data(json.utf8))
}

/// Decodes a JSON text without versions.
func filled<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
  try JSONDecoder().decode(unversioned: type, from: Data(json.utf8))
}

/// The report of decoding a JSON text.
func report<Value: VersionedCodable>(
  of type: Value.Type, _ json: String
) throws -> MigrationReport {
  var report = MigrationReport()
  _ = try JSONDecoder().decode(versioned: type, from: Data(json.utf8), report: &report)
  return report
}

/// The report of decoding a JSON text without versions.
func report<Value: Decodable>(
  unversioned type: Value.Type, _ json: String
) throws -> MigrationReport {
  var report = MigrationReport()
  _ = try JSONDecoder().decode(unversioned: type, from: Data(json.utf8), report: &report)
  return report
}

/// A value as JSON with sorted keys.
func json(_ value: some VersionedCodable) throws -> String {
  String(decoding: try StoredFormat.json.encode(value), as: UTF8.self)
}

/// The context of the `EncodingError` that a closure throws.
func encodingContext(
  _ body: () throws -> some Any, sourceLocation: SourceLocation = #_sourceLocation
) throws -> EncodingError.Context {
  let error = try #require(throws: EncodingError.self, sourceLocation: sourceLocation) {
    _ = try body()
  }
  guard case .invalidValue(_, let context) = error else { throw error }
  return context
}

/// The `MigrationError` that a closure throws.
func migrationError(
  _ body: () throws -> some Any, sourceLocation: SourceLocation = #_sourceLocation
) throws -> MigrationError {
  try #require(throws: MigrationError.self, sourceLocation: sourceLocation) { _ = try body() }
}
