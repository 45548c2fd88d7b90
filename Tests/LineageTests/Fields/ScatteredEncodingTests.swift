import Foundation
import Testing

@testable import Lineage

/// Types need not write their fields one after the other, and what they write is the same if they don't.
struct ScatteredEncodingTests {
  @Test(arguments: JSONOption<JSONEncoder>.layouts, JSONOption<JSONEncoder>.keys.prefix(3))
  func `what is written in any order is written as JSONEncoder writes it`(
    layout: JSONOption<JSONEncoder>, keys: JSONOption<JSONEncoder>
  ) throws {
    let encoder = JSONEncoder()
    layout.apply(encoder)
    keys.apply(encoder)
    for seed in 0..<UInt64(JSONRandom.count(60)) {
      let letter = Letter(body: [ScatteredValue(seed: seed), ScatteredValue(seed: seed + 1000)])

      let text = String(decoding: try encoder.encode(versioned: letter), as: UTF8.self)

      let expected = String(decoding: try encoder.encode(letter), as: UTF8.self)
      #expect(text == expected, "with the seed \(seed)")
    }
  }

  @Test(arguments: [JSONEncoder.OutputFormatting(), .prettyPrinted, .withoutEscapingSlashes])
  func `what is written in any order holds the same without sorted keys`(
    formatting: JSONEncoder.OutputFormatting
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    for seed in 0..<UInt64(JSONRandom.count(200)) {
      let letter = Letter(body: ["value": ScatteredValue(seed: seed)])

      let value = try read(encoder.encode(versioned: letter))

      #expect(value == (try read(encoder.encode(letter))), "with the seed \(seed)")
    }
  }

  private func read(_ data: Data) throws -> FieldValue {
    try JSONDecoder().decode(filling: FieldValue.self, from: data)
  }

  @Test func `fields of all types keep their order`() throws {
    struct Twice: Codable {
      enum CodingKeys: CodingKey { case first, second }
      enum OtherKeys: CodingKey { case first, third }
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("once", forKey: .first)
        try container.encode(2, forKey: .second)
        var other = encoder.container(keyedBy: OtherKeys.self)
        try other.encode(3.25, forKey: .third)
        try other.encode("again", forKey: .first)
      }
    }

    let data = try JSONEncoder().encode(versioned: Letter(body: [Twice(), Twice()]))

    let object = #"{"first":"again","second":2,"third":3.25}"#
    #expect(String(decoding: data, as: UTF8.self) == #"{"body":[\#(object),\#(object)]}"#)
  }
}
