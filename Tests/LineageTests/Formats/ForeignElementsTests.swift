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
}

/// A way of decoding an array, and the array.
private protocol ArrayReading {
  static var sample: [Any] { get }
  static var text: String { get }
  static func read(_ decoder: any Decoder) throws -> String
}
