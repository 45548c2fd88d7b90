import Foundation
import Testing

@testable import Lineage

/// Types can encode their fields in any order, with the same result.
struct ScatteredEncodingTests {
  @Test(arguments: JSONOption<JSONEncoder>.layouts, JSONOption<JSONEncoder>.keys.prefix(3))
  func `encoding in any order writes the same as JSONEncoder`(
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
  func `encoding in any order has the same content without sorted keys`(
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

  private func read(_ data: Data) throws -> DocumentValue {
    try JSONDecoder().decode(unversioned: DocumentValue.self, from: data)
  }

  /// Enough keys to need a table for an object.
  private enum Many: CodingKey, CaseIterable {
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, last
  }

  /// Returns to a member, and then encodes the last one three times.
  private struct Returning: Codable {
    let isComplete: Bool
    init(isComplete: Bool) { self.isComplete = isComplete }
    init(from decoder: any Decoder) throws { isComplete = true }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Many.self)
      let keys = isComplete ? Many.allCases[...] : Many.allCases.dropLast()
      for key in keys { try container.encode([1], forKey: key) }
      if isComplete { return }
      _ = container.superEncoder(forKey: .z)
      for number in [1, 2, 3] { try container.encode(number, forKey: .last) }
    }
  }

  @Test func `a key is written once, even in an object with a table`() throws {
    let values = [true, true, false, false].map { Returning(isComplete: $0) }

    let data = try JSONEncoder().encode(versioned: Letter(body: values))

    let text = String(decoding: data, as: UTF8.self)
    #expect(text.components(separatedBy: #""last":"#).count == 5)
    #expect(text.components(separatedBy: #""last":3"#).count == 3)
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
