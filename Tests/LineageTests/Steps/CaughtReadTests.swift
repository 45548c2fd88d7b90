import Foundation
import Lineage
import Testing

/// Types that decode one value as several types, until one of them succeeds, and what a report says of it.
struct CaughtReadTests {
  /// Decodes a value in one way, or else in another.
  enum Either<First: Decodable, Second: Decodable>: Decodable {
    case first(First)
    case second(Second)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let first = try? container.decode(First.self) {
        self = .first(first)
      } else {
        self = .second(try container.decode(Second.self))
      }
    }

    var isSecond: Bool { if case .second = self { true } else { false } }
  }

  /// Passes its decoder to one type, or else to another one.
  struct Tried<First: Decodable, Second: Decodable>: Decodable {
    init(from decoder: any Decoder) throws {
      if (try? First(from: decoder)) == nil { _ = try Second(from: decoder) }
    }
  }

  /// Reads its fields itself.
  struct OldByFields: FieldCodable {
    var a: Int
    var b: Int

    enum CodingKeys: CodingKey, CaseIterable { case a, b }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      a = try fields.value(at: 0)
      b = try fields.value(at: 1)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(a, at: 0)
      try fields.write(b, at: 1)
    }
  }

  struct Order: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var a: Int
    var b: Int
  }

  /// Accepts anything.
  struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  struct Old: Codable {
    var a: Int
    var inner: Inner?
    var b: Int

    struct Inner: Codable { var x: Int }
  }

  struct New: Codable {
    var c: Int
  }

  @Test(arguments: StoredFormat.allCases)
  func `a field that only a failed attempt has asked for is reported as dropped`(
    format: StoredFormat
  ) throws {
    let document = try format.document(#"{"a":1,"inner":{"x":1},"c":2}"#)
    var report = MigrationReport()

    let value = try format.decode(
      unversioned: Either<Old, New>.self, from: document, report: &report)

    #expect(value.isSecond)
    #expect(Set(report.unknownFieldsDropped) == ["a", "inner"])
  }

  @Test func `a field that only a failed attempt has asked for is reported in other formats`()
    throws
  {
    var report = MigrationReport()

    _ = try ForeignTextDecoder().decode(
      unversioned: [Either<Old, New>].self, from: "[(a: 1 inner: (x: 1) c: 2)]", report: &report)

    #expect(Set(report.unknownFieldsDropped) == ["[0].a", "[0].inner"])
  }

  typealias SendableDecodable = Decodable & SendableMetatype

  /// Has a payload that can't be decoded.
  enum Shape: OpenUnion {
    case old(Old)
    case unknown(DocumentValue)

    static let tagKey = "kind"
    static let payloads: [Payload] = [
      Payload("old", old) { if case .old(let old) = $0 { old } else { nil } },
      .unknown(unknown) { if case .unknown(let value) = $0 { value } else { nil } },
    ]
  }

  @Test(
    arguments: StoredFormat.allCases,
    [
      (Tried<OldByFields, New>.self, #"{"a":1,"c":2}"#, ["a"]),
      (Tried<Versioned<Order>, New>.self, #"{"version":1,"a":1,"c":2}"#, ["version", "a"]),
      (Tried<Nullable<Old>, New>.self, #"{"a":1,"c":2}"#, ["a"]),
      (Tried<Shape, New>.self, #"{"kind":"old","a":1,"c":2}"#, ["kind", "a"]),
      ([String: Tried<OpenEnum<Medium>, Anything>].self, #"{"a":3}"#, ["a"]),
      ([String: Tried<Lenient<[Int]>, Anything>].self, #"{"a":3}"#, ["a"]),
    ] as [(any SendableDecodable.Type, String, [FieldPath])])
  func `what only a type has asked for that was called directly is reported as dropped`(
    format: StoredFormat,
    document: (type: any SendableDecodable.Type, text: String, dropped: [FieldPath])
  ) throws {
    func report<Value: Decodable>(as type: Value.Type) throws -> MigrationReport {
      var report = MigrationReport()
      _ = try format.decode(
        unversioned: type, from: format.document(document.text), report: &report)
      return report
    }

    #expect(try Set(report(as: document.type).unknownFieldsDropped) == Set(document.dropped))
  }

  /// Two types that share a decoder.
  struct Flattened: Decodable {
    var new: New
    var either: Either<Old, New>

    init(from decoder: any Decoder) throws {
      new = try New(from: decoder)
      either = try Either(from: decoder)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a field that was read before a failed attempt isn't reported as dropped`(
    format: StoredFormat
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: Flattened.self, from: format.document(#"{"a":1,"c":2}"#), report: &report)

    #expect(report.unknownFieldsDropped == ["a"])
  }

  struct LenientOld: DefaultFillable {
    @Lenient var old: Old? = nil
    var c = 0
  }

  @Test(arguments: StoredFormat.allCases)
  func `a rejected value isn't reported as dropped`(format: StoredFormat) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: LenientOld.self, from: format.document(#"{"old":{"a":1,"x":2},"c":2}"#),
      report: &report)

    #expect(report.rejected == ["old"])
    #expect(report.unknownFieldsDropped == [])
  }

  // MARK: - Versions

  struct Tagged: Codable {
    var version: Int
    var tag: String
  }

  struct Plain: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  @Test(arguments: StoredFormat.allCases)
  func `a newer document is refused after a failed attempt, with and without a report`(
    format: StoredFormat
  ) throws {
    let document = try format.document(#"{"version":2,"text":"x"}"#)
    var report = MigrationReport()

    for decode in [
      { try format.decode(unversioned: Either<Tagged, Plain>.self, from: document) },
      {
        try format.decode(
          unversioned: Either<Tagged, Plain>.self, from: document, report: &report)
      },
    ] {
      let error = #expect(throws: MigrationError.self) { _ = try decode() }
      #expect(error?.reason == .newerVersion(found: 2, newest: .unversioned))
    }
    #expect(report.versionFound == 2)
  }

  struct TaggedAndPlain: Decodable {
    var tagged: Tagged
    var plain: Plain

    init(from decoder: any Decoder) throws {
      tagged = try Tagged(from: decoder)
      plain = try decoder.singleValueContainer().decode(Plain.self)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a version that a type beside has read is still a version, with and without a report`(
    format: StoredFormat
  ) throws {
    let document = try format.document(#"{"version":2,"tag":"t","text":"x"}"#)
    var report = MigrationReport()

    let error = try migrationError {
      try format.decode(unversioned: TaggedAndPlain.self, from: document)
    }
    let reported = try migrationError {
      try format.decode(unversioned: TaggedAndPlain.self, from: document, report: &report)
    }

    #expect(error.reason == .newerVersion(found: 2, newest: .unversioned))
    #expect(reported.description == error.description)
  }

  struct PoemV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var lines: [String]
  }

  struct Poem: VersionedCodable {
    static let version = 2
    var lines: [String]
    init(from old: PoemV1) throws { lines = old.lines }
  }

  struct Song: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var melody: String
  }

  @Test(arguments: StoredFormat.allCases)
  func `a report has the version that the decoded type has found`(format: StoredFormat) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: Either<Poem, Song>.self, from: format.document(#"{"version":1,"melody":"la"}"#),
      report: &report)

    #expect(report.versionFound == 1)
    #expect(report.typesWalked == ["Song"])
    #expect(!report.needsRewrite)
  }

  @Test(arguments: StoredFormat.allCases)
  func `a report of a newer document of a type without a version has its version`(
    format: StoredFormat
  ) throws {
    var report = MigrationReport()

    #expect(throws: MigrationError.self) {
      try format.decode(
        Plain.self, from: format.document(#"{"version":2,"text":"x"}"#), report: &report)
    }

    #expect(report.versionFound == 2)
    #expect(report.typesWalked == [])
  }

  struct NoteV1: VersionedCodable, DefaultFillable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var text = ""
  }

  struct Note: VersionedCodable, DefaultFillable {
    static let version = 2
    static let versionLocation = VersionLocation.key("schema")
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NoteV1
    var text = ""
    var unknownFields = UnknownFields()
  }

  @Test(arguments: StoredFormat.allCases)
  func `a newer document whose version is at an older location isn't older`(
    format: StoredFormat
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      Note.self, from: format.document(#"{"version":3,"text":"x"}"#), report: &report)

    #expect(report.versionFound == 3)
    #expect(report.newerValuesRead.map(\.version) == [3])
    #expect(!report.needsRewrite)
  }

  // MARK: - Defaults

  struct Broken: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var author = "a"
    var added = 1

    init() {}

    enum CodingKeys: CodingKey { case author, added }

    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }

  @Test(arguments: StoredFormat.allCases, [1, 2])
  func `defaults that can't be encoded are a mistake in the program, also for a newer document`(
    format: StoredFormat, version: Int
  ) throws {
    let document = try format.document(#"{"version":\#(version),"author":"b"}"#)

    let error = #expect(throws: MigrationError.self) {
      try format.decode(Broken.self, from: document)
    }

    #expect(error?.reason == .unusableDefaults(type: "Broken"))
  }

  // MARK: - Members

  /// A type that replaces what it can't decode.
  struct Profile: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = "Anonymous"
    var tags: [String] = []
    var size: Int?
    var part = Part()
    var isNamed = false

    struct Part: Codable, Equatable { var x = 1 }

    enum CodingKeys: CodingKey { case name, tags, size, part, flag, isNamed }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = (try? container.decode(String.self, forKey: .name)) ?? "Anonymous"
      tags = (try? container.decodeIfPresent([String].self, forKey: .tags)) ?? []
      size = try? container.decodeIfPresent(Int.self, forKey: .size)
      part = (try? container.decode(Part.self, forKey: .part)) ?? Part()
      isNamed = try container.contains(.flag) && !container.decodeNil(forKey: .flag)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
    }
  }

  @Test(
    arguments: StoredFormat.allCases,
    [
      (#"{"name":42,"version":1}"#, ["name"]),
      (#"{"name":"n","tags":["a",3],"size":"s","version":1}"#, ["tags", "size"]),
      (#"{"part":{"x":"y","z":1},"size":1,"version":1}"#, ["part"]),
      (#"{"flag":true,"version":1}"#, ["flag"]),
      (#"{"name":null,"part":null,"version":1}"#, ["name", "part"]),
      (#"{"name":"n","tags":["a"],"size":1,"part":{"x":2},"version":1}"#, []),
    ] as [(String, [FieldPath])])
  func `a field whose error a type has caught is reported as dropped`(
    format: StoredFormat, document: (text: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      Profile.self, from: format.document(document.text), report: &report)

    #expect(Set(report.unknownFieldsDropped) == Set(document.dropped))
  }

  @Test func `a field whose error a type has caught is reported in other formats`() throws {
    var report = MigrationReport()

    _ = try ForeignTextDecoder().decode(
      versioned: Profile.self,
      from: #"(name: 42 tags: ["a" 3] size: 1 part: (x: 1) flag: yes version: 1)"#, report: &report)

    #expect(Set(report.unknownFieldsDropped) == ["name", "tags", "flag"])
    report = MigrationReport()
    _ = try ForeignTextDecoder().decode(
      versioned: Profile.self, from: "(name: - part: - version: 1)", report: &report)
    #expect(Set(report.unknownFieldsDropped) == ["name", "part"])
  }

  /// A value that is a default unless it is an integer, like those of several libraries.
  struct OrZero: Codable, Equatable {
    var value = 0

    init(from decoder: any Decoder) throws {
      value = (try? decoder.singleValueContainer().decode(Int.self)) ?? 0
    }
  }

  /// The same in a type around it.
  struct Around: Codable {
    var inner: OrZero

    init(from decoder: any Decoder) throws {
      inner = try decoder.singleValueContainer().decode(OrZero.self)
    }
  }

  /// A value of any kind, for which all kinds are tried.
  struct AnyKind: Codable {
    var flag: Bool?
    var number: Int?
    var text: String?
    var list: [Int]?
    var isNull: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      flag = try? container.decode(Bool.self)
      number = try? container.decode(Int.self)
      text = try? container.decode(String.self)
      list = try? container.decode([Int].self)
      isNull = container.decodeNil()
    }
  }

  struct Scores: Decodable {
    var plain: OrZero?
    var nested: Around?
    var byName: [String: OrZero]?
    var kinds: [String: AnyKind]?
    var tone: ToneOrLoud?
    var tones: [String: ToneOrLoud]?
  }

  enum Tone: String, Codable { case loud, soft }

  /// A value that is a default unless it is a known case.
  struct ToneOrLoud: Decodable {
    var tone = Tone.loud

    init(from decoder: any Decoder) throws {
      tone = (try? decoder.singleValueContainer().decode(Tone.self)) ?? .loud
    }
  }

  /// Reads a member as a known case, or else as a default.
  struct WithTone: Decodable {
    var tone = Tone.loud

    enum CodingKeys: CodingKey { case tone }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tone = (try? container.decode(Tone.self, forKey: .tone)) ?? .loud
    }
  }

  /// The same with unknown fields.
  struct CollectingTone: Codable {
    var tone = Tone.loud
    var unknownFields = UnknownFields()

    enum CodingKeys: CodingKey { case tone, unknownFields }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      unknownFields = try container.decode(UnknownFields.self, forKey: .unknownFields)
      tone = (try? container.decode(Tone.self, forKey: .tone)) ?? .loud
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `an unknown case that a type replaces is reported as dropped`(format: StoredFormat) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: [WithTone].self, from: format.document(#"[{"tone":"shrill"}]"#),
      report: &report)

    #expect(report.unknownFieldsDropped == ["[0].tone"])
    report = MigrationReport()
    _ = try format.decode(
      unversioned: [CollectingTone].self, from: format.document(#"[{"tone":"shrill","x":1}]"#),
      report: &report)
    #expect(report.unknownFieldsDropped == ["[0].tone"])
  }

  @Test func `an unknown case that a type replaces is reported in other formats`() throws {
    var report = MigrationReport()

    _ = try ForeignTextDecoder().decode(
      unversioned: [WithTone].self, from: #"[(tone: "shrill")]"#, report: &report)

    #expect(report.unknownFieldsDropped == ["[0].tone"])
    report = MigrationReport()
    _ = try ForeignTextDecoder().decode(
      unversioned: [CollectingTone].self, from: #"[(tone: "shrill" x: 1)]"#, report: &report)
    #expect(report.unknownFieldsDropped == ["[0].tone"])
  }

  static let scores: [(json: String, dropped: [String])] = [
    (#"{"plain":1,"nested":2,"byName":{"a":3}}"#, []),
    (#"{"plain":"12 points","nested":2}"#, ["plain"]),
    (#"{"plain":1,"nested":"x"}"#, ["nested"]),
    (#"{"plain":[1,2]}"#, ["plain"]),
    (#"{"byName":{"a":3,"b":true,"c":"x"}}"#, ["byName.b", "byName.c"]),
    (#"{"kinds":{"a":true,"b":1,"c":"x","d":[1,2],"e":[]}}"#, []),
    (#"{"kinds":{"a":2.5,"b":["x"]}}"#, ["kinds.a", "kinds.b"]),
    (#"{"tone":"soft"}"#, []), (#"{"tone":"shrill"}"#, ["tone"]),
    (#"{"tone":"shrill","tones":{"a":"soft","b":"shrill"}}"#, ["tone", "tones.b"]),
  ]

  @Test(arguments: StoredFormat.allCases, scores)
  func `a value that a single value container can't decode is reported as dropped`(
    format: StoredFormat, example: (json: String, dropped: [String])
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: Scores.self, from: format.document(example.json), report: &report)

    #expect(Set(report.unknownFieldsDropped.map(\.description)) == Set(example.dropped))
  }

  @Test(
    arguments: [
      ("(plain: 1 nested: 2 byName: (a: 3))", []), (#"(plain: "x" nested: 2)"#, ["plain"]),
      ("(plain: 1 nested: ~2.5)", ["nested"]), ("(plain: [1 2])", ["plain"]),
      (#"(byName: (a: 3 b: yes c: "x"))"#, ["byName.b", "byName.c"]),
      (#"(kinds: (a: yes b: 1 c: "x" d: [1 2] e: [] f: -))"#, []),
      (#"(kinds: (a: ~2.5 b: ["x"]))"#, ["kinds.a", "kinds.b"]),
      (#"(tone: "soft")"#, []), (#"(tone: "shrill")"#, ["tone"]),
    ])
  func `a value that a single value container can't decode is reported in other formats`(
    example: (text: String, dropped: [String])
  ) throws {
    var report = MigrationReport()

    _ = try ForeignTextDecoder().decode(
      unversioned: Scores.self, from: example.text, report: &report)

    #expect(Set(report.unknownFieldsDropped.map(\.description)) == Set(example.dropped))
  }

  @Test(arguments: scores)
  func `a value that no single value container decodes is reported with a subclass of JSONDecoder`(
    example: (json: String, dropped: [String])
  ) throws {
    var report = MigrationReport()

    _ = try FutureForeignDecoder().decode(
      unversioned: Scores.self, from: Data(example.json.utf8), report: &report)

    #expect(Set(report.unknownFieldsDropped.map(\.description)) == Set(example.dropped))
  }

  /// Tries to open containers of its members, and does without those that are of another kind.
  struct Optimist: Decodable {
    struct Part: Decodable { var x: Int }

    var part: Part?
    var either: [Int]?
    var text: String?

    enum CodingKeys: CodingKey { case part, nested, list, either }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      part = try? Part(from: container.superDecoder(forKey: .part))
      _ = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .nested)
      _ = try? container.nestedUnkeyedContainer(forKey: .list)
      let inner = try container.superDecoder(forKey: .either)
      if var elements = try? inner.unkeyedContainer() {
        either = []
        while !elements.isAtEnd { either?.append(try elements.decode(Int.self)) }
      }
      if (try? inner.container(keyedBy: CodingKeys.self)) == nil {
        text = try? inner.singleValueContainer().decode(String.self)
      }
    }
  }

  static let containers: [(json: String, dropped: [String])] = [
    (#"{"part":{"x":1},"nested":{},"list":[],"either":[1]}"#, []),
    (#"{"part":{"x":1},"nested":{},"list":[],"either":"a"}"#, []),
    (#"{"part":[2],"nested":"b","list":5,"either":true}"#, ["part", "nested", "list", "either"]),
    (#"{"part":"a","nested":[1],"list":{"a":1},"either":[]}"#, ["part", "nested", "list.a"]),
  ]

  @Test(arguments: StoredFormat.allCases, containers)
  func `a value that isn't the container that a type asks for is reported as dropped`(
    format: StoredFormat, example: (json: String, dropped: [String])
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: Optimist.self, from: format.document(example.json), report: &report)

    #expect(Set(report.unknownFieldsDropped.map(\.description)) == Set(example.dropped))
  }

  @Test(arguments: containers)
  func `a value that isn't that container is reported with a subclass of JSONDecoder`(
    example: (json: String, dropped: [String])
  ) throws {
    var report = MigrationReport()

    _ = try FutureForeignDecoder().decode(
      unversioned: Optimist.self, from: Data(example.json.utf8), report: &report)

    #expect(Set(report.unknownFieldsDropped.map(\.description)) == Set(example.dropped))
  }

  enum Color: String, Codable { case red, blue }

  /// Fields whose types use single value containers.
  struct Palette: DefaultFillable {
    var color = Color.blue
    @Lenient var lenient = Color.red
    @LenientElements var list: [Color] = []
    @LenientValues var byName: [String: Color] = [:]
  }

  static let palettes: [(json: String, filled: [String], rejected: [String])] = [
    (#"{"color":"red","lenient":"blue","list":["red"],"byName":{"a":"red"}}"#, [], []),
    (#"{"color":null,"lenient":null,"list":[],"byName":{}}"#, ["color", "lenient"], []),
    (#"{"color":"red","lenient":1,"list":[],"byName":{}}"#, [], ["lenient"]),
    (#"{"color":"red","lenient":"green","list":[],"byName":{}}"#, [], ["lenient"]),
    (
      #"{"color":"red","lenient":[1],"list":["red",2,null],"byName":{"a":"b","c":[],"d":null}}"#,
      [], ["lenient", "list[1]", "list[2]", "byName.a", "byName.c", "byName.d"]
    ),
  ]

  @Test(arguments: palettes)
  func `a field that is filled or rejected after its type has failed isn't reported as unknown`(
    example: (json: String, filled: [String], rejected: [String])
  ) throws {
    var report = MigrationReport()

    _ = try JSONDecoder().decode(
      unversioned: Palette.self, from: Data(example.json.utf8), report: &report)

    #expect(report.filled.map(\.path.description) == example.filled)
    #expect(Set(report.rejected.map(\.description)) == Set(example.rejected))
    #expect(report.unknownFieldsDropped == [])
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `a date that a type only compares with null is reported as dropped`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let document = try PropertyListSerialization.data(
      fromPropertyList: ["version": 1, "flag": Date()], format: format, options: 0)
    var report = MigrationReport()

    _ = try PropertyListDecoder().decode(versioned: Profile.self, from: document, report: &report)

    #expect(report.unknownFieldsDropped == ["flag"])
  }

  /// A type that decodes a number as a number or as its text.
  struct Tolerant: Codable {
    var number: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      if let number = try? container.decode(Int.self, forKey: .number) {
        self.number = number
      } else {
        number = Int(try container.decode(String.self, forKey: .number)) ?? 0
      }
    }

    enum CodingKeys: CodingKey { case number }
  }

  @Test(arguments: StoredFormat.allCases, [#"{"number":"7"}"#, #"{"number":7}"#])
  func `a field that a second attempt decodes isn't reported as dropped`(
    format: StoredFormat, text: String
  ) throws {
    var report = MigrationReport()

    let value = try format.decode(
      unversioned: Tolerant.self, from: format.document(text), report: &report)

    #expect(value.number == 7)
    #expect(report.unknownFieldsDropped == [])
  }

  /// A type that decodes one field as several types, in different orders.
  struct Repeated: Decodable {
    var number: Int?
    var text: String?
    var parts: [String]?

    enum CodingKeys: CodingKey { case first, second, third }

    init(from decoder: any Decoder) throws {
      try self.init(container: decoder.container(keyedBy: CodingKeys.self), .first, .second)
    }

    init<Key: CodingKey>(
      container: KeyedDecodingContainer<Key>, _ first: Key, _ second: Key
    ) throws {
      number = try? container.decode(Int.self, forKey: first)
      text = try? container.decode(String.self, forKey: first)
      parts = try? container.decode([String].self, forKey: second)
      _ = try? container.decode([Int].self, forKey: second)
      _ = try? container.decodeIfPresent(Bool.self, forKey: first)
    }
  }

  /// Such a type whose keys aren't single bytes.
  struct RepeatedByName: Decodable {
    let repeated: Repeated

    init(from decoder: any Decoder) throws {
      repeated = try Repeated(
        container: decoder.container(keyedBy: AnyKey.self), AnyKey("first"),
        AnyKey("second"))
    }
  }

  static let repeated: [(text: String, dropped: [FieldPath])] = [
    (#"{"first":1,"second":["a"]}"#, []), (#"{"first":"a","second":[1]}"#, []),
    (#"{"first":{"a":1},"second":"a"}"#, ["first", "second"]),
    (#"{"first":1.5,"second":[]}"#, ["first"]), (#"{"first":1,"second":["a",1]}"#, ["second"]),
    (#"{"f\u0069rst":1,"second":["a"],"third":1}"#, ["third"]),
  ]

  @Test(arguments: StoredFormat.allCases, repeated)
  func `a field that one type has decoded isn't reported as dropped when another fails`(
    format: StoredFormat, document: (text: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()
    var reportByName = MigrationReport()
    let data = try format.document(document.text)

    _ = try format.decode(unversioned: Repeated.self, from: data, report: &report)
    _ = try format.decode(unversioned: RepeatedByName.self, from: data, report: &reportByName)

    #expect(Set(report.unknownFieldsDropped) == Set(document.dropped))
    #expect(Set(reportByName.unknownFieldsDropped) == Set(document.dropped))
  }

  @Test(
    arguments: [
      (#"(first: 1 second: ["a"])"#, []), (#"(first: "a" second: [1])"#, []),
      (#"(first: [] second: 1)"#, ["first", "second"]),
    ] as [(String, [FieldPath])])
  func `a field that one type has decoded isn't reported in other formats`(
    document: (text: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try ForeignTextDecoder().decode(
      unversioned: Repeated.self, from: document.text, report: &report)

    #expect(Set(report.unknownFieldsDropped) == Set(document.dropped))
  }

  // MARK: - Elements

  struct Place: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var center: Point
    var range: ClosedRange<Int>
    var unknownFields = UnknownFields()
  }

  /// A pair that is encoded as an array.
  struct Point: Codable {
    var x: Double
    var y: Double

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      x = try container.decode(Double.self)
      y = try container.decodeIfPresent(Double.self) ?? 0
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(x)
      try container.encode(y)
    }
  }

  @Test(
    arguments: StoredFormat.allCases,
    [
      (#"{"center":[1,2,99],"range":[0,5,"note"],"version":2}"#, ["center[2]", "range[2]"]),
      (#"{"center":[1,2,{"alt":1}],"range":[0,5],"version":1}"#, ["center[2]"]),
      (#"{"center":[1,2],"range":[0,5],"version":1}"#, []),
      (#"{"center":[1],"range":[0,5],"version":1}"#, []),
    ] as [(String, [FieldPath])])
  func `an element that no type has decoded is reported as dropped`(
    format: StoredFormat, document: (text: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      Place.self, from: format.document(document.text), report: &report)

    #expect(Set(report.unknownFieldsDropped) == Set(document.dropped))
  }

  @Test(arguments: StoredFormat.allCases)
  func `elements that a second attempt decodes aren't reported as dropped`(
    format: StoredFormat
  ) throws {
    struct Three: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        for _ in 0..<3 { _ = try container.decode(Int.self) }
      }
    }
    var report = MigrationReport()

    let values = try format.decode(
      unversioned: [Either<Three, [Int]>].self, from: format.document("[[1,2],[1,2,3]]"),
      report: &report)
    _ = try format.decode(
      unversioned: [Either<Three, DocumentValue>].self, from: format.document("[[1,2]]"),
      report: &report)

    #expect(values.map(\.isSecond) == [true, false])
    #expect(report.unknownFieldsDropped == [])
  }

  // MARK: - Elements and dictionaries of other formats

  struct Route: Decodable {
    var points: [Point]
    var named: [String: Part]?

    struct Part: Decodable { var x: Int }
  }

  @Test(
    arguments: [
      ("(points: [[1 2 99] [1 2]])", ["points[0][2]"]),
      ("(points: [[1 2 (alt: 1) -]])", ["points[0][2]", "points[0][3]"]),
      ("(points: [[1 2] [1]])", []), ("(points: [])", []),
      ("(points: [] named: (a: (x: 1 y: 2) b: (x: 1)))", ["named.a.y"]),
    ] as [(String, [FieldPath])])
  func `what no type has decoded is reported in other formats`(
    document: (text: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try ForeignTextDecoder().decode(
      unversioned: Route.self, from: document.text, report: &report)

    #expect(Set(report.unknownFieldsDropped) == Set(document.dropped))
  }

  private final class Subclass: JSONDecoder, @unchecked Sendable {}

  @Test(
    arguments: [
      (#"{"points":[[1,2,99],[1,2]]}"#, ["points[0][2]"]),
      (#"{"points":[[1,2,{"alt":1}]]}"#, ["points[0][2]"]),
      (#"{"points":[[1],[1,2]]}"#, []),
      (#"{"points":[],"named":{"a":{"x":1,"y":2},"b":{"x":1}}}"#, ["named.a.y"]),
    ] as [(String, [FieldPath])])
  func `what no type has decoded is reported with a subclass of JSONDecoder, too`(
    document: (text: String, dropped: [FieldPath])
  ) throws {
    var report = MigrationReport()

    _ = try Subclass().decode(
      unversioned: Route.self, from: Data(document.text.utf8), report: &report)

    #expect(Set(report.unknownFieldsDropped) == Set(document.dropped))
  }

  @Test func `elements that a second attempt decodes aren't reported in other formats`() throws {
    struct Three: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        for _ in 0..<3 { _ = try container.decode(Int.self) }
      }
    }
    var report = MigrationReport()

    _ = try ForeignTextDecoder().decode(
      unversioned: [Either<Three, [Int]>].self, from: "[[1 2] [1 2 3]]", report: &report)
    _ = try ForeignTextDecoder().decode(
      unversioned: [Either<Three, DocumentValue>].self, from: "[[1 2]]", report: &report)

    #expect(report.unknownFieldsDropped == [])
  }

  /// Reads fields by names that aren't ASCII.
  struct Foreign: FieldCodable {
    var été: Int
    var b: Int

    enum CodingKeys: CodingKey, CaseIterable { case été, b }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      été = try fields.value(at: 0)
      b = try fields.value(at: 1)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(été, at: 0)
      try fields.write(b, at: 1)
    }
  }

  struct Summer: Decodable {
    var été: String

    init(from decoder: any Decoder) throws {
      été = try Text(from: decoder).été
      _ = try? Foreign(from: decoder)
    }

    struct Text: Decodable { var été: String }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a field that one type has decoded is kept if a type that reads fields then fails on it`(
    format: StoredFormat
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: Summer.self, from: format.document(#"{"été":"a"}"#), report: &report)

    #expect(report.unknownFieldsDropped == [])
  }
}
