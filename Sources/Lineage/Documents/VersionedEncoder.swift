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
/// extension LineEncoder: VersionedEncoder {}
/// ```
///
/// For an encoder of another module, write `@retroactive VersionedEncoder`.
public protocol VersionedEncoder<Output> {
  /// What documents are encoded as; `Data` for most.
  associatedtype Output = Data

  /// Encodes a value as a document, without a version.
  func encode<Value: Encodable>(_ value: Value) throws -> Output
}

extension JSONEncoder: VersionedEncoder {}
extension PropertyListEncoder: VersionedEncoder {}

// MARK: - API

extension VersionedEncoder {
  /// Encodes a value with its version, and every versioned value inside it with its own.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: The document.
  /// - Throws: `MigrationError` where the version has no place in what the type writes; and what the
  ///   type or the encoder throws, such as an `EncodingError`.
  public func encode<Value: VersionedCodable>(versioned value: Value) throws -> Output {
    try write(value)
  }

  /// Encodes an array of values, each with its version.
  ///
  /// - Parameter values: The values to encode.
  /// - Returns: The document, whose root is an array.
  /// - Throws: `MigrationError` where a version has no place in what the type writes; and what the
  ///   type or the encoder throws, such as an `EncodingError`.
  public func encode<Value: VersionedCodable>(versioned values: [Value]) throws -> Output {
    try write(values)
  }

  /// Encodes a dictionary of values, each with its version.
  ///
  /// - Parameter values: The values to encode.
  /// - Returns: The document, whose root is an object.
  /// - Throws: `MigrationError` where a version has no place in what the type writes; and what the
  ///   type or the encoder throws, such as an `EncodingError`.
  public func encode<Value: VersionedCodable>(versioned values: [String: Value]) throws -> Output {
    try write(values)
  }

  /// Encodes a value as an older version, for a program that knows no newer one.
  ///
  /// Every version from the value's own down to the older one has to be ``Downgradable``.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - older: The type of an older version in the value's chain.
  /// - Returns: The document, of the older version.
  /// - Throws: `MigrationError` where there is no way down; and what the steps, the type or the
  ///   encoder throw.
  public func encode<Value: VersionedCodable, Older: VersionedCodable>(
    versioned value: Value, as older: Older.Type
  ) throws -> Output {
    try encode(value, as: older, reportBuilder: nil)
  }

  /// Encodes a value as an older version, and reports what that version has no place for.
  ///
  /// Unknown fields, rejected values and nulls that were kept are lost where `downgraded()` doesn't pass them
  /// on: they are in ``MigrationReport/unknownFieldsDropped``, ``MigrationReport/rejectedDropped`` and
  /// ``MigrationReport/nullsDropped``.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - older: The type of an older version in the value's chain.
  ///   - report: Is replaced by the report of this call, also when the call fails.
  /// - Returns: The document, of the older version.
  /// - Throws: `MigrationError` where there is no way down; and what the steps, the type or the
  ///   encoder throw.
  public func encode<Value: VersionedCodable, Older: VersionedCodable>(
    versioned value: Value, as older: Older.Type, report: inout MigrationReport
  ) throws -> Output {
    let reportBuilder = ReportBuilder()
    defer {
      reportBuilder.endWriting()
      report = reportBuilder.finishedReport
    }
    return try encode(value, as: older, reportBuilder: reportBuilder)
  }

  private func encode<Value: VersionedCodable, Older: VersionedCodable>(
    _ value: Value, as older: Older.Type, reportBuilder: ReportBuilder?
  ) throws -> Output {
    let (box, nestedVersions) = try Value.chainLinks.walkDown(
      ChainBox(value), to: older, reportBuilder: reportBuilder)
    return try write(
      unsafeDowncast(box, to: ChainBox<Older>.self).value, reportBuilder: reportBuilder,
      nestedVersions: nestedVersions)
  }

  /// Encodes a document that has no version of its own, the counterpart of `decode(unversioned:from:)`.
  ///
  /// Versioned values inside are written with their versions, unknown fields and rejected values as they
  /// came, and fields with defaults as their types want it. A plain `encode(_:)` knows nothing of these.
  ///
  /// - Parameter value: The value to encode; one of a versioned type gets its version all the same.
  /// - Returns: The document.
  /// - Throws: What the type or the encoder throws, such as an `EncodingError`.
  public func encode<Value: Encodable>(unversioned value: Value) throws -> Output {
    try write(value)
  }

  /// Writes a document, by our own writer where that knows the format.
  private func write<Value: Encodable>(
    _ value: Value, reportBuilder: ReportBuilder? = nil,
    nestedVersions: [any VersionedCodable.Type] = []
  ) throws -> Output {
    do {
      if Output.self == Data.self, let json = plainJSON {
        let data = try JSONDocument.write(
          value, by: json, reportBuilder: reportBuilder, nestedVersions: nestedVersions)
        return unsafeBitCast(data, to: Output.self)
      }
      let output = try ForeignDocument.write(
        type(of: value), mayConvertKeys: self is JSONEncoder,
        isPropertyList: self is PropertyListEncoder,
        { encoder in
          let writer = encoder.writer
          writer.state.pointee.reportBuilder = reportBuilder
          try writer.withNestedVersions(nestedVersions) { try writer.encode(value, to: encoder) }
        }
      ) { root in
        try encode(root)
      }
      if Output.self == Data.self, let list = self as? PropertyListEncoder, list.isPlain,
        list.outputFormat == .binary
      {
        let data = unsafeBitCast(output, to: Data.self)
        return unsafeBitCast(
          BinaryPropertyList.restoringIdentifiers(in: data), to: Output.self)
      }
      return output
    } catch let error as UnusableDefaults {
      throw error.explained(in: type(of: value))
    } catch let error as ShadowedFieldError {
      throw error.explained(in: type(of: value), at: [])
    }
  }

  /// The encoder, if it is a `JSONEncoder` whose ways are known.
  private var plainJSON: JSONEncoder? {
    guard let json = JSONDocument.coder(self, as: JSONEncoder.self), json.isPlain else {
      return nil
    }
    return json
  }
}
