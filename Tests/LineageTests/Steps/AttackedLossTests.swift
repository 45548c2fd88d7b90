import Foundation
import Lineage
import Testing

/// Losses where carrying over, downgrading and reports meet.
struct AttackedLossTests {
  struct Piece: Codable {
    var a: Int
    var unknownFields = UnknownFields()
  }

  struct Pieces: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var first: Piece
    var second: Piece
  }

  struct OnePiece: VersionedCodable {
    static let version = 2
    var other: Piece

    init(from old: Pieces) throws {
      try self.init(carryingOver: old) { $0.rename("second", to: "other") }
    }
  }

  @Test
  func `equal unknown fields aren't mistaken for each other if the value around one is renamed`()
    throws
  {
    let text = #"{"first":{"a":1,"x":1},"second":{"a":2,"x":1},"version":1}"#
    var report = MigrationReport()
    _ = try JSONDecoder().decode(
      versioned: OnePiece.self, from: Data(text.utf8), report: &report)

    #expect(report.unknownFieldsKept == ["second.x"])
    #expect(report.unknownFieldsDropped == ["first.x"])
  }

  private static func rewrite<Value: VersionedCodable>(
    _ type: Value.Type, _ document: String
  ) throws -> (text: String, report: MigrationReport) {
    var report = MigrationReport()
    let value = try JSONDecoder().decode(
      versioned: type, from: Data(document.utf8), report: &report)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (String(decoding: try encoder.encode(versioned: value), as: UTF8.self), report)
  }

  // MARK: - Into a field without a type

  struct Part: VersionedCodable {
    static let version = 4
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var p: Int
    var o: Int?
    var unknownFields = UnknownFields()
  }

  struct TypedV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var part: Part
  }

  struct Untyped: VersionedCodable {
    static let version = 2
    var part: DocumentValue

    init(from old: TypedV1) throws { try self.init(carryingOver: old) }
  }

  struct TypedAgain: VersionedCodable {
    static let version = 3
    var part: Part

    init(from old: Untyped) throws { try self.init(carryingOver: old) }
  }

  struct Lenience: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = TypedV1
    @Lenient var part = 3
  }

  @Test(arguments: [
    #"{"p":1,"version":4}"#, #"{"p":1,"version":9,"x":[1.50]}"#, #"{"o":2,"p":1,"version":4}"#,
    #"{"p":1,"version":4,"x":{"version":2}}"#,
  ])
  func `a versioned value keeps its version in a field without a type`(part: String) throws {
    let document = #"{"part":\#(part),"version":1}"#

    let untyped = try Self.rewrite(Untyped.self, document)
    let typed = try Self.rewrite(TypedAgain.self, document)
    let rejected = try Self.rewrite(Lenience.self, document)

    #expect(untyped.text == #"{"part":\#(part),"version":2}"#)
    #expect(typed.text == #"{"part":\#(part),"version":3}"#)
    #expect(rejected.text == #"{"part":\#(part),"version":2}"#)
    #expect(rejected.report.rejected == ["part"])
  }

  // MARK: - Nulls

  struct Loose: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  struct Strict: VersionedCodable {
    struct Inner: Codable { var p: Int? }
    static let version = 2
    var g: Inner?

    init(from old: Loose) throws { try self.init(carryingOver: old) }
  }

  struct Middle: VersionedCodable {
    static let version = 2
    var k: Int?
    var unknownFields = UnknownFields()

    init(from old: Loose) throws { try self.init(carryingOver: old) }
  }

  struct Last: VersionedCodable {
    static let version = 3
    var k: Int?

    init(from old: Middle) throws { k = old.k }
  }

  struct NullableV1: VersionedCodable {
    struct Inner: Codable {
      var a: Int
      @Nullable var n: Int?
    }
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var g: Inner
  }

  struct WithoutNullable: VersionedCodable {
    struct Inner: Codable { var a: Int }
    static let version = 2
    var g: Inner

    init(from old: NullableV1) throws { try self.init(carryingOver: old) }
  }

  @Test func `nulls that carrying over loses are in the report`() throws {
    let inside = try Self.rewrite(Strict.self, #"{"version":1,"g":{"p":1,"w":null}}"#)
    let later = try Self.rewrite(Last.self, #"{"version":1,"k":null}"#)
    let nullable = try Self.rewrite(WithoutNullable.self, #"{"version":1,"g":{"a":1,"n":null}}"#)
    let nothing = try Self.rewrite(WithoutNullable.self, #"{"version":1,"g":{"a":1}}"#)

    #expect(inside.report.carryOverDropped == ["g.w"])
    #expect(later.report.nullsDropped == ["k"])
    #expect(nullable.report.carryOverDropped == ["g.n"])
    #expect(nothing.report.carryOverDropped == [])
  }

  // MARK: - Downgraded values inside

  struct ChildV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var n: Int
  }

  struct Child: VersionedCodable, Downgradable {
    static let version = 2
    var n: Int
    var unknownFields = UnknownFields()

    init(from old: ChildV1) throws { n = old.n }
    func downgraded() throws -> ChildV1 { ChildV1(n: n) }
  }

  struct FamilyV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var kids: [Child]
  }

  struct Family: VersionedCodable, Downgradable {
    static let version = 2
    static let nestedVersions: [any VersionedCodable.Type] = [ChildV1.self]
    var children: [Child]

    init(from old: FamilyV1) throws { children = old.kids }
    func downgraded() throws -> FamilyV1 { FamilyV1(kids: children.reversed()) }
  }

  @Test func `a field that a nested value loses does not count as kept where it was`() throws {
    let family = try JSONDecoder().decode(
      versioned: Family.self,
      from: Data(
        #"{"version":2,"children":[{"version":2,"n":1,"x":7},{"version":2,"n":2}]}"#.utf8))
    var report = MigrationReport()
    _ = try JSONEncoder().encode(versioned: family, as: FamilyV1.self, report: &report)

    #expect(report.unknownFieldsDropped == ["kids[1].x"])
    #expect(report.unknownFieldsKept == [])
  }

  struct SizeV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var size = 10
  }

  struct Size: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 2
    typealias PreviousVersion = SizeV1
    var size = 14

    func downgraded() throws -> SizeV1 { SizeV1(size: size) }
  }

  struct SettingsV1: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var size = Size()
    var name = ""
  }

  struct Settings: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 2
    static let nestedVersions: [any VersionedCodable.Type] = [SizeV1.self]
    typealias PreviousVersion = SettingsV1
    var size = Size()
    var name = ""

    func downgraded() throws -> SettingsV1 { SettingsV1(size: size, name: name) }
  }

  @Test func `a nested value that is downgraded is written even if it is the default here`() throws
  {
    let saved = try JSONEncoder().encode(versioned: Settings(), as: SettingsV1.self)

    #expect(
      String(decoding: saved, as: UTF8.self) == #"{"size":{"size":14,"version":1},"version":1}"#)
  }
}
