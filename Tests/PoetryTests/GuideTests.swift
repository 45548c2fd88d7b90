import Foundation
import Lineage
import LineageTesting
import Testing

@testable import PoetryDocuments

/// The other examples of the testing guide, with the documents of the example program.
struct GuideTests {
  @Test func `a document is recorded from code`() throws {
    let fixtures = MigrationFixtures(of: Poem.self)
    let haiku = Poem().copy {
      $0.author = "Issa"
      $0.stanzas = [["a world of dew"]]
    }
    try fixtures.record(haiku, as: "short")
    try fixtures.check()
  }

  /// The files in the guide are those of the example.
  @Test func `the files in the guide are those of the example`() throws {
    let expectation = """
      {
        "author" : "Bashō",
        "language" : "en",
        "stanzas" : [
          [
            "old pond",
            "frog leaps in",
            "water's sound"
          ]
        ],
        "version" : 3
      }

      """
    let lockEntry = """
      {
        "digest": "7d7cb5b879804401",
        "expectations": {
          "v1/haiku.expected.json": "ca14feebac9ca61c",
          "v2/stanzas.expected.json": "08b04c7f7dbdbf62"
        },
        "fixtures": {
          "greek.json": "a1941e267d0013af",
          "short.json": "d0d499d3c0149f5a"
        },
        "location": "version",
        "newerVersions": "refuse",
        "shape": "Poem",
        "shipped": true,
        "types": {
          "Poem": {
            "fields": {
              "author": {"default": "", "type": "String"},
              "language": {"default": "en", "type": "String"},
              "stanzas": {"default": [], "type": "[[String]]"}
            },
            "fills": "defaults"
          }
        },
        "version": 3
      }
      """
    let notes = """
      {
        "about" : "Version 3.0.1 wrote empty anthologies without their tags.",
        "filled" : [
          "metadata.tags"
        ]
      }

      """

    #expect(try text(of: "Poem/v1/haiku.expected.json") == expectation)
    #expect(try text(of: "Anthology/v3/empty.notes.json") == notes)
    let entry = lockEntry.split(separator: "\n").map { "    \($0)\n" }.joined()
    #expect(try text(of: "Poem/schema.json").contains(entry))
  }

  private func text(of file: String) throws -> String {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    return try String(
      contentsOf: root.appending(path: "MigrationFixtures/\(file)"), encoding: .utf8)
  }

  @Test func `a format has the extension that it is passed with`() throws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    let formats: [FixtureFormat] = [
      .json(decoder: decoder, encoder: encoder),
      FixtureFormat(fileExtension: "lines", decoder: LineDecoder(), encoder: LineEncoder()),
    ]

    #expect(formats.map(\.fileExtension) == ["json", "lines"])
  }

  /// A third-party decoder.
  private struct LineDecoder: VersionedDecoder {
    func decode<Value: Decodable>(_ type: Value.Type, from input: String) throws -> Value {
      try JSONDecoder().decode(type, from: Data(input.utf8))
    }
  }

  /// A third-party encoder.
  private struct LineEncoder: VersionedEncoder {
    func encode<Value: Encodable>(_ value: Value) throws -> String {
      String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
  }

  @Test func `the comparison of versions is the one in the guide`() throws {
    print(try MigrationFixtures(of: Poem.self).compatibility())
    // Poem, version 1 → version 2
    //   added    lines: [String]
    //   removed  text: String
    //   Programs of version 1 refuse documents of version 2.
    // Poem, version 2 → version 3
    //   added    language: String
    //   renamed  lines → stanzas
    //   retyped  stanzas: `[String]` → `[[String]]`
    //   changed  `author` had no default, and has `""` now
    //   changed  missing fields of the document were errors, and are now filled with defaults
    //   Programs of version 2 refuse documents of version 3.

    let report = try MigrationFixtures(of: Poem.self).compatibility()
    #expect(
      report.description == """
        Poem, version 1 → version 2
          added    lines: [String]
          removed  text: String
          Programs of version 1 refuse documents of version 2.
        Poem, version 2 → version 3
          added    language: String
          renamed  lines → stanzas
          retyped  stanzas: `[String]` → `[[String]]`
          changed  `author` had no default, and has `""` now
          changed  missing fields of the document were errors, and are now filled with defaults
          Programs of version 2 refuse documents of version 3.
        """)
  }
}
