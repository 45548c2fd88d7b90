import Foundation
import Lineage
import Testing

/// Documents that contain only what was changed.
struct SparseDocumentTests {
  struct Font: DefaultFillable, Equatable {
    var name = "Mono"
    var size = 12
  }

  struct Margin: DefaultFillable, Equatable {
    static let encodesDefaults = false
    var left = 1
    var right = 1
  }

  struct Settings: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var tabSize = 4
    var theme: String? = "light"
    var path: String?
    var tags = ["a"]
    var zoom = 1.0
    var font = Font()
    var margin = Margin()
    var unknownFields = UnknownFields()
  }

  /// A class whose objects may be of a subclass with other defaults.
  class Animal: DefaultFillable {
    class var encodesDefaults: Bool { false }
    var legs = 4
    var sound: String? = "none"

    required init() {}
  }

  final class Bird: Animal {
    var wings = 2
    var song: String? = "la"

    required init() {
      super.init()
      legs = 2
      sound = nil
    }

    enum CodingKeys: CodingKey { case wings, song }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      wings = try container.decode(Int.self, forKey: .wings)
      song = try container.decodeIfPresent(String.self, forKey: .song)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(wings, forKey: .wings)
      try container.encodeIfPresent(song, forKey: .song)
      try super.encode(to: encoder)
    }
  }

  struct Zoo: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var animals: [Animal] = []
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let edit: @Sendable (inout Settings) -> Void
    let expected: String
    var testDescription: String { id }
  }

  static let cases = [
    Case(id: "nothing", edit: { _ in }, expected: #"{"version":1}"#),
    Case(id: "one field", edit: { $0.tabSize = 2 }, expected: #"{"tabSize":2,"version":1}"#),
    Case(id: "nil", edit: { $0.theme = nil }, expected: #"{"theme":null,"version":1}"#),
    Case(id: "nil by default", edit: { $0.path = nil }, expected: #"{"version":1}"#),
    Case(id: "optional", edit: { $0.path = "" }, expected: #"{"path":"","version":1}"#),
    Case(id: "emptied", edit: { $0.tags = [] }, expected: #"{"tags":[],"version":1}"#),
    Case(
      id: "order", edit: { $0.tags = ["b", "a"] }, expected: #"{"tags":["b","a"],"version":1}"#),
    Case(
      id: "nested, not sparse", edit: { $0.font.size = 9 },
      expected: #"{"font":{"name":"Mono","size":9},"version":1}"#),
    Case(
      id: "nested, sparse", edit: { $0.margin.left = 9 },
      expected: #"{"margin":{"left":9},"version":1}"#),
    Case(
      id: "unknown", edit: { $0.unknownFields["x"] = 1 }, expected: #"{"version":1,"x":1}"#),
  ]

  @Test(arguments: cases)
  func `only what differs from its default is written`(example: Case) throws {
    let settings = Settings().copy(example.edit)

    let saved = try Future.write(settings)

    #expect(saved == example.expected)
    #expect(try Future.read(Settings.self, saved) == settings)
  }

  struct Engine: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var power = 100
    var unknownFields = UnknownFields()
  }

  struct Car: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var engine = Engine()
    var spares: [Engine] = []
    var engines = ["front": Engine()]
  }

  @Test(arguments: [
    #"{"engine":{"power":100,"version":2},"version":1}"#,
    #"{"engines":{"front":{"power":100,"version":2}},"version":1}"#,
    #"{"engine":{"version":2},"spares":[{"power":100,"version":2}],"version":1}"#,
  ])
  func `a newer value is written even if it equals a default`(
    document: String
  ) throws {
    let car = try Future.read(Car.self, document)

    // The newer version may have another default.
    #expect(try Future.write(car) == document)
  }

  @Test(arguments: FutureFormat.allCases)
  func `a sparse value is preserved in every format`(format: FutureFormat) throws {
    let settings = Settings().copy {
      $0.theme = nil
      $0.font.size = 9
      $0.margin.right = 0
    }

    let document = try format.write(settings)

    #expect(document["tabSize"] == nil)
    #expect(try format.read(Settings.self, document) == settings)
  }

  @Test func `a field with its default is left out without changing its meaning`() throws {
    let saved = try Future.saved(#"{"tabSize":4,"theme":"light","version":1}"#, by: Settings.self)

    #expect(saved == #"{"version":1}"#)
  }

  @Test func `a document with only defaults is an empty object`() throws {
    #expect(try Future.text(Margin()) == "{}")
    #expect(try Future.text([Margin(), Margin(left: 2)]) == #"[{},{"left":2}]"#)
  }

  struct Keys: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var tabSize = 4
    var homeURL: String? = "x"
    var wordWrap = true
    var byName = ["aB": 1]
  }

  @Test func `leaving out defaults works under snake case`() throws {
    let keys = Keys().copy {
      $0.homeURL = nil
      $0.wordWrap = false
    }

    let saved = try Future.write(keys, snakeCase: true)

    #expect(saved == #"{"home_url":null,"version":1,"word_wrap":false}"#)
  }

  // MARK: - Chains

  struct EditorV1: DefaultFillable {
    static let encodesDefaults = false
    var tabSize = 4
  }

  struct Editor: DefaultFillable {
    static let encodesDefaults = false
    var tabSize = 8
  }

  struct ConfigV1: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var tabSize = 4
    var theme: String? = "light"
    var editor = EditorV1()
    var editors = [EditorV1()]
  }

  struct Config: VersionedCodable, DefaultFillable {
    static let version = 2
    static let encodesDefaults = false
    typealias PreviousVersion = ConfigV1
    var tabSize = 8
    var theme: String? = "dark"
    var editor = Editor()
    var editors = [Editor()]
  }

  @Test(arguments: FutureFormat.allCases)
  func `a sparse document keeps its meaning after the defaults have changed`(
    format: FutureFormat
  ) throws {
    let config = try format.read(Config.self, format.write(ConfigV1()))

    #expect(config.tabSize == 4)
    #expect(config.theme == "light")
  }

  @Test(arguments: FutureFormat.allCases)
  func `an object of a subclass is written whole`(format: FutureFormat) throws {
    let bird = Bird()
    let odd = Bird()
    (odd.legs, odd.sound, odd.song) = (4, "none", nil)

    let written = try format.write(Zoo(animals: [Animal(), bird, odd]))

    #expect(
      written == [
        "version": 1,
        "animals": [
          [:], ["wings": 2, "song": "la", "legs": 2, "sound": .null],
          ["wings": 2, "song": .null, "legs": 4, "sound": "none"],
        ],
      ])
    let read = try format.read(Zoo.self, written).animals
    #expect(read.map(\.legs) == [4, 2, 4])
    #expect(read.map(\.sound) == ["none", nil, "none"])
  }

  @Test func `an object is sparse where its own class is known`() throws {
    let odd = Bird()
    (odd.legs, odd.song) = (4, nil)

    let written = try Future.encoder().encode(unversioned: [Bird(), odd])

    #expect(String(decoding: written, as: UTF8.self) == #"[{},{"legs":4,"song":null}]"#)
    let read = try JSONDecoder().decode(unversioned: [Bird].self, from: written)
    #expect(read.map(\.legs) == [2, 4])
    #expect(read.map(\.song) == ["la", nil])
  }

  @Test func `a nil keeps its meaning after the defaults have changed`() throws {
    let config = try Future.read(Config.self, Future.write(ConfigV1().copy { $0.theme = nil }))

    #expect(config.theme == nil)
  }

  struct PlainV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var theme: String?
  }

  struct Plain: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PlainV1
    var theme: String? = "dark"
  }

  @Test(arguments: [#"{"version":1}"#, #"{"theme":null,"version":1}"#])
  func `nil is carried over as nil, regardless of the new default`(json: String) throws {
    #expect(try Future.read(Plain.self, json).theme == nil)
  }

  @Test func `a nested sparse value keeps its meaning after its defaults have changed`() throws {
    let config = try Future.read(Config.self, Future.write(ConfigV1()))

    #expect(config.editor.tabSize == 4)
    #expect(config.editors.map(\.tabSize) == [4])
  }

  @Test func `an old default is written after the default has changed`() throws {
    let saved = try Future.saved(#"{"version":1}"#, by: Config.self)

    #expect(saved.contains(#""tabSize":4"#))
    #expect(saved.contains(#""theme":"light""#))
  }

  // MARK: - Volatile defaults

  struct Record: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var id = UUID()
    var made = Date()
    var title = ""
  }

  @Test func `a default that differs each time is always written`() throws {
    let record = Record()

    let saved = try Future.write(record)
    let read = try Future.read(Record.self, saved)

    #expect(read.id == record.id)
    #expect(saved.contains("made"))
    #expect(!saved.contains("title"))
  }

  struct Tagged: DefaultFillable {
    var id: UUID
    var slug: String

    init() {
      let id = UUID()
      self.id = id
      slug = id.uuidString
    }
  }

  @Test func `defaults that belong together come from one init`() throws {
    let tagged = try JSONDecoder().decode(unversioned: Tagged.self, from: Data("{}".utf8))

    #expect(tagged.slug == tagged.id.uuidString)
  }
}
