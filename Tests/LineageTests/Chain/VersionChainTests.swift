import Lineage
import Testing

struct VersionChainTests {
  struct PoemV0: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
  }

  struct PoemV1: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.external
    init(from old: PoemV0) throws {}
  }

  struct PoemV2: VersionedCodable {
    static let version = "2025-06"
    init(from old: PoemV1) throws {}
  }

  struct Poem: VersionedCodable {
    static let version = 3
    static let versionLocation = VersionLocation.path("meta", "v")
    init(from old: PoemV2) throws {}
  }

  @Test func `a chain has a link for each version, newest first`() {
    #expect(
      Poem.chain
        == VersionChain(links: [
          .init(version: 3, location: .path("meta", "v"), type: "Poem"),
          .init(version: "2025-06", type: "PoemV2"),
          .init(version: 1, location: .external, type: "PoemV1"),
          .init(version: nil, type: "PoemV0"),
        ]))
  }

  @Test func `the chain of an older version is the rest of it`() {
    #expect(PoemV2.chain.links == Array(Poem.chain.links.dropFirst()))
  }

  @Test func `a chain is printed with one line per version`() {
    #expect(
      Poem.chain.description == """
        3 Poem
        2025-06 PoemV2
        1 PoemV1
        unversioned PoemV0
        """)
  }

  @Test(arguments: [
    (VersionLocation.key("v"), "v"), (.path("a", "b", "c"), "a.b.c"), (.external, "external"),
  ])
  func `a location is printed as its keys`(location: VersionLocation, text: String) {
    #expect(location.description == text)
  }

  @Test func `a path of one key equals that key`() {
    #expect(VersionLocation.path("v") == .key("v"))
  }

  @Test func `NothingOlder has no older version`() throws {
    let error = try migrationError { try migrated(NothingOlder.self, "{}") }

    #expect(NothingOlder.chain.links == [])
    #expect(error.reason == .missingVersion)
  }
}
