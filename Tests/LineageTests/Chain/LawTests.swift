import Foundation
import Lineage
import Testing

/// Laws for every chain and every format.
struct LawTests {
  // MARK: - Models

  struct TrackV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var seconds: Int
    var added: Date
    var cover: Data
    var note: String?
  }

  struct TrackV2: VersionedCodable, DefaultFillable, Equatable {
    static let version = "two"
    static let versionLocation = VersionLocation.path("about", "version")
    typealias PreviousVersion = TrackV1
    var title = ""
    var seconds = 0
    var added = Date(timeIntervalSinceReferenceDate: 0)
    var cover = Data()
    var note: String?
    var rating = 3.5
    var tags = ["new"]
  }

  struct Track: VersionedCodable, Equatable {
    static let version = 3
    var title: String
    var length: Double
    var added: Date
    var cover: Data
    var notes: [String]
    var rating: Double
    var tags: Set<String>
    var place: Place?

    struct Place: Codable, Equatable {
      var latitude: Double
      var longitude: Float
      var link: URL
    }
  }

  static let tracksV1 = [
    TrackV1(
      title: "Línea \u{1F30A} \"quoted\" \\ \u{7}", seconds: .max,
      added: Date(timeIntervalSinceReferenceDate: 783_221_456), cover: Data([0, 255, 128]),
      note: nil),
    TrackV1(
      title: "", seconds: .min, added: Date(timeIntervalSinceReferenceDate: -1), cover: Data(),
      note: "n"),
  ]

  static func tracks() throws -> [Track] {
    var tracks = try tracksV1.map { try Track(from: TrackV2(from: $0)) }
    tracks[0].place = try Track.Place(
      latitude: 0.1 + 0.2, longitude: 0.1,
      link: #require(URL(string: "https://example.org/a?b=c%20d#e")))
    return tracks
  }

  // MARK: - Laws

  @Test(arguments: StoredFormat.allCases)
  func `decoding what was encoded gives the same value`(format: StoredFormat) throws {
    for track in try Self.tracks() {
      let decoded = try format.decode(Track.self, from: format.encode(track))

      #expect(decoded == track)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `encoding always gives the same bytes`(format: StoredFormat) throws {
    let value = TrackV2(title: "A", tags: ["b", "c"])

    #expect(try format.encode(value) == format.encode(value))
  }

  @Test(arguments: StoredFormat.allCases)
  func `migrating at once equals migrating through a document`(
    format: StoredFormat
  ) throws {
    for track in Self.tracksV1 {
      let atOnce = try format.decode(Track.self, from: format.encode(track))
      let second = try format.decode(TrackV2.self, from: format.encode(track))
      let byDocument = try format.decode(Track.self, from: format.encode(second))

      #expect(atOnce == byDocument)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `migrating gives the same as calling the steps`(format: StoredFormat) throws {
    for track in Self.tracksV1 {
      let migrated = try format.decode(Track.self, from: format.encode(track))

      #expect(try migrated == Track(from: TrackV2(from: track)))
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `migrating current data changes nothing`(format: StoredFormat) throws {
    for track in try Self.tracks() {
      let document = try format.encode(track)
      let decoded = try format.decode(Track.self, from: document)

      #expect(try format.decode(Track.self, from: format.encode(decoded)) == decoded)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `the report of a complete current document has only the version`(
    format: StoredFormat
  ) throws {
    for track in try Self.tracks() {
      var report = MigrationReport()

      _ = try format.decode(Track.self, from: format.encode(track), report: &report)

      #expect(report.versionFound == 3)
      #expect(report.typesWalked == ["Track"])
      #expect(report.description == "version 3: Track")
      #expect(!report.needsRewrite)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `the report of a fillable current document has only the version`(
    format: StoredFormat
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(TrackV2.self, from: format.encode(TrackV2(note: "n")), report: &report)

    #expect(report.description == "version two: TrackV2")
    #expect(!report.needsRewrite)
  }

  @Test func `many tasks can use a chain for the first time at once`() async throws {
    struct OnlyHere: VersionedCodable, DefaultFillable, Equatable {
      static let version = 2
      typealias PreviousVersion = OnlyHereV1
      var name = ""
      var inner = Inner()

      struct Inner: DefaultFillable, Equatable {
        var sizes = [1, 2]
      }
    }
    struct OnlyHereV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var name: String
    }

    let values = try await withThrowingTaskGroup(of: OnlyHere.self) { group in
      for _ in 0..<64 {
        group.addTask { try migrated(OnlyHere.self, #"{"version": 1, "name": "a"}"#) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(values == Array(repeating: OnlyHere(name: "a"), count: 64))
  }
}

extension LawTests.Track {
  init(from old: LawTests.TrackV2) throws {
    title = old.title
    length = Double(old.seconds)
    added = old.added
    cover = old.cover
    notes = old.note.map { [$0] } ?? []
    rating = old.rating
    tags = Set(old.tags)
    place = nil
  }
}
