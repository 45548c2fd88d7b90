import Foundation
import Lineage

/// The errors in `Docs/Errors.md`, produced as in a program.
enum ErrorExamples {
  static let messages: [String] = examples.map { example in
    do {
      try example()
      return "No error at all."
    } catch {
      return "\(error)"
    }
  }

  private static func open<Document: VersionedCodable>(
    _ type: Document.Type, _ json: String
  ) throws {
    _ = try JSONDecoder().decode(versioned: type, from: Data(json.utf8))
  }

  private static let examples: [@Sendable () throws -> Void] = [
    { try open(Poem.self, #"{"version":7}"#) },
    {
      let json = #"{"poems":[{"author":"Bashō","lines":[],"version":2},{"version":7}]}"#
      _ = try JSONDecoder().decode(unversioned: [String: [Poem]].self, from: Data(json.utf8))
    },
    { try open(Poem.self, #"{"version":0}"#) },
    { try open(Release.self, #"{"version":"2025-03"}"#) },
    { try open(Poem.self, #"{"author":"Bashō"}"#) },
    { try open(Poem.self, #"{"version":[2]}"#) },
    { try open(Poem.self, #"{"author":"Bashō","lines":["old pond",7],"version":2}"#) },
    { try open(Poem.self, #"{"author":"Bashō","version":2}"#) },
    { try open(Settings.self, #"{"version":2}"#) },
    {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      let json = #"{"user_name":"ada","userName":"eva","version":1}"#
      _ = try decoder.decode(versioned: Visitor.self, from: Data(json.utf8))
    },
    { try open(Poem.self, #"{"author":"Bashō","lines":["old pond""#) },
    { try open(Release.self, #"{"version":"2024-12","date":"soon"}"#) },
    { try open(Counter.self, #"{"count":"three","version":1}"#) },
    { try open(Meter.self, #"{"count":"three","version":1}"#) },
    { try open(Sheet.self, #"{"text":"a","color":"red","version":1}"#) },
    { try open(Page.self, #"{"text":"a","color":"red","version":1}"#) },
    { try open(Gauge.self, #"{"count":"three","version":1}"#) },
    { try open(Dial.self, #"{"count":"three","version":1}"#) },
    { _ = try JSONEncoder().encode(versioned: Names(names: ["Bashō"])) },
    { _ = try JSONEncoder().encode(versioned: Chapter(version: "draft")) },
    { _ = try JSONEncoder().encode(versioned: Counter(), as: CounterV1.self) },
    { _ = try JSONEncoder().encode(versioned: Counter(), as: PoemV1.self) },
    { _ = try JSONEncoder().encode(versioned: Tally(), as: TallyV1.self) },
    { try open(Twin.self, #"{"version":1}"#) },
    { try open(Restless.self, #"{"version":1}"#) },
    { try open(Shelf.self, #"{"version":1}"#) },
    { _ = try JSONDecoder().decode(unversioned: Block.self, from: Data(#"{"type":"text"}"#.utf8)) },
  ]
}

private struct FirstRelease: VersionedCodable {
  static let version = "2024-12"
  typealias PreviousVersion = NothingOlder
  var date: String
}

private struct Release: VersionedCodable {
  static let version = "2025-06"
  var date: Date

  struct BadDate: Error {}
}

extension Release {
  init(from old: FirstRelease) throws {
    guard let date = try? Date(old.date, strategy: .iso8601) else { throw BadDate() }
    self.date = date
  }
}

private struct CounterV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var count: String
}

private struct Counter: VersionedCodable, DefaultFillable {
  static let version = 2
  typealias PreviousVersion = CounterV1
  var count = 0
}

private struct Meter: VersionedCodable {
  static let version = 2
  var count: String
  var unit: String
}

extension Meter {
  init(from old: CounterV1) throws { try self.init(carryingOver: old) }
}

private struct Gauge: VersionedCodable {
  static let version = 2
  var value: String
}

extension Gauge {
  init(from old: CounterV1) throws {
    try self.init(carryingOver: old) { $0.rename("conut", to: CodingKeys.value) }
  }
}

private struct Dial: VersionedCodable {
  static let version = 2
  var count: String
  var unit: String
}

extension Dial {
  init(from old: CounterV1) throws {
    try self.init(carryingOver: old) { try $0.set("km/h", for: "unti") }
  }
}

private struct PageV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var text: String
  var unknownFields = UnknownFields()
}

private struct Page: VersionedCodable {
  static let version = 2
  var text: String
  var color = "white"
  var unknownFields = UnknownFields()
}

extension Page {
  init(from old: PageV1) throws {
    text = old.text
    unknownFields = old.unknownFields
  }
}

private struct Sheet: VersionedCodable, DefaultFillable {
  static let version = 2
  typealias PreviousVersion = PageV1
  var text = ""
  var color = 0
}

private struct Names: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var names: [String]

  init(names: [String]) {
    self.names = names
  }

  init(from decoder: any Decoder) throws {
    names = try decoder.singleValueContainer().decode([String].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(names)
  }
}

private struct Chapter: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var version: String
}

private struct Twin: VersionedCodable, DefaultFillable {
  static let version = 1
  typealias PreviousVersion = OtherTwin
}

private struct OtherTwin: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
}

private struct Visitor: VersionedCodable, DefaultFillable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var userName = ""
  var unknownFields = UnknownFields()
}

private struct Shelf: VersionedCodable, DefaultFillable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var title = ""
  var unknownFields = UnknownFields()

  enum CodingKeys: CodingKey { case title }
}

private enum Block: OpenUnion {
  case text(String)
  case code(String)

  static let tagKey = "type"
  static let payloads: [Payload] = [
    Payload("text", text) { if case .text(let it) = $0 { it } else { nil } },
    Payload("text", code) { if case .code(let it) = $0 { it } else { nil } },
  ]
}

private struct Restless: VersionedCodable, DefaultFillable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var ratio = Ratio()

  struct Ratio: Codable {
    struct NotForWriting: Error {}

    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws { throw NotForWriting() }
  }
}

private struct TallyV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var count: Int8
}

private struct Tally: Downgradable, DefaultFillable {
  static let version = 2
  var count = 1_000

  struct TooLarge: Error {}
}

extension Tally {
  init(from old: TallyV1) throws {
    count = Int(old.count)
  }

  func downgraded() throws -> TallyV1 {
    guard let count = Int8(exactly: count) else { throw TooLarge() }
    return TallyV1(count: count)
  }
}
