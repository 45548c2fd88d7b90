import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// What a check reports about the lock.
struct LockCheckTests {
  private static let recorded = """
    Review what was written, commit it, and run the tests again. A run that records always fails, so \
    that nothing is recorded without a review.
    """

  // MARK: - Entries

  @Test func `a shipped version that is no longer marked as shipped is reported`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.ship(Shipped.Poem.self)
    let lock = try directory.text(of: "Poem/schema.json")
    try directory.put(
      lock.replacing(#""shipped": true"#, with: #""shipped": false"#), at: "Poem/schema.json")
    let before = try directory.contents()

    #expect(
      directory.failures(of: Shipped.Poem.self, mode: .newest).first == """
        MigrationFixtures/Poem/schema.json lists fixtures of version 2 of Poem, as for a version that \
        has shipped, but doesn't mark it as shipped.
        If users already have documents of it, set "shipped" to true. Otherwise delete its "fixtures" and its \
        "digest".
        """)
    #expect(try directory.contents() == before)
  }

  @Test func `a lock that has disappeared is not silently replaced`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.remove("Poem/schema.json")

    let before = try directory.contents()

    for mode in RecordingMode.allCases {
      #expect(
        directory.failures(of: Shipped.Poem.self, mode: mode).first == """
          MigrationFixtures/Poem/schema.json has no entry for versions of Poem that have been recorded before, so it \
          seems to have lost them:
            version 1
            version 2
          Restore the file from version control: new entries would describe the types as they are now, and couldn't \
          show what has changed since those versions shipped. If it never had them, delete the .expected files of \
          Poem, and record them together with the lock: MIGRATION_FIXTURES=missing swift test
          """)
    }
    #expect(try directory.contents() == before)
  }

  @Test func `a lock that never was is recorded together with expectations`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    let before = try directory.contents()
    try directory.remove("Poem/schema.json")
    for file in directory.files where file.contains(".expected.") { try directory.remove(file) }

    let failures = directory.failures(of: Shipped.Poem.self, mode: .missing)

    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix("Recorded:") == true)
    #expect(try directory.contents() == before)
  }

  @Test func `a lock that has disappeared from a document of one version is pointed out`() throws {
    let directory = TemporaryFixtures().setUp(Ranked.Shipped.Card.self, named: "Card")
    try directory.ship(Ranked.Shipped.Card.self, named: "Card")
    try directory.remove("Card/schema.json")

    #expect(
      directory.failures(of: Ranked.Shipped.Card.self, named: "Card", mode: .missing) == [
        """
        Recorded:
          MigrationFixtures/Card/schema.json
        If users already have documents of version 1, set "shipped" to true in schema.json. If that file was lost, \
        restore it from version control instead.
        \(Self.recorded)
        """
      ])
  }

  private enum Merged {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var language = "en"
    }

    enum Draft {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var language = "ja"
      }
    }
  }

  @Test(arguments: RecordingMode.allCases)
  func `a merge of a version that shipped with a draft of it is reported`(_ mode: RecordingMode)
    throws
  {
    let directory = TemporaryFixtures().setUp(Merged.Poem.self)
    try directory.ship(Merged.Poem.self)
    #expect(directory.failures(of: Merged.Poem.self) == [])
    let lock = try directory.text(of: "Poem/schema.json")
    try directory.put(
      lock.replacing(#""default": "en""#, with: #""default": "ja""#), at: "Poem/schema.json")
    let merged = try directory.contents()

    #expect(
      directory.failures(of: Merged.Draft.Poem.self, mode: mode) == [
        """
        The entry of version 1 of Poem in MigrationFixtures/Poem/schema.json was changed after it was recorded. A merge \
        may have changed it together with the type.
        Version 1 has shipped, so restore its entry from version control, and undo the change to Poem. If only a default \
        was replaced with "differsEachTime", delete its "digest", and record it again: \
        MIGRATION_FIXTURES=missing swift test
        """
      ])
    #expect(try directory.contents() == merged)
  }

  @Test func `a version that ships has a digest, and a draft has none`() throws {
    let directory = TemporaryFixtures().setUp(Merged.Poem.self)
    #expect(try !directory.text(of: "Poem/schema.json").contains(#""digest""#))

    try directory.ship(Merged.Poem.self)

    #expect(try directory.text(of: "Poem/schema.json").contains(#""digest""#))
  }

  // MARK: - Numbered cases

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
    let directory = TemporaryFixtures().setUp(Ranked.Shipped.Card.self, named: "Card")
    try directory.ship(Ranked.Shipped.Card.self, named: "Card")

    #expect(
      directory.failures(of: Ranked.Sorted.Card.self, named: "Card") == [
        """
        Card, the type of version 1 of Card, no longer has the shape in \
        MigrationFixtures/Card/schema.json:
          the case `low` of `rank` was `0`, and is now `1`
          the case `middle` of `rank` was `1`, and is now `2`
          the case `high` of `rank` was `2`, and is now `0`
        Version 1 has shipped, so undo the change to Rank. If it is needed, add version 2, and make it there.
        """
      ])
    #expect(directory.failures(of: Ranked.Renamed.Card.self, named: "Card") == [])
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
    let directory = TemporaryFixtures().setUp(Promising.Poem.self)
    #expect(directory.failures(of: Promising.Poem.self) == [])
    try directory.ship(Promising.Poem.self)

    #expect(
      directory.failures(of: Promising.Refusing.Poem.self, mode: .newest).prefix(2) == [
        """
        PoemV1, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          its policy for newer documents was `ifReadable`, and is now `refuse`
        Version 1 has shipped, so undo the change to PoemV1. If it is needed, add version 3, and make it there.
        """,
        """
        Poem, the type of version 2 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `readableSince` was version 1, and is now version 2
        Version 2 has shipped, so undo the change to Poem. If it is needed, add version 3, and make it there.
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
    let directory = TemporaryFixtures().setUp(Preparing.Poem.self)
    try directory.ship(Preparing.Poem.self)

    #expect(
      directory.failures(of: Preparing.Prepared.Poem.self) == [
        """
        MigrationFixtures/Poem/schema.json doesn't contain everything about version 1 of Poem yet:
          more of its shape, which is known from a fixture or the type
          its policy for newer documents, which is now `ifReadable`
        What it contains hasn't changed. Record the rest and review it: MIGRATION_FIXTURES=missing \
        swift test
        """
      ])
    directory.setUp(Preparing.Prepared.Poem.self)
    #expect(directory.failures(of: Preparing.Prepared.Poem.self) == [])
    #expect(
      directory.failures(of: Preparing.Poem.self) == [
        """
        Poem, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `stanzas[]` preserved unknown fields, and now drops them
          the document preserved unknown fields, and now drops them
          its policy for newer documents was `ifReadable`, and is now `refuse`
        Version 1 has shipped, so undo the change to Poem. If it is needed, add version 2, and make it there.
        """
      ])
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
    let directory = TemporaryFixtures()

    let first = directory.failures(of: Parcel.self, named: "Parcel", mode: .missing)

    #expect(
      first == [
        """
        Recorded:
          MigrationFixtures/Parcel/v1/sample.json
          MigrationFixtures/Parcel/v1/sample2.json
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
    #expect(directory.failures(of: Parcel.self, named: "Parcel", mode: .missing) == [])
  }
}
