import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Fixtures and expectations of versions that have shipped, and what is recorded after they have changed.
struct ShippedFixtureTests {
  @Test(arguments: RecordingMode.allCases)
  func `a fixture that was deleted with its expectation is reported`(_ mode: RecordingMode) throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.remove("Poem/v1/haiku.json")
    try directory.remove("Poem/v1/haiku.expected.json")
    let before = try directory.contents()

    #expect(
      directory.failures(of: Shipped.Poem.self, mode: mode) == [
        """
        The fixtures of version 1 of Poem, which has shipped, aren't the ones in \
        MigrationFixtures/Poem/schema.json:
          missing  MigrationFixtures/Poem/v1/haiku.json
        Restore them from version control. If a document must really be removed or changed, remove \
        its line from MigrationFixtures/Poem/schema.json too.
        """
      ])
    #expect(try directory.contents() == before)
  }

  @Test(arguments: RecordingMode.allCases)
  func `a deleted expectation is reported after the newest version has shipped`(
    _ mode: RecordingMode
  ) throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.ship(Shipped.Poem.self)
    let complete = try directory.contents()
    try directory.remove("Poem/v1/haiku.expected.json")
    let before = try directory.contents()

    #expect(
      directory.failures(of: Shipped.Poem.self, mode: mode) == [
        """
        The fixtures of version 1 of Poem, which has shipped, aren't the ones in \
        MigrationFixtures/Poem/schema.json:
          missing  MigrationFixtures/Poem/v1/haiku.expected.json
        Restore them from version control. If a document must really be removed or changed, remove \
        its line from MigrationFixtures/Poem/schema.json too.
        """
      ])
    #expect(try directory.contents() == before)

    let lock = try directory.text(of: "Poem/schema.json")
    let line = try #require(lock.split(separator: "\n").first { $0.contains("\"haiku.json\"") })
    try directory.put(lock.replacing("\(line)\n", with: ""), at: "Poem/schema.json")
    directory.setUp(Shipped.Poem.self)
    #expect(try directory.contents() == complete)
  }

  @Test(arguments: RecordingMode.allCases)
  func `a deleted expectation of the shipped newest version is reported`(
    _ mode: RecordingMode
  ) throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.put(#"{"version": 2, "author": "Issa", "lines": []}"#, at: "Poem/v2/special.json")
    try directory.put(#"{"filled": ["language"]}"#, at: "Poem/v2/special.notes.json")
    directory.setUp(Shipped.Poem.self)
    try directory.ship(Shipped.Poem.self)
    #expect(directory.failures(of: Shipped.Poem.self) == [])
    try directory.remove("Poem/v2/special.expected.json")
    // It has no expectation yet, and gets none as long as the other one is missing.
    try directory.put(PoemText.oneLine.replacing("Issa", with: "Shiki"), at: "Poem/v1/third.json")
    let before = try directory.contents()

    let failures = directory.failures(of: Shipped.Poem.self, mode: mode)

    #expect(
      failures.first?.contains("missing  MigrationFixtures/Poem/v2/special.expected.json") == true)
    #expect(failures.dropFirst().allSatisfy { $0.contains("until then, nothing is recorded.") })
    #expect(try directory.contents() == before)
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
  private func editExpectations(at directory: TemporaryFixtures) throws {
    try directory.put(
      try directory.text(of: "Poem/v1/haiku.expected.json").replacing("Issa", with: "ISSA"),
      at: "Poem/v1/haiku.expected.json")
    try directory.put(
      try directory.text(of: "Poem/v1/other.expected.json").replacing("Buson", with: "BUSON"),
      at: "Poem/v1/other.expected.json")
  }

  @Test(arguments: RecordingMode.allCases)
  func `a shipped step that was edited together with its expectations is reported`(
    _ mode: RecordingMode
  ) throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.ship(Shipped.Poem.self)
    try editExpectations(at: directory)
    let before = try directory.contents()

    #expect(
      directory.failures(of: EditedStep.Poem.self, mode: mode) == [
        """
        Expectations of Poem aren't the ones in MigrationFixtures/Poem/schema.json, with which \
        version 2 shipped:
          changed  MigrationFixtures/Poem/v1/haiku.expected.json
          changed  MigrationFixtures/Poem/v1/other.expected.json
        Users have documents that were migrated to what these files said. Restore them from version \
        control, undo the change to the step or the type, and correct the result in the next version. If \
        the new result is right, keep the files, delete their lines in 'expectations' of \
        MigrationFixtures/Poem/schema.json, and record them again: MIGRATION_FIXTURES=missing swift test
        """
      ])
    #expect(try directory.contents() == before)
  }

  @Test(arguments: ["\"v1/haiku.expected.json\"", "\"haiku.json\""])
  func `an expectation whose line is removed from the lock is recorded again`(
    _ line: String
  ) throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.remove("Poem/v1/other.json")
    try directory.remove("Poem/v1/other.expected.json")
    try directory.removeLine(containing: "\"other.json\"")
    try directory.ship(Shipped.Poem.self)
    let digest = try directory.line(containing: "\"v1/haiku.expected.json\"")
    try directory.put(
      try directory.text(of: "Poem/v1/haiku.expected.json").replacing("Issa", with: "ISSA"),
      at: "Poem/v1/haiku.expected.json")

    try directory.removeLine(containing: line)
    directory.setUp(EditedStep.Poem.self)

    #expect(directory.failures(of: EditedStep.Poem.self) == [])
    #expect(try directory.line(containing: "\"v1/haiku.expected.json\"") != digest)
  }

  @Test func `a lock without the expectations of a shipped version is incomplete`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.ship(Shipped.Poem.self)
    let complete = try directory.text(of: "Poem/schema.json")
    let start = try #require(complete.range(of: "      \"expectations\""))
    let end = try #require(complete.range(of: "},\n", range: start.lowerBound..<complete.endIndex))
    try directory.put(
      complete.replacingCharacters(in: start.lowerBound..<end.upperBound, with: ""),
      at: "Poem/schema.json")

    let failures = directory.failures(of: Shipped.Poem.self)

    #expect(failures.count == 1)
    #expect(
      failures.first?.contains(
        """
          its expectation v1/haiku.expected.json
          its expectation v1/other.expected.json
        """) == true)
    directory.setUp(Shipped.Poem.self)
    #expect(try directory.text(of: "Poem/schema.json") == complete)
  }

  @Test func `a document that is added to a shipped version has a locked expectation`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.ship(Shipped.Poem.self)
    try directory.put(PoemText.oneLine.replacing("Issa", with: "Shiki"), at: "Poem/v1/third.json")
    directory.setUp(Shipped.Poem.self)

    #expect(directory.failures(of: Shipped.Poem.self) == [])
    try directory.put(
      try directory.text(of: "Poem/v1/third.expected.json").replacing("Shiki", with: "SHIKI"),
      at: "Poem/v1/third.expected.json")
    #expect(
      directory.failures(of: Shipped.Poem.self).first?.contains(
        "changed  MigrationFixtures/Poem/v1/third.expected.json") == true)
  }

  @Test func `the next version has expectations of its own`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.ship(Shipped.Poem.self)
    _ = directory.failures(of: Next.Poem.self, mode: .newest)
    #expect(directory.failures(of: Next.Poem.self) == [])
    func versionsWithExpectations() throws -> [AnyVersion] {
      try SchemaLock(from: Data(directory.text(of: "Poem/schema.json").utf8)).versions
        .filter { $0.expectations != nil }.map(\.version)
    }
    #expect(try versionsWithExpectations() == [2])

    try directory.ship(Next.Poem.self)
    #expect(try versionsWithExpectations() == [3])
    #expect(try directory.line(containing: "\"v1/haiku.expected.json\"") != "")
    #expect(directory.failures(of: Next.Poem.self) == [])
  }

  @Test func `a fixture that was edited until it passed is reported`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    let edited = try directory.text(of: "Poem/v1/haiku.json").replacing("Issa", with: "Buson")
    try directory.put(edited, at: "Poem/v1/haiku.json")
    try directory.remove("Poem/v1/haiku.expected.json")

    let failures = directory.failures(of: Shipped.Poem.self, mode: .newest)

    #expect(
      failures.first == """
        The fixtures of version 1 of Poem, which has shipped, aren't the ones in \
        MigrationFixtures/Poem/schema.json:
          changed  MigrationFixtures/Poem/v1/haiku.json
        Restore them from version control. If a document must really be removed or changed, remove \
        its line from MigrationFixtures/Poem/schema.json too.
        """)
    #expect(!directory.files.contains("Poem/v1/haiku.expected.json"))
  }

  @Test(arguments: RecordingMode.allCases)
  func `no sample replaces the fixtures of a shipped version`(
    _ mode: RecordingMode
  ) throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.remove("Poem/v1")
    let before = try directory.contents()

    #expect(
      directory.failures(of: Shipped.Poem.self, mode: mode) == [
        """
        The fixtures of version 1 of Poem, which has shipped, aren't the ones in \
        MigrationFixtures/Poem/schema.json:
          missing  MigrationFixtures/Poem/v1/haiku.json
          missing  MigrationFixtures/Poem/v1/other.json
        Restore them from version control. If a document must really be removed or changed, remove \
        its line from MigrationFixtures/Poem/schema.json too.
        """
      ])
    #expect(try directory.contents() == before)
  }

  // MARK: - Causes and consequences

  @Test(arguments: RecordingMode.allCases)
  func `a changed shipped shape comes first, and nothing is written`(_ mode: RecordingMode) throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.put(
      try directory.text(of: "Poem/v1/haiku.expected.json").replacing("Issa", with: "Bashō"),
      at: "Poem/v1/haiku.expected.json")
    try directory.remove("Poem/v1/other.expected.json")
    try directory.remove("Poem/v2")
    let before = try directory.contents()

    let failures = directory.failures(of: Drifted.Poem.self, mode: mode)

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
    #expect(try directory.contents() == before)
  }

  @Test func `a shipped type that only writes another value stops recording too`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    try directory.put(
      try directory.text(of: "Poem/v1/haiku.expected.json").replacing("Issa", with: "Bashō"),
      at: "Poem/v1/haiku.expected.json")
    let before = try directory.contents()

    let failures = directory.failures(of: Shouting.Poem.self, mode: .newest)

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
    #expect(try directory.contents() == before)
  }

  @Test func `a document is not recorded while a shipped shape has changed`() throws {
    let directory = try TemporaryFixtures.ofOldPoems()
    let before = try directory.contents()

    let failures = directory.fixtures(of: Drifted.Poem.self, mode: .newest)
      .failures(recording: Drifted.Poem(), as: "empty").map(\.description)

    #expect(
      failures.first?.hasPrefix("PoemV1, the type of version 1 of Poem, no longer has the shape")
        == true)
    #expect(
      failures.last == """
        There is no MigrationFixtures/Poem/v2/empty.json yet, which the test records as 'empty'.
        Restore what has shipped first; until then, nothing is recorded.
        """)
    #expect(try directory.contents() == before)
  }
}
