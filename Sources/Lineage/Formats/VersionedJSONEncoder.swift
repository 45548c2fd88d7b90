#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A `JSONEncoder` whose plain `encode(_:)` writes the version of every versioned value.
public final class VersionedJSONEncoder: JSONEncoder, @unchecked Sendable {
  /// Encodes a value, and every versioned value inside it with its version.
  public override func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encode(unversioned: value)
  }
}
