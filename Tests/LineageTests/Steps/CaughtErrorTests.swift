import Foundation
import Lineage
import Testing

/// Reports of values that are decoded again after an attempt.
struct CaughtErrorTests {
  struct Draft: VersionedCodable, DefaultFillable {
    static let version: Int? = nil
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder

    var a = 0
    var b = 1
    var unknownFields = UnknownFields()
  }

  @Test(arguments: StoredFormat.allCases)
  func `a newer document of a type without a version is reported once`(
    format: StoredFormat
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      Draft.self, from: format.document(#"{"version":3,"a":1,"x":2}"#), report: &report)

    #expect(report.filled == [.init(path: "b")])
    #expect(report.unknownFieldsKept == ["x"])
    #expect(report.unknownFieldsDropped == [])
  }
}
