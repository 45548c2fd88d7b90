#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An encoder for whole documents, which writes their version into them.
///
/// `JSONEncoder` and `PropertyListEncoder` are such encoders. Another one joins by one line, if it has
/// a method `encode(_:)` like theirs:
///
/// ```swift
/// extension YAMLEncoder: VersionedDataEncoder {}
/// ```
public protocol VersionedDataEncoder {
  /// What documents are encoded as; `Data` for most.
  associatedtype Output = Data

  /// Encodes a value as a document, without a version.
  func encode<Value: Encodable>(_ value: Value) throws -> Output
}

extension JSONEncoder: VersionedDataEncoder {}
extension PropertyListEncoder: VersionedDataEncoder {}

// MARK: - API

extension VersionedDataEncoder {
  /// Encodes a value with its version, and every versioned value inside it with its own.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: The document.
  /// - Throws: `MigrationError` where the version has no place in what the type writes; and what the
  ///   type or the encoder throws, such as an `EncodingError`.
  public func encode<Value: VersionedCodable>(versioned value: Value) throws -> Output {
    if let json = self as? JSONEncoder, json.isPlain, Output.self == Data.self,
      let output = try JSONDocument.write(value, by: json) as? Output
    {
      return output
    }
    return try ForeignDocument.write { root in
      try root.writer.encode(value, to: root)
    } through: { root in
      try encode(root)
    }
  }
}
