import Foundation
import Testing

@testable import Lineage

/// Compares the index of a document with that of a simple reference reader.
struct JSONIndexTests {
  @Test(arguments: JSONShape.all)
  func `the index of a document equals that of the reference reader`(shape: JSONShape) {
    var random = JSONRandom(seed: 30)

    let difference = firstDifference(in: 30) { Array(shape.document(&random).utf8) }

    #expect(difference == nil)
  }

  @Test(arguments: JSONShape.all)
  func `a damaged document has the index or error of the reference reader`(
    shape: JSONShape
  ) {
    var random = JSONRandom(seed: 31)

    let difference = firstDifference(in: 100) {
      var bytes = Array(shape.document(&random).utf8)
      random.damage(&bytes)
      return bytes
    }

    #expect(difference == nil)
  }

  @Test func `tokens in random order have the error of the reference reader`() {
    var random = JSONRandom(seed: 32)
    let pieces = [
      "{", "}", "[", "]", ":", ",", "\"a\":", "\"b\" : ", "\"a\":1,", "[]", "{}", "[1,", "\"\"",
      "\"text\"", "\"longer than a word\"", "\"é\"", "\"\\n\"", "\"", "\\", "0", "-1.5", "12345678",
      "123456789.12345678", "1e5", ".", "null", "true", "false", "nul", " ", "\n    ", "\t",
      "\u{0}",
      "\u{1}", "/**/", "日本", "x",
    ]

    let difference = firstDifference(in: 4000) {
      let text = (0...random.number(below: 12)).map { _ in random.pick(pieces) }.joined()
      return Array(text.utf8)
    }

    #expect(difference == nil)
  }

  /// The end of a document is read differently from the rest.
  @Test(arguments: [
    "{\"key\":\"text\",\"k\":[1,2.5,-3],\"longer key\":null,\"e\":{},\"f\":[ ],\"t\":[true,false]}",
    "[[[\"日本語\",\"é😀\",\"\\u00e9\\n\"],{\"a\" : {\"b\" :\"c\"}}], 1e5 , \"\" ]",
    "\"a\":1,\"b\":[2,{}],\"c\":\"text that is longer than a few words, and goes on for a while\"",
  ])
  func `a document of any length has the index of the reference reader`(text: String) {
    let bytes = Array(text.utf8)

    for length in 0...bytes.count {
      for space in [0, 1, 7, 31, 32, 33, 64] {
        let document = bytes[..<length] + Array(repeating: ASCII.space, count: space)
        #expect(difference(in: Array(document)) == nil)
        #expect(difference(in: Array(document + [0])) == nil)
      }
    }
  }

  /// Each of these has the maximum length between two checks for the end.
  @Test(arguments: [
    #"{"a":0,"12345678" : -12345678.12345678}"#, #"{"a":0,"12345678" : "12345678"}"#,
    #"{"a":0,"1234567\"" : -12345678e12345678}"#, #"["12345678",-12345678.12345678e1,12345678]"#,
    #"{"12345678" : -12345678.12345678 , "12345678" : -12345678.12345678 }"#,
  ])
  func `the longest reads between two checks stay within the document`(text: String) {
    for space in 0...40 {
      #expect(difference(in: Array(text.utf8) + Array(repeating: ASCII.space, count: space)) == nil)
    }
  }

