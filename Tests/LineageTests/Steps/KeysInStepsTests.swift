import Foundation
import Lineage
import Testing

/// A type whose keys are data sees no key for a nil of the older type.
struct KeysInStepsTests {
  struct Sizes: Codable {
    var small: Int?
    var large: Int?
    var unknownFields = UnknownFields()
  }

  enum Size: String, Codable, CodingKeyRepresentable { case small, large, other }

  struct BoxV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var sizes: Sizes
    var all: [Sizes]
  }

  struct Box<Map: Codable>: VersionedCodable {
    static var version: Int { 2 }
    typealias PreviousVersion = BoxV1
    var sizes: Map
    var all: [Map]

    init(from old: BoxV1) throws { try self.init(carryingOver: old) }
  }

  /// Has a number for each key.
  struct Listed: Codable {
    var numbers: [(key: AnyKey, value: Int?)]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      numbers = try container.allKeys.map { ($0, try container.decode(Int?.self, forKey: $0)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in numbers { try container.encode(value, forKey: key) }
    }
  }

  static let types: [any VersionedCodable.Type] = [
    Box<[String: Int]>.self, Box<[Size: Int]>.self, Box<[String: Int?]>.self,
    Box<[String: DocumentValue]>.self, Box<LenientValues<Int>>.self, Box<Listed>.self,
    Box<DocumentValue>.self,
  ]

  @Test(arguments: FutureFormat.allCases, types.indices)
  func `a nil has no key`(format: FutureFormat, index: Int) throws {
    func saved<Value: VersionedCodable>(
      _ content: DocumentValue, by type: Value.Type
    ) throws -> DocumentValue {
      try format.saved(content, by: type)
    }

    #expect(
      try saved(
        ["version": 1, "sizes": ["small": 1], "all": [["large": 2], [:]]], by: Self.types[index])
        == ["version": 2, "sizes": ["small": 1], "all": [["large": 2], [:]]])
  }

  @Test(arguments: [true, false])
  func `a null that is preserved has its key`(snakeCase: Bool) throws {
    let json = #"{"all":[],"sizes":{"large":null,"small":1},"version":1}"#

    let saved = try Future.saved(json, by: Box<[String: Int?]>.self, snakeCase: snakeCase)

    #expect(saved == #"{"all":[],"sizes":{"large":null,"small":1},"version":2}"#)
  }

  @Test func `the report does not say that the nil was dropped`() throws {
    let report = try Future.report(
      reading: Box<[String: Int]>.self, #"{"version":1,"sizes":{"small":1},"all":[]}"#)

    #expect(report.carryOverDropped.isEmpty)
    #expect(report.nullsDropped.isEmpty)
  }
}
