import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Typical mistakes with types and fixtures, and what the check reports.
struct AttackTests {
  private static let haiku = """
    {
      "author" : "Issa",
      "text" : "a world of dew",
      "version" : 1
    }

    """

  private static let recorded = """
    Review what was written, commit it, and run the tests again. A run that records always fails, so \
    that nothing is recorded without a review.
    """

  /// Valid recorded fixtures of both versions of a poem, two of them of the first.
  private func desk() throws -> Desk {
    let desk = Desk()
    try desk.put(Self.haiku, at: "Poem/v1/haiku.json")
    try desk.put(Self.haiku.replacing("Issa", with: "Buson"), at: "Poem/v1/other.json")
    return desk.setUp(Shipped.Poem.self)
  }

  // MARK: - Renaming

  /// `Poem` under a new name.
  private struct Verse: VersionedCodable, DefaultFillable {
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

  @Test(arguments: RecordingMode.allCases)
  func `a renamed type is reported, and gets no new folder`(_ mode: RecordingMode) throws {
    let desk = try desk()
    let before = try desk.contents()

    #expect(
      desk.failures(of: Verse.self, named: "Verse", mode: mode) == [
        """
        There are no fixtures in MigrationFixtures/Verse, but those in MigrationFixtures/Poem seem to be \
        of the same document. Was Poem renamed to Verse?
        If it was, move the folder to MigrationFixtures/Verse, or pass its name: \
        MigrationFixtures(of: Verse.self, named: "Poem"). If Verse is another document, put its first \
        fixture into MigrationFixtures/Verse/v2. Until then, nothing is checked or recorded.
        """
      ])
    #expect(try desk.contents() == before)
    #expect(desk.failures(of: Verse.self, named: "Poem") == [])
  }

  @Test func `a document of a renamed type is not recorded into a new folder`() throws {
    let desk = try desk()
    let before = try desk.contents()

    let failures = desk.fixtures(of: Verse.self, named: "Verse", mode: .missing)
      .failures(recording: Verse(), as: "empty")

    #expect(failures.map(\.rule) == [.folderIsOfDocument])
    #expect(try desk.contents() == before)
  }

  @Test func `a renamed type is reported even if it has a newer version`() throws {
    let desk = try desk()
    struct Card: VersionedCodable, DefaultFillable {
      static let version = 3
      typealias PreviousVersion = Shipped.Poem
      var author = ""
      var year: Int?
    }

    let failures = desk.failures(of: Card.self, named: "Card", mode: .newest)

    #expect(failures.count == 1)
    #expect(failures.first?.contains("Was Poem renamed to Card?") == true)
  }

  @Test func `another document beside the first one is not reported as renamed`() throws {
    struct Book: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var title: String
    }
    let desk = try desk().setUp(Book.self, named: "Book")

