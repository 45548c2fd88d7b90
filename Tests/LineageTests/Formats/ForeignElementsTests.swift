import Foundation
import Testing

@testable import Lineage

/// Unkeyed containers behave like Foundation's with every decoder.
struct ForeignElementsTests {
  /// A type that decodes its array with a custom reading.
  private struct Reader<Reading: ArrayReading>: Decodable {
    let description: String

    init(from decoder: any Decoder) throws { description = try Reading.read(decoder) }
  }

  private func readings<Reading: ArrayReading>(_ reading: Reading.Type) throws -> [String] {
    let decoder = PropertyListDecoder()
    let binary = try PropertyListSerialization.data(
      fromPropertyList: Reading.sample, format: .binary, options: 0)
    let xml = try PropertyListSerialization.data(
      fromPropertyList: Reading.sample, format: .xml, options: 0)
    return [
      try decoder.decode(Reader<Reading>.self, from: binary).description,
      try decoder.decode(unversioned: Reader<Reading>.self, from: binary).description,
      try decoder.decode(unversioned: Reader<Reading>.self, from: xml).description,
      try ForeignTextDecoder().decode(unversioned: Reader<Reading>.self, from: Reading.text)
        .description,
    ]
  }

  private enum CopiedContainer: ArrayReading {
    static var sample: [Any] { ["a", "b", "c"] }
    static var text: String { #"["a" "b" "c"]"# }

    static func read(_ decoder: any Decoder) throws -> String {
      var types = try decoder.unkeyedContainer()
      var values = types
      var pairs: [String] = []
      while !types.isAtEnd {
        pairs.append(try types.decode(String.self) + values.decode(String.self))
      }
      return "\(pairs) \(values.currentIndex) \(values.isAtEnd)"
    }
  }

  @Test func `a copy of an unkeyed container advances independently`() throws {
    let readings = try readings(CopiedContainer.self)

    #expect(readings == Array(repeating: #"["aa", "bb", "cc"] 3 true"#, count: 4))
  }

  private enum AnyValues: ArrayReading {
    static var sample: [Any] { [1, [2, [3], 4], ["a": 5], 6] }
    static var text: String { "[1 [2 [3] 4] (a: 5) 6]" }

    static func read(_ decoder: any Decoder) throws -> String {
      var container = try decoder.unkeyedContainer()
      return try read(&container)
    }

    private static func read(_ container: inout any UnkeyedDecodingContainer) throws -> String {
      var values: [String] = []
      while !container.isAtEnd {
        if let members = try? container.nestedContainer(keyedBy: AnyCodingKey.self) {
          values.append("{\(members.allKeys.map(\.stringValue).joined())}")
        } else if var inner = try? container.nestedUnkeyedContainer() {
          values.append(try read(&inner))
        } else {
          values.append("\(try container.decode(Int.self))")
        }
      }
      return "[\(values.joined(separator: ","))]"
    }
  }

  @Test func `a failed nested container does not consume the element`() throws {
    let plist = try PropertyListSerialization.data(
      fromPropertyList: AnyValues.sample, format: .binary, options: 0)

    let readings = [
      try PropertyListDecoder().decode(Reader<AnyValues>.self, from: plist).description,
      try ForeignTextDecoder().decode(unversioned: Reader<AnyValues>.self, from: AnyValues.text)
        .description,
    ]

    #expect(readings == Array(repeating: "[1,[2,[3],4],{a},6]", count: 2))
  }

  // MARK: - Nulls

  private struct Lists: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [[Int?]]
  }

  /// A type that opens containers for its elements itself.
  private struct Counted: Codable {
    var count: Int?

    init(from decoder: any Decoder) throws {
      count = try decoder.unkeyedContainer().count
    }
  }

  private struct Counts: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [Counted]
  }

  private struct Nested: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var all: [String] = []

    init(from decoder: any Decoder) throws {
      enum Key: CodingKey { case all }
      var elements = try decoder.container(keyedBy: Key.self)
        .nestedUnkeyedContainer(forKey: .all)
      while !elements.isAtEnd {
        var inner = try elements.nestedUnkeyedContainer()
        while !inner.isAtEnd { all.append("\(try inner.decode(Int?.self) ?? 0)") }
      }
    }
  }

  @Test(arguments: [
    Lists.self as any VersionedCodable.Type, Counts.self, Nested.self,
  ])
  func `a null is not the array that it is in`(type: any VersionedCodable.Type) throws {
    let json = Data(#"{"version":1,"all":[null]}"#.utf8)

    for decode in [Self.decodeByForeignDecoder, Self.decodeByOwnReader, Self.decodeByPlainDecoder] {
      let error = #expect(throws: (any Error).self) { try decode(type, json) }

      let cause = (error as? MigrationError)?.underlyingError ?? error
      guard case .valueNotFound(_, let context)? = cause as? DecodingError else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["all", "Index 0"])
    }
  }

  private static func decodeByForeignDecoder(
    _ type: any VersionedCodable.Type, _ json: Data
  ) throws {
    _ = try FutureForeignDecoder().decode(versioned: type, from: json)
  }

  private static func decodeByOwnReader(_ type: any VersionedCodable.Type, _ json: Data) throws {
    _ = try JSONDecoder().decode(versioned: type, from: json)
  }

  private static func decodeByPlainDecoder(_ type: any VersionedCodable.Type, _ json: Data) throws {
    func decode<Value: VersionedCodable>(_ type: Value.Type) throws {
      _ = try JSONDecoder().decode(Versioned<Value>.self, from: json)
    }
    try decode(type)
  }
}

/// A way of decoding an array, and the array.
private protocol ArrayReading {
  static var sample: [Any] { get }
  static var text: String { get }
  static func read(_ decoder: any Decoder) throws -> String
}
