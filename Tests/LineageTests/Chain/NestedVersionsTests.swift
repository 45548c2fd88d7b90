import Foundation
import Lineage
import Testing

struct NestedVersionsTests {
  // MARK: - Models

  struct LineV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct Line: VersionedCodable, Equatable {
    static let version = 2
    var words: [String]
  }

  struct StanzaV1: VersionedCodable, Equatable {
    static let version: String? = nil
    typealias PreviousVersion = NothingOlder
    var first: Line
  }

  struct Stanza: VersionedCodable, Equatable {
    static let version = "b"
    static let versionLocation = VersionLocation.path("about", "form")
    var lines: [Line]
  }

  enum Ending: Codable, Equatable {
    case none
    case line(Line)
    case named(Line, name: String)
  }

  struct Poem: VersionedCodable, Equatable {
    static let version = 5
    typealias PreviousVersion = NothingOlder
    var title: Line
    var stanzas: [Stanza]
    var byName: [String: Line]
    var byNumber: [Int: Line]
    var motto: Line?
    var ending: Ending
    var table: [[Line?]]
  }

  static let poem = Poem(
    title: Line(words: ["t"]), stanzas: [Stanza(lines: [Line(words: ["s"])])],
    byName: ["a": Line(words: ["n"])], byNumber: [7: Line(words: ["7"])],
    motto: Line(words: ["m"]), ending: .named(Line(words: ["e"]), name: "E"),
    table: [[Line(words: ["x"]), Line(words: ["y"])], []])

  static let old = """
    {"version": 5, "title": {"version": 1, "text": "t"},
     "stanzas": [{"first": {"version": 1, "text": "s"}}],
     "byName": {"a": {"version": 1, "text": "n"}}, "byNumber": {"7": {"version": 1, "text": "7"}},
     "motto": {"version": 1, "text": "m"},
     "ending": {"named": {"_0": {"version": 1, "text": "e"}, "name": "E"}},
     "table": [[{"version": 1, "text": "x"}, {"version": 2, "words": ["y"]}], []]}
    """

  // MARK: - Reading

  @Test(arguments: StoredFormat.allCases)
  func `nested versioned values migrate through their own chains anywhere`(
    format: StoredFormat
  ) throws {
    let poem = try format.decode(Poem.self, from: format.document(Self.old))

    #expect(poem == Self.poem)
  }

