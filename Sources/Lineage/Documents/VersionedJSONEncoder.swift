#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A `JSONEncoder` whose plain `encode(_:)` writes the version of every versioned value.
public final class VersionedJSONEncoder: JSONEncoder, @unchecked Sendable {
  /// Encodes a value, and every nested versioned value with its version.
  ///
  /// - Throws: A `MigrationError` if a version can't be added, if an unknown field has the key of another
  ///   field, or if the types are declared incorrectly; otherwise the error that the type or the encoder
  ///   throws.
  public override func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encode(unversioned: value)
  }

  /// Encodes a value that needs a configuration, and every nested versioned value with its version.
  ///
  /// - Throws: The same errors as `encode(_:)`.
  public override func encode<Value: EncodableWithConfiguration>(
    _ value: Value, configuration: Value.EncodingConfiguration
  ) throws -> Data {
    try encode(unversioned: Configured(value: value, configuration: configuration))
  }
}

/// A value with the configuration that it needs.
private struct Configured<Value: EncodableWithConfiguration>: Encodable {
  let value: Value
  let configuration: Value.EncodingConfiguration

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder, configuration: configuration)
  }
}
