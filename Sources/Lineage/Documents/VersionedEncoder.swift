#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An encoder for whole documents that writes their version.
///
/// `JSONEncoder` and `PropertyListEncoder` conform to this protocol. To add another encoder that
/// has an `encode(_:)` method like theirs, write one line:
///
/// ```swift
/// extension LineEncoder: VersionedEncoder {}
/// ```
///
/// For an encoder from another module, write `@retroactive VersionedEncoder`.
public protocol VersionedEncoder<Output> {
  /// The type that documents are encoded to; `Data` by default.
  associatedtype Output = Data

  /// Encodes a value as a document, without a version.
  func encode<Value: Encodable>(_ value: Value) throws -> Output
}

extension JSONEncoder: VersionedEncoder {}
extension PropertyListEncoder: VersionedEncoder {}

// MARK: - API

extension VersionedEncoder {
  /// Encodes a value with its version, and every nested versioned value with its own.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: The document.
  /// - Throws: `MigrationError` if a version can't be added, if an unknown field has the key of another field, or if
  ///   a type is declared incorrectly; otherwise the error that the type or the encoder throws, such as an
  ///   `EncodingError`.
  public func encode<Value: VersionedCodable>(versioned value: Value) throws -> Output {
    try write(value)
  }

  /// Encodes an array of values, each with its version.
  ///
  /// - Parameter values: The values to encode.
  /// - Returns: The document, whose root is an array.
  /// - Throws: `MigrationError` if a version can't be added, if an unknown field has the key of another field, or if
  ///   a type is declared incorrectly; otherwise the error that the type or the encoder throws, such as an
  ///   `EncodingError`.
  public func encode<Value: VersionedCodable>(versioned values: [Value]) throws -> Output {
    try write(values)
  }

  /// Encodes a dictionary of values, each with its version.
  ///
  /// - Parameter values: The values to encode.
  /// - Returns: The document, whose root is an object.
  /// - Throws: `MigrationError` if a version can't be added, if an unknown field has the key of another field, or if
  ///   a type is declared incorrectly; otherwise the error that the type or the encoder throws, such as an
  ///   `EncodingError`.
  public func encode<Value: VersionedCodable>(versioned values: [String: Value]) throws -> Output {
    try write(values)
  }

  /// Encodes a value as an older version, for programs that can't read newer ones.
  ///
  /// All newer versions in between must be ``Downgradable``, including that of the value.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - older: The type of an older version in the value's chain.
  /// - Returns: The document of the older version.
  /// - Throws: `MigrationError` if the value can't be downgraded; otherwise the error that the type
  ///   or the encoder throws.
  public func encode<Value: VersionedCodable, Older: VersionedCodable>(
    versioned value: Value, as older: Older.Type
  ) throws -> Output {
    try encode(value, as: older, reportBuilder: nil)
  }

  /// Encodes a value as an older version, and reports what was lost.
  ///
  /// Unknown fields, rejected values and preserved nulls are lost if `downgraded()` doesn't copy
  /// them. They are listed in ``MigrationReport/unknownFieldsDropped``,
  /// ``MigrationReport/rejectedDropped`` and ``MigrationReport/nullsDropped``.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - older: The type of an older version in the value's chain.
  ///   - report: Set to the report of this call, even if it throws.
  /// - Returns: The document of the older version.
  /// - Throws: `MigrationError` if the value can't be downgraded; otherwise the error that the type
  ///   or the encoder throws.
  public func encode<Value: VersionedCodable, Older: VersionedCodable>(
    versioned value: Value, as older: Older.Type, report: inout MigrationReport
  ) throws -> Output {
    let reportBuilder = ReportBuilder()
    defer {
      reportBuilder.endWriting()
      report = reportBuilder.takeReport()
    }
    return try encode(value, as: older, reportBuilder: reportBuilder)
  }

