#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A decoder for whole documents that can read their older versions.
///
/// `JSONDecoder` and `PropertyListDecoder` conform to this protocol. To add another decoder that
/// has a `decode(_:from:)` method like theirs, write one line:
///
/// ```swift
/// extension LineDecoder: VersionedDecoder {}
/// ```
///
/// For a decoder from another module, write `@retroactive VersionedDecoder`.
///
/// ## Topics
///
/// ### Versioned documents
/// - ``decode(versioned:from:)-(Value.Type,_)``
/// - ``decode(versioned:from:report:)-(Value.Type,_,_)``
/// - ``decode(versioned:version:from:)``
/// - ``decode(versioned:version:from:report:)``
/// - ``version(of:in:)``
///
/// ### Arrays and dictionaries of versioned values
/// - ``decode(versioned:from:)->[Value]``
/// - ``decode(versioned:from:report:)->[Value]``
/// - ``decode(versioned:from:)->[String:Value]``
/// - ``decode(versioned:from:report:)->[String:Value]``
///
/// ### Documents without a version
/// - ``decode(unversioned:from:)``
/// - ``decode(unversioned:from:report:)``
public protocol VersionedDecoder<Input> {
  /// The type that documents are decoded from; `Data` by default.
  associatedtype Input = Data

  /// Decodes a document as a type.
  func decode<Value: Decodable>(_ type: Value.Type, from input: Input) throws -> Value
}

extension JSONDecoder: VersionedDecoder {}
extension PropertyListDecoder: VersionedDecoder {}

// MARK: - API

extension VersionedDecoder {
  /// Decodes a document of any version of a type as the newest.
  ///
  /// The method finds the version in the data, decodes the data as the type of that version, and
  /// migrates the value step by step to the newest.
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type.
  ///   - input: The document.
  /// - Returns: The document as a value of `type`.
  /// - Throws: `MigrationError`.
  public func decode<Value: VersionedCodable>(
    versioned type: Value.Type, from input: Input
  ) throws -> Value {
    try read(input, as: type, reportBuilder: nil) { try $0.versioned(type, version: nil) }
  }

  /// Decodes a document of any version as the newest, and reports what happened.
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type.
  ///   - input: The document.
  ///   - report: Set to the report of this call, even if it throws.
  /// - Returns: The document as a value of `type`.
  /// - Throws: `MigrationError`.
  public func decode<Value: VersionedCodable>(
    versioned type: Value.Type, from input: Input, report: inout MigrationReport
  ) throws -> Value {
    try read(input, as: type, report: &report) { try $0.versioned(type, version: nil) }
  }

  /// Decodes a document whose version is stored elsewhere: in a column, a header or a file name.
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type.
  ///   - version: The version of the document. A version in the document itself is ignored.
  ///   - input: The document.
  /// - Returns: The document as a value of `type`.
  /// - Throws: `MigrationError`.
  public func decode<Value: VersionedCodable>(
    versioned type: Value.Type, version: some SchemaVersion, from input: Input
  ) throws -> Value {
    try read(input, as: type, reportBuilder: nil) {
      try $0.versioned(type, version: version.anyVersion)
    }
  }

  /// Decodes a document whose version is stored elsewhere, and reports what happened.
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type.
  ///   - version: The version of the document. A version in the document itself is ignored.
  ///   - input: The document.
  ///   - report: Set to the report of this call, even if it throws.
  /// - Returns: The document as a value of `type`.
  /// - Throws: `MigrationError`.
  public func decode<Value: VersionedCodable>(
    versioned type: Value.Type, version: some SchemaVersion, from input: Input,
    report: inout MigrationReport
  ) throws -> Value {
    try read(input, as: type, report: &report) {
      try $0.versioned(type, version: version.anyVersion)
    }
  }

  /// Decodes an array of values, each of any version.
  ///
  /// - Parameters:
  ///   - type: The type of the array. Its elements have the newest version of their type.
  ///   - input: The document, whose root is an array.
  /// - Returns: The document as an array.
  /// - Throws: `MigrationError`, with the index of an element in its coding path.
  public func decode<Value: VersionedCodable>(
    versioned type: [Value].Type, from input: Input
  ) throws -> [Value] {
    try read(input, as: type, reportBuilder: nil) { try $0.contents(type) }
  }

