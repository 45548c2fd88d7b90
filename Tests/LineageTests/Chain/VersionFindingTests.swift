import Foundation
import Lineage
import Testing

struct VersionFindingTests {
  struct NumberedV2: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = NothingOlder
  }

  struct Numbered: VersionedCodable, DefaultFillable {
    static let version = 4
    typealias PreviousVersion = NumberedV2
  }

  @Test(arguments: [
    (#"{}"#, MigrationError.Reason.missingVersion),
    (#"{"version": null}"#, .missingVersion),
    (#"{"Version": 4}"#, .missingVersion),
    (#"{"version": 5}"#, .newerVersion(found: 5, newest: 4)),
    (#"{"version": 9223372036854775807}"#, .newerVersion(found: .integer(.max), newest: 4)),
    (#"{"version": 1}"#, .olderVersion(found: 1, oldest: 2)),
    (#"{"version": -1}"#, .olderVersion(found: -1, oldest: 2)),
    (#"{"version": 3}"#, .unknownVersion(found: 3)),
    (#"{"version": "4"}"#, .malformedVersion(found: "a string")),
    (#"{"version": true}"#, .malformedVersion(found: "a boolean")),
    (#"{"version": [4]}"#, .malformedVersion(found: "an array")),
    (#"{"version": {"is": 4}}"#, .malformedVersion(found: "an object")),
    (#"{"version": 4.5}"#, .malformedVersion(found: "a number that isn't an integer")),
  ])
  func `absent, too new, too old, unknown and malformed are distinguished`(
    text: String, reason: MigrationError.Reason
  ) throws {
    let error = try migrationError { try migrated(Numbered.self, text) }

    #expect(error.reason == reason)
  }

  @Test(arguments: [StoredFormat.xml, .binary])
  func `absent, too new, unknown and malformed are distinguished in property lists`(
    format: StoredFormat
  ) throws {
    func reason(_ json: String) throws -> MigrationError.Reason {
      let document = try format.document(json)
      return try migrationError { try format.decode(Numbered.self, from: document) }.reason
    }

    #expect(try reason("{}") == .missingVersion)
    #expect(try reason(#"{"version": null}"#) == .missingVersion)
    #expect(try reason(#"{"version": 5}"#) == .newerVersion(found: 5, newest: 4))
    #expect(try reason(#"{"version": 1}"#) == .olderVersion(found: 1, oldest: 2))
    #expect(try reason(#"{"version": 3}"#) == .unknownVersion(found: 3))
    #expect(try reason(#"{"version": "4"}"#) == .malformedVersion(found: "a string"))
    #expect(try reason(#"{"version": [4]}"#) == .malformedVersion(found: "an array"))
  }

  @Test(
    arguments: [
      ("true", "a boolean"), ("4.5", "a number that isn't an integer"),
      ("99999999999999999999", "a number that is too large"), ("{}", "an object"),
    ], [StoredFormat.json, .xml])
  func `a malformed version has the same description in JSON and in a property list`(
    version: (value: String, found: String), format: StoredFormat
  ) throws {
    let document = try format.document(#"{"version": \#(version.value)}"#)

    let error = try migrationError { try format.decode(Numbered.self, from: document) }

    #expect(error.reason == .malformedVersion(found: version.found))
  }

  @Test func `a version too large for any integer is not malformed`() throws {
    let error = try migrationError {
      try migrated(Numbered.self, #"{"version": 99999999999999999999}"#)
    }

    #expect(error.reason != .malformedVersion(found: "a number that isn't an integer"))
  }

  @Test func `invalid JSON is unreadable, not malformed`() throws {
    let error = try migrationError { try migrated(Numbered.self, #"{"version": 4"#) }

    #expect(error.reason == .unreadable)
  }

  @Test(arguments: [StoredFormat.xml, .binary])
  func `an invalid property list is unreadable`(format: StoredFormat) throws {
    let error = try migrationError {
      try format.decode(Numbered.self, from: Data("bplist00 but not really".utf8))
    }

    #expect(error.reason == .unreadable)
    #expect(error.documentType == "Numbered")
  }

  // MARK: - The order of strings

  struct NamedOldest: VersionedCodable {
    static let version = "1.2"
    typealias PreviousVersion = NothingOlder
  }

  struct Named: VersionedCodable, DefaultFillable {
    static let version = "1.9"
    typealias PreviousVersion = NamedOldest
  }

  @Test(arguments: [
    ("1.10", MigrationError.Reason.newerVersion(found: "1.10", newest: "1.9")),
    ("1.9.1", .newerVersion(found: "1.9.1", newest: "1.9")),
    ("1.9-beta", .unknownVersion(found: "1.9-beta")),
    ("1.10-beta", .newerVersion(found: "1.10-beta", newest: "1.9")),
    ("2", .newerVersion(found: "2", newest: "1.9")),
    ("1.5", .unknownVersion(found: "1.5")),
    ("1.1", .olderVersion(found: "1.1", oldest: "1.2")),
    ("1.2-rc", .olderVersion(found: "1.2-rc", oldest: "1.2")),
    ("1", .olderVersion(found: "1", oldest: "1.2")),
    ("", .olderVersion(found: "", oldest: "1.2")),
  ])
  func `strings are ordered as people read them`(
    version: String, reason: MigrationError.Reason
  ) throws {
    let error = try migrationError {
      try migrated(Named.self, #"{"version": "\#(version)"}"#)
    }

    #expect(error.reason == reason)
  }

  struct Dated: VersionedCodable {
    static let version = "2025-06"
    typealias PreviousVersion = NothingOlder
  }

  @Test(arguments: [
    ("2025-10", MigrationError.Reason.newerVersion(found: "2025-10", newest: "2025-06")),
    ("2025-06-15", .newerVersion(found: "2025-06-15", newest: "2025-06")),
    ("2026-01", .newerVersion(found: "2026-01", newest: "2025-06")),
    ("2025-05-31", .olderVersion(found: "2025-05-31", oldest: "2025-06")),
  ])
  func `dates are ordered as people read them`(
    version: String, reason: MigrationError.Reason
  ) throws {
    let error = try migrationError {
      try migrated(Dated.self, #"{"version": "\#(version)"}"#)
    }

    #expect(error.reason == reason)
  }

  // MARK: - Chains of both kinds

  struct Mixed: VersionedCodable, DefaultFillable {
    static let version = "2025-06"
    typealias PreviousVersion = Numbered
  }

  @Test(arguments: [
    (#""2025-07""#, MigrationError.Reason.newerVersion(found: "2025-07", newest: "2025-06")),
    ("1", .olderVersion(found: 1, oldest: 2)),
    ("5", .unknownVersion(found: 5)),
    (#""2025-01""#, .unknownVersion(found: "2025-01")),
  ])
  func `a version of either kind is compared with versions of its kind`(
    version: String, reason: MigrationError.Reason
  ) throws {
    let error = try migrationError {
      try migrated(Mixed.self, #"{"version": \#(version)}"#)
    }

    #expect(error.reason == reason)
  }

  // MARK: - Sniffing

  @Test(
    arguments: [
      (#"{"version": 2, "rest": [1, {"version": 9}]}"#, AnyVersion?.some(2)),
      (#"{"version": 99}"#, 99),
      (#"{"version": "other"}"#, "other"),
      (#"{}"#, nil),
      (#"{"version": null}"#, nil),
      ("[]", nil),
    ], StoredFormat.allCases)
  func `the version of a document is found without decoding it`(
    document: (text: String, version: AnyVersion?), format: StoredFormat
  ) throws {
    let data = try format.document(document.text)

    let found =
      format == .json
      ? try JSONDecoder().version(of: Numbered.self, in: data)
      : try PropertyListDecoder().version(of: Numbered.self, in: data)

    #expect(found == document.version)
  }

  // MARK: - The newest version

  @Test(arguments: [
    #"{"version":4}"#, #"{"a":{"version":2},"version":4}"#, #"{"\u0061":1,"version":4}"#,
    #"{"vers\u0069on":4}"#, #"{"version":4.0}"#, #"{"version":40e-1}"#,
    #"{"version":4,"version":2}"#,
    #"{"é":1,"version":4}"#,
  ])
  func `the newest version is found however it is written`(text: String) throws {
    var report = MigrationReport()
    _ = try JSONDecoder().decode(
      versioned: Numbered.self, from: Data(text.utf8), report: &report)

    #expect(report.versionFound == 4)
    #expect(throws: Never.self) { try migrated(Numbered.self, text) }
  }

  struct InFile: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct InColumn: VersionedCodable {
    static let version = 3
    static let versionLocation = VersionLocation.external
    typealias PreviousVersion = InFile
    var title: String
    init(from old: InFile) { title = old.title }
  }

  @Test func `the newest version does not count at an older version's location`() throws {
    let error = try migrationError {
      try migrated(InColumn.self, #"{"version":3,"title":"a"}"#)
    }

    #expect(error.reason == .unknownVersion(found: 3))
  }

  struct Bare: VersionedCodable {
    static let version: Int? = nil
    static let versionLocation = VersionLocation.external
    typealias PreviousVersion = NothingOlder
    var number: Int
    init(from decoder: any Decoder) throws {
      number = try decoder.singleValueContainer().decode(Int.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  struct Accented: VersionedCodable {
    static let version: Int? = 2
    static let versionLocation = VersionLocation.key("größe")
    typealias PreviousVersion = Bare
    var number: Int
    init(from old: Bare) { number = old.number }
  }

  @Test(arguments: [1, 2, 3])
  func `a number that is the whole document is not a version`(number: Int) throws {
    #expect(try migrated(Accented.self, "\(number)").number == number)
  }

  struct Deep: VersionedCodable {
    static let version = 2
    static let versionLocation = VersionLocation.path("about", "version")
    typealias PreviousVersion = NothingOlder
  }

  @Test(arguments: [#"{"version":2}"#, #"{"about":{"v":2},"version":2}"#, #"{"about":2}"#, "2"])
  func `a version counts only at the end of its path`(text: String) throws {
    let error = try migrationError { try migrated(Deep.self, text) }

    #expect(error.reason == .missingVersion)
  }

  struct BeforeMoved: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
  }

  struct Moved: VersionedCodable, DefaultFillable {
    static let version = 2
    static let versionLocation = VersionLocation.key("schema_version")
    typealias PreviousVersion = BeforeMoved
  }

  @Test func `a version in the place of an older type without one is unknown`() throws {
    let error = try migrationError { try migrated(Moved.self, #"{"version":"x"}"#) }

    #expect(error.reason == .unknownVersion(found: "x"))
    #expect("\(error)".contains("(Moved) has version 'x', which isn't one of the known versions."))
  }

  // MARK: - Types without a version

  struct Blank: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
  }

  /// A type with a field in the place of a version.
  struct Release: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var version: String
  }

  struct Stray: Sendable, CustomTestStringConvertible {
    let type: any VersionedCodable.Type
    let text: String
    let version: AnyVersion?

    var testDescription: String { "\(text) as \(type)" }
  }

  @Test(
    arguments: [
      Stray(type: Blank.self, text: #"{"version":7}"#, version: 7),
      Stray(type: Blank.self, text: #"{"version":"x"}"#, version: "x"),
      Stray(type: Blank.self, text: #"{"version":[1]}"#, version: nil),
      Stray(type: Blank.self, text: "{}", version: nil),
      Stray(type: Moved.self, text: #"{"version":"x"}"#, version: "x"),
      Stray(type: Moved.self, text: #"{"schema_version":2,"version":"x"}"#, version: 2),
      Stray(type: Moved.self, text: "{}", version: nil),
      Stray(type: Release.self, text: #"{"version":"1.0"}"#, version: nil),
      Stray(type: Release.self, text: #"{"version":7}"#, version: nil),
    ], StoredFormat.allCases)
  func `the version of a document is the one that decoding finds`(
    stray: Stray, format: StoredFormat
  ) throws {
    let document = try format.document(stray.text)
    var report = MigrationReport()

    let version: AnyVersion? =
      switch format {
      case .json: try JSONDecoder().version(of: stray.type, in: document)
      case .xml, .binary: try PropertyListDecoder().version(of: stray.type, in: document)
      }
    do {
      _ = try format.decode(stray.type, from: document, report: &report)
      #expect(report.versionFound == stray.version ?? .unversioned)
    } catch let error as MigrationError {
      switch error.reason {
      case .newerVersion(let found, _), .unknownVersion(let found):
        #expect(found == stray.version)
      default: #expect(error.reason == .undecodable(version: .unversioned) && stray.version == nil)
      }
    }

    #expect(version == stray.version)
  }

  /// The first version, without a version in its documents, which declares a field that later ones don't have.
  struct PaintV1: VersionedCodable, DefaultFillable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var name = ""
    var color = ""
  }

  struct Paint: VersionedCodable, DefaultFillable {
    static let version = 2
    static let versionLocation = VersionLocation.key("schema_version")
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = PaintV1
    var name = ""
  }

  @Test(arguments: StoredFormat.allCases)
  func `what only the type without a version asks for isn't read from a newer document`(
    format: StoredFormat
  ) throws {
    let document = try format.document(#"{"version":3,"name":"x","color":"red"}"#)
    var report = MigrationReport()

    let paint = try format.decode(Paint.self, from: document, report: &report)

    #expect(paint.name == "x")
    #expect(report.versionFound == 3)
    // The newest type has its version elsewhere.
    #expect(Set(report.unknownFieldsDropped) == ["version", "color"])
    #expect(report.carryOverDropped == [])
  }

  @Test
  func `what only the type without a version asks for isn't read by another library's decoder`()
    throws
  {
    let text = "(version: 3 name: \"x\" color: \"red\")"
    var report = MigrationReport()

    _ = try ForeignTextDecoder().decode(versioned: Paint.self, from: text, report: &report)

    #expect(Set(report.unknownFieldsDropped) == ["version", "color"])
  }

  @Test(arguments: ["1e400", "-1e400", "1e30", "12345678901234567890"])
  func `a number that is too large for a version is called that`(number: String) throws {
    let error = try migrationError { try migrated(Numbered.self, #"{"version":\#(number)}"#) }

    #expect(error.reason == .malformedVersion(found: "a number that is too large"))
  }

  @Test(arguments: ["1.5", "1e-400"])
  func `a fraction is no version`(number: String) throws {
    let error = try migrationError { try migrated(Numbered.self, #"{"version":\#(number)}"#) }

    #expect(error.reason == .malformedVersion(found: "a number that isn't an integer"))
  }

  @Test func `finding the version throws if something else is in its place`() throws {
    let error = try migrationError {
      try JSONDecoder().version(of: Numbered.self, in: Data(#"{"version": {}}"#.utf8)) as Any
    }

    #expect(error.reason == .malformedVersion(found: "an object"))
  }

  // MARK: - Nulls

  struct RowWithoutVersion: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var size: Int
  }

  struct Row: VersionedCodable {
    static let version = 2
    var size: Int
    init(from old: RowWithoutVersion) throws { size = old.size }
  }

  struct MovedRow: VersionedCodable {
    static let version = 3
    static let versionLocation = VersionLocation.key("v")
    var size: Int
    init(from old: Row) throws { size = old.size }
  }

  struct DeepRowWithoutVersion: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var size: Int
  }

  struct DeepRow: VersionedCodable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "version")
    var size: Int
    init(from old: DeepRowWithoutVersion) throws { size = old.size }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a null in place of a version isn't lost`(format: StoredFormat) throws {
    func lost<Document: VersionedCodable>(
      of type: Document.Type, in json: String
    ) throws -> [String] {
      var report = MigrationReport()
      _ = try format.decode(type, from: format.document(json), report: &report)
      return report.lostFields.map(\.description)
    }

    #expect(try lost(of: Row.self, in: #"{"size": 1, "version": null}"#) == [])
    #expect(try lost(of: Row.self, in: #"{"size": 1, "versions": null}"#) == ["versions"])
    #expect(try lost(of: Row.self, in: #"{"size": 1, "version": 2, "v": null}"#) == ["v"])
    #expect(try lost(of: MovedRow.self, in: #"{"size": 1, "version": 2, "v": null}"#) == [])
    #expect(try lost(of: MovedRow.self, in: #"{"size": 1, "v": 3, "version": null}"#) == [])
    #expect(try lost(of: DeepRow.self, in: #"{"size": 1, "meta": {"version": null}}"#) == [])
    #expect(try lost(of: DeepRow.self, in: #"{"size": 1, "meta": {"title": "t"}}"#) == ["meta"])
  }
}
