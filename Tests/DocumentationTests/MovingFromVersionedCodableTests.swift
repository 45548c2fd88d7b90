import Foundation
import Lineage
import Testing

struct SonnetV1: VersionedCodable {
  static let version = 1
  static let versionLocation = VersionLocation.path("metadata", "version")
  typealias PreviousVersion = NothingOlder
  var author: String
  var body: String
}

struct Sonnet: VersionedCodable {
  static let version = 2
  static let versionLocation = VersionLocation.path("metadata", "version")
  var author: String
  var lines: [String]
}

extension Sonnet {
  init(from old: SonnetV1) throws {
    author = old.author
    lines = old.body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// The code of `Docs/MovingFromVersionedCodable.md`.
struct MovingFromVersionedCodableTests {
  @Test func `a chain with a version in the metadata opens as before`() throws {
    let json = #"{"metadata":{"version":1},"author":"Shakespeare","body":"Shall I\ncompare"}"#
    let sonnet = try JSONDecoder().decode(versioned: Sonnet.self, from: Data(json.utf8))
    // Sonnet(author: "Shakespeare", lines: ["Shall I", "compare"])

    #expect(sonnet.author == "Shakespeare")
    #expect(sonnet.lines == ["Shall I", "compare"])
  }

  @Test func `an error lists the versions that were tried`() throws {
    let error = try #require(throws: MigrationError.self) {
      try JSONDecoder().decode(
        versioned: Sonnet.self, from: Data(#"{"metadata":{"version":7}}"#.utf8))
    }

    #expect(error.documentType == "Sonnet")
    #expect(error.chain.links.map(\.type) == ["Sonnet", "SonnetV1"])
  }
}
