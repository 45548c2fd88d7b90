import Foundation
import Lineage
import Testing

/// Unknown fields of one version: collected, inspected, changed and written back.
struct UnknownFieldsTests {
  struct Contact: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var nickname: String?
    var unknownFields = UnknownFields()
  }

  struct Person: Codable, Hashable {
    var name: String
    var unknownFields = UnknownFields()
  }

  struct Family: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var head: Person
    var children: [Person]
    var friends: [String: Person]
    var guest: Person?
    var unknownFields = UnknownFields()
  }

  // MARK: - Everywhere

  @Test(arguments: FutureFormat.allCases)
  func `an unknown field is written back unchanged`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 1, "name": "Ada", "gender": "f", "tags": ["x", 2, true, ["y": 1.5]], "born": 1815,
    ]

    let saved = try format.saved(document, by: Contact.self)

    #expect(saved == document)
  }

  @Test(arguments: FutureFormat.allCases)
  func `unknown fields stay in their object`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 1, "root": 1,
      "head": ["name": "Ada", "inHead": 2],
      "children": [["name": "Bob", "inFirst": 3], ["name": "Cid", "inSecond": ["a": "b"]]],
      "friends": ["Eve": ["name": "Eve", "inFriend": [4, 5]]],
      "guest": ["name": "Fay", "inGuest": false],
    ]

    let saved = try format.saved(document, by: Family.self)

    #expect(saved == document)
  }

  @Test(arguments: FutureFormat.allCases)
  func `the report lists the preserved unknown fields`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 1, "root": 1, "head": ["name": "Ada", "x": ["y": 1]],
      "children": [["name": "Bob"], ["name": "Cid", "z": 1]],
      "friends": ["E": ["name": "E", "w": 1]],
    ]
    var report = MigrationReport()

    _ = try format.read(Family.self, document, report: &report)

    #expect(Set(report.unknownFieldsKept) == ["root", "head.x", "children[1].z", "friends.E.w"])
    #expect(report.unknownFieldsDropped == [])
    #expect(!report.needsRewrite)
  }

  @Test func `unknown fields are preserved without versions too`() throws {
    let json = #"[{"a":1.10,"name":"Ada"},{"name":"Bob"}]"#

    let people = try JSONDecoder().decode(unversioned: [Person].self, from: Data(json.utf8))

    #expect(try Future.text(people) == json)
  }

  // MARK: - Exact values

  static let exactValues = [
    "0", "-0", "1.10", "1e400", "-1E-400", "1E+2", "10000000000000000000001",
    "170141183460469231731687303715884105728", "0.1000000000000000055511151231257827",
    #""é \" \\ / \n\t\u0000 🙂""#, "null", "true", "[]", "{}", "[[],{},[null]]",
    #"{"":"","a":{"a":{"a":[]}}}"#, #"{"z":1,"a":2,"m":3}"#,
  ]

  @Test(arguments: exactValues)
  func `an unknown value preserves every character`(value: String) throws {
    let json = #"{"name":"Ada","x":\#(value),"version":1}"#

    let contact = try JSONDecoder().decode(versioned: Contact.self, from: Data(json.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let saved = String(decoding: try encoder.encode(versioned: contact), as: UTF8.self)

    #expect(saved == json)
  }

  /// Other coders can't represent numbers that are neither integers nor doubles.
  static let exactNumbers = ["9007199254740993", "18446744073709551615", "1.5"]

  @Test(arguments: exactNumbers)
  func `an unknown number survives a foreign coder`(number: String) throws {
    let json = #"{"name":"Ada","version":1,"x":\#(number)}"#

    let contact = try FutureForeignDecoder().decode(versioned: Contact.self, from: Data(json.utf8))
    let encoder = FutureForeignEncoder()
    encoder.outputFormatting = .sortedKeys
    let saved = String(decoding: try encoder.encode(versioned: contact), as: UTF8.self)

    #expect(saved == json)
  }

  static let names = [
    "", " ", "a.b", "a[0]", "init", "self", "Self", "super", "type", "Type", "unknownFields",
    "Version", "versions", "readableSince", "é", #"quote\"d"#, #"back\\slash"#, #"\n"#, "🙂", "0",
    "Index 0", "_", "__proto__", "name ", "NAME",
  ]

  @Test(arguments: names)
  func `an unknown field can have any name`(name: String) throws {
    let json = #"{"name":"Ada","version":1,"\#(name)":[1.10]}"#

    let contact = try JSONDecoder().decode(versioned: Contact.self, from: Data(json.utf8))
    let saved = String(decoding: try JSONEncoder().encode(versioned: contact), as: UTF8.self)

    #expect(contact.unknownFields.fields.count == 1)
    #expect(saved == #"{"name":"Ada","\#(name)":[1.10],"version":1}"#)
  }

  @Test func `a key written with escapes is the same key`() throws {
    let saved = try Future.saved(
      #"{"n\u0061me":"Ada","\u0078":1,"v\u0065rsion":1}"#, by: Contact.self)

    #expect(saved == #"{"name":"Ada","version":1,"x":1}"#)
  }

  @Test func `unknown fields keep their order`() throws {
    let json = #"{"name":"Ada","z":1,"a":2,"m":3,"version":1}"#

    let contact = try Future.read(Contact.self, json)
    let saved = String(decoding: try JSONEncoder().encode(versioned: contact), as: UTF8.self)

    #expect(contact.unknownFields.fields.keys == ["z", "a", "m"])
    #expect(saved == json)
  }

  /// Decodes its fields and the unknown ones in the order that the test passes.
  private struct Asking: Decodable {
    enum CodingKeys: CodingKey { case a, b, c, rest }

    @TaskLocal static var questions: [CodingKeys] = []

    var unknownFields = UnknownFields()

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      for key in Self.questions {
        if key == .rest {
          unknownFields = try container.decode(UnknownFields.self, forKey: key)
        } else {
          _ = try container.decodeIfPresent(Int.self, forKey: key)
        }
      }
    }
  }

  @Test(
    arguments: [
      (#"{"a":1,"b":2,"c":3}"#, [:]),
      (#"{"a":1,"b":2,"c":3,"x":4}"#, ["x": 4]),
      (#"{"x":4,"a":1,"b":2,"c":3}"#, ["x": 4]),
      (#"{"a":1,"x":4,"b":2,"y":5,"c":3}"#, ["x": 4, "y": 5]),
      (#"{"c":3,"x":4,"a":1}"#, ["x": 4]),
      (#"{"a":1,"a":2,"x":4,"x":5}"#, ["x": 4]),
      (#"{"\u0061":1,"x":4,"b":2}"#, ["x": 4]),
      (#"{"a":1,"rest":2,"b":3}"#, ["rest": 2]),
    ] as [(String, UnknownFields)])
  func `unknown fields are the same regardless of when a type decodes them`(
    text: String, unknown: UnknownFields
  ) throws {
    let orders: [[Asking.CodingKeys]] = [
      [.a, .b, .c, .rest], [.rest, .a, .b, .c], [.a, .rest, .b, .c], [.a, .b, .rest, .c],
      [.c, .b, .a, .rest], [.a, .rest, .a, .rest], [.rest],
    ]
    let objects = Array(repeating: text, count: 12).joined(separator: ",")

    for order in orders {
      let asked = try Asking.$questions.withValue(order) {
        try JSONDecoder().decode(unversioned: [Asking].self, from: Data("[\(objects)]".utf8))
      }

      #expect(asked.allSatisfy { $0.unknownFields == unknown })
    }
  }

  @Test func `hundreds of unknown fields are preserved`() throws {
    let members = (0..<300).map { "\"k\($0)\":\($0)" }.sorted().joined(separator: ",")
    let json = "{\(members),\"name\":\"Ada\",\"version\":1}"

    let saved = try Future.saved(json, by: Contact.self)

    #expect(saved == json)
  }

  // MARK: - Property lists

  @Test(arguments: [FutureFormat.xml, .binary])
  func `dates and data of a property list stay dates and data`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 1, "name": "Ada", "when": .date(Date(timeIntervalSince1970: 1_000_000)),
      "photo": .data(Data([0, 1, 255])),
      "deep": ["list": [.date(Date(timeIntervalSince1970: 0)), .data(Data())]],
    ]

    let contact = try format.read(Contact.self, document)
    let saved = try format.write(contact)

    #expect(contact.unknownFields["photo"] == .data(Data([0, 1, 255])))
    #expect(saved == document)
  }

  @Test(arguments: [FutureFormat.xml, .binary])
  func `booleans and numbers of a property list are distinguished`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 1, "name": "Ada", "on": true, "off": false, "one": 1, "zero": 0, "half": 0.5,
      "large": .number(DocumentNumber(UInt64.max)), "small": .number(DocumentNumber(Int64.min)),
    ]

    let contact = try format.read(Contact.self, document)
    let saved = try format.write(contact)

    #expect(contact.unknownFields["one"] == 1)
    #expect(saved == document)
  }

  // MARK: - In code

  @Test func `an unknown field can be read`() throws {
    let contact = try Future.read(
      Contact.self, #"{"version":1,"name":"Ada","gender":{"code":[7]}}"#)

    #expect(contact.unknownFields["gender"]?["code"]?[0]?.number?.int == 7)
    #expect(contact.unknownFields["name"] == nil)
    #expect(!contact.unknownFields.isEmpty)
  }

  @Test func `an unknown field can be set and removed`() throws {
    let saved = try Future.saved(#"{"version":1,"name":"Ada","old":1,"kept":2}"#, by: Contact.self)
    {
      $0.unknownFields["old"] = nil
      $0.unknownFields["new"] = ["a": .null]
    }

    #expect(saved == #"{"kept":2,"name":"Ada","new":{"a":null},"version":1}"#)
  }

  /// Tells a null from a missing key itself.
  struct Change: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    enum Kind { case missing, null, name(String) }
    enum CodingKeys: CodingKey { case name, unknownFields }
    var name: Kind
    var unknownFields: UnknownFields

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name =
        !container.contains(.name)
        ? .missing
        : try container.decodeNil(forKey: .name)
          ? .null : .name(container.decode(String.self, forKey: .name))
      unknownFields = try container.decode(UnknownFields.self, forKey: .unknownFields)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch name {
      case .missing: break
      case .null: try container.encodeNil(forKey: .name)
      case .name(let name): try container.encode(name, forKey: .name)
      }
      try container.encode(unknownFields, forKey: .unknownFields)
    }
  }

  @Test func `a field that was null is removed with the unknown fields`() throws {
    let contact = #"{"version":1,"name":"Ada","nickname":null,"x":1}"#
    let change = #"{"version":1,"name":null,"x":1}"#

    let kept = try Future.saved(contact, by: Contact.self) { $0.nickname = nil }
    #expect(kept == #"{"name":"Ada","nickname":null,"version":1,"x":1}"#)
    let removed = try Future.saved(contact, by: Contact.self) {
      $0.unknownFields["nickname"] = nil
    }
    #expect(removed == #"{"name":"Ada","version":1,"x":1}"#)
    let allRemoved = try Future.saved(contact, by: Contact.self) {
      $0.unknownFields = $0.unknownFields.removing("nickname", "x")
    }
    #expect(allRemoved == #"{"name":"Ada","version":1}"#)
    let missing = try Future.saved(change, by: Change.self) {
      $0.name = .missing
      $0.unknownFields["name"] = nil
    }
    #expect(missing == #"{"version":1,"x":1}"#)
    let null = try Future.saved(change, by: Change.self) { $0.unknownFields["name"] = nil }
    #expect(null == #"{"name":null,"version":1,"x":1}"#)
  }

  @Test func `a declared field that is missing or null is not unknown`() throws {
    let missing = try Future.read(Contact.self, #"{"version":1,"name":"Ada"}"#)
    let null = try Future.read(Contact.self, #"{"version":1,"name":"Ada","nickname":null}"#)

    #expect(missing.unknownFields.isEmpty)
    #expect(null.unknownFields.isEmpty)
    #expect(missing == null)
  }

  @Test func `values with the same unknown fields are equal`() throws {
    let first = try Future.read(Contact.self, #"{"version":1,"name":"Ada","a":1,"b":[2]}"#)
    let second = try Future.read(Contact.self, #"{"b":[2],"a":1,"name":"Ada","version":1}"#)
    let third = try Future.read(Contact.self, #"{"version":1,"name":"Ada","a":1}"#)

    #expect(first == second)
    #expect(Set([first, second, third]).count == 2)
  }

  @Test func `unknown fields can be sent to another task`() async throws {
    let contact = try Future.read(Contact.self, #"{"version":1,"name":"Ada","a":1}"#)

    let fields = contact.unknownFields
    let value = await Task { fields["a"] }.value

    #expect(value == 1)
  }

  @Test func `the description of unknown fields is like JSON`() throws {
    let contact = try Future.read(
      Contact.self, #"{"version":1,"name":"Ada","a":[1.10,null],"b":{"c":"d"}}"#)

    #expect("\(contact.unknownFields)" == #"{"a": [1.10, null], "b": {"c": "d"}}"#)
  }

  // MARK: - Other coders

  @Test func `a plain JSONEncoder throws instead of losing unknown fields`() throws {
    let contact = try Future.read(Contact.self, #"{"version":1,"name":"Ada","gender":"f"}"#)

    let context = try encodingContext { try JSONEncoder().encode(contact) }
    #expect(context.debugDescription.hasPrefix("A plain encoder would lose the unknown fields"))
  }

  @Test func `encode(unversioned:) writes what decode(unversioned:) preserves`() throws {
    let json = #"{"gender":"f","name":"Ada"}"#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys

    let person = try JSONDecoder().decode(unversioned: Person.self, from: Data(json.utf8))
    let saved = String(decoding: try encoder.encode(unversioned: person), as: UTF8.self)

    #expect(saved == json)
  }

  @Test func `a plain JSONDecoder finds no unknown fields`() throws {
    let person = try JSONDecoder().decode(
      Person.self, from: Data(#"{"name":"Ada","gender":"f"}"#.utf8))

    #expect(person.unknownFields.isEmpty)
  }
}
