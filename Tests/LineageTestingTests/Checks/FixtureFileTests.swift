import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Files that break a rule, and the full text of the failure.
struct FixtureFileTests {
  @Test(arguments: [
    "Poem/v1/old.json", "Poem/v1/old.plist", "Poem/v1/haiku.notes.json", "Poem/v1/backup",
  ])
  func `a folder in place of a file is found`(_ folder: String) throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put("{}", at: "\(folder)/haiku.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/\(folder) is a folder, but the folder of a version contains only files.
        Move its files to MigrationFixtures/Poem/v1 if they are fixtures of version 1, or delete it.
        """
      ])
  }

  @Test(arguments: ["Poem/v1/haiku.expected.json", "Poem/schema.json"])
  func `a folder in place of a file that was recorded is found`(_ file: String) throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.remove(file)
    try directory.put("{}", at: "\(file)/haiku.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/\(file) can't be read. It is a folder, but should be a file. Delete or rename the \
        folder, and restore the file from version control.
        Until this is fixed, the fixtures aren't checked.
        """
      ])
  }

  @Test(arguments: [
    "Poem/v1/haiku.yaml", "Poem/v1/gone.expected.json", "Poem/v1/gone.notes.json",
    "Poem/haiku.json",
  ])
  func `a file that doesn't belong to a fixture is found`(_ file: String) throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put("{}", at: file)

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/\(file) doesn't belong to a fixture. Fixtures are files that end in \
        .json or .plist, in the folder of their version. Beside them, expectations end in \
        .expected.json or .expected.plist, and notes in .notes.json.
        Rename it, delete it, or pass its format: MigrationFixtures(of:formats:).
        """
      ])
  }

  @Test(arguments: [
    "Poem/.DS_Store", "Poem/v1/.gitattributes", "Poem/README.md", "Poem/v1/notes.md",
  ])
  func `hidden files and Markdown files can be anywhere`(_ file: String) throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put("", at: file)

    #expect(directory.failures(of: Shipped.Poem.self) == [])
  }

  @Test func `a folder of no version is found`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(PoemText.short, at: "Poem/v7/short.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v7 doesn't belong to a version of Poem. The chain has version 1 \
        (PoemV1), version 2 (Poem), with the folders v1, v2.
        If documents of this version exist, add its type to the chain, or correct the folder's name; \
        otherwise delete it.
        """
      ])
  }

  @Test func `the fixtures of a renamed type are found under its old name`() throws {
    let directory = TemporaryFixtures()
    try directory.put(PoemText.haiku, at: "PoemV1/v1/haiku.json")

    #expect(
      directory.failures(of: Shipped.Poem.self, mode: .missing) == [
        """
        There are no fixtures in MigrationFixtures/Poem, but those in MigrationFixtures/PoemV1 seem to be \
        of the same document. Was PoemV1 renamed to Poem?
        If it was, move the folder to MigrationFixtures/Poem, or pass its name: \
        MigrationFixtures(of: Poem.self, named: "PoemV1"). If Poem is another document, put its first \
        fixture into MigrationFixtures/Poem/v2. Until then, nothing is checked or recorded.
        """
      ])
  }

  @Test func `a version that never shipped can be removed`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    directory.setUp(Next.Poem.self)

    #expect(
      directory.failures(of: Shipped.Poem.self).contains(
        """
        Version 3 of Poem is in MigrationFixtures/Poem/v3, but it is missing from the chain, which has \
        only version 1 (PoemV1), version 2 (Poem).
        That version isn't marked as shipped. If there are no documents of it, delete its folder and \
        its entry in schema.json; if there are, add its type back to the chain.
        """))
  }

  @Test func `a version whose number was changed is reported with its type`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.ship(Shipped.Poem.self)

    #expect(
      directory.failures(of: Renumbered.Poem.self).first == """
        Version 2 of Poem is in MigrationFixtures/Poem/v2, but it is missing from the chain, which has \
        only version 1 (PoemV1), version 3 (Poem).
        Documents of version 2 can no longer be opened. Poem, now version 3, has the same shape: if \
        its `version` was changed, undo that. Add its type back to the chain; a version that has \
        shipped stays there.
        """)
  }

  private enum Renumbered {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 3
      var author = ""
      var lines: [String] = []
      var language = "en"

      init() {}
      init(from old: Shipped.PoemV1) throws { author = old.author }
    }
  }

  @Test func `a folder that is named almost like a version is not one that was lost`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put("{}", at: "Poem/v01/empty.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v01 doesn't belong to a version of Poem. The chain has version 1 \
        (PoemV1), version 2 (Poem), with the folders v1, v2.
        If documents of this version exist, add its type to the chain, or correct the folder's name; \
        otherwise delete it.
        """
      ])
  }

  @Test func `a file that can't be recorded is named`() throws {
    let directory = TemporaryFixtures()
    try directory.put("", at: "Poem")

    let failures = directory.failures(of: Shipped.Poem.self, mode: .missing)

    #expect(failures.count == 1)
    #expect(
      failures.first?.hasPrefix("MigrationFixtures/Poem/v1/sample.json can't be written. ") == true)
    #expect(
      failures.first?.hasSuffix(
        """

        Until this is fixed, nothing more is recorded. To run the tests without recording anything, set \
        MIGRATION_FIXTURES to never.
        """) == true)
  }

  @Test func `a check that can't be completed writes nothing`() throws {
    let directory = TemporaryFixtures()
    // The expectation of the sample that would be recorded.
    try directory.put("{}", at: "Poem/v2/sample.expected.json/haiku.json")

    let failures = directory.failures(of: Shipped.Poem.self, mode: .missing)

    #expect(
      failures.last?.hasPrefix(
        "MigrationFixtures/Poem/v2/sample.expected.json can't be read. It is a folder") == true)
    #expect(directory.files == ["Poem/v2/sample.expected.json/haiku.json"])
  }

  @Test func `a note can be about a field of all elements`() throws {
    struct Line: Codable {
      var text: String
      var unknownFields = UnknownFields()
    }
    struct Poem: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var lines: [Line]
    }
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"version": 1, "lines": [{"text": "a", "mood": 1}, {"text": "b", "mood": 2}]}"#,
      at: "Poem/v1/two.json")
    try directory.put(#"{"unknown": ["lines[].mood"]}"#, at: "Poem/v1/two.notes.json")

    #expect(directory.setUp(Poem.self).failures(of: Poem.self) == [])
  }

  @Test func `a note about something that isn't a path is rejected`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(#"{"filled": ["lines["]}"#, at: "Poem/v2/short.notes.json")

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/short.notes.json can't be read. 'lines[' isn't a path: write keys after \
        periods, and indices in brackets, or [] for all elements, as in stanzas[].lines[0].
        Fix the notes. Until then, they are ignored.
        """
      ])
  }

  @Test func `a note about the whole document is rejected`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(#"{"unknown": [""]}"#, at: "Poem/v2/short.notes.json")

    #expect(
      directory.failures(of: Shipped.Poem.self).first == """
        MigrationFixtures/Poem/v2/short.notes.json can't be read. A path in it is empty, which would \
        mean the whole document.
        Fix the notes. Until then, they are ignored.
        """)
  }

  @Test func `line endings changed by Git make no difference`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    for file in directory.files {
      try directory.put(try directory.text(of: file).replacing("\n", with: "\r\n"), at: file)
    }

    #expect(directory.failures(of: Shipped.Poem.self) == [])
  }

  @Test func `a document with other formatting is compared by its values`() throws {
    let directory = try TemporaryFixtures.ofPoems()
    try directory.put(
      #"{"lines":[],"version":2.0,"author":"\u0049ssa","language":"ja"}"#,
      at: "Poem/v2/compact.json")

    #expect(directory.failures(of: Shipped.Poem.self) == [])
  }

  /// It changes the last of the 41 digits of its number.
  private struct Measured: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var length: DocumentValue

    enum CodingKeys: CodingKey { case length }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      length = try container.decode(DocumentValue.self, forKey: .length)
      if case .number(let number) = length, number.literal.count == 41,
        let other = DocumentNumber(number.literal.dropLast() + "2")
      {
        length = .number(other)
      }
    }
  }

  @Test func `numbers are compared with all of their digits`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"version":1,"length":10000000000000000000000000000000000000001}"#,
      at: "Poem/v1/long.json")
    directory.setUp(Measured.self)

    #expect(
      directory.failures(of: Measured.self).first?.contains("  changed  length: 1000000000") == true
    )
  }
}
