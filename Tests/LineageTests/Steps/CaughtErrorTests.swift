import Foundation
import Lineage
import Testing

/// Reports of types that catch an error and go on.
struct CaughtErrorTests {
  struct Size: DefaultFillable {
    var width = 1
    var height = 2
    var unit = "cm"
  }

  struct SizeByFields: FieldCodable {
    var width = 1
    var height = 2
    var unit = "cm"

    enum CodingKeys: String, CodingKey, CaseIterable { case width, height, unit }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.fill(&width, at: 0)
      try fields.fill(&height, at: 1)
      try fields.fill(&unit, at: 2)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(width, at: 0)
      try fields.write(height, at: 1)
      try fields.write(unit, at: 2)
    }
  }

  struct LabelV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unit: Int
    var note: String?
    var unknownFields = UnknownFields()
  }

  struct Label: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = LabelV1
    var unit = "cm"
    var width = 1
  }

  /// Decodes a value in several ways, and has none if that fails.
  struct Attempt<Value: Codable>: DefaultFillable {
    var title = "untitled"
    var value: Value?

    enum CodingKeys: CodingKey { case value, title }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = try? container.decode(Value.self, forKey: .value)
      _ = try? container.decodeIfPresent(Value.self, forKey: .value)
      _ = try? container.superDecoder(forKey: .value).singleValueContainer().decode(Value.self)
      title = try container.decode(String.self, forKey: .title)
    }
  }

  struct Attempted: CustomTestStringConvertible {
    let testDescription: String
    let report: @Sendable (String) throws -> MigrationReport

    init<Value: Codable & SendableMetatype>(_ type: Value.Type) {
      testDescription = "\(type)"
      report = { try CaughtErrorTests.report(of: Attempt<Value>.self, $0) }
    }
  }

  private static func report<Value: Decodable>(
    of type: Value.Type, _ json: String
  ) throws -> MigrationReport {
    var report = MigrationReport()
    _ = try JSONDecoder().decode(unversioned: type, from: Data(json.utf8), report: &report)
    return report
  }

  static let attempts = [
    (Attempted(Size.self), #"{"unit":1}"#),
    (Attempted(SizeByFields.self), #"{"unit":1}"#),
    (Attempted([Size].self), #"[{},{"unit":1}]"#),
    (Attempted([SizeByFields].self), #"[{},{"unit":1}]"#),
    (Attempted([String: Size].self), #"{"a":{},"b":{"unit":1}}"#),
    (Attempted([[Size?]].self), #"[[{},null],[{"unit":1}]]"#),
    (Attempted(Label.self), #"{"version":1,"unit":1,"note":null,"x":2}"#),
  ]

  @Test(arguments: attempts)
  func `a report has nothing of an attempt that failed`(
    attempted: Attempted, json: String
  ) throws {
    let report = try attempted.report(#"{"value":\#(json)}"#)

    #expect(report.filled == [.init(path: "title")])
    #expect(report.nestedMigrations == [])
    #expect(report.nullsDropped == [])
    #expect(report.unknownFieldsKept == [])
  }

  @Test func `a report of a failed call has what was recorded before the error`() throws {
    struct Sizes: Decodable {
      var all: [Size]
    }
    var report = MigrationReport()

    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(
        unversioned: Sizes.self, from: Data(#"{"all":[{"unit":"m"},{"unit":1}]}"#.utf8),
        report: &report)
    }

    #expect(
      report.filled == [
        .init(path: "all[0].width"), .init(path: "all[0].height"), .init(path: "all[1].width"),
        .init(path: "all[1].height"),
      ])
  }

  // MARK: - Without a version

  struct Draft: VersionedCodable, DefaultFillable {
    static let version: Int? = nil
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder

    var a = 0
    var b = 1
    var unknownFields = UnknownFields()
  }

  @Test(arguments: StoredFormat.allCases)
  func `a newer document of a type without a version is reported once`(
    format: StoredFormat
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      Draft.self, from: format.document(#"{"version":3,"a":1,"x":2}"#), report: &report)

    #expect(report.filled == [.init(path: "b")])
    #expect(report.unknownFieldsKept == ["x"])
    #expect(report.unknownFieldsDropped == [])
  }
}
