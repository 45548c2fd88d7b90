import Foundation
import Lineage
import Testing

/// Preserved nulls that a step drops are in the report.
struct NullsInStepsTests {
  /// Values of any shape, which the next version has under other names and in other places.
  struct Loose: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var note: DocumentValue?
    var remark: DocumentValue?
    var marks: [String: DocumentValue] = [:]
  }

  struct NextLoose: VersionedCodable, Downgradable {
    static let version = 2
    struct Meta: Codable {
      var note: DocumentValue?
    }

    var meta = Meta()
    var comment: DocumentValue?
    var labels: [String: DocumentValue] = [:]

    init(from old: Loose) throws {
      try self.init(carryingOver: old) { fields in
        fields.rename("remark", to: "comment")
        fields.rename("marks", to: "labels")
        fields.drop("note")
        try fields.set(Meta(note: old.note), for: CodingKeys.meta)
      }
    }

    func downgraded() throws -> Loose {
      try Loose(carryingOver: self) { fields in
        fields.rename("comment", to: "remark")
        fields.rename("labels", to: "marks")
        fields.drop("meta")
        try fields.set(meta.note, for: "note")
      }
    }
  }

  /// Part of another value, so that the older version is written inside it.
  struct AroundLoose: VersionedCodable, Downgradable {
    static let version = 2
    struct Old: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var loose: Loose
    }

    var loose: NextLoose

    init(from old: Old) throws { loose = try NextLoose(from: old.loose) }
    func downgraded() throws -> Old { Old(loose: try loose.downgraded()) }
  }

  @Test func `nulls of any shape that a downgrade renames and moves aren't reported as dropped`()
    throws
  {
    let text =
      #"{"comment":null,"labels":{"a":null},"meta":{"note":null},"version":2}"#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var report = MigrationReport()
    let value = try JSONDecoder().decode(
      versioned: NextLoose.self, from: Data(text.utf8), report: &report)

    let older = try encoder.encode(versioned: value, as: Loose.self, report: &report)

    #expect(
      String(decoding: older, as: UTF8.self)
        == #"{"marks":{"a":null},"note":null,"remark":null,"version":1}"#)
    #expect(report.nullsDropped == [])
    #expect(report.carryOverDropped == [])

    let around = try JSONDecoder().decode(
      versioned: AroundLoose.self, from: Data(#"{"loose":\#(text),"version":2}"#.utf8),
      report: &report)
    _ = try encoder.encode(versioned: around, as: AroundLoose.Old.self, report: &report)
    #expect(report.nullsDropped == [])
  }

  struct TwiceV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var a: Int?
    @Nullable var x: Int?
    var unknownFields = UnknownFields()
  }

  struct TwiceV2: VersionedCodable, Downgradable {
    static let version = 2
    var b: Int?
    @Nullable var y: Int?
    var unknownFields = UnknownFields()

    init(from old: TwiceV1) throws {
      try self.init(carryingOver: old) {
        $0.rename("a", to: "b")
        $0.rename("x", to: "y")
      }
    }
    func downgraded() throws -> TwiceV1 {
      try TwiceV1(carryingOver: self) {
        $0.rename("b", to: "a")
        $0.rename("y", to: "x")
      }
    }
  }

  struct Twice: VersionedCodable, Downgradable {
    static let version = 3
    var c: Int?
    @Nullable var z: Int?
    var unknownFields = UnknownFields()

    init(from old: TwiceV2) throws {
      try self.init(carryingOver: old) {
        $0.rename("b", to: "c")
        $0.rename("y", to: "z")
      }
    }
    func downgraded() throws -> TwiceV2 {
      try TwiceV2(carryingOver: self) {
        $0.rename("c", to: "b")
        $0.rename("z", to: "y")
      }
    }
  }

  @Test func `nulls that are renamed twice aren't reported as dropped`() throws {
    let text = #"{"a":null,"x":null,"version":1}"#
    var report = MigrationReport()
    let value = try JSONDecoder().decode(
      versioned: Twice.self, from: Data(text.utf8), report: &report)
    #expect(try Future.write(value) == #"{"c":null,"version":3,"z":null}"#)
    #expect(report.nullsDropped == [])

    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let older = try encoder.encode(versioned: value, as: TwiceV1.self, report: &report)
    #expect(String(decoding: older, as: UTF8.self) == #"{"a":null,"version":1,"x":null}"#)
    #expect(report.nullsDropped == [])
  }

  struct Keeping: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var value: DocumentValue?
    var other: DocumentValue?
    var unknownFields = UnknownFields()
  }

  struct Renaming: VersionedCodable {
    static let version = 2
    var content: DocumentValue?
    var unknownFields = UnknownFields()

    init(from old: Keeping) throws {
      try self.init(carryingOver: old) {
        $0.rename("value", to: "content")
        $0.drop("other")
      }
    }
  }

  @Test func `a null of any shape that a step renames or drops isn't reported as dropped`() throws {
    let text = #"{"other":null,"value":null,"version":1}"#
    var report = MigrationReport()
    let value = try JSONDecoder().decode(
      versioned: Renaming.self, from: Data(text.utf8), report: &report)

    #expect(try Future.write(value) == #"{"content":null,"version":2}"#)
    #expect(report.nullsDropped == [])
    #expect(report.carryOverDropped == [])
  }

  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String?
    var color: String?
    var unknownFields = UnknownFields()
  }

  struct ByHand: VersionedCodable {
    static let version = 2
    var text: String?
    var color: String?
    var unknownFields = UnknownFields()
  }

  struct Passing: VersionedCodable {
    static let version = 2
    var text: String?
    var color: String?
    var unknownFields: UnknownFields
  }

  struct Filling: VersionedCodable {
    static let version = 2
    var text: String
    var color: String
  }

  struct Carried: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NoteV1
    var text: String?
    var color: String? = "red"
    var unknownFields = UnknownFields()
  }

  struct Editing: VersionedCodable, DefaultFillable {
    static let version = 2
    var text: String?
    var paint: String?
    var unknownFields = UnknownFields()
  }

  struct Dropping: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NoteV1
    var text: String?
  }

  /// Without unknown fields, only the null of a default that isn't nil is written again.
  struct Clearing: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NoteV1
    var text: String?
    var color: String? = "red"
  }

  struct ClearingByHand: VersionedCodable, DefaultFillable {
    static let version = 2
    var text: String?
    var paint: String? = "red"
  }

  struct Later: VersionedCodable {
    static let version = 3
    var text: String?
    var unknownFields = UnknownFields()
  }

  static let cases: [(type: any VersionedCodable.Type, dropped: Set<FieldPath>)] = [
    (NoteV1.self, []), (ByHand.self, ["text", "color"]), (Passing.self, []), (Filling.self, []),
    (Carried.self, []), (Editing.self, []), (Dropping.self, ["text", "color"]),
    (Later.self, ["color"]), (Clearing.self, ["text"]), (ClearingByHand.self, ["text"]),
  ]

  @Test(arguments: cases.indices)
  func `a preserved null that a step drops is in the report`(index: Int) throws {
    let (type, dropped) = Self.cases[index]
    let report = try Future.report(
      reading: type, #"{"color":null,"text":null,"version":1}"#)

    #expect(Set(report.nullsDropped) == dropped)
    #expect(report.nullsDropped.count == dropped.count)
  }

  struct BookV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var notes: [NoteV1]
    var others: [NoteV1]
  }

  struct Book: VersionedCodable {
    static let version = 2
    var notes: [ByHand]
    var others: [Passing]
  }

  @Test func `nested nulls are reported individually`() throws {
    let report = try Future.report(
      reading: Book.self,
      """
      {"version":1,"notes":[{"version":1,"text":null},{"version":1,"color":null,"x":null}],
       "others":[{"version":1,"text":"a","color":null}]}
      """)

    #expect(Set(report.nullsDropped) == ["notes[0].text", "notes[1].color"])
    #expect(report.unknownFieldsDropped == ["notes[1].x"])
  }

  struct ClearingsV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var notes: [Clearing]
    var others: [NoteV1]
  }

  struct Clearings: VersionedCodable {
    static let version = 2
    var notes: [Clearing]
    var others: [Part]

    /// It carries over without a version of its own.
    struct Part: DefaultFillable {
      var text: String?
      var color: String? = "red"
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a nested null is kept where the default isn't nil`(format: StoredFormat) throws {
    let document = try format.document(
      """
      {"version":1,"notes":[{"version":1,"text":null,"color":null},{"version":2,"color":null}],
       "others":[{"version":1,"text":"a","color":null},{"version":1,"text":null}]}
      """)
    var report = MigrationReport()

    let read = try format.decode(Clearings.self, from: document, report: &report)

    #expect(read.notes.map(\.color) == [nil, nil])
    #expect(Set(report.nullsDropped) == ["notes[0].text", "others[1].text"])
    #expect(report.nullsDropped.count == 2)
  }
}

