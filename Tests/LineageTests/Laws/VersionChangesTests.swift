import Foundation
import Lineage
import Testing

/// Migrating documents by the million records less than a report has, but what it records is the same.
struct VersionChangesTests {
  struct ItemV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct Item: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = ItemV1
    var title = "item"
    var rank = 4
    var places: [String: [Int]] = ["here": [1]]
  }

  struct ListV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var items: [Item]?
    @LenientElements var scores: [Int] = []
  }

  struct ListV2: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = ListV1
    var name = "n"
    var items: [Item] = [Item()]
    var unknownFields = UnknownFields()

    init() {}

    init(from old: ListV1) throws {
      name = old.name
      if let items = old.items { self.items = items }
    }
  }

  struct List: VersionedCodable, DefaultFillable {
    static let version = 3
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = ListV2
    var name = "n"
    var items: [Item] = [Item()]
    var first: Item? = Item()
    var maybe: Int?
    @Nullable var nullable: Int?
    var color = "red"
    var unknownFields = UnknownFields()
  }

  private static func document(_ random: inout JSONRandom) -> DocumentValue {
    func item(_ random: inout JSONRandom) -> DocumentValue {
      var item: DocumentObject = ["title": "t"]
      if random.chance(80) { item["version"] = random.pick([1, 2, 2, 3]) }
      if random.chance(30) { item["rank"] = random.pick([1, .null]) }
      if random.chance(20) { item["places"] = ["a": []] }
      if random.chance(20) { item["extra"] = ["b": 1] }
      return .object(item)
    }
    var list: DocumentObject = [:]
    if random.chance(95) { list["version"] = random.pick([1, 2, 3, 4, "x"]) }
    if random.chance(90) { list["name"] = random.pick(["a", "b", .null]) }
    if random.chance(80) {
      list["items"] = .array((0..<random.number(below: 3)).map { _ in item(&random) })
    }
    if random.chance(20) { list["first"] = item(&random) }
    if random.chance(40) { list["scores"] = random.pick([[1], [1, "x"], [.null]]) }
    for name in ["maybe", "nullable", "color", "extra", "other"] where random.chance(20) {
      list[name] = random.pick([.null, 1, "x", ["y": .null]])
    }
    return .object(list)
  }

  @Test func `what changes in a document is the same as in its report`() throws {
    var random = JSONRandom(seed: 8)
    var migrated = 0
    for _ in 0..<JSONRandom.count(2000) {
      let data = try JSONEncoder().encode(unversioned: Self.document(&random))
      var report = MigrationReport()
      let expected = Result {
        try JSONDecoder().decode(versioned: List.self, from: data, report: &report)
      }

      let found = Result { try JSONDecoder().decode(migrating: List.self, from: data) }

      switch (found, expected) {
      case (.success(let (value, changes)), .success(let expected)):
        #expect(
          try JSONEncoder().encode(versioned: value) == JSONEncoder().encode(versioned: expected))
        #expect(changes.isOfNewerDocument == report.isOfNewerDocument)
        #expect(changes.changesVersions == report.changesVersions)
        #expect(changes.lostFields == report.lostFields, "\(String(decoding: data, as: UTF8.self))")
        migrated += 1
      case (.failure(let error), .failure(let expected)):
        #expect("\(error)" == "\(expected)")
      default: Issue.record("Only one of them fails: \(String(decoding: data, as: UTF8.self))")
      }
    }
    #expect(migrated > 200)
  }
}