  /// Decodes an array of values, each of any version, and reports what happened.
  ///
  /// - Parameters:
  ///   - type: The type of the array. Its elements have the newest version of their type.
  ///   - input: The document, whose root is an array.
  ///   - report: Set to the report of this call, even if it throws.
  /// - Returns: The document as an array.
  /// - Throws: `MigrationError`, with the index of an element in its coding path.
  public func decode<Value: VersionedCodable>(
    versioned type: [Value].Type, from input: Input, report: inout MigrationReport
  ) throws -> [Value] {
    try read(input, as: type, report: &report) { try $0.contents(type) }
  }

  /// Decodes a dictionary of values, each of any version.
  ///
  /// - Parameters:
  ///   - type: The type of the dictionary. Its values have the newest version of their type.
  ///   - input: The document, whose root is an object.
  /// - Returns: The document as a dictionary.
  /// - Throws: `MigrationError`, with the key of a value in its coding path.
  public func decode<Value: VersionedCodable>(
    versioned type: [String: Value].Type, from input: Input
  ) throws -> [String: Value] {
    try read(input, as: type, reportBuilder: nil) { try $0.contents(type) }
  }

  /// Decodes a dictionary of values, each of any version, and reports what happened.
  ///
  /// - Parameters:
  ///   - type: The type of the dictionary. Its values have the newest version of their type.
  ///   - input: The document, whose root is an object.
  ///   - report: Set to the report of this call, even if it throws.
  /// - Returns: The document as a dictionary.
  /// - Throws: `MigrationError`, with the key of a value in its coding path.
  public func decode<Value: VersionedCodable>(
    versioned type: [String: Value].Type, from input: Input, report: inout MigrationReport
  ) throws -> [String: Value] {
    try read(input, as: type, report: &report) { try $0.contents(type) }
  }

  /// Decodes a document without a version, filling missing fields of fillable types.
  ///
  /// Versioned values nested in it are decoded by their versions. If `type` itself is versioned and
  /// the document has no version, it is decoded as `type`.
  ///
  /// - Parameters:
  ///   - type: The type of the document: a `DefaultFillable` or `ZeroFillable` type, or one that
  ///     contains such types.
  ///   - input: The document.
  /// - Returns: The document as a value of `type`.
  /// - Throws: `MigrationError`.
  public func decode<Value: Decodable>(
    unversioned type: Value.Type, from input: Input
  ) throws -> Value {
    try read(input, as: type, reportBuilder: nil) { try $0.filled(type) }
  }

  /// Decodes a document without a version, and reports what was filled.
  ///
  /// - Parameters:
  ///   - type: The type of the document: a `DefaultFillable` or `ZeroFillable` type, or one that
  ///     contains such types.
  ///   - input: The document.
  ///   - report: Set to the report of this call, even if it throws.
  /// - Returns: The document as a value of `type`.
  /// - Throws: `MigrationError`.
  public func decode<Value: Decodable>(
    unversioned type: Value.Type, from input: Input, report: inout MigrationReport
  ) throws -> Value {
    try read(input, as: type, report: &report) { try $0.filled(type) }
  }

  /// Returns the version of a document, usually without decoding it.
  ///
  /// The version doesn't have to be a known one. JSON is read only up to the version and isn't
  /// validated: whatever follows is ignored, and whatever comes before is skipped. The whole
  /// document is read only if no version is found that way.
  ///
  /// If the only possible version is at a `versionLocation` that only the type with `version = nil` declares, it may be
  /// a field of that type. So the document is decoded as that type: if the type reads the field, or decoding fails, the
  /// result is nil; otherwise it is the value found.
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type, which says where to look.
  ///   - input: The document.
  /// - Returns: The version in the document; nil if it has none.
  /// - Throws: `MigrationError` if the version is malformed, or the document isn't readable at all.
  public func version<Value: VersionedCodable>(
    of type: Value.Type, in input: Input
  ) throws -> AnyVersion? {
    let chain = ResolvedChain.unretained(of: type)
    if let json = plainJSON, let data = Self.data(input),
      let version = chain.withObject({
        JSONDocument.skimVersion(of: $0, in: data, by: json)
      })
    {
      return version
    }
    return try versionRead(of: type, in: input)
  }

