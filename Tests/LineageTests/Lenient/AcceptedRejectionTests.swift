import Foundation
import Lineage
import Testing

/// Which of several equal values are still rejected after steps have accepted some of them.
struct AcceptedRejectionTests {
  struct StrictV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var kind = 1
    @LenientElements var list: [Int] = []
    @LenientValues var table: [String: Int] = [:]
  }

  /// Accepts what the older version has rejected.
  struct Open: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = StrictV1
    @Lenient var kind = ""
    @LenientElements var list: [String] = []
    @LenientValues var table: [String: String] = [:]
  }

  struct Shelf: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var still: [StrictV1] = []
    var moved: [Open] = []
    var after: [StrictV1] = []
  }

  static let value: DocumentValue = [
    "version": 1, "kind": "b", "list": ["b", 1, "b"], "table": ["x": "b", "y": "b"],
  ]

  @Test(arguments: FutureFormat.allCases)
  func `of equal values, those that no step accepts stay rejected`(
    format: FutureFormat
  ) throws {
    var report = MigrationReport()
    let value = Self.value

    _ = try format.read(
      Shelf.self,
      ["version": 1, "still": [value], "moved": [value, value], "after": [value]],
      report: &report)

    #expect(
      Set(report.rejected) == [
        "still[0].kind", "still[0].list[0]", "still[0].list[2]", "still[0].table.x",
        "still[0].table.y", "after[0].kind", "after[0].list[0]", "after[0].list[2]",
        "after[0].table.x", "after[0].table.y",
        // Numbers aren't strings.
        "moved[0].list[1]", "moved[1].list[1]",
      ])
    #expect(report.rejectedDropped == [])
  }

  struct PairV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @LenientElements var first: [Int] = []
    @LenientElements var second: [Int] = []
    @LenientElements var third: [Int] = []
    @Lenient var fourth = 1
    @LenientValues var fifth: [String: Int] = [:]
  }

  /// Copies two of five.
  struct Pair: VersionedCodable, DefaultFillable {
    static let version = 2
    @LenientElements var third: [Int] = []
    @LenientElements var second: [Int] = []
    @Lenient var fourth = 1
    @LenientValues var fifth: [String: Int] = [:]
  }

  @Test(arguments: FutureFormat.allCases)
  func `of equal values, those that the step drops are reported as lost`(
    format: FutureFormat
  ) throws {
    var report = MigrationReport()

    _ = try format.read(
      Pair.self,
      [
        "version": 1, "first": ["b"], "second": ["b"], "third": ["b"], "fourth": "b",
        "fifth": ["x": "b"],
      ], report: &report)

    #expect(
      report.rejected.sorted { "\($0)" < "\($1)" } == [
        "fifth.x", "first[0]", "fourth", "second[0]", "third[0]",
      ])
    #expect(Set(report.rejectedDropped) == ["first[0]", "second[0]", "fourth"])
  }

  struct RowV1: Codable, DefaultFillable {
    @Lenient var kind = 1
    var size = "x"
  }

  struct Row: Codable, DefaultFillable {
    @Lenient var kind = ""
    var size = 1
  }

  struct TableV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var rows: [RowV1] = []
    @Lenient var kind = 1
  }

  /// Rejects the rows, although it would accept their kinds.
  struct Table: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = TableV1
    @LenientElements var rows: [Row] = []
    @Lenient var kind = ""
  }

  @Test(arguments: FutureFormat.allCases)
  func `a rejected value doesn't accept its content`(format: FutureFormat) throws {
    var report = MigrationReport()

    let table = try format.read(
      Table.self, ["version": 1, "rows": [["kind": "b", "size": "y"]], "kind": "b"],
      report: &report)

    #expect(table.rows.isEmpty)
    #expect(table.kind == "b")
    #expect(Set(report.rejected) == ["rows[0]", "rows[0].kind"])
    #expect(report.rejectedDropped == [])
  }

  /// Isn't lenient itself.
  struct Measured: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = MeasuredV1
    var size = 2.0
    var sizes: [Double] = []
  }

  struct MeasuredV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var size = 1
    @Lenient var sizes: [Int] = []
  }

  @Test(
    arguments: [
      ("1.5", []), ("1.50", []), ("15e-1", []), ("100000000000000000000", []),
      // A double has fewer digits.
      ("0.1000000000000000055511", ["size", "sizes"]),
    ] as [(String, [FieldPath])])
  func `a rejected number that the next version decodes isn't lost`(
    number: String, dropped: [FieldPath]
  ) throws {
    let report = try Future.report(
      reading: Measured.self, #"{"size":\#(number),"sizes":[1,\#(number)],"version":1}"#)

    #expect(report.rejectedDropped == dropped)
  }

  @Test func `wrappers are equal regardless of the origin of their rejected values`() throws {
    let json = #"{"all":[\#(try Future.text(Self.value)),\#(try Future.text(Self.value))]}"#
    struct List: Decodable {
      var all: [StrictV1]
    }
    var report = MigrationReport()

    let all = try JSONDecoder().decode(
      unversioned: List.self, from: Data(json.utf8), report: &report
    ).all

    #expect(all[0].$kind == all[1].$kind)
    #expect(all[0].$list == all[1].$list)
    #expect(all[0].$table == all[1].$table)
    #expect(all[0].$list.hashValue == all[1].$list.hashValue)
  }
}

extension AcceptedRejectionTests.Pair {
  init(from old: AcceptedRejectionTests.PairV1) throws {
    self.init()
    _third = old.$third
    _fifth = old.$fifth
  }
}
