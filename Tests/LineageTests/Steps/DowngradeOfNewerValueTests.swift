import Foundation
import Lineage
import Testing

/// A document that is downgraded, around a value of a version that the older program doesn't know.
struct DowngradeOfNewerValueTests {
  struct InnerV1: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var j = 2
    var unknownFields = UnknownFields()
  }
  struct Inner: VersionedCodable, DefaultFillable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = InnerV1
    var k: Int? = 1
    var j = 2
    var unknownFields = UnknownFields()
    init() {}
    init(from old: InnerV1) throws { self = try Inner(carryingOver: old) }
  }
  struct OuterV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var a = 1
    var inner: InnerV1?
    var unknownFields = UnknownFields()
  }
  struct Outer: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = OuterV1
    var a = 1
    var b = 1
    var inner: Inner?
    var unknownFields = UnknownFields()
    init() {}
    init(from old: OuterV1) throws { self = try Outer(carryingOver: old) }
    func downgraded() throws -> OuterV1 { try OuterV1(carryingOver: self) { $0.drop("b") } }
  }

  static func downgraded(_ text: String) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let value = try JSONDecoder().decode(versioned: Outer.self, from: Data(text.utf8))
    var report = MigrationReport()
    let data = try encoder.encode(versioned: value, as: OuterV1.self, report: &report)
    #expect(report.lostFields == [] && report.nullsDropped == [])
    return String(decoding: data, as: UTF8.self)
  }

  @Test(arguments: [
    (#"{"inner":{"j":2,"k":5,"version":2},"version":2}"#, #"{"j":2,"k":5,"version":2}"#),
    (#"{"inner":{"k":5,"version":9},"version":2}"#, #"{"k":5,"version":9}"#),
    (#"{"inner":{"k":1,"x":9,"version":9},"version":9}"#, #"{"k":1,"version":9,"x":9}"#),
    (#"{"inner":{"x":9,"version":9},"version":9}"#, #"{"version":9,"x":9}"#),
    (#"{"inner":{"k":null,"version":9},"version":9}"#, #"{"k":null,"version":9}"#),
  ])
  func `a nested value that stays a newer one keeps the fields of its version`(
    text: String, inner: String
  ) throws {
    #expect(try Self.downgraded(text) == #"{"a":1,"inner":\#(inner),"version":1}"#)
  }
}
