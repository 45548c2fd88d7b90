import Foundation
import Testing

@testable import Lineage

/// Compares strings with those that Foundation decodes from the same text.
struct JSONTextTests {
  private static let pieces = [
    "a", "plain", "éa", "日本", "Привет", "😀", #"\n"#, #"\""#, #"\\"#, #"\/"#, #"\b\f\r\t"#,
    #"\u0041"#, #"\u007f"#, #"\u0080"#, #"\u07FF"#, #"\u0800"#, #"\u3042"#, #"\uD7FF"#, #"\ue000"#,
    #"\uFFFF"#, #"\ud800\udc00"#, #"\uDBFF\uDFFF"#, #"\uAbCd"#, #"\u0000"#,
  ]

  @Test(arguments: pieces, pieces)
  func `strings of any length decode as JSONDecoder decodes them`(
    first: String, second: String
  ) throws {
    var texts: [String] = []
    for count in 0...5 {
      texts.append(String(repeating: first, count: count) + second)
      texts.append(first + String(repeating: second, count: count))
      texts.append(String(repeating: " ", count: count + 3) + first + second)
    }
    let document = Data("[\"\(texts.joined(separator: "\",\n    \""))\"]".utf8)

    let strings = try JSONDecoder().decode(unversioned: [String].self, from: document)

    let expected = try JSONDecoder().decode([String].self, from: document)
    #expect(strings.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    #expect(strings == expected)
  }

  @Test func `every escaped code unit decodes as the character that it is`() throws {
    let units = (0...0xFFFF).filter { !(0xD800...0xDFFF).contains($0) }
    let escapes: String = units.map { unit -> String in
      "\\u" + String(unit | 0x10000, radix: 16).dropFirst()
    }.joined()
    let inCapitals = escapes.uppercased().replacing("U", with: "u")
    let document = Data("[\"\(escapes)\",\"\(inCapitals)\"]".utf8)

    let strings = try JSONDecoder().decode(unversioned: [String].self, from: document)

    let expected = units.compactMap { Unicode.Scalar(UInt32($0)) }
    for string in strings { #expect(Array(string.unicodeScalars) == expected) }
  }

  @Test func `every pair of a byte and a digit is recognized as hexadecimal or not`() {
    for byte in UInt32(0)...0xFF {
      for place in UInt32(0)..<4 {
        for others in [UInt32(0x3030_3030), 0x6666_6666, 0x3941_3961] {
          let shift = 8 * place
          let kept: UInt32 = others & ~(0xFF << shift)
          let digits = FourBytes(word: kept | byte << shift)
          let isDigit = Character(Unicode.Scalar(UInt8(byte))).isHexDigit && byte < 0x80
          #expect(digits.isHexadecimal == isDigit)
        }
      }
    }
  }

  /// A `String` can't represent these, but their bytes are compared.
  @Test(arguments: [
    (#"\ud83d"#, [0xED, 0xA0, 0xBD]), (#"a\uDE00b"#, [0x61, 0xED, 0xB8, 0x80, 0x62]),
    (#"\ud83d\ud83d\ude00"#, [0xED, 0xA0, 0xBD, 0xF0, 0x9F, 0x98, 0x80]),
    (#"\ud83d\u0041"#, [0xED, 0xA0, 0xBD, 0x41]),
  ])
  func `an unpaired surrogate becomes the bytes that UTF-8 would have for it`(
    text: String, expected: [UInt8]
  ) {
    let bytes = Array(text.utf8).withBytes { JSONText.withUnescaped($0) { Array($0) } }

    #expect(bytes == expected)
  }

  @Test(arguments: [
    (#"\u0061bc"#, "abc"), (#"\u65e5本"#, "日本"), (#"\ud83d\ude00"#, "😀"), (#"\n"#, "\n"),
    (#"\u0061\u0062\u0063\u0064\u0065\u0066\u0067\u0068\u0069"#, "abcdefghi"),
  ])
  func `a key with escapes equals only the text that it is`(escaped: String, key: String) {
    for (name, isEqual) in [
      (key, true), (key + "a", false), (String(key.dropLast()), false), ("", false),
      (String(repeating: key, count: 7), false), (String(key.reversed()), key.count == 1),
    ] {
      let equals = Array(escaped.utf8).withBytes { escaped in
        Array(name.utf8).withBytes { JSONText.escapedKey(escaped, equals: $0) }
      }
      #expect(equals == isEqual, "\(name)")
    }
  }

  /// Positions may be wrong in text that is too long to be indexed.
  @Test func `text that is cut off is unescaped without reading beyond it`() {
    let text = Array(#"a\n日\u3042\ud83d\ude00\ud83d\x41\\"#.utf8)
    for start in text.indices {
      for end in start...text.count {
        let bytes = Array(text[start..<end]).withBytes { JSONText.withUnescaped($0) { $0.count } }
        #expect(bytes <= end - start)
      }
    }
  }
}
