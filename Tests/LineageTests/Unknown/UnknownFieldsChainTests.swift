import Foundation
import Lineage
import Testing

/// Unknown fields in migrations.
struct UnknownFieldsChainTests {
  struct ContactV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = ""
    var unknownFields = UnknownFields()
  }

  struct ContactV2: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = ContactV1
    var name = ""
    var unknownFields = UnknownFields()
  }

  struct Contact: VersionedCodable, DefaultFillable {
    static let version = 3
    typealias PreviousVersion = ContactV2
    var name = ""
    var gender = "?"
    var unknownFields = UnknownFields()
  }

  @Test(arguments: FutureFormat.allCases)
  func `a field that version 3 declares is decoded into its property`(format: FutureFormat) throws {
    let document: DocumentValue = ["version": 1, "name": "Ada", "gender": "f", "x": [1]]
    var report = MigrationReport()

    let contact = try format.read(Contact.self, document, report: &report)

    #expect(contact.gender == "f")
    #expect(contact.unknownFields.fields == ["x": [1]])
    #expect(report.unknownFieldsKept.contains("x"))
    #expect(report.carryOverDropped == [])
    #expect(report.unknownFieldsDropped == [])
  }

  @Test(arguments: UnknownFieldsTests.exactValues)
  func `an unknown value preserves every character through a chain`(value: String) throws {
    let json = #"{"name":"Ada","version":1,"x":\#(value)}"#

    let contact = try Future.read(Contact.self, json)
    let saved = String(decoding: try JSONEncoder().encode(versioned: contact), as: UTF8.self)
      .replacing(#"\/"#, with: "/")

    #expect(saved.contains(#""x":\#(value)"#))
  }

  // MARK: - Unknown fields that become declared

  struct EventV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  struct Event: VersionedCodable, DefaultFillable {
    struct Place: Codable, Hashable {
      var streetName: String
    }

    static let version = 2
    typealias PreviousVersion = EventV1
    var when: Date?
    var photo: Data?
    var price: Decimal?
    var link: URL?
    var place: Place?
    var weight: Double?
    var unknownFields = UnknownFields()
  }

  @Test(arguments: [FutureFormat.xml, .binary])
  func `an unknown date or data of a property list becomes a declared one`(
    format: FutureFormat
  ) throws {
    let date = Date(timeIntervalSince1970: 1_000_000)
    let document: DocumentValue = [
      "version": 1, "when": .date(date), "photo": .data(Data([1, 2])),
    ]

    let event = try format.read(Event.self, document)

    #expect(event.when == date)
    #expect(event.photo == Data([1, 2]))
  }

  @Test func `an unknown date in JSON becomes a declared one`() throws {
    let event = try Future.read(Event.self, #"{"version":1,"when":1000}"#)

    #expect(event.when == Date(timeIntervalSinceReferenceDate: 1000))
  }

  @Test func `an unknown date is decoded with the decoder's strategy`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let json = Data(#"{"version":1,"when":"2001-01-01T00:16:40Z"}"#.utf8)

    let event = try decoder.decode(versioned: Event.self, from: json)

    #expect(event.when == Date(timeIntervalSinceReferenceDate: 1000))
  }

  @Test func `unknown data in JSON becomes a declared one`() throws {
    let event = try Future.read(Event.self, #"{"version":1,"photo":"AQI="}"#)

    #expect(event.photo == Data([1, 2]))
  }

  @Test func `unknown numbers and addresses become declared ones`() throws {
    let event = try Future.read(
      Event.self, #"{"version":1,"price":1.10,"link":"https://swift.org","weight":2}"#)

    #expect(event.price == Decimal(string: "1.10"))
    #expect(event.link == URL(string: "https://swift.org"))
    #expect(event.weight == 2)
  }

  @Test func `an unknown number that JSON can't represent uses the decoder's strategy`() throws {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let json = Data(#"{"version":1,"weight":"inf"}"#.utf8)

    let event = try decoder.decode(versioned: Event.self, from: json)

    #expect(event.weight == .infinity)
  }

  @Test func `an unknown object becomes a declared one whose keys are converted`() throws {
    let event = try Future.read(
      Event.self, #"{"version":1,"place":{"street_name":"Elm"}}"#, snakeCase: true)

    #expect(event.place == Event.Place(streetName: "Elm"))
  }

  // MARK: - Steps without carry-over

  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
    var unknownFields = UnknownFields()
  }

  struct CarryingNote: VersionedCodable, ZeroFillable {
    static let version = 2
    var text: String
    var color: String
    var unknownFields = UnknownFields()

    init(from old: NoteV1) throws {
      try self.init(carryingOver: old) {
        try $0.set(old.text.uppercased(), for: CodingKeys.text)
      }
    }
  }

  struct PassingNote: VersionedCodable {
    static let version = 2
    var body: String
    var unknownFields = UnknownFields()

    init(from old: NoteV1) throws {
      body = old.text
      unknownFields = old.unknownFields
    }
  }

  struct ForgettingNote: VersionedCodable {
    static let version = 2
    var text: String
    var unknownFields = UnknownFields()

    init(from old: NoteV1) throws { text = old.text }
  }

  struct OverwritingNote: VersionedCodable {
    static let version = 2
    var text: String
    var color: String
    var unknownFields = UnknownFields()

    init(from old: NoteV1) throws {
      text = old.text
      color = "white"
    }
  }

  struct CollectingNote: VersionedCodable {
    static let version = 2
    var text: String
    var extras: DocumentValue
    var unknownFields = UnknownFields()

    init(from old: NoteV1) throws {
      text = old.text
      extras = .object(old.unknownFields.fields)
    }
  }

  /// It has read the color, and keeps another value that contains an equal one.
  struct DiscardingNote: VersionedCodable {
    static let version = 2
    var isRed: Bool
    var unknownFields = UnknownFields()

    init(from old: NoteV1) throws {
      isRed = old.unknownFields["color"] == "red"
      unknownFields = old.unknownFields.removing("color")
    }
  }

  struct NoteWithoutRoom: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NoteV1
    var text = ""
  }

  static let note = #"{"color":"red","text":"hi","version":1,"x":1.10}"#

  @Test func `carrying over copies unknown fields`() throws {
    let saved = try Future.saved(Self.note, by: CarryingNote.self)

    #expect(saved == #"{"color":"red","text":"HI","version":2,"x":1.10}"#)
  }

  @Test func `a step without carry-over copies unknown fields`() throws {
    let saved = try Future.saved(Self.note, by: PassingNote.self)
    let report = try Future.report(reading: PassingNote.self, Self.note)

    #expect(saved == #"{"body":"hi","color":"red","version":2,"x":1.10}"#)
    #expect(report.unknownFieldsKept == ["color", "x"])
    #expect(report.unknownFieldsDropped == [])
  }

  @Test func `the report lists unknown fields that a step drops`() throws {
    let saved = try Future.saved(Self.note, by: ForgettingNote.self)
    let report = try Future.report(reading: ForgettingNote.self, Self.note)

    #expect(saved == #"{"text":"hi","version":2}"#)
    #expect(report.unknownFieldsKept == [])
    #expect(report.unknownFieldsDropped == ["color", "x"])
  }

  @Test func `the report lists an unknown field that a step overwrites`() throws {
    let report = try Future.report(reading: OverwritingNote.self, Self.note)

    #expect(report.unknownFieldsKept == [])
    #expect(report.unknownFieldsDropped == ["color", "x"])
  }

  @Test func `a field that a step moves into a value without a type isn't dropped`() throws {
    let saved = try Future.saved(Self.note, by: CollectingNote.self)
    let report = try Future.report(reading: CollectingNote.self, Self.note)

    #expect(saved == #"{"extras":{"color":"red","x":1.10},"text":"hi","version":2}"#)
    #expect(report.unknownFieldsKept == [])
    #expect(report.unknownFieldsDropped == [])
  }

  @Test func `an equal member of an unknown field doesn't hide a dropped one`() throws {
    let note = #"{"color":"red","frame":{"color":"red"},"text":"hi","version":1}"#

    let saved = try Future.saved(note, by: DiscardingNote.self)
    let report = try Future.report(reading: DiscardingNote.self, note)

    #expect(saved == #"{"frame":{"color":"red"},"isRed":true,"version":2}"#)
    #expect(report.unknownFieldsKept == ["frame"])
    #expect(report.unknownFieldsDropped == ["color"])
  }

  struct RenamingNote: VersionedCodable, ZeroFillable {
    static let version = 2
    var color: String
    var unknownFields = UnknownFields()

    init(from old: NoteV1) throws {
      try self.init(carryingOver: old) { $0.rename("text", to: "color") }
    }
  }

  @Test func `the report lists an unknown field replaced by a renamed one`() throws {
    let saved = try Future.saved(Self.note, by: RenamingNote.self)
    let report = try Future.report(reading: RenamingNote.self, Self.note)

    #expect(saved == #"{"color":"hi","version":2,"x":1.10}"#)
    #expect(report.unknownFieldsKept == ["x"])
    #expect(report.unknownFieldsDropped + report.carryOverDropped == ["color"])
  }

  @Test func `the report lists unknown fields that a version can't store`() throws {
    let report = try Future.report(reading: NoteWithoutRoom.self, Self.note)

    #expect(report.unknownFieldsKept == [])
    #expect(Set(report.unknownFieldsDropped + report.carryOverDropped) == ["color", "x"])
  }

  @Test func `a type that can't store unknown fields reports them as dropped`() throws {
    let report = try Future.report(
      reading: NoteWithoutRoom.self, #"{"text":"hi","version":2,"x":{"y":1}}"#)

    #expect(report.unknownFieldsDropped == ["x"])
  }

  // MARK: - Nested

  struct Stanza: Codable {
    var lines: [String]
    var unknownFields = UnknownFields()
  }

  struct PoemV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var stanzas: [Stanza]
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PoemV1
    var stanzas: [Stanza] = []
  }

  struct RebuiltPoem: VersionedCodable {
    static let version = 2
    var stanzas: [Stanza]

    init(from old: PoemV1) throws { stanzas = old.stanzas.map { Stanza(lines: $0.lines) } }
  }

  @Test func `unknown fields of elements are carried over`() throws {
    let saved = try Future.saved(
      #"{"stanzas":[{"lines":["a"],"mood":1.10}],"version":1}"#, by: Poem.self)

    #expect(saved == #"{"stanzas":[{"lines":["a"],"mood":1.10}],"version":2}"#)
  }
}
