import Foundation
import Lineage
import Testing

/// The promises of the library.
struct PromiseTests {
  struct ThemeV1: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var theme: String? = "light"
    var tabSize = 4
  }

  struct Theme: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    static let encodesDefaults = false
    typealias PreviousVersion = ThemeV1
    var theme: String? = "dark"
    var tabSize = 2
  }

  @Test func `an optional whose default is not nil keeps its nil when saved sparsely`() throws {
    let saved = try Future.write(ThemeV1().copy { $0.theme = nil })

    #expect(saved == #"{"theme":null,"version":1}"#)
    #expect(try Future.read(ThemeV1.self, saved).theme == nil)
    #expect(try Future.read(Theme.self, saved).theme == nil)
  }

  @Test func `changing a default doesn't change existing documents`() throws {
    let theme = try Future.read(Theme.self, Future.write(ThemeV1()))
    let again = try Future.read(Theme.self, Future.write(theme))

    #expect(theme == Theme(theme: "light", tabSize: 4))
    #expect(again == theme)
  }

  struct Account: DefaultFillable, Equatable {
    var name = "nobody"
    var age = 0
  }

  struct Profile: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var account = Account()
  }

  @Test func `an invalid field of a nested value is an error, never the default`() {
    let error = #expect(throws: MigrationError.self) {
      try Future.read(Profile.self, #"{"account":{"age":"old","name":"Ada"},"version":1}"#)
    }

    #expect(error?.path == "account.age")
  }

  struct Record: DefaultFillable, Equatable {
    var id = UUID()
    var title = ""
  }

  struct Records: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var records: [Record]
  }

  @Test func `a missing UUID differs per record, and is stable after saving`() throws {
    let json = #"{"records":[{"title":"a"},{"title":"b"},{"id":null}],"version":1}"#

    let first = try Future.read(Records.self, json)
    let other = try Future.read(Records.self, json)
    let again = try Future.read(Records.self, Future.write(first))

    #expect(Set((first.records + other.records).map(\.id)).count == 6)
    #expect(again == first)
    #expect(try Future.report(reading: Records.self, json).needsRewrite)
    #expect(try !Future.report(reading: Records.self, Future.write(first)).needsRewrite)
  }

  struct Text: Codable, Equatable {
    var body: String
  }

  enum Block: OpenUnion, Equatable {
    case text(Text)
    case unknown(DocumentValue)

    static let tagKey = "type"
    static let payloads: [Payload] = [
      Payload("text", text) { if case .text(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  struct Page: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var blocks: [Block]
  }

  @Test func `an element of an unknown kind survives reading, editing and writing`() throws {
    let video = #"{"length":1.10,"type":"video"}"#

    let saved = try Future.saved(
      #"{"blocks":[\#(video),{"body":"a","type":"text"}],"version":1}"#, by: Page.self
    ) {
      $0.blocks[1] = .text(Text(body: "b"))
    }

    #expect(saved == #"{"blocks":[\#(video),{"body":"b","type":"text"}],"version":1}"#)
  }

  struct PoemV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text = ""
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    var lines: [String] = []

    init() {}
    init(from old: PoemV1) throws { lines = [old.text] }
  }

  struct Box: Codable { var poem: Poem }

  struct Shelf: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poem = Poem()
    var maybe: Poem?
    var list: [Poem] = []
    var byName: [String: Poem] = [:]
    var box: Box?
  }

  static let places = [
    #""poem":$"#, #""maybe":$"#, #""list":[$]"#, #""byName":{"a":$}"#, #""box":{"poem":$}"#,
  ]

  @Test(arguments: places)
  func `a nested value of an old version migrates`(place: String) throws {
    let old = place.replacing("$", with: #"{"text":"a","version":1}"#)

    let saved = try Future.saved("{\(old),\"version\":1}", by: Shelf.self)

    #expect(saved.contains(place.replacing("$", with: #"{"lines":["a"],"version":2}"#)))
  }

  @Test(arguments: places)
  func `a nested value of an unknown version is an error`(place: String) {
    let newer = place.replacing("$", with: #"{"lines":["a"],"version":3}"#)

    let error = #expect(throws: MigrationError.self) {
      try Future.read(Shelf.self, "{\(newer),\"version\":1}")
    }

    #expect(error?.reason == .newerVersion(found: 3, newest: 2))
  }

  struct Document: VersionedCodable {
    struct Meta: Codable { var author: String }

    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "schema", "version")
    typealias PreviousVersion = NothingOlder
    var meta: Meta
  }

  @Test(arguments: FutureFormat.allCases)
  func `writing a nested version preserves its sibling keys`(format: FutureFormat) throws {
    let saved = try format.write(Document(meta: .init(author: "Ada")))

    #expect(saved == ["meta": ["author": "Ada", "schema": ["version": 1]]])
  }

  struct Tag: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
      name = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `a single-value document is an error that says what to do`(format: FutureFormat) {
    let error = #expect(throws: MigrationError.self) { try format.write(Tag(name: "x")) }

    #expect(error?.reason == .noPlaceForVersion(1))
    #expect(error?.description.contains("set its versionLocation to .external") == true)
  }

  struct Single: VersionedCodable {
    static let version = 5
    typealias PreviousVersion = Hidden
    init(from old: Hidden) throws {}
  }

  struct Hidden: VersionedCodable {
    static let version = 3
    typealias PreviousVersion = NothingOlder
  }

  static let versions: [(json: String, reason: MigrationError.Reason, text: String)] = [
    ("2", .olderVersion(found: 2, oldest: 3), "(Single) has version '2', but the oldest"),
    ("4", .unknownVersion(found: 4), "(Single) has version '4', which isn't one of"),
    ("6", .newerVersion(found: 6, newest: 5), "(Single) has version '6', but the newest"),
    (
      #""5""#, .malformedVersion(found: "a string"),
      "expected a number under 'version', found a string."
    ),
  ]

  @Test(arguments: versions.indices)
  func `a version that is not known is named, with the newest type`(index: Int) {
    let (json, reason, text) = Self.versions[index]

    let error = #expect(throws: MigrationError.self) {
      try Future.read(Single.self, #"{"version":\#(json)}"#)
    }

    #expect(error?.reason == reason)
    #expect(error?.documentType == "Single")
    #expect(error?.description.contains(text) == true)
    #expect(error?.description.contains("Known versions: '5' (Single), '3' (Hidden).") == true)
  }
}
