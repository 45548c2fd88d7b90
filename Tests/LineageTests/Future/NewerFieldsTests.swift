import Foundation
import Lineage
import Testing

/// A newer document is written back without the fields that it didn't have.
struct NewerFieldsTests {
  enum Mood: String, CaseIterable, Codable { case calm, wild }

  struct Size: ZeroFillable, Equatable {
    let width: Int
    let height: Int
  }

  /// `UUID` has no zero value, so the type has no empty value.
  struct Zero: VersionedCodable, ZeroFillable, Equatable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var unknownFields: UnknownFields
    let id: UUID
    var name: String
    var count: Int
    var isOn: Bool
    var tags: [String]
    var mood: Mood
    var size: Size
    var nested: Nested
    var maybe: Int?
    @Lenient var rank: Int
    @LenientElements var list: [Int]
  }

  struct Nested: VersionedCodable, ZeroFillable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields: UnknownFields
  }

  static let id = DocumentValue("E621E1F8-C36C-495A-93FC-0C247A3E6E5F")

  static let documents: [DocumentValue] = [
    ["version": 3, "id": id],
    ["version": 3, "id": id, "name": "", "new": 0],
    ["version": 3, "id": id, "count": 0, "tags": [], "mood": "calm"],
    ["version": 3, "id": id, "mood": "wild", "size": ["width": 0, "height": 0]],
    ["version": 3, "id": id, "nested": ["version": 2]],
    ["version": 3, "id": id, "nested": ["version": 2, "title": "", "x": 1]],
    ["version": 3, "id": id, "list": [], "rank": 0],
    ["version": 3, "id": id, "rank": "bad"],
    ["version": 3, "id": id, "name": .null, "count": .null, "isOn": .null, "mood": .null],
    ["version": 3, "id": id, "tags": .null, "size": .null, "nested": .null, "maybe": .null],
    ["version": 3, "id": id, "list": .null, "rank": .null],
    ["version": 3, "id": id, "nested": ["version": 2, "title": .null]],
  ]

  @Test(arguments: FutureFormat.allCases, documents)
  func `zeros are not added to a newer document`(
    format: FutureFormat, document: DocumentValue
  ) throws {
    #expect(try format.saved(document, by: Zero.self) == document)
  }

  @Test(arguments: FutureFormat.allCases)
  func `changes to a newer document are written`(format: FutureFormat) throws {
    var zero = try format.read(Zero.self, ["version": 3, "id": Self.id, "count": 5])
    zero.count = 0
    zero.name = "a"
    zero.mood = .wild

    #expect(
      try format.write(zero)
        == ["version": 3, "id": Self.id, "count": 0, "name": "a", "mood": "wild"])
  }

  @Test func `names converted by a strategy are recognized too`() throws {
    struct Long: VersionedCodable, ZeroFillable {
      static let version = 1
      static let newerVersions = NewerVersionPolicy.readAsNewest
      typealias PreviousVersion = NothingOlder
      var firstName: String
      var lastName: String
      var unknownFields: UnknownFields
    }
    for json in [#"{"first_name":"","version":2}"#, #"{"first_name":null,"version":2}"#] {
      #expect(try Future.saved(json, by: Long.self, snakeCase: true) == json)
    }
  }

  // MARK: - Carrying over

  struct Engine: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var power = 100
    var torque = 10
    var fuel = "gas"
    var unknownFields = UnknownFields()
  }

  struct Motor: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var force = 100
    var torque = 10
    var fuel = "gas"
    var unknownFields = UnknownFields()
  }

  struct CarV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var engine: Engine
  }

  struct Car: VersionedCodable {
    static let version = 2
    var motor: Motor
    var copy: Engine
  }

  @Test(arguments: [
    (#"{"version":2}"#, #"{"fuel":"gas","version":2}"#),
    (#"{"power":100,"version":2,"x":1}"#, #"{"force":100,"fuel":"gas","version":2,"x":1}"#),
    (#"{"torque":10,"version":2}"#, #"{"fuel":"gas","torque":10,"version":2}"#),
    (#"{"power":1,"torque":1,"version":2}"#, #"{"force":1,"fuel":"gas","torque":1,"version":2}"#),
    (
      #"{"fuel":null,"power":null,"torque":null,"version":2}"#,
      #"{"force":null,"fuel":"gas","torque":null,"version":2}"#
    ),
  ])
  func `carrying over preserves which fields a newer value has`(
    engine: String, motor: String
  ) throws {
    let car = try Future.read(Car.self, #"{"engine":\#(engine),"version":1}"#)

    #expect(try Future.text(car.motor) == motor)
    #expect(try Future.text(car.copy) == engine)
  }

  struct Turbine: VersionedCodable, DefaultFillable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = Engine
    var power = 100
    var torque = 10
    var fuel = "gas"
    var stages = 3
    var unknownFields = UnknownFields()
  }

  struct PlaneV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var main: Engine
    var all: [Engine]
    var spare: [Engine]
    var byName: [String: Engine]
  }

  struct Plane: VersionedCodable {
    static let version = 2
    var main: Turbine
    var all: [Turbine]
    @LenientElements var spare: [Engine]
    var byName: [String: Turbine]
  }

  @Test(
    arguments: FutureFormat.allCases,
    [
      ["version": 3], ["version": 3, "power": 100, "q": 1],
      ["version": 3, "power": 1, "fuel": "gas"], ["version": 3, "power": .null, "fuel": .null],
    ] as [DocumentValue])
  func `fields are not added to newer values that a step encodes`(
    format: FutureFormat, engine: DocumentValue
  ) throws {
    let plane: DocumentValue = [
      "main": engine, "all": [engine], "spare": [engine], "byName": ["a": engine],
    ]
    func document(_ version: DocumentValue) -> DocumentValue {
      var object = plane.object ?? [:]
      object["version"] = version
      return .object(object)
    }

    #expect(try format.saved(document(1), by: Plane.self) == document(2))
  }

  @Test func `a change to a newer value that a step has encoded is written`() throws {
    let saved = try Future.saved(
      #"{"version":1,"main":{"version":3,"power":100},"all":[],"spare":[],"byName":{}}"#,
      by: Plane.self
    ) { plane in
      plane.main.torque = 11
      plane.main.stages = 4
    }

    #expect(
      saved == """
        {"all":[],"byName":{},"main":{"power":100,"stages":4,"torque":11,"version":3},"spare":[],\
        "version":2}
        """)
  }

  struct NoteV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text = "t"
    var unknownFields = UnknownFields()
  }

  struct Note: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NoteV1
    var text = "t"
    var unknownFields = UnknownFields()

    func downgraded() throws -> NoteV1 { try NoteV1(carryingOver: self) }
  }

  @Test func `a downgraded newer value with fields has the version it is encoded as`() throws {
    let note = try Future.read(Note.self, #"{"version":3,"x":1}"#)

    #expect(try Future.write(note, as: NoteV1.self) == #"{"text":"t","version":1,"x":1}"#)
  }

  // MARK: - Nulls

  struct Limits: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
    var limit = 10
    var kind = OpenEnum(Mood.calm)
    var sizes = [1]
    @Lenient var rank = 1
    var title: String? = "t"
    var id = UUID()
  }

  /// Collects unknown fields last, and leaves out defaults.
  struct SparseLimits: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var limit = 10
    var kind = OpenEnum(Mood.calm)
    var sizes = [1]
    @Lenient var rank = 1
    var title: String? = "t"
    var unknownFields = UnknownFields()
  }

  static let nulls: DocumentValue = [
    "version": 2, "id": id, "limit": .null, "kind": .null, "sizes": .null, "rank": .null,
    "title": .null,
  ]

  @Test(arguments: FutureFormat.allCases)
  func `a null of a newer document stays null while its field has the default`(
    format: FutureFormat
  ) throws {
    var report = MigrationReport()
    var limits = try format.read(Limits.self, Self.nulls, report: &report)
    let sparse = try format.read(SparseLimits.self, Self.nulls)

    #expect(limits.limit == 10)
    #expect(report.nullsDropped == [])
    #expect(!report.needsRewrite)
    #expect(try format.write(limits) == Self.nulls)
    #expect(try format.write(sparse) == Self.nulls)

    limits.limit = 11
    limits.sizes = []
    // Null is nil here, so this is a change.
    limits.title = "t"
    #expect(
      try format.write(limits) == [
        "version": 2, "id": Self.id, "limit": 11, "kind": .null, "sizes": [], "rank": .null,
        "title": "t",
      ])
  }

  @Test func `a null that was filled with a default that varies is written as that`() throws {
    let limits = try Future.read(Limits.self, #"{"id":null,"version":2}"#)

    #expect(
      try Future.write(limits) == #"{"id":"\#(limits.id.uuidString)","version":2}"#)
  }

  struct Forgetful: VersionedCodable, DefaultFillable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var limit = 10
    var inner = Inner()

    struct Inner: Codable, DefaultFillable {
      var count = 1
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `a null of a newer document that has no place is reported as dropped`(
    format: FutureFormat
  ) throws {
    var report = MigrationReport()

    let value = try format.read(
      Forgetful.self, ["version": 2, "limit": .null, "inner": ["count": .null]], report: &report)

    #expect(report.nullsDropped == ["limit", "inner.count"])
    #expect(try format.write(value) == ["version": 1, "limit": 10, "inner": ["count": 1]])
  }

  @Test func `a null of a newer value is its default in an older version`() throws {
    let note = try Future.read(Note.self, #"{"text":null,"version":3}"#)

    #expect(try Future.write(note) == #"{"text":null,"version":3}"#)
    #expect(try Future.write(note, as: NoteV1.self) == #"{"text":"t","version":1}"#)
  }
}

extension NewerFieldsTests.Car {
  init(from old: NewerFieldsTests.CarV1) throws {
    copy = try .init(carryingOver: old.engine)
    motor = try .init(carryingOver: old.engine) { fields in
      fields.rename("power", to: "force")
      try fields.set("gas", for: "fuel")
    }
  }
}

extension NewerFieldsTests.Plane {
  init(from old: NewerFieldsTests.PlaneV1) throws { try self.init(carryingOver: old) }
}
