import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Fixtures whose content breaks a rule, and the full text of the failure.
struct FixtureContentTests {
  // MARK: - Invalid documents

  @Test func `a document without the shape of its version is found`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(#"{"version": 1, "author": 7, "text": ""}"#, at: "Poem/v1/damaged.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v1/damaged.json doesn't decode as PoemV1, the type of version 1. \
        The document (PoemV1) has version '1', but it can't be decoded as PoemV1. At author: \
        Expected a string, found a number. If documents of that version look like this, fix the \
        type; otherwise the document is damaged. Known versions: '1' (PoemV1).
        Version 1 has shipped, so there are documents like this one: change PoemV1 so that it \
        reads them again.
        """
      ])
  }

  @Test func `a file that isn't a document of its format is to be restored`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(#"{"version": 1, "author": "Issa", <<<<<<<"#, at: "Poem/v1/damaged.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v1/damaged.json doesn't decode as PoemV1, the type of version 1. \
        The data isn't a valid document, so no PoemV1 could be decoded from it. Line 1, column 34: \
        Unexpected character; a key was expected. It may be damaged, cut off, or in another \
        format. Known versions: '1' (PoemV1).
        If a merge or an editor has damaged the file, restore it from version control. If the \
        program writes such documents, pass its coders: MigrationFixtures(of:formats:).
        """
      ])
  }

  @Test func `a document in the folder of an older version is found`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(
      #"{"version": 2, "author": "Issa", "lines": [], "language": "en"}"#, at: "Poem/v1/new.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v1/new.json is in the folder of version 1, but it is a document of \
        version 2.
        Move it to the folder of its version.
        """
      ])
  }

  @Test func `a document in the folder of another version is found`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(PoemText.haiku, at: "Poem/v2/haiku.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/haiku.json is in the folder of version 2, but it is a document of \
        version 1.
        Move it to the folder of its version.
        """
      ])
  }

  @Test func `fields that a version doesn't know, lacks or rejects need a note`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(
      #"{"version": 2, "author": "Issa", "lines": [], "mood": "calm"}"#,
      at: "Poem/v2/special.json")
    let unexplained = directory.failures(of: Shipped.Poem.self, mode: .missing)
    try directory.put(
      #"{"about": "Made by the beta.", "filled": ["language"], "unknown": ["mood"]}"#,
      at: "Poem/v2/special.notes.json")

    #expect(
      unexplained == [
        """
        MigrationFixtures/Poem/v2/special.json has fields that Poem, the type of its version, \
        doesn't know:
          unknown  mood
        If they were removed from the type, which hasn't shipped, remove them from the file, too. If \
        documents contain the fields of other programs by design, and the type preserves them, pass \
        allowsUnknownFields: true. If this is a special case, note it in \
        MigrationFixtures/Poem/v2/special.notes.json: {"unknown": ["mood"]}
        """,
        """
        MigrationFixtures/Poem/v2/special.json has no value for fields that Poem fills and always \
        writes:
          extra    language: "en"
        If this is a special case, note it in MigrationFixtures/Poem/v2/special.notes.json: \
        {"filled": ["language"]}. If they were just added to the type, rewrite the file: \
        MIGRATION_FIXTURES=newest swift test
        """,
      ])
    #expect(directory.setUp(Shipped.Poem.self).failures(of: Shipped.Poem.self) == [])
    #expect(try directory.text(of: "Poem/v2/special.expected.json").contains(#""language" : "en""#))
  }

  @Test func `notes that aren't true are found`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(
      #"{"filled": ["language"], "unknown": ["mood"]}"#, at: "Poem/v2/short.notes.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/short.notes.json contains notes that don't apply:
          unknown  mood
          filled   language
        Remove them, so that they can't hide a real failure.
        """
      ])
  }

  @Test func `fixtures with the same name in two formats share their notes`() throws {
    let directory = TemporaryFixtures()
    let poem = #""author":"Issa","language":"ja","lines":[],"mood":"calm","version":2"#
    try directory.put("{\(poem)}", at: "Poem/v2/short.json")
    try directory.put(
      """
      <plist><dict><key>version</key><integer>2</integer><key>author</key><string>Issa</string>
      <key>lines</key><array/></dict></plist>
      """, at: "Poem/v2/short.plist")
    try directory.put(
      #"{"filled": ["language"], "unknown": ["mood"]}"#, at: "Poem/v2/short.notes.json")
    directory.setUp(Shipped.Poem.self)

    #expect(directory.failures(of: Shipped.Poem.self) == [])

    try directory.put(
      #"{"filled": ["language", "lines"], "unknown": ["mood"], "unordered": ["rhymes"]}"#,
      at: "Poem/v2/short.notes.json")
    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/short.notes.json contains notes that don't apply:
          filled   lines
        Remove them, so that they can't hide a real failure.
        """,
        """
        MigrationFixtures/Poem/v2/short.notes.json contains notes that don't apply:
          unordered rhymes
        Remove them, so that they can't hide a real failure.
        """,
      ])
    try directory.put("{", at: "Poem/v2/short.notes.json")
    #expect(
      directory.failures(of: Shipped.Poem.self).filter { $0.contains("notes.json can't be") }.count
        == 1)
  }

  @Test func `notes with an unknown name are found`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(#"{"fills": ["language"]}"#, at: "Poem/v2/short.notes.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/short.notes.json can't be read. Unknown note 'fills'; expected \
        about, filled, unknown, rejected, unordered, migrationFails, downgradeLoses or \
        downgradeFails.
        Fix the notes. Until then, they are ignored.
        """
      ])
  }

  // MARK: - Migrating

  @Test func `a document that a step rejects is found`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(#"{"version": 1, "author": "Issa", "text": ""}"#, at: "Poem/v1/untold.json")

    let failures = directory.failures(of: Selective.Poem.self)

    #expect(
      failures.contains(
        """
        MigrationFixtures/Poem/v1/untold.json doesn't migrate from version 1 to version 2 (Poem). \
        The step from version '1' (PoemV1) to version '2' (Poem) failed. The step threw NoText \
        (see underlyingError). Fix the step, so that it accepts every document of the older \
        version. Known versions: '2' (Poem), '1' (PoemV1).
        There may be documents like this one: change the steps so that they accept it. If no document like this \
        one should be opened, note that in MigrationFixtures/Poem/v1/untold.notes.json: {"migrationFails": true}
        """))
  }

  @Test func `a document that a step rejects on purpose is noted`() throws {
    let directory = TemporaryFixtures()
    try directory.put(#"{"author":"Issa","text":"a","version":1}"#, at: "Poem/v1/haiku.json")
    try directory.put(#"{"author":"Issa","text":"","version":1}"#, at: "Poem/v1/untold.json")
    try directory.put(#"{"migrationFails":true}"#, at: "Poem/v1/untold.notes.json")
    directory.setUp(Selective.Poem.self)

    #expect(directory.failures(of: Selective.Poem.self) == [])
    try directory.ship(Selective.Poem.self)
    #expect(directory.failures(of: Selective.Poem.self) == [])

    try directory.put(#"{"migrationFails":true}"#, at: "Poem/v1/haiku.notes.json")
    let stale = directory.failures(of: Selective.Poem.self)
    #expect(stale.count == 1)
    #expect(stale.first?.contains("migrationFails") == true)
  }

  @Test func `a document that doesn't migrate to its expectation is found`() throws {
    let directory = try TemporaryFixtures.ofPoems()

    #expect(
      directory.failures(of: Selective.Poem.self) == [
        """
        MigrationFixtures/Poem/v1/haiku.json doesn't migrate to the document in \
        MigrationFixtures/Poem/v1/haiku.expected.json:
          changed  lines[0]: "a world of dew" → "a world of dew\\nand within every dewdrop"
          missing  lines[1]: "and within every dewdrop"
        If a step is wrong, or an older type was changed by mistake, fix that. If the new result is \
        right, record it: MIGRATION_FIXTURES=newest swift test
        """
      ])
  }

  @Test func `a document without an expectation is found`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.remove("Poem/v1/haiku.expected.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        The result of migrating MigrationFixtures/Poem/v1/haiku.json hasn't been reviewed: there \
        is no MigrationFixtures/Poem/v1/haiku.expected.json.
        Record and review it: MIGRATION_FIXTURES=missing swift test
        """
      ])
  }

  @Test func `an expectation that isn't a document is found`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put("{", at: "Poem/v1/haiku.expected.json")

    let failures = directory.failures(of: Shipped.Poem.self)

    #expect(failures.count == 1)
    #expect(
      failures.first?.hasPrefix(
        "MigrationFixtures/Poem/v1/haiku.expected.json can't be read. The data isn't a valid")
        == true)
    #expect(
      failures.first?.hasSuffix(
        """

        Restore it from version control. Until then, the result of migrating \
        MigrationFixtures/Poem/v1/haiku.json isn't checked. If it was never reviewed, record it: rm \
        MigrationFixtures/Poem/v1/haiku.expected.json && MIGRATION_FIXTURES=missing swift test
        """) == true)
  }

  @Test func `an expectation that isn't a document is restored after its version has shipped`()
    throws
  {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.ship(Shipped.Poem.self)
    try directory.put("{", at: "Poem/v1/haiku.expected.json")

    let failures = directory.failures(of: Shipped.Poem.self)

    #expect(failures.count == 2)
    #expect(
      failures.last?.hasSuffix(
        """

        Restore it from version control. Until then, the result of migrating \
        MigrationFixtures/Poem/v1/haiku.json isn't checked.
        """) == true)
  }
}
