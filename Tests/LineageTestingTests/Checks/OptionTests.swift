import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Options for fixtures, and locks written by earlier versions of the library.
struct OptionTests {
  // MARK: - Nothing has shipped

  private enum Planned {
    struct PoemV1: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var author = ""
    }

    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = PoemV1
      var author = ""
      var year = 0
    }

    /// Both versions after a change.
    enum Changed {
      struct PoemV1: VersionedCodable, DefaultFillable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var author = ""
        var language = "en"
      }

      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 2
        typealias PreviousVersion = PoemV1
        var author = ""
        var language = "en"
        var year = 0
      }
    }
  }

  private func failures<Document: VersionedCodable>(
    at directory: TemporaryFixtures, of type: Document.Type, mode: RecordingMode = .never,
    hasShipped: Bool = false
  ) -> [String] {
    directory.fixtures(of: type, mode: mode, hasShipped: hasShipped).failuresAfterRecording().map(
      \.description)
  }

  @Test func `all versions of a chain can change until one of them ships`() throws {
    let directory = TemporaryFixtures()
    _ = failures(at: directory, of: Planned.Poem.self, mode: .missing)
    #expect(try !directory.text(of: "Poem/schema.json").contains(#""shipped": true"#))
    #expect(failures(at: directory, of: Planned.Poem.self) == [])

    let seen = failures(at: directory, of: Planned.Changed.Poem.self)
    let recorded = failures(at: directory, of: Planned.Changed.Poem.self, mode: .newest)

    #expect(
      seen.contains(
        """
        PoemV1, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `language` was added, as `String` with the default `"en"`
        If version 1 has shipped, undo the change, and set "shipped" to true in schema.json. If \
        not, and the change is right, record it: MIGRATION_FIXTURES=newest swift test
        """))
    #expect(
      recorded == [
        """
        Recorded:
          MigrationFixtures/Poem/v1/sample.json
          MigrationFixtures/Poem/v1/sample2.json
          MigrationFixtures/Poem/v2/sample.json
          MigrationFixtures/Poem/v2/sample2.json
          MigrationFixtures/Poem/v1/sample.expected.json
          MigrationFixtures/Poem/v1/sample2.expected.json
          MigrationFixtures/Poem/schema.json
        Review what was written, commit it, and run the tests again. A run that records always fails, \
        so that nothing is recorded without a review.
        """
      ])
    #expect(failures(at: directory, of: Planned.Changed.Poem.self) == [])
  }

  @Test func `by default, older versions have shipped`() throws {
    let directory = TemporaryFixtures()
    _ = failures(at: directory, of: Planned.Poem.self, mode: .missing)

    #expect(
      directory.failures(of: Planned.Poem.self) == [
        """
        MigrationFixtures/Poem/schema.json doesn't contain everything about version 1 of Poem yet:
          its digest
          its fixture sample.json
          its fixture sample2.json
          its mark as shipped, because there is a newer version
        What it contains hasn't changed. Record the rest and review it: MIGRATION_FIXTURES=missing \
        swift test
        """
      ])
    directory.setUp(Planned.Poem.self)
    #expect(directory.failures(of: Planned.Poem.self) == [])
    #expect(
      directory.failures(of: Planned.Changed.Poem.self, mode: .newest).first?.hasSuffix(
        "Version 1 has shipped, so undo the change to PoemV1. If it is needed, make it in version 2."
      )
        == true)
  }

  @Test(arguments: RecordingMode.allCases)
  func `a test can't declare that nothing has shipped if the lock says otherwise`(
    _ mode: RecordingMode
  ) throws {
    let directory = TemporaryFixtures().setUp(Planned.Poem.self)
    let before = try directory.contents()

    #expect(
      failures(at: directory, of: Planned.Changed.Poem.self, mode: mode) == [
        """
        The test of Poem passes hasShipped: false, but MigrationFixtures/Poem/schema.json marks \
        version 1 as shipped.
        If users already have documents, remove hasShipped: false. Otherwise set "shipped" to \
        false in MigrationFixtures/Poem/schema.json, and delete its "fixtures" and its "digest".
        """
      ])
    #expect(try directory.contents() == before)
  }

  // MARK: - Unknown fields

  private struct Notebook: VersionedCodable, DefaultFillable {
    struct Cell: DefaultFillable {
      var text = ""
    }

    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = ""
    var cells: [Cell] = []
    var unknownFields = UnknownFields()
  }

  @Test func `unknown fields can be allowed if the type preserves them`() throws {
    let directory = TemporaryFixtures()
    try directory.put(
      #"{"version": 1, "title": "a", "cells": [], "tool": {"name": "x"}}"#,
      at: "Notebook/v1/kept.json")
    func failures(allowing: Bool, _ mode: RecordingMode = .never) -> [FixtureFailure.Rule] {
      directory.fixtures(
        of: Notebook.self, named: "Notebook", mode: mode, allowsUnknownFields: allowing
      ).failuresAfterRecording().map(\.rule)
    }
    _ = failures(allowing: true, .missing)

    #expect(failures(allowing: true) == [])
    #expect(failures(allowing: false) == [.fixtureHasNoUnknownFields])
    try directory.put(
      #"{"version": 1, "title": "a", "cells": [{"text": "b", "tool": 1}]}"#,
      at: "Notebook/v1/dropped.json")
    #expect(failures(allowing: true) == [.fixtureHasNoUnknownFields])
  }

  // MARK: - Incomplete locks

  @Test func `a lock without fixtures and digests is completed`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Poem.self)
    let complete = try directory.text(of: "Poem/schema.json")
    let old =
      complete
      .replacing(/"fixtures": \{[^}]*\},\s*/, with: "")
      .replacing(/"digest": "[^"]*",\s*/, with: "")
    try directory.put(old, at: "Poem/schema.json")
    #expect(old != complete)

    #expect(
      directory.failures(of: Shipped.Poem.self) == [
        """
        MigrationFixtures/Poem/schema.json doesn't contain everything about version 1 of Poem yet:
          its digest
          its fixture sample.json
          its fixture sample2.json
        What it contains hasn't changed. Record the rest and review it: MIGRATION_FIXTURES=missing \
        swift test
        """
      ])
    directory.setUp(Shipped.Poem.self)
    #expect(try directory.text(of: "Poem/schema.json") == complete)
  }

  @Test func `a fixture of a shipped version can be added and reformatted`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Poem.self)
    try directory.put(#"{"version": 1, "text": "dew", "author": "Issa"}"#, at: "Poem/v1/new.json")

    #expect(
      directory.failures(of: Shipped.Poem.self, mode: .missing).first?.hasPrefix(
        """
        Recorded:
          MigrationFixtures/Poem/v1/new.expected.json
          MigrationFixtures/Poem/schema.json
        """) == true)
    #expect(directory.failures(of: Shipped.Poem.self) == [])
    try directory.put(
      "{\r\n\"author\":\"Issa\",\"version\":1,\"text\":\"dew\"}", at: "Poem/v1/new.json")
    #expect(directory.failures(of: Shipped.Poem.self) == [])
  }

  @Test func `a document that doesn't decode is not locked as a fixture`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Poem.self)
    try directory.put(#"{"version": 1, "author": 7}"#, at: "Poem/v1/damaged.json")
    let before = try directory.contents()

    #expect(
      directory.fixtures(of: Shipped.Poem.self, mode: .missing).failuresAfterRecording().map(\.rule)
        == [
          .fixtureDecodes
        ])
    #expect(try directory.contents() == before)
  }
}
