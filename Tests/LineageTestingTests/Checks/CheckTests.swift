import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Each rule is broken on purpose, and the full text of the failure is compared.
struct CheckTests {
  private static let haiku = """
    {
      "author" : "Issa",
      "text" : "a world of dew\\nand within every dewdrop",
      "version" : 1
    }

    """

  private static let short = """
    {
      "author" : "Issa",
      "language" : "ja",
      "lines" : [
        "a world of dew"
      ],
      "version" : 2
    }

    """

  /// A desk with valid recorded fixtures of both versions.
  private func desk() throws -> Desk {
    let desk = Desk()
    try desk.put(Self.haiku, at: "Poem/v1/haiku.json")
    try desk.put(Self.short, at: "Poem/v2/short.json")
    return desk.setUp(Shipped.Poem.self)
  }

  @Test func `valid fixtures pass, and nothing is written`() throws {
    let desk = try desk()
    let before = try desk.contents()

    #expect(desk.failures(of: Shipped.Poem.self) == [])
    #expect(desk.failures(of: Shipped.Poem.self, mode: .missing) == [])
    #expect(desk.failures(of: Shipped.Poem.self, mode: .newest) == [])
    #expect(try desk.contents() == before)
  }

  @Test func `a first run records expectations and the lock, and fails`() throws {
    let desk = Desk()
    try desk.put(Self.haiku, at: "Poem/v1/haiku.json")
    try desk.put(Self.short, at: "Poem/v2/short.json")

    let failures = desk.failures(of: Shipped.Poem.self, mode: .missing)

    #expect(
      failures == [
        """
        Recorded:
          MigrationFixtures/Poem/v1/haiku.expected.json
          MigrationFixtures/Poem/schema.json
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """
      ])
    #expect(
      try desk.text(of: "Poem/v1/haiku.expected.json") == """
        {
          "author" : "Issa",
          "language" : "en",
          "lines" : [
            "a world of dew",
            "and within every dewdrop"
          ],
          "version" : 2
        }

        """)
    #expect(try desk.text(of: "Poem/v1/haiku.json") == Self.haiku)
  }

  /// A card with a poem, whose step notes what it doesn't know.
  private struct NotedPoem: VersionedCodable, DefaultFillable {
    static let version = 2
    var author = ""

    init() {}

    init(from old: Shipped.PoemV1, in context: MigrationContext) {
      author = old.author
      if author.isEmpty { context.note("The author was unknown.") }
    }
  }

  private struct Card: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poems: [NotedPoem]
  }

  @Test func `notes that steps add to the report are listed with the expectation`() throws {
    let desk = Desk()
    try desk.put(Self.haiku, at: "Poem/v1/haiku.json")
    try desk.put(Self.haiku.replacing("Issa", with: ""), at: "Poem/v1/nobody.json")
    try desk.put(
      #"{"poems": [{"text": "", "author": "", "version": 1}], "version": 1}"#,
      at: "Card/v1/old.json")

    #expect(
      desk.failures(of: NotedPoem.self, mode: .missing).first == """
        Recorded:
          MigrationFixtures/Poem/v2/sample.json
          MigrationFixtures/Poem/v1/haiku.expected.json
          MigrationFixtures/Poem/v1/nobody.expected.json
            note: The author was unknown.
          MigrationFixtures/Poem/schema.json
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """)
    #expect(
      desk.failures(of: Card.self, named: "Card", mode: .missing).first?.contains(
        """
          MigrationFixtures/Card/v1/old.expected.json
            note: poems[0]: The author was unknown.
        """) == true)
  }

  private enum Forgetful {
    struct UserV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      enum Level: Int, Codable { case low, high }
      var name: String
      var age: Int
      var level: Level
    }

    struct User: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = UserV1
      enum Level: Int, Codable { case low, medium, high }
      var fullName = ""
      var age = 0
      var level = Level.low
    }
  }

  @Test func `what a recorded expectation doesn't show is listed with it`() throws {
    let desk = Desk()
    try desk.put(#"{"name":"Issa","age":5,"level":1,"version":1}"#, at: "User/v1/issa.json")

    #expect(
      desk.failures(of: Forgetful.User.self, named: "User", mode: .missing).first == """
        Recorded:
          MigrationFixtures/User/v2/sample.json
          MigrationFixtures/User/v1/issa.expected.json
            dropped: name (the newer type has no such field)
          MigrationFixtures/User/schema.json
          In the newest version, the case `high` of `level` was `1`, and is now `2`: older documents get \
        another case, unless the step converts them
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """)
  }

  @Test func `versions without fixtures get samples`() throws {
    let desk = Desk()

    let first = desk.failures(of: Shipped.Poem.self, mode: .missing)
    let second = desk.failures(of: Shipped.Poem.self)

    #expect(
      first == [
        """
        Recorded:
          MigrationFixtures/Poem/v1/sample.json
          MigrationFixtures/Poem/v2/sample.json
          MigrationFixtures/Poem/v1/sample.expected.json
          MigrationFixtures/Poem/schema.json
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """
      ])
    #expect(second == [])
  }

  @Test func `nothing is recorded in mode never`() throws {
    let desk = Desk()

    let failures = desk.failures(of: Shipped.Poem.self, mode: .never)

    #expect(desk.files == [])
    #expect(
      failures == [
        """
        There is no fixture of version 1 of Poem (PoemV1), so nothing shows that its documents still \
        open.
        Put a document that this version has written into MigrationFixtures/Poem/v1. Or generate a \
        sample: MIGRATION_FIXTURES=missing swift test
        """,
        """
        There is no fixture of version 2 of Poem (Poem), so nothing shows that its documents still \
        open.
        Put a document that this version has written into MigrationFixtures/Poem/v2. Or generate a \
        sample: MIGRATION_FIXTURES=missing swift test
        """,
        """
        MigrationFixtures/Poem/schema.json does not have version 1 of Poem yet.
        Record and review it: MIGRATION_FIXTURES=missing swift test
        """,
        """
        MigrationFixtures/Poem/schema.json does not have version 2 of Poem yet.
        Record and review it: MIGRATION_FIXTURES=missing swift test
        """,
      ])
  }

  // MARK: - Types that have changed

  @Test func `a new field in a shipped type is found with its fixture and with the lock`() throws {
    let desk = try desk()

    #expect(
      desk.failures(of: Drifted.Poem.self) == [
        """
        PoemV1, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `isPublic` was added, as `Bool` with the default `false`
        Version 1 has shipped, so undo the change to PoemV1. If it is needed, make it in version 2.
        """,
        """
        MigrationFixtures/Poem/v1/haiku.json has no value for fields that PoemV1 fills and always writes:
          extra    isPublic: false
        If this is a special case, note it in MigrationFixtures/Poem/v1/haiku.notes.json: {"filled": \
        ["isPublic"]}. If these fields were added to the type after version 1 had shipped, move them \
        to version 2.
        """,
      ])
  }

  @Test func `a shipped type that writes another value is found with its fixture`() throws {
    let desk = try desk()

    #expect(
      desk.failures(of: Shouting.Poem.self) == [
        """
        PoemV1 no longer writes MigrationFixtures/Poem/v1/haiku.json as it is:
          changed  author: "Issa" → "ISSA"
        Version 1 has shipped, so undo the change to PoemV1. If it is needed, make it in version 2.
        """
      ])
  }

  @Test func `a shipped type with another default is found with the lock`() throws {
    let desk = try desk()

    #expect(
      desk.failures(of: Defaulted.Poem.self) == [
        """
        PoemV1, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          the default of `author` was `""`, and is now `"unknown"`
        Version 1 has shipped, so undo the change to PoemV1. If it is needed, make it in version 2. \
        If nothing was changed, the default depends on the machine or on chance: write \
        "differsEachTime": true in its place.
        """
      ])
  }

  private enum Regional {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var region: String?
    }

    enum Abroad {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var region: String? = "jp"
      }
    }
  }

  @Test func `a default that only some machines have can be marked`() throws {
    let desk = Desk()
    try desk.put(#"{"region": "fr", "version": 1}"#, at: "Poem/v1/abroad.json")
    desk.setUp(Regional.Poem.self)
    try desk.ship(Regional.Poem.self)

    #expect(
      desk.failures(of: Regional.Abroad.Poem.self) == [
        """
        Poem, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `region` had no default, and has `"jp"` now
        Version 1 has shipped, so undo the change to Poem. To make the change anyway, add version 2. \
        If nothing was changed, the default depends on the machine or on chance: add \
        "differsEachTime": true to the field.
        """
      ])
    let lock = try desk.text(of: "Poem/schema.json")
    try desk.put(
      lock.replacing(
        #""region": "String?""#, with: #""region": {"differsEachTime": true, "type": "String?"}"#),
      at: "Poem/schema.json")
    #expect(desk.failures(of: Regional.Abroad.Poem.self) == [])
    #expect(desk.failures(of: Regional.Poem.self) == [])
  }

  @Test func `a chain that lost a version is interrupted`() throws {
    let desk = try desk()

    #expect(
      desk.failures(of: Interrupted.Poem.self) == [
        """
        Version 1 of Poem is in MigrationFixtures/Poem/v1, but it is missing from the chain, which has \
        only version 2 (Poem).
        Documents of version 1 can no longer be opened. Add its type back to the chain; a version \
        that has shipped stays there. If Poem has a step from it, remove the typealias PreviousVersion \
        of Poem, which leaves it out of the chain.
        """
      ])
  }

  @Test func `a first recording mentions that the chain begins with a later version`() throws {
    let desk = Desk()

    #expect(
      desk.failures(of: Interrupted.Poem.self, mode: .missing) == [
        """
        Recorded:
          MigrationFixtures/Poem/v2/sample.json
          MigrationFixtures/Poem/schema.json
        Version 2 is the oldest in the chain: documents of older versions can't be opened. If Poem has \
        a step from one, remove the typealias PreviousVersion of Poem, which leaves it out of the chain.
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """
      ])

    try desk.remove("Poem/v2/sample.json")
    #expect(
      desk.failures(of: Interrupted.Poem.self, mode: .missing).first?.contains("oldest") == false)
  }

  @Test func `a newest form that changes in a round trip is found`() throws {
    let desk = try desk()

    let failures = desk.failures(of: Growing.Poem.self)

    #expect(
      failures.contains(
        """
        The Poem from MigrationFixtures/Poem/v1/haiku.json changes when it is encoded and decoded:
          extra    lines[1]: "and"
        Make init(from:) and encode(to:) of Poem consistent.
        """))
  }

  // MARK: - Invalid documents

  @Test func `a document without the shape of its version is found`() throws {
    let desk = try desk()
    try desk.put(#"{"version": 1, "author": 7, "text": ""}"#, at: "Poem/v1/damaged.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v1/damaged.json does not decode as PoemV1, the type of version 1. \
        The document (PoemV1) has version '1', but it can't be decoded as PoemV1. At author: \
        Expected a string, found a number. If documents of that version look like this, fix the \
        type; otherwise the document is damaged. Known versions: '1' (PoemV1).
        The version has shipped, so there are documents like this one: change the type so that it \
        reads them again.
        """
      ])
  }

  @Test func `a file that isn't a document of its format is to be restored`() throws {
    let desk = try desk()
    try desk.put(#"{"version": 1, "author": "Issa", <<<<<<<"#, at: "Poem/v1/damaged.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v1/damaged.json does not decode as PoemV1, the type of version 1. \
        The data isn't a valid document, so no PoemV1 could be decoded from it. Line 1, column 34: \
        Unexpected character; a key was expected. It may be damaged, cut off, or in another format. \
        Known versions: '1' (PoemV1).
        If a merge or an editor has damaged the file, restore it from version control. If the \
        program writes such documents, pass its coders: MigrationFixtures(of:formats:).
        """
      ])
  }

  @Test func `a document in the folder of an older version is found`() throws {
    let desk = try desk()
    try desk.put(
      #"{"version": 2, "author": "Issa", "lines": [], "language": "en"}"#, at: "Poem/v1/new.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v1/new.json is in the folder of version 1, but it is a document of \
        version 2.
        Move it to the folder of its version.
        """
      ])
  }

  @Test func `a document in the folder of another version is found`() throws {
    let desk = try desk()
    try desk.put(Self.haiku, at: "Poem/v2/haiku.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/haiku.json is in the folder of version 2, but it is a document of \
        version 1.
        Move it to the folder of its version.
        """
      ])
  }

  @Test func `fields that a version doesn't know, lacks or rejects need a note`() throws {
    let desk = try desk()
    try desk.put(
      #"{"version": 2, "author": "Issa", "lines": [], "mood": "calm"}"#,
      at: "Poem/v2/special.json")
    let unexplained = desk.failures(of: Shipped.Poem.self, mode: .missing)
    try desk.put(
      #"{"about": "Made by the beta.", "filled": ["language"], "unknown": ["mood"]}"#,
      at: "Poem/v2/special.notes.json")

    #expect(
      unexplained == [
        """
        MigrationFixtures/Poem/v2/special.json has fields that Poem, the type of its version, does not \
        know:
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
    #expect(desk.setUp(Shipped.Poem.self).failures(of: Shipped.Poem.self) == [])
    #expect(try desk.text(of: "Poem/v2/special.expected.json").contains(#""language" : "en""#))
  }

  @Test func `notes that aren't true are found`() throws {
    let desk = try desk()
    try desk.put(
      #"{"filled": ["language"], "unknown": ["mood"]}"#, at: "Poem/v2/short.notes.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/short.notes.json contains notes that don't apply:
          unknown  mood
          filled   language
        Remove them, so that they can't hide a real failure.
        """
      ])
  }

  @Test func `fixtures with the same name in two formats share their notes`() throws {
    let desk = Desk()
    let poem = #""author":"Issa","language":"ja","lines":[],"mood":"calm","version":2"#
    try desk.put("{\(poem)}", at: "Poem/v2/short.json")
    try desk.put(
      """
      <plist><dict><key>version</key><integer>2</integer><key>author</key><string>Issa</string>
      <key>lines</key><array/></dict></plist>
      """, at: "Poem/v2/short.plist")
    try desk.put(
      #"{"filled": ["language"], "unknown": ["mood"]}"#, at: "Poem/v2/short.notes.json")
    desk.setUp(Shipped.Poem.self)

    #expect(desk.failures(of: Shipped.Poem.self) == [])

    try desk.put(
      #"{"filled": ["language", "lines"], "unknown": ["mood"], "unordered": ["rhymes"]}"#,
      at: "Poem/v2/short.notes.json")
    #expect(
      desk.failures(of: Shipped.Poem.self) == [
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
    try desk.put("{", at: "Poem/v2/short.notes.json")
    #expect(
      desk.failures(of: Shipped.Poem.self).filter { $0.contains("notes.json can't be") }.count == 1)
  }

  @Test func `notes with an unknown name are found`() throws {
    let desk = try desk()
    try desk.put(#"{"fills": ["language"]}"#, at: "Poem/v2/short.notes.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/short.notes.json can't be read. Unknown note 'fills'; expected \
        about, filled, unknown, rejected, unordered, downgradeLoses or downgradeFails.
        Fix the notes. Until then, they are ignored.
        """
      ])
  }

  // MARK: - Migrating

  @Test func `a document that a step rejects is found`() throws {
    let desk = try desk()
    try desk.put(#"{"version": 1, "author": "Issa", "text": ""}"#, at: "Poem/v1/untold.json")

    let failures = desk.failures(of: Selective.Poem.self)

    #expect(
      failures.contains(
        """
        MigrationFixtures/Poem/v1/untold.json does not migrate from version 1 to version 2 (Poem). \
        The step from version '1' (PoemV1) to version '2' (Poem) failed. The step threw NoText \
        (see underlyingError). Fix the step, so that it accepts every document of the older \
        version. Known versions: '2' (Poem), '1' (PoemV1).
        There are documents like this one: change the steps so that they accept it.
        """))
  }

  @Test func `a document that doesn't migrate to its expectation is found`() throws {
    let desk = try desk()

    #expect(
      desk.failures(of: Selective.Poem.self) == [
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
    let desk = try desk()
    try desk.remove("Poem/v1/haiku.expected.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        The result of migrating MigrationFixtures/Poem/v1/haiku.json hasn't been reviewed: there \
        is no MigrationFixtures/Poem/v1/haiku.expected.json.
        Record and review it: MIGRATION_FIXTURES=missing swift test
        """
      ])
  }

  @Test func `an expectation that isn't a document is found`() throws {
    let desk = try desk()
    try desk.put("{", at: "Poem/v1/haiku.expected.json")

    let failures = desk.failures(of: Shipped.Poem.self)

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
    let desk = try desk()
    try desk.ship(Shipped.Poem.self)
    try desk.put("{", at: "Poem/v1/haiku.expected.json")

    let failures = desk.failures(of: Shipped.Poem.self)

    #expect(failures.count == 2)
    #expect(
      failures.last?.hasSuffix(
        """

        Restore it from version control. Until then, the result of migrating \
        MigrationFixtures/Poem/v1/haiku.json isn't checked.
        """) == true)
  }

  // MARK: - Files

  @Test(arguments: [
    "Poem/v1/old.json", "Poem/v1/old.plist", "Poem/v1/haiku.notes.json", "Poem/v1/backup",
  ])
  func `a folder in place of a file is found`(_ folder: String) throws {
    let desk = try desk()
    try desk.put("{}", at: "\(folder)/haiku.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/\(folder) is a folder. The folder of a version contains only files.
        Move its files to MigrationFixtures/Poem/v1 if they are fixtures of version 1, or delete it.
        """
      ])
  }

  @Test(arguments: ["Poem/v1/haiku.expected.json", "Poem/schema.json"])
  func `a folder in place of a file that was recorded is found`(_ file: String) throws {
    let desk = try desk()
    try desk.remove(file)
    try desk.put("{}", at: "\(file)/haiku.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
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
    let desk = try desk()
    try desk.put("{}", at: file)

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/\(file) doesn't belong to a fixture. Fixtures are files that end in .json \
        and .plist, in the folder of their version, with files beside them that end in .expected and \
        in .notes.json.
        Rename it, delete it, or name its format in MigrationFixtures(of:formats:).
        """
      ])
  }

  @Test(arguments: [
    "Poem/.DS_Store", "Poem/v1/.gitattributes", "Poem/README.md", "Poem/v1/notes.md",
  ])
  func `hidden files and Markdown files can be anywhere`(_ file: String) throws {
    let desk = try desk()
    try desk.put("", at: file)

    #expect(desk.failures(of: Shipped.Poem.self) == [])
  }

  @Test func `a folder of no version is found`() throws {
    let desk = try desk()
    try desk.put(Self.short, at: "Poem/v7/short.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v7 doesn't belong to a version of Poem. The chain has version 1 \
        (PoemV1), version 2 (Poem), with the folders v1, v2.
        If documents of this version exist, add its type to the chain, or correct the folder's name; \
        otherwise delete it.
        """
      ])
  }

  @Test func `the fixtures of a renamed type are found under its old name`() throws {
    let desk = Desk()
    try desk.put(Self.haiku, at: "PoemV1/v1/haiku.json")

    #expect(
      desk.failures(of: Shipped.Poem.self, mode: .missing) == [
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
    let desk = try desk()
    desk.setUp(Next.Poem.self)

    #expect(
      desk.failures(of: Shipped.Poem.self).contains(
        """
        Version 3 of Poem is in MigrationFixtures/Poem/v3, but it is missing from the chain, which has \
        only version 1 (PoemV1), version 2 (Poem).
        That version isn't marked as shipped. If there are no documents of it, delete its folder and \
        its entry in schema.json; if there are, add its type back to the chain.
        """))
  }

  @Test func `a version whose number was changed is reported with its type`() throws {
    let desk = try desk()
    try desk.ship(Shipped.Poem.self)

    #expect(
      desk.failures(of: Renumbered.Poem.self).first == """
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
    let desk = try desk()
    try desk.put("{}", at: "Poem/v01/empty.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v01 doesn't belong to a version of Poem. The chain has version 1 \
        (PoemV1), version 2 (Poem), with the folders v1, v2.
        If documents of this version exist, add its type to the chain, or correct the folder's name; \
        otherwise delete it.
        """
      ])
  }

  @Test func `a file that can't be recorded is named`() throws {
    let desk = Desk()
    try desk.put("", at: "Poem")

    let failures = desk.failures(of: Shipped.Poem.self, mode: .missing)

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
    let desk = Desk()
    // The expectation of the sample that would be recorded.
    try desk.put("{}", at: "Poem/v2/sample.expected.json/haiku.json")

    let failures = desk.failures(of: Shipped.Poem.self, mode: .missing)

    #expect(
      failures.last?.hasPrefix(
        "MigrationFixtures/Poem/v2/sample.expected.json can't be read. It is a folder") == true)
    #expect(desk.files == ["Poem/v2/sample.expected.json/haiku.json"])
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
    let desk = Desk()
    try desk.put(
      #"{"version": 1, "lines": [{"text": "a", "mood": 1}, {"text": "b", "mood": 2}]}"#,
      at: "Poem/v1/two.json")
    try desk.put(#"{"unknown": ["lines[].mood"]}"#, at: "Poem/v1/two.notes.json")

    #expect(desk.setUp(Poem.self).failures(of: Poem.self) == [])
  }

  @Test func `a note about something that isn't a path is rejected`() throws {
    let desk = try desk()
    try desk.put(#"{"filled": ["lines["]}"#, at: "Poem/v2/short.notes.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/v2/short.notes.json can't be read. 'lines[' isn't a path: write keys after \
        periods, and indices in brackets, or [] for all elements, as in stanzas[].lines[0].
        Fix the notes. Until then, they are ignored.
        """
      ])
  }

  @Test func `a note about the whole document is rejected`() throws {
    let desk = try desk()
    try desk.put(#"{"unknown": [""]}"#, at: "Poem/v2/short.notes.json")

    #expect(
      desk.failures(of: Shipped.Poem.self).first == """
        MigrationFixtures/Poem/v2/short.notes.json can't be read. A path in it is empty, which would \
        mean the whole document.
        Fix the notes. Until then, they are ignored.
        """)
  }

  @Test func `line endings changed by Git make no difference`() throws {
    let desk = try desk()
    for file in desk.files {
      try desk.put(try desk.text(of: file).replacing("\n", with: "\r\n"), at: file)
    }

    #expect(desk.failures(of: Shipped.Poem.self) == [])
  }

  @Test func `a document with other formatting is compared by its values`() throws {
    let desk = try desk()
    try desk.put(
      #"{"lines":[],"version":2.0,"author":"\u0049ssa","language":"ja"}"#,
      at: "Poem/v2/compact.json")

    #expect(desk.failures(of: Shipped.Poem.self) == [])
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
    let desk = Desk()
    try desk.put(
      #"{"version":1,"length":10000000000000000000000000000000000000001}"#,
      at: "Poem/v1/long.json")
    desk.setUp(Measured.self)

    #expect(
      desk.failures(of: Measured.self).first?.contains("  changed  length: 1000000000") == true)
  }

  // MARK: - The rest

  private enum Twins {
    struct Poem: VersionedCodable {
      static let version = 1
      var text: String
      init(from old: First) throws { text = old.text }
    }

    struct First: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }
  }

  @Test func `an invalid chain is the only failure`() {
    #expect(
      Desk().failures(of: Twins.Poem.self) == [
        """
        The versions of Poem are not linked correctly: First and Poem both have version '1'.
        This is a mistake in the program: fix the types.
        """
      ])
  }

  private struct Forgiving: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var author = ""
    @Lenient var year = 1686
  }

  @Test func `a value that is rejected needs a note`() throws {
    let desk = Desk()
    try desk.put(#"{"version": 1, "author": "Issa", "year": "late"}"#, at: "Poem/v1/late.json")
    desk.setUp(Forgiving.self)
    let unexplained = desk.failures(of: Forgiving.self)
    try desk.put(#"{"rejected": ["year"]}"#, at: "Poem/v1/late.notes.json")

    #expect(
      unexplained == [
        """
        MigrationFixtures/Poem/v1/late.json has values that Forgiving rejects and replaces with a default:
          rejected year
        If this version wrote them, its type has to accept them. If this is a special case, note it in \
        MigrationFixtures/Poem/v1/late.notes.json: {"rejected": ["year"]}
        """
      ])
    #expect(desk.failures(of: Forgiving.self) == [])
  }

  @Test func `a newest document that doesn't decode can be replaced until it ships`() throws {
    let desk = try desk()
    try desk.put(#"{"version": 2, "author": []}"#, at: "Poem/v2/damaged.json")

    #expect(
      desk.failures(of: Shipped.Poem.self).first?.hasSuffix(
        """
        The version is not marked as shipped: correct the type, or replace the file. To record a new \
        one: rm MigrationFixtures/Poem/v2/damaged.json && MIGRATION_FIXTURES=newest swift test
        """) == true)
  }

  @Test
  func `after the newest version has shipped, an expectation must be deleted to record it again`()
    throws
  {
    let desk = try desk()
    try desk.ship(Shipped.Poem.self)

    #expect(
      desk.failures(of: Selective.Poem.self, mode: .newest).first?.hasSuffix(
        """
        Version 2 has shipped, so documents have been migrated to what the file says. If a step is \
        wrong, or an older type was changed by mistake, fix that. If the new result is right, remove \
        the line of haiku.json from MigrationFixtures/Poem/schema.json, and record both again: rm \
        MigrationFixtures/Poem/v1/haiku.expected.json && MIGRATION_FIXTURES=missing swift test
        """) == true)
  }

  @Test func `a lock that can't be read stops the check`() throws {
    let desk = try desk()
    try desk.put(#"{"version": 7}"#, at: "Poem/schema.json")

    #expect(
      desk.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/schema.json can't be read. The schema lock was written by a newer \
        version of LineageTesting: it has version '7', and the newest version known here is '1'. \
        Update the package in this project, or restore the file from version control.
        Until this is fixed, the fixtures aren't checked.
        """
      ])
  }

  private enum Dated {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = "2025-06"
      typealias PreviousVersion = NothingOlder
      var author = ""
    }

    enum Changed {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = "2025-06"
        typealias PreviousVersion = NothingOlder
        var author = "unknown"
      }
    }
  }

  @Test func `there is no name for the version after one that isn't a number`() throws {
    let desk = Desk().setUp(Dated.Poem.self)
    try desk.ship(Dated.Poem.self)

    #expect(
      desk.failures(of: Dated.Changed.Poem.self).first?.contains(
        """
        Version 2025-06 has shipped, so undo the change to Poem. To make the change anyway, add a \
        new version. 
        """) == true)
  }
}
