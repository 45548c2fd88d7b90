import Foundation
import Lineage
import Testing

struct CarryOverTests {
  // MARK: - Fillable types

  struct PoemV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author: String
    var poem: String
    var year: Int?
    var draft: Bool
  }

  struct PoemV2: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = PoemV1
    var author = "nobody"
    var poem = ""
    var year: Int? = 1900
    var language = "en"
  }

  @Test(arguments: StoredFormat.allCases)
  func `a fillable version needs no step`(format: StoredFormat) throws {
    let document = try format.document(
      #"{"version": 1, "author": "A", "poem": "p", "year": 1999, "draft": true}"#)

    let poem = try format.decode(PoemV2.self, from: document)

    #expect(poem == PoemV2(author: "A", poem: "p", year: 1999, language: "en"))
  }

  @Test func `nil in an old version stays nil`() throws {
    let poem = try migrated(
      PoemV2.self, #"{"version": 1, "author": "A", "poem": "p", "year": null, "draft": true}"#)

    #expect(poem.year == nil)
  }

  @Test func `the report says what carry-over filled and dropped`() throws {
    let report = try report(
      of: PoemV2.self,
      #"{"version": 1, "author": "A", "poem": "p", "year": 1, "draft": true, "other": 1}"#)

    #expect(report.filled == [.init(path: "language")])
    #expect(report.carryOverDropped == ["draft"])
    #expect(report.unknownFieldsDropped == ["other"])
  }

  // MARK: - Defaults of each version

  struct ThemeV1: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var color = "red"
    var size: Int? = 1
  }

  struct ThemeV2: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = ThemeV1
    var color = "green"
    var size: Int? = 2
    var added = "added in 2"
  }

  struct Theme: VersionedCodable, DefaultFillable, Equatable {
    static let version = 3
    typealias PreviousVersion = ThemeV2
    var color = "blue"
    var size: Int? = 3
    var added = "added in 3"
  }

  @Test(
    arguments: [
      (#"{"version": 1}"#, Theme(color: "red", size: 1, added: "added in 2")),
      (#"{"version": 1, "color": null}"#, Theme(color: "red", size: 1, added: "added in 2")),
      (#"{"version": 2}"#, Theme(color: "green", size: 2, added: "added in 2")),
      (#"{"version": 3}"#, Theme()),
    ], StoredFormat.allCases)
  func `a missing field gets the default of the data's version`(
    document: (text: String, theme: Theme), format: StoredFormat
  ) throws {
    let theme = try format.decode(Theme.self, from: format.document(document.text))

    #expect(theme == document.theme)
  }

  @Test(arguments: [1, 2, 3])
  func `no default of a newer version replaces nil`(version: Int) throws {
    let theme = try migrated(Theme.self, #"{"version": \#(version), "size": null}"#)

    #expect(theme.size == nil)
  }

  // MARK: - A field that changed its type

  struct Changed: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = PoemV1
    var author = ["nobody"]
  }

  @Test func `a field whose type changed under the same name is an error`() throws {
    let error = try migrationError {
      try migrated(Changed.self, #"{"version": 1, "author": "A", "poem": "p", "draft": true}"#)
    }

    #expect(error.reason == .carryOverFailed(from: "PoemV1", to: "Changed"))
    #expect(error.path == "author")
    #expect(error.documentType == "Changed")
    #expect(error.chain.links.map(\.type) == ["Changed", "PoemV1"])
    #expect(error.underlyingError is DecodingError)
  }

  struct Shelf: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poems: [String: [Changed]]
  }

  @Test func `the path of such an error begins at the root of the document`() throws {
    let error = try migrationError {
      try migrated(
        Shelf.self,
        """
        {"version": 1, "poems": {"a": [
          {"version": 2, "author": []},
          {"version": 1, "author": "A", "poem": "p", "draft": true}
        ]}}
        """)
    }

    #expect(error.path == "poems.a[1].author")
  }

  // MARK: - Renaming and dropping

  struct Renamed: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    var poet = "nobody"
    var text = "t"
    var poem = "default"
    var year: Int?
  }

  @Test func `a field can be renamed`() throws {
    let poem = try migrated(
      Renamed.self, #"{"version": 1, "author": "A", "poem": "p", "year": 1, "draft": true}"#)

    #expect(poem == Renamed(poet: "A", text: "p", poem: "default", year: 1))
  }

  struct Swapped: VersionedCodable, Equatable {
    static let version = 2
    var author: String
    var poem: String
  }

  @Test func `two fields can swap their names`() throws {
    let poem = try migrated(
      Swapped.self, #"{"version": 1, "author": "A", "poem": "p", "draft": true}"#)

    #expect(poem == Swapped(author: "p", poem: "A"))
  }

  struct Taken: VersionedCodable, Equatable {
    static let version = 2
    var poem: String
  }

  @Test func `a field that is renamed replaces one that had the name`() throws {
    let poem = try migrated(
      Taken.self, #"{"version": 1, "author": "A", "poem": "p", "draft": true}"#)

    #expect(poem == Taken(poem: "A"))
  }

  struct Retyped: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    var author: [String] = ["default"]
    var poem = ""
    var seen: [String] = []
  }

  @Test func `a field that the step sets is not carried over`() throws {
    let poem = try migrated(
      Retyped.self, #"{"version": 1, "author": "A", "poem": "p", "draft": true}"#)

    #expect(poem == Retyped(author: ["A"], poem: "p", seen: []))
  }

  @Test func `a field that the step sets itself is not reported`() throws {
    let report = try report(
      of: Retyped.self, #"{"version": 1, "author": "A", "poem": "p", "draft": true}"#)

    #expect(report.filled == [.init(path: "seen")])
    #expect(report.carryOverDropped == ["draft"])
  }

  // MARK: - Types that are not fillable

  struct Plain: VersionedCodable, Equatable {
    static let version = 2
    var author: String
    var poem: String
    var year: Int?
    var lines: [String]
    var count: Int
    var language: String?
  }

  @Test(arguments: StoredFormat.allCases)
  func `a type that is not fillable carries over too`(format: StoredFormat) throws {
    let document = try format.document(
      #"{"version": 1, "author": "A", "poem": "p", "draft": true}"#)

    let poem = try format.decode(Plain.self, from: document)

    #expect(
      poem == Plain(author: "A", poem: "p", year: nil, lines: ["p"], count: 0, language: nil))
  }

  struct Missing: VersionedCodable, Equatable {
    static let version = 2
    var author: String
    var lines: [String]
  }

  @Test func `in a type that is not fillable, a field without a counterpart is an error`() throws {
    let error = try migrationError {
      try migrated(Missing.self, #"{"version": 1, "author": "A", "poem": "p", "draft": true}"#)
    }

    #expect(error.reason == .carryOverFailed(from: "PoemV1", to: "Missing"))
    #expect(error.path == "lines")
  }

  struct Dated: VersionedCodable, Equatable {
    static let version = 2
    var author: String
    var id: UUID
  }

  @Test func `a field that the step sets needs no zero value`() throws {
    let poem = try migrated(
      Dated.self, #"{"version": 1, "author": "A", "poem": "p", "draft": true}"#)

    #expect(poem == Dated(author: "A", id: Self.id))
  }

  static let id = UUID()

  // MARK: - Without a document

  @Test func `fields can be carried over without a document`() throws {
    let poem = try PoemV2(
      carryingOver: PoemV1(author: "A", poem: "p", year: nil, draft: true))

    #expect(poem.author == "A")
    #expect(poem.language == "en")
  }

  struct Foreign: Encodable {
    var author = "F"
    var extra = 1
  }

  @Test func `fields can be carried over from any encodable type`() throws {
    let poem = try PoemV2(carryingOver: Foreign())

    #expect(poem.author == "F")
  }

  // MARK: - Nested values

  struct LineV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
    var gone = 1
  }

  struct Line: VersionedCodable, Equatable {
    static let version = 2
    var words: [String]
  }

  struct Part: Codable, Equatable {
    var size: Int
    var gone: Int
  }

  struct NewPart: DefaultFillable, Equatable {
    var size = 1
    var label = "part"
  }

  struct BookV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var lines: [LineV1]
    var current: Line
    var parts: [String: Part]
  }

  struct Book: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    var title = ""
    var lines: [Line] = []
    var current = Line(words: [])
    var parts: [String: NewPart] = [:]
  }

  static let book = """
    {"version": 1, "title": "T", "lines": [{"version": 1, "text": "a", "gone": 2}],
     "current": {"version": 1, "text": "b", "gone": 3}, "parts": {"x": {"size": 5, "gone": 6}}}
    """

  @Test(arguments: StoredFormat.allCases)
  func `nested versioned values migrate when they are carried over`(format: StoredFormat) throws {
    let book = try format.decode(Book.self, from: format.document(Self.book))

    #expect(
      book
        == Book(
          title: "set by the step", lines: [Line(words: ["a"])], current: Line(words: ["b"]),
          parts: ["x": NewPart(size: 5, label: "part")]))
  }

  @Test(arguments: StoredFormat.allCases)
  func `the report lists nested values with their paths`(
    format: StoredFormat
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(Book.self, from: format.document(Self.book), report: &report)

    #expect(report.filled == [.init(path: "parts.x.label")])
    #expect(report.carryOverDropped == ["parts.x.gone"])
    #expect(
      report.nestedMigrations == [
        .init(path: "current", versionFound: 1, typesWalked: ["LineV1", "Line"]),
        .init(path: "lines[0]", versionFound: 1, typesWalked: ["LineV1", "Line"]),
      ])
    #expect(report.unknownFieldsDropped == [])
  }

  // MARK: - Classes

  struct FigureV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var width: Int
  }

  class Figure: VersionedCodable, DefaultFillable {
    class var version: Int { 2 }
    typealias PreviousVersion = FigureV1
    var width = 4
    var height = 5
    required init() {}
  }

  /// A subclass without a step of its own, and without code of its own for its property.
  final class Disc: Figure {
    var labels = ["a", "b"]
  }

  class EmptyFigure: VersionedCodable, ZeroFillable {
    class var version: Int { 2 }
    typealias PreviousVersion = FigureV1
    var width: Int
    var height: Int?
  }

  final class EmptyDisc: EmptyFigure {
    var labels = ["a", "b"]
  }

  @Test(arguments: StoredFormat.allCases)
  func `a subclass that inherits the step of its superclass is migrated as itself`(
    format: StoredFormat
  ) throws {
    let document = try format.document(#"{"version": 1, "width": 3}"#)

    var report = MigrationReport()
    let disc = try format.decode(Disc.self, from: document, report: &report)
    #expect(type(of: disc as AnyObject) == Disc.self)
    #expect(disc.labels == ["a", "b"] && disc.width == 3 && disc.height == 5)
    #expect(report.filled.map(\.path.description) == ["height"])

    let empty = try format.decode(EmptyDisc.self, from: document)
    #expect(type(of: empty as AnyObject) == EmptyDisc.self)
    #expect(empty.labels == ["a", "b"] && empty.width == 3 && empty.height == nil)
  }

  final class CardV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = "n"
  }

  final class Card: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = CardV1
    var name = ""
    var size = 3
    init() {}
  }

  @Test(arguments: StoredFormat.allCases)
  func `a fillable class needs no step either`(format: StoredFormat) throws {
    let document = try format.document(#"{"version": 1, "name": "A"}"#)

    let card = try format.decode(Card.self, from: document)

    #expect(card.name == "A")
    #expect(card.size == 3)
  }

  // MARK: - A default that can't be encoded

  struct Broken: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PoemV1
    var author = "a"
    var added = 1

    init() {}

    enum CodingKeys: String, CodingKey {
      case author, added
    }

    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }

  @Test func `unusable defaults are distinguished from fields that don't fit`() throws {
    let error = try migrationError {
      try migrated(Broken.self, #"{"version": 1, "author": "A", "poem": "p", "draft": true}"#)
    }

    #expect(error.reason == .unusableDefaults(type: "Broken"))
  }
}

extension CarryOverTests.Renamed {
  init(from old: CarryOverTests.PoemV1) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("author", to: "poet")
      fields.rename("poem", to: CodingKeys.text)
    }
  }
}

extension CarryOverTests.Swapped {
  init(from old: CarryOverTests.PoemV1) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("author", to: "poem")
      fields.rename("poem", to: "author")
    }
  }
}

