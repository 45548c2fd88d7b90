import Foundation
import Lineage
import Testing

/// Encoding a value that a property list can't represent is an error, and never changes the value.
struct PropertyListLimitsTests {
  struct Box: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var maybe: String?
    var list: [DocumentValue]
    var unknownFields = UnknownFields()
  }

  static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

  private static func write(
    _ json: String, _ format: PropertyListSerialization.PropertyListFormat
  ) throws -> Data {
    let encoder = PropertyListEncoder(format)
    return try encoder.encode(versioned: Future.read(Box.self, json))
  }

  static let refused: [(json: String, path: FieldPath)] = [
    (#"{"version":1,"name":"$null","list":[]}"#, "name"),
    (#"{"version":1,"name":"a","maybe":"$null","list":[]}"#, "maybe"),
    (#"{"version":1,"name":"a","list":[1,"\u0024null"]}"#, "list[1]"),
    (#"{"version":1,"name":"a","list":[],"x":{"y":["$null"]}}"#, "x.y[0]"),
    (#"{"version":1,"name":"a","list":[10000000000000000000001]}"#, "list[0]"),
    (#"{"version":1,"name":"a","list":[],"x":{"y":-18446744073709551617}}"#, "x.y"),
    (
      #"{"version":1,"name":"a","list":[],"x":1234567890123456789012345678901234567890123}"#, "x"
    ),
  ]

  @Test(arguments: formats, refused.indices)
  func `a value that would change is an error with its path`(
    format: PropertyListSerialization.PropertyListFormat, index: Int
  ) throws {
    let (json, path) = Self.refused[index]
    let error = #expect(throws: EncodingError.self) { try Self.write(json, format) }

    guard case .invalidValue(_, let context)? = error else { return }
    let inner = (context.underlyingError as? EncodingError).map { error -> [any CodingKey] in
      if case .invalidValue(_, let context) = error { context.codingPath } else { [] }
    }
    #expect(FieldPath((inner ?? context.codingPath).map(Self.component)) == path)
  }

  private static func component(_ key: any CodingKey) -> FieldPath.Component {
    key.intValue.map { .index($0) } ?? .key(key.stringValue)
  }

  @Test(arguments: formats)
  func `a value that a property list can represent is preserved`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let json = """
      {"version":1,"name":"$nul","maybe":"$null$","list":[18446744073709551615,-9223372036854775808,
       36893488147419103232],"$null":"x"}
      """
    let box = try Future.read(Box.self, json)
    let data = try Self.write(json, format)
    let again = try PropertyListDecoder().decode(versioned: Box.self, from: data)

    #expect(again.name == box.name)
    #expect(again.maybe == box.maybe)
    #expect(again.list.compactMap { $0.number?.double } == [0x1p64, -0x1p63, 0x1p65])
    #expect(again.unknownFields["$null"] == "x")
  }

  @Test(arguments: formats)
  func `Foundation reads what it wrote for "$null" as nil`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    struct Text: Codable {
      var text: String?
    }
    let encoder = PropertyListEncoder(format)
    let data = try encoder.encode(Text(text: "$null"))

    #expect(try PropertyListDecoder().decode(Text.self, from: data).text == nil)
  }
}
