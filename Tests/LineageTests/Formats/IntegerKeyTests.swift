import Foundation
import Lineage
import Testing

/// Binary formats such as CBOR write the integer of a key, if it has one, in place of its name.
struct IntegerKeyTests {
  struct Card: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    var name = "none"
    var address = Address()
    var nick: String?
    var unknownFields = UnknownFields()

    enum CodingKeys: Int, CodingKey {
      case name = 1
      case address = 2
      case nick = 3
      case unknownFields
    }
  }

  struct Address: DefaultFillable, Equatable {
    var city = ""

    enum CodingKeys: Int, CodingKey { case city = 7 }
  }

  struct Scores: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    var byYear: [Int: Int]
    var byName: [String: Int]
    @LenientValues var byPlace: [String: Int] = [:]
    var rest: DocumentValue = .null
  }

  private let encoder = ForeignTextEncoder(keys: .integers)
  private let decoder = ForeignTextDecoder(keys: .integers)

  private func saved<Value: VersionedCodable>(
    _ text: String, by type: Value.Type
  ) throws -> String {
    try encoder.encode(versioned: decoder.decode(versioned: type, from: text))
  }

  @Test func `keys are the integers that the coder itself writes`() throws {
    let card = Card(name: "Ada", address: Address(city: "London"), nick: "A")

    #expect(
      try encoder.encode(versioned: card)
        == #"(#1: "Ada" #2: (#7: "London") #3: "A" version: 1)"#)
    #expect(try encoder.encode(card) == #"(#1: "Ada" #2: (#7: "London") #3: "A")"#)
  }

  @Test func `fields with integer keys are found`() throws {
    let text = #"(#1: "Ada" #2: (#7: "London") version: 1)"#
    var report = MigrationReport()

    let card = try decoder.decode(versioned: Card.self, from: text, report: &report)

    #expect(card == Card(name: "Ada", address: Address(city: "London")))
    #expect(report.filled.isEmpty)
    #expect(report.lostFields == [])
  }

  @Test func `fields that were written with their names are found`() throws {
    let card = try decoder.decode(
      versioned: Card.self, from: #"(name: "Ada" address: (city: "London") version: 1)"#)

    #expect(card == Card(name: "Ada", address: Address(city: "London")))
  }

  @Test(arguments: [
    #"(#1: "Ada" #2: (#7: "") #9: (#10: [1 (#11: "y")]) z: 1 version: 1)"#,
    #"(#1: "Ada" #2: (#7: "") #-9: 1 version: 1)"#,
  ])
  func `unknown fields keep their integers`(text: String) throws {
    #expect(try saved(text, by: Card.self) == text)
  }

  @Test func `unknown fields that a type drops are reported`() throws {
    var report = MigrationReport()

    _ = try decoder.decode(
      versioned: Card.self, from: "(#2: (#7: \"\" #8: 1) version: 1)", report: &report)

    #expect(report.unknownFieldsDropped == ["address.8"])
  }

  @Test func `dictionaries keep their integers`() throws {
    let text = """
      (byYear: (#2024: 1) byName: (#5: 2 a: 3) byPlace: (#1: 4 #2: no) rest: (#3: (#4: -))
       version: 1)
      """

    let scores = try decoder.decode(versioned: Scores.self, from: text)

    #expect(scores.byYear == [2024: 1])
    #expect(scores.byName == ["5": 2, "a": 3])
    #expect(scores.byPlace == ["1": 4])
    #expect(
      try decoder.decode(versioned: Scores.self, from: saved(text, by: Scores.self)) == scores)
    #expect(try saved(text, by: Scores.self).contains("byYear: (#2024: 1)"))
    #expect(try saved(text, by: Scores.self).contains("#2: no"))
    #expect(try saved(text, by: Scores.self).contains("rest: (#3: (#4: -))"))
  }
}
