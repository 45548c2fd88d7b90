#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A `JSONDecoder` whose plain `decode(_:from:)` migrates old versions and fills missing fields.
///
/// Pass it to a library that accepts a decoder:
///
/// ```swift
/// let client = HTTPClient(decoder: VersionedJSONDecoder())
/// ```
///
/// It throws a `MigrationError` for versioned types and for mistakes in types, and otherwise the usual
/// `DecodingError`.
public final class VersionedJSONDecoder: JSONDecoder, @unchecked Sendable {
  /// Decodes a value, including nested versioned values of any version.
  ///
  /// - Throws: A `MigrationError` for versioned types and for mistakes in types, otherwise the usual
  ///   `DecodingError`.
  public override func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data
  ) throws -> Value {
    try read(data, as: type) { try PlanCache.decodingPlan(for: type).decode($0) }
  }

  /// Decodes a value that needs a configuration, including nested versioned values of any version.
  ///
  /// - Throws: The same errors as `decode(_:from:)`.
  public override func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration
  ) throws -> Value {
    try read(data, as: type) { try $0.decodeBody(as: type, configuration: configuration) }
  }

  private func read<Value>(
    _ data: Data, as type: Value.Type, _ body: (Field) throws -> Value
  ) throws -> Value {
    do {
      return try JSONDocument.read(data, by: self, as: type, reportBuilder: nil, body)
    } catch let error as UnusableDefaults {
      throw error.explained(in: type)
    } catch let error as MigrationError where error.reason == .unreadable {
      throw error.underlyingError ?? error
    } catch let error as DecodingError {
      throw error.plain
    }
  }
}

extension Field {
  /// Decodes a value with the initializer of its type that takes a configuration.
  fileprivate func decodeBody<Value: DecodableWithConfiguration>(
    as type: Value.Type, configuration: Value.DecodingConfiguration
  ) throws -> Value {
    let latest = state.pointee.containersInUse.latest
    defer { state.pointee.containersInUse.reclaim(since: latest) }
    return try Value(from: decoder(filling: .error), configuration: configuration)
  }
}
