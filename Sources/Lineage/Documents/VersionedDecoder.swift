#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A decoder for whole documents, which reads old versions of them.
///
/// `JSONDecoder` and `PropertyListDecoder` are such decoders. Another one joins by one line, if it has
/// a method `decode(_:from:)` like theirs:
///
/// ```swift
/// extension LineDecoder: VersionedDecoder {}
/// ```
///
/// For a decoder of another module, write `@retroactive VersionedDecoder`.
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
  /// What documents are decoded from; `Data` for most.
  associatedtype Input = Data

  /// Decodes a document as a type, whatever its version.
  func decode<Value: Decodable>(_ type: Value.Type, from input: Input) throws -> Value
}

extension JSONDecoder: VersionedDecoder {}
extension PropertyListDecoder: VersionedDecoder {}

// MARK: - API

extension VersionedDecoder {
  /// Decodes a document of any version of a type as the newest.
  ///
  /// The version is found in the data. The data is decoded as the type of that version, and every
  /// step from there is taken.
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

  /// Decodes a document of any version, and reports what happened on the way.
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type.
  ///   - input: The document.
  ///   - report: Is replaced by the report of this call, also when the call fails.
  /// - Returns: The document as a value of `type`.
  /// - Throws: `MigrationError`.
  public func decode<Value: VersionedCodable>(
    versioned type: Value.Type, from input: Input, report: inout MigrationReport
  ) throws -> Value {
    try reporting(to: &report) { reportBuilder in
      try read(input, as: type, reportBuilder: reportBuilder) {
        try $0.versioned(type, version: nil)
      }
    }
  }

  /// Decodes a document whose version is known from elsewhere: a column, a header, a file name.
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type.
  ///   - version: The version of the document; what stands in the document is not looked at.
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

  /// Decodes a document whose version is known from elsewhere, and reports what happened.
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type.
  ///   - version: The version of the document; what stands in the document is not looked at.
  ///   - input: The document.
  ///   - report: Is replaced by the report of this call, also when the call fails.
  /// - Returns: The document as a value of `type`.
  /// - Throws: `MigrationError`.
  public func decode<Value: VersionedCodable>(
    versioned type: Value.Type, version: some SchemaVersion, from input: Input,
    report: inout MigrationReport
  ) throws -> Value {
    try reporting(to: &report) { reportBuilder in
      try read(input, as: type, reportBuilder: reportBuilder) {
        try $0.versioned(type, version: version.anyVersion)
      }
    }
  }

  /// Decodes an array of values, each from whatever version it has.
  ///
  /// - Parameters:
  ///   - type: The type of the array. Its elements are of the newest version of their type.
  ///   - input: The document, whose root is an array.
  /// - Returns: The document as an array.
  /// - Throws: `MigrationError`, with the index of an element in its coding path.
  public func decode<Value: VersionedCodable>(
    versioned type: [Value].Type, from input: Input
  ) throws -> [Value] {
    try read(input, as: type, reportBuilder: nil) { try $0.contents(type) }
  }

  /// Decodes an array of values, each from whatever version it has, and reports what happened.
  ///
  /// - Parameters:
  ///   - type: The type of the array. Its elements are of the newest version of their type.
  ///   - input: The document, whose root is an array.
  ///   - report: Is replaced by the report of this call, also when the call fails.
  /// - Returns: The document as an array.
  /// - Throws: `MigrationError`, with the index of an element in its coding path.
  public func decode<Value: VersionedCodable>(
    versioned type: [Value].Type, from input: Input, report: inout MigrationReport
  ) throws -> [Value] {
    try reporting(to: &report) { reportBuilder in
      try read(input, as: type, reportBuilder: reportBuilder) { try $0.contents(type) }
    }
  }

  /// Decodes a dictionary of values, each from whatever version it has.
  ///
  /// - Parameters:
  ///   - type: The type of the dictionary. Its values are of the newest version of their type.
  ///   - input: The document, whose root is an object.
  /// - Returns: The document as a dictionary.
  /// - Throws: `MigrationError`, with the key of a value in its coding path.
  public func decode<Value: VersionedCodable>(
    versioned type: [String: Value].Type, from input: Input
  ) throws -> [String: Value] {
    try read(input, as: type, reportBuilder: nil) { try $0.contents(type) }
  }

  /// Decodes a dictionary of values, each from whatever version it has, and reports what happened.
  ///
  /// - Parameters:
  ///   - type: The type of the dictionary. Its values are of the newest version of their type.
  ///   - input: The document, whose root is an object.
  ///   - report: Is replaced by the report of this call, also when the call fails.
  /// - Returns: The document as a dictionary.
  /// - Throws: `MigrationError`, with the key of a value in its coding path.
  public func decode<Value: VersionedCodable>(
    versioned type: [String: Value].Type, from input: Input, report: inout MigrationReport
  ) throws -> [String: Value] {
    try reporting(to: &report) { reportBuilder in
      try read(input, as: type, reportBuilder: reportBuilder) { try $0.contents(type) }
    }
  }

