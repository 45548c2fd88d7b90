import Foundation
import Lineage
import Testing

/// Optionals, arrays and dictionaries of versioned values, as documents and in a wrapper.
struct VersionedContentTests {
  // MARK: - Models

  struct PoemV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct Poem: VersionedCodable, Equatable {
    static let version = 2
    var lines: [String]
  }

  struct Page: Codable, Equatable {
    @Versioned var poem: Poem
    @Versioned var translation: Poem?
    @Versioned var drafts: [Poem]
    @Versioned var named: [String: Poem]
    @Versioned var stanzas: [[Poem]]?
  }

  struct Book: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Versioned var preface: Poem? = Poem(lines: ["once"])
    @Versioned var poems: [Poem] = []
  }

  static let old = #"{"version":1,"text":"a/b"}"#
  static let new = #"{"lines":["c"],"version":2}"#

  // MARK: - Whole documents

  @Test(arguments: StoredFormat.allCases)
  func `an array of versions decodes as an array of the newest`(format: StoredFormat) throws {
    let document = try format.document("[\(Self.old),\(Self.new)]")

    let poems = try format.decode(all: [Poem].self, from: document)

    #expect(poems == [Poem(lines: ["a", "b"]), Poem(lines: ["c"])])
  }

  @Test(arguments: StoredFormat.allCases)
  func `a dictionary of versions decodes as a dictionary of the newest`(format: StoredFormat) throws
  {
    let document = try format.document(#"{"x":\#(Self.old),"version":\#(Self.new)}"#)

    let poems = try format.decode(all: [String: Poem].self, from: document)

    #expect(poems == ["x": Poem(lines: ["a", "b"]), "version": Poem(lines: ["c"])])
  }

  @Test func `the elements are written with their versions`() throws {
    let encoder = JSONEncoder()

    let array = try encoder.encode(versioned: [Poem(lines: ["c"])])
    let dictionary = try encoder.encode(versioned: ["x": Poem(lines: ["c"])])

    #expect(String(decoding: array, as: UTF8.self) == "[\(Self.new)]")
    #expect(String(decoding: dictionary, as: UTF8.self) == #"{"x":\#(Self.new)}"#)
    #expect(try encoder.encode(versioned: [Poem]()) == Data("[]".utf8))
  }

  @Test func `the report has each element's migration`() throws {
    var report = MigrationReport()

    _ = try JSONDecoder().decode(
      versioned: [Poem].self, from: Data("[\(Self.new),\(Self.old)]".utf8), report: &report)
    let ofArray = report
    _ = try JSONDecoder().decode(
      versioned: [String: Poem].self, from: Data(#"{"x":\#(Self.old)}"#.utf8), report: &report)

    #expect(ofArray.nestedMigrations.map(\.path) == ["[1]"])
    #expect(ofArray.needsRewrite)
    #expect(report.nestedMigrations.map(\.path) == ["x"])
  }

  @Test(arguments: [
    (
      #"[{"version":1,"text":"a"},{"version":3}]"#, "[1]",
      "The value at [1] (Poem) has version '3', but the newest"
    ),
    (
      #"[{"text":"a"}]"#, "[0]",
      "The value at [0] (Poem) has no version; one was expected under 'version'."
    ),
    (
      #"[{"version":2,"lines":[1]}]"#, "[0].lines[0]",
      "At [0].lines[0]: Expected a string, found a number."
    ),
    (
      #"{"version":2}"#, "",
      "The document (Array<Poem>) can't be decoded. Expected an array, found an object."
    ),
    ("[", "", "The data isn't a valid document, so no Array<Poem> could be decoded from it."),
  ])
  func `an error has the index of the element`(json: String, path: String, text: String) throws {
    let error = try migrationError {
      try JSONDecoder().decode(versioned: [Poem].self, from: Data(json.utf8))
    }

    #expect(error.path.description == path)
    #expect(error.description.contains(text), "\(error)")
    #expect(error.description.hasSuffix("Known versions: '2' (Poem), '1' (PoemV1)."))
  }

  // MARK: - In a wrapper

  static let full = #"""
    {"drafts":[\#(new)],"named":{"x":\#(new)},"poem":\#(new),"stanzas":[[],[\#(new)]],"translation":\#(new)}
    """#
  static let least = #"{"drafts":[],"named":{},"poem":\#(new)}"#

  @Test(arguments: [full, least])
  func `a wrapped value works with third-party coders`(document: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys

    let page = try JSONDecoder().decode(Page.self, from: Data(document.utf8))

    #expect(String(decoding: try encoder.encode(page), as: UTF8.self) == document)
    #expect(
      String(decoding: try encoder.encode(unversioned: page), as: UTF8.self) == document)
    let list = try PropertyListEncoder().encode(page)
    #expect(try PropertyListDecoder().decode(Page.self, from: list) == page)
  }

  @Test func `wrapped values of old versions migrate wherever they are`() throws {
    let document = Self.full.replacing(Self.new, with: Self.old)

    let page = try JSONDecoder().decode(Page.self, from: Data(document.utf8))
    let ours = try JSONDecoder().decode(unversioned: Page.self, from: Data(document.utf8))

    let poem = Poem(lines: ["a", "b"])
    #expect(page.poem == poem)
    #expect(page.translation == poem)
    #expect(page.drafts == [poem])
    #expect(page.named == ["x": poem])
    #expect(page.stanzas == [[], [poem]])
    #expect(ours == page)
  }

  @Test func `a missing key or null is nil for an optional, otherwise an error`() throws {
    let null = Self.least.replacing(#""drafts""#, with: #""translation":null,"drafts""#)

    let page = try JSONDecoder().decode(Page.self, from: Data(null.utf8))

    #expect(page.translation == nil)
    #expect(page.stanzas == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Page.self, from: Data(#"{"named":{},"poem":\#(Self.new)}"#.utf8))
    }
  }

  @Test func `the nil of an optional with another default is written`() throws {
    var book = try JSONDecoder().decode(versioned: Book.self, from: Data(#"{"version":1}"#.utf8))
    #expect(book.preface == Poem(lines: ["once"]))

    book.preface = nil
    let written = try JSONEncoder().encode(versioned: book)

    #expect(try JSONDecoder().decode(versioned: Book.self, from: written) == book)
  }
}

extension VersionedContentTests.Poem {
  init(from old: VersionedContentTests.PoemV1) throws {
    lines = old.text.split(separator: "/").map(String.init)
  }
}

extension StoredFormat {
  fileprivate func decode<Value: VersionedCodable>(
    all type: [Value].Type, from data: Data
  ) throws -> [Value] {
    switch self {
    case .json: try JSONDecoder().decode(versioned: type, from: data)
    case .xml, .binary: try PropertyListDecoder().decode(versioned: type, from: data)
    }
  }

  fileprivate func decode<Value: VersionedCodable>(
    all type: [String: Value].Type, from data: Data
  ) throws -> [String: Value] {
    switch self {
    case .json: try JSONDecoder().decode(versioned: type, from: data)
    case .xml, .binary: try PropertyListDecoder().decode(versioned: type, from: data)
    }
  }
}
