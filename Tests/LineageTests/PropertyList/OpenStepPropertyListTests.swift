import Foundation
import Testing

@testable import Lineage

struct OpenStepPropertyListTests {
  private func read(_ text: String) throws -> DocumentValue {
    try PropertyListDecoder().decode(unversioned: DocumentValue.self, from: Data(text.utf8))
  }

  @Test(arguments: [
    (
      "{ a = b; \"c d\" = (e, 'f', <00ff 12>); }",
      "{\"a\": \"b\", \"c d\": [\"e\", \"f\", data(3 bytes)]}"
    ),
    ("()", "[]"), ("{}", "{}"), ("   ", "{}"), ("word", "\"word\""), ("(a,)", "[\"a\"]"),
    ("a = b;\nc;\nd = { e = f; };", "{\"a\": \"b\", \"c\": \"c\", \"d\": {\"e\": \"f\"}}"),
    ("// a\n(a /* b */, /c/d)//", "[\"a\", \"/c/d\"]"),
    ("('\\n\\101\\U41z\\U1F4\\\"')", "[\"\\nAAzǴ\\\"\"]"),
    ("('\\UD83D\\UDE00')", "[\"😀\"]"),
    ("{a = b; a = c;}", "{\"a\": \"c\"}"),
    ("('é')", "[\"é\"]"),
    ("($null)", "[null]"),
  ])
  func `OpenStep text is read as the value it describes`(text: String, expected: String)
    throws
  {
    #expect(try read(text).description == expected)
  }

  @Test(arguments: [
    ("(a", "Line 1: The document ends inside a container."),
    ("(a b)", "Line 1: Unexpected character; ',' or ')' was expected."),
    ("(a,,b)", "Line 1: Unexpected character; a value was expected."),
    ("{a = b}", "Line 1: Unexpected character; ';' was expected."),
    ("{a b;}", "Line 1: Unexpected character; '=' or ';' was expected."),
    ("{(a) = b;}", "Line 1: Unexpected character; a key or '}' was expected."),
    ("{ a = b; }\r\nmore", "Line 2: Unexpected content after the property list."),
    ("(<0>)", "Line 1: Malformed data; pairs of hexadecimal digits were expected."),
    ("(<日>)", "Line 1: Malformed data; pairs of hexadecimal digits were expected."),
    ("(\"a)", "Line 1: A quoted string has no closing quotation mark."),
    ("('\\", "Line 1: A quoted string has no closing quotation mark."),
    ("('\\UD83D')", "Line 1: A character reference is not a Unicode character."),
    ("('\\Ux')", "Line 1: A character reference is not a Unicode character."),
    ("(é)", "Line 1: Unexpected character; a value was expected."),
    ("hello world", "Line 1: Unexpected character; '=' or ';' was expected."),
  ])
  func `an unreadable document is an error with its problem and location`(
    text: String, expected: String
  ) {
    let error = #expect(throws: MigrationError.self) { try read(text) }

    #expect(error?.reason == .unreadable)
    #expect(error?.description.contains(expected) == true, "\(error?.description ?? "")")
  }

  @Test func `a damaged document reads or is a MigrationError`() {
    let text =
      "// c\n{ a = (b, \"c\\U41 \\101\", <00ff 12>, { d; }); 'e f' = /* g */ h/i.j; \"é\" = 1; }"
    var random = JSONRandom(seed: 53)
    var (read, refused) = (0, 0)
    for _ in 0..<JSONRandom.count(2000) {
      var bytes = Array(text.utf8)
      random.damage(&bytes)
      do {
        _ = try PropertyListDecoder().decode(
          unversioned: AnyPropertyList.self, from: Data(bytes))
        read += 1
      } catch {
        #expect((error as? MigrationError)?.reason == .unreadable, "\(error)")
        refused += 1
      }
    }
    #expect(read > refused / 10 && refused > read / 10)
  }

  @Test func `an octal escape is the character that Foundation reads`() throws {
    let texts = (0...0o777).map { "'\\\(String($0, radix: 8))'" }
    let data = Data("(\(texts.joined(separator: ", ")))".utf8)

    let read = try PropertyListDecoder().decode(unversioned: [String].self, from: data)

    #expect(try read == PropertyListDecoder().decode([String].self, from: data))
  }

  @Test(arguments: [
    #"\é"#, #"a\€b"#, #"\e\u{301}"#, #"\a\b\f\n\r\t\v"#, #"\"\'\\"#, #"\é\é"#,
  ])
  func `an escaped character is the one that Foundation reads`(text: String) throws {
    let data = Data("(\"\(text)\")".utf8)

    let read = try PropertyListDecoder().decode(unversioned: [String].self, from: data)

    #expect(try read == PropertyListDecoder().decode([String].self, from: data))
  }
}
