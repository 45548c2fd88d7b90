import Foundation
import Lineage
import Testing

/// Types that are decoded through a variable of a superclass's metatype.
struct DynamicTypeTests {
  class Person: Codable {
    var name: String
    var kind: String { "person" }

    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: AnyKey.self).decode(String.self, forKey: AnyKey("name"))
    }
  }

  final class Employee: Person {
    var number = 0
    override var kind: String { "employee \(number)" }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      number = try container.decode(Int.self, forKey: AnyKey("number"))
      try super.init(from: decoder)
    }
  }

  /// Decodes a person of a dynamic type from each kind of container.
  struct Staff: Decodable {
    @TaskLocal static var type: Person.Type = Person.self

    var kinds: [String]

    struct Single: Decodable {
      var person: Person
      init(from decoder: any Decoder) throws {
        person = try decoder.singleValueContainer().decode(Staff.type)
      }
    }

    init(from decoder: any Decoder) throws {
      let type = Self.type
      let container = try decoder.container(keyedBy: AnyKey.self)
      var list = try container.nestedUnkeyedContainer(forKey: AnyKey("list"))
      let people = [
        try container.decode(type, forKey: AnyKey("one")),
        try container.decodeIfPresent(type, forKey: AnyKey("one")),
        try list.decode(type), try list.decodeIfPresent(type),
        try container.decode(Single.self, forKey: AnyKey("one")).person,
      ]
      kinds = people.compactMap { $0?.kind }
    }
  }

  @Test func `the class in a metatype variable is decoded in every container`() throws {
    let one = #"{"name":"Ada","number":7}"#
    let data = Data(#"{"one":\#(one),"list":[\#(one),\#(one)]}"#.utf8)
    for _ in 0..<3 {
      for type in [Employee.self, Person.self] as [Person.Type] {
        try Staff.$type.withValue(type) {
          // The standard library's keyed containers lose the dynamic type of a metatype.
          let expected = try JSONDecoder().decode(Staff.self, from: data).kinds

          let staff = try JSONDecoder().decode(unversioned: Staff.self, from: data)

          #expect(staff.kinds == expected)
          #expect(staff.kinds.contains("employee 7") == (type == Employee.self))
        }
      }
    }
  }

  @Test func `the class in a metatype variable is decoded in every container of other formats`()
    throws
  {
    let one = #"(name: "Ada" number: 7)"#
    let text = "[(one: \(one) list: [\(one) \(one)])]"
    try Staff.$type.withValue(Employee.self) {
      let staff = try ForeignTextDecoder().decode(unversioned: [Staff].self, from: text)

      #expect(staff[0].kinds[2...3] == ["employee 7", "employee 7"])
    }
  }

  @Test func `the class in a metatype variable is decoded as a document`() throws {
    let type: Person.Type = Employee.self
    let data = Data(#"{"name":"Ada","number":7}"#.utf8)

    #expect(try JSONDecoder().decode(unversioned: type, from: data).kind == "employee 7")
    #expect(try VersionedJSONDecoder().decode(type, from: data).kind == "employee 7")
    #expect(
      try PropertyListDecoder().decode(
        unversioned: type,
        from: PropertyListSerialization.data(
          fromPropertyList: ["name": "Ada", "number": 7] as [String: Any], format: .xml, options: 0)
      ).kind == "employee 7")
  }

  class Note: VersionedCodable {
    class var version: Int { 2 }
    var text: String
    var kind: String { "note" }

    required init(from old: NoteV1) throws { text = old.body }
  }

  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var body: String
  }

  final class Reminder: Note {
    override var kind: String { "reminder" }
    override class var version: Int { 3 }
  }

  @Test func `a versioned class in a metatype variable is decoded by its versions`() throws {
    let type: Note.Type = Reminder.self
    let current = Data(#"{"text":"a","version":3}"#.utf8)
    let old = Data(#"{"body":"b","version":1}"#.utf8)

    for data in [current, old] {
      #expect(try JSONDecoder().decode(versioned: type, from: data).kind == "reminder")
      #expect(try JSONDecoder().decode(unversioned: type, from: data).kind == "reminder")
      #expect(
        try JSONDecoder().decode(versioned: Reminder.self, from: data).kind == "reminder")
    }
    #expect(try JSONDecoder().version(of: type, in: current) == 3)
    #expect(
      try JSONDecoder().decode(
        versioned: Note.self, from: Data(#"{"text":"a","version":2}"#.utf8)
      ).kind == "note")
  }
}
