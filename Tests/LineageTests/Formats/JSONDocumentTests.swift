import Foundation
import Testing

@testable import Lineage

struct JSONDocumentTests {
  @Test func `user info reaches every type`() throws {
    struct Reader: Codable {
      var info: String?
      init(from decoder: any Decoder) throws { info = decoder.userInfo[.sample] as? String }
    }
    let decoder = JSONDecoder()
    decoder.userInfo = [.sample: "here"]

    let readers = try decoder.decode(
      unversioned: [String: [Reader]].self, from: Data(#"{"a":[1,2]}"#.utf8))

    #expect(readers["a"]?.map(\.info) == ["here", "here"])
  }

  @Test func `user info reaches every type that is written`() throws {
    struct Writer: Codable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(encoder.userInfo[.sample] as? String)
      }
    }
    let encoder = JSONEncoder()
    encoder.userInfo = [.sample: "here"]

    let data = try encoder.encode(versioned: Letter(body: [Writer()]))

    #expect(String(decoding: data, as: UTF8.self) == #"{"body":[["here"]]}"#)
  }

  @Test func `a slice of data is decoded from its beginning`() throws {
    let data = Data(#"xxxx{"version":1,"title":"t","tracks":"a"}yy"#.utf8)

    let album = try JSONDecoder().decode(versioned: Album.self, from: data.dropFirst(4).dropLast(2))

    #expect(album.title == "t")
  }

  @Test func `the dates of nested versioned values follow the decoder's strategy`() throws {
    let data = Data(
      #"{"version":2,"title":"t","tracks":[],"settings":{},"released":"2024-02-29T00:00:00Z","cover":"AAE="}"#
        .utf8)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601

    let album = try decoder.decode(versioned: Album.self, from: data)

    #expect(album.released == Date(timeIntervalSince1970: 1_709_164_800))
    #expect(album.cover == Data([0, 1]))
  }

  @Test func `a type that encodes nothing is written as an object with its version`() throws {
    struct Silent: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {}
    }

    let data = try JSONEncoder().encode(versioned: Silent())

    #expect(String(decoding: data, as: UTF8.self) == #"{"version":1}"#)
  }

  @Test func `a root array is coded with an external version`() throws {
    let data = try JSONEncoder().encode(versioned: ExternalNumbers([1, 2]))

    let numbers = try JSONDecoder().decode(versioned: ExternalNumbers.self, version: 1, from: data)

    #expect(String(decoding: data, as: UTF8.self) == "[1,2]")
    #expect(numbers == ExternalNumbers([1, 2]))
  }

  @Test func `a root single value is coded without a version`() throws {
    let data = try JSONEncoder().encode(versioned: UnversionedWord("hello"))

    let word = try JSONDecoder().decode(versioned: UnversionedWord.self, from: data)

    #expect(String(decoding: data, as: UTF8.self) == "\"hello\"")
    #expect(word == UnversionedWord("hello"))
  }

  @Test func `adding a version to an array is an error`() {
    let error = #expect(throws: MigrationError.self) {
      try JSONEncoder().encode(versioned: Numbers([1, 2]))
    }

    #expect(error?.reason == .noPlaceForVersion(1))
    #expect(error?.description.contains("Make the type encode an object") == true)
  }

  @Test func `adding a version to a single value is an error`() {
    let error = #expect(throws: MigrationError.self) {
      try JSONEncoder().encode(versioned: VersionedWord("secret"))
    }

    #expect(error?.reason == .noPlaceForVersion(1))
    #expect(error?.description.contains("secret") == false)
  }

  @Test(arguments: ["[1,2]", "\"word\"", "1", "null", "true", "[]", "[{\"version\":1}]"])
  func `a root without keys has no version`(text: String) {
    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Numbers.self, from: Data(text.utf8))
    }

    #expect(error?.reason == .missingVersion)
  }

  @Test func `a root null is nil if the type allows it`() throws {
    #expect(try JSONDecoder().decode(unversioned: Int?.self, from: Data("null".utf8)) == nil)
    #expect(
      try JSONDecoder().decode(unversioned: AlbumSettings?.self, from: Data("null".utf8)) == nil)
    #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(unversioned: Int.self, from: Data("null".utf8))
    }
  }

  @Test func `encoding always gives the same bytes`() throws {
    var album = Album(title: "t", tracks: [Track(name: "a", seconds: 1)])
    album.settings.labels = [:]

    let all = try Set((0..<20).map { _ in try JSONEncoder().encode(versioned: album) })

    #expect(all.count == 1)
  }
}
