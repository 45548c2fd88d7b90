import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Versioned types nested in a document, which need checks of their own.
struct NestedCheckTests {
  private struct Book: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var poems: [Shipped.Poem]
  }

  @Test func `a nested versioned type without a check is reported`() throws {
    let directory = TemporaryFixtures().setUp(Book.self, named: "Book")

    #expect(
      directory.failures(of: Book.self, named: "Book") == [
        """
        Book contains Poem, a versioned type, but there is no folder in MigrationFixtures with its \
        versions, so they aren't checked.
        Add a check for it: MigrationFixtures(of: Shipped.Poem.self).check()
        """
      ])
    directory.setUp(Shipped.Poem.self)
    #expect(directory.failures(of: Book.self, named: "Book") == [])
  }

  @Test func `a nested versioned type can have a folder with another name`() throws {
    let directory = TemporaryFixtures().setUp(Book.self, named: "Book").setUp(
      Shipped.Poem.self, named: "Verses")

    #expect(directory.failures(of: Book.self, named: "Book") == [])
  }

  /// A book with poems whose types have changed since their check was removed.
  private struct Collection<Verse: VersionedCodable>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var poems: [Verse]
  }

  /// What a check of a book says about its poems, whose own lock was recorded from `locked`.
  private func failures<Locked: VersionedCodable, Verse: VersionedCodable>(
    ofBookWith verse: Verse.Type, lockedAs locked: Locked.Type, in folder: String = "Poem"
  ) -> [String] {
    let directory = TemporaryFixtures().setUp(locked, named: folder)
      .setUp(Collection<Verse>.self, named: "Book")
    return directory.failures(of: Collection<Verse>.self, named: "Book")
  }

  private enum Edited {
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 2
      var author = ""
      var lines: [String] = []
      var language = "ja"

      init() {}

      init(from old: Shipped.PoemV1) throws { author = old.author }
    }
  }

  @Test func `a nested type that was edited after its check was removed is reported`() {
    #expect(
      failures(ofBookWith: Edited.Poem.self, lockedAs: Shipped.Poem.self) == [
        """
        Book contains Poem, a versioned type that differs from MigrationFixtures/Poem/schema.json, so \
        it doesn't seem to be checked:
          version 2: the default of `language` was `"en"`, and is now `"ja"`
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: \
        NestedCheckTests.Edited.Poem.self).check()
        """
      ])
  }

  @Test func `a frozen version of a nested type without a check is compared too`() {
    #expect(
      failures(ofBookWith: Drifted.Poem.self, lockedAs: Shipped.Poem.self, in: "Verses") == [
        """
        Book contains Poem, a versioned type that differs from MigrationFixtures/Verses/schema.json, so \
        it doesn't seem to be checked:
          version 1: `isPublic` was added, as `Bool` with the default `false`
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: \
        Drifted.Poem.self, named: "Verses").check()
        """
      ])
  }

  @Test func `versions of a nested type that come or go without a check are reported`() {
    #expect(
      failures(ofBookWith: Next.Poem.self, lockedAs: Shipped.Poem.self) == [
        """
        Book contains Poem, a versioned type that differs from MigrationFixtures/Poem/schema.json, so \
        it doesn't seem to be checked:
          version 3 was added
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: \
        Next.Poem.self).check()
        """
      ])
    #expect(
      failures(ofBookWith: Interrupted.Poem.self, lockedAs: Shipped.Poem.self) == [
        """
        Book contains Poem, a versioned type that differs from MigrationFixtures/Poem/schema.json, so \
        it doesn't seem to be checked:
          version 1 is no longer in the chain
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: \
        Interrupted.Poem.self).check()
        """
      ])
  }

  @Test func `an edited old version that is nested is reported with the newest type`() {
    #expect(
      failures(ofBookWith: Drifted.PoemV1.self, lockedAs: Shipped.Poem.self) == [
        """
        Book contains PoemV1, a versioned type that differs from MigrationFixtures/Poem/schema.json, so \
        it doesn't seem to be checked:
          version 1: `isPublic` was added, as `Bool` with the default `false`
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: \
        Poem.self).check()
        """
      ])
  }

  @Test func `a change of a nested type that has shipped is the cause of other failures`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Poem.self)
      .setUp(Collection<Shipped.Poem>.self, named: "Book")
    try directory.ship(Collection<Shipped.Poem>.self, named: "Book")

    let failures = directory.failures(of: Collection<Drifted.Poem>.self, named: "Book")

    #expect(
      failures.first == """
        Book contains Poem, a versioned type that differs from MigrationFixtures/Poem/schema.json:
          version 1: `isPublic` was added, as `Bool` with the default `false`
        Undo the change of what has shipped, and make it in the next version. If there is no check of it, \
        add one: MigrationFixtures(of: Drifted.Poem.self).check()
        """)
    for failure in failures.dropFirst() {
      #expect(
        failure.hasSuffix("\nRestore what has shipped first; until then, nothing is recorded."))
    }
  }

  private enum Shop {
    struct CartV1: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var total = 0
    }

    struct Cart: VersionedCodable, DefaultFillable {
      static let version = 2
      typealias PreviousVersion = CartV1
      var total = 0
      var poems: [Poem] = []
    }

    /// It has the name of another document.
    struct Poem: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var price = 0
    }
  }

  @Test func `a new nested type with the name of another document is no change of that`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Poem.self).setUp(
      Shop.CartV1.self, named: "Cart")
    try directory.ship(Shop.CartV1.self, named: "Cart")

    let first = directory.failures(of: Shop.Cart.self, named: "Cart", mode: .missing)
    #expect(first.first?.hasPrefix("Recorded:") == true)
    let second = directory.failures(of: Shop.Cart.self, named: "Cart", mode: .missing)
    #expect(second.count == 1)
    #expect(second.first?.contains("Add a check for it, unless it has one that fails too") == true)
  }

  @Test func `a shipped document may contain a newer version of another one`() throws {
    let directory = TemporaryFixtures().setUp(Shipped.Poem.self)
      .setUp(Collection<Shipped.Poem>.self, named: "Book")
    try directory.ship(Collection<Shipped.Poem>.self, named: "Book")
    directory.setUp(Next.Poem.self)

    let first = directory.failures(of: Collection<Next.Poem>.self, named: "Book", mode: .missing)
    #expect(first.count == 1)
    #expect(first.first?.hasPrefix("Recorded:") == true)
    #expect(directory.failures(of: Collection<Next.Poem>.self, named: "Book") == [])
  }

  @Test func `an unchanged nested type needs nothing else`() {
    #expect(failures(ofBookWith: Shipped.Poem.self, lockedAs: Shipped.Poem.self) == [])
    #expect(failures(ofBookWith: Shipped.PoemV1.self, lockedAs: Shipped.Poem.self) == [])
    #expect(failures(ofBookWith: Shipped.PoemV1.self, lockedAs: Next.Poem.self) == [])
    #expect(failures(ofBookWith: Shouting.Poem.self, lockedAs: Shipped.Poem.self) == [])
  }

  private enum Left {
    struct Page: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var notes: String
    }
  }

  private enum Right {
    struct Page: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }
  }

  @Test func `nested types with the same name can have a lock each`() {
    let directory = TemporaryFixtures().setUp(Left.Page.self, named: "LeftPage")
      .setUp(Right.Page.self, named: "RightPage")
      .setUp(Collection<Right.Page>.self, named: "Book")

    #expect(directory.failures(of: Collection<Right.Page>.self, named: "Book") == [])
  }

  /// A coupon whose type accepts no value that the check makes up.
  private struct Coupon: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var code: String
    var percent: Int

    enum CodingKeys: CodingKey { case code, percent }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      code = try container.decode(String.self, forKey: .code)
      guard code.hasPrefix("SAVE") else {
        throw DecodingError.dataCorruptedError(
          forKey: .code, in: container, debugDescription: "Not a code.")
      }
      percent = try container.decode(Int.self, forKey: .percent)
    }
  }

  private struct Order: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var coupons: [Coupon]
  }

  @Test func `the fixtures of a nested type help to compare it`() throws {
    let coupon = #"{"code": "SAVE10", "percent": 10, "version": 1}"#
    let text = FixtureFormat(
      fileExtension: "text", decoder: JSONDecoder(), encoder: JSONEncoder())
    for format in [FixtureFormat.json, text] {
      let directory = TemporaryFixtures()
      try directory.put(coupon, at: "Coupon/v1/one.\(format.fileExtension)")
      directory.setUp(Coupon.self, named: "Coupon", formats: [format])
      try directory.put(
        #"{"coupons": [\#(coupon)], "version": 1}"#, at: "Order/v1/one.json")
      directory.setUp(Order.self, named: "Order")

      #expect(try directory.text(of: "Coupon/schema.json").contains("percent"))
      #expect(
        directory.failures(of: Order.self, named: "Order").filter { $0.contains("Coupon") } == [])
    }
  }

  private struct OldBook: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poems: [Shipped.PoemV1]
  }

  @Test func `a nested old version is checked with the newest one of its chain`() throws {
    let directory = TemporaryFixtures().setUp(OldBook.self, named: "Book")
    #expect(
      directory.fixtures(of: OldBook.self, named: "Book").failuresAfterRecording().map(\.rule) == [
        .nestedDocumentIsChecked
      ])

    directory.setUp(Next.Poem.self)

    #expect(directory.failures(of: OldBook.self, named: "Book") == [])
  }

  /// A folder in a folder, whose older version contains newer ones.
  private struct Folder: VersionedCodable {
    static let version = 2
    var inner: [Folder]

    init(from old: FolderV1) throws { inner = old.inner }
  }

  private struct FolderV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var inner: [Folder]
  }

  @Test func `a document nested in itself needs no other check`() throws {
    let directory = TemporaryFixtures().setUp(Folder.self, named: "Folder")

    #expect(directory.failures(of: Folder.self, named: "Folder") == [])
  }
}
