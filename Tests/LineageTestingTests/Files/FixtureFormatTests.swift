import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Fixtures in all formats.
struct FixtureFormatTests {
  private struct Event: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var eventName = "Reading"
    var start = Date(timeIntervalSinceReferenceDate: 0)
    var poster = Data([1, 2, 3])
    var guests: [String: Int] = ["Issa": 1, "Bashō": 2, "Buson": 3]
  }

  @Test func `property lists are written as XML, always with the same text`() throws {
    let directory = TemporaryFixtures().setUp(Event.self, named: "Event", formats: [.propertyList])
    let text = try directory.text(of: "Event/v1/sample.plist")

    #expect(text.hasPrefix("<?xml"))
    #expect(text.hasSuffix("</plist>\n"))
    #expect(directory.failures(of: Event.self, named: "Event", formats: [.propertyList]) == [])
    let guests = try FixtureFormat.propertyList.encode(Event())
    for _ in 0..<10 { #expect(try FixtureFormat.propertyList.encode(Event()) == guests) }
  }

  private struct LineDecoder: VersionedDecoder, Sendable {
    func decode<Value: Decodable>(_ type: Value.Type, from line: String) throws -> Value {
      try JSONDecoder().decode(type, from: Data(line.utf8))
    }
  }

  private struct LineEncoder: VersionedEncoder, Sendable {
    func encode<Value: Encodable>(_ value: Value) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
  }

  @Test func `a fixture that isn't text isn't read as text with other characters`() throws {
    let format = FixtureFormat(
      fileExtension: "line", decoder: LineDecoder(), encoder: LineEncoder())
    let directory = TemporaryFixtures().setUp(Event.self, named: "Event", formats: [format])
    #expect(directory.failures(of: Event.self, named: "Event", formats: [format]) == [])
    let text = try directory.text(of: "Event/v1/sample.line")
    let broken = Data(text.replacing("eventName\":\"", with: "eventName\":\"#").utf8)
      .map { $0 == UInt8(ascii: "#") ? 0xFF : $0 }
    try Data(broken).write(to: directory.folder.appending(path: "Event/v1/sample.line"))

    let failures = directory.failures(of: Event.self, named: "Event", formats: [format])

    #expect(failures.count == 1)
    #expect(
      failures.first?.contains("The data isn't a valid document, so no Event could be decoded")
        == true)
  }

  @Test func `a binary property list is read as well`() throws {
    let directory = TemporaryFixtures()
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let data = try encoder.encode(versioned: Event())
    try directory.put("", at: "Event/v1/binary.plist")
    try data.write(to: directory.folder.appending(path: "Event/v1/binary.plist"))
    directory.setUp(Event.self, named: "Event", formats: [.propertyList])

    #expect(directory.failures(of: Event.self, named: "Event", formats: [.propertyList]) == [])
  }

  @Test func `a property list with other data isn't the one that has shipped`() throws {
    let formats = [FixtureFormat.propertyList]
    let directory = TemporaryFixtures()
    let text = String(decoding: try formats[0].encode(Event()), as: UTF8.self)
    try directory.put(text, at: "Event/v1/slam.plist")
    directory.setUp(Event.self, named: "Event", formats: formats)
    try directory.markAsShipped("Event")
    directory.setUp(Event.self, named: "Event", formats: formats)
    #expect(directory.failures(of: Event.self, named: "Event", formats: formats) == [])

    try directory.put(text.replacing("AQID", with: "AQIE"), at: "Event/v1/slam.plist")

    let failures = directory.failures(of: Event.self, named: "Event", formats: formats)
    #expect(failures.count == 1)
    #expect(failures.first?.contains("changed  MigrationFixtures/Event/v1/slam.plist") == true)
  }

  @Test func `the order of a set of data doesn't matter in a property list`() throws {
    struct Album: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var covers: Set<Data> = []
    }
    let formats = [FixtureFormat.propertyList]
    var album = Album()
    album.covers = Set((0..<20).map { Data([$0, 1, 2]) })
    let directory = TemporaryFixtures()
    let text = String(decoding: try formats[0].encode(album), as: UTF8.self)
    try directory.put(text, at: "Event/v1/own.plist")

    directory.setUp(Album.self, named: "Event", formats: formats)

    #expect(directory.failures(of: Album.self, named: "Event", formats: formats) == [])
  }

  @Test func `JSON uses the program's own strategies`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let formats = [FixtureFormat.json(decoder: decoder, encoder: encoder)]
    let directory = TemporaryFixtures()
    try directory.put(
      """
      {"version": 1, "event_name": "Slam", "start": "2025-06-01T18:00:00Z", "poster": "AQID",
       "guests": {}}
      """, at: "Event/v1/slam.json")
    directory.setUp(Event.self, named: "Event", formats: formats)

    #expect(directory.failures(of: Event.self, named: "Event", formats: formats) == [])
    #expect(directory.failures(of: Event.self, named: "Event").count > 0)
  }

  @Test(arguments: [false, true])
  func `a document with dates of another strategy isn't the first thing to replace`(
    _ isShipped: Bool
  ) throws {
    let directory = TemporaryFixtures().setUp(Event.self, named: "Event")
    if isShipped { try directory.markAsShipped("Event") }
    try directory.put(
      """
      {"version": 1, "eventName": "Slam", "start": "2025-06-01T18:00:00Z", "poster": "AQID",
       "guests": {}}
      """, at: "Event/v1/slam.json")

    #expect(
      directory.failures(of: Event.self, named: "Event").first == """
        MigrationFixtures/Event/v1/slam.json doesn't decode as Event, the type of version 1. The \
        document (Event) has version '1', but it can't be decoded as Event. At start: Expected a number \
        for a date (dateDecodingStrategy .deferredToDate), found a string. If documents like this exist, \
        decode them with the strategies of the coder that wrote them; otherwise the document is damaged. \
        Known versions: '1' (Event).
        If the program's coders have other strategies, pass these coders: \
        MigrationFixtures(of:formats:). If they don't: \
        \(isShipped
          ? """
          Version 1 has shipped, so there are documents like this one: change Event so that it reads \
          them again.
          """
          : """
          If version 1 has shipped, undo the change, and set "shipped" to true in schema.json. If not, \
          correct the type, or replace the file. To record a new one: rm \
          MigrationFixtures/Event/v1/slam.json && MIGRATION_FIXTURES=newest swift test
          """)
        """)
  }

  /// JSON with a wrapper coder.
  private struct Disguise: VersionedDecoder, VersionedEncoder {
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try JSONDecoder().decode(type, from: Data(base64Encoded: data) ?? Data())
    }

    func encode<Value: Encodable>(_ value: Value) throws -> Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return try encoder.encode(value).base64EncodedData()
    }
  }

  @Test func `any other coder can be used with its extension`() throws {
    let format = FixtureFormat(
      fileExtension: "disguise", decoder: Disguise(), encoder: Disguise())
    let directory = TemporaryFixtures().setUp(Event.self, named: "Event", formats: [format])

    #expect(
      directory.files == [
        "Event/schema.json", "Event/v1/sample.disguise", "Event/v1/sample2.disguise",
      ])
    #expect(directory.failures(of: Event.self, named: "Event", formats: [format]) == [])
  }

  /// A coder for text instead of bytes.
  private struct Reversed: VersionedDecoder, VersionedEncoder {
    func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
      try JSONDecoder().decode(type, from: Data(String(text.reversed()).utf8))
    }

    func encode<Value: Encodable>(_ value: Value) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(String(decoding: try encoder.encode(value), as: UTF8.self).reversed())
    }
  }

  @Test func `a coder for text can be used in the same way`() throws {
    let format = FixtureFormat(
      fileExtension: "reversed", decoder: Reversed(), encoder: Reversed())
    let directory = TemporaryFixtures().setUp(Event.self, named: "Event", formats: [format])

    #expect(
      directory.files == [
        "Event/schema.json", "Event/v1/sample.reversed", "Event/v1/sample2.reversed",
      ])
    #expect(directory.failures(of: Event.self, named: "Event", formats: [format]) == [])
  }

  @Test func `documents can have the extension of texts about them`() throws {
    let format = FixtureFormat(fileExtension: "md", decoder: Disguise(), encoder: Disguise())
    let directory = TemporaryFixtures().setUp(Event.self, named: "Event", formats: [format])
    let own = try format.encode(Event())
    try directory.put(String(decoding: own, as: UTF8.self), at: "Event/v1/own.md")
    try directory.put("About these files.", at: "Event/README.md")
    let before = try directory.contents()

    #expect(
      directory.failures(of: Event.self, named: "Event", mode: .missing, formats: [format]) == [])
    #expect(try directory.contents() == before)
  }

  @Test func `a document with the extension of texts about them isn't replaced by a sample`() throws
  {
    let format = FixtureFormat(fileExtension: "md", decoder: Disguise(), encoder: Disguise())
    var event = Event()
    event.eventName = "Slam"
    let text = String(decoding: try format.encode(event), as: UTF8.self)
    let directory = TemporaryFixtures()
    try directory.put(text, at: "Event/v1/sample.md")

    directory.setUp(Event.self, named: "Event", formats: [format])

    #expect(try directory.text(of: "Event/v1/sample.md") == text)
  }

  @Test func `several formats can be used together`() throws {
    let directory = TemporaryFixtures().setUp(Event.self, named: "Event")
    try directory.put(
      String(decoding: try FixtureFormat.propertyList.encode(Event()), as: UTF8.self),
      at: "Event/v1/sample.plist")

    #expect(directory.failures(of: Event.self, named: "Event") == [])
  }
}