    #expect(desk.files.contains("Book/v1/sample.json"))
    #expect(desk.failures(of: Book.self, named: "Book") == [])
  }

  // MARK: - Fixtures of shipped versions

  @Test(arguments: RecordingMode.allCases)
  func `a fixture that was deleted with its expectation is reported`(_ mode: RecordingMode) throws {
    let desk = try desk()
    try desk.remove("Poem/v1/haiku.json")
    try desk.remove("Poem/v1/haiku.expected.json")
    let before = try desk.contents()

    #expect(
      desk.failures(of: Shipped.Poem.self, mode: mode) == [
        """
        The fixtures of version 1 of Poem, which has shipped, are not the ones in \
        MigrationFixtures/Poem/schema.json:
          missing  MigrationFixtures/Poem/v1/haiku.json
        Restore them from version control. If a document must really be removed or changed, remove \
        its line from MigrationFixtures/Poem/schema.json too.
        """
      ])
    #expect(try desk.contents() == before)
  }

  @Test(arguments: RecordingMode.allCases)
  func `a deleted expectation is reported after the newest version has shipped`(
    _ mode: RecordingMode
  ) throws {
    let desk = try desk()
    try desk.ship(Shipped.Poem.self)
    let complete = try desk.contents()
    try desk.remove("Poem/v1/haiku.expected.json")
    let before = try desk.contents()

    #expect(
      desk.failures(of: Shipped.Poem.self, mode: mode) == [
        """
        The fixtures of version 1 of Poem, which has shipped, are not the ones in \
        MigrationFixtures/Poem/schema.json:
          missing  MigrationFixtures/Poem/v1/haiku.expected.json
        Restore them from version control. If a document must really be removed or changed, remove \
        its line from MigrationFixtures/Poem/schema.json too.
        """
      ])
    #expect(try desk.contents() == before)

    let lock = try desk.text(of: "Poem/schema.json")
    let line = try #require(lock.split(separator: "\n").first { $0.contains("\"haiku.json\"") })
    try desk.put(lock.replacing("\(line)\n", with: ""), at: "Poem/schema.json")
    desk.setUp(Shipped.Poem.self)
    #expect(try desk.contents() == complete)
  }

  @Test(arguments: RecordingMode.allCases)
  func `a deleted expectation of the shipped newest version is reported`(
    _ mode: RecordingMode
  ) throws {
    let desk = try desk()
    try desk.put(#"{"version": 2, "author": "Issa", "lines": []}"#, at: "Poem/v2/special.json")
    try desk.put(#"{"filled": ["language"]}"#, at: "Poem/v2/special.notes.json")
    desk.setUp(Shipped.Poem.self)
    try desk.ship(Shipped.Poem.self)
    #expect(desk.failures(of: Shipped.Poem.self) == [])
    try desk.remove("Poem/v2/special.expected.json")
    // It has no expectation yet, and gets none as long as the other one is missing.
    try desk.put(Self.haiku.replacing("Issa", with: "Shiki"), at: "Poem/v1/third.json")
    let before = try desk.contents()

    let failures = desk.failures(of: Shipped.Poem.self, mode: mode)

    #expect(
      failures.first?.contains("missing  MigrationFixtures/Poem/v2/special.expected.json") == true)
    #expect(failures.dropFirst().allSatisfy { $0.contains("until then, nothing is recorded.") })
    #expect(try desk.contents() == before)
  }

  /// The step of the shipped version 2 was edited.
  private enum EditedStep {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = Shipped.PoemV1
      var author = ""
      var lines: [String] = []
      var language = "en"

      init() {}

      init(from old: Shipped.PoemV1) throws {
        author = old.author.uppercased()
        lines = old.text.split(separator: "\n").map(String.init)
      }
    }
  }

  /// Edits the expectations as the step was edited.
  private func editExpectations(at desk: Desk) throws {
    try desk.put(
      try desk.text(of: "Poem/v1/haiku.expected.json").replacing("Issa", with: "ISSA"),
      at: "Poem/v1/haiku.expected.json")
    try desk.put(
      try desk.text(of: "Poem/v1/other.expected.json").replacing("Buson", with: "BUSON"),
      at: "Poem/v1/other.expected.json")
  }

  @Test(arguments: RecordingMode.allCases)
  func `a shipped step that was edited together with its expectations is reported`(
    _ mode: RecordingMode
  ) throws {
    let desk = try desk()
    try desk.ship(Shipped.Poem.self)
    try editExpectations(at: desk)
    let before = try desk.contents()

    #expect(
      desk.failures(of: EditedStep.Poem.self, mode: mode) == [
        """
        Expectations of Poem have changed since version 2 shipped, so they are not the ones in \
        MigrationFixtures/Poem/schema.json:
          changed  MigrationFixtures/Poem/v1/haiku.expected.json
          changed  MigrationFixtures/Poem/v1/other.expected.json
        Users have documents that were migrated to what these files said. Restore them from version \
        control, undo the change to the step or the type, and correct the result in the next version. If \
        the new result is right, keep the files, delete their lines in 'expectations' of \
        MigrationFixtures/Poem/schema.json, and record them again: MIGRATION_FIXTURES=missing swift test
        """
      ])
    #expect(try desk.contents() == before)
  }

  @Test(arguments: ["\"v1/haiku.expected.json\"", "\"haiku.json\""])
  func `an expectation whose line is removed from the lock is recorded again`(
    _ line: String
  ) throws {
    let desk = try desk()
    try desk.remove("Poem/v1/other.json")
    try desk.remove("Poem/v1/other.expected.json")
    try desk.removeLine(containing: "\"other.json\"")
    try desk.ship(Shipped.Poem.self)
    let digest = try desk.line(containing: "\"v1/haiku.expected.json\"")
    try desk.put(
      try desk.text(of: "Poem/v1/haiku.expected.json").replacing("Issa", with: "ISSA"),
      at: "Poem/v1/haiku.expected.json")

    try desk.removeLine(containing: line)
    desk.setUp(EditedStep.Poem.self)

    #expect(desk.failures(of: EditedStep.Poem.self) == [])
    #expect(try desk.line(containing: "\"v1/haiku.expected.json\"") != digest)
  }

  @Test func `a lock without the expectations of a shipped version is incomplete`() throws {
    let desk = try desk()
    try desk.ship(Shipped.Poem.self)
    let complete = try desk.text(of: "Poem/schema.json")
    let start = try #require(complete.range(of: "      \"expectations\""))
    let end = try #require(complete.range(of: "},\n", range: start.lowerBound..<complete.endIndex))
    try desk.put(
      complete.replacingCharacters(in: start.lowerBound..<end.upperBound, with: ""),
      at: "Poem/schema.json")

    let failures = desk.failures(of: Shipped.Poem.self)

    #expect(failures.count == 1)
    #expect(
      failures.first?.contains(
        """
          its expectation v1/haiku.expected.json
          its expectation v1/other.expected.json
        """) == true)
    desk.setUp(Shipped.Poem.self)
    #expect(try desk.text(of: "Poem/schema.json") == complete)
  }

  @Test func `a document that is added to a shipped version has a locked expectation`() throws {
    let desk = try desk()
    try desk.ship(Shipped.Poem.self)
    try desk.put(Self.haiku.replacing("Issa", with: "Shiki"), at: "Poem/v1/third.json")
    desk.setUp(Shipped.Poem.self)

    #expect(desk.failures(of: Shipped.Poem.self) == [])
    try desk.put(
      try desk.text(of: "Poem/v1/third.expected.json").replacing("Shiki", with: "SHIKI"),
      at: "Poem/v1/third.expected.json")
    #expect(
      desk.failures(of: Shipped.Poem.self).first?.contains(
        "changed  MigrationFixtures/Poem/v1/third.expected.json") == true)
  }

  @Test func `the next version has expectations of its own`() throws {
    let desk = try desk()
    try desk.ship(Shipped.Poem.self)
    _ = desk.failures(of: Next.Poem.self, mode: .newest)
    #expect(desk.failures(of: Next.Poem.self) == [])
    #expect(try !desk.text(of: "Poem/schema.json").contains("expectations"))

    try desk.ship(Next.Poem.self)
    #expect(try desk.line(containing: "\"v1/haiku.expected.json\"") != "")
    #expect(desk.failures(of: Next.Poem.self) == [])
  }

  @Test func `a fixture that was edited until it passed is reported`() throws {
    let desk = try desk()
    let edited = try desk.text(of: "Poem/v1/haiku.json").replacing("Issa", with: "Buson")
    try desk.put(edited, at: "Poem/v1/haiku.json")
    try desk.remove("Poem/v1/haiku.expected.json")

    let failures = desk.failures(of: Shipped.Poem.self, mode: .newest)

    #expect(
      failures.first == """
        The fixtures of version 1 of Poem, which has shipped, are not the ones in \
        MigrationFixtures/Poem/schema.json:
          changed  MigrationFixtures/Poem/v1/haiku.json
        Restore them from version control. If a document must really be removed or changed, remove \
        its line from MigrationFixtures/Poem/schema.json too.
        """)
    #expect(!desk.files.contains("Poem/v1/haiku.expected.json"))
  }

  @Test(arguments: RecordingMode.allCases)
  func `no sample replaces the fixtures of a shipped version`(
    _ mode: RecordingMode
  ) throws {
    let desk = try desk()
    try desk.remove("Poem/v1")
    let before = try desk.contents()

    #expect(
      desk.failures(of: Shipped.Poem.self, mode: mode) == [
        """
        The fixtures of version 1 of Poem, which has shipped, are not the ones in \
        MigrationFixtures/Poem/schema.json:
          missing  MigrationFixtures/Poem/v1/haiku.json
          missing  MigrationFixtures/Poem/v1/other.json
        Restore them from version control. If a document must really be removed or changed, remove \
        its line from MigrationFixtures/Poem/schema.json too.
        """
      ])
    #expect(try desk.contents() == before)
  }

  // MARK: - Causes and consequences

  @Test(arguments: RecordingMode.allCases)
  func `a changed shipped shape comes first, and nothing is written`(_ mode: RecordingMode) throws {
    let desk = try desk()
    try desk.put(
      try desk.text(of: "Poem/v1/haiku.expected.json").replacing("Issa", with: "Bashō"),
      at: "Poem/v1/haiku.expected.json")
    try desk.remove("Poem/v1/other.expected.json")
    try desk.remove("Poem/v2")
    let before = try desk.contents()

    let failures = desk.failures(of: Drifted.Poem.self, mode: mode)

    #expect(
      failures.first == """
        PoemV1, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `isPublic` was added, as `Bool` with the default `false`
        Version 1 has shipped, so undo the change to PoemV1. If it is needed, make it in version 2.
        """)
    #expect(failures.count > 3)
    #expect(failures.allSatisfy { !$0.contains("MIGRATION_FIXTURES=") })
    #expect(failures.last?.hasSuffix("until then, nothing is recorded.") == true)
    #expect(try desk.contents() == before)
  }

  private enum Ranked {
    enum Shipped {
      struct Card: VersionedCodable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var rank: Rank
      }

      enum Rank: Int, Codable, CaseIterable { case low, middle, high }
    }

    enum Sorted {
      struct Card: VersionedCodable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var rank: Rank
      }

      enum Rank: Int, Codable, CaseIterable { case high, low, middle }
    }

    enum Renamed {
      struct Card: VersionedCodable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var rank: Rank
      }

      enum Rank: Int, Codable, CaseIterable { case lowest, medium, highest }
    }
  }

  @Test func `numbered cases in another order are reported, since documents mean others`() throws {
    let desk = Desk().setUp(Ranked.Shipped.Card.self, named: "Card")
    try desk.ship(Ranked.Shipped.Card.self, named: "Card")

    #expect(
      desk.failures(of: Ranked.Sorted.Card.self, named: "Card") == [
        """
        Card, the type of version 1 of Card, no longer has the shape in \
        MigrationFixtures/Card/schema.json:
          the case `low` of `rank` was `0`, and is now `1`
          the case `middle` of `rank` was `1`, and is now `2`
          the case `high` of `rank` was `2`, and is now `0`
        Version 1 has shipped, so undo the change to Card. To make the change anyway, add version 2.
        """
      ])
    #expect(desk.failures(of: Ranked.Renamed.Card.self, named: "Card") == [])
  }

  @Test func `the names of numbered cases are added to an older lock`() throws {
    let desk = Desk().setUp(Ranked.Shipped.Card.self, named: "Card")
    let lock = try desk.text(of: "Card/schema.json")
    let older = lock.replacing(#", "names": ["low", "middle", "high"]"#, with: "")
    try desk.put(older, at: "Card/schema.json")

    #expect(older != lock)
    #expect(
      desk.failures(of: Ranked.Shipped.Card.self, named: "Card").first?.contains(
        "more of its shape, which is known from a fixture or the type") == true)
    desk.setUp(Ranked.Shipped.Card.self, named: "Card")
    #expect(try desk.text(of: "Card/schema.json") == lock)
  }

  // MARK: - The lock

  @Test func `a shipped version that is no longer marked as shipped is reported`() throws {
    let desk = try desk()
    try desk.ship(Shipped.Poem.self)
    let lock = try desk.text(of: "Poem/schema.json")
    try desk.put(
      lock.replacing(#""shipped": true"#, with: #""shipped": false"#), at: "Poem/schema.json")
    let before = try desk.contents()

    #expect(
      desk.failures(of: Shipped.Poem.self, mode: .newest).first == """
        MigrationFixtures/Poem/schema.json lists fixtures of version 2 of Poem, as for a version that \
        has shipped, but doesn't mark it as shipped.
        If users already have documents of it, set "shipped" to true. Otherwise delete its "fixtures".
        """)
    #expect(try desk.contents() == before)
  }

  @Test func `a lock that has disappeared is not silently replaced`() throws {
    let desk = try desk()
    try desk.remove("Poem/schema.json")

    #expect(
      desk.failures(of: Shipped.Poem.self).first == """
        MigrationFixtures/Poem/schema.json does not have version 1 of Poem yet.
        It has been recorded before, so it seems to have been there: restore it from version \
        control. If it was never recorded, record and review it: MIGRATION_FIXTURES=missing swift test
        """)
    #expect(
      desk.failures(of: Shipped.Poem.self, mode: .missing) == [
        """
        MigrationFixtures/Poem/schema.json had no entry for versions of Poem that have been recorded \
        before, so it seems to have lost them:
          version 1
          version 2
        If it did, restore it from version control: the new entries describe the types as they are \
        now, and can't show what has changed since those versions shipped.
        """,
        """
        Recorded:
          MigrationFixtures/Poem/schema.json
        \(Self.recorded)
        """,
      ])
  }

  @Test func `a shipped type that only writes another value stops recording too`() throws {
    let desk = try desk()
    try desk.put(
      try desk.text(of: "Poem/v1/haiku.expected.json").replacing("Issa", with: "Bashō"),
      at: "Poem/v1/haiku.expected.json")
    let before = try desk.contents()

    let failures = desk.failures(of: Shouting.Poem.self, mode: .newest)

    #expect(
      failures.prefix(2).allSatisfy { $0.hasPrefix("PoemV1 no longer writes MigrationFixtures") })
    #expect(
      failures.dropFirst(2) == [
        """
        MigrationFixtures/Poem/v1/haiku.json doesn't migrate to the document in \
        MigrationFixtures/Poem/v1/haiku.expected.json:
          changed  author: "Bashō" → "Issa"
        Restore what has shipped first; until then, nothing is recorded.
        """
      ])
    #expect(try desk.contents() == before)
  }

  @Test func `a document is not recorded while a shipped shape has changed`() throws {
    let desk = try desk()
    let before = try desk.contents()

    let failures = desk.fixtures(of: Drifted.Poem.self, mode: .newest)
      .failures(recording: Drifted.Poem(), as: "empty").map(\.description)

    #expect(
      failures.first?.hasPrefix("PoemV1, the type of version 1 of Poem, no longer has the shape")
        == true)
    #expect(
      failures.last == """
        There is no MigrationFixtures/Poem/v2/empty.json yet, which the test records as 'empty'.
        Restore what has shipped first; until then, nothing is recorded.
        """)
    #expect(try desk.contents() == before)
  }

  // MARK: - Promises to older programs

  private enum Promising {
    struct PoemV1: VersionedCodable, DefaultFillable {
      static let version = 1
      static let newerVersions = NewerVersionPolicy.ifReadable
      typealias PreviousVersion = NothingOlder
      var author = ""
      var unknownFields = UnknownFields()
    }

    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 2
      static let newerVersions = NewerVersionPolicy.ifReadable
      static let readableSince: Int? = 1
      typealias PreviousVersion = PoemV1
      var author = ""
      var year = 0
      var unknownFields = UnknownFields()
    }

    /// The older type now refuses newer documents, so they aren't decoded as it.
    enum Refusing {
      struct PoemV1: VersionedCodable, DefaultFillable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var author = ""
        var unknownFields = UnknownFields()
      }

      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 2
        static let newerVersions = NewerVersionPolicy.ifReadable
        static let readableSince: Int? = 2
        typealias PreviousVersion = PoemV1
        var author = ""
        var year = 0
        var unknownFields = UnknownFields()
      }
    }
  }

  @Test func `policies for newer documents are locked with the shapes`() throws {
    let desk = Desk().setUp(Promising.Poem.self)
    #expect(desk.failures(of: Promising.Poem.self) == [])
    try desk.ship(Promising.Poem.self)

    #expect(
      desk.failures(of: Promising.Refusing.Poem.self, mode: .newest).prefix(2) == [
        """
        PoemV1, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          its policy for newer documents was `ifReadable`, and is now `refuse`
        Version 1 has shipped, so undo the change to PoemV1. To make the change anyway, add version 3.
        """,
        """
        Poem, the type of version 2 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `readableSince` was version 1, and is now version 2
        Version 2 has shipped, so undo the change to Poem. To make the change anyway, add version 3.
        """,
      ])
  }

  /// A version that has shipped, and a later release of it that prepares for the next version.
  private enum Preparing {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var author = ""
      var stanzas = [Stanza()]
    }

    struct Stanza: Codable, DefaultFillable {
      var lines = [""]
    }

    enum Prepared {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 1
        static let newerVersions = NewerVersionPolicy.ifReadable
        typealias PreviousVersion = NothingOlder
        var author = ""
        var stanzas = [Stanza()]
        var unknownFields = UnknownFields()
      }

      struct Stanza: Codable, DefaultFillable {
        var lines = [""]
        var unknownFields = UnknownFields()
      }
    }
  }

  @Test func `a version that has shipped may open newer documents and keep their fields later`()
    throws
  {
    let desk = Desk().setUp(Preparing.Poem.self)
    try desk.ship(Preparing.Poem.self)

    #expect(
      desk.failures(of: Preparing.Prepared.Poem.self) == [
        """
        MigrationFixtures/Poem/schema.json doesn't contain everything about version 1 of Poem yet:
          more of its shape, which is known from a fixture or the type
          its policy for newer documents, which is now `ifReadable`
        What it contains hasn't changed. Record the rest and review it: MIGRATION_FIXTURES=missing \
        swift test
        """
      ])
    desk.setUp(Preparing.Prepared.Poem.self)
    #expect(desk.failures(of: Preparing.Prepared.Poem.self) == [])
    #expect(
      desk.failures(of: Preparing.Poem.self) == [
        """
        Poem, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `stanzas[]` preserved unknown fields, and now drops them
          the document preserved unknown fields, and now drops them
          its policy for newer documents was `ifReadable`, and is now `refuse`
        Version 1 has shipped, so undo the change to Poem. To make the change anyway, add version 2.
        """
      ])
  }

  // MARK: - Nested versioned documents

  private struct Book: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var poems: [Shipped.Poem]
  }

  @Test func `a nested versioned type without a check is reported`() throws {
    let desk = Desk().setUp(Book.self, named: "Book")

    #expect(
      desk.failures(of: Book.self, named: "Book") == [
        """
        Book contains Poem, a versioned type, but there is no folder in MigrationFixtures with its \
        versions, so they aren't checked.
        Add a check for it: MigrationFixtures(of: Poem.self).check()
        """
      ])
    desk.setUp(Shipped.Poem.self)
    #expect(desk.failures(of: Book.self, named: "Book") == [])
  }

  @Test func `a nested versioned type can have a folder with another name`() throws {
    let desk = Desk().setUp(Book.self, named: "Book").setUp(Shipped.Poem.self, named: "Verses")

    #expect(desk.failures(of: Book.self, named: "Book") == [])
  }

  /// A book with poems whose types have changed since their check was removed.
  private struct Collection<Verse: VersionedCodable>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var poems: [Verse]
  }

  /// What a check of a book says about its poems, whose own lock was recorded from `locked`.
  private func failures<Locked: VersionedCodable, Verse: VersionedCodable>(
    ofBookWith verse: Verse.Type, lockedAs locked: Locked.Type, in folder: String = "Poem"
  ) -> [String] {
    let desk = Desk().setUp(locked, named: folder)
      .setUp(Collection<Verse>.self, named: "Book")
    return desk.failures(of: Collection<Verse>.self, named: "Book")
  }

  private enum Edited {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 2
      var author = ""
      var lines: [String] = []
      var language = "ja"

      init() {}

      init(from old: Shipped.PoemV1) throws { author = old.author }
    }
  }

  @Test func `a nested type that was edited after its check was removed is reported`() {
    #expect(
      failures(ofBookWith: Edited.Poem.self, lockedAs: Shipped.Poem.self) == [
        """
        Book contains Poem, a versioned type that differs from MigrationFixtures/Poem/schema.json, so \
        it doesn't seem to be checked:
          version 2: the default of `language` was `"en"`, and is now `"ja"`
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: \
        Poem.self).check()
        """
      ])
  }

  @Test func `a frozen version of a nested type without a check is compared too`() {
    #expect(
      failures(ofBookWith: Drifted.Poem.self, lockedAs: Shipped.Poem.self, in: "Verses") == [
        """
        Book contains Poem, a versioned type that differs from MigrationFixtures/Verses/schema.json, so \
        it doesn't seem to be checked:
          version 1: `isPublic` was added, as `Bool` with the default `false`
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: Poem.self, \
        named: "Verses").check()
        """
      ])
  }

  @Test func `versions of a nested type that come or go without a check are reported`() {
    #expect(
      failures(ofBookWith: Next.Poem.self, lockedAs: Shipped.Poem.self) == [
        """
        Book contains Poem, a versioned type that differs from MigrationFixtures/Poem/schema.json, so \
        it doesn't seem to be checked:
          version 3 was added
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: \
        Poem.self).check()
        """
      ])
    #expect(
      failures(ofBookWith: Interrupted.Poem.self, lockedAs: Shipped.Poem.self) == [
        """
        Book contains Poem, a versioned type that differs from MigrationFixtures/Poem/schema.json, so \
        it doesn't seem to be checked:
          version 1 is not in the chain any more
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: \
        Poem.self).check()
        """
      ])
  }

  @Test func `an edited old version that is nested is reported with the newest type`() {
    #expect(
      failures(ofBookWith: Drifted.PoemV1.self, lockedAs: Shipped.Poem.self) == [
        """
        Book contains PoemV1, a versioned type that differs from MigrationFixtures/Poem/schema.json, so \
        it doesn't seem to be checked:
          version 1: `isPublic` was added, as `Bool` with the default `false`
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: \
        Poem.self).check()
        """
      ])
  }

  @Test func `an unchanged nested type needs nothing else`() {
    #expect(failures(ofBookWith: Shipped.Poem.self, lockedAs: Shipped.Poem.self) == [])
    #expect(failures(ofBookWith: Shipped.PoemV1.self, lockedAs: Shipped.Poem.self) == [])
    #expect(failures(ofBookWith: Shipped.PoemV1.self, lockedAs: Next.Poem.self) == [])
    #expect(failures(ofBookWith: Shouting.Poem.self, lockedAs: Shipped.Poem.self) == [])
  }

  private enum Left {
    struct Page: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var notes: String
    }
  }

  private enum Right {
    struct Page: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }
  }

  @Test func `nested types with the same name can have a lock each`() {
    let desk = Desk().setUp(Left.Page.self, named: "LeftPage")
      .setUp(Right.Page.self, named: "RightPage")
      .setUp(Collection<Right.Page>.self, named: "Book")

    #expect(desk.failures(of: Collection<Right.Page>.self, named: "Book") == [])
  }

  /// A coupon whose type accepts no value that the check makes up.
  private struct Coupon: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var code: String
    var percent: Int

    enum CodingKeys: CodingKey { case code, percent }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      code = try container.decode(String.self, forKey: .code)
      guard code.hasPrefix("SAVE") else {
        throw DecodingError.dataCorruptedError(
          forKey: .code, in: container, debugDescription: "Not a code.")
      }
      percent = try container.decode(Int.self, forKey: .percent)
    }
  }

  private struct Order: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var coupons: [Coupon]
  }

  @Test func `the fixtures of a nested type help to compare it`() throws {
    let coupon = #"{"code": "SAVE10", "percent": 10, "version": 1}"#
    let text = FixtureFormat(
      fileExtension: "text", decoder: JSONDecoder(), encoder: JSONEncoder())
    for format in [FixtureFormat.json, text] {
      let desk = Desk()
      try desk.put(coupon, at: "Coupon/v1/one.\(format.fileExtension)")
      desk.setUp(Coupon.self, named: "Coupon", formats: [format])
      try desk.put(
        #"{"coupons": [\#(coupon)], "version": 1}"#, at: "Order/v1/one.json")
      desk.setUp(Order.self, named: "Order")

      #expect(try desk.text(of: "Coupon/schema.json").contains("percent"))
      #expect(
        desk.failures(of: Order.self, named: "Order").filter { $0.contains("Coupon") } == [])
    }
  }

  private struct OldBook: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poems: [Shipped.PoemV1]
  }

  @Test func `a nested old version is checked with the newest one of its chain`() throws {
    let desk = Desk().setUp(OldBook.self, named: "Book")
    #expect(
      desk.fixtures(of: OldBook.self, named: "Book").failuresAfterRecording().map(\.rule) == [
        .nestedDocumentIsChecked
      ])

    desk.setUp(Next.Poem.self)

    #expect(desk.failures(of: OldBook.self, named: "Book") == [])
  }

  /// A folder in a folder, whose older version contains newer ones.
  private struct Folder: VersionedCodable {
    static let version = 2
    var inner: [Folder]

    init(from old: FolderV1) throws { inner = old.inner }
  }

  private struct FolderV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var inner: [Folder]
  }

  @Test func `a document nested in itself needs no other check`() throws {
    let desk = Desk().setUp(Folder.self, named: "Folder")

    #expect(desk.failures(of: Folder.self, named: "Folder") == [])
  }

  // MARK: - What a lock can't contain

  private struct Parcel: VersionedCodable {
    struct Size: RawRepresentable, Codable {
      var rawValue: Int

      init?(rawValue: Int) {
        guard rawValue > 0 else { return nil }
        self.rawValue = rawValue
      }
    }

    static let version = 1
    typealias PreviousVersion = NothingOlder
    var size: Size
  }

  @Test func `a type whose values can't be locked is reported once, when the lock is recorded`() {
    let desk = Desk()

    let first = desk.failures(of: Parcel.self, named: "Parcel", mode: .missing)

    #expect(
      first == [
        """
        Recorded:
          MigrationFixtures/Parcel/v1/sample.json
          MigrationFixtures/Parcel/schema.json
        \(Self.recorded)
        """,
        """
        MigrationFixtures/Parcel/schema.json can't lock these details:
          Size (version 1): Only some values are accepted, but which ones is unknown. Make it \
        `CaseIterable` to have its cases locked.
        A change to them isn't noticed. This is reported once, when they are recorded; the notes \
        in the file repeat it.
        """,
      ])
    #expect(desk.failures(of: Parcel.self, named: "Parcel", mode: .missing) == [])
  }

  // MARK: - Two types with the same name

  private enum Editor {
    struct Settings: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var theme = "light"
    }
  }

  private enum Reader {
    struct Settings: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var theme = "light"
    }
  }

  @Test func `two types with the same name can't share a folder`() throws {
    let desk = Desk()
    var editor = MigrationFixtures(of: Editor.Settings.self, folder: desk.folder)
    var reader = MigrationFixtures(of: Reader.Settings.self, folder: desk.folder)
    editor.mode = .missing
    reader.mode = .missing
    _ = editor.failuresAfterRecording()
    let before = try desk.contents()

    let types = [Editor.Settings.self, Reader.Settings.self].map { String(reflecting: $0) }
    #expect(
      reader.failuresAfterRecording().map(\.description) == [
        """
        MigrationFixtures/Settings is the folder of two types, \(types[0]) and \(types[1]), but each \
        type needs its own fixtures.
        Give one of them its own folder: MigrationFixtures(of: Settings.self, named: "…").
        """
      ])
    #expect(try desk.contents() == before)
    #expect(editor.failuresAfterRecording().map(\.description) == [])
  }
}