  @Test(arguments: StoredFormat.allCases)
  func `nested values migrate in data without a version too`(
    format: StoredFormat
  ) throws {
    let document = try format.document(
      #"{"lines": [{"version": 1, "text": "a"}, {"version": 2, "words": ["b"]}]}"#)

    let lines = try format.decode(unversioned: [String: [Line]].self, from: document)

    #expect(lines == ["lines": [Line(words: ["a"]), Line(words: ["b"])]])
  }

  @Test func `the report lists each nested value with its path`() throws {
    let report = try report(of: Poem.self, Self.old)

    #expect(report.versionFound == 5)
    #expect(report.typesWalked == ["Poem"])
    #expect(
      Set(report.nestedMigrations.map(\.path)) == [
        "title", "stanzas[0]", "stanzas[0].first", "byName.a", "byNumber.7", "motto",
        "ending.named._0", "table[0][0]",
      ])
    #expect(
      report.nestedMigrations.first
        == .init(path: "title", versionFound: 1, typesWalked: ["LineV1", "Line"]))
    #expect(report.needsRewrite)
  }

  @Test func `a deeply nested old value requires a rewrite`() throws {
    let report = try report(
      of: Book.self,
      #"""
      {"version": 1, "chapters": [{"version": 1, "chapters": [
        {"version": 1, "chapters": [], "motto": {"version": 1, "text": "a"}}]}]}
      """#)

    #expect(report.nestedMigrations.map(\.path) == ["chapters[0].chapters[0].motto"])
    #expect(report.needsRewrite)
  }

  // MARK: - Writing

  @Test func `each nested value is written with its own version and location`() throws {
    let text = try json(Self.poem)

    #expect(
      text == """
        {"byName":{"a":{"version":2,"words":["n"]}},"byNumber":{"7":{"version":2,"words":["7"]}},\
        "ending":{"named":{"_0":{"version":2,"words":["e"]},"name":"E"}},\
        "motto":{"version":2,"words":["m"]},\
        "stanzas":[{"about":{"form":"b"},"lines":[{"version":2,"words":["s"]}]}],\
        "table":[[{"version":2,"words":["x"]},{"version":2,"words":["y"]}],[]],\
        "title":{"version":2,"words":["t"]},"version":5}
        """)
  }

  @Test(arguments: StoredFormat.allCases)
  func `encoding and decoding changes nothing`(format: StoredFormat) throws {
    let decoded = try format.decode(Poem.self, from: format.encode(Self.poem))

    #expect(decoded == Self.poem)
  }

  @Test(arguments: StoredFormat.allCases)
  func `an encoded document is current at all levels`(format: StoredFormat) throws {
    var report = MigrationReport()

    _ = try format.decode(Poem.self, from: format.encode(Self.poem), report: &report)

    #expect(report.nestedMigrations == [])
    #expect(report.unknownFieldsDropped == [])
    #expect(!report.needsRewrite)
  }

  // MARK: - Depth

  struct Book: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var chapters: [Book]
    var motto: Line?
  }

  @Test(arguments: StoredFormat.allCases)
  func `a type can contain itself, each value with its version`(format: StoredFormat) throws {
    var book = Book(chapters: [], motto: Line(words: ["deep"]))
    for _ in 0..<50 { book = Book(chapters: [book]) }

    let decoded = try format.decode(Book.self, from: format.encode(book))

    #expect(decoded == book)
  }

  // MARK: - Around a single value

  struct Envelope: VersionedCodable, Equatable {
    static let version = 3
    static let versionLocation = VersionLocation.external
    typealias PreviousVersion = NothingOlder
    var line: Line

    init(from decoder: any Decoder) throws {
      line = try decoder.singleValueContainer().decode(Line.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(line)
    }
  }

  @Test func `a versioned value in a single value container migrates`() throws {
    let document = Data(#"{"version": 1, "text": "a"}"#.utf8)

    let envelope = try JSONDecoder().decode(versioned: Envelope.self, version: 3, from: document)

    #expect(envelope.line == Line(words: ["a"]))
    #expect(try json(envelope) == #"{"version":2,"words":["a"]}"#)
  }

  @Test func `the report distinguishes the versions of the document and the value`() throws {
    let document = Data(#"{"version": 1, "text": "a"}"#.utf8)
    var report = MigrationReport()

    _ = try JSONDecoder().decode(
      versioned: Envelope.self, version: 3, from: document, report: &report)

    #expect(report.versionFound == 3)
    #expect(report.typesWalked == ["Envelope"])
    #expect(report.nestedMigrations.map(\.typesWalked) == [["LineV1", "Line"]])
  }

  // MARK: - Errors

  @Test func `a nested value that is too new is an error with its path and chain`() throws {
    let error = try migrationError {
      try migrated(
        Book.self, #"{"version": 1, "chapters": [], "motto": {"version": 3, "words": []}}"#)
    }

    #expect(error.reason == .newerVersion(found: 3, newest: 2))
    #expect(error.documentType == "Line")
    #expect(error.chain.links.map(\.type) == ["Line", "LineV1"])
    #expect(error.path == "motto")
  }

  // MARK: - Classes and enums

  final class NodeV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    let name: String
  }

  final class Node: VersionedCodable {
    static let version = 2
    let title: String
    let next: Node?

    init(from old: NodeV1) throws {
      title = old.name
      next = nil
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a versioned type can be a class`(format: StoredFormat) throws {
    let document = try format.document(
      #"{"version": 2, "title": "a", "next": {"version": 1, "name": "b"}}"#)

    let node = try format.decode(Node.self, from: document)

    #expect(node.next?.title == "b")
    #expect(try json(node) == #"{"next":{"title":"b","version":2},"title":"a","version":2}"#)
  }

  enum ShapeV1: VersionedCodable, Equatable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    case circle(Int)
    case nothing
  }

  enum Shape: VersionedCodable, Equatable {
    static var version: Int { 2 }
    case ellipse(width: Int, height: Int)
    case empty

    init(from old: ShapeV1) throws {
      self =
        switch old {
        case .circle(let size): .ellipse(width: size, height: size)
        case .nothing: .empty
        }
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a versioned type can be an enum with payloads`(format: StoredFormat) throws {
    let document = try format.document(
      #"[{"version": 1, "circle": {"_0": 3}}, {"version": 1, "nothing": {}}, {"empty": {}, "version": 2}]"#
    )

    let shapes = try format.decode(unversioned: [Shape].self, from: document)

    #expect(shapes == [.ellipse(width: 3, height: 3), .empty, .empty])
  }

  @Test func `a versioned enum with payloads is written with its version beside the case`() throws {
    let text = try json(Shape.ellipse(width: 1, height: 2))

    #expect(text == #"{"ellipse":{"height":2,"width":1},"version":2}"#)
  }

  // MARK: - Generics

  struct PageV1<Item: Codable & Equatable>: VersionedCodable, Equatable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var item: Item
  }

  struct Page<Item: Codable & Equatable>: VersionedCodable, Equatable {
    static var version: Int { 2 }
    var items: [Item]
  }

  @Test(arguments: StoredFormat.allCases)
  func `versioned types can be generic and nested in themselves`(format: StoredFormat) throws {
    let document = try format.document(
      #"{"version": 1, "item": {"version": 1, "item": {"version": 1, "text": "a"}}}"#)

    let page = try format.decode(Page<Page<Line>>.self, from: document)

    #expect(page == Page(items: [Page(items: [Line(words: ["a"])])]))
    #expect(try format.decode(Page<Page<Line>>.self, from: format.encode(page)) == page)
  }
}

extension NestedVersionsTests.Line {
  init(from old: NestedVersionsTests.LineV1) throws { words = [old.text] }
}

extension NestedVersionsTests.Stanza {
  init(from old: NestedVersionsTests.StanzaV1) throws { lines = [old.first] }
}

extension NestedVersionsTests.Page {
  init(from old: NestedVersionsTests.PageV1<Item>) throws { items = [old.item] }
}