extension NullsInStepsTests.ByHand {
  init(from old: NullsInStepsTests.NoteV1) throws {
    text = old.text
    color = old.color
  }
}

/// Nulls in fields that aren't optional, which are filled.
struct FilledNullsInStepsTests {
  struct Part: Codable, DefaultFillable {
    var list: [Int] = []
    var count = 1
    var unknownFields = UnknownFields()
  }

  struct Newer: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var count = 1
    var unknownFields = UnknownFields()
  }

  struct Loose: Codable {
    var count: Int?
    var unknownFields = UnknownFields()
  }

  struct Strict: Codable, DefaultFillable {
    var count = 1
    var unknownFields = UnknownFields()
  }

  struct BoxV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var part: Part?
    var parts: [Part]?
    var byName: [String: [Part]]?
    var loose: Loose?
    var newer: Newer?
  }

  struct Named: VersionedCodable {
    static let version = 2
    var part: Part?
    var parts: [Part]?
    var byName: [String: [Part]]?
    var loose: Strict?
    var newer: Newer?

    init(from old: BoxV1) throws { try self.init(carryingOver: old) }
  }

  struct Renamed: VersionedCodable {
    static let version = 2
    var piece: Part?
    var pieces: [Part]?
    var byLabel: [String: [Part]]?
    var tight: Strict?
    var later: Newer?

    init(from old: BoxV1) throws {
      try self.init(carryingOver: old) {
        $0.rename("part", to: "piece")
        $0.rename("parts", to: "pieces")
        $0.rename("byName", to: "byLabel")
        $0.rename("loose", to: "tight")
        $0.rename("newer", to: "later")
      }
    }
  }

  struct ByHand: VersionedCodable {
    static let version = 2
    var piece: Part?
    var pieces: [Part]?
    var byLabel: [String: [Part]]?
    var later: Int?

    init(from old: BoxV1) throws {
      piece = old.part
      pieces = old.parts
      byLabel = old.byName
      later = old.newer?.count
    }
  }

  static let cases: [(type: any VersionedCodable.Type, dropped: Set<FieldPath>)] = [
    (BoxV1.self, []), (Named.self, []), (Renamed.self, []),
    (ByHand.self, ["loose.count", "newer.count"]),
  ]

  @Test(arguments: cases.indices)
  func `a null that was filled isn't lost, unless its value is newer`(index: Int) throws {
    let (type, dropped) = Self.cases[index]
    let report = try Future.report(
      reading: type,
      """
      {"version":1,"part":{"list":null,"count":2},"parts":[{"list":[]},{"count":null}],
       "byName":{"a":[{"list":null}]},"loose":{"count":null},"newer":{"version":3,"count":null}}
      """)

    let filled = Set(report.filled.filter { $0.cause == .null }.map(\.path))
    #expect(filled.isSuperset(of: ["part.list", "parts[1].count", "byName.a[0].list"]))
    #expect(Set(report.nullsDropped) == dropped)
    #expect(report.nullsDropped.count == dropped.count)
  }
}

