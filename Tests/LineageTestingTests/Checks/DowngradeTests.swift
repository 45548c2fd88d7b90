import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Versions that can be downgraded, for programs that haven't been updated.
struct DowngradeTests {
  private static let short = """
    {
      "author" : "Issa",
      "language" : "en",
      "lines" : [
        "a world of dew"
      ],
      "version" : 2
    }

    """

  /// A poem of version 2, and everything that a first run records.
  private func directory<Document: VersionedCodable>(
    _ type: Document.Type, text: String = Self.short, notes: String? = nil
  ) throws -> TemporaryFixtures {
    let directory = TemporaryFixtures()
    try directory.put(#"{"author":"Issa","text":"dew","version":1}"#, at: "Poem/v1/haiku.json")
    try directory.put(text, at: "Poem/v2/short.json")
    if let notes { try directory.put(notes, at: "Poem/v2/short.notes.json") }
    return directory.setUp(type)
  }

  private static let lossy = short.replacing(#""en""#, with: #""ja""#)

  // MARK: - Downgrading

  @Test func `a downgrade that loses nothing passes`() throws {
    #expect(try directory(Faithful.Poem.self).failures(of: Faithful.Poem.self) == [])
  }

  @Test func `a field that a downgrade drops is found`() throws {
    let directory = try directory(Careless.Poem.self)

    #expect(
      directory.failures(of: Careless.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/short.json changes when it is downgraded to version 1 (PoemV1) and \
        migrated again:
          changed  author: "Issa" → ""
        Fix `downgraded()` of Poem, if PoemV1 can represent this. If it can't, note the loss in \
        MigrationFixtures/Poem/v2/short.notes.json: {"downgradeLoses": ["author"]}
        """
      ])
  }

  @Test func `a loss that the older version can't avoid is accepted with a note`() throws {
    let unexplained = try directory(Faithful.Poem.self, text: Self.lossy)
    let explained = try directory(
      Faithful.Poem.self, text: Self.lossy, notes: #"{"downgradeLoses": ["language"]}"#)

    #expect(
      unexplained.failures(of: Faithful.Poem.self).first?.contains(
        #"short.notes.json: {"downgradeLoses": ["language"]}"#) == true)
    #expect(explained.failures(of: Faithful.Poem.self) == [])
  }

  @Test func `an order without a meaning may differ after a downgrade`() throws {
    let text = Self.short.replacing(
      #"    "a world of dew""#, with: #"    "a world of dew",\#n    "is a world of dew""#)
    let unexplained = try directory(Turning.Poem.self, text: text)
    let explained = try directory(
      Turning.Poem.self, text: text, notes: #"{"unordered": ["lines"]}"#)

    #expect(unexplained.failures(of: Turning.Poem.self).count == 1)
    #expect(explained.failures(of: Turning.Poem.self) == [])
  }

  @Test func `a fixture whose downgrade fails is found`() throws {
    #expect(
      try directory(Refusing.Poem.self).failures(of: Refusing.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/short.json can't be downgraded to version 1 (PoemV1). Downgrading \
        version '2' (Poem) to version '1' (PoemV1) failed. downgraded() threw NoText (see \
        underlyingError). If the older version can't represent this value, change the value before \
        encoding it, or encode it as a newer version. Known versions: '2' (Poem), '1' (PoemV1).
        If programs of version 1 need such documents, fix `downgraded()` of Poem. If this one has no \
        equivalent there, note that in MigrationFixtures/Poem/v2/short.notes.json: {"downgradeFails": \
        true}
        """
      ])
  }

  @Test func `a downgrade that fails as noted passes`() throws {
    let directory = try directory(Refusing.Poem.self, notes: #"{"downgradeFails": true}"#)

    #expect(directory.failures(of: Refusing.Poem.self) == [])
  }

  @Test func `a downgraded document that its own version can't read is found`() throws {
    let failures = try directory(Unreadable.Poem.self).failures(of: Unreadable.Poem.self)

    #expect(failures.count == 1)
    #expect(
      failures.first?.hasPrefix(
        """
        MigrationFixtures/Poem/v2/short.json becomes a document that PoemV1 can't read when it is \
        downgraded to version 1. 
        """) == true)
    #expect(
      failures.first?.hasSuffix(
        """

        Fix `downgraded()` of Poem: programs of version 1 must be able to read what it makes.
        """) == true)
  }

