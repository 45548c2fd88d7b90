import Lineage
import Testing

/// The lock records the digest of a declaration that is `@Shipped`, as what the macro generates says.
struct ShippedDigestTests {
  enum Then {
    struct PoemV1: VersionedCodable, ShippedVersion {
      static let version = 1
      static let shippedDigest = "ab12-cd34"
      typealias PreviousVersion = NothingOlder
      var author: String
    }

    struct Poem: VersionedCodable {
      static let version = 2
      var author: String
      init(from old: PoemV1) throws { author = old.author }
    }
  }

  enum Now {
    /// The digest was replaced, because the declaration was edited in a way that changes no shape.
    struct PoemV1: VersionedCodable, ShippedVersion {
      static let version = 1
      static let shippedDigest = "ab12-ef56"
      typealias PreviousVersion = NothingOlder
      var author: String
    }

    struct Poem: VersionedCodable {
      static let version = 2
      var author: String
      init(from old: PoemV1) throws { author = old.author }
    }
  }

  enum Later {
    struct PoemV1: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var author: String
    }

    struct Poem: VersionedCodable {
      static let version = 2
      var author: String
      init(from old: PoemV1) throws { author = old.author }
    }
  }

  @Test func `a digest that was recorded may not be replaced or removed`() throws {
    let directory = TemporaryFixtures().setUp(Then.Poem.self)
    #expect(try directory.text(of: "Poem/schema.json").contains(#""declaration": "ab12-cd34""#))
    #expect(directory.failures(of: Then.Poem.self).isEmpty)

    let replaced = directory.failures(of: Now.Poem.self)
    #expect(
      replaced.first?.contains(
        #"the digest of its @Shipped was "ab12-cd34", and is now "ab12-ef56""#) == true)
    let removed = directory.failures(of: Later.Poem.self)
    #expect(
      removed.first?.contains(#"the digest of its @Shipped was "ab12-cd34", and is missing now"#)
        == true)
  }

  @Test func `the digest of a declaration is added to the lock of one that had none`() throws {
    let directory = TemporaryFixtures().setUp(Later.Poem.self)
    let failures = directory.failures(of: Then.Poem.self)
    #expect(failures.first?.contains("the digest of its @Shipped") == true)
    directory.setUp(Then.Poem.self)
    #expect(directory.failures(of: Then.Poem.self).isEmpty)
  }
}
