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

  /// An object that decodes some of the objects inside it with `try?`, and may fail when it has decoded them.
  struct Trial: DefaultFillable {
    var start = 1
    var end = 2

    enum CodingKeys: CodingKey { case start, tried, held, triedLast, fails, end }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      start = try container.decode(Int.self, forKey: .start)
      _ = try? container.decode(Trial.self, forKey: .tried)
      _ = container.contains(.held) ? try container.decode([Trial].self, forKey: .held) : []
      _ = try? container.decode(Trial.self, forKey: .triedLast)
      if container.contains(.fails) { _ = try container.decode(Int.self, forKey: .fails) }
      end = try container.decode(Int.self, forKey: .end)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(start, forKey: .start)
      try container.encode(end, forKey: .end)
    }
  }

  /// The JSON of a random `Trial`, with the fields that are filled while it is decoded.
  struct RandomTrial {
    var json = ""
    var filled: [String] = []
    var fails = false

    init(_ depth: Int, at path: String = "", _ random: inout JSONRandom) {
      var members: [String] = []
      func chance(_ odds: Int) -> Bool { Int.random(in: 0..<odds, using: &random) == 0 }
      /// A field with a default, which isn't decoded if something before it has failed.
      func field(_ name: String) {
        if chance(2) {
          members.append(#""\#(name)":0"#)
        } else if !fails {
          filled.append(path + name)
        }
      }
      func inside(_ name: String, isTried: Bool) -> String {
        let inside = RandomTrial(depth - 1, at: "\(path)\(name).", &random)
        if !fails && !(inside.fails && isTried) {
          filled += inside.filled
          fails = inside.fails
        }
        return inside.json
      }
      func tried(_ name: String) {
        if depth > 0, chance(2) { members.append(#""\#(name)":\#(inside(name, isTried: true))"#) }
      }

      field("start")
      tried("tried")
      if depth > 0, chance(2) {
        let held = (0..<3).map { inside("held[\($0)]", isTried: false) }
        members.append(#""held":[\#(held.joined(separator: ","))]"#)
      }
      tried("triedLast")
      if chance(6) {
        members.append(#""fails":"no""#)
        fails = true
      }
      field("end")
      json = "{\(members.joined(separator: ","))}"
    }
  }

  @Test func `attempts inside attempts leave what those have recorded that didn't fail`() throws {
    var random = JSONRandom(seed: 1)
    for _ in 0..<JSONRandom.count(500) {
      let trial = RandomTrial(4, at: "tried.", &random)

      let report = try Self.report(of: Trial.self, #"{"start":0,"tried":\#(trial.json),"end":0}"#)

      let filled = report.filled.map { "\($0.path)" }
      #expect(filled == (trial.fails ? [] : trial.filled), "\(trial.json)")
    }
  }

  @Test func `a newer value that a failed attempt has read, too, is reported once`() throws {
    struct Stamp: VersionedCodable {
      static let version = 1
      static let newerVersions = NewerVersionPolicy.readAsNewest
      typealias PreviousVersion = NothingOlder
    }
    struct Stamped: Codable { var stamp: Stamp }
    struct Posted: Codable {
      var stamp: Stamp
      var country: String
    }
    struct Letter: Decodable {
      var posted: Posted?
      var stamped: Stamped

      enum CodingKeys: CodingKey { case envelope }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        posted = try? container.decode(Posted.self, forKey: .envelope)
        stamped = try container.decode(Stamped.self, forKey: .envelope)
      }
    }

    let report = try Self.report(of: Letter.self, #"{"envelope":{"stamp":{"version":2}}}"#)

    #expect(report.newerValuesRead.map { "\($0.path)" } == ["envelope.stamp"])
  }

  @Test func `a report of a failed call has what was recorded before the error`() throws {
    struct Sizes: Decodable {
      var all: [Size]
    }
    var report = MigrationReport()

    let error = try migrationError {
      try JSONDecoder().decode(
        unversioned: Sizes.self, from: Data(#"{"all":[{"unit":"m"},{"unit":1}]}"#.utf8),
        report: &report)
    }

    #expect(error.path == "all[1].unit")
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