  @Test func `a downgraded document that its own version writes differently is found`() throws {
    #expect(
      try directory(Trimming.Poem.self).failures(of: Trimming.Poem.self).first == """
        MigrationFixtures/Poem/v2/short.json becomes a document that PoemV1 writes differently when it \
        is downgraded to version 1:
          changed  text: "a world of dew\\n" → "a world of dew"
        Fix `downgraded()` of Poem: programs of version 1 must be able to read what it makes.
        """)
  }

  @Test(arguments: [
    (#"{"downgradeLoses": ["language"]}"#, "downgradeLoses language"),
    (#"{"downgradeFails": true}"#, "downgradeFails"),
  ])
  func `notes about a downgrade that aren't true are found`(
    _ notes: String, _ shown: String
  ) throws {
    let stale = """
      MigrationFixtures/Poem/v2/short.notes.json contains notes that don't apply:
        \(shown)
      Remove them, so that they can't hide a real failure.
      """

    #expect(
      try directory(Faithful.Poem.self, notes: notes).failures(of: Faithful.Poem.self) == [stale])
    // It can't be downgraded at all.
    #expect(
      try directory(Shipped.Poem.self, notes: notes).failures(of: Shipped.Poem.self) == [stale])
  }

  @Test func `nested documents can be older after a downgrade`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"version":2,"poems":[{"version":2,"author":"a","language":"en","lines":["b"]}]}"#,
      at: "Book/v2/one.json")
    directory.setUp(Faithful.Poem.self).setUp(Book.self, named: "Book")

    let failures = directory.failures(of: Book.self, named: "Book").filter {
      $0.contains("one.json")
    }

    #expect(failures == [])
  }

  @Test func `a fixture with notes about its downgrade is rewritten like others`() throws {
    let directory = try directory(
      Faithful.Poem.self, text: Self.lossy, notes: #"{"downgradeLoses": ["language"]}"#)

    #expect(directory.failures(of: Later.Poem.self, mode: .newest).count == 1)
    #expect(try directory.text(of: "Poem/v2/short.json").contains(#""year" : 1800"#))
  }

  // MARK: - The lock

  @Test func `a shipped version that can no longer be downgraded is found`() throws {
    let directory = try directory(Faithful.Poem.self)
    try directory.ship(Faithful.Poem.self)

    #expect(
      directory.failures(of: Faithful.Former.Poem.self) == [
        """
        Poem, the type of version 2 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          it was `Downgradable`, and isn't now
        Version 2 has shipped, so undo the change to Poem. If it is needed, add version 3, and make it there.
        """
      ])
  }

  @Test func `a lock that doesn't say that a version can be downgraded is completed`() throws {
    let directory = try directory(Faithful.Former.Poem.self)
    try directory.ship(Faithful.Former.Poem.self)

    #expect(
      directory.failures(of: Faithful.Poem.self) == [
        """
        MigrationFixtures/Poem/schema.json doesn't contain everything about version 2 of Poem yet:
          that it is `Downgradable`
        What it contains hasn't changed. Record the rest and review it: MIGRATION_FIXTURES=missing \
        swift test
        """
      ])
    directory.setUp(Faithful.Poem.self)
    #expect(try directory.text(of: "Poem/schema.json").contains(#""downgradable": true"#))
    #expect(directory.failures(of: Faithful.Poem.self) == [])
  }

  // MARK: - Fuzzing

  private func failures<Document: VersionedCodable>(fuzzing type: Document.Type) -> [String] {
    TemporaryFixtures().fixtures(of: type).failures(fuzzing: 300, seed: 1).map(\.description)
  }

  @Test func `generated documents are downgraded, too`() throws {
    #expect(failures(fuzzing: Faithful.Poem.self) == [])
    #expect(failures(fuzzing: Refusing.Poem.self) == [])
    #expect(
      try #require(failures(fuzzing: Unreadable.Poem.self).first).hasPrefix(
        """
        A document of version 2 of Poem becomes one that programs of the previous version can't read, \
        or write differently, when it is downgraded. 
        """))
    #expect(
      try #require(failures(fuzzing: Trimming.Poem.self).first).contains("  changed  text:"))
  }
}

// MARK: - Types