/// Nulls that are written under another name.
struct RenamedNullsTests {
  struct Part: Codable {
    var size: Int?
    var unknownFields = UnknownFields()
  }

  struct FilledPart: Codable, DefaultFillable {
    var size: Int? = 5
  }

  struct BoxV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var part: Part
  }

  struct Box: VersionedCodable {
    static let version = 2
    var piece: FilledPart

    init(from old: BoxV1) throws {
      try self.init(carryingOver: old) { $0.rename("part", to: "piece") }
    }
  }

  struct KeepingBox: VersionedCodable {
    static let version = 2
    var piece: Part

    init(from old: BoxV1) throws {
      try self.init(carryingOver: old) { $0.rename("part", to: "piece") }
    }
  }

  @Test(arguments: [Box.self, KeepingBox.self] as [any VersionedCodable.Type])
  func `a null that is written isn't lost`(_ type: any VersionedCodable.Type) throws {
    let text = #"{"part":{"size":null},"version":1}"#

    let report = try Future.report(reading: type, text)

    #expect(
      try Future.write(Future.read(type, text)) == #"{"piece":{"size":null},"version":2}"#)
    #expect(report.nullsDropped == [])
  }
}

/// Nulls in values that a step stores without a type.
struct NullsInValuesWithoutATypeTests {
  struct Part: Codable, DefaultFillable {
    var size = 1
    var color: String? = "red"
    var name: String?
    var unknownFields = UnknownFields()
  }

