import Foundation
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
}

extension ReportCostTests.Items {
  init(from old: ReportCostTests.ItemsV1) throws {
    all = old.all.reversed()
  }
}
