import Lineage
import Testing

@testable import LineageTesting

/// Changes of types without versions that several versions of a document use.
struct SharedTypeTests {
  /// Two versions that have shipped.
  private enum Shipped {
    enum Climate: String, Codable, CaseIterable { case wet, dry }
    struct Soil: Codable { var depth: Int }

    struct GardenV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var climate: Climate
      var soil: Soil
    }

    struct Garden: VersionedCodable {
      static let version = 2
      typealias PreviousVersion = GardenV1
      var climate: Climate
      var soil: Soil
      var name: String?

      init(from old: GardenV1) throws { try self.init(carryingOver: old) }
    }
  }

  /// Their types have changed together with a third version.
  private enum Changed {
    enum Climate: String, Codable, CaseIterable { case wet, dry, arid }
    struct Soil: Codable { var depth: Double }

    struct GardenV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var climate: Climate
      var soil: Shipped.Soil
    }

    struct GardenV2: VersionedCodable {
      static let version = 2
      typealias PreviousVersion = GardenV1
      var climate: Climate
      var soil: Soil
      var name: String?

      init(from old: GardenV1) throws { try self.init(carryingOver: old) }
    }

    struct Garden: VersionedCodable {
      static let version = 3
      typealias PreviousVersion = GardenV2
      var climate: Climate
      var soil: Soil
      var name: String?

      init(from old: GardenV2) throws { try self.init(carryingOver: old) }
    }
  }

  /// The older versions have their own copies of what has changed.
  private enum Copied {
    struct GardenV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var climate: Climate
      var soil: Shipped.Soil
      enum Climate: String, Codable, CaseIterable { case wet, dry }
    }

    struct GardenV2: VersionedCodable {
      static let version = 2
      typealias PreviousVersion = GardenV1
      var climate: Climate
      var soil: Soil
      var name: String?

      init(from old: GardenV1) throws { try self.init(carryingOver: old) }
      enum Climate: String, Codable, CaseIterable { case wet, dry }
      struct Soil: Codable { var depth: Int }
    }

    struct Garden: VersionedCodable {
      static let version = 3
      typealias PreviousVersion = GardenV2
      var climate: Changed.Climate
      var soil: Changed.Soil
      var name: String?

      init(from old: GardenV2) throws { try self.init(carryingOver: old) }
    }
  }

  @Test func `a changed type that newer versions use must be copied into the older ones`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Garden.self)
    #expect(directory.failures(of: Shipped.Garden.self) == [])

    #expect(
      directory.failures(of: Changed.Garden.self).prefix(2) == [
        """
        GardenV1, the type of version 1 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `climate` has the new case `"arid"`
        Version 1 has shipped, so undo the change to Climate. Newer versions use it, too: to make the \
        change in version 3 only, give GardenV1 a copy of it as it was, such as GardenV1.Climate.
        """,
        """
        GardenV2, the type of version 2 of Poem, no longer has the shape in \
        MigrationFixtures/Poem/schema.json:
          `climate` has the new case `"arid"`
          `soil.depth` was `Int`, and is now `Double`
        Version 2 has shipped, so undo the change to Climate and Soil. Newer versions use them, too: to \
        make the change in version 3 only, give GardenV2 copies of them as they were, such as \
        GardenV2.Climate.
        """,
      ])
  }

  @Test func `the fields of a type that was copied into an older version carry over`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Garden.self)
    let before = try directory.contents()

    _ = directory.failures(of: Copied.Garden.self, mode: .newest)

    #expect(directory.failures(of: Copied.Garden.self) == [])
    #expect(try directory.text(of: "Poem/v1/sample.json") == before["Poem/v1/sample.json"])
    #expect(try directory.text(of: "Poem/v1/sample.expected.json").contains(#""climate" : "wet""#))
  }
}
