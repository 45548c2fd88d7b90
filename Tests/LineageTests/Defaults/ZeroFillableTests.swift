import Foundation
import Lineage
import Testing

struct ZeroFillableTests {
  // MARK: - Models

  enum Mood: String, Codable, CaseIterable {
    case calm, wild
  }

  struct Options: OptionSet, Codable, Equatable {
    var rawValue: Int
  }

  struct Album: ZeroFillable, Equatable {
    let title: String
    let year: Int?
  }

  struct Settings: DefaultFillable, Equatable {
    var volume = 11
  }

  struct Track: ZeroFillable, Equatable {
    let title: String
    let plays: Int
    let small: Int8
    let big: UInt128
    let length: Double
    let gain: Float
    let isLoved: Bool
    let tags: [String]
    let unique: Set<Int>
    let byName: [String: Int]
    let byNumber: [Int: String]
    let price: Decimal
    let cover: Data
    let options: Options
    let mood: Mood
    let album: Album
    let settings: Settings
    let note: String?
    let date: Date?
  }

  // MARK: - Zero

  @Test(arguments: StoredFormat.allCases)
  func `a missing field gets the zero value of its type`(format: StoredFormat) throws {
    let track = try format.decode(unversioned: Track.self, from: format.document("{}"))

    #expect(
      track
        == Track(
          title: "", plays: 0, small: 0, big: 0, length: 0, gain: 0, isLoved: false, tags: [],
          unique: [], byName: [:], byNumber: [:], price: 0, cover: Data(), options: [],
          mood: .calm, album: Album(title: "", year: nil), settings: Settings(), note: nil,
          date: nil))
  }

  @Test func `empty is the value in which every field is zero`() throws {
    #expect(try filled(Track.self, "{}") == Track.empty)
  }

  @Test(
    arguments: [
      "title", "plays", "small", "big", "length", "gain", "isLoved", "tags", "unique", "byName",
      "byNumber", "price", "cover", "options", "mood", "album", "settings", "note", "date",
    ], StoredFormat.allCases)
  func `a null gets the zero value of its type`(key: String, format: StoredFormat) throws {
    let document = try format.document(#"{"\#(key)": null}"#)

    let track = try format.decode(unversioned: Track.self, from: document)

    #expect(track == Track.empty)
  }

  @Test(arguments: [
    (#"{"title": 1}"#, "At title: Expected a string, found a number."),
    (#"{"plays": "1"}"#, "At plays: Expected a number, found a string."),
    (#"{"tags": {}}"#, "At tags: Expected an array, found an object."),
    (#"{"mood": "sad"}"#, "At mood: The value isn't a raw value of Mood;"),
    (#"{"album": []}"#, "At album: Expected an object, found an array."),
    (#"{"album": {"year": "x"}}"#, "At album.year: Expected a number, found a string."),
    (#"{"note": 1}"#, "At note: Expected a string, found a number."),
  ])
  func `a value of the wrong type is an error and never zero`(
    text: String, expected: String
  ) throws {
    let error = try migrationError { try filled(Track.self, text) }

    #expect(error.description.contains(expected), "\(error)")
  }

  @Test func `an existing nested value is filled by its own type`() throws {
    let track = try filled(Track.self, #"{"album": {"year": 1999}}"#)

    #expect(track.album == Album(title: "", year: 1999))
  }

  // MARK: - No zero

  struct Identified: ZeroFillable {
    let id: UUID
  }

  struct Dated: ZeroFillable {
    let date: Date
  }

  struct Linked: ZeroFillable {
    let link: URL
  }

  struct Plain: Codable {
    var a: Int
  }

  struct Unfillable: ZeroFillable {
    let plain: Plain
  }

  @Test(
    arguments: [
      (Identified.self as any ZeroFillable.Type, "id", "UUID"), (Dated.self, "date", "Date"),
      (Linked.self, "link", "URL"), (Unfillable.self, "plain", "Plain"),
    ], ["missing", "null"])
  func `a missing field without a zero value is an error`(
    model: (type: any ZeroFillable.Type, key: String, name: String), cause: String
  ) throws {
    let text = cause == "null" ? #"{"\#(model.key)": null}"# : "{}"

    let error = try migrationError { try filled(model.type, text) }

    #expect(error.path.description == model.key)
    #expect(
      error.description.contains(
        "The field is \(cause), and \(model.name) has no zero value to fill it with."))
  }

  struct Cover: ZeroFillable {
    let picture: Picture
    let size: Int

    struct Picture: ZeroFillable {
      let url: URL
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `the error for a nested field without a zero value has its path`(
    format: StoredFormat
  ) throws {
    let error = try migrationError {
      try format.decode(unversioned: Cover.self, from: format.document("{}"))
    }

    #expect(error.path == "picture.url")
    #expect("\(error)".contains("URL has no zero value to fill it with."))
  }

  struct Reel: ZeroFillable {
    @Lenient var cover: Cover.Picture
  }

  @Test func `a lenient value without a zero value has its own error`() throws {
    let error = try migrationError {
      try JSONDecoder().decode(unversioned: Reel.self, from: Data(#"{"cover":[]}"#.utf8))
    }

    #expect(error.path == "cover")
  }

  // MARK: - Versions

  struct SongV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var gone: Int
  }

  struct Song: VersionedCodable, ZeroFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = SongV1
    let title: String
    let plays: Int
    let mood: Mood
  }

  @Test(arguments: StoredFormat.allCases)
  func `a zero-fillable version needs no step`(format: StoredFormat) throws {
    let document = try format.document(#"{"version": 1, "title": "A", "gone": 5}"#)
    var report = MigrationReport()

    let song = try format.decode(Song.self, from: document, report: &report)

    #expect(song == Song(title: "A", plays: 0, mood: .calm))
    #expect(report.filled == [.init(path: "plays"), .init(path: "mood")])
    #expect(report.carryOverDropped == ["gone"])
  }

  @Test(arguments: StoredFormat.allCases)
  func `decoding what was encoded gives the same value`(format: StoredFormat) throws {
    let song = Song(title: "A", plays: 7, mood: .wild)

    #expect(try format.decode(Song.self, from: format.encode(song)) == song)
  }

  // MARK: - Handwritten coding

  struct Flattened: ZeroFillable, Equatable {
    let name: String
    let count: Int
    let tags: [String]

    enum CodingKeys: String, CodingKey {
      case about
    }

    enum AboutKeys: String, CodingKey {
      case name, count, tags
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let about = try container.nestedContainer(keyedBy: AboutKeys.self, forKey: .about)
      name = try about.decode(String.self, forKey: .name)
      count = try about.decode(Int.self, forKey: .count)
      var list = try about.nestedUnkeyedContainer(forKey: .tags)
      var tags: [String] = []
      while !list.isAtEnd { tags.append(try list.decode(String.self)) }
      self.tags = tags
    }

    func encode(to encoder: any Encoder) throws {}
  }

  @Test(
    arguments: [
      "{}", #"{"about": {}}"#, #"{"about": {"name": null}}"#, #"{"about": null}"#,
      #"{"about": {"tags": null}}"#,
    ], StoredFormat.allCases)
  func `nested containers are filled with zeros too`(text: String, format: StoredFormat) throws {
    let value = try format.decode(unversioned: Flattened.self, from: format.document(text))

    #expect(value == Flattened.empty)
    #expect(value.name == "")
  }

  class Base: ZeroFillable {
    let id: Int
    init(id: Int) { self.id = id }
  }

  final class Derived: Base {
    let name: String

    enum CodingKeys: String, CodingKey {
      case name
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
  }

  @Test(arguments: ["{}", #"{"super": {}}"#, #"{"super": null}"#])
  func `a superclass is filled with zero values too`(text: String) throws {
    let value = try filled(Derived.self, text)

    #expect(value.name == "")
    #expect(value.id == 0)
  }

  // MARK: - Copies

  struct Editable: ZeroFillable, Equatable {
    var title: String
  }

  @Test func `a copy has the changes`() {
    #expect(Editable.empty.copy { $0.title = "A" } == Editable(title: "A"))
  }
}
