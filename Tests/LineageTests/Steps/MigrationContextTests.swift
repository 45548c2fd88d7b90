import Foundation
import Lineage
import Testing

struct MigrationContextTests {
  // MARK: - Models

  static let author = CodingUserInfoKey(rawValue: "author")

  struct PoemV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poem: String
  }

  struct PoemV2: VersionedCodable {
    static let version = 2
    var poem: String
    init(from old: PoemV1) throws { poem = old.poem }
  }

  struct Poem: VersionedCodable {
    static let version = 3
    var poem: String
    var author: String
    var versionFound: Int?
    var place: String

    init(from old: PoemV2, in context: MigrationContext) throws {
      poem = old.poem
      author = knownAuthor(in: context)
      if case .integer(let version)? = context.versionFound { versionFound = version }
      place = context.path.description
      context.note("The author was unknown.")
    }
  }

  struct Shelf: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poems: [Poem]
  }

  static func component(_ key: any CodingKey) -> FieldPath.Component {
    key.intValue.map { .index($0) } ?? .key(key.stringValue)
  }

  // MARK: - What a context contains

  @Test func `a step has the decoder's userInfo`() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[try #require(Self.author)] = "A"
    let document = Data(#"{"version": 2, "poem": "p"}"#.utf8)

    let poem = try decoder.decode(versioned: Poem.self, from: document)

    #expect(poem.author == "A")
  }

  @Test func `a step has the userInfo of a property list decoder`() throws {
    let decoder = PropertyListDecoder()
    decoder.userInfo[try #require(Self.author)] = "A"
    let document = try StoredFormat.xml.document(#"{"version": 2, "poem": "p"}"#)

    let poem = try decoder.decode(versioned: Poem.self, from: document)

    #expect(poem.author == "A")
  }

  @Test(arguments: [1, 2])
  func `a step has the version that was found, not the previous one`(version: Int) throws {
    let poem = try migrated(Poem.self, #"{"version": \#(version), "poem": "p"}"#)

    #expect(poem.versionFound == version)
  }

  @Test(arguments: StoredFormat.allCases)
  func `a step has the coding path of its value`(format: StoredFormat) throws {
    let document = try format.document(
      #"{"version": 1, "poems": [{"version": 2, "poem": "p"}, {"version": 1, "poem": "p"}]}"#)

    let shelf = try format.decode(Shelf.self, from: document)

    #expect(shelf.poems.map(\.place) == ["poems[0]", "poems[1]"])
  }

  @Test(arguments: StoredFormat.allCases)
  func `a note is in the report with its path`(format: StoredFormat) throws {
    let document = try format.document(
      #"{"version": 1, "poems": [{"version": 2, "poem": "p"}, {"version": 1, "poem": "p"}]}"#)
    var report = MigrationReport()

    _ = try format.decode(Shelf.self, from: document, report: &report)

    #expect(
      report.notes == [
        .init(path: "poems[0]", text: "The author was unknown."),
        .init(path: "poems[1]", text: "The author was unknown."),
      ])
  }

  @Test func `a step can be called directly`() throws {
    let old = try PoemV2(from: PoemV1(poem: "p"))

    let poem = try Poem(from: old)

    #expect(poem.author == "nobody")
    #expect(poem.versionFound == nil)
    #expect(poem.place == "")
  }

  @Test func `a context without a document is empty`() {
    let context = MigrationContext()

    context.note("lost")

    #expect(context.userInfo.isEmpty)
    #expect(context.versionFound == nil)
    #expect(context.path.components.isEmpty)
  }

  // MARK: - Both initializers

  struct Both: VersionedCodable, Equatable {
    static let version = 2
    var poem: String
    init(from old: PoemV1) throws { poem = "without" }
    init(from old: PoemV1, in context: MigrationContext) throws { poem = "with" }
  }

  @Test func `of two initializers, the migration calls the one with a context`() throws {
    #expect(try migrated(Both.self, #"{"version": 1, "poem": "p"}"#).poem == "with")
    #expect(try Both(from: PoemV1(poem: "p")).poem == "without")
  }

  struct Calling: VersionedCodable, Equatable {
    static let version = 2
    var poem: String

    init(from old: PoemV1) throws { poem = old.poem + "!" }

    init(from old: PoemV1, in context: MigrationContext) throws {
      try self.init(from: old)
      context.note("called")
    }
  }

  @Test func `one initializer can call the other`() throws {
    #expect(try migrated(Calling.self, #"{"version": 1, "poem": "p"}"#).poem == "p!")
  }

  // MARK: - With fillable types

  struct Fillable: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    var poem = ""
    var added = "new"
    var author = ""
  }

  @Test(arguments: StoredFormat.allCases)
  func `a fillable type can have a step with a context`(format: StoredFormat) throws {
    var report = MigrationReport()
    let document = try format.document(#"{"version": 1, "poem": "p"}"#)

    let value = try format.decode(Fillable.self, from: document, report: &report)

    #expect(value == Fillable(poem: "p", added: "new", author: "nobody"))
    #expect(report.notes == [.init(path: "", text: "carried")])
    #expect(report.filled == [.init(path: "added")])
  }

  // MARK: - What a step carries over by itself

  struct Reader: Codable, Equatable {
    var name: String

    init(name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
      let known = MigrationContextTests.author.flatMap { decoder.userInfo[$0] as? String }
      name = known ?? "unknown"
    }

    func encode(to encoder: any Encoder) throws {
      let known = MigrationContextTests.author.flatMap { encoder.userInfo[$0] as? String }
      var container = encoder.singleValueContainer()
      try container.encode(known ?? "unknown")
    }
  }

  struct ReaderV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var reader: Reader
  }

  struct ReaderV2: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = ReaderV1
    var reader = Reader(name: "")
  }

  @Test func `carry-over has the decoder's userInfo`() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[try #require(Self.author)] = "A"

    let value = try decoder.decode(
      versioned: ReaderV2.self, from: Data(#"{"version": 1, "reader": "x"}"#.utf8))

    #expect(value.reader.name == "A")
  }
}

private func knownAuthor(in context: MigrationContext) -> String {
  MigrationContextTests.author.flatMap { context.userInfo[$0] as? String } ?? "nobody"
}

extension MigrationContextTests.Fillable {
  init(from old: MigrationContextTests.PoemV1, in context: MigrationContext) throws {
    try self.init(carryingOver: old) {
      try $0.set(knownAuthor(in: context), for: CodingKeys.author)
    }
    context.note("carried")
  }
}
