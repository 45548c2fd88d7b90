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
    let json = #"{"first_name":"","version":2}"#

    #expect(try Future.saved(json, by: Long.self, snakeCase: true) == json)
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
      ["version": 3, "power": 1, "fuel": "gas"],
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
