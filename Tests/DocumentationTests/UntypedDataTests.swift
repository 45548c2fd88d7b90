import Foundation
import Lineage
import Testing

/// The code of `Docs/DataWithoutAType.md`.
struct UntypedDataTests {
  struct Plugin: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var settings = DocumentObject()
    var state: DocumentValue?
  }

  struct Bookmark: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var url: String
    var title: String?
    var unknownFields = UnknownFields()
  }

  struct Feature: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    @Nullable var geometry: [Double]?
  }

  struct Place: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var country: String?
  }

  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  @Test func `settings of any shape can be read and changed`() throws {
    let json = Data(
      #"{"name":"Spell","settings":{"level":1.10,"words":["a","b"]},"version":1}"#.utf8)
    var plugin = try JSONDecoder().decode(versioned: Plugin.self, from: json)
    let level = plugin.settings["level"]?.number?.double  // 1.1
    let word = plugin.settings["words"]?[1]?.string  // "b"
    plugin.settings["color"] = ["red": 0, "green": 0.5]
    plugin.settings["level"] = nil  // removes it
    plugin.state = .null  // writes null

    #expect(level == 1.1)
    #expect(word == "b")
    #expect(
      String(decoding: try encoder.encode(versioned: plugin), as: UTF8.self) == """
        {"name":"Spell","settings":{"color":{"green":0.5,"red":0},"words":["a","b"]},\
        "state":null,"version":1}
        """)
  }

  @Test func `unknown fields can be read and changed`() throws {
    let data = Data(#"{"rating":4.50,"url":"https://swift.org","version":1}"#.utf8)
    var bookmark = try JSONDecoder().decode(versioned: Bookmark.self, from: data)
    let rating = bookmark.unknownFields["rating"]?.number?.literal  // "4.50"
    bookmark.unknownFields["folder"] = "Languages"
    let saved = try encoder.encode(versioned: bookmark)
    // {"folder":"Languages","rating":4.50,"url":"https://swift.org","version":1}

    #expect(rating == "4.50")
    #expect(
      String(decoding: saved, as: UTF8.self)
        == #"{"folder":"Languages","rating":4.50,"url":"https://swift.org","version":1}"#)
  }

  @Test func `a nullable nil is written as null`() throws {
    let feature = try encoder.encode(versioned: Feature(name: "Atlantis"))
    // {"geometry":null,"name":"Atlantis","version":1}

    #expect(
      String(decoding: feature, as: UTF8.self)
        == #"{"geometry":null,"name":"Atlantis","version":1}"#)
  }

  @Test func `a null that is left out is in the report`() throws {
    var report = MigrationReport()
    _ = try JSONDecoder().decode(
      versioned: Place.self, from: Data(#"{"country":null,"name":"Atlantis","version":1}"#.utf8),
      report: &report)
    // report.nullsDropped == ["country"]

    #expect(report.nullsDropped == ["country"])
  }
}
