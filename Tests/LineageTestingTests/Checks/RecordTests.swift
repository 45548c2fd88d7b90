import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Documents that a test records with `record(_:as:)`.
struct RecordTests {
  private let poem = Shipped.Poem(author: "Issa", lines: ["a world of dew"])

  /// The failures of `record(_:as:)`.
  private func failures<Document: VersionedCodable>(
    recording document: Document, as name: String, at directory: TemporaryFixtures,
    mode: RecordingMode
  ) -> [String] {
    directory.fixtures(of: Document.self, mode: mode).failures(recording: document, as: name)
      .map(\.description)
  }

  @Test func `a document becomes a file with sorted keys and a newline at its end`() throws {
    let directory = TemporaryFixtures()

    let failures = failures(recording: poem, as: "long", at: directory, mode: .missing)

    #expect(
      failures == [
        """
        Recorded:
          MigrationFixtures/Poem/v2/long.json
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """
      ])
    #expect(
      try directory.text(of: "Poem/v2/long.json") == """
        {
          "author" : "Issa",
          "language" : "en",
          "lines" : [
            "a world of dew"
          ],
          "version" : 2
        }

        """)
  }

  @Test(arguments: RecordingMode.allCases)
  func `the same document passes afterwards`(_ mode: RecordingMode) {
    let directory = TemporaryFixtures()
    _ = failures(recording: poem, as: "long", at: directory, mode: .missing)

    #expect(failures(recording: poem, as: "long", at: directory, mode: mode) == [])
  }

  @Test func `nothing is written in mode never`() {
    let directory = TemporaryFixtures()

    #expect(
      failures(recording: poem, as: "long", at: directory, mode: .never) == [
        """
        There is no MigrationFixtures/Poem/v2/long.json yet, which the test records as 'long'.
        Record and review it: MIGRATION_FIXTURES=missing swift test
        """
      ])
    #expect(directory.files == [])
  }

  @Test func `another document is a failure until it is recorded again`() throws {
    let directory = TemporaryFixtures()
    _ = failures(recording: poem, as: "long", at: directory, mode: .missing)
    let other = poem.copy { $0.language = "ja" }
    let before = try directory.text(of: "Poem/v2/long.json")

    #expect(
      failures(recording: other, as: "long", at: directory, mode: .missing) == [
        """
        The document that the test records differs from the one in \
        MigrationFixtures/Poem/v2/long.json:
          changed  language: "en" → "ja"
        If a value differs each time, such as an identifier or the time, give it a fixed one in \
        the test. If version 2 has shipped, undo the change, and set "shipped" to true in \
        schema.json. If not, and the change is right, record it: MIGRATION_FIXTURES=newest swift \
        test
        """
      ])
    #expect(try directory.text(of: "Poem/v2/long.json") == before)
    #expect(failures(recording: other, as: "long", at: directory, mode: .newest).count == 1)
    #expect(try directory.text(of: "Poem/v2/long.json").contains("ja"))
    #expect(failures(recording: other, as: "long", at: directory, mode: .never) == [])
  }

  @Test(arguments: RecordingMode.allCases)
  func `files of shipped versions are never rewritten`(_ mode: RecordingMode) throws {
    let directory = TemporaryFixtures()
    _ = failures(recording: poem, as: "long", at: directory, mode: .missing)
    directory.setUp(Shipped.Poem.self)
    try directory.ship(Shipped.Poem.self)
    let before = try directory.contents()

    #expect(
      failures(
        recording: poem.copy { $0.language = "ja" }, as: "long", at: directory, mode: mode) == [
          """
          The document that the test records differs from the one in \
          MigrationFixtures/Poem/v2/long.json:
            changed  language: "en" → "ja"
          Version 2 has shipped, so its files are never rewritten. If the type has changed, undo that \
          and add version 3; if the test has, record the document under another name.
          """
        ])
    #expect(try directory.contents() == before)
  }

  @Test(arguments: [
    (#"{"version":2,"author":"Issa","lines":[],"language":"en"}"#, nil as String?),
    (
      """
      {
        "author" : "Issa",
        "language" : "en",
        "lines" : [

        ],
        "mood" : "calm",
        "version" : 2
      }

      """, #"{"unknown": ["mood"]}"#
    ),
  ])
  func `a file that couldn't have been recorded isn't rewritten`(
    _ text: String, _ notes: String?
  ) throws {
    let directory = TemporaryFixtures()
    directory.setUp(Shipped.Poem.self)
    try directory.put(text, at: "Poem/v2/long.json")
    if let notes { try directory.put(notes, at: "Poem/v2/long.notes.json") }

    let failures = failures(recording: poem, as: "long", at: directory, mode: .newest)

    #expect(try directory.text(of: "Poem/v2/long.json") == text)
    #expect(failures.count == 1)
    #expect(
      failures.first?.hasSuffix(
        """
        give it a fixed one in the \
        test. The file has notes or different formatting, so it is never rewritten; if the change is right, \
        record it: rm MigrationFixtures/Poem/v2/long.json && MIGRATION_FIXTURES=missing swift test
        """) == true)
  }

  @Test func `a document that changes in a round trip is a failure`() {
    var document = Forgetful.Poem()
    document.language = "ja"
    let directory = TemporaryFixtures()

    #expect(
      failures(recording: document, as: "long", at: directory, mode: .missing).first == """
        The Poem that the test records changes when it is encoded and decoded:
          differs  language
        Make init(from:) and encode(to:) of Poem consistent.
        """)
  }

  @Test func `a case name can contain periods`() {
    let directory = TemporaryFixtures()
    _ = failures(recording: poem, as: "from 1.2.3", at: directory, mode: .missing)
    directory.setUp(Shipped.Poem.self)

    #expect(directory.files.contains("Poem/v2/from 1.2.3.json"))
    #expect(directory.failures(of: Shipped.Poem.self) == [])
  }

  @Test(arguments: [
    "", ".hid", "..", "../../esc", "a/b", "/a", "a\u{0}b", "x.expected", "x.notes", ".expected",
  ])
  func `a name that a check wouldn't find is refused`(_ name: String) {
    let directory = TemporaryFixtures()

    let failures = directory.fixtures(of: Shipped.Poem.self, mode: .missing).failures(
      recording: poem, as: name)

    #expect(failures.map(\.rule) == [.fileBelongsToVersion])
    #expect(
      failures.first?.description == """
        The test records a document as '\(name)', which can't be the name of a fixture: no check would find it.
        Give it a name without slashes that doesn't begin with a period, nor end in .expected or .notes.
        """)
    #expect(directory.files == [])
  }
}