  /// Decodes a document that has no versions, filling what is missing in fillable types.
  ///
  /// Versioned values in it are read by their versions, wherever they stand. A document of a versioned
  /// type may do without one: it is read as the type that is asked for, then.
  ///
  /// - Parameters:
  ///   - type: The type of the document: a `DefaultFillable`, a `ZeroFillable` or one with such inside.
  ///   - input: The document.
  /// - Returns: The document as a value of `type`.
  /// - Throws: `MigrationError`.
  public func decode<Value: Decodable>(
    unversioned type: Value.Type, from input: Input
  ) throws -> Value {
    try read(input, as: type, reportBuilder: nil) { try $0.filled(type) }
  }

  /// Decodes a document that has no versions, and reports what was filled.
  ///
  /// - Parameters:
  ///   - type: The type of the document: a `DefaultFillable`, a `ZeroFillable` or one with such inside.
  ///   - input: The document.
  ///   - report: Is replaced by the report of this call, also when the call fails.
  /// - Returns: The document as a value of `type`.
  /// - Throws: `MigrationError`.
  public func decode<Value: Decodable>(
    unversioned type: Value.Type, from input: Input, report: inout MigrationReport
  ) throws -> Value {
    try reporting(to: &report) { reportBuilder in
      try read(input, as: type, reportBuilder: reportBuilder) { try $0.filled(type) }
    }
  }

  /// Finds out the version of a document without decoding it.
  ///
  /// The version need not be a known one. JSON is read up to where the version stands, and not
  /// checked: what follows may be anything, and what comes before is passed over. Only where no version
  /// is found that way, all of the document is looked at.
  ///
  /// - Parameters:
  ///   - type: The newest version of the document's type, which says where to look.
  ///   - input: The document.
  /// - Returns: The version that stands in the document; nil where there is none.
  /// - Throws: `MigrationError` where something else stands in its place, or the document is not
  ///   readable at all.
  public func version<Value: VersionedCodable>(
    of type: Value.Type, in input: Input
  ) throws -> AnyVersion? {
    let chain = ResolvedChain.unretained(of: type)
    if let json = plainJSON, let data = Self.data(input),
      let version = chain._withUnsafeGuaranteedRef({
        JSONDocument.skimVersion(of: $0, in: data, by: json)
      })
    {
      return version
    }
    return try versionRead(of: type, in: input)
  }

  /// Finds out the version by reading all of a document.
  @inline(never)
  private func versionRead<Value: VersionedCodable>(
    of type: Value.Type, in input: Input
  ) throws -> AnyVersion? {
    try read(input, as: type, reportBuilder: nil) { field in
      switch ResolvedChain.of(type).versionFound(in: field) {
      case nil: nil
      case .version(let version): version
      case .malformed(let kind):
        throw MigrationError(.malformedVersion(found: kind), in: type, chain: .ofContent(type))
      }
    }
  }

  private func reporting<Value>(
    to report: inout MigrationReport, _ decode: (ReportBuilder) throws -> Value
  ) throws -> Value {
    let reportBuilder = ReportBuilder()
    defer { report = reportBuilder.finishedReport }
    let value = try decode(reportBuilder)
    if let encodable = value as? any Encodable {
      reportBuilder.recordRewriting(of: encodable, userInfo: coderUserInfo)
    }
    return value
  }

  private var coderUserInfo: [CodingUserInfoKey: Any] {
    (self as? JSONDecoder)?.userInfo ?? (self as? PropertyListDecoder)?.userInfo ?? [:]
  }

  /// The decoder, if it is a `JSONDecoder` whose ways are known.
  private var plainJSON: JSONDecoder? {
    guard let json = JSONDocument.coder(self, as: JSONDecoder.self), json.isPlain else {
      return nil
    }
    return json
  }

  /// The document, if it is data.
  private static func data(_ input: Input) -> Data? {
    Input.self == Data.self ? unsafeBitCast(input, to: Data.self) : nil
  }

  /// Opens a document and reads its root, by our own reader where that knows the format.
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
    try PlanCache.unretainedDecodingPlan(forVersioned: type)._withUnsafeGuaranteedRef {
      try $0.decode(self, version: version)
    }
  }

  /// The value as an array or a dictionary of versioned values.
  fileprivate func contents<Values: VersionedContent>(_ type: Values.Type) throws -> Values {
    do {
      return try PlanCache.decodingPlan(for: type).decode(self)
    } catch {
      throw MigrationError.undecodable(
        error, as: type, version: .unversioned, in: type, chain: .ofContent(type), self)
    }
  }

  fileprivate func filled<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let plan = PlanCache.decodingPlan(for: type)
    do {
      return try plan.decodeUnversioned(self)
    } catch {
      throw MigrationError.undecodable(
        error, as: type, version: .unversioned, in: type, chain: nil, self)
    }
  }
}
