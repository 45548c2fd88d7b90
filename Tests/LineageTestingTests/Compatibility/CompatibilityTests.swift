import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// The report about changes between versions.
struct CompatibilityTests {
  private struct SongV1: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title: String
    var singer: String
    var seconds: Int
    var lyrics: String
  }

  private struct SongV2: VersionedCodable, Downgradable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.ifReadable
    var title: String
    var artist: String
    var duration: Double
    var unknownFields = UnknownFields()

    init(from old: SongV1) throws {
      try self.init(carryingOver: old) { fields in
        fields.rename("singer", to: "artist")
        fields.rename("seconds", to: "duration")
        try fields.set(Double(old.seconds), for: CodingKeys.duration)
      }
    }

    func downgraded() throws -> SongV1 {
      try JSONDecoder().decode(SongV1.self, from: Data())
    }
  }

  private struct Song: VersionedCodable {
    static let version = 3
    static let readableSince = 2
    var title: String
    var artist: String
    var duration: Double
    var genre: String?

    init(from old: SongV2) throws {
      try self.init(carryingOver: old)
    }
  }

  @Test func `every step is described, with its effect on older programs`() throws {
    let report = try TemporaryFixtures().fixtures(of: Song.self, named: "Song").compatibility()

    #expect(
      report.description == """
        Song, version 1 → version 2
          removed  lyrics: String
          renamed  singer → artist
          renamed  seconds → duration
          retyped  duration: `Int` → `Double`
          changed  the document dropped unknown fields, and now preserves them
          Programs of version 1 try to read documents of version 2, and fail. The document \
        (SongV1) has version '2', but the newest known version is '1'. At singer: The field is \
        missing, and it has no default. It was written by a newer program: open it there, or \
        update this one. Nothing was changed. Known versions: '1' (SongV1).
          Documents of version 2 can be written as version 1.
        Song, version 2 → version 3
          added    genre: String?
          changed  the document preserved unknown fields, and now drops them
          Programs of version 2 read documents of version 3, and keep what they don't know.
        """)
  }

  @Test func `the report can be inspected as data`() throws {
    let steps = try TemporaryFixtures().fixtures(of: Song.self, named: "Song").compatibility().steps

    #expect(steps.map(\.from) == [1, 2])
    #expect(steps.map(\.to) == [2, 3])
    #expect(steps.map(\.isDowngradable) == [true, false])
    #expect(steps[0].renamed.map(\.new) == ["artist", "duration"])
    #expect(steps[1].added.map(\.path) == ["genre"])
    #expect(steps[1].forward == .readKeepingAll)
  }

  private struct LossyV1: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  private struct Lossy: VersionedCodable {
    static let version = 2
    var title: String
    var year: Int

    init(from old: LossyV1) throws {
      title = old.title
      year = 0
    }
  }

  @Test func `fields that an older program loses are listed`() throws {
    let step = try #require(
      try TemporaryFixtures().fixtures(of: Lossy.self, named: "Lossy").compatibility().steps.first)

    #expect(
      step.description == """
        version 1 → version 2
          added    year: Int
          Programs of version 1 read documents of version 2, and lose version, year when they write \
        them again.
        """)
  }

  private struct Moved: VersionedCodable, DefaultFillable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = LossyV1
    var title = ""
  }

  @Test func `a new version location is a change`() throws {
    let step = try #require(
      try TemporaryFixtures().fixtures(of: Moved.self, named: "Moved").compatibility().steps.first)

    #expect(
      step.otherChanges.last == "the version was under `version`, and is now under `meta.schema`")
  }

  @Test func `an older program that refuses a document loses nothing`() throws {
    let step = try #require(
      try TemporaryFixtures().fixtures(of: Shipped.Poem.self).compatibility().steps.first)

    #expect(step.forward == .refused)
  }

  @Test func `a document of one version has nothing to compare`() throws {
    #expect(
      try TemporaryFixtures().fixtures(of: Interrupted.Poem.self).compatibility().description
        == "Poem has one version, so there is nothing to compare.")
  }

  // MARK: - Promises

  private struct PromisingV1: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.ifReadable
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  private struct Promising: VersionedCodable {
    static let version = 2
    static let readableSince = 1
    var name: String

    init(from old: PromisingV1) throws { name = old.title }
  }

  @Test func `a broken promise to older programs is a failure`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"version": 2, "readableSince": 1, "name": "Frogs"}"#, at: "Song/v2/frogs.json")
    directory.setUp(Promising.self, named: "Song")

    #expect(
      directory.failures(of: Promising.self, named: "Song") == [
        """
        Promising declares with readableSince that version 1 can read its documents, but \
        PromisingV1 can't read MigrationFixtures/Song/v2/frogs.json. The document (PromisingV1) has \
        version '2', but the newest known version is '1'. At title: The field is missing, and it \
        has no default. It was written by a newer program: open it there, or update this one. \
        Nothing was changed. Known versions: '1' (PromisingV1).
        Raise readableSince, or keep what the older type needs.
        """
      ])
  }
}
