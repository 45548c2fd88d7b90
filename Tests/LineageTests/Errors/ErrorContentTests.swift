import Foundation
import Lineage
import Testing

/// The data in an error besides its text.
struct ErrorContentTests {
  // MARK: - Models

  struct LineV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var words: [[String]]
  }

  struct Line: VersionedCodable {
    static let version = 2
    var words: [[String]]

    init(from old: LineV1) throws {
      if old.words.isEmpty { throw Empty() }
      words = old.words
    }
  }

  struct Empty: Error {}

  struct Stanza: Codable {
    var lines: [String: [Line]]
  }

  struct Poem: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var stanzas: [Stanza]
  }

  static func poem(_ line: String) -> String {
    #"{"version": 1, "stanzas": [{"lines": {}}, {"lines": {"a": [\#(line)]}}]}"#
  }

  // MARK: - Paths

  @Test(
    arguments: [
      (#"{"version": 2, "words": [["a"], ["b", 3]]}"#, "stanzas[1].lines.a[0].words[1][1]"),
      (#"{"version": 1, "words": [["a"], ["b", 3]]}"#, "stanzas[1].lines.a[0].words[1][1]"),
      (#"{"version": 2}"#, "stanzas[1].lines.a[0].words"),
      (#"{"version": 3}"#, "stanzas[1].lines.a[0]"),
      (#"{"version": 1, "words": []}"#, "stanzas[1].lines.a[0]"),
      (#"7"#, "stanzas[1].lines.a[0]"),
      (#"[]"#, "stanzas[1].lines.a[0]"),
      (#"{"version": 2, "words": 7}"#, "stanzas[1].lines.a[0].words"),
    ], StoredFormat.allCases)
  func `the coding path reaches into arrays and dictionaries`(
    line: (text: String, path: String), format: StoredFormat
  ) throws {
    let document = try format.document(Self.poem(line.text))

    let error = try migrationError { try format.decode(Poem.self, from: document) }

    #expect(error.path.description == line.path)
  }

  // MARK: - Chain, type and cause

  @Test func `an error has the chain and the type`() throws {
    let error = try migrationError {
      try migrated(Poem.self, Self.poem(#"{"version": 3}"#))
    }

    #expect(error.documentType == "Line")
    #expect(error.chain == Line.chain)
  }

  @Test func `a failed step is named, with the error that it threw`() throws {
    let error = try migrationError {
      try migrated(Poem.self, Self.poem(#"{"version": 1, "words": []}"#))
    }

    #expect(error.reason == .stepFailed(from: 1, to: 2))
    #expect(error.underlyingError is Empty)
  }

  @Test func `the underlying decoding error is kept`() throws {
    let error = try migrationError {
      try migrated(Poem.self, Self.poem(#"{"version": 2, "words": [[1]]}"#))
    }

    guard case DecodingError.typeMismatch(let type, let context)? = error.underlyingError else {
      Issue.record("Expected a type mismatch.")
      return
    }
    #expect(ObjectIdentifier(type) == ObjectIdentifier(String.self))
    #expect(context.codingPath.map(\.intValue) == [nil, 1, nil, nil, 0, nil, 0, 0])
  }

  // MARK: - Steps that decode

  struct Blob: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var line: String
  }

  struct Unpacked: VersionedCodable {
    static let version = 2
    var line: Line

    init(from old: Blob) throws {
      line = try JSONDecoder().decode(versioned: Line.self, from: Data(old.line.utf8))
    }
  }

  @Test func `a step that fails to decode something else is named`() throws {
    let error = try migrationError { try migrated(Unpacked.self, #"{"version": 1, "line": "{"}"#) }

    #expect(error.reason == .stepFailed(from: 1, to: 2))
    #expect(error.documentType == "Unpacked")
  }

  struct PlainUnpacked: VersionedCodable {
    static let version = 2
    var size: Int

    init(from old: Blob) throws {
      size = try JSONDecoder().decode(Int.self, from: Data(old.line.utf8))
    }
  }

  @Test func `a decoding error that a step throws is the step's`() throws {
    let error = try migrationError {
      try migrated(PlainUnpacked.self, #"{"version": 1, "line": "{"}"#)
    }

    #expect(error.reason == .stepFailed(from: 1, to: 2))
    #expect(error.underlyingError is DecodingError)
    #expect(error.path == "")
  }

  @Test func `a report requested in a step is separate from the document's`() throws {
    let text = #"{"version": 1, "line": "{\"version\": 2, \"words\": [], \"extra\": 1}"}"#

    let report = try report(of: Unpacked.self, text)

    #expect(report.description == "version 1: Blob → Unpacked")
  }

  struct StepOfThree: VersionedCodable {
    static let version = 3
    init(from old: Unpacked) throws { throw Empty() }
  }

  @Test func `the failed one of several steps is named`() throws {
    let text = #"{"version": 1, "line": "{\"version\": 2, \"words\": []}"}"#

    let error = try migrationError { try migrated(StepOfThree.self, text) }

    #expect(error.reason == .stepFailed(from: 2, to: 3))
  }

  // MARK: - Writing

  struct Unwritable: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    func encode(to encoder: any Encoder) throws { throw Empty() }
  }

  @Test(arguments: StoredFormat.allCases)
  func `an error that a type throws when it is encoded is rethrown`(format: StoredFormat) throws {
    let value = try migrated(Unwritable.self, #"{"version": 1}"#)

    #expect(throws: Empty.self) { try format.encode(value) }
  }
}
