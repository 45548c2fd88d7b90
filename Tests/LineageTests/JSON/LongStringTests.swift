import Foundation
import Lineage
import Testing

/// Strings and arrays that are written in large pieces.
struct LongStringTests {
  @Test(arguments: ["\"", "\\", "/", "\n", "\u{1}", "é", "😀", "\u{7F}"], [false, true])
  func `a character is escaped wherever it is in a long string`(
    character: String, escapesSlashes: Bool
  ) throws {
    let encoder = JSONEncoder()
    if !escapesSlashes { encoder.outputFormatting = .withoutEscapingSlashes }
    var texts: [String] = []
    for length in [31, 32, 33, 39, 40, 63, 64, 65, 97] {
      for place in 0...length {
        let (start, end) = (
          String(repeating: "a", count: place), String(repeating: "b", count: length - place)
        )
        texts.append(start + character + end)
        texts.append(start + character + end + character)
      }
    }

    let written = try encoder.encode(unversioned: texts)

    #expect(written == (try encoder.encode(texts)))
  }

  @Test func `numbers up to one that JSON can't represent are written before it`() throws {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let numbers = [[1, 2.5, .infinity, 3], [.nan], [], [-.infinity, 1], [0.1, 0.2]]

    let written = try encoder.encode(unversioned: numbers)

    #expect(written == (try encoder.encode(numbers)))
    let context = try encodingContext { try JSONEncoder().encode(unversioned: numbers) }
    #expect(context.codingPath.map(\.intValue) == [0, 2])
  }

  @Test func `an array that continues an open one has commas between its elements`() throws {
    struct Continued: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(1)
        try [2, 3].encode(to: encoder)
        try container.encode("four")
        try container.encode([5, 6])
      }
    }

    let written = try JSONEncoder().encode(unversioned: Continued())

    #expect(String(decoding: written, as: UTF8.self) == #"[1,2,3,"four",[5,6]]"#)
  }
}
