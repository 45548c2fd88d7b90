import Foundation
import Lineage
import Testing

/// Rejected values in steps that transform the valid ones.
struct CarriedRejectionTests {
  struct SongV1: Codable {
    var name: String
  }

  struct Song: Codable {
    var title: String

    init(title: String) { self.title = title }
    init(from old: SongV1) { title = old.name }
  }

  struct ListV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @LenientElements var songs: [SongV1] = []
    @LenientValues var counts: [String: Int] = [:]
    @Lenient var seconds = 30
  }

  /// Keeps all values.
  struct List: VersionedCodable, DefaultFillable {
    static let version = 2
    @LenientElements var songs: [Song] = []
    @LenientValues var counts: [String: String] = [:]
    @Lenient var duration = "PT30S"
  }

  /// Keeps only the valid values.
  struct LosingList: VersionedCodable, DefaultFillable {
    static let version = 2
    @LenientElements var songs: [Song] = []
    @LenientValues var counts: [String: String] = [:]
    @Lenient var duration = "PT30S"
  }

  static let document: DocumentValue = [
    "version": 1, "songs": [5, ["name": "A"], ["x": .null], ["name": "B"], "end"],
    "counts": ["a": 1, "b": "many", "c": "many"], "seconds": ["long"],
  ]

  @Test(arguments: FutureFormat.allCases)
  func `a step keeps rejected values in their positions`(format: FutureFormat) throws {
    var report = MigrationReport()
    let list = try format.read(List.self, Self.document, report: &report)

    let saved = try format.write(list)

    #expect(list.songs.map(\.title) == ["A", "B"])
    #expect(list.duration == "PT30S")
    #expect(
      saved == [
        "version": 2, "songs": [5, ["title": "A"], ["x": .null], ["title": "B"], "end"],
        "counts": ["a": "1", "b": "many", "c": "many"], "duration": ["long"],
      ])
    #expect(
      Set(report.rejected) == [
        "songs[0]", "songs[2]", "songs[4]", "counts.b", "counts.c", "seconds",
      ])
    #expect(report.rejectedDropped == [])
  }

  @Test(arguments: FutureFormat.allCases)
  func `rejected values that a step drops are reported`(
    format: FutureFormat
  ) throws {
    var report = MigrationReport()
    _ = try format.read(LosingList.self, Self.document, report: &report)

    #expect(
      Set(report.rejectedDropped) == [
        "songs[0]", "songs[2]", "songs[4]", "counts.b", "counts.c", "seconds",
      ])
    #expect(report.description.contains("dropped songs[2] (rejected)"))
  }

  struct Shelf: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var lists: [LosingList] = []
    var kept: [List] = []
  }

  @Test func `nested rejected values that are lost are reported with their paths`() throws {
    let list = #"{"songs":[{"name":"A"},5],"version":1}"#

    let report = try Future.report(
      reading: Shelf.self, #"{"kept":[\#(list)],"lists":[\#(list)],"version":1}"#)

    #expect(report.rejectedDropped == ["lists[0].songs[1]"])
  }

  // MARK: - Carried over by name

  struct Renamed: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = ListV1
    @LenientElements var songs: [SongV1] = []
    @LenientValues var counts: [String: Int] = [:]
    @Lenient var seconds = 30
    var note = ""
  }

  /// Has fewer fields, and accepts more values.
  struct Changed: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = ListV1
    @LenientElements var songs: [DocumentValue] = []
    @Lenient var seconds: [String] = []
  }

  @Test func `rejected values that are carried over by name are not lost`() throws {
    let json = try Future.text(Self.document)

    let report = try Future.report(reading: Renamed.self, json)

    #expect(report.rejected.count == 6)
    #expect(report.rejectedDropped == [])
  }

  @Test
  func `accepted values are not lost, but those of a dropped field are`()
    throws
  {
    let json = try Future.text(Self.document)

    let changed = try Future.read(Changed.self, json)
    let report = try Future.report(reading: Changed.self, json)

    #expect(changed.songs.count == 5)
    #expect(changed.seconds == ["long"])
    #expect(Set(report.rejectedDropped) == ["counts.b", "counts.c"])
  }

  /// Has no defaults, so it can't read a rejected value.
  struct Unfilled: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = ListV1
    @LenientElements var songs: [SongV1] = []
    @LenientValues var counts: [String: Int] = [:]
    @Lenient var seconds: Int

    init(from old: ListV1) throws { try self.init(carryingOver: old) }
  }

  struct UnfilledOptional: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = OptionalV1
    var seconds: Lenient<Int>?

    init(from old: OptionalV1) throws { try self.init(carryingOver: old) }
  }

  struct OptionalV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var seconds: Lenient<Int>? = Lenient(wrappedValue: 30)
  }

  @Test(arguments: FutureFormat.allCases)
  func `a rejected value isn't carried over to a type that couldn't read it again`(
    format: FutureFormat
  ) throws {
    let readable = try format.read(
      Unfilled.self, ["version": 1, "songs": [5], "counts": ["a": "b"], "seconds": 5])
    #expect(try format.read(Unfilled.self, format.write(readable)).seconds == 5)

    let document: DocumentValue = ["version": 1, "seconds": ["long"]]
    func check<Value: VersionedCodable>(_ type: Value.Type) throws {
      let error = try #require(throws: MigrationError.self) { try format.read(type, document) }
      guard case .carryOverFailed = error.reason else { throw error }
      #expect(error.path == "seconds")
      let text = "\(error)".replacing("\(Value.PreviousVersion.self)", with: "Old")
      #expect(
        text.replacing("\(type)", with: "New") == """
          Old has rejected the value of a field. New couldn't read it again, so it can't be carried over. At seconds: \
          Expected a number, found an array. @Lenient has nothing to replace it with, because the type that has the \
          property is neither DefaultFillable nor ZeroFillable. Make New DefaultFillable, or set the field. In the \
          step, New.init(from: Old), call try self.init(carryingOver: old) { fields in try fields.set(…, for: …) }. \
          Known versions: '2' (New), '1' (Old).
          """)
    }
    try check(Unfilled.self)
    try check(UnfilledOptional.self)
  }

  /// Has another type for a field, and no defaults.
  struct OtherType: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = ListV1
    @Lenient var seconds: [String]

    init(from old: ListV1) throws { try self.init(carryingOver: old) }
  }

  @Test(arguments: FutureFormat.allCases)
  func `an error about a valid value of another type doesn't say that it was rejected`(
    format: FutureFormat
  ) throws {
    let error = try #require(throws: MigrationError.self) {
      try format.read(OtherType.self, ["version": 1, "seconds": 5])
    }
    #expect(
      "\(error)".hasPrefix(
        "A field of ListV1 has another type in OtherType, so it can't be carried over by name."))
  }

  // MARK: - Back to an older version

  @Test func `an older version is encoded with the rejected values`() throws {
    let list = try Future.read(List.self, try Future.text(Self.document))

    let saved = try Future.value(Future.write(list, as: ListV1.self))

    #expect(saved == Self.document)
  }

  // MARK: - Positions

  struct Numbers: Codable {
    @LenientElements var all: [Int] = []
  }

  static let places: [(json: String, drop: Set<Int>, expected: String)] = [
    (#"["a",1,"b","c",2,3,"d"]"#, [], #"["a",10,"b","c",20,30,"d"]"#),
    (#"["a",1,"b","c",2,3,"d"]"#, [1], #"["a","b","c",20,30,"d"]"#),
    (#"["a",1,"b","c",2,3,"d"]"#, [2], #"["a",10,"b","c",30,"d"]"#),
    (#"["a",1,"b","c",2,3,"d"]"#, [1, 2, 3], #"["a","b","c","d"]"#),
    (#"[]"#, [], "[]"), (#"["a"]"#, [], #"["a"]"#), (#"[1]"#, [1], "[]"),
  ]

  @Test(arguments: places)
  func `rejected elements keep their positions among the remaining ones`(
    json: String, drop: Set<Int>, expected: String
  ) throws {
    let numbers = try JSONDecoder().decode(
      unversioned: Numbers.self, from: Data(#"{"all":\#(json)}"#.utf8))
    var mapped = Numbers()

    mapped.$all = numbers.$all.compactMap { drop.contains($0) ? nil : $0 * 10 }

    #expect(try Future.text(mapped) == #"{"all":\#(expected)}"#)
  }

  @Test func `removing transformed nil values keeps the rejected ones`() throws {
    let list = try Future.read(ListV1.self, #"{"counts":{"a":1,"b":"x","c":2},"version":1}"#)

    let mapped = list.$counts.compactMapValues { $0 == 1 ? nil : $0 }

    #expect(mapped.wrappedValue == ["c": 2])
    #expect(mapped.rejected == ["b": "x"])
  }

  @Test func `an error of the transform is rethrown`() throws {
    struct Failure: Error {}
    let list = try Future.read(ListV1.self, Future.text(Self.document))

    #expect(throws: Failure.self) {
      _ = try list.$songs.map { _ in throw Failure() } as LenientElements<Int>
    }
    #expect(throws: Failure.self) {
      _ = try list.$counts.mapValues { _ in throw Failure() } as LenientValues<Int>
    }
    #expect(throws: Failure.self) {
      _ = try list.$seconds.map { _ in throw Failure() } as Lenient<Int>
    }
  }

  // MARK: - With a version inside

  struct Meta: Codable, Equatable {
    var x = 1
  }

  struct TaggedV1: VersionedCodable, DefaultFillable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = NothingOlder
    @Lenient var meta = Meta()
    var a = 1
  }

  struct Tagged: VersionedCodable, DefaultFillable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = TaggedV1
    @Lenient var meta = Meta()
    var a = 1
  }

  struct EntriesV1: VersionedCodable, DefaultFillable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "v", "schema")
    typealias PreviousVersion = NothingOlder
    @LenientValues var meta: [String: Meta] = [:]
  }

  struct Entries: VersionedCodable, DefaultFillable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "v", "schema")
    typealias PreviousVersion = EntriesV1
    @LenientValues var meta: [String: Meta] = [:]
  }

  @Test(arguments: FutureFormat.allCases)
  func `a rejected value with the version inside gets the version of the next type`(
    format: FutureFormat
  ) throws {
    func tagged(_ version: DocumentValue) -> DocumentValue {
      ["meta": ["schema": version, "x": "bad"], "a": 2]
    }
    func entries(_ version: DocumentValue) -> DocumentValue {
      ["meta": ["v": ["schema": version, "x": "bad"], "w": ["x": 5], "z": 1]]
    }
    var report = MigrationReport()
    let value = try format.read(Tagged.self, tagged(1), report: &report)

    #expect(value.$meta.rejected == ["x": "bad"])
    #expect(report.rejected == ["meta"])
    #expect(report.lostFields == [])
    #expect(try format.write(value) == tagged(2))
    #expect(try format.saved(tagged(2), by: Tagged.self) == tagged(2))

    let dictionary = try format.read(Entries.self, entries(1), report: &report)
    #expect(Set(report.rejected) == ["meta.v", "meta.z"])
    #expect(report.lostFields == [])
    #expect(try format.write(dictionary) == entries(2))
    #expect(try format.saved(entries(2), by: Entries.self) == entries(2))
  }

  struct Untagged: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var meta = Meta()
  }

  struct TaggedLater: VersionedCodable, DefaultFillable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = Untagged
    @Lenient var meta = Meta()
  }

  @Test func `data in the place of the next version stays in a rejected value`() throws {
    let value = try Future.read(
      TaggedLater.self, #"{"meta":{"schema":"mine","x":"bad"},"version":1}"#)

    #expect(value.$meta.rejected == ["schema": "mine", "x": "bad"])
    #expect(throws: MigrationError.self) { try Future.write(value) }
  }
}

