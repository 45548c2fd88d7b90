import Testing

@testable import LineageMacrosPlugin

@Suite struct JSONTests {
  @Test(arguments: [
    #"{"a":[1,-2,true,false,null,"x"],"b":{}}"#, #""\"\\\n""#, "[]", #""ä€😀""#, #"["",""]"#,
  ])
  func `what is read is written as it was`(text: String) throws {
    let value = try #require(JSONReader.read(Array(text.utf8)))

    #expect(String(decoding: value.text, as: UTF8.self) == text)
  }

  @Test(arguments: [
    (#""\u0041\u00e9\ud83d\ude00\/\b\f\r\t""#, "Aé😀/\u{8}\u{C}\r\t"), (#""\ud83d""#, "\u{FFFD}"),
  ])
  func `escapes are read`(text: String, expected: String) {
    #expect(JSONReader.read(Array(text.utf8))?.string == expected)
  }

  @Test(arguments: ["", "[", #"{"a"}"#, #""a"#, #""\""#, "[1,]", "truth", "1 2"])
  func `what isn't JSON is no value`(text: String) {
    #expect(JSONReader.read(Array(text.utf8)) == nil)
  }

  @Test(arguments: [#""\u12""#, #""\x""#, #""\ud83d\u1""#])
  func `invalid escapes have no text`(text: String) throws {
    let value = try #require(JSONReader.read(Array(text.utf8)))

    #expect(value.string == nil)
  }

  @Test func `deep nesting is no value`() {
    #expect(JSONReader.read([UInt8](repeating: UInt8(ascii: "["), count: 100_000)) == nil)
  }

  @Test func `control characters are escaped`() {
    #expect(
      String(decoding: JSONValue.string("\u{1}\u{1F}\t").text, as: UTF8.self)
        == #""\u0001\u001f\u0009""#)
  }
}