extension CarryOverTests.Taken {
  init(from old: CarryOverTests.PoemV1) throws {
    try self.init(carryingOver: old) { $0.rename("author", to: "poem") }
  }
}

extension CarryOverTests.Retyped {
  init(from old: CarryOverTests.PoemV1) throws {
    try self.init(carryingOver: old) { try $0.set([old.author], for: CodingKeys.author) }
  }
}

extension CarryOverTests.Plain {
  init(from old: CarryOverTests.PoemV1) throws {
    try self.init(carryingOver: old) { fields in
      try fields.set(old.poem.components(separatedBy: "\n"), for: CodingKeys.lines)
      try fields.set(0, for: "count")
    }
  }
}

extension CarryOverTests.Missing {
  init(from old: CarryOverTests.PoemV1) throws { try self.init(carryingOver: old) }
}

extension CarryOverTests.Dated {
  init(from old: CarryOverTests.PoemV1) throws {
    try self.init(carryingOver: old) { try $0.set(CarryOverTests.id, for: CodingKeys.id) }
  }
}

extension CarryOverTests.Line {
  init(from old: CarryOverTests.LineV1) throws { words = [old.text] }
}

extension CarryOverTests.Book {
  init(from old: CarryOverTests.BookV1) throws {
    try self.init(carryingOver: old) { try $0.set("set by the step", for: CodingKeys.title) }
  }
}