extension CarriedRejectionTests.List: Downgradable {
  init(from old: CarriedRejectionTests.ListV1) throws {
    self.init()
    _songs = old.$songs.map(CarriedRejectionTests.Song.init(from:))
    _counts = old.$counts.mapValues { "\($0)" }
    _duration = old.$seconds.map { "PT\($0)S" }
  }

  func downgraded() throws -> CarriedRejectionTests.ListV1 {
    var old = CarriedRejectionTests.ListV1()
    old.$songs = $songs.map { CarriedRejectionTests.SongV1(name: $0.title) }
    old.$counts = $counts.compactMapValues { Int($0) }
    old.$seconds = $duration.map { Int($0.filter(\.isNumber)) ?? 0 }
    return old
  }
}

extension CarriedRejectionTests.LosingList {
  init(from old: CarriedRejectionTests.ListV1) throws {
    self.init()
    songs = old.songs.map(CarriedRejectionTests.Song.init(from:))
    counts = old.counts.mapValues { "\($0)" }
    duration = "PT\(old.seconds)S"
  }

  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  /// Its step renames a field that there isn't.
  struct Note: VersionedCodable {
    static let version = 2
    var words: String
    init(from old: NoteV1) throws {
      try self.init(carryingOver: old) { $0.rename("txet", to: "words") }
    }
  }

