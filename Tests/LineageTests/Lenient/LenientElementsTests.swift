import Foundation
import Lineage
import Testing

/// Arrays that skip invalid elements.
struct LenientElementsTests {
  struct Song: Codable, Hashable {
    var title: String
  }

  struct Playlist: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @LenientElements var songs: [Song] = []
  }

  static let mixed: DocumentValue = [
    "version": 1,
    "songs": [["name": 1], ["title": "A"], 5, .null, ["title": "B"], ["x": ["y": 1]]],
  ]

  @Test(arguments: FutureFormat.allCases)
  func `only an invalid element is skipped, and written back`(format: FutureFormat) throws {
    var report = MigrationReport()

    let playlist = try format.read(Playlist.self, Self.mixed, report: &report)

    #expect(playlist.songs.map(\.title) == ["A", "B"])
    #expect(playlist.$songs.rejected.map(\.place) == [0, 1, 1, 2])
    #expect(report.rejected == ["songs[0]", "songs[2]", "songs[3]", "songs[5]"])
    #expect(report.unknownFieldsDropped == [])
    #expect(try format.write(playlist) == Self.mixed)
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    let id: String
    let edit: @Sendable (inout [Song]) -> Void
    let expected: String

    var testDescription: String { id }
  }

  static let edits = [
    Edit(id: "nothing", edit: { _ in }, expected: #"-1,"A",-2,-3,"B",-4,"C""#),
    Edit(
      id: "added at the end", edit: { $0.append(Song(title: "D")) },
      expected: #"-1,"A",-2,-3,"B",-4,"C","D""#),
    Edit(
      id: "added at the front", edit: { $0.insert(Song(title: "D"), at: 0) },
      expected: #"-1,"D",-2,-3,"A",-4,"B","C""#),
    Edit(
      id: "removed the first", edit: { $0.removeFirst() }, expected: #"-1,"B",-2,-3,"C",-4"#),
    Edit(id: "removed the last", edit: { $0.removeLast() }, expected: #"-1,"A",-2,-3,"B",-4"#),
    Edit(id: "removed all but one", edit: { $0.removeLast(2) }, expected: #"-1,"A",-2,-3,-4"#),
    Edit(id: "removed all", edit: { $0 = [] }, expected: "-1,-2,-3,-4"),
    Edit(id: "reversed", edit: { $0.reverse() }, expected: #"-1,"C",-2,-3,"B",-4,"A""#),
  ]

  @Test(arguments: edits)
  func `a rejected element is after the same number of valid ones as before`(edit: Edit) throws {
    func list(_ short: String) -> String {
      let songs = short.split(separator: ",").map {
        $0.first == "\"" ? #"{"title":\#($0)}"# : "\($0)"
      }
      return #"{"songs":[\#(songs.joined(separator: ","))],"version":1}"#
    }

    let saved = try Future.saved(list(#"-1,"A",-2,-3,"B",-4,"C""#), by: Playlist.self) {
      edit.edit(&$0.songs)
    }

    #expect(saved == list(edit.expected))
  }

  @Test func `rejected elements can be removed`() throws {
    let saved = try Future.saved(#"{"songs":[1,{"title":"A"}],"version":1}"#, by: Playlist.self) {
      $0.$songs.removeRejected()
    }

    #expect(saved == #"{"songs":[{"title":"A"}],"version":1}"#)
  }

  @Test func `a rejected element preserves every character`() throws {
    let json = #"{"songs":[{"title":1e400,"a":[1.10,-0]}],"version":1}"#

    let playlist = try Future.read(Playlist.self, json)

    #expect(String(decoding: try JSONEncoder().encode(versioned: playlist), as: UTF8.self) == json)
  }

  @Test(arguments: [
    (#"{"version":1}"#, "The field is missing,"),
    (#"{"songs":null,"version":1}"#, "Expected an array, found null."),
    (#"{"songs":{},"version":1}"#, "Expected an array, found an object."),
  ])
  func `a value that is not an array is an error`(json: String, expected: String) throws {
    let error = try migrationError { try Future.read(Playlist.self, json) }

    #expect(error.description.contains("At songs: \(expected)"), "\(error)")
  }

  struct Album: DefaultFillable {
    @LenientElements var songs: [Song] = [Song(title: "Intro")]
  }

  @Test(arguments: ["{}", #"{"songs":null}"#])
  func `a missing array is filled`(json: String) throws {
    let album = try JSONDecoder().decode(unversioned: Album.self, from: Data(json.utf8))

    #expect(album.songs == [Song(title: "Intro")])
  }

  struct Track: DefaultFillable, Hashable {
    var artist = "?"
    @Required var title = ""
    var unknownFields = UnknownFields()
  }

  struct Record: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @LenientElements var tracks: [Track] = []
  }

  @Test func `the report has nothing else about a rejected element`() throws {
    let report = try Future.report(
      reading: Record.self, #"{"tracks":[{"x":1,"title":[]}],"version":1}"#)

    #expect(report.rejected == ["tracks[0]"])
    #expect(report.filled == [])
    #expect(report.unknownFieldsKept == [])
  }

  struct PoemV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct Poem: VersionedCodable {
    static let version = 2
    var body: String

    init(from old: PoemV1) throws { body = old.text }
  }

  struct Anthology: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @LenientElements var poems: [Poem] = []
  }

  @Test func `an element of a newer version is preserved, and older ones migrate`() throws {
    let saved = try Future.saved(
      #"{"poems":[{"verse":1.10,"version":3},{"text":"a","version":1}],"version":1}"#,
      by: Anthology.self)

    #expect(
      saved == #"{"poems":[{"verse":1.10,"version":3},{"body":"a","version":2}],"version":1}"#)
  }

  struct AlbumV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @LenientElements var songs: [Song] = []
  }

  struct AlbumV2: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = AlbumV1
    @LenientElements var songs: [Song] = []
  }

  @Test func `rejected elements are carried over and reported once`() throws {
    let json = #"{"songs":[1.10,{"title":"A"},{}],"version":1}"#

    let saved = try Future.saved(json, by: AlbumV2.self)
    let report = try Future.report(reading: AlbumV2.self, json)

    #expect(saved == #"{"songs":[1.10,{"title":"A"},{}],"version":2}"#)
    #expect(report.rejected == ["songs[0]", "songs[2]"])
  }

  @Test func `plain coders preserve rejected elements too`() throws {
    let json = #"{"songs":[1,{"title":"A"},"x"]}"#

    let playlist = try JSONDecoder().decode(Playlist.self, from: Data(json.utf8))

    #expect(String(decoding: try JSONEncoder().encode(playlist), as: UTF8.self) == json)
  }
}