  /// Finds the version by reading the whole document.
  @inline(never)
  private func versionRead<Value: VersionedCodable>(
    of type: Value.Type, in input: Input
  ) throws -> AnyVersion? {
    try read(input, as: type, reportBuilder: nil) { field in
      let chain = ResolvedChain.of(type)
      return switch chain.versionFound(in: field) {
      case nil: chain.versionRefused(in: field)
      case .version(let version): version
      case .malformed(let kind):
        throw MigrationError(.malformedVersion(found: kind), in: type)
      }
    }
  }

  /// Decodes a versioned value, with only as much of a report as migrating documents by the million needs.
  package func decode<Value: VersionedCodable>(
    migrating type: Value.Type, from input: Input
  ) throws -> (value: Value, report: MigrationReport) {
    let reportBuilder = ReportBuilder(withDetails: false)
    let value = try read(input, as: type, reportBuilder: reportBuilder) {
      try $0.versioned(type, version: nil)
    }
    reportBuilder.recordRewriting(of: value, userInfo: coderUserInfo)
    return (value, reportBuilder.takeReport())
  }

  /// Opens a document and reads its root, and reports what happened.
  private func read<Value>(
    _ input: Input, as type: any Any.Type, report: inout MigrationReport,
    _ body: (Field) throws -> Value
  ) throws -> Value {
    let reportBuilder = ReportBuilder()
    defer { report = reportBuilder.takeReport() }
    let value = try read(input, as: type, reportBuilder: reportBuilder, body)
    if let encodable = value as? any Encodable {
      reportBuilder.recordRewriting(of: encodable, userInfo: coderUserInfo)
    }
    return value
  }

  private var coderUserInfo: [CodingUserInfoKey: Any] {
    (self as? JSONDecoder)?.userInfo ?? (self as? PropertyListDecoder)?.userInfo ?? [:]
  }

  /// The decoder, if it is a `JSONDecoder` that decodes like Foundation.
  private var plainJSON: JSONDecoder? {
    guard let json = conditionalCast(self, to: JSONDecoder.self), json.isPlain else {
      return nil
    }
    return json
  }

  /// The document, if it is data.
  private static func data(_ input: Input) -> Data? {
    Input.self == Data.self ? identityCast(input, to: Data.self) : nil
  }

  /// Opens a document and reads its root, with Lineage's own reader if it supports the format.
  @inline(__always)
  private func read<Value>(
    _ input: Input, as type: any Any.Type, reportBuilder: ReportBuilder?,
    _ body: (Field) throws -> Value
  ) throws -> Value {
    if let json = plainJSON, let data = Self.data(input) {
      return try JSONDocument.read(data, by: json, as: type, reportBuilder: reportBuilder, body)
    }
    return try readForeign(input, as: type, reportBuilder: reportBuilder, body)
  }

  /// Opens a document of another format.
  @inline(never)
  private func readForeign<Value>(
    _ input: Input, as type: any Any.Type, reportBuilder: ReportBuilder?,
    _ body: (Field) throws -> Value
  ) throws -> Value {
    if let propertyList = self as? PropertyListDecoder, let data = Self.data(input) {
      if propertyList.isPlain {
        return try PropertyListDocument.read(
          data, by: propertyList, as: type, reportBuilder: reportBuilder, body)
      }
      try PropertyListDocument.checkDepth(of: data, as: type)
    }
    return try ForeignDocument.read(
      as: type, mayConvertKeys: self is JSONDecoder, reportBuilder: reportBuilder, body
    ) { root in
      _ = try decode(root, from: input)
    }
  }
}

extension Field {
  fileprivate func versioned<Value: VersionedCodable>(
    _ type: Value.Type, version: AnyVersion?
  ) throws -> Value {
    try PlanCache.unretainedDecodingPlan(forVersioned: type).withObject {
      try $0.decode(self, version: version)
    }
  }

  /// Decodes the value as an array or a dictionary of versioned values.
  fileprivate func contents<Values: VersionedContent>(_ type: Values.Type) throws -> Values {
    do {
      return try PlanCache.decodingPlan(for: type).decode(self)
    } catch {
      throw MigrationError.undecodable(
        error, version: .unversioned, in: type, self)
    }
  }

  fileprivate func filled<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let plan = PlanCache.decodingPlan(for: type)
    do {
      return try plan.decodeUnversioned(self)
    } catch {
      throw MigrationError.undecodable(
        error, version: .unversioned, in: type, self)
    }
  }
}
