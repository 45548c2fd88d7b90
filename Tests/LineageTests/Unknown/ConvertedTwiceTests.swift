import Foundation
import Lineage
import Testing

/// Two keys that a strategy converts to the same declared field are never merged silently.
struct ConvertedTwiceTests {
  struct Part: Codable, Hashable {
    var userName: String?
    var unknownFields = UnknownFields()
  }

  struct Card: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var userName = "none"
    var part: Part?
    var parts: [Part] = []
    @Lenient var lenient: Part?
    var unknownFields = UnknownFields()
  }

  struct SparseCard: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
    var userName = "none"
  }

  struct NextCard: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = Card
    var userName = "none"
    var unknownFields = UnknownFields()
  }

  /// Doesn't declare what the next version does.
  struct Blank: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  struct NextBlank: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = Blank
    var userName = "none"
    var unknownFields = UnknownFields()
  }

  static let refused: [(json: String, type: any VersionedCodable.Type, path: FieldPath)] = [
    (#"{"user_name":"a","userName":"b","version":1}"#, Card.self, "userName"),
    (#"{"userName":"a","user_name":"b","version":1}"#, Card.self, "userName"),
    (#"{"userName":"a","user_name":null,"version":1}"#, Card.self, "userName"),
    (#"{"user_name":"a","userName":"b","version":1}"#, SparseCard.self, "userName"),
    (#"{"userName":"none","user_name":"b","version":1}"#, SparseCard.self, "userName"),
    (#"{"user_name":"a","userName":"b","version":1}"#, NextCard.self, "userName"),
    (#"{"part":{"user_name":"a","userName":"b"},"version":1}"#, Card.self, "part.userName"),
    (#"{"parts":[{},{"userName":"a","user_name":1}],"version":1}"#, Card.self, "parts[1].userName"),
    (#"{"user_name":"a","userName":"b","version":2}"#, Card.self, "userName"),
    (#"{"user_name":"a","userName":"b","version":1}"#, NextBlank.self, "user_name"),
    (#"{"userName":"a","user_name":"b","version":1}"#, NextBlank.self, "user_name"),
  ]

  @Test(arguments: refused.indices)
  func `two keys that a strategy converts to one declared field are an error`(index: Int) {
    let (json, type, path) = Self.refused[index]
    let error = #expect(throws: MigrationError.self) {
      try Future.read(type, json, snakeCase: true)
    }

    #expect(error?.path == path)
    #expect(
      error?.description.contains(
        """
        The key decoding strategy converts two keys of the object to the same name, so one value would \
        be lost.
        """) == true)
  }

  private static func component(_ key: any CodingKey) -> FieldPath.Component {
    key.intValue.map { .index($0) } ?? .key(key.stringValue)
  }

  @Test func `a lenient value with two keys that convert to one is preserved`() throws {
    let json = #"{"lenient":{"userName":"a","user_name":"b"},"part":{},"version":1}"#

    let saved = try Future.saved(json, by: Card.self, snakeCase: true)

    #expect(saved.contains(#""lenient":{"userName":"a","user_name":"b"}"#))
  }

  struct Plain: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var userName: String
  }

  @Test(arguments: [
    (#"{"user_name":"a","userName":"b","version":1}"#, "userName"),
    (#"{"userName":"a","user_name":"b","version":1}"#, "user_name"),
  ])
  func `without unknown fields, the report lists the second key`(
    json: String, dropped: FieldPath
  ) throws {
    let card = try Future.read(Plain.self, json, snakeCase: true)
    let report = try Future.report(reading: Plain.self, json, snakeCase: true)

    #expect(card.userName == "a")
    #expect(report.unknownFieldsDropped == [dropped])
  }

  @Test func `the first of two equal keys wins, with and without a strategy`() throws {
    let json = #"{"user_name":"a","user_name":"b","version":1}"#

    #expect(try Future.read(SparseCard.self, json, snakeCase: true).userName == "a")
  }

  @Test(
    arguments: [
      (#"{"x_y":1,"x_y":2,"version":1}"#, ["xY": 1]),
      (#"{"x_y":1,"xY":2,"x_y":3,"xY":4,"version":1}"#, ["x_y": 1, "xY": 2]),
      (#"{"xY":1,"x_y":2,"xY":3,"x_y":4,"version":1}"#, ["xY": 1, "x_y": 2]),
    ] as [(String, UnknownFields)])
  func `the first of two equal keys that are unknown wins`(
    json: String, expected: UnknownFields
  ) throws {
    let read = try Future.read(Blank.self, json, snakeCase: true)
    let again = try Future.read(
      Blank.self, Future.write(read, snakeCase: true), snakeCase: true)

    #expect(read.unknownFields == expected)
    #expect(again.unknownFields == expected)
  }
}
