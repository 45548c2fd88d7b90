import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Enums that get a case after a version that has them has shipped.
struct OpenEnumLockTests {
  enum Before {
    enum Medium: String, Codable, CaseIterable { case print, web }
    enum Mood: String, Codable, CaseIterable { case calm, merry }

    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var medium = OpenEnum(Medium.print)
      var blocks: [Block] = []
      var mood = Mood.calm
    }

    enum Block: OpenUnion {
      case text(Text)
      case unknown(DocumentValue)

      static let tagKey = "type"
      static let payloads: [Payload] = [
        Payload("text", text) { if case .text(let it) = $0 { it } else { nil } },
        .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
      ]
    }
  }

  struct Text: Codable { var body: String }

  /// The open ones have more cases.
  enum After {
    enum Medium: String, Codable, CaseIterable { case print, web, podcast }

    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var medium = OpenEnum(Medium.print)
      var blocks: [Block] = []
      var mood = Before.Mood.calm
    }

    enum Block: OpenUnion {
      case text(Text)
      case image(Text)
      case unknown(DocumentValue)

      static let tagKey = "type"
      static let payloads: [Payload] = [
        Payload("text", text) { if case .text(let it) = $0 { it } else { nil } },
        Payload("image", image) { if case .image(let it) = $0 { it } else { nil } },
        .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
      ]
    }
  }

  /// The closed one has a case more.
  enum Closed {
    enum Mood: String, Codable, CaseIterable { case calm, merry, sad }

    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var medium = OpenEnum(Before.Medium.print)
      var blocks: [Before.Block] = []
      var mood = Mood.calm
    }
  }

  /// The closed one is open, and elements are lenient.
  enum Opened {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var medium = OpenEnum(Before.Medium.print)
      @LenientElements var blocks: [Before.Block] = []
      var mood = OpenEnum(Before.Mood.calm)
    }
  }

  private func directory<Document: VersionedCodable>(
    of type: Document.Type = Before.Poem.self, block: String = "text", medium: String = "web",
    hasShipped: Bool
  ) throws -> TemporaryFixtures {
    let directory = TemporaryFixtures()
    try directory.put(
      """
      {"blocks":[{"body":"b","type":"\(block)"}],"medium":"\(medium)","mood":"calm","version":1}
      """, at: "Poem/v1/poem.json")
    directory.setUp(type)
    if hasShipped { try directory.ship(type) }
    return directory
  }

  /// Expects that the new cases can't be removed again.
  private func expectLostCases(in directory: TemporaryFixtures) {
    let failures = directory.failures(of: Before.Poem.self)
    #expect(failures.contains { $0.contains(#"`medium` no longer has the case `"podcast"`"#) })
    #expect(failures.contains { $0.contains(#"`blocks[]` no longer has the case `"image"`"#) })
  }

  @Test func `open enums of a version that has shipped may get new cases, which the lock gets too`()
    throws
  {
    let directory = try directory(hasShipped: true)
    #expect(try directory.text(of: "Poem/schema.json").contains(#""shipped": true"#))
    #expect(directory.failures(of: Before.Poem.self) == [])

    // Elsewhere, the lock is incomplete.
    let failures = directory.failures(of: After.Poem.self)
    #expect(failures.count == 1)
    #expect(failures.first?.contains("no longer has") == false)
    directory.setUp(After.Poem.self)
    #expect(directory.failures(of: After.Poem.self) == [])

    expectLostCases(in: directory)
  }

  @Test func `a shipped enum may become open, and a value lenient, but not back again`() throws {
    let directory = try directory(hasShipped: true)

    let failures = directory.failures(of: Opened.Poem.self)
    #expect(failures.count == 1)
    #expect(failures.first?.contains("doesn't contain everything about version 1") == true)
    directory.setUp(Opened.Poem.self)
    #expect(directory.failures(of: Opened.Poem.self) == [])

    let closed = directory.failures(of: Before.Poem.self)
    #expect(
      closed.contains {
        $0.contains("`mood` preserved unknown cases, and now rejects them")
          && $0.contains("`blocks` left out elements that don't decode, and now rejects")
      })
  }

  @Test func `open enums of a shipped version lose no case, and closed ones get none`() throws {
    let directory = try directory(hasShipped: true)
    let closed = directory.failures(of: Closed.Poem.self)
    #expect(closed.count == 1)
    #expect(closed.first?.contains(#"`mood` has the new case `"sad"`"#) == true)

    expectLostCases(
      in: try self.directory(
        of: After.Poem.self, block: "image", medium: "podcast", hasShipped: true))
  }

  @Test func `the lock of a version that hasn't shipped gets the new cases`() throws {
    let directory = try directory(hasShipped: false)
    #expect(
      directory.failures(of: After.Poem.self).contains {
        $0.contains(#"`medium` has the new case `"podcast"`"#)
      })
    _ = directory.fixtures(of: After.Poem.self, mode: .newest).failuresAfterRecording()
    #expect(try directory.text(of: "Poem/schema.json").contains("podcast"))
  }

  // MARK: - Keys

  private enum Keyed {
    enum Medium: String, Codable, CodingKeyRepresentable, CaseIterable { case darkMode, web }

    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var counts: [Medium: Int] = [:]
      @Lenient var size = 1
    }

    enum Opened {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var counts: [OpenEnum<Medium>: Int] = [:]
        @Lenient var size = 1
      }
    }

    enum Strict {
      struct Poem: VersionedCodable, DefaultFillable {
        static let version = 1
        typealias PreviousVersion = NothingOlder
        var counts: [Medium: Int] = [:]
        var size = 1
      }
    }
  }

  @Test func `dictionary keys of a shipped version may not become open`() throws {
    let directory = TemporaryFixtures().setUp(Keyed.Poem.self)
    try directory.ship(Keyed.Poem.self)

    let failures = directory.failures(of: Keyed.Opened.Poem.self)
    #expect(
      failures.first?.contains("`counts.key` rejected unknown cases, and now preserves") == true)
    #expect(failures.first?.contains("Version 1 has shipped, so undo the change") == true)
  }

  @Test func `a property of a shipped version may become lenient, but not strict`() throws {
    let directory = TemporaryFixtures().setUp(Keyed.Strict.Poem.self)
    try directory.ship(Keyed.Strict.Poem.self)
    directory.setUp(Keyed.Poem.self)
    #expect(directory.failures(of: Keyed.Poem.self) == [])

    let failures = directory.failures(of: Keyed.Strict.Poem.self)
    #expect(
      failures.first?.contains("`size` replaced values that don't decode with its default") == true)
  }
}
