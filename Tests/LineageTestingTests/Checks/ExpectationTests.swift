import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Expectations of documents whose values differ each time, or whose versions are elsewhere.
struct ExpectationTests {
  // MARK: - Values that differ each time

  private enum Numbered {
    struct NoteV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }

    struct Note: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = NoteV1
      var id = UUID()
      var created = Date()
      var text = ""
    }
  }

  @Test func `any value is accepted for one that differs each time`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"version": 1, "text": "x"}"#, at: "Note/v1/first.json")
    directory.setUp(Numbered.Note.self, named: "Note")

    #expect(
      try directory.text(of: "Note/v1/first.expected.json") == """
        {
          "created" : "<differs each time>",
          "id" : "<differs each time>",
          "text" : "x",
          "version" : 2
        }

        """)
    #expect(directory.failures(of: Numbered.Note.self, named: "Note") == [])
    #expect(directory.failures(of: Numbered.Note.self, named: "Note", mode: .newest) == [])
  }

  private enum Collected {
    struct NoteV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }

    struct Mark: Codable, Hashable {
      var id = UUID()
      var kind = "new"
    }

    struct Note: VersionedCodable {
      static let version = 2
      var marks: Set<Mark>
      var names: [String: Int]
      var list: [Mark]

      init(from old: NoteV1) throws {
        marks = [Mark(), Mark()]
        names = [UUID().uuidString: 1]
        list = [Mark()]
      }
    }
  }

  @Test func `a container is masked if a key or a set element differs each time`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"version": 1, "text": "x"}"#, at: "Note/v1/first.json")
    directory.setUp(Collected.Note.self, named: "Note")

    #expect(
      try directory.text(of: "Note/v1/first.expected.json") == """
        {
          "list" : [
            {
              "id" : "<differs each time>",
              "kind" : "new"
            }
          ],
          "marks" : "<differs each time>",
          "names" : "<differs each time>",
          "version" : 2
        }

        """)
    for _ in 0..<3 { #expect(directory.failures(of: Collected.Note.self, named: "Note") == []) }
  }

  @Test(arguments: [true, false])
  func `a time that the format truncates still differs each time`(_ isJSON: Bool) throws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    decoder.dateDecodingStrategy = .iso8601
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let format: FixtureFormat =
      isJSON ? .json(decoder: decoder, encoder: encoder) : .propertyList
    let directory = TemporaryFixtures().setUp(Numbered.Note.self, named: "Note", formats: [format])

    let name = "Note/v1/sample.expected.\(format.fileExtension)"
    #expect(try directory.text(of: name).components(separatedBy: "differs each time").count == 3)
    #expect(encoder.outputFormatting == [])
  }

  // MARK: - Nested versioned values

  private enum Nested {
    struct Book: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var title: String
      var poems: [Shipped.Poem]
    }
  }

  @Test func `a nested versioned value can be older than its newest type`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      """
      {"version": 1, "title": "Dew", "poems": [{"version": 1, "author": "Issa", "text": "dew"}]}
      """, at: "Book/v1/old.json")
    directory.setUp(Shipped.Poem.self).setUp(Nested.Book.self, named: "Book")

    #expect(directory.files.contains("Book/v1/old.expected.json"))
    #expect(directory.failures(of: Nested.Book.self, named: "Book") == [])
  }

  // MARK: - External versions

  private enum External {
    struct RowV1: VersionedCodable {
      static let version = 1
      static let versionLocation = VersionLocation.external
      typealias PreviousVersion = NothingOlder
      var name: String
    }

    struct Row: VersionedCodable {
      static let version = 2
      static let versionLocation = VersionLocation.external
      var title: String

      init(from old: RowV1) throws { title = old.name }
    }
  }

  @Test func `the folder determines a version that isn't in the document`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"name": "Frogs"}"#, at: "Row/v1/old.json")
    directory.setUp(External.Row.self, named: "Row")

    #expect(try directory.text(of: "Row/v1/old.expected.json").contains(#""title" : "Frogs""#))
    #expect(directory.failures(of: External.Row.self, named: "Row") == [])
  }

  private struct RowV3: VersionedCodable {
    static let version = 3
    static let versionLocation = VersionLocation.external
    var title: String

    init(from old: External.Row) throws { title = old.title }
  }

  @Test func `an old document has an expectation even if nothing changes`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"title": "Frogs"}"#, at: "Row/v2/same.json")
    directory.setUp(RowV3.self, named: "Row")

    #expect(directory.files.contains("Row/v2/same.expected.json"))
  }

  // MARK: - A new version

  /// A third version, and an edit of the step to the second one.
  private enum Edited {
    struct PoemV2: VersionedCodable, DefaultFillable {
      static let version = 2
      var author = ""
      var lines: [String] = []
      var language = "en"

      init() {}

      init(from old: Shipped.PoemV1) throws {
        author = old.author
        lines = [old.text]
      }
    }

    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 3
      typealias PreviousVersion = PoemV2
      var author = ""
      var lines: [String] = []
      var language = "en"
      var year: Int?
    }
  }

  /// A folder in which version 2 is the newest, and an old poem has been reviewed.
  private func poems(hasShipped: Bool = true) throws -> TemporaryFixtures {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"author":"Issa","text":"a world\nof dew","version":1}"#, at: "Poem/v1/haiku.json")
    _ = directory.fixtures(of: Shipped.Poem.self, mode: .missing, hasShipped: hasShipped)
      .failuresAfterRecording()
    return directory
  }

  @Test func `expectations of the version before are recorded for a new one`() throws {
    let directory = try poems()

    let inCI = directory.failures(of: Next.Poem.self)
    let recorded = directory.failures(of: Next.Poem.self, mode: .missing)

    #expect(
      inCI.contains {
        $0.hasPrefix(
          """
          The result of migrating MigrationFixtures/Poem/v1/haiku.json hasn't been reviewed: \
          MigrationFixtures/Poem/v1/haiku.expected.json is still of version 2.
          """)
      })
    #expect(recorded.count == 1)
    #expect(
      recorded.first?.hasPrefix(
        """
        Recorded:
          MigrationFixtures/Poem/v3/sample.json
          MigrationFixtures/Poem/v3/sample2.json
          MigrationFixtures/Poem/v1/haiku.expected.json
          MigrationFixtures/Poem/v2/sample.expected.json
          MigrationFixtures/Poem/v2/sample2.expected.json
          MigrationFixtures/Poem/schema.json
        """) == true, "\(recorded)")
    #expect(try directory.text(of: "Poem/v1/haiku.expected.json").contains(#""version" : 3"#))
    #expect(directory.failures(of: Next.Poem.self) == [])
  }

  @Test func `a shipped step that is edited while a new version begins is found`() throws {
    let directory = try poems()
    let before = try directory.contents()

    let found = directory.failures(of: Edited.Poem.self, mode: .newest)

    #expect(
      found.first == """
        MigrationFixtures/Poem/v1/haiku.json no longer migrates to the document of version 2 in \
        MigrationFixtures/Poem/v1/haiku.expected.json:
          changed  lines[0]: "a world" → "a world\\nof dew"
          missing  lines[1]: "of dew"
        Version 2 has shipped, so documents have been migrated to what the file says. Undo the change to the steps \
        or the types up to it, and correct the result in version 3. If the new result is right all the same, record \
        it: rm MigrationFixtures/Poem/v1/haiku.expected.json && MIGRATION_FIXTURES=missing swift test
        """)
    #expect(try directory.contents() == before)

    try directory.remove("Poem/v1/haiku.expected.json")
    _ = directory.failures(of: Edited.Poem.self, mode: .missing)
    #expect(directory.failures(of: Edited.Poem.self) == [])
  }

  @Test func `steps between versions that haven't shipped can change`() throws {
    let directory = try poems(hasShipped: false)
    let recorded = directory.fixtures(of: Edited.Poem.self, mode: .newest, hasShipped: false)
      .failuresAfterRecording()

    #expect(recorded.map(\.rule) == [.nothingIsRecorded])
  }

  /// A chain whose versions are stored outside of the documents.
  private enum Outside {
    struct NoteV1: VersionedCodable {
      static let version = 1
      static let versionLocation = VersionLocation.external
      typealias PreviousVersion = NothingOlder
      var a: Int
    }

    struct NoteV2: VersionedCodable, DefaultFillable {
      static let version = 2
      static let versionLocation = VersionLocation.external
      typealias PreviousVersion = NoteV1
      var a = 0
      var b = 0
    }

    struct Note: VersionedCodable, DefaultFillable {
      static let version = 3
      static let versionLocation = VersionLocation.external
      typealias PreviousVersion = NoteV2
      var a = 0
      var b = 0
      var c = 0
    }

    struct EditedNoteV2: VersionedCodable, DefaultFillable {
      static let version = 2
      static let versionLocation = VersionLocation.external
      var a = 0
      var b = 0

      init() {}

      init(from old: NoteV1) throws { (a, b) = (old.a, 7) }
    }

    struct EditedNote: VersionedCodable, DefaultFillable {
      static let version = 3
      static let versionLocation = VersionLocation.external
      typealias PreviousVersion = EditedNoteV2
      var a = 0
      var b = 0
      var c = 0
    }
  }

  @Test func `expectations of versions outside of documents are compared once more, too`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"a":1}"#, at: "Note/v1/one.json")
    directory.setUp(Outside.NoteV2.self, named: "Note")

    let edited = directory.failures(of: Outside.EditedNote.self, named: "Note", mode: .newest)
    let recorded = directory.failures(of: Outside.Note.self, named: "Note", mode: .missing)

    #expect(edited.first?.contains("no longer migrates to the document of version 2") == true)
    #expect(edited.first?.contains("changed  b: 0 → 7") == true)
    #expect(recorded.count == 1)
    #expect(recorded.first?.contains("MigrationFixtures/Note/v1/one.expected.json") == true)
    #expect(directory.failures(of: Outside.Note.self, named: "Note") == [])
  }

  /// A book and its poem, which get a new version together.
  private enum Together {
    struct PoemV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }

    struct Poem: VersionedCodable {
      static let version = 2
      var lines: [String]

      init(from old: PoemV1) throws { lines = [old.text] }
    }

    struct BookV1<Page: VersionedCodable>: VersionedCodable {
      static var version: Int { 1 }
      typealias PreviousVersion = NothingOlder
      var poem: Page
    }

    struct BookV2<Page: VersionedCodable>: VersionedCodable {
      static var version: Int { 2 }
      var poem: Page
      var title: String

      init(from old: BookV1<Page>) throws { (poem, title) = (old.poem, "") }
    }

    struct Book: VersionedCodable {
      static let version = 3
      var poem: Poem
      var title: String
      var year: Int?

      init(from old: BookV2<Poem>) throws { (poem, title) = (old.poem, old.title) }
    }
  }

  /// The step to the second version of a book loses the text of its poem.
  private enum Emptying {
    struct BookV2: VersionedCodable {
      static let version = 2
      var poem: Together.PoemV1
      var title: String

      init(from old: Together.BookV1<Together.PoemV1>) throws {
        (poem, title) = (old.poem, "")
        poem.text = ""
      }
    }

    struct Book: VersionedCodable {
      static let version = 3
      var poem: Together.PoemV1
      var title: String
      var year: Int?

      init(from old: BookV2) throws { (poem, title) = (old.poem, old.title) }
    }
  }

  @Test func `a shipped step that is edited is found in a nested document`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"poem":{"text":"a","version":1},"version":1}"#, at: "Book/v1/one.json")
    directory.setUp(Together.PoemV1.self, named: "Poem")
    directory.setUp(Together.BookV2<Together.PoemV1>.self, named: "Book")

    let found = directory.failures(of: Emptying.Book.self, named: "Book", mode: .missing)

    #expect(found.first?.contains("no longer migrates to the document of version 2") == true)
    #expect(found.first?.contains(#"  changed  poem.text: "a" → """#) == true)
  }

  @Test func `a new version of a nested document isn't a changed step`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"poem":{"text":"a","version":1},"version":1}"#, at: "Book/v1/one.json")
    directory.setUp(Together.PoemV1.self, named: "Poem")
    directory.setUp(Together.BookV2<Together.PoemV1>.self, named: "Book")
    directory.setUp(Together.Poem.self, named: "Poem")

    let recorded = directory.failures(of: Together.Book.self, named: "Book", mode: .missing)

    #expect(!recorded.contains { $0.contains("no longer migrates") }, "\(recorded)")
  }
}
