import Foundation
import Lineage
import Synchronization
import Testing

/// A version in an object that is also a property of the type.
struct VersionPathTests {
  struct Meta: Codable, Equatable {
    var name: String
  }

  struct FillableMeta: DefaultFillable, Equatable {
    var name = ""
  }

  // MARK: - Leaving out defaults

  struct Sparse: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = NothingOlder
    var meta = Meta(name: "parent")
    var size = 1
  }

  struct SparseFillable: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = NothingOlder
    var meta = FillableMeta(name: "parent")
    var size = 1
  }

  struct SparseOptional: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = NothingOlder
    var meta: FillableMeta? = FillableMeta(name: "parent")
    var size = 1
  }

  @Test(arguments: StoredFormat.allCases)
  func `no defaults are left out on the path to the version`(format: StoredFormat) throws {
    #expect(
      try format.decode(Sparse.self, from: format.encode(Sparse())) == Sparse())
    #expect(
      try format.decode(SparseFillable.self, from: format.encode(SparseFillable()))
        == SparseFillable())
    #expect(
      try format.decode(SparseOptional.self, from: format.encode(SparseOptional()))
        == SparseOptional())
  }

  @Test func `defaults beside the path to the version are left out`() throws {
    #expect(try json(Sparse()) == #"{"meta":{"name":"parent","schema":1}}"#)
  }

  struct NewerZeros: VersionedCodable, ZeroFillable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "schema")
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var meta: [String: Int]
    var size: Int
    var unknownFields = UnknownFields()
  }

  @Test func `a newer document of zeros keeps its version's location`() throws {
    let document = #"{"meta":{"schema":2}}"#

    #expect(try json(migrated(NewerZeros.self, document)) == document)
  }

  struct FilledSparse: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    static let newerVersions = NewerVersionPolicy.readAsNewest
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = NothingOlder
    var meta = FillableMeta(name: "parent")
    var unknownFields = UnknownFields()
  }

  @Test func `a filled field on the path to the version requires a rewrite`() throws {
    var report = MigrationReport()

    let value = try JSONDecoder().decode(
      versioned: FilledSparse.self, version: 1, from: Data("{}".utf8), report: &report)

    #expect(report.needsRewrite)
    #expect(value == FilledSparse())
    #expect(try json(value) == #"{"meta":{"name":"parent","schema":1}}"#)
  }

  // MARK: - Null in the path

  struct OldMeta: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    @Nullable var meta: Meta?
    var unknownFields = UnknownFields()
  }

  struct NullableMeta: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "schema")
    var title: String
    @Nullable var meta: Meta?
    init(from old: OldMeta) throws { try self.init(carryingOver: old) }
  }

  struct KeptNull: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "schema")
    var title: String
    var meta: [String: String]?
    var unknownFields = UnknownFields()
    init(from old: OldMeta) throws { try self.init(carryingOver: old) }
  }

  struct UnknownNull: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = OlderStill
    var title: String
    var unknownFields = UnknownFields()

    struct OlderStill: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var title: String
      var unknownFields = UnknownFields()
    }

    init(from old: OlderStill) throws { try self.init(carryingOver: old) }
  }

  struct LenientMeta: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = OldMeta
    var title = ""
    @Lenient var meta: Meta?

    init() {}
    init(from old: OldMeta) throws { try self.init(carryingOver: old) }
  }

  static let document = #"{"version": 1, "title": "A", "meta": null}"#

  @Test func `the object with the version replaces a null`() throws {
    func check<Value: VersionedCodable & Equatable>(_ type: Value.Type) throws {
      let value = try migrated(type, Self.document)
      let written = try json(value)

      #expect(written == #"{"meta":{"schema":2},"title":"A"}"#)
      let report = try report(of: type, written)
      #expect(report.description == "version 2: \(report.typesWalked[0])")
      #expect(try json(migrated(type, written)) == written)
    }
    try check(NullableMeta.self)
    try check(KeptNull.self)
    try check(UnknownNull.self)
    try check(LenientMeta.self)
  }

  struct DefaultMeta: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = NothingOlder
    var meta: FillableMeta? = FillableMeta(name: "parent")
  }

  @Test(arguments: StoredFormat.allCases)
  func `the object with the version replaces a nil that is not the default`(
    format: StoredFormat
  ) throws {
    var value = DefaultMeta()
    value.meta = nil

    let written = try format.encode(value)

    #expect(try format.decode(DefaultMeta.self, from: written) == value)
    var sparse = SparseOptional()
    sparse.meta = nil
    #expect(try format.decode(SparseOptional.self, from: format.encode(sparse)) == sparse)
  }

  @Test func `a missing optional gets its default`() throws {
    let value = try JSONDecoder().decode(
      versioned: DefaultMeta.self, version: 1, from: Data("{}".utf8))

    #expect(value == DefaultMeta())
  }

  struct DeepNull: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "inner", "schema")
    typealias PreviousVersion = NothingOlder
    var meta: Outer

    struct Outer: Codable, Equatable {
      @Nullable var inner: Meta?
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `the object with the version replaces a nested null`(format: StoredFormat) throws {
    let value = DeepNull(meta: .init(inner: nil))

    #expect(try format.decode(DeepNull.self, from: format.encode(value)) == value)
  }

  struct DeepOptional: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "inner", "schema")
    typealias PreviousVersion = NothingOlder
    var meta: Outer?

    struct Outer: Codable, Equatable {
      var name: String
      var inner: Meta?
    }
  }

  @Test(
    arguments: [nil, DeepOptional.Outer(name: "a", inner: nil)], StoredFormat.allCases)
  func `objects that contain only a nested version are nil`(
    meta: DeepOptional.Outer?, format: StoredFormat
  ) throws {
    let value = DeepOptional(meta: meta)

    #expect(try format.decode(DeepOptional.self, from: format.encode(value)) == value)
  }

  struct RootNull: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  @Test func `a null value has no place for a version`() throws {
    let error = try migrationError { try json(RootNull()) }

    #expect(error.reason == .noPlaceForVersion(1))
  }

  // MARK: - Dictionaries

  struct Deep<Meta: Codable & Equatable>: VersionedCodable, Equatable {
    static var version: Int { 2 }
    static var versionLocation: VersionLocation { .path("meta", "innerPart", "schema") }
    typealias PreviousVersion = NothingOlder
    var meta: Meta
  }

  enum Unit: String, Codable { case meter }

  @Test(arguments: FutureFormat.allCases)
  func `an object that only contains the version is no entry of a dictionary`(
    format: FutureFormat
  ) throws {
    func check<Meta: Codable & Equatable>(
      _ meta: Meta, _ written: DocumentValue, snakeCase: Bool = true
    ) throws {
      let value = Deep(meta: meta)
      let document = try format.write(value)
      var report = MigrationReport()
      let text = try Future.write(value, snakeCase: snakeCase)
      let foreign = FutureForeignDecoder()
      if snakeCase { foreign.keyDecodingStrategy = .convertFromSnakeCase }

      #expect(document["meta"] == written)
      #expect(try format.read(Deep<Meta>.self, document, report: &report) == value)
      #expect(report.rejected == [])
      #expect(report.lostFields == [])
      #expect(try Future.read(Deep<Meta>.self, text, snakeCase: snakeCase) == value)
      #expect(try foreign.decode(versioned: Deep<Meta>.self, from: Data(text.utf8)) == value)
    }
    let own: DocumentValue = ["schema": 2]
    try check(["a": 1], ["a": 1, "innerPart": own])
    try check([OpenEnum(Unit.meter): 1], ["meter": 1, "innerPart": own])
    try check(["a": ["b": 1]], ["a": ["b": 1], "innerPart": own])
    try check(["a": DocumentValue(1)], ["a": 1, "innerPart": own])
    try check(LenientValues(wrappedValue: ["a": 1]), ["a": 1, "innerPart": own])
    // An entry may have the name of the object with the version.
    try check(
      ["innerPart": ["b": 1]], ["innerPart": ["b": 1, "schema": 2]], snakeCase: false)
  }

  struct Root: VersionedCodable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var values: [String: DocumentValue]

    init(from decoder: any Decoder) throws {
      values = try decoder.singleValueContainer().decode([String: DocumentValue].self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(values)
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `a dictionary has a readableSince that is no version`(format: FutureFormat) throws {
    let document: DocumentValue = ["version": 1, "a": 1, "readableSince": ["b": 1]]

    #expect(try format.saved(document, by: Root.self) == document)
  }

  // MARK: - Empty objects

  struct Emptied: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = NothingOlder
    var meta: [String: Int]?
  }

  @Test func `an empty object without the version is not nil`() throws {
    let value = try JSONDecoder().decode(
      versioned: Emptied.self, version: 1, from: Data(#"{"meta": {}}"#.utf8))

    #expect(value.meta == [:])
  }

  @Test func `an empty object with the version is nil`() throws {
    let written = try json(Emptied(meta: [:]))

    #expect(written == #"{"meta":{"schema":1}}"#)
    #expect(try migrated(Emptied.self, written).meta == nil)
  }

  // MARK: - A property for the version

  protocol Stored: Codable, Equatable, Sendable {
    static func of(version: Int) -> Self
  }

  struct Header: Stored {
    var schema = 1
    var author = "a"
    static func of(version: Int) -> Header { Header(schema: version) }
  }

  struct OldHeader: Stored {
    var schema: Int?
    var author = "a"
    static func of(version: Int) -> OldHeader { OldHeader(schema: version) }
  }

  struct Stage: RawRepresentable, Codable, Equatable {
    var rawValue: Int
  }

  struct StagedHeader: Stored {
    var schema = Stage(rawValue: 1)
    var author = "a"
    static func of(version: Int) -> StagedHeader {
      StagedHeader(schema: Stage(rawValue: version))
    }
  }

  struct PagedV1<Meta: Stored>: VersionedCodable, Equatable {
    static var version: Int { 1 }
    static var versionLocation: VersionLocation { .path("meta", "schema") }
    typealias PreviousVersion = NothingOlder
    var meta: Meta
    var size = 1
  }

  struct Paged<OldMeta: Stored, Meta: Stored>: VersionedCodable, Downgradable, Equatable {
    static var version: Int { 2 }
    static var versionLocation: VersionLocation { .path("meta", "schema") }
    var meta: Meta
    var size = 1

    init(meta: Meta) { self.meta = meta }
    init(from old: PagedV1<OldMeta>) throws { try self.init(carryingOver: old) }
    func downgraded() throws -> PagedV1<OldMeta> { try PagedV1(carryingOver: self) }
  }

  func checkRenewal<OldMeta: Stored, Meta: Stored>(
    from old: OldMeta.Type, to new: Meta.Type, in format: StoredFormat
  ) throws {
    typealias Value = Paged<OldMeta, Meta>
    let document = try format.document(#"{"meta":{"schema":1,"author":"a"},"size":1}"#)
    var report = MigrationReport()

    let value = try format.decode(Value.self, from: document, report: &report)
    let again = try format.decode(Value.self, from: format.encode(value))
    let downgraded = try JSONEncoder().encode(versioned: value, as: PagedV1<OldMeta>.self)

    #expect(value == Value(meta: .of(version: 2)))
    #expect(again == value)
    #expect(report.carryOverDropped == [])
    #expect(report.unknownFieldsDropped == [])
    #expect(
      try migrated(PagedV1<OldMeta>.self, String(decoding: downgraded, as: UTF8.self))
        == PagedV1(meta: .of(version: 1)))
  }

  @Test(arguments: StoredFormat.allCases)
  func `a version in a property of a nested object is renewed by steps`(
    format: StoredFormat
  ) throws {
    try checkRenewal(from: Header.self, to: Header.self, in: format)
    try checkRenewal(from: OldHeader.self, to: Header.self, in: format)
    try checkRenewal(from: Header?.self, to: Header?.self, in: format)
    try checkRenewal(from: StagedHeader.self, to: StagedHeader.self, in: format)
  }

  struct DeepHeader<Info: Codable & Equatable>: Codable, Equatable {
    var info: Info
  }

  struct DeepInfo: Codable, Equatable {
    var schemaVersion = "1"
    var author = "a"
  }

  struct DeepV1<Info: Codable & Equatable>: VersionedCodable, Equatable {
    static var version: String { "1" }
    static var versionLocation: VersionLocation { .path("metaData", "info", "schemaVersion") }
    typealias PreviousVersion = NothingOlder
    var metaData: DeepHeader<Info>
  }

  struct DeepDocument<Info: Codable & Equatable, MetaData: Codable & Equatable>: VersionedCodable {
    static var version: String { "2" }
    static var versionLocation: VersionLocation { .path("metaData", "info", "schemaVersion") }
    var metaData: MetaData

    init(from old: DeepV1<Info>) throws { try self.init(carryingOver: old) }
  }

  @Test func `a version in a nested dictionary is renewed by steps`() throws {
    let info = ["schemaVersion": "1", "author": "a"]
    let old = DeepV1(metaData: DeepHeader(info: info))

    let new = try DeepDocument<[String: String], DeepHeader<[String: String]>>(from: old)
    let untyped = try DeepDocument<[String: String], DocumentValue>(from: old)

    #expect(new.metaData.info == ["schemaVersion": "2", "author": "a"])
    #expect(try json(new) == #"{"metaData":{"info":{"author":"a","schemaVersion":"2"}}}"#)
    #expect(try json(untyped) == #"{"metaData":{"info":{"author":"a","schemaVersion":"2"}}}"#)
  }

  @Test func `a renewed version is written in snake case, too`() throws {
    let data = Data(#"{"meta_data":{"info":{"author":"a","schema_version":"1"}}}"#.utf8)
    let decoder = JSONDecoder.inSnakeCase
    let encoder = JSONEncoder.inSnakeCase(.sortedKeys)
    func saved<Meta: Codable & Equatable>(as meta: Meta.Type) throws -> String {
      let value = try decoder.decode(versioned: DeepDocument<DeepInfo, Meta>.self, from: data)
      return String(decoding: try encoder.encode(versioned: value), as: UTF8.self)
    }

    let expected = #"{"meta_data":{"info":{"author":"a","schema_version":"2"}}}"#
    #expect(try saved(as: DeepHeader<DeepInfo>.self) == expected)
    #expect(try saved(as: DocumentValue.self) == expected)
  }

  final class Titled: Codable {
    var title = "t"
  }

  struct TitledV1: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = NothingOlder
    var meta = Titled()
  }

  struct TitledV2: VersionedCodable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "schema")
    typealias PreviousVersion = TitledV1
    var meta: Titled

    init(from old: TitledV1) throws { try self.init(carryingOver: old) }
  }

  @Test func `an object without a version inside is carried over without encoding it`() throws {
    let old = TitledV1()

    #expect(try TitledV2(from: old).meta === old.meta)
  }

  // MARK: - Custom key strategies

  struct TwiceNestedV1: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "info", "version")
    typealias PreviousVersion = NothingOlder
    var size: Int
  }

  struct TwiceNested: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "info", "version")
    var size: Int

    init(from old: TwiceNestedV1) throws { size = old.size + 100 }
  }

  struct TwiceNestedList: Decodable {
    var list: [TwiceNested]
  }

  @Test func `a key strategy is told the whole path to a nested version`() throws {
    let paths = Mutex<Set<String>>([])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { keys in
      let names = keys.map(\.stringValue)
      _ = paths.withLock { $0.insert(names.joined(separator: ".")) }
      return names.suffix(3) == ["meta", "info", "v"] ? AnyKey("version") : keys[keys.count - 1]
    }

    let value = try decoder.decode(
      versioned: TwiceNested.self, from: Data(#"{"size": 1, "meta": {"info": {"v": 1}}}"#.utf8))
    #expect(value.size == 101)
    #expect(paths.withLock { $0 } == ["size", "meta", "meta.info", "meta.info.v"])

    paths.withLock { $0 = [] }
    let values = try decoder.decode(
      unversioned: TwiceNestedList.self,
      from: Data(#"{"list": [{"meta": {"info": {"v": 1}}, "size": 2}]}"#.utf8))
    #expect(values.list.map(\.size) == [102])
    let inArray = ["size", "meta", "meta.info", "meta.info.v"].map { "list.Index 0.\($0)" }
    #expect(paths.withLock { $0 } == Set(["list"] + inArray))
  }
}

extension Optional: VersionPathTests.Stored where Wrapped: VersionPathTests.Stored {
  static func of(version: Int) -> Wrapped? { .some(.of(version: version)) }
}
