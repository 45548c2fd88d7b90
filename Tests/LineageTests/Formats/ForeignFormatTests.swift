import Foundation
import Testing

@testable import Lineage

/// A coder for a format that the library doesn't know, added with one line.
struct ForeignFormatTests {
  @Test func `an old document decodes as the newest version`() throws {
    let text = #"(title: "Hits" tracks: "a,b" version: 1)"#

    let album = try ForeignTextDecoder().decode(versioned: Album.self, from: text)

    #expect(
      album
        == Album(
          title: "Hits", tracks: [Track(name: "a", seconds: 0), Track(name: "b", seconds: 0)]))
  }

  @Test func `nested values migrate and fill missing fields`() throws {
    let text = """
      (version: 2 title: "Hits" settings: (volume: - skipsIntro: yes)
       tracks: [(name: "a" version: "1.0") (name: "b" seconds: ~2.5 version: "1.1")])
      """

    let album = try ForeignTextDecoder().decode(versioned: Album.self, from: text)

    #expect(album.tracks == [Track(name: "a", seconds: 0), Track(name: "b", seconds: 2.5)])
    #expect(album.settings == AlbumSettings().copy { $0.skipsIntro = true })
  }

  @Test func `the report says what happened and where`() throws {
    let text = """
      (version: 2 title: "Hits" extra: 1 settings: (volume: - skipsIntro: yes odd: 2)
       tracks: [(name: "a" version: "1.0")])
      """
    var report = MigrationReport()

    _ = try ForeignTextDecoder().decode(versioned: Album.self, from: text, report: &report)

    #expect(report.versionFound == 2)
    #expect(report.filled.map(\.path).contains("settings.volume"))
    #expect(report.nestedMigrations.map(\.path) == ["tracks[0]"])
    #expect(Set(report.unknownFieldsDropped) == ["extra", "settings.odd"])
  }

  @Test func `a document is written with every version in it`() throws {
    let album = Album(title: "Hits", tracks: [Track(name: "a", seconds: 1.5)])

    let text = try ForeignTextEncoder().encode(versioned: album)

    #expect(
      text == """
        (title: "Hits" tracks: [(name: "a" seconds: ~1.5 version: "1.1")] settings: (volume: 11 \
        skipsIntro: no tags: ["new"] labels: ("one_two": 1)) version: 2)
        """)
    #expect(try ForeignTextDecoder().decode(versioned: Album.self, from: text) == album)
  }

  @Test func `a version can be in a nested object`() throws {
    struct Nested: VersionedCodable, Equatable {
      static let version = 3
      static let versionLocation = VersionLocation.path("meta", "schema")
      typealias PreviousVersion = NothingOlder
      var meta = ["a": 1]
    }

    let text = try ForeignTextEncoder().encode(versioned: Nested())
    let nested = try ForeignTextDecoder().decode(versioned: Nested.self, from: text)

    #expect(text == "(meta: (a: 1 schema: 3))")
    #expect(nested.meta == ["a": 1])
  }

  @Test func `the version is found without decoding`() throws {
    let decoder = ForeignTextDecoder()

    #expect(try decoder.version(of: Album.self, in: "(version: 7)") == 7)
    #expect(try decoder.version(of: Album.self, in: "(version: \"x\")") == "x")
    #expect(try decoder.version(of: Album.self, in: "()") == nil)
  }

  @Test func `every shape is coded as with the coder alone`() throws {
    var random = JSONRandom(seed: 14)
    random.noise = 0
    for _ in 0..<30 {
      try compare(Page.self, &random)
      try compare(Scalars.self, &random)
      try compare(Collections.self, &random)
      try compare(Optionals.self, &random)
      try compare(HandWritten.self, &random)
      try compare(Walk.self, &random)
      try compare([Cat].self, &random)
    }
  }

  private func compare<Sample: JSONSample>(
    _ type: Sample.Type, _ random: inout JSONRandom
  ) throws {
    let json = Data(type.json(&random).utf8)
    guard let sample = try? JSONDecoder().decode(type, from: json) else { return }
    guard let text = try? ForeignTextEncoder().encode(Letter(body: sample)) else { return }
    let expected = try ForeignTextDecoder().decode(type, from: ForeignTextEncoder().encode(sample))

    let read = try ForeignTextDecoder().decode(versioned: Letter<Sample>.self, from: text).body
    let written = try ForeignTextEncoder().encode(versioned: Letter(body: sample))
    let again = try ForeignTextDecoder().decode(Letter<Sample>.self, from: written).body

    #expect(read == expected)
    #expect(again == expected)
  }

  @Test func `an element that does not decode can be decoded as another type`() throws {
    struct Mixed: Codable, Equatable {
      var numbers: [Int] = []
      var albums: [AlbumSettings] = []

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if let settings = try? container.decode(AlbumSettings.self) {
            albums.append(settings)
          } else {
            numbers.append(try container.decode(Int.self))
          }
        }
      }
    }
    let text = "[1 (volume: 3) 2]"

    let mixed = try ForeignTextDecoder().decode(unversioned: Mixed.self, from: text)

    #expect(mixed.numbers == [1, 2])
    #expect(mixed.albums.map(\.volume) == [3])
  }

  @Test func `a null element is seen by decodeNil and by an optional`() throws {
    let values = try ForeignTextDecoder().decode(
      unversioned: [AlbumSettings?].self, from: "[- (volume: 1) -]")

    #expect(values.map { $0?.volume } == [nil, 1, nil])
  }

  @Test func `user info reaches every type`() throws {
    struct Reader: Codable, Equatable {
      var info: String?
      init(from decoder: any Decoder) throws {
        info = decoder.userInfo[.sample] as? String
      }
    }
    let decoder = ForeignTextDecoder(userInfo: [.sample: "here"])

    let readers = try decoder.decode(unversioned: [String: [Reader]].self, from: "(a: [() ()])")

    #expect(readers["a"]?.map(\.info) == ["here", "here"])
  }

  @Test func `user info reaches every type that is written`() throws {
    struct Writer: Codable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.userInfo[.sample] as? String)
      }
    }
    let encoder = ForeignTextEncoder()
    encoder.userInfo = [.sample: "here"]

    let text = try encoder.encode(versioned: Letter(body: [Writer()]))

    #expect(text == #"(body: ["here"])"#)
  }

  @Test(arguments: ["", "(", "(version: 2", "[1", "\"marker", "(version: 2 title: marker)", ")"])
  func `text that the coder can't read is a MigrationError`(text: String) {
    let error = #expect(throws: MigrationError.self) {
      try ForeignTextDecoder().decode(versioned: Album.self, from: text)
    }

    #expect(error?.reason == .unreadable)
    #expect(error?.description.contains("marker") == false)
  }

  @Test func `an error that the coder throws after the value is thrown`() {
    let text = #"(title: "Hits" tracks: "a" version: 1) and more"#

    let error = #expect(throws: MigrationError.self) {
      try ForeignTextDecoder().decode(versioned: Album.self, from: text)
    }

    #expect(error?.reason == .unreadable)
  }

  @Test func `a value of the wrong type is an error with its path and no content`() {
    let text =
      #"(version: 2 title: "x" settings: () tracks: [(name: 5 seconds: "marker" version: "1.1")])"#

    let error = #expect(throws: MigrationError.self) {
      try ForeignTextDecoder().decode(versioned: Album.self, from: text)
    }

    #expect(error?.description.contains("tracks[0].name") == true)
    #expect(error?.description.contains("marker") == false)
    #expect(error?.underlyingError is DecodingError)
  }

  @Test func `a root array has no place for a version`() throws {
    let error = #expect(throws: MigrationError.self) {
      try ForeignTextEncoder().encode(versioned: Numbers([1, 2]))
    }

    #expect(error?.reason == .noPlaceForVersion(1))
    #expect(try ForeignTextEncoder().encode(versioned: ExternalNumbers([1, 2])) == "[1 2]")
  }

  @Test func `nested decoding works in any mix of formats`() throws {
    struct Envelope: Codable {
      var inner: Album
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        let json = try ForeignTextDecoder().decode(unversioned: [String].self, from: text)
        inner = try JSONDecoder().decode(versioned: Album.self, from: Data(json[0].utf8))
      }
    }
    let json = #"{"version":1,"title":"t","tracks":"a"}"#
    let text = try ForeignTextEncoder().encode(ForeignTextEncoder().encode([json]))

    let envelope = try ForeignTextDecoder().decode(unversioned: Envelope.self, from: text)

    #expect(envelope.inner.tracks.map(\.name) == ["a"])
  }

  // MARK: - Formats without types

  private struct Dated: VersionedCodable, Equatable {
    static let version = "2024"
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  private struct Counted: VersionedCodable, Equatable {
    static let version = 7
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  private enum Year: OpenUnion, Equatable {
    case leap(Leap)
    case unknown(DocumentValue)
    struct Leap: Codable, Equatable { var title: String }

    static let tagKey = "kind"
    static let payloads: [Payload] = [
      Payload("2024", leap) { if case .leap(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  @Test func `a version or tag of digits is of the kind that the types declare`() throws {
    var decoder = ForeignTextDecoder()
    decoder.userInfo[.readsTextAsNumbers] = true

    let dated = try decoder.decode(
      versioned: Dated.self, from: #"(title: "a" version: "2024")"#)
    let counted = try decoder.decode(
      versioned: Counted.self, from: #"(title: "a" version: "7")"#)
    let year = try decoder.decode(
      unversioned: Year.self, from: #"(title: "a" kind: "2024")"#)

    #expect(dated == Dated(title: "a"))
    #expect(counted == Counted(title: "a"))
    #expect(year == .leap(Year.Leap(title: "a")))
  }

  struct Person: Codable {
    var name: String
    var unknownFields = UnknownFields()
  }

  @Test(arguments: [
    "007", "1.10", "+49", "0x1F", "1e400", "1e3", "1e05", "100000000000000000000",
    "123456789012345678901234", "no", "yes", "-0", "",
    "3 apples", "2024-01-02", "192.168.0.1",
  ])
  func `a text that isn't a number in its usual form stays a text`(text: String) throws {
    var decoder = ForeignTextDecoder()
    decoder.userInfo[.readsTextAsNumbers] = true
    let document = #"(name: "a" zip: "\#(text)")"#

    let person = try decoder.decode(unversioned: Person.self, from: document)

    #expect(person.unknownFields["zip"] == .string(text))
    #expect(try ForeignTextEncoder().encode(unversioned: person) == document)
  }

  @Test(
    arguments: [("12", 12), ("-1.5", -1.5), ("1.5e+0", 1.5), ("1.0", 1.0), ("true", true)]
      as [(String, DocumentValue)])
  func `a text that is a number or a boolean in its usual form is one`(
    text: String, expected: DocumentValue
  ) throws {
    var decoder = ForeignTextDecoder()
    decoder.userInfo[.readsTextAsNumbers] = true

    let person = try decoder.decode(
      unversioned: Person.self, from: #"(name: "a" zip: "\#(text)")"#)

    #expect(person.unknownFields["zip"] == expected)
  }

  struct Pair: Decodable {
    var first: Int
    var second: Int

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      first = try container.decode(Int.self)
      second = try container.decode(Int.self)
    }
  }

  @Test(arguments: [false, true])
  func `elements that a type leaves out are reported, even if they weren't counted`(
    hidesCount: Bool
  ) throws {
    var decoder = ForeignTextDecoder()
    if hidesCount { decoder.userInfo[.hidesCount] = true }
    var report = MigrationReport()

    _ = try decoder.decode(unversioned: [Pair].self, from: "[[1 2] [1 2 - 4]]", report: &report)

    #expect(report.unknownFieldsDropped == ["[1][2]", "[1][3]"])
  }
}

extension CodingUserInfoKey {
  static let sample = named("sample")
}