  struct Notes: DefaultFillable {
    @Lenient var first: Note?
    @LenientElements var list: [Note] = []
    @LenientValues var names: [String: Note] = [:]
  }

  @Test(arguments: ["{\"first\":NOTE}", "{\"list\":[NOTE]}", "{\"names\":{\"a\":NOTE}}"])
  func `a mistake in a step isn't hidden`(json: String) throws {
    let json = json.replacing("NOTE", with: #"{"version":1,"text":"a"}"#)

    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(unversioned: Notes.self, from: Data(json.utf8))
    }

    let mistake = CarryOverMistake.noOldField("txet")
    #expect(error?.reason == .mistakenStep(mistake, from: "NoteV1", to: "Note"))
  }

  struct MeasureV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count: Int?
  }

  /// Its step gives it a value only if the old one had one.
  struct Measure: VersionedCodable, Equatable {
    static let version = 2
    var count: Int
    init(from old: MeasureV1) throws {
      try self.init(carryingOver: old) { fields in
        if let count = try fields.remove("count", as: Int.self) {
          try fields.set(count + 1, for: "count")
        }
      }
    }
  }

  struct Measures: DefaultFillable {
    @LenientElements var list: [Measure] = []
  }

  @Test func `an element that gets no value in its step is rejected`() throws {
    let json = #"{"list":[{"version":1,"count":1},{"version":1}]}"#

    let measures = try JSONDecoder().decode(unversioned: Measures.self, from: Data(json.utf8))
    let saved = try JSONEncoder().encode(unversioned: measures)

    #expect(measures.list.map(\.count) == [2])
    #expect(
      String(decoding: saved, as: UTF8.self)
        == #"{"list":[{"count":2,"version":2},{"version":1}]}"#)
  }
}