extension DowngradeTests {
  /// `downgraded()` is the inverse of the step, apart from the language.
  fileprivate enum Faithful {
    struct Poem: VersionedCodable, DefaultFillable, Downgradable {
      static let version = 2
      var author = ""
      var lines: [String] = []
      var language = "en"

      init() {}

      init(from old: Shipped.PoemV1) throws {
        author = old.author
        lines = old.text.split(separator: "\n").map(String.init)
      }

      func downgraded() throws -> Shipped.PoemV1 {
        Shipped.PoemV1(author: author, text: lines.joined(separator: "\n"))
      }
    }

    /// Before it was `Downgradable`, or after it no longer is.
    enum Former {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 2
        var author = ""
        var lines: [String] = []
        var language = "en"

        init() {}

        init(from old: Shipped.PoemV1) throws {
          author = old.author
          lines = old.text.split(separator: "\n").map(String.init)
        }
      }
    }
  }

  /// Migrates its lines in another order.
  fileprivate enum Turning {
    struct Poem: VersionedCodable, DefaultFillable, Downgradable {
      static let version = 2
      var author = ""
      var lines: [String] = []
      var language = "en"

      init() {}

      init(from old: Shipped.PoemV1) throws {
        author = old.author
        lines = old.text.split(separator: "\n").map(String.init).reversed()
      }

      func downgraded() throws -> Shipped.PoemV1 {
        Shipped.PoemV1(author: author, text: lines.joined(separator: "\n"))
      }
    }
  }

  /// A draft of version 2 that got another field.
  fileprivate enum Later {
    struct Poem: VersionedCodable, DefaultFillable, Downgradable {
      static let version = 2
      var author = ""
      var lines: [String] = []
      var language = "en"
      var year = 1800

      init() {}

      init(from old: Shipped.PoemV1) throws {
        author = old.author
        lines = old.text.split(separator: "\n").map(String.init)
      }

      func downgraded() throws -> Shipped.PoemV1 {
        Shipped.PoemV1(author: author, text: lines.joined(separator: "\n"))
      }
    }
  }

  /// `downgraded()` forgets the author.
  fileprivate enum Careless {
    struct Poem: VersionedCodable, DefaultFillable, Downgradable {
      static let version = 2
      var author = ""
      var lines: [String] = []
      var language = "en"

      init() {}

      init(from old: Shipped.PoemV1) throws {
        author = old.author
        lines = old.text.split(separator: "\n").map(String.init)
      }

      func downgraded() throws -> Shipped.PoemV1 {
        Shipped.PoemV1(text: lines.joined(separator: "\n"))
      }
    }
  }

  fileprivate enum Refusing {
    struct Poem: VersionedCodable, DefaultFillable, Downgradable {
      static let version = 2
      var author = ""
      var lines: [String] = []
      var language = "en"

      init() {}

      init(from old: Shipped.PoemV1) throws {
        author = old.author
        lines = [old.text]
      }

      func downgraded() throws -> Shipped.PoemV1 { throw Selective.NoText() }
    }
  }

  /// Version 1 can't read an author that contains a line break, which `downgraded()` makes.
  fileprivate enum Unreadable {
    struct PoemV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var author: String
      var text: String

      init(author: String, text: String) {
        self.author = author
        self.text = text
      }

      enum CodingKeys: CodingKey { case author, text }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        author = try container.decode(String.self, forKey: .author)
        text = try container.decode(String.self, forKey: .text)
        if author.contains("\n") {
          throw DecodingError.dataCorruptedError(
            forKey: .author, in: container, debugDescription: "An author has one line.")
        }
      }
    }

    struct Poem: VersionedCodable, DefaultFillable, Downgradable {
      static let version = 2
      var author = ""
      var lines: [String] = []
      var language = "en"

      init() {}

      init(from old: PoemV1) throws {
        author = old.author
        lines = [old.text]
      }

      func downgraded() throws -> PoemV1 {
        PoemV1(author: author + "\n", text: lines.joined(separator: "\n"))
      }
    }
  }

  /// Version 1 trims its text, but `downgraded()` doesn't.
  fileprivate enum Trimming {
    struct PoemV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var author: String
      var text: String

      init(author: String, text: String) {
        self.author = author
        self.text = text
      }

      enum CodingKeys: CodingKey { case author, text }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        author = try container.decode(String.self, forKey: .author)
        text = try container.decode(String.self, forKey: .text)
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }

    struct Poem: VersionedCodable, DefaultFillable, Downgradable {
      static let version = 2
      var author = ""
      var lines: [String] = []
      var language = "en"

      init() {}

      init(from old: PoemV1) throws {
        author = old.author
        lines = old.text.split(separator: "\n").map(String.init)
      }

      func downgraded() throws -> PoemV1 {
        PoemV1(author: author, text: lines.map { $0 + "\n" }.joined())
      }
    }
  }

  /// A book whose older programs know only older poems.
  fileprivate struct BookV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poems: [Faithful.Poem]
  }

  fileprivate struct Book: VersionedCodable, Downgradable {
    static let version = 2
    static let nestedVersions: [any VersionedCodable.Type] = [Shipped.PoemV1.self]
    var poems: [Faithful.Poem]

    init(from old: BookV1) throws { poems = old.poems }

    func downgraded() throws -> BookV1 { BookV1(poems: poems) }
  }
}
