import Foundation
import Testing

@testable import Lineage

/// A nil whose default isn't nil is written as null, whatever the names of the fields are.
struct EscapedNullTests {
  struct LineFeed: Codable, DefaultFillable, Equatable {
    var first: String? = "x"
    var second: Int? = 2

    enum CodingKeys: String, CodingKey {
      case second = "k\\n"
      case first = "k\n"
    }
  }

  struct Slash: Codable, DefaultFillable, Equatable {
    var first: String? = "x"
    var second: Int? = 2

    enum CodingKeys: String, CodingKey {
      case second = #"a\/b"#
      case first = "a/b"
    }
  }

  struct Quote: Codable, DefaultFillable, Equatable {
    var first: String? = "x"
    var second: Int? = 2

    enum CodingKeys: String, CodingKey {
      case second = #"a":"b"#
      case first = "a"
    }
  }

  struct Plain: Codable, DefaultFillable, Equatable {
    var first: String? = "x"
    var second: Int? = 2
    var third: Int? = 3
  }

  static let formats: [JSONEncoder.OutputFormatting] = [
    [], .withoutEscapingSlashes, .sortedKeys, [.sortedKeys, .withoutEscapingSlashes],
    .prettyPrinted,
  ]

  @Test(arguments: formats)
  func `nil is read back as nil`(formatting: JSONEncoder.OutputFormatting) throws {
    func check<Value: Codable & Equatable>(_ value: Value) throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = formatting

      let data = try encoder.encode(unversioned: value)

      let text = String(decoding: data, as: UTF8.self)
      #expect(try JSONDecoder().decode(unversioned: Value.self, from: data) == value, "\(text)")
    }

    try check(LineFeed(first: "y", second: nil))
    try check(LineFeed(first: nil, second: 1))
    try check(Slash(first: "y", second: nil))
    try check(Slash(first: nil, second: 1))
    try check(Quote(first: "b", second: nil))
    try check(Quote(first: nil, second: 1))
    try check(Plain(first: "y", second: nil, third: 1))
    try check(Plain(first: nil, second: nil, third: nil))
    try check(Plain(first: nil, second: 1, third: nil))
  }
}
