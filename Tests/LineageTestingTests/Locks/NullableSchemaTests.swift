import Lineage
import Testing

@testable import LineageSchemas
@testable import LineageTesting

/// Optional properties that write nulls, and those that leave them out.
struct NullableSchemaTests {
  struct Preserving: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    @Nullable var size: Int??
  }

  struct Plain: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var size: Int?
  }

  @Test func `a property that no longer preserves nulls has changed`() {
    let differences = Schema.differences(
      from: Schema.learned(from: Preserving.self), to: Schema.learned(from: Plain.self))

    #expect(
      differences.map(\.description) == ["`size` preserved nulls, and now leaves them out"])
  }
}