  /// Encodes a document without a version of its own, the counterpart of
  /// `decode(unversioned:from:)`.
  ///
  /// Nested versioned values are written with their versions, unknown fields and rejected values
  /// are written back unchanged, and defaults are left out if their type says so. Plain
  /// `encode(_:)` does none of this.
  ///
  /// - Parameter value: The value to encode. A value of a versioned type is still written with its
  ///   version.
  /// - Returns: The document.
  /// - Throws: `MigrationError` if the version can't be added, if an unknown field has the key of another field, or
  ///   if the types are declared incorrectly; otherwise the error that the type or the encoder throws.
  public func encode<Value: Encodable>(unversioned value: Value) throws -> Output {
    try write(value)
  }

  /// Encodes a document with all its fields, also those that their types leave out because they equal their defaults,
  /// except in a value of a newer version, whose defaults aren't known.
  package func encode<Value: VersionedCodable>(complete value: Value) throws -> Output {
    try write(type(of: value)) { encoder in
      try encoder.writer.withAllDefaults { try encoder.writer.encode(value, to: encoder) }
    }
  }

  // MARK: - Writing

  private func write<Value: Encodable>(_ value: Value) throws -> Output {
    try write(type(of: value)) { try $0.writer.encode(value, to: $0) }
  }

  /// Downgrades a value, and writes the older one. The value is downgraded with the `userInfo` of the encoder, which may
  /// be known only while it encodes.
  private func encode<Value: VersionedCodable, Older: VersionedCodable>(
    _ value: Value, as older: Older.Type, reportBuilder: ReportBuilder?
  ) throws -> Output {
    let keyConversion = plainJSON.map { KeyConversion($0.keyEncodingStrategy) } ?? .none
    // An encoder may encode a value more than once.
    var downgraded: (value: Older, nestedVersions: [any VersionedCodable.Type])?
    return try write(older) { encoder in
      if downgraded == nil {
        let (box, nestedVersions) = try Value.chainLinks.walkDown(
          ChainBox(value), to: older, userInfo: encoder.userInfo, keyConversion: keyConversion,
          reportBuilder: reportBuilder)
        downgraded = (uncheckedDowncast(box, to: ChainBox<Older>.self).value, nestedVersions)
      }
      guard let (value, nestedVersions) = downgraded else { return }
      let writer = encoder.writer
      writer.state.pointee.reportBuilder = reportBuilder
      try writer.withNestedVersions(nestedVersions) { try writer.encode(value, to: encoder) }
    }
  }

  /// Writes a document, with Lineage's own writer if it supports the format.
  @inline(__always)
  private func write(
    _ type: any Any.Type, _ build: (ValueEncoder) throws -> Void
  ) throws -> Output {
    do {
      if Output.self == Data.self, let json = plainJSON {
        let data = try JSONDocument.write(type, by: json, build)
        return identityCast(data, to: Output.self)
      }
      if Output.self == Data.self, let list = plainPropertyList {
        let data = try PropertyListDocument.write(type, by: list, build) { root in
          try list.encode(root)
        }
        return identityCast(data, to: Output.self)
      }
      return try ForeignDocument.write(type, by: foreignRules, build) { root in
        try encode(root)
      }
    } catch let error as UnusableDefaults {
      throw error.explained(in: type)
    } catch let error as ShadowedFieldError {
      throw error.explained(in: type, at: [])
    }
  }

  private var foreignRules: ForeignRules {
    self is JSONEncoder ? .keyStrategy : self is PropertyListEncoder ? .propertyList : .plain
  }

  /// The encoder, if it is a `JSONEncoder` that encodes like Foundation.
  var plainJSON: JSONEncoder? {
    guard let json = conditionalCast(self, to: JSONEncoder.self), json.isPlain else {
      return nil
    }
    return json
  }

  /// The encoder, if it is a `PropertyListEncoder` that encodes like Foundation.
  var plainPropertyList: PropertyListEncoder? {
    guard let list = conditionalCast(self, to: PropertyListEncoder.self), list.isPlain,
      list.outputFormat != .openStep
    else { return nil }
    return list
  }
}
