import Foundation
import Lineage
import Testing

struct RequiredTests {
  // MARK: - Models

  struct Account: DefaultFillable, Equatable {
    @Required var name = ""
    @Required var age: Int? = nil
    var theme = "light"
  }

  struct Strict: Codable, Equatable {
    @Required var name: String
  }

  struct Zero: ZeroFillable, Equatable {
    @Required var name: String
    var plays: Int
  }

  // MARK: - Reading

  @Test(arguments: StoredFormat.allCases)
  func `an existing required field is decoded as usual`(format: StoredFormat) throws {
    let document = try format.document(#"{"name": "A", "age": 7}"#)

    let account = try format.decode(unversioned: Account.self, from: document)

    #expect(account == Account(name: "A", age: 7))
  }

  @Test(
    arguments: [
      (#"{"age": 1}"#, "name"), (#"{"name": null, "age": 1}"#, "name"),
      (#"{"name": "A"}"#, "age"),
    ], StoredFormat.allCases)
  func `a required field that is missing or null is an error`(
    document: (text: String, path: String), format: StoredFormat
  ) throws {
    let data = try format.document(document.text)

    let error = try migrationError { try format.decode(unversioned: Account.self, from: data) }

    #expect(error.path.description == document.path)
    #expect(error.description.contains("and a @Required field is never filled."))
  }

  @Test(arguments: StoredFormat.allCases)
  func `a required optional can be null, and nil is written as null`(format: StoredFormat) throws {
    let document = try format.document(#"{"name": "A", "age": null}"#)

    let account = try format.decode(unversioned: Account.self, from: document)

    #expect(account == Account(name: "A", age: nil))
    #expect(try Future.text(account) == #"{"age":null,"name":"A","theme":"light"}"#)
  }

  struct Message: DefaultFillable, Equatable {
    @Required var content: DocumentValue = "none"
  }

  @Test(arguments: StoredFormat.allCases)
  func `a required value of any shape can be null, but not missing`(format: StoredFormat) throws {
    let message = try format.decode(
      unversioned: Message.self, from: format.document(#"{"content": null}"#))
    let error = try migrationError {
      try format.decode(unversioned: Message.self, from: format.document("{}"))
    }

    #expect(message == Message(content: .null))
    #expect(error.path == "content")
  }

  @Test(arguments: ["{}", #"{"name": null}"#])
  func `a required field is required in a zero-fillable type`(text: String) throws {
    let error = try migrationError { try filled(Zero.self, text) }

    #expect(error.path == "name")
  }

  @Test(arguments: ["{}", #"{"name": null}"#])
  func `a required field is required in any type`(text: String) throws {
    let error = try migrationError { try filled(Strict.self, text) }

    #expect(error.path == "name")
  }

  @Test func `a required field of the wrong type is an error of that kind`() throws {
    let error = try migrationError { try filled(Strict.self, #"{"name": 1}"#) }

    #expect(error.description.contains("Expected a string, found a number."))
  }

  struct BothOrders: DefaultFillable, Equatable {
    @Lenient @Required var first = "none"
    @Required @Lenient var second = "none"
  }

  @Test(
    arguments: [
      (#"{"second": "b"}"#, "first"), (#"{"first": null, "second": "b"}"#, "first"),
      (#"{"first": "a"}"#, "second"), (#"{"first": "a", "second": null}"#, "second"),
    ], StoredFormat.allCases)
  func `a required field that is lenient, too, is never filled`(
    document: (text: String, path: String), format: StoredFormat
  ) throws {
    let data = try format.document(document.text)

    let error = try migrationError { try format.decode(unversioned: BothOrders.self, from: data) }

    #expect(error.path.description == document.path)
    #expect(error.description.contains("and a @Required field is never filled."))
  }

  // MARK: - Writing

  struct Shelf: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Required var account = Account(name: "n", age: 3)
    @Required var names = ["a"]
  }

  @Test func `a required field is written as its value`() throws {
    #expect(
      try json(Shelf()) == """
        {"account":{"age":3,"name":"n","theme":"light"},"names":["a"],"version":1}
        """)
  }

  @Test(arguments: StoredFormat.allCases)
  func `encoding and decoding a required field changes nothing`(format: StoredFormat) throws {
    #expect(try format.decode(Shelf.self, from: format.encode(Shelf())) == Shelf())
  }

  @Test func `a required field works with other coders`() throws {
    let account = Account(name: "A", age: 7)

    let decoded = try JSONDecoder().decode(Account.self, from: JSONEncoder().encode(account))

    #expect(decoded == account)
  }

  // MARK: - Carrying over

  struct PersonV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var first: String
  }

  struct Person: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = PersonV1
    @Required var name = ""
    var theme = "light"
  }

  @Test func `a required field without a counterpart is an error when carried over`() throws {
    let error = try migrationError {
      try migrated(Person.self, #"{"version": 1, "first": "A"}"#)
    }

    #expect(error.path == "name")
  }

  struct NamedPerson: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    @Required var name = ""
    var theme = "light"
  }

  @Test func `a step can set a required field itself`() throws {
    let person = try migrated(NamedPerson.self, #"{"version": 1, "first": "A"}"#)

    #expect(person.name == "A")
  }
}

extension RequiredTests.NamedPerson {
  init(from old: RequiredTests.PersonV1) throws {
    try self.init(carryingOver: old) { fields in
      fields.drop("first")
      try fields.set(old.first, for: CodingKeys.name)
    }
  }
}
