import Foundation
import Lineage
import Testing

/// Rejected values are preserved when fields are carried over.
struct RejectedValuesInStepsTests {
  struct Raw: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var length: DocumentValue?
  }

  struct Typed: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 2
    @Lenient var size = 1

    init() {}
    init(from old: Raw) throws {
      try self.init(carryingOver: old) { $0.rename("length", to: "size") }
    }

    func downgraded() throws -> Raw {
      try Raw(carryingOver: self) { $0.rename("size", to: "length") }
    }
  }

  @Test func `a rejected value that a downgrade renames isn't lost`() throws {
    var report = MigrationReport()
    let value = try JSONDecoder().decode(
      versioned: Typed.self, from: Data(#"{"size":"large","version":2}"#.utf8), report: &report)

    let older = try JSONEncoder().encode(versioned: value, as: Raw.self, report: &report)

    #expect(String(decoding: older, as: UTF8.self) == #"{"length":"large","version":1}"#)
    #expect(report.rejected == ["size"])
    #expect(report.rejectedDropped == [])
  }

  struct SongV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct Song: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = SongV1
    var title = ""
    var plays = 0
  }

  struct ListV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var size = 1
    @Lenient var speed = 1
    @LenientElements var songs: [SongV1] = []
    @LenientElements var numbers: [Int] = []
    @LenientValues var ratings: [String: Int] = [:]
    @LenientValues var byName: [String: SongV1] = [:]
  }

  /// Some fields keep their types, others don't.
  struct ListV2: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = ListV1
    @Lenient var size = 2
    @Lenient var speed = 2.0
    @LenientElements var songs: [Song] = []
    @LenientElements var numbers: [Double] = []
    @LenientValues var ratings: [String: Double] = [:]
    @LenientValues var byName: [String: Song] = [:]
  }

  struct List: VersionedCodable, DefaultFillable {
    static let version = 3
    @Lenient var size = 3
    @Lenient var tempo = 3.0
    @LenientElements var tracks: [Song] = []
    @LenientElements var numbers: [Double] = []
    @LenientValues var ratings: [String: Double] = [:]
    @LenientValues var byName: [String: Song] = [:]
  }

  static let list: DocumentValue = [
    "version": 1, "size": "big", "speed": ["fast"],
    "songs": [
      ["version": 1, "title": "a"], ["version": 1, "name": "b"], 5,
      ["version": 2, "title": "c", "plays": 3],
    ],
    "numbers": [1, "two", 3],
    "ratings": ["a": 1, "b": [2]],
    "byName": ["a": ["version": 1, "title": "a"], "b": "c"],
  ]

  @Test(arguments: FutureFormat.allCases)
  func `rejected values survive each kind of carry-over`(format: FutureFormat) throws {
    var report = MigrationReport()

    let list = try format.read(List.self, Self.list, report: &report)
    let saved = try format.write(list)

    #expect(list.size == 1)
    #expect(list.numbers == [1, 3])
    #expect(list.tracks == [Song(title: "a"), Song(title: "c", plays: 3)])
    #expect(
      saved == [
        "version": 3, "size": "big", "tempo": ["fast"],
        "tracks": [
          ["version": 2, "title": "a", "plays": 0], ["version": 1, "name": "b"], 5,
          ["version": 2, "title": "c", "plays": 3],
        ],
        "numbers": [1, "two", 3],
        "ratings": ["a": 1, "b": [2]],
        "byName": ["a": ["version": 2, "title": "a", "plays": 0], "b": "c"],
      ])
    #expect(
      Set(report.rejected).isSuperset(of: [
        "size", "speed", "songs[1]", "songs[2]", "numbers[1]", "ratings.b", "byName.b",
      ]))
  }

  @Test(arguments: FutureFormat.allCases)
  func `each rejected value is reported once, with its path in the document`(
    format: FutureFormat
  ) throws {
    var report = MigrationReport()

    _ = try format.read(ListV2.self, Self.list, report: &report)

    #expect(
      report.rejected.sorted { "\($0)" < "\($1)" } == [
        "byName.b", "numbers[1]", "ratings.b", "size", "songs[1]", "songs[2]", "speed",
      ])
  }

  struct DeskV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var lamp: Lamp
  }

  struct Lamp: Codable {
    @LenientElements var watts: [Int]
  }

  /// Writes its lamp, unless that fails.
  struct Desk: VersionedCodable {
    static let version = 2
    var lamp: Lamp
    var fails: Bool

    struct Fragile: Encodable {
      let desk: Desk

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(desk.lamp)
        if desk.fails { throw CancellationError() }
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try? container.encode(Fragile(desk: self), forKey: .lamp)
      try container.encode(fails, forKey: .fails)
    }
  }

  @Test(arguments: [true, false])
  func `a rejected value that could not be encoded is reported as dropped`(fails: Bool) throws {
    var report = MigrationReport()
    let decoder = JSONDecoder()
    if let key = Desk.failingKey { decoder.userInfo[key] = fails }

    _ = try decoder.decode(
      versioned: Desk.self, from: Data(#"{"version":1,"lamp":{"watts":["x"]}}"#.utf8),
      report: &report)

    #expect(report.rejectedDropped == (fails ? ["lamp.watts[0]"] : []))
  }
}

extension RejectedValuesInStepsTests.List {
  init(from old: RejectedValuesInStepsTests.ListV2) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("speed", to: "tempo")
      fields.rename("songs", to: "tracks")
    }
  }
}

extension RejectedValuesInStepsTests.Desk {
  static let failingKey = CodingUserInfoKey(rawValue: "fails")

  init(from old: RejectedValuesInStepsTests.DeskV1, in context: MigrationContext) throws {
    lamp = old.lamp
    fails = Self.failingKey.flatMap { context.userInfo[$0] as? Bool } ?? false
  }
}
