import Foundation
import Lineage
import Testing

/// The full text of every error.
struct ErrorTextTests {
  // MARK: - Models

  struct PoemV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
    var pages: [Int]?
  }

  struct PoemV3: VersionedCodable {
    static let version = 3
    static let versionLocation = VersionLocation.path("meta", "schema")
    var text: String

    init(from old: PoemV1) throws {
      if old.text == "secret" { throw Refusal() }
      if old.text == "endless" {
        _ = try JSONEncoder().encode(unversioned: [1, Double.infinity])
      }
      text = old.text
    }
  }

  struct Poem: VersionedCodable, DefaultFillable {
    static let version = 4
    typealias PreviousVersion = PoemV3
    var text = ""
    @Required var author = ""
    var size = 1
  }

  struct Refusal: Error, CustomStringConvertible {
    var description: String { "the secret text" }
  }

  struct Bare: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct Numbered: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = Bare
    var text = 0
  }

  struct Loose: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  struct Tight: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = Loose
    var size = 0
    var part: Part?

    struct Part: Codable { var x: Int }
  }

  struct Column: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.external
    typealias PreviousVersion = NothingOlder
  }

  struct Zero: ZeroFillable {
    let id: UUID
  }

  struct Shelf: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poems: [String: [Poem]]
  }

  struct RenamedV1: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var name: String
  }

  struct Renamed: VersionedCodable {
    static let version = 2
    var title: String

    init(from old: RenamedV1) throws { title = old.name }
  }

  struct Broken: DefaultFillable {
    var size = 1

    enum CodingKeys: String, CodingKey { case size }

    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  struct Partial: DefaultFillable {
    var size = 1
    var note = "n"

    enum CodingKeys: String, CodingKey { case size, note }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(size, forKey: .size)
    }
  }

  struct Scalars: Codable {
    var small: UInt8?
    var link: URL?
    var uuid: UUID?
    var date: Date?
    var data: Data?
    var flag: Bool?
    var list: [Int]?
    var object: [String: Int]?
    var plain: Plain?
    var kind: Kind?
    var shape: Shape?

    struct Plain: Codable {
      var a: Int
    }

    enum Kind: String, Codable {
      case web
    }

    enum Shape: Codable {
      case circle(Int)
    }
  }

  struct Pair: Codable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      _ = try container.decode(Int.self)
      _ = try container.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {}
  }

  struct Quoting: Codable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "What is \(text)?"))
    }

    func encode(to encoder: any Encoder) throws {}
  }

  struct Demanding: Codable {
    init(from decoder: any Decoder) throws {
      throw DecodingError.valueNotFound(
        Int.self, .init(codingPath: decoder.codingPath, debugDescription: ""))
    }

    func encode(to encoder: any Encoder) throws {}
  }

  struct Throwing: Codable {
    init(from decoder: any Decoder) throws { throw Refusal() }

    func encode(to encoder: any Encoder) throws {}
  }

  struct Single: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("secret")
    }
  }

  struct Taken: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var version: String
  }

  struct TakenReadability: VersionedCodable {
    static let version = 3
    static let readableSince: Int? = 2
    typealias PreviousVersion = NothingOlder
    var readableSince: Int
  }

  struct SameV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
  }

  struct Same: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = SameV1
  }

  struct Circle: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = Circle
    init(from old: Circle) throws { self = old }
  }

  struct NoneNow: VersionedCodable, DefaultFillable {
    static let version: Int? = nil
    typealias PreviousVersion = Bare
  }

  // MARK: - Table

  struct Row: Sendable, CustomTestStringConvertible {
    let id: String
    let text: String
    let make: @Sendable () throws -> Any

    init(_ id: String, _ make: @escaping @Sendable () throws -> Any, _ text: String) {
      self.id = id
      self.text = text
      self.make = make
    }

    var testDescription: String { id }
  }

  static let versions = [
    Row(
      "newer version", { try migrated(Poem.self, #"{"version": 5}"#) },
      """
      The document (Poem) has version '5', but the newest known version is '4'. It was written by a \
      newer program: open it there, or update this one. Nothing was changed. Known versions: '4' \
      (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "newer than documents without a version",
      {
        try migrated(Bare.self, #"{"version": 5, "text": "secret"}"#)
      },
      """
      The document (Bare) has version '5', but only documents without a version are known. It was \
      written by a newer program: open it there, or update this one. Nothing was changed. Known \
      versions: unversioned (Bare).
      """),
    Row(
      "older version", { try migrated(Poem.self, #"{"version": 0}"#) },
      """
      The document (Poem) has version '0', but the oldest known version is '1'. Add its type to \
      the chain again, or convert the document with a program that still reads it. If PoemV1 has a \
      step from it, remove the typealias PreviousVersion of PoemV1, or add `after:` to its \
      @Document, so that it is in the chain. Known versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "unknown version", { try migrated(Poem.self, #"{"version": 2}"#) },
      """
      The document (Poem) has version '2', which isn't one of the known versions. If documents of \
      this version exist, add its type to the chain. Known versions: '4' (Poem), '3' (PoemV3), '1' \
      (PoemV1).
      """),
    Row(
      "newer version at an older place",
      { try migrated(Poem.self, #"{"meta": {"schema": 99}}"#) },
      """
      The document (Poem) has version '99', but the newest known version is '4'. It was written by \
      a newer program: open it there, or update this one. Nothing was changed. Known versions: '4' \
      (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "missing version", { try migrated(Poem.self, "{}") },
      """
      The document (Poem) has no version; one was expected under 'version' or under 'meta.schema'. \
      If documents without a version exist, make a type with `version = nil` the oldest version of \
      the chain. If the version is stored elsewhere, pass it to decode(versioned:version:from:). \
      Known versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "a number in place of a document", { try migrated(Poem.self, "5") },
      """
      The document (Poem) has no version; one was expected under 'version' or under 'meta.schema'. \
      Expected an object, found a number. It may be damaged, or of another type. Known versions: '4' \
      (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "an array in place of a document", { try migrated(Poem.self, #"[{"version": 4}]"#) },
      """
      The document (Poem) has no version; one was expected under 'version' or under 'meta.schema'. \
      Expected an object, found an array. It may be damaged, or of another type. Several values are \
      decoded as an array: decode(versioned: [Poem].self, from: …). Known versions: '4' (Poem), '3' \
      (PoemV3), '1' (PoemV1).
      """),
    Row(
      "null in place of a value inside",
      { try migrated(Shelf.self, #"{"version": 1, "poems": {"a": ["x"]}}"#) },
      """
      A value (Poem) in the document has no version; one was expected under 'version' or under \
      'meta.schema'. At poems.a[0]: Expected an object, found a string. The document may be damaged, \
      or of another type. Known versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "missing version inside",
      { try migrated(Shelf.self, #"{"version": 1, "poems": {"a": [{}]}}"#) },
      """
      The value at poems.a[0] (Poem) has no version; one was expected under 'version' or under \
      'meta.schema'. If values without a version exist, make a type with `version = nil` the oldest \
      version of the chain. Known versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "a document without a version that isn't one of the first version",
      { try migrated(Renamed.self, #"{"title": "Frogs"}"#) },
      """
      The document (Renamed) has no version, and it can't be decoded as RenamedV1. At name: The field \
      is missing, and it has no default. If plain encode(_:) has written it, write it with \
      encode(versioned:). If documents without a version look like this, fix the type; otherwise the \
      document is damaged. Known versions: '2' (Renamed), unversioned (RenamedV1).
      """),
    Row(
      "missing external version", { try migrated(Column.self, "{}") },
      """
      The document (Column) has no version; one was expected from the caller. If documents without \
      a version exist, make a type with `version = nil` the oldest version of the chain. If the \
      version is stored elsewhere, pass it to decode(versioned:version:from:). Known versions: '1' \
      (Column).
      """),
    Row(
      "malformed version", { try migrated(Poem.self, #"{"version": {"secret": 1}}"#) },
      """
      The version of the document (Poem) can't be read: expected a number under 'version' or \
      under 'meta.schema', found an object. The document may be damaged, or of another type. Known \
      versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "version of another kind", { try migrated(Poem.self, #"{"version": "3"}"#) },
      """
      The version of the document (Poem) can't be read: expected a number under 'version' or \
      under 'meta.schema', found a string. If another program writes the version like this, pass it \
      to decode(versioned:version:from:). Otherwise the document may be damaged, or of another type. \
      Known versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "a version in a value inside",
      { try migrated(Shelf.self, #"{"version": 1, "poems": {"a b": [{"version": 7}]}}"#) },
      """
      The value at poems["a b"][0] (Poem) has version '7', but the newest known version is '4'. It \
      was written by a newer program: open it there, or update this one. Nothing was changed. \
      Known versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
  ]

  static let shapes = [
    Row(
      "undecodable",
      { try migrated(Poem.self, #"{"version": 1, "text": "a", "pages": [1, "b"]}"#) },
      """
      The document (Poem) has version '1', but it can't be decoded as PoemV1. At pages[1]: Expected \
      a number, found a string. If documents of that version look like this, fix the type; \
      otherwise the document is damaged. Known versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "a date of another strategy", { try filled(Scalars.self, #"{"date": "secret"}"#) },
      """
      The document (Scalars) can't be decoded. At date: Expected a number for a date \
      (dateDecodingStrategy .deferredToDate), found a string. If documents like this exist, decode \
      them with the strategies of the coder that wrote them; otherwise the document is damaged.
      """),
    Row(
      "undecodable in a value inside",
      {
        try migrated(Shelf.self, #"{"version": 1, "poems": {"x": [{"version": 1, "text": 1}]}}"#)
      },
      """
      A value (Poem) in the document has version '1', but it can't be decoded as PoemV1. At \
      poems.x[0].text: Expected a string, found a number. If documents of that version look like \
      this, fix the type; otherwise the document is damaged. Known versions: '4' (Poem), '3' \
      (PoemV3), '1' (PoemV1).
      """),
    Row(
      "a missing value according to the type", { try filled([Demanding].self, "[1]") },
      """
      The document (Array<Demanding>) can't be decoded. At [0]: The value is null or missing. If \
      documents like this exist, change the type to accept them; otherwise the document is damaged.
      """),
    Row(
      "undecodable without a version", { try migrated(Bare.self, #"{"text": 1}"#) },
      """
      The document (Bare) can't be decoded. At text: Expected a string, found a number. If \
      documents like this exist, change the type to accept them; otherwise the document is \
      damaged. Known versions: unversioned (Bare).
      """),
    Row(
      "missing field", { try migrated(PoemV1.self, #"{"version": 1}"#) },
      """
      The document (PoemV1) has version '1', but it can't be decoded as PoemV1. At text: The field \
      is missing, and it has no default. If documents of that version look like this, fix the \
      type; otherwise the document is damaged. Known versions: '1' (PoemV1).
      """),
    Row(
      "required field", { try migrated(Poem.self, #"{"version": 4}"#) },
      """
      The document (Poem) has version '4', but it can't be decoded as Poem. At author: The field is \
      missing, and a @Required field is never filled. If documents of that version look like this, \
      fix the type; otherwise the document is damaged. Known versions: '4' (Poem), '3' (PoemV3), \
      '1' (PoemV1).
      """),
    Row(
      "null", { try migrated(PoemV1.self, #"{"version": 1, "text": null}"#) },
      """
      The document (PoemV1) has version '1', but it can't be decoded as PoemV1. At text: Expected \
      a string, found null. If documents of that version look like this, fix the type; otherwise \
      the document is damaged. Known versions: '1' (PoemV1).
      """),
    Row(
      "no zero", { try filled(Zero.self, "{}") },
      """
      The document (Zero) can't be decoded. At id: The field is missing, and UUID has no zero \
      value to fill it with. If documents like this exist, change the type to accept them; \
      otherwise the document is damaged.
      """),
    Row(
      "no default", { try filled(Partial.self, "{}") },
      """
      The document (Partial) can't be decoded. At note: The field is missing, and `init()` encodes \
      no value for it. If documents like this exist, change the type to accept them; otherwise the \
      document is damaged.
      """),
    Row(
      "unusable defaults", { try filled(Broken.self, "{}") },
      """
      The defaults of Broken are unknown, because encoding Broken() failed. encode(to:) threw \
      Refusal (see underlyingError). This is a mistake in the program: fix Broken, so that \
      JSONEncoder can encode it.
      """),
    Row(
      "unusable defaults inside", { try filled([Broken].self, "[{}]") },
      """
      The defaults of Broken are unknown, because encoding Broken() failed. encode(to:) threw \
      Refusal (see underlyingError). This is a mistake in the program: fix Broken, so that \
      JSONEncoder can encode it.
      """),
    Row(
      "end of array", { try filled([Pair].self, "[[1]]") },
      """
      The document (Array<Pair>) can't be decoded. At [0][1]: The array has fewer elements than \
      its type decodes. If documents like this exist, change the type to accept them; otherwise \
      the document is damaged.
      """),
    Row(
      "an error of the type's own that quotes the data",
      { try filled([Quoting].self, #"["secret"]"#) },
      """
      The document (Array<Quoting>) can't be decoded. At [0]: The value isn't valid. If documents \
      like this exist, change the type to accept them; otherwise the document is damaged.
      """),
    Row(
      "an error of the program's own", { try filled(Throwing.self, #""secret""#) },
      """
      The document (Throwing) can't be decoded. Decoding threw Refusal (see underlyingError). If \
      documents like this exist, change the type to accept them; otherwise the document is \
      damaged.
      """),
    Row(
      "unreadable", { try migrated(Column.self, #"{"secret": "#) },
      """
      The data isn't a valid document, so no Column could be decoded from it. Line 1, column 12: \
      The document ends inside an object that isn't closed. It may be damaged, cut off, or in \
      another format. Known versions: '1' (Column).
      """),
    Row(
      "an unreadable property list",
      {
        try PropertyListDecoder().decode(
          versioned: Column.self, from: Data("<plist><dict><key>secret".utf8))
      },
      """
      The data isn't a valid document, so no Column could be decoded from it. Line 1: The document \
      ends inside <key>. It may be damaged, cut off, or in another format. Known versions: '1' \
      (Column).
      """),
  ]

  static let steps = [
    Row(
      "step failed", { try migrated(Poem.self, #"{"version": 1, "text": "secret"}"#) },
      """
      The step from version '1' (PoemV1) to version '3' (PoemV3) failed. The step threw Refusal \
      (see underlyingError). Fix the step, so that it accepts every document of the older version. \
      Known versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "step failed with an error of Lineage's",
      { try migrated(Poem.self, #"{"version": 1, "text": "endless"}"#) },
      """
      The step from version '1' (PoemV1) to version '3' (PoemV3) failed. The step threw an \
      EncodingError at [1]: JSON can't write a number that is not finite. Give the encoder a \
      nonConformingFloatEncodingStrategy. Fix the step, so that it accepts every document of the \
      older version. Known versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "step failed inside",
      {
        try migrated(
          Shelf.self, #"{"version": 1, "poems": {"x": [{"version": 1, "text": "secret"}]}}"#)
      },
      """
      The step from version '1' (PoemV1) to version '3' (PoemV3) failed for the value at \
      poems.x[0]. The step threw Refusal (see underlyingError). Fix the step, so that it accepts \
      every document of the older version. Known versions: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "carry-over failed", { try migrated(Numbered.self, #"{"text": "secret"}"#) },
      """
      A field of Bare has another type in Numbered, so it can't be carried over by name. At text: \
      Expected a number, found a string. In the step, Numbered.init(from: Bare), call try \
      self.init(carryingOver: old) { fields in try fields.set(…, for: …) }. Known versions: '1' (Numbered), unversioned (Bare).
      """),
    Row(
      "an unknown field has another type",
      { try migrated(Tight.self, #"{"version": 1, "size": "secret"}"#) },
      """
      Loose has an unknown field that Tight declares with another type, so it can't be carried \
      over. At size: Expected a number, found a string. In the step, Tight.init(from: Loose), call \
      try self.init(carryingOver: old) { fields in try fields.set(…, for: …) }. To convert the \
      value in the document, read it there with try fields.value(of: …, as: DocumentValue.self). \
      Known versions: '2' (Tight), '1' (Loose).
      """),
    Row(
      "an unknown field has another shape",
      { try migrated(Tight.self, #"{"version": 1, "part": {"y": "secret"}}"#) },
      """
      Loose has an unknown field that Tight declares with another type, so it can't be carried \
      over. At part.x: The field is missing, and it has no default. In the step, \
      Tight.init(from: Loose), call try self.init(carryingOver: old) { fields in try \
      fields.set(…, for: …) }. To convert the value in the document, read it there with try \
      fields.value(of: …, as: DocumentValue.self). Known versions: '2' (Tight), '1' (Loose).
      """),
  ]

  static let mistakes = [
    Row(
      "no place for the version",
      { try json(JSONDecoder().decode(Single.self, from: Data("{}".utf8))) },
      """
      The document (Single) can't be written: its version '1' can't be added under 'version', \
      because the value isn't an object. Make the type encode an object, or set its \
      versionLocation to .external and store the version elsewhere. Known versions: '1' (Single).
      """),
    Row(
      "another value in place of the version", { try json(Taken(version: "draft")) },
      """
      The document (Taken) can't be written: its version '1' can't be added under 'version', \
      because another value is in its place. Give the field another key, or change the type's \
      versionLocation. Known versions: '1' (Taken).
      """),
    Row(
      "another value in place of a version that isn't in the chain",
      { try json(TakenReadability(readableSince: 1)) },
      """
      The document (TakenReadability) can't be written: its version '2' can't be added to the \
      document, because another value is in its place. Give the field another key, or change the \
      type's versionLocation. Known versions: '3' (TakenReadability).
      """),
    Row(
      "duplicate version", { try migrated(Same.self, "{}") },
      """
      The versions of Same aren't linked correctly: SameV1 and Same both have version '1'. This is \
      a mistake in the program: fix the types.
      """),
    Row(
      "two unversioned", { try migrated(NoneNow.self, "{}") },
      """
      The versions of NoneNow aren't linked correctly: Bare and NoneNow both have no version, so \
      decoding can't choose between them. This is a mistake in the program: fix the types.
      """),
    Row(
      "cycle", { try migrated(Circle.self, "{}") },
      """
      The versions of Circle aren't linked correctly: PreviousVersion forms a cycle, Circle → \
      Circle. This is a mistake in the program: fix the types.
      """),
  ]

  @Test(arguments: versions + shapes + steps + mistakes)
  func `an error says what happened, where, what was expected and what to do`(row: Row) throws {
    let error = try migrationError(row.make)

    #expect(error.description == row.text)
    #expect(error.localizedDescription == row.text)
  }

  @Test func `the problem of an endless chain has a text`() {
    let problem = VersionChain.Problem.endless(type: "Poem")

    #expect(problem.description == "the chain of Poem never ends in NothingOlder.")
  }

  // MARK: - Steps that decode

  struct PackedV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
    var isVersioned: Bool
  }

  struct Packed: VersionedCodable {
    static let version = 2

    init(from old: PackedV1) throws {
      let data = Data(old.text.utf8)
      if old.isVersioned {
        _ = try JSONDecoder().decode(unversioned: [Bare].self, from: data)
      } else {
        _ = try JSONDecoder().decode([String: [Int]].self, from: data)
      }
    }
  }

  @Test func `a step that fails to decode other data has the path in that data`() throws {
    let plain = try migrationError {
      try filled(
        [Packed].self,
        #"[{"version": 1, "isVersioned": false, "text": "{\"a\": [1, \"secret\"]}"}]"#)
    }
    let versioned = try migrationError {
      try migrated(
        Packed.self, #"{"version": 1, "isVersioned": true, "text": "[{\"text\": 1}]"}"#)
    }

    #expect(
      plain.description == """
        The step from version '1' (PackedV1) to version '2' (Packed) failed for the value at [0]. The step \
        threw a DecodingError at a[1]: Expected Int, found a string. Fix the step, so that it accepts every \
        document of the older version. Known versions: '2' (Packed), '1' (PackedV1).
        """)
    #expect(
      versioned.description == """
        The step from version '1' (PackedV1) to version '2' (Packed) failed. The step threw a \
        MigrationError: A value (Bare) in the document can't be decoded. At [0].text: Expected a string, \
        found a number. If documents like this exist, change the type to accept them; otherwise the document \
        is damaged. Known versions: unversioned (Bare). Fix the step, so that it accepts every document of \
        the older version. Known versions: '2' (Packed), '1' (PackedV1).
        """)
  }

  @Test(arguments: [
    (#"\"secret\""#, "a string"), ("true", "a boolean"), ("[]", "an array"), ("{}", "an object"),
  ])
  func `an error of Foundation's decoder names the kind of value, too`(
    json: String, kind: String
  ) throws {
    let error = try migrationError {
      try migrated(
        Packed.self,
        #"{"version": 1, "isVersioned": false, "text": "{\"a\": [\#(json)]}"}"#)
    }

    #expect(error.description.contains("at a[0]: Expected Int, found \(kind)."))
  }

  // MARK: - Names with any length and any characters

  @Test func `a long key is truncated in the text, but complete in the error`() throws {
    let key = String(repeating: "k", count: 5_000_000)

    let error = try migrationError { try filled([String: Int].self, #"{"\#(key)": "secret"}"#) }

    let cut = String(repeating: "k", count: 40)
    #expect(error.description.contains(" At \(cut)…: Expected a number, found a string."))
    #expect(error.description.utf8.count < 500)
    #expect(error.path.components == [.key(key)])
  }

  @Test func `a long path is shortened in the middle`() throws {
    struct Tree: Codable { var inner: [Tree]? }
    let depth = 100
    let text =
      String(repeating: #"{"inner":["#, count: depth) + "1" + String(repeating: "]}", count: depth)

    let error = try migrationError { try filled(Tree.self, text) }

    let end = "inner[0].inner[0].inner[0].inner[0].inner[0]"
    #expect(error.description.contains(" At \(end)….\(end): Expected an object, found a number."))
    #expect(error.path.components.count == 2 * depth)
  }

  @Test(arguments: [
    "\u{202E}", "\u{2028}", "\u{2029}", "\u{2066}", "\u{200B}", "\u{1B}", "\n", "\u{85}",
  ])
  func `an error is one line from left to right, regardless of names`(
    character: String
  ) throws {
    let scalar = try #require(character.unicodeScalars.first)
    struct Named: VersionedCodable {
      static let version = "a"
      typealias PreviousVersion = NothingOlder
    }
    let name = try #require(String(data: JSONEncoder().encode("a\(character)b"), encoding: .utf8))

    let errors = [
      try migrationError { try filled([String: Int].self, #"{\#(name): ""}"#) },
      try migrationError { try migrated(Named.self, #"{"version": \#(name)}"#) },
    ]

    for error in errors {
      #expect(!error.description.unicodeScalars.contains(scalar))
      #expect(error.description.contains("a\\"))
    }
  }

  // MARK: - Plain errors

  @Test(arguments: [
    #"{"small": 256}"#, #"{"flag": 1}"#, #"{"list": [1, null]}"#, #"{"plain": {}}"#,
    #"{"link": ""}"#, "[",
    #"{"object": {"b": "c"}}"#, #"{"data": "?"}"#,
  ])
  func `a plain error of a VersionedJSONDecoder has its text once`(json: String) throws {
    let error = try #require(throws: DecodingError.self) {
      try VersionedJSONDecoder().decode(Scalars.self, from: Data(json.utf8))
    }

    let context: DecodingError.Context? =
      switch error {
      case .keyNotFound(_, let context), .valueNotFound(_, let context),
        .typeMismatch(_, let context),
        .dataCorrupted(let context):
        context
      @unknown default: nil
      }
    let text = try #require(context?.debugDescription)
    #expect(!text.isEmpty)
    #expect("\(error)".components(separatedBy: text).count == 2)
    #expect(String(reflecting: error).components(separatedBy: text).count == 2)
  }

  // MARK: - Values

  struct Value: Sendable, CustomTestStringConvertible {
    let json: String
    let text: String

    var testDescription: String { json }
  }

  @Test(arguments: [
    Value(
      json: #"{"small": 256}"#,
      text: "At small: The number doesn't fit in UInt8."),
    Value(
      json: #"{"small": -1}"#, text: "At small: The number doesn't fit in UInt8."
    ),
    Value(
      json: #"{"small": 1.5}"#,
      text: "At small: The number isn't a whole number, or doesn't fit in UInt8."),
    Value(json: #"{"small": "1"}"#, text: "At small: Expected a number, found a string."),
    Value(json: #"{"small": true}"#, text: "At small: Expected a number, found a boolean."),
    Value(json: #"{"flag": 1}"#, text: "At flag: Expected a boolean, found a number."),
    Value(json: #"{"flag": []}"#, text: "At flag: Expected a boolean, found an array."),
    Value(json: #"{"link": 1}"#, text: "At link: Expected a string, found a number."),
    Value(json: #"{"link": ""}"#, text: "At link: The value isn't a URL."),
    Value(json: #"{"data": "secret!"}"#, text: "At data: The value isn't data in Base64."),
    Value(
      json: #"{"date": "secret"}"#,
      text: """
        At date: Expected a number for a date (dateDecodingStrategy .deferredToDate), found a string.
        """),
    Value(json: #"{"uuid": "secret"}"#, text: "At uuid: The value isn't a UUID."),
    Value(json: #"{"list": {}}"#, text: "At list: Expected an array, found an object."),
    Value(json: #"{"list": [1, null]}"#, text: "At list[1]: Expected a number, found null."),
    Value(json: #"{"object": []}"#, text: "At object: Expected an object, found an array."),
    Value(
      json: #"{"object": {"b": "c"}}"#, text: "At object.b: Expected a number, found a string."),
    Value(json: #"{"plain": 1}"#, text: "At plain: Expected an object, found a number."),
    Value(json: #"{"plain": {}}"#, text: "At plain.a: The field is missing,"),
    Value(
      json: #"{"kind": "secret"}"#,
      text: """
        At kind: The value isn't a raw value of Kind; for cases that newer programs add, use OpenEnum<Kind>.
        """),
    Value(
      json: #"{"shape": {"secret": {}}}"#,
      text: "At shape: Expected an object whose only key is a case of Shape."),
    Value(
      json: #"{"shape": {}}"#,
      text: "At shape: Expected an object whose only key is a case of Shape."),
  ])
  func `an error names the kind of value that was found`(value: Value) throws {
    let error = try migrationError { try filled(Scalars.self, value.json) }

    #expect(error.description.contains(value.text))
  }

  // MARK: - Long chains and long versions

  @Test func `a long chain is shortened in the text, but complete in the value`() throws {
    let newest = LongChainTests.newest(of: 20)

    let error = try migrationError { try migrated(newest, "{}") }

    #expect(error.chain.links.count == 20)
    #expect(error.description.contains(", …, '1' (First)."))
  }

  @Test func `a long version is truncated in the text`() throws {
    struct Named: VersionedCodable {
      static let version = "a1"
      typealias PreviousVersion = NothingOlder
    }
    let version = String(repeating: "z", count: 1_000)

    let error = try migrationError {
      try migrated(Named.self, #"{"version": "\#(version)"}"#)
    }

    #expect(error.reason == .newerVersion(found: .string(version), newest: "a1"))
    #expect(error.description.contains("'\(String(repeating: "z", count: 40))…'"))
    #expect(!error.description.contains(String(repeating: "z", count: 41)))
  }

  // MARK: - Secrets

  @Test(arguments: versions + shapes + steps + mistakes)
  func `no content of the document is in an error's text`(row: Row) throws {
    let error = try migrationError(row.make)

    #expect(!error.description.contains("secret"))
    #expect(!"\(error)".contains("secret"))
    #expect(!error.localizedDescription.contains("secret"))
  }

  // MARK: - Whose fault it is

  @Test func `an error tells whether the program or the document is at fault`() throws {
    struct V1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var count: Int
    }
    struct V2: VersionedCodable {
      static let version = 2
      var count: String
      var unit: String?
      init(from old: V1) throws {
        try self.init(carryingOver: old) { if old.count == 9 { $0.drop("cuont") } }
      }
    }

    let cases: [(json: String, isOfProgram: Bool)] = [
      (#"{"version":1,"count":1}"#, true),  // carryOverFailed
      (#"{"version":1,"count":9}"#, true),  // mistakenStep
      (#"{"version":0}"#, true),  // olderVersion
      (#"{"version":3}"#, false),
      (#"{"version":1,"count":"a"}"#, false),
      (#"{"count":"a"}"#, false),
      (#"{"version":[]}"#, false),
      ("{", false),
    ]
    for (json, isOfProgram) in cases {
      let error = #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(versioned: V2.self, from: Data(json.utf8))
      }

      #expect(error?.isProgrammingError == isOfProgram, "\(json)")
    }
  }
}
