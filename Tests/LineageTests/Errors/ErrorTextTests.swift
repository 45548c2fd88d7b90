import Foundation
import Lineage
import Testing

/// Every sentence that an error says.
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

    struct Plain: Codable {
      var a: Int
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
      This Poem has version '5', but the newest version known here is '4'. It was written by a \
      newer program: open it there, or update this one. Nothing was changed. Versions known: \
      '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "older version", { try migrated(Poem.self, #"{"version": 0}"#) },
      """
      This Poem has version '0', but the oldest version known here is '1'. Link its type by \
      PreviousVersion, or convert it with a program that still knows it. Versions known: \
      '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "unknown version", { try migrated(Poem.self, #"{"version": 2}"#) },
      """
      This Poem has version '2', which is not one of the known versions. If documents of this \
      version exist, add its type to the chain. Versions known: '4' (Poem), '3' (PoemV3), \
      '1' (PoemV1).
      """),
    Row(
      "newer version at an older place",
      { try migrated(Poem.self, #"{"meta": {"schema": 99}}"#) },
      """
      This Poem has version '99', but the newest version known here is '4'. It was written by a \
      newer program: open it there, or update this one. Nothing was changed. Versions known: \
      '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "missing version", { try migrated(Poem.self, "{}") },
      """
      This Poem has no version. Expected it under 'version' or under 'meta.schema'. If documents \
      without a version exist, begin the chain with a type whose version is nil; if the version \
      is known from elsewhere, use decode(versioned:version:from:). Versions known: '4' (Poem), \
      '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "missing external version", { try migrated(Column.self, "{}") },
      """
      This Column has no version. Expected it given by the caller. If documents without a \
      version exist, begin the chain with a type whose version is nil; if the version is known \
      from elsewhere, use decode(versioned:version:from:). Versions known: '1' (Column).
      """),
    Row(
      "malformed version", { try migrated(Poem.self, #"{"version": {"secret": 1}}"#) },
      """
      The version of this Poem can't be read: where it should be stands an object. Expected a \
      version under 'version' or under 'meta.schema'. Versions known: '4' (Poem), '3' (PoemV3), \
      '1' (PoemV1).
      """),
    Row(
      "a version in a value inside",
      { try migrated(Shelf.self, #"{"version": 1, "poems": {"a b": [{"version": 7}]}}"#) },
      """
      This Poem has version '7', but the newest version known here is '4'. At \
      poems["a b"][0]: this is the value in question. It was written by a newer program: open it \
      there, or update this one. Nothing was changed. Versions known: '4' (Poem), '3' (PoemV3), \
      '1' (PoemV1).
      """),
  ]

  static let shapes = [
    Row(
      "undecodable",
      { try migrated(Poem.self, #"{"version": 1, "text": "a", "pages": [1, "b"]}"#) },
      """
      This Poem has version '1', but it does not have the shape of that version's type, PoemV1. \
      At pages[1]: Expected a number, found a string. If documents of that version do look like \
      this, mend the type; otherwise the document is damaged. Versions known: '4' (Poem), \
      '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "undecodable without a version", { try migrated(Bare.self, #"{"text": 1}"#) },
      """
      This Bare does not have the shape of its type. At text: Expected a string, found a number. \
      If documents like this exist, make the type accept them; otherwise the document is \
      damaged. Versions known: none (Bare).
      """),
    Row(
      "missing field", { try migrated(PoemV1.self, #"{"version": 1}"#) },
      """
      This PoemV1 has version '1', but it does not have the shape of that version's type, PoemV1. \
      At text: The field is missing, and nothing says what to fill it with. If documents of that \
      version do look like this, mend the type; otherwise the document is damaged. Versions \
      known: '1' (PoemV1).
      """),
    Row(
      "required field", { try migrated(Poem.self, #"{"version": 4}"#) },
      """
      This Poem has version '4', but it does not have the shape of that version's type, Poem. \
      At author: The field is missing, and it is marked @Required, so it is never filled. If \
      documents of that version do look like this, mend the type; otherwise the document is damaged. Versions \
      known: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "null", { try migrated(PoemV1.self, #"{"version": 1, "text": null}"#) },
      """
      This PoemV1 has version '1', but it does not have the shape of that version's type, PoemV1. \
      At text: The field is null, and nothing says what to fill it with. If documents of that \
      version do look like this, mend the type; otherwise the document is damaged. Versions \
      known: '1' (PoemV1).
      """),
    Row(
      "no zero", { try filled(Zero.self, "{}") },
      """
      This Zero does not have the shape of its type. At id: The field is missing, and UUID has \
      no value that means nothing yet. If documents like this exist, make the type accept them; \
      otherwise the document is damaged.
      """),
    Row(
      "no default", { try filled(Partial.self, "{}") },
      """
      This Partial does not have the shape of its type. At note: The field is missing, and the \
      type's init() and encode(to:) give it no value. If documents like this exist, make the \
      type accept them; otherwise the document is damaged.
      """),
    Row(
      "unusable defaults", { try filled(Broken.self, "{}") },
      """
      The defaults of Broken can't be learned, because encoding its init() failed. The cause is \
      a Refusal, kept as underlyingError. This is a mistake in the program: mend Broken, so that \
      JSONEncoder can encode its init().
      """),
    Row(
      "unusable defaults inside", { try filled([Broken].self, "[{}]") },
      """
      The defaults of Broken can't be learned, because encoding its init() failed. The cause is \
      a Refusal, kept as underlyingError. This is a mistake in the program: mend Broken, so that \
      JSONEncoder can encode its init().
      """),
    Row(
      "end of array", { try filled([Pair].self, "[[1]]") },
      """
      This Array<Pair> does not have the shape of its type. At [0][1]: The array has fewer \
      elements than were asked for. If documents like this exist, make the type accept them; \
      otherwise the document is damaged.
      """),
    Row(
      "an error of the type's own that quotes the data",
      { try filled([Quoting].self, #"["secret"]"#) },
      """
      This Array<Quoting> does not have the shape of its type. At [0]: The value is not valid \
      there. If documents like this exist, make the type accept them; otherwise the document is \
      damaged.
      """),
    Row(
      "an error of the program's own", { try filled(Throwing.self, #""secret""#) },
      """
      This Throwing does not have the shape of its type. The cause is a Refusal, kept as \
      underlyingError. If documents like this exist, make the type accept them; otherwise the \
      document is damaged.
      """),
    Row(
      "unreadable", { try migrated(Column.self, #"{"secret": "#) },
      """
      The data is not a document that the decoder can read, so no Column could be found in it. \
      Line 1, column 12: The document ends inside an object that is not closed. It may be \
      damaged, cut off, or in another format. Versions known: '1' (Column).
      """),
    Row(
      "an unreadable property list",
      {
        try PropertyListDecoder().decode(
          versioned: Column.self, from: Data("<plist><dict><key>secret".utf8))
      },
      """
      The data is not a document that the decoder can read, so no Column could be found in it. \
      Line 1: The document ends inside <key>. It may be damaged, cut off, or in another format. \
      Versions known: '1' (Column).
      """),
  ]

  static let steps = [
    Row(
      "step failed", { try migrated(Poem.self, #"{"version": 1, "text": "secret"}"#) },
      """
      The step from version '1' (PoemV1) to version '3' (PoemV3) failed. The cause is a Refusal, \
      kept as underlyingError. Mend the step, so that it accepts every document of the older \
      version. Versions known: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "step failed inside",
      {
        try migrated(
          Shelf.self, #"{"version": 1, "poems": {"x": [{"version": 1, "text": "secret"}]}}"#)
      },
      """
      The step from version '1' (PoemV1) to version '3' (PoemV3) failed. At poems.x[0]: The cause \
      is a Refusal, kept as underlyingError. Mend the step, so that it accepts every document of \
      the older version. Versions known: '4' (Poem), '3' (PoemV3), '1' (PoemV1).
      """),
    Row(
      "carry-over failed", { try migrated(Numbered.self, #"{"text": "secret"}"#) },
      """
      A field of Bare has another type in Numbered, so it can't be carried over by name. At text: \
      Expected a number, found a string. Write the step, Numbered.init(from: Bare), and leave the \
      field out with init(carryingOver:except:). Versions known: '1' (Numbered), none (Bare).
      """),
  ]

  static let mistakes = [
    Row(
      "no place for the version",
      { try json(JSONDecoder().decode(Single.self, from: Data("{}".utf8))) },
      """
      This Single can't be written with its version '1', because its place, under 'version', \
      is in no object or is taken by something else. Let the type write an object and leave that \
      key to the version, or give it the versionLocation .external and keep its version elsewhere. Versions known: '1' (Single).
      """),
    Row(
      "duplicate version", { try migrated(Same.self, "{}") },
      """
      The versions of Same are not linked correctly: SameV1 and Same both have version '1'. This \
      is a mistake in the program: mend the types.
      """),
    Row(
      "two unversioned", { try migrated(NoneNow.self, "{}") },
      """
      The versions of NoneNow are not linked correctly: Bare and NoneNow both have no version, so \
      their data can't be told apart. This is a mistake in the program: mend the types.
      """),
    Row(
      "cycle", { try migrated(Circle.self, "{}") },
      """
      The versions of Circle are not linked correctly: PreviousVersion leads in a circle, Circle \
      → Circle. This is a mistake in the program: mend the types.
      """),
  ]

  @Test(arguments: versions + shapes + steps + mistakes)
  func `an error says what happened, where, what was expected and what to do`(row: Row) throws {
    let error = try migrationError(row.make)

    #expect(error.description == row.text)
    #expect(error.localizedDescription == row.text)
  }

  @Test func `the problem of a chain without an end has a text`() {
    let problem = VersionChain.Problem.endless(type: "Poem")

    #expect(problem.description == "the chain of Poem never ends in NothingOlder.")
  }

  // MARK: - Values

  struct Value: Sendable, CustomTestStringConvertible {
    let json: String
    let text: String

    var testDescription: String { json }
  }

  @Test(arguments: [
    Value(json: #"{"small": 256}"#, text: "At small: The number does not fit in UInt8."),
    Value(json: #"{"small": -1}"#, text: "At small: The number does not fit in UInt8."),
    Value(json: #"{"small": "1"}"#, text: "At small: Expected a number, found a string."),
    Value(json: #"{"small": true}"#, text: "At small: Expected a number, found a boolean."),
    Value(json: #"{"flag": 1}"#, text: "At flag: Expected a boolean, found a number."),
    Value(json: #"{"flag": []}"#, text: "At flag: Expected a boolean, found an array."),
    Value(json: #"{"link": 1}"#, text: "At link: Expected a string, found a number."),
    Value(json: #"{"link": ""}"#, text: "At link: The value is not a URL."),
    Value(json: #"{"data": "secret!"}"#, text: "At data: The value is not data in Base64."),
    Value(json: #"{"date": "secret"}"#, text: "At date: Expected a number, found a string."),
    Value(json: #"{"uuid": "secret"}"#, text: "At uuid: The value is not valid there."),
    Value(json: #"{"list": {}}"#, text: "At list: Expected an array, found an object."),
    Value(json: #"{"list": [1, null]}"#, text: "At list[1]: The field is null,"),
    Value(json: #"{"object": []}"#, text: "At object: Expected an object, found an array."),
    Value(
      json: #"{"object": {"b": "c"}}"#, text: "At object.b: Expected a number, found a string."),
    Value(json: #"{"plain": 1}"#, text: "At plain: Expected an object, found a number."),
    Value(json: #"{"plain": {}}"#, text: "At plain.a: The field is missing,"),
  ])
  func `an error names the kind of value that was found`(value: Value) throws {
    let error = try migrationError { try filled(Scalars.self, value.json) }

    #expect(error.description.contains(value.text))
  }

  // MARK: - Long chains and long versions

  @Test func `a long chain is cut in the text and whole in the value`() throws {
    let newest = LongChainTests.newest(of: 20)

    let error = try migrationError { try migrated(newest, "{}") }

    #expect(error.chain.links.count == 20)
    #expect(error.description.contains(", …, '1' (First)."))
  }

  @Test func `a long version is cut in the text`() throws {
    struct Named: VersionedCodable {
      static let version = "a"
      typealias PreviousVersion = NothingOlder
    }
    let version = String(repeating: "z", count: 1_000)

    let error = try migrationError {
      try migrated(Named.self, #"{"version": "\#(version)"}"#)
    }

    #expect(error.reason == .newerVersion(found: .string(version), newest: "a"))
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
}