  struct StrictPart: Codable {
    var size: String
    var color: String?
  }

  struct BoxV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @LenientElements var list: [Part] = []
    @LenientValues var byName: [String: Part] = [:]
    var any = Part()
  }

  struct Box: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = BoxV1
    @LenientElements var list: [StrictPart] = []
    @LenientValues var byName: [String: StrictPart] = [:]
    var any = DocumentValue.null
  }

  struct Renamed: VersionedCodable {
    static let version = 2
    @LenientElements var parts: [StrictPart]
    @LenientValues var byLabel: [String: StrictPart]
    var raw: DocumentValue

    init(from old: BoxV1) throws {
      try self.init(carryingOver: old) {
        $0.rename("list", to: "parts")
        $0.rename("byName", to: "byLabel")
        $0.rename("any", to: "raw")
      }
    }
  }

  /// It stores the part without its null.
  struct Sized: VersionedCodable {
    static let version = 2
    @LenientElements var list: [StrictPart]
    @LenientValues var byName: [String: StrictPart]
    var any: DocumentValue

    init(from old: BoxV1) throws {
      try self.init(carryingOver: old) {
        try $0.set(["size": 2, "color": "red"] as DocumentValue, for: "any")
      }
    }
  }

  static let cases: [(type: any VersionedCodable.Type, dropped: Set<FieldPath>)] = [
    (BoxV1.self, []), (Box.self, []), (Renamed.self, []), (Sized.self, ["any.name"]),
  ]

  @Test(arguments: cases.indices)
  func `a null that becomes a part of such a value isn't lost`(index: Int) throws {
    let (type, dropped) = Self.cases[index]
    let part = #"{"color":null,"name":null,"size":2}"#
    let json = #"{"any":\#(part),"byName":{"a":\#(part)},"list":[\#(part)],"version":1}"#
    let report = try Future.report(reading: type, json)
    let saved = try Future.write(Future.read(type, json))

    #expect(saved.split(separator: "null").count == 7 - dropped.count * 2)
    #expect(Set(report.nullsDropped) == dropped)
    #expect(report.nullsDropped.count == dropped.count)
  }
}

