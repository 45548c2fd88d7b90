import Foundation
import Synchronization
import Testing

@testable import Lineage

/// The time for a report is linear in the size of the document.
struct ReportCostTests {
  struct EntryV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
  }

  struct Entry: VersionedCodable {
    static let version = 2
    init(from old: EntryV1) {}
  }

  struct Entries: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Entry]
  }

  struct Filled: DefaultFillable {
    var size = 1
  }

  struct FilledList: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Filled]
  }

  struct KindV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var kind = 1
  }

  struct Kind: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = KindV1
    @Lenient var kind = ""
  }

  struct Kinds: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Kind]
  }

  struct Reading: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var size = 1
  }

  struct Readings: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Reading]
  }

  struct Item: Codable {
    var unknownFields = UnknownFields()
  }

  struct ItemsV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Item]
  }

  struct Items: VersionedCodable {
    static let version = 2
    var all: [Item]
  }

  struct EditedItems: VersionedCodable {
    static let version = 2
    var all: [Item]
  }

  /// A document with many equal elements.
  private static func document(_ element: String, _ count: Int) -> String {
    #"{"all":[\#(Array(repeating: element, count: count).joined(separator: ","))],"version":1}"#
  }

  @Test func `migrated nested values take linear time`() throws {
    let ratio = try growth(doubling: 6000) { count in
      let json = Self.document(#"{"version":1}"#, count)
      return {
        let report = try Future.report(reading: Entries.self, json)
        #expect(report.valuesToRenew.count == count)
      }
    }

    #expect(ratio < 3.2)
  }

  @Test func `filled fields take linear time`() throws {
    let ratio = try growth(doubling: 6000) { count in
      let json = Self.document("{}", count)
      return {
        let report = try Future.report(reading: FilledList.self, json)
        #expect(report.fieldsToAdd.count == count)
      }
    }

    #expect(ratio < 3.2)
  }

  @Test func `rejected values that a step accepts take linear time`() throws {
    let ratio = try growth(doubling: 3000) { count in
      let json = Self.document(#"{"kind":"a","version":1}"#, count)
      return {
        let report = try Future.report(reading: Kinds.self, json)
        #expect(report.rejected == [])
      }
    }

    #expect(ratio < 3.2)
  }

  @Test func `unknown fields with one name take linear time`() throws {
    let ratio = try growth(doubling: 3000) { count in
      let items = (0..<count).map { #"{"zz":\#($0)}"# }.joined(separator: ",")
      let json = #"{"all":[\#(items)],"version":1}"#
      return {
        let report = try Future.report(reading: Items.self, json)
        #expect(report.unknownFieldsKept.count == count)
        #expect(report.unknownFieldsDropped == [])
      }
    }

    #expect(ratio < 3.2)
  }

  @Test func `filled fields of newer values take linear time`() throws {
    let ratio = try growth(doubling: 1500) { count in
      let json = Self.document(#"{"version":7}"#, count)
      return {
        let report = try Future.report(reading: Readings.self, json)
        #expect(report.newerValuesRead.count == count)
        #expect(report.filled.count == count)
        #expect(!report.needsRewrite)
      }
    }

    #expect(ratio < 3.2)
  }

  @Test func `fields that a step drops from many values take linear time`() throws {
    let ratio = try growth(doubling: 3000) { count in
      let items = (0..<count).map { #"{"zz":\#($0)}"# }.joined(separator: ",")
      let json = #"{"all":[\#(items)],"version":1}"#
      return {
        let report = try Future.report(reading: EditedItems.self, json)
        #expect(report.unknownFieldsDropped == [])
        #expect(report.unknownFieldsKept == [])
      }
    }

    #expect(ratio < 3.2)
  }

  // MARK: - Steps

  /// Counts how often values of a test are encoded.
  final class Counter: Sendable {
    @TaskLocal static var current: Counter?
    private let value = Atomic(0)

    var count: Int { value.load(ordering: .relaxed) }
    func increment() { value.wrappingAdd(1, ordering: .relaxed) }
  }

  struct TreeV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var trees: [TreeV1]?
    var unknownFields = UnknownFields()

    func encode(to encoder: any Encoder) throws {
      Counter.current?.increment()
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encodeIfPresent(trees, forKey: .trees)
      try container.encode(unknownFields, forKey: .unknownFields)
    }
  }

  struct Tree: VersionedCodable {
    static let version = 2
    var trees: [Tree]?
    var unknownFields = UnknownFields()
    init(from old: TreeV1) throws { try self.init(carryingOver: old) }
  }

  @Test func `a step doesn't encode a value for the unknown fields of each outer one`() throws {
    let depth = 60
    let json =
      String(repeating: #"{"version":1,"x":{"y":[1]},"trees":["#, count: depth)
      + String(repeating: "]}", count: depth)
    let counter = Counter()

    let tree = try Counter.$current.withValue(counter) {
      try JSONDecoder().decode(versioned: Tree.self, from: Data(json.utf8))
    }

    #expect(counter.count <= 2 * depth)
    #expect(tree.trees?.first?.unknownFields["x"] == ["y": [1]])
  }

  struct Part: Codable {
    var size = 1
    /// Isn't encoded.
    var isOpen = false

    enum CodingKeys: CodingKey { case size }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      size = try container.decode(Int.self, forKey: .size)
      isOpen = size > 1
    }

    func encode(to encoder: any Encoder) throws {
      Counter.current?.increment()
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(0, forKey: .size)
    }
  }

  struct BoxV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Nullable var part: Part?
    @Nullable var other: Part?
  }

  struct Box: VersionedCodable {
    static let version = 2
    @Nullable var part: Part?
    var other: Part?
    init(from old: BoxV1) throws { try self.init(carryingOver: old) }
  }

  @Test func `a step doesn't encode the value of a Nullable that keeps its type`() throws {
    let json = #"{"version":1,"part":{"size":2},"other":{"size":3}}"#
    let counter = Counter()

    let box = try Counter.$current.withValue(counter) {
      try JSONDecoder().decode(versioned: Box.self, from: Data(json.utf8))
    }

    #expect(counter.count == 0)
    #expect(box.part?.isOpen == true && box.part?.size == 2)
    #expect(box.other?.isOpen == true && box.other?.size == 3)
  }
}

extension ReportCostTests.EditedItems {
  init(from old: ReportCostTests.ItemsV1) throws {
    all = try old.all.map { item in
      try ReportCostTests.Item(carryingOver: item) { $0.drop("zz") }
    }
  }
}

extension ReportCostTests.Items {
  init(from old: ReportCostTests.ItemsV1) throws {
    all = old.all.reversed()
  }
}
