import Foundation
import Lineage
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
}