/// Nulls that become fields of any shape.
struct NullsOfAnyShapeInStepsTests {
  struct First: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  struct Filled: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = First
    var value: DocumentValue? = 5
  }

  struct FilledWithNull: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = First
    var value: DocumentValue? = .null
  }

  struct Unfilled: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = First
    var value: DocumentValue?
  }

  @Test func `a null is the same through a step and after saving`() throws {
    func read<Value: VersionedCodable & Equatable>(_ type: Value.Type) throws -> Value {
      let migrated = try Future.read(type, #"{"value":null,"version":1}"#)
      #expect(try Future.read(type, Future.write(migrated)) == migrated)
      return migrated
    }

    #expect(try read(Filled.self).value == nil)
    #expect(try read(FilledWithNull.self).value == .null)
    #expect(try read(Unfilled.self).value == .null)
  }

  // MARK: - Properties that are left out

  struct OptionalTitle: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String?
    var count = 0
  }

  /// Looks for a missing title in every way.
  struct RequiredTitle: VersionedCodable, Equatable {
    static let version = 2
    enum CodingKeys: CodingKey { case title, count }
    var title: String
    var found: [String] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func kind(_ look: () throws -> Void) -> String {
        do {
          try look()
          return "found"
        } catch DecodingError.keyNotFound {
          return "missing"
        } catch {
          return "\(error)"
        }
      }
      do {
        title = try container.decode(String.self, forKey: .title)
      } catch DecodingError.keyNotFound {
        title = "Untitled"
      }
      found = [
        kind { _ = try container.decodeNil(forKey: .title) },
        kind { _ = try container.decode([Int].self, forKey: .title) },
        kind { _ = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .title) },
        kind { _ = try container.nestedUnkeyedContainer(forKey: .title) },
        "\(container.contains(.title)) \(try container.decodeIfPresent(Int.self, forKey: .title) ?? 0)",
      ]
    }

    func encode(to encoder: any Encoder) throws {}
    init(from old: OptionalTitle) throws { try self.init(carryingOver: old) }
  }

  @Test func `a property that an old type leaves out is missing, as in a document`() throws {
    let decoder = JSONDecoder()
    let migrated = try decoder.decode(
      versioned: RequiredTitle.self, from: Data(#"{"version":1,"count":2}"#.utf8))
    let read = try decoder.decode(
      versioned: RequiredTitle.self, from: Data(#"{"version":2,"count":2}"#.utf8))
    let plain = try decoder.decode(RequiredTitle.self, from: Data("{}".utf8))

    #expect(migrated == read)
    #expect(read == plain)
    #expect(
      read.found == ["missing", "missing", "missing", "missing", "false 0"])
    #expect(read.title == "Untitled")
  }
}

extension NullsInStepsTests.Passing {
  init(from old: NullsInStepsTests.NoteV1) throws {
    text = old.text
    color = old.color
    unknownFields = old.unknownFields
  }
}

extension NullsInStepsTests.Filling {
  init(from old: NullsInStepsTests.NoteV1) throws {
    text = old.text ?? ""
    color = old.color ?? "white"
  }
}

extension NullsInStepsTests.Editing {
  init(from old: NullsInStepsTests.NoteV1) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("color", to: "paint")
      fields.drop("text")
    }
  }
}

extension NullsInStepsTests.Clearings {
  init(from old: NullsInStepsTests.ClearingsV1) throws {
    notes = old.notes
    others = try old.others.enumerated().map {
      try Part(carryingOver: $1, at: FieldPath([.key("others"), .index($0)]))
    }
  }
}

extension NullsInStepsTests.ClearingByHand {
  init(from old: NullsInStepsTests.NoteV1) throws {
    try self.init(carryingOver: old) { $0.rename("color", to: "paint") }
  }
}

extension NullsInStepsTests.Later {
  init(from old: NullsInStepsTests.Editing) throws {
    text = old.text
  }
}

extension NullsInStepsTests.Book {
  init(from old: NullsInStepsTests.BookV1) throws {
    notes = try old.notes.map { try .init(from: $0) }
    others = try old.others.map { try .init(from: $0) }
  }
}
