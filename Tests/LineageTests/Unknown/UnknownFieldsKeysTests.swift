import Foundation
import Lineage
import Testing

/// Unknown fields with keys that are converted, inherited, or shared with the version.
struct UnknownFieldsKeysTests {
  struct Contact: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var firstName: String
    var unknownFields = UnknownFields()
  }

  struct NewContact: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = Contact
    var firstName = ""
    var homeTown = ""
    var unknownFields = UnknownFields()
  }

  static let spellings = [
    "home_town", "homeTown", "HomeTown", "Home_Town", "URL", "some_URL", "_private", "trailing_",
    "double__underscore", "a_1", "A", "",
  ]

  @Test(arguments: spellings)
  func `an unknown field keeps its spelling under snake case`(name: String) throws {
    let json = #"{"first_name":"Ada","version":1,"\#(name)":{"\#(name)":[1.10]}}"#
    let contact = try Future.read(Contact.self, json, snakeCase: true)

    let encoder = JSONEncoder.inSnakeCase()
    let saved = String(decoding: try encoder.encode(versioned: contact), as: UTF8.self)

    #expect(saved == #"{"first_name":"Ada","\#(name)":{"\#(name)":[1.10]},"version":1}"#)
  }

  @Test(arguments: spellings)
  func `an unknown field keeps its spelling under snake case through a chain`(
    name: String
  ) throws {
    let json = #"{"first_name":"Ada","version":1,"x\#(name)":1}"#

    let saved = try Future.saved(json, by: NewContact.self, snakeCase: true)

    #expect(saved.contains(#""x\#(name)":1"#))
  }

  @Test func `unknown fields are known by their converted names`() throws {
    let contact = try Future.read(
      Contact.self, #"{"first_name":"Ada","version":1,"home_town":"Rome"}"#, snakeCase: true)

    #expect(contact.unknownFields["homeTown"] == "Rome")
  }

  @Test func `an unknown field set in code is converted like a declared one`() throws {
    var contact = Contact(firstName: "Ada")
    contact.unknownFields["homeTown"] = "Rome"

    let saved = try Future.write(contact, snakeCase: true)

    #expect(saved == #"{"first_name":"Ada","home_town":"Rome","version":1}"#)
  }

  @Test func `encoding and decoding changes nothing under snake case`() throws {
    var contact = Contact(firstName: "Ada")
    contact.unknownFields["homeTown"] = "Rome"

    let saved = try Future.write(contact, snakeCase: true)
    let read = try Future.read(Contact.self, saved, snakeCase: true)

    #expect(read == contact)
  }

  @Test func `a converted unknown field is decoded into a later version's property`() throws {
    let contact = try Future.read(
      NewContact.self, #"{"first_name":"Ada","version":1,"home_town":"Rome"}"#, snakeCase: true)

    #expect(contact.homeTown == "Rome")
    #expect(contact.unknownFields.isEmpty)
  }

  @Test(arguments: [
    #"{"first_name":"Ada","fooBar":1,"foo_bar":2,"version":1}"#,
    #"{"first_name":"Ada","foo_bar":2,"fooBar":1,"version":1}"#,
    #"{"first_name":"Ada","foo_bar":2,"foo__bar":3,"fooBar":1,"version":1}"#,
    #"{"first_name":"Ada","foo__bar":3,"fooBar":1,"foo_bar":2,"version":1}"#,
    #"{"fooBar":1,"foo__bar":3,"foo_bar":2,"first_name":"Ada","version":1}"#,
  ])
  func `unknown fields converted to the same name are all preserved, in any order`(
    json: String
  ) throws {
    let saved = try Future.saved(json, by: Contact.self, snakeCase: true)
    let migrated = try Future.saved(json, by: NewContact.self, snakeCase: true)

    #expect(saved == (try Future.text(Future.value(json))))
    for field in [#""fooBar":1"#, #""foo_bar":2"#] { #expect(migrated.contains(field)) }
    #expect(migrated.contains(#""foo__bar":3"#) == json.contains("foo__bar"))
  }

  @Test func `the first of two equal unknown keys wins`() throws {
    let saved = try Future.saved(
      #"{"first_name":"Ada","foo_bar":1,"foo_bar":2,"x":3,"x":4,"version":1}"#, by: Contact.self,
      snakeCase: true)

    #expect(saved == #"{"first_name":"Ada","foo_bar":1,"version":1,"x":3}"#)
  }

  @Test func `custom key strategies work in both directions`() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      let name = path.last?.stringValue ?? ""
      return name.hasPrefix("x-") ? AnyKey(String(name.dropFirst(2))) : AnyKey(name)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .custom { AnyKey("x-" + ($0.last?.stringValue ?? "")) }
    let json = #"{"plain":{"x-a":1},"x-firstName":"Ada","x-other":[{"b":2}],"x-version":1}"#

    let contact = try decoder.decode(versioned: Contact.self, from: Data(json.utf8))
    let saved = String(decoding: try encoder.encode(versioned: contact), as: UTF8.self)

    #expect(contact.unknownFields["other"] == [["b": 2]])
    #expect(saved == json)
  }

  struct Holder: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var contact: NewContact
  }

  @Test func `a custom strategy is given the whole path, also for a version`() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      AnyKey(String(path.last?.stringValue.dropFirst(path.count) ?? ""))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .custom { path in
      AnyKey(String(repeating: "_", count: path.count) + (path.last?.stringValue ?? ""))
    }
    let holder = Holder(contact: NewContact())

    let data = try encoder.encode(versioned: holder)
    let read = try decoder.decode(versioned: Holder.self, from: data)

    #expect(String(decoding: data, as: UTF8.self).contains(#""__version":2"#))
    #expect(read.contact.unknownFields.isEmpty)
  }

  @Test func `a foreign coder converts the same keys back`() throws {
    let decoder = FutureForeignDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = FutureForeignEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    let json = #"{"first_name":"Ada","home_town":{"zip_code":1},"version":1}"#

    let contact = try decoder.decode(versioned: Contact.self, from: Data(json.utf8))
    let saved = String(decoding: try encoder.encode(versioned: contact), as: UTF8.self)

    #expect(saved == json)
  }

  struct Scores: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var byPlayer: [String: Int]
  }

  @Test func `the keys of a dictionary are data, also for a foreign coder`() throws {
    let decoder = FutureForeignDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = FutureForeignEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    let json = #"{"by_player":{"MaxPower":1,"max_power":2},"version":1}"#

    let scores = try decoder.decode(versioned: Scores.self, from: Data(json.utf8))
    let saved = String(decoding: try encoder.encode(versioned: scores), as: UTF8.self)

    #expect(saved == json)
  }

  struct Twins: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var fooBar: [String: Int]
    var other: [String: Int]

    enum CodingKeys: String, CodingKey {
      case fooBar
      case other = "foo_bar"
    }
  }

  @Test func `dictionaries with similar names keep their keys with a custom strategy`() throws {
    func written(by encoder: JSONEncoder) throws -> String {
      encoder.outputFormatting = .sortedKeys
      encoder.keyEncodingStrategy = .custom { AnyKey("#" + ($0.last?.stringValue ?? "")) }
      let twins = Twins(fooBar: ["a": 1], other: ["b": 2])
      return String(decoding: try encoder.encode(versioned: twins), as: UTF8.self)
    }

    let expected = ##"{"#fooBar":{"a":1},"#foo_bar":{"b":2},"#version":1}"##
    #expect(try written(by: JSONEncoder()) == expected)
    #expect(try written(by: FutureForeignEncoder()) == expected)
  }

  // MARK: - Classes

  class Animal: Codable {
    var name: String
    var unknownFields: UnknownFields

    enum CodingKeys: CodingKey { case name, unknownFields }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      unknownFields = try container.decode(UnknownFields.self, forKey: .unknownFields)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(unknownFields, forKey: .unknownFields)
    }
  }

  final class Dog: Animal, VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tricks: [String]
    var owner: String?

    enum CodingKeys: CodingKey { case tricks, owner }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode([String].self, forKey: .tricks)
      owner = try container.decodeIfPresent(String.self, forKey: .owner)
      try super.init(from: decoder)
    }

    init(from old: NothingOlder) throws { preconditionFailure("There is nothing older.") }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tricks, forKey: .tricks)
      try container.encodeIfPresent(owner, forKey: .owner)
    }
  }

  static let dog = #"{"chip":1.10,"name":"Rex","owner":"Ada","tricks":["sit"],"version":1}"#

  @Test(arguments: [false, true])
  func `a class and its superclass write unknown fields once`(snakeCase: Bool) throws {
    let saved = try Future.saved(Self.dog, by: Dog.self, snakeCase: snakeCase)

    #expect(saved == Self.dog)
  }

  @Test(arguments: [false, true])
  func `a subclass can change its own fields`(snakeCase: Bool) throws {
    let saved = try Future.saved(Self.dog, by: Dog.self, snakeCase: snakeCase) {
      $0.tricks = ["roll"]
    }

    let expected = #"{"chip":1.10,"name":"Rex","owner":"Ada","tricks":["roll"],"version":1}"#
    #expect(saved == expected)
  }

  @Test func `a subclass can remove its own fields`() throws {
    let saved = try Future.saved(Self.dog, by: Dog.self) { $0.owner = nil }

    #expect(saved == #"{"chip":1.10,"name":"Rex","tricks":["sit"],"version":1}"#)
  }

  final class Cat: Animal, VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var toy: DocumentValue

    enum CodingKeys: CodingKey { case toy }

    required init(from decoder: any Decoder) throws {
      toy = try decoder.container(keyedBy: CodingKeys.self).decode(DocumentValue.self, forKey: .toy)
      try super.init(from: decoder)
    }

    init(from old: NothingOlder) throws { preconditionFailure("There is nothing older.") }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(toy, forKey: .toy)
    }
  }

  @Test func `a subclass can give its own field another shape`() async {
    await #expect(processExitsWith: .success) {
      let cat = #"{"name":"Tom","toy":"ball","version":1}"#

      let saved = try Future.saved(cat, by: Cat.self, snakeCase: true) { $0.toy = ["yarn"] }

      #expect(saved == #"{"name":"Tom","toy":["yarn"],"version":1}"#)
    }
  }

  @Test func `the fields of a subclass are not unknown to its superclass`() throws {
    let dog = try Future.read(Dog.self, Self.dog)

    #expect(dog.unknownFields.fields.keys == ["chip"])
  }

  class Vehicle: Codable {
    var wheels: Int
    var unknownFields = UnknownFields()
  }

  final class Car: Vehicle, VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var brand: String
    var ownUnknownFields: UnknownFields

    enum CodingKeys: CodingKey { case brand, ownUnknownFields }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      brand = try container.decode(String.self, forKey: .brand)
      ownUnknownFields = try container.decode(UnknownFields.self, forKey: .ownUnknownFields)
      try super.init(from: container.superDecoder())
    }

    init(from old: NothingOlder) throws { preconditionFailure("There is nothing older.") }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(brand, forKey: .brand)
      try container.encode(ownUnknownFields, forKey: .ownUnknownFields)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test(arguments: [false, true])
  func `a superclass in its own object has its unknown fields there`(
    snakeCase: Bool
  ) throws {
    let saved = try Future.saved(
      #"{"brand":"VW","outer":1,"super":{"inner":2,"wheels":4},"version":1}"#, by: Car.self,
      snakeCase: snakeCase
    ) {
      $0.wheels = 3
      $0.unknownFields["inner"] = nil
    }

    #expect(saved == #"{"brand":"VW","outer":1,"super":{"wheels":3},"version":1}"#)
  }

  @Test func `the object of a superclass is written once, and by the superclass`() throws {
    let json = #"{"brand":"VW","super":{"wheels":4},"version":1}"#

    #expect(try Future.saved(json, by: Car.self) == json)
  }

  // MARK: - The version's place

  struct Report: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "schemaVersion")
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields = UnknownFields()
  }

  struct DeepReport: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.path("a", "b", "c")
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields = UnknownFields()
  }

  struct DeclaringReport: VersionedCodable {
    struct Meta: Codable {
      var author: String
      var unknownFields = UnknownFields()
    }

    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "schemaVersion")
    typealias PreviousVersion = NothingOlder
    var meta: Meta
    var unknownFields = UnknownFields()
  }

  struct NewReport: VersionedCodable, DefaultFillable {
    static let version = 2
    static let versionLocation = VersionLocation.path("meta", "schemaVersion")
    typealias PreviousVersion = Report
    var title = ""
    var unknownFields = UnknownFields()
  }

  @Test(arguments: FutureFormat.allCases)
  func `a version in its own object is not unknown`(format: FutureFormat) throws {
    let document: DocumentValue = ["title": "T", "meta": ["schemaVersion": 1]]

    let report = try format.read(Report.self, document)

    #expect(report.unknownFields.isEmpty)
    #expect(try format.write(report) == document)
  }

  @Test func `a version in its own nested objects is not unknown`() throws {
    let report = try Future.read(DeepReport.self, #"{"a":{"b":{"c":1}},"title":"T"}"#)

    #expect(report.unknownFields.isEmpty)
  }

  @Test(arguments: FutureFormat.allCases)
  func `the siblings of a version in an unknown object are preserved`(format: FutureFormat) throws {
    let document: DocumentValue = ["title": "T", "meta": ["schemaVersion": 1, "author": ["Ada"]]]

    let report = try format.read(Report.self, document)

    #expect(report.unknownFields["meta"] == ["author": ["Ada"]])
    #expect(try format.write(report) == document)
  }

  @Test(arguments: FutureFormat.allCases)
  func `the siblings of a version in a declared object are preserved`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "meta": ["schemaVersion": 1, "author": "Ada", "x": [1]], "y": 2,
    ]
    var journal = MigrationReport()

    let report = try format.read(DeclaringReport.self, document, report: &journal)

    #expect(report.meta.unknownFields.fields == ["x": [1]])
    #expect(journal.unknownFieldsDropped == [])
    #expect(try format.write(report) == document)
  }

  @Test(arguments: FutureFormat.allCases)
  func `a nested version is updated beside its unknown siblings`(format: FutureFormat) throws {
    let saved = try format.saved(
      ["title": "T", "meta": ["schemaVersion": 1, "author": "Ada"]], by: NewReport.self)

    #expect(saved == ["title": "T", "meta": ["schemaVersion": 2, "author": "Ada"]])
  }

  @Test func `a nested version under snake case is not unknown`() throws {
    let report = try Future.read(
      Report.self, #"{"title":"T","meta":{"schema_version":1}}"#, snakeCase: true)

    #expect(report.unknownFields.isEmpty)
  }

  @Test func `a nested version under snake case is written once`() throws {
    let saved = try Future.saved(
      #"{"meta":{"author":"Ada","schema_version":1},"title":"T"}"#, by: NewReport.self,
      snakeCase: true)

    #expect(saved == #"{"meta":{"author":"Ada","schema_version":2},"title":"T"}"#)
  }
}