  /// The last 32 bytes are read from a copy, and runs of characters several at a time.
  @Test(arguments: [
    #""text""#, #""eight by""#, #""line\nbreaks\r\n""#, #""\u0041\u3042\uFFFF\ud7ff\uE000""#,
    #""\ud83d\ude00\uD83D\uDE00""#, #""\ud83d""#, #""\udc00\ud83d\u0041""#, #""\uD83Dx\uDe00""#,
    #""Привет, мир""#, #""日本語の文字列""#, #""é日😀\u00e9日\n""#, #""\u{7ff}\u{800}\u{ffff}\u{10000}""#,
    #""\u12G4""#, #""\u3042\u304""#, #""\u`123""#, #""\u:123""#, #""\u@123""#, #""\u/123""#,
    #""\x41""#, #""\ud83d\u12""#, "\n          1", "\n                    2", "\r\n\t  3",
    "                    null", "\n\n\u{B}", "\n       \u{C}4", "\n        \u{0}",
  ])
  func `a value at any distance from the end has the index of the reference reader`(value: String) {
    for space in [0, 1, 7, 8, 9, 30, 31, 32, 33] {
      let before = Array(repeating: ASCII.space, count: space)
      for document in ["[\(value)]", "{\"a\":\(value),\(value):\n    0}", "[0\(value)\n  ]"] {
        for after in 0...33 {
          let bytes = before + Array(document.utf8) + Array(repeating: ASCII.space, count: after)
          #expect(difference(in: bytes) == nil)
        }
        for length in 0...document.utf8.count {
          #expect(difference(in: before + Array(document.utf8.prefix(length))) == nil)
        }
      }
    }
  }

  @Test(arguments: ["é", "日", "😀", "\\u3042"])
  func `an invalid character in a run is found where it is`(character: String) {
    let wrong: [[UInt8]] = [
      [0x80], [0xC3], [0xC1, 0xBF], [0xE3, 0x81], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0x1F], Array("\\u12G4".utf8),
    ]
    let run = Array(character.utf8)

    for invalid in wrong {
      for before in 0...9 {
        for after in 0...9 {
          let text =
            Array(repeating: run, count: before).joined() + invalid
            + Array(repeating: run, count: after).joined()
          #expect(difference(in: [0x5B, 0x22] + text + [0x22, 0x5D]) == nil)
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func `every sequence of bytes is recognized as a valid character or not`(length: Int) {
    let leads: [UInt8] = [
      0x80, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4,
      0xF5,
      0xF8, 0xFF,
    ]
    let seconds: [UInt8] = [0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE0, 0xFF]
    let others: [UInt8] = [0x22, 0x7F, 0x80, 0xBF, 0xC0]
    let characters = [leads, seconds, others, others][..<length].reduce([[]]) { starts, bytes in
      starts.flatMap { start in bytes.map { start + [$0] } }
    }

    let difference = characters.lazy.compactMap { character -> String? in
      let document = [0x22] + character
      return self.difference(in: document + [0x22, 0x20, 0x20]) ?? self.difference(in: document)
    }.first

    #expect(difference == nil)
  }

  @Test func `deep documents have the error of the reference reader`() {
    for depth in [511, 512, 513] {
      for opening in ["[", "{\"a\":", "[\n", "{\"a\" :\n "] {
        let text = String(repeating: opening, count: depth)
        #expect(difference(in: Array(text.utf8)) == nil)
      }
    }
  }

  /// How the index of a document differs from that of the reference reader, for each syntax.
  private func difference(in bytes: [UInt8]) -> String? {
    for hasNoBraces in [false, true] {
      let expected = JSONReference.read(bytes, assumesTopLevelDictionary: hasNoBraces)
      var syntaxes = [JSONSyntax(assumesTopLevelDictionary: hasNoBraces)]
      // Valid JSON is also valid JSON5.
      if case .success = expected {
        syntaxes.append(JSONSyntax(allowsJSON5: true, assumesTopLevelDictionary: hasNoBraces))
      }
      for syntax in syntaxes {
        let index = JSONReference.index(bytes, syntax)
        if index == expected { continue }
        let text = String(decoding: bytes, as: UTF8.self)
        return "\(text)\n\(bytes)\n\(syntax)\n\(index)\ninstead of\n\(expected)"
      }
    }
    return nil
  }

  private func firstDifference(in count: Int, _ document: () -> [UInt8]) -> String? {
    for _ in 0..<JSONRandom.count(count) {
      if let difference = difference(in: document()) { return difference }
    }
    return nil
  }
}
