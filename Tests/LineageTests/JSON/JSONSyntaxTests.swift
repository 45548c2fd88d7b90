import Foundation
import Testing

@testable import Lineage

struct JSONSyntaxTests {
  struct Malformed: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int
    let column: Int
    var testDescription: String { text.debugDescription }

    init(_ text: String, line: Int = 1, column: Int) {
      self.text = text
      self.line = line
      self.column = column
    }
  }

  @Test(arguments: [
    Malformed("{", column: 2), Malformed("[", column: 2), Malformed("[1", column: 3),
    Malformed("[1 2]", column: 4), Malformed("[,1]", column: 2),
    Malformed("{\"a\"}", column: 5), Malformed("{\"a\":}", column: 6),
    Malformed("{a:1}", column: 2),
    Malformed("{'a':1}", column: 2), Malformed("tru", column: 1), Malformed("nulll", column: 5),
    Malformed("01", column: 1), Malformed("1.", column: 3), Malformed(".5", column: 1),
    Malformed("+1", column: 1), Malformed("1e", column: 3), Malformed("-", column: 2),
    Malformed("--1", column: 2), Malformed("NaN", column: 1), Malformed("\"a", column: 3),
    Malformed("\"\\x\"", column: 2), Malformed("\"\\u12\"", column: 2),
    Malformed("\"\\ud8\"", column: 2), Malformed("\"\\ud800\\u1\"", column: 8),
    Malformed("\"a\u{1}\"", column: 3), Malformed("[1]]", column: 4), Malformed("1 1", column: 3),
    Malformed("[\n  1,\n  x\n]", line: 3, column: 3), Malformed("[\r\n1\r\n!]", line: 3, column: 1),
    Malformed("[\r1\r!]", line: 3, column: 1), Malformed("[\"äöü\" 1]", column: 8),
    Malformed("[\"😀\" 1]", column: 6), Malformed("/**/1", column: 1), Malformed("]", column: 1),
    Malformed("[1}", column: 3), Malformed("{\"a\":1]", column: 7),
    Malformed("[\u{B}1]", column: 2),
  ])
  func `malformed text is an error with its line and column`(document: Malformed) {
    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(unversioned: Walk.self, from: Data(document.text.utf8))
    }

    #expect(error?.reason == .unreadable)
    let place = "Line \(document.line), column \(document.column): "
    #expect(error?.description.contains(place) == true, "\(error?.description ?? "")")
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(Walk.self, from: Data(document.text.utf8))
    }
  }

  @Test func `an empty document is an error that says so`() {
    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Letter<[Int]>.self, from: Data())
    }

    #expect(error?.reason == .unreadable)
    #expect(
      error?.description.contains("The document is empty; a JSON value was expected.") == true)
  }

  @Test func `the underlying error of malformed text is a DecodingError`() {
    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Letter<[Int]>.self, from: Data("[".utf8))
    }

    guard case .dataCorrupted? = error?.underlyingError as? DecodingError else {
      Issue.record("Found \(String(describing: error?.underlyingError)).")
      return
    }
  }

  @Test(arguments: [510, 511, 512, 513], [false, true])
  func `documents nest as deep as with JSONDecoder`(depth: Int, isObject: Bool) {
    let text =
      isObject
      ? String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
      : String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    struct Anything: Codable { init(from decoder: any Decoder) {} }
    let isReadable = (try? JSONDecoder().decode(Anything.self, from: Data(text.utf8))) != nil

    let isRead =
      (try? JSONDecoder().decode(unversioned: Anything.self, from: Data(text.utf8))) != nil

    #expect(isRead == isReadable)
  }

  @Test func `a document of the maximum depth decodes as a type of that depth`() throws {
    struct Tree: Codable { var children: [Tree] }
    let depth = 255
    let text =
      String(repeating: "{\"children\":[", count: depth) + String(repeating: "]}", count: depth)

    var tree = try JSONDecoder().decode(unversioned: Tree.self, from: Data(text.utf8))

    var levels = 1
    while let child = tree.children.first {
      tree = child
      levels += 1
    }
    #expect(levels == depth)
  }

  struct Encoding: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let encode: @Sendable (String) -> Data?

    init(_ encoding: String.Encoding, mark: [UInt8] = []) {
      testDescription = "\(encoding), mark \(mark)"
      encode = { text in text.data(using: encoding).map { Data(mark) + $0 } }
    }

    static let all = [
      Encoding(.utf8), Encoding(.utf8, mark: [0xEF, 0xBB, 0xBF]),
      Encoding(.utf16LittleEndian), Encoding(.utf16LittleEndian, mark: [0xFF, 0xFE]),
      Encoding(.utf16BigEndian), Encoding(.utf16BigEndian, mark: [0xFE, 0xFF]),
      Encoding(.utf32LittleEndian), Encoding(.utf32LittleEndian, mark: [0xFF, 0xFE, 0, 0]),
      Encoding(.utf32BigEndian), Encoding(.utf32BigEndian, mark: [0, 0, 0xFE, 0xFF]),
    ]
  }

  @Test(
    arguments: Encoding.all,
    [
      "1", "12", "\"é\"", "[]", "{\"a\":\"😀é\\u00e9\"}", " [1]", "null", "", "\n", "\"\"",
      "[\"日本\"]",
    ])
  func `a document in any encoding decodes as in UTF-8`(
    encoding: Encoding, text: String
  ) throws {
    let data = try #require(encoding.encode(text))
    let expected = try? JSONDecoder().decode(Walk.self, from: Data(text.utf8))

    let value = try? JSONDecoder().decode(unversioned: Walk.self, from: data)

    #expect(value == expected)
  }

  @Test(arguments: Encoding.all, ["1", "[1]", " [1]", "\"é\"", "[\"😀\"]", "{\"日本\":1}"])
  func `a document in any encoding decodes as JSONDecoder decodes it`(
    encoding: Encoding, text: String
  ) throws {
    let data = try #require(encoding.encode(text))
    let expected = try? JSONDecoder().decode(Walk.self, from: data)

    let value = try? JSONDecoder().decode(unversioned: Walk.self, from: data)

    // JSONDecoder mistakes the mark of this encoding for that of UTF-16, and rejects the document.
    if data.starts(with: [0xFF, 0xFE, 0, 0]) {
      #expect(expected == nil)
      #expect(value != nil)
    } else {
      #expect(value == expected)
    }
  }

  @Test(arguments: Encoding.all)
  func `a version is found in any encoding`(encoding: Encoding) throws {
    struct Note: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var text: String
    }
    let data = try #require(encoding.encode(#"{"text":"日本 😀","version":1}"#))

    let note = try JSONDecoder().decode(versioned: Note.self, from: data)

    #expect(note.text == "日本 😀")
  }

  @Test(arguments: Encoding.all)
  func `text that is cut within a character is an error`(encoding: Encoding) throws {
    let data = try #require(encoding.encode("[\"😀\"]"))

    for length in data.indices {
      #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(unversioned: [String].self, from: data.prefix(length))
      }
    }
  }

  @Test(arguments: [
    "{}", "", " ", "\"a\":1", "\"a\":1,\"b\":[2]", "{\"a\":1}", " {\"a\":1} ", "\"a\":1,", "\"a\"",
    "1",
    "[1]", "\"a\":{}", "\"a\":1}", "{\"a\":1", "\n\"a\" : 1 \n", "a:1", ",", "\"a\":1 \"b\":2",
    "null",
  ])
  func `the outer braces can be left out if the option allows it`(text: String) {
    let decoder = JSONDecoder()
    decoder.assumesTopLevelDictionary = true
    let expected = try? decoder.decode([String: Walk].self, from: Data(text.utf8))

    let value = try? decoder.decode(unversioned: [String: Walk].self, from: Data(text.utf8))

    #expect(value == expected)
  }

  @Test(arguments: [
    "[1,]", "[1,,]", "[,]", "{\"a\":1,}", "{,}", "{\"a\":1,,}", "[[1,],]", ",", "1,",
  ])
  func `a trailing comma is read as JSONDecoder reads it`(text: String) {
    let expected = try? JSONDecoder().decode(Walk.self, from: Data(text.utf8))

    let value = try? JSONDecoder().decode(unversioned: Walk.self, from: Data(text.utf8))

    #expect(value == expected)
  }

  /// JSON5 syntax that JSONDecoder doesn't support, or reads differently from the specification.
  @Test(
    arguments: [
      ("\"\\v\"", "\u{B}"), ("\"\\0\"", "\0"), ("{\\u0061:1}", ["a": 1]), ("\u{A0}1", 1),
      ("\u{2028}1", 1), ("\"\\u0000\"", "\0"),
    ] as [(String, DocumentValue)])
  func `JSON5 is read according to its specification`(text: String, expected: DocumentValue) throws
  {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true

    let value = try decoder.decode(unversioned: DocumentValue.self, from: Data(text.utf8))

    #expect(value == expected)
  }

  @Test(arguments: [
    "{a:1}", "{$a_1:1}", "{'a':1}", "{a:1,}", "[1,]", "[1,,]", "[,]", "{,}", "// c\n1", "/* c */1",
    "1//",
    "1/* */", "/* 1", "/**/", "/*/1", "+1", "-1", ".5", "5.", "+.5", "-5.", "0x1F", "0XfF", "-0x10",
    "+0x10", "0x", "0x1g", "Infinity", "-Infinity", "+Infinity", "NaN", "+NaN", "'a'", "'\\''",
    "'\"'", "\"'\"", "\"\\'\"", "\"\\x41\"", "\"\\x4\"", "\"\\q\"", "\"a\\\nb\"",
    "\"a\nb\"", "{é:1}", "{a-b:1}", "{1a:1}", "{null:1}", "{Infinity:1}",
    "\u{FEFF}1", "\u{B}1", "\u{C}1", "{a :1}", "{a\n:\n1}", "{'':1}", "{:1}",
    "0x7fffffffffffffff", "0xffffffffffffffff", "1.e5", ".e5", "1e5.", "00", "-", "+", ".", "+ 1",
    "{/*a*/b /*c*/ : // d\n 2 /**/ , }", "Infinit", "infinity", "nan", "undefined", "[1 2]",
    "\"\\\u{2028}\"",
    "\"\\u0000\"x", "{\"a\":Infinity}", "[NaN,1]", "\"\\a\"", "\"\\9\"", "\"\\01\"", "\"\\/\"",
  ])
  func `JSON5 is read as JSONDecoder reads it`(text: String) {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let expected = Result { try decoder.decode(Walk.self, from: Data(text.utf8)) }

    let value = Result { try decoder.decode(unversioned: Walk.self, from: Data(text.utf8)) }

    #expect(value.asText == expected.asText)
  }

  @Test(arguments: [
    ("{a:1}", 2), ("'a'", 1), ("+1", 1), ("0x1", 2), ("NaN", 1), ("//\n1", 1), ("Infinity", 1),
    (".5", 1),
  ])
  func `JSON5 is an error where it begins if it is not enabled`(text: String, column: Int) throws {
    let error = try migrationError {
      try JSONDecoder().decode(unversioned: Walk.self, from: Data(text.utf8))
    }

    #expect(error.reason == .unreadable)
    #expect(error.description.contains("Line 1, column \(column): "), "\(error)")
  }
}

extension Result {
  /// The value as text, including NaN and the sign of zero; the same for every error.
  fileprivate var asText: String {
    switch self {
    case .success(let value): "\(value)"
    case .failure: "an error"
    }
  }
}
