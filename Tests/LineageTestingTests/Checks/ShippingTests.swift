import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// The life cycle of a document, from its first fixture to later versions.
struct ShippingTests {
  @Test func `a version ships, and a newer one follows`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Poem.self)
    try directory.ship(Shipped.Poem.self)
    let shipped = try directory.contents()

    // The beginning of version 3: it gets a fixture and a lock entry, and expectations must have
    // the newest form.
    let begun = directory.failures(of: Next.Poem.self, mode: .newest)
    let finished = directory.failures(of: Next.Poem.self)

    #expect(
      begun == [
        """
        Recorded:
          MigrationFixtures/Poem/v3/sample.json
          MigrationFixtures/Poem/v3/sample2.json
          MigrationFixtures/Poem/v1/sample.expected.json
          MigrationFixtures/Poem/v1/sample2.expected.json
          MigrationFixtures/Poem/v2/sample.expected.json
          MigrationFixtures/Poem/v2/sample2.expected.json
          MigrationFixtures/Poem/schema.json
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """
      ])
    #expect(finished == [])
    for (file, text) in shipped where !file.contains("expected") && !file.contains("schema") {
      #expect(try directory.text(of: file) == text, "\(file)")
    }
  }

  @Test func `a run that recorded something fails again when it is repeated`() {
    let directory = TemporaryFixtures()
    var fixtures = directory.fixtures(of: Shipped.Poem.self, mode: .missing)
    fixtures.history = RecordedFiles()

    let first = fixtures.failuresAfterRecording().map(\.description)
    let repeated = fixtures.failuresAfterRecording().map(\.description)
    let other = fixtures.failures(fuzzing: 10, seed: 1).map(\.description)
    fixtures.history = RecordedFiles()
    let reviewed = fixtures.failuresAfterRecording().map(\.description)

    #expect(first.count == 1)
    #expect(repeated == first)
    #expect(other == [])
    #expect(reviewed == [])
  }

  @Test func `a process remembers what its tests have recorded`() {
    #expect(MigrationFixtures(of: Shipped.Poem.self).recordedFiles === RecordedFiles.ofProcess)
  }

  @Test func `the newest version can change until it ships`() throws {
    let directory = TemporaryFixtures().setUp(Extended.Poem.self)

    let seen = directory.failures(of: Extended.Changed.Poem.self)
    let recorded = directory.failures(of: Extended.Changed.Poem.self, mode: .newest)
    let afterwards = directory.failures(of: Extended.Changed.Poem.self)

    #expect(seen.count == 3)
    #expect(seen.allSatisfy { $0.contains("MIGRATION_FIXTURES=newest swift test") })
    #expect(recorded.count == 1)
    #expect(afterwards == [])
  }

  @Test func `a changed newest type is reported before its fixtures`() throws {
    let directory = TemporaryFixtures().setUp(Shrinking.Poem.self)

    let failures = directory.failures(of: Shrinking.Changed.Poem.self)

    #expect(
      failures.first == """
        Poem, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `mood` was removed; it was `String`
        If version 1 has shipped, undo the change, and set "shipped" to true in schema.json. If \
        not, and the change is right, record it: MIGRATION_FIXTURES=newest swift test
        """)
    #expect(failures.count == 3)
    #expect(
      failures.last?.contains(
        "If they were removed from the type, which hasn't shipped, remove them from the file, too.")
        == true)
  }

  @Test func `after the newest type lost a field, its fixtures are recorded without it`() throws {
    let directory = TemporaryFixtures().setUp(Shrinking.Poem.self)

    let recorded = directory.failures(of: Shrinking.Changed.Poem.self, mode: .newest)

    #expect(recorded.count == 3)
    #expect(recorded.first?.contains("unknown  mood") == true)
    #expect(
      recorded.last?.hasPrefix(
        """
        Recorded:
          MigrationFixtures/Poem/v1/sample.json
          MigrationFixtures/Poem/v1/sample2.json
          MigrationFixtures/Poem/schema.json

        """) == true)
    #expect(directory.failures(of: Shrinking.Changed.Poem.self) == [])
  }

  private enum Shrinking {
    struct Poem: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var author: String
      var mood: String
    }

    enum Changed {
      struct Poem: VersionedCodable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var author: String
      }
    }
  }

  private enum Extended {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var author = ""
    }

    enum Changed {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var author = ""
        var language = "en"
      }
    }
  }

  @Test func `only files that could have been recorded are rewritten`() throws {
    let directory = TemporaryFixtures().setUp(Extended.Poem.self)
    let compact = #"{"version":1,"author":"Issa","mood":"calm"}"#
    try directory.put(compact, at: "Poem/v1/compact.json")
    try directory.put(
      "{\n  \"author\" : \"Issa\",\n  \"version\" : 1\n}\n", at: "Poem/v1/special.json")
    try directory.put(
      #"{"about": "Special.", "filled": ["language"]}"#, at: "Poem/v1/special.notes.json")
    let special = try directory.text(of: "Poem/v1/special.json")

    let failures = directory.failures(of: Extended.Changed.Poem.self, mode: .newest)

    #expect(try directory.text(of: "Poem/v1/compact.json") == compact)
    #expect(try directory.text(of: "Poem/v1/special.json") == special)
    #expect(try directory.text(of: "Poem/v1/sample.json").contains("language"))
    #expect(failures.contains { $0.contains("unknown  mood") })
  }

  @Test func `files of shipped versions are never rewritten, regardless of the mode`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Poem.self)
    try directory.ship(Shipped.Poem.self)
    let before = try directory.contents()

    for mode in RecordingMode.allCases {
      let failures = directory.failures(of: Drifted.Poem.self, mode: mode)
      #expect(!failures.isEmpty)
      #expect(failures.allSatisfy { !$0.hasPrefix("Recorded") })
    }

    #expect(try directory.contents() == before)
  }

  private enum Stubborn {
    /// It rejects all values that can be made up.
    struct Code: Codable {
      var text: String

      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard text.hasPrefix("code-7-") else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "This is no code."))
        }
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }

    struct Ticket: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var code: Code
      var seat: Int
    }
  }

  @Test func `the lock is completed from a fixture`() throws {
    let directory = TemporaryFixtures()
    let first = directory.failures(of: Stubborn.Ticket.self, named: "Ticket", mode: .missing)
    #expect(first.count == 3, "No sample can be made, and the lock is recorded, with its gaps.")
    #expect(try !directory.text(of: "Ticket/schema.json").contains("seat"))
    try directory.markAsShipped("Ticket")
    try directory.put(#"{"version": 1, "code": "code-7-a", "seat": 3}"#, at: "Ticket/v1/one.json")

    #expect(
      directory.failures(of: Stubborn.Ticket.self, named: "Ticket") == [
        """
        MigrationFixtures/Ticket/schema.json doesn't contain everything about version 1 of Ticket yet:
          more of its shape, which is known from a fixture or the type
          its digest
          its fixture one.json
        What it contains hasn't changed. Record the rest and review it: MIGRATION_FIXTURES=missing \
        swift test
        """
      ])
    directory.setUp(Stubborn.Ticket.self, named: "Ticket")
    #expect(directory.failures(of: Stubborn.Ticket.self, named: "Ticket") == [])
    #expect(try directory.text(of: "Ticket/schema.json").contains(#""seat": "Int""#))
    #expect(try directory.text(of: "Ticket/schema.json").contains(#""shipped": true"#))
  }
}
