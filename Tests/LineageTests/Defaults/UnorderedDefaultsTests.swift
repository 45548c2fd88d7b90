import Foundation
import Lineage
import Testing

/// Defaults that are sets or dictionaries, which are written in another order each time.
struct UnorderedDefaultsTests {
  enum Side: String, Codable, CaseIterable { case left, right, top, bottom }

  struct Margin: Codable, Equatable {
    var sides: Set<Side> = [.left, .right, .top]
    var widths: [Side: Double] = [.left: 1, .right: 2.5]
  }

  /// Written as objects are, by an older program.
  struct Page: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var tags: Set<String> = ["mail", "news", "chat", "call"]
    var sizes: [Double: Int] = [1.5: 1, 2.5: 2, 3.5: 3]
    var sides: [Side: [Side]] = [.left: [.top, .bottom], .right: [.bottom, .top]]
    var margin = Margin()
    var groups: [Set<Int>] = [[1, 2, 3], [4, 5, 6]]
    var zoom = 1
    var unknownFields = UnknownFields()
  }

  /// The same, but it writes its defaults.
  struct Full: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var tags: Set<String> = ["mail", "news", "chat", "call"]
    var sizes: [Double: Int] = [1.5: 1, 2.5: 2, 3.5: 3]
    var zoom = 1
    var unknownFields = UnknownFields()
  }

  @Test(arguments: StoredFormat.allCases)
  func `a default without an order is always omitted`(format: StoredFormat) throws {
    let empty = try format.document(#"{"version":1}"#)

    for _ in 0..<50 {
      let saved = try format.encode(format.decode(Page.self, from: empty))

      #expect(try format.decode(unversioned: DocumentValue.self, from: saved) == ["version": 1])
    }
  }

  @Test func `another value than the default is written`() throws {
    let changes: [(String, (inout Page) -> Void)] = [
      ("tags", { $0.tags.remove("mail") }), ("tags", { $0.tags = ["mail", "news", "chat", "x"] }),
      ("sizes", { $0.sizes[1.5] = 2 }), ("sizes", { $0.sizes = [1.5: 2, 2.5: 1, 3.5: 3] }),
      ("sides", { $0.sides[.left] = [.bottom, .top] }), ("margin", { $0.margin.sides = [] }),
      ("margin", { $0.margin.widths[.right] = 2 }), ("groups", { $0.groups.reverse() }),
    ]

    for (name, change) in changes {
      var page = Page()
      change(&page)
      let data = try JSONEncoder().encode(versioned: page)

      let fields = try #require(
        JSONDecoder().decode(unversioned: DocumentValue.self, from: data).object)
      #expect(Set(fields.keys) == ["version", name])
      #expect(try JSONDecoder().decode(versioned: Page.self, from: data) == page)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a default that a newer program omitted isn't written into its document`(
    format: StoredFormat
  ) throws {
    let newer = try format.document(#"{"version":2,"zoom":2}"#)

    for _ in 0..<50 {
      var value = try format.decode(Full.self, from: newer)
      value.zoom = 3
      let saved = try format.encode(value)

      #expect(
        try format.decode(unversioned: DocumentValue.self, from: saved) == [
          "zoom": 3, "version": 2,
        ])
    }
  }
}
