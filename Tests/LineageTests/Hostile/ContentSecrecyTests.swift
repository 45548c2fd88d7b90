import Foundation
import Testing

@testable import Lineage

/// No error quotes the content of the document, whatever its cause.
struct ContentSecrecyTests {
  struct Fields: Codable {
    var number: Int?
    var double: Double?
    var bool: Bool?
    var id: UUID?
    var date: Date?
    var data: Data?
    var url: URL?
    var mood: Mood?
    var shape: Shape?
    var list: [Int]?
    var named: [String: Int]?
    var byNumber: [Int: Int]?
    var entry: Entry?
    var settings: AlbumSettings?
    var teller: Teller?
    var range: ClosedRange<Int>?
    var decimal: Decimal?
    var season: Season?
    var set: Set<UUID>?
    var album: Album?
  }

  /// Quotes its input in its errors.
  struct Teller: Codable {
    struct Tale: Error, CustomStringConvertible { var description: String }

    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      if text.hasPrefix("own ") { throw Tale(description: text) }
      if text.hasPrefix("cocoa ") {
        throw CocoaError(.fileReadCorruptFile, userInfo: [NSLocalizedDescriptionKey: text])
      }
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: text,
          underlyingError: Tale(description: text)))
    }

    func encode(to encoder: any Encoder) throws {}
  }

  static let documents = [
    #"{"number":"TOPSECRET"}"#, #"{"double":"TOPSECRET"}"#, #"{"bool":"TOPSECRET"}"#,
    #"{"id":"TOPSECRET"}"#, #"{"date":"TOPSECRET"}"#, #"{"data":"TOPSECRET%"}"#,
    #"{"url":"http://[TOPSECRET"}"#, #"{"mood":"TOPSECRET"}"#, #"{"shape":"TOPSECRET"}"#,
    #"{"shape":{"text":"TOPSECRET"}}"#, #"{"list":["TOPSECRET"]}"#, #"{"list":"TOPSECRET"}"#,
    #"{"named":{"a":"TOPSECRET"}}"#, #"{"byNumber":{"1":"TOPSECRET"}}"#, #"{"entry":"TOPSECRET"}"#,
    #"{"entry":{"words":"TOPSECRET"}}"#, #"{"settings":{"volume":"TOPSECRET"}}"#,
    #"{"settings":["TOPSECRET"]}"#, #"{"teller":"own TOPSECRET"}"#,
    #"{"teller":"cocoa TOPSECRET"}"#,
    #"{"teller":"TOPSECRET"}"#, #"{"range":["TOPSECRET",1]}"#, #"{"decimal":"TOPSECRET"}"#,
    #"{"season":"TOPSECRET"}"#, #"{"set":["TOPSECRET"]}"#,
    #"{"album":{"version":2,"title":"TOPSECRET","settings":"TOPSECRET","tracks":[]}}"#,
    #"{"album":{"version":1,"title":"TOPSECRET","tracks":["TOPSECRET"]}}"#,
    #"{"album":["TOPSECRET"]}"#, #"{"album":{"version":["TOPSECRET"]}}"#,
    #"{"album":{"version":{"a":"TOPSECRET"}}}"#,
  ]

  @Test(arguments: documents)
  func `an error in JSON quotes no content`(document: String) {
    var wasDecoded = false
    let problem = HostileOutcome.problem {
      _ = try JSONDecoder().decode(unversioned: Fields.self, from: Data(document.utf8))
      wasDecoded = true
    }

    #expect(problem == nil)
    #expect(!wasDecoded)
  }

  @Test(arguments: documents, PropertyListTests.formats)
  func `an error in a property list quotes no content`(
    document: String, format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let value = try JSONSerialization.jsonObject(with: Data(document.utf8))
    let data = try PropertyListSerialization.data(
      fromPropertyList: value, format: format, options: 0)
    var wasDecoded = false

    let problem = HostileOutcome.problem {
      _ = try PropertyListDecoder().decode(unversioned: Fields.self, from: data)
      wasDecoded = true
    }

    #expect(problem == nil)
    #expect(!wasDecoded || document.contains("\"url\""))
  }

  @Test(arguments: [
    "TOPSECRET", "\"TOPSECRET", "{\"TOPSECRET\":}", "{\"a\":TOPSECRET}",
    "[\"TOPSECRET\" \"TOPSECRET\"]",
    "\"TOPSECRET\\q\"", "{TOPSECRET:1}", "[1]TOPSECRET", "\"TOPSECRET\u{1}\"",
  ])
  func `an error in malformed text quotes no content`(text: String) {
    let problem = HostileOutcome.problem {
      _ = try JSONDecoder().decode(versioned: Diary.self, from: Data(text.utf8))
    }

    #expect(problem == nil)
  }

  @Test(arguments: ["dates", "data"])
  func `an error from a strategy of the program quotes no content`(strategy: String) {
    struct Tale: Error { let text: String }
    struct Values: Codable {
      var date: Date?
      var data: Data?
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      throw Tale(text: try decoder.singleValueContainer().decode(String.self))
    }
    decoder.dataDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: text))
    }
    let document = strategy == "dates" ? #"{"date":"TOPSECRET"}"# : #"{"data":"TOPSECRET"}"#

    let problem = HostileOutcome.problem {
      _ = try decoder.decode(unversioned: Values.self, from: Data(document.utf8))
    }

    #expect(problem == nil)
  }

  @Test func `an error in a step quotes no content`() {
    struct Old: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }
    struct New: VersionedCodable {
      static let version = 2
      var number: Int
      init(from old: Old) throws {
        struct Tale: Error, CustomStringConvertible { var description: String }
        throw Tale(description: old.text)
      }
    }
    let problem = HostileOutcome.problem {
      _ = try JSONDecoder().decode(
        versioned: New.self, from: Data(#"{"version":1,"text":"TOPSECRET"}"#.utf8))
    }

    #expect(problem == nil)
  }

  @Test func `an error in carrying a field over quotes no content`() {
    struct Old: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }
    struct New: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = Old
      var text = 1
    }

    let problem = HostileOutcome.problem {
      _ = try JSONDecoder().decode(
        versioned: New.self, from: Data(#"{"version":1,"text":"TOPSECRET"}"#.utf8))
    }

    #expect(problem == nil)
  }
}
