import Foundation
import Testing

@testable import Lineage

/// Documents that Foundation's decoder doesn't read completely, and invalid ones.
struct XMLPropertyListTests {
  private func read(_ text: String) throws -> DocumentValue {
    try PropertyListDecoder().decode(unversioned: DocumentValue.self, from: Data(text.utf8))
  }

  @Test(arguments: [
    ("<integer>5</integer>", "5"),
    ("<?xml version=\"1.0\"?><!-- a --><!DOCTYPE plist><plist><integer>5</integer></plist>", "5"),
    ("<!----><integer>5</integer>", "5"),
    ("\n\r\t <plist version='1.0'>\n<integer>5</integer>\n<!-- > -->\n</plist>\n and more", "5"),
    ("<?xml encoding='ascii'?><integer>5</integer>", "5"),
    ("<string/>", "\"\""),
    ("<data/>", "data(0 bytes)"),
    ("<dict/>", "{}"),
    ("<dict><key/><true/></dict>", "{\"\": true}"),
    ("<string>$nullable</string>", "\"$nullable\""),
    ("<string>$null</string>", "null"),
    ("<dict><key>$null</key><true/></dict>", "{\"$null\": true}"),
    ("<dict><key>b</key><true/><key>a</key><false/></dict>", "{\"b\": true, \"a\": false}"),
    (
      "<dict><key>a</key><true/><key>b</key><true/><key>a</key><false/></dict>",
      "{\"b\": true, \"a\": false}"
    ),
    ("<integer>18446744073709551616</integer>", "18446744073709551616"),
    (
      "<integer>-000123456789012345678901234567890123456789012</integer>",
      "-123456789012345678901234567890123456789012"
    ),
    ("<real>1.10</real>", "1.10"),
    ("<real>2</real>", "2.0"),
    ("<real>+.5E3</real>", "0.5E3"),
    ("<real>-inf</real>", "-inf"),
  ])
  func `XML is read as the values that its elements stand for`(text: String, expected: String)
    throws
  {
    #expect(try read(text).description == expected)
  }

  @Test(arguments: [
    "iso-8859-1": String.Encoding.isoLatin1, "utf-8": .utf8, "US-ASCII": .ascii, "utf-16": .utf16,
    "UTF-16LE": .utf16LittleEndian, "UTF-16BE": .utf16BigEndian, "utf-32": .utf32,
    "UTF-32LE": .utf32LittleEndian,
  ])
  func `text in a common encoding is read`(name: String, encoding: String.Encoding) throws {
    let content = name == "US-ASCII" ? "e" : "é"
    let text =
      "<?xml version=\"1.0\" encoding=\"\(name)\"?><plist><string>\(content)</string></plist>"
    let data = try #require(text.data(using: encoding))

    let string = try PropertyListDecoder().decode(unversioned: String.self, from: data)

    #expect(string == content)
  }

  @Test(arguments: [
    ("", "The document is empty; a property list was expected."),
    ("<plist>", "Line 1: The document ends inside <plist>."),
    ("<plist/>", "Line 1: <plist/> is empty; a value was expected in it."),
    ("<plist></plist>", "Line 1: <plist/> is empty; a value was expected in it."),
    (
      "<plist><true/><true/></plist>",
      "Line 1: <plist> contains a second value; </plist> was expected."
    ),
    (
      "<plist>\r\n<array>\n\r<true/>TOPSECRET</array></plist>",
      "Line 4: Unexpected character; a tag was expected."
    ),
    ("<array><true/></dict>", "Line 1: Unexpected content; </array> was expected."),
    (
      "<dict>\n<true/></dict>",
      "Line 2: Unexpected element in a <dict>; a <key> or </dict> was expected."
    ),
    ("<dict><key>TOPSECRET</key></dict>", "Line 1: A <key> has no value after it."),
    ("<TOPSECRET/>", "Line 1: Unknown element; an element of a property list was expected."),
    (
      "<stringTOPSECRET>a</string>",
      "Line 1: Unknown element; an element of a property list was expected."
    ),
    ("< true/>", "Line 1: Malformed tag; the name of an element was expected."),
    (
      "<string>a&TOPSECRET;</string>",
      "Line 1: Unknown entity; one of &amp; &lt; &gt; &quot; &apos; was expected."
    ),
    ("<string>&#xD800;</string>", "Line 1: A character reference is not a Unicode character."),
    ("<string>&#;</string>", "Line 1: A character reference is not a Unicode character."),
    (
      "<string>&#99999999999999999999;</string>",
      "Line 1: A character reference is not a Unicode character."
    ),
    ("<string>a<b/></string>", "Line 1: Unexpected content; </string> was expected."),
    ("<string>a<![CDATA[b</string>", "Line 1: The document ends inside a CDATA section."),
    ("<string>TOPSECRET", "Line 1: The document ends inside <string>."),
    ("<!-- TOPSECRET", "Line 1: The document ends inside a comment."),
    ("<?xml TOPSECRET", "Line 1: The document ends inside a processing instruction."),
    ("<integer>TOPSECRET</integer>", "Line 1: The content of <integer> is not a whole number."),
    ("<integer/>", "Line 1: <integer/> is empty; a value was expected in it."),
    (
      "<integer>0x123456789012345678901234567890123</integer>",
      "Line 1: The content of <integer> is not a whole number."
    ),
    ("<real>TOPSECRET</real>", "Line 1: The content of <real> is not a number."),
    (
      "<date>TOPSECRET</date>",
      "Line 1: The content of <date> is not a date like 2001-12-31T23:59:59Z."
    ),
    (
      "<date>123456789012-01-01T00:00:00Z</date>",
      "Line 1: The content of <date> is not a date like 2001-12-31T23:59:59Z."
    ),
    ("<data>TOPSECRET!</data>", "Line 1: The content of <data> is not Base64."),
    ("<data>AAE</data>", "Line 1: The content of <data> is not Base64."),
    (
      "<!DOCTYPE plist [<!ENTITY a \"TOPSECRET\">]><string>&a;</string>",
      "Line 1: Malformed document type; <!DOCTYPE plist …> without declarations of its own was "
        + "expected."
    ),
    ("<plist><!DOCTYPE plist><true/></plist>", "Line 1: Unexpected character; a tag was expected."),
    (
      "<?xml encoding=\"TOPSECRET\"?><true/>",
      "The XML declares a text encoding that can't be read; UTF-8, UTF-16, US-ASCII or ISO-8859-1 "
        + "was expected."
    ),
  ])
  func `an unreadable document is an error with its problem and location`(
    text: String, expected: String
  ) {
    let error = #expect(throws: MigrationError.self) { try read(text) }

    #expect(error?.reason == .unreadable)
    guard case .dataCorrupted(let context)? = error?.underlyingError as? DecodingError else {
      Issue.record("There is no DecodingError beneath.")
      return
    }
    #expect(context.debugDescription == expected)
    #expect(error?.description.contains(expected) == true)
    #expect(error?.description.contains("TOPSECRET") == false)
  }

  @Test func `bytes that are not UTF-8 are an error`() {
    let data = Data("<string>a".utf8) + [0xC3, 0x28] + Data("</string>".utf8)

    let error = #expect(throws: MigrationError.self) {
      try PropertyListDecoder().decode(unversioned: DocumentValue.self, from: data)
    }

    #expect(
      error?.description.contains("Line 1: The text contains bytes that are not UTF-8.") == true)
  }

  @Test func `a date before the year 1 is read`() throws {
    let date = Date(timeIntervalSinceReferenceDate: -70_000_000_000)
    let encoder = PropertyListEncoder(.xml)

    let data = try encoder.encode([date])

    #expect(try PropertyListDecoder().decode(unversioned: [Date].self, from: data) == [date])
  }

  @Test func `the last of equal keys wins, in small and large dictionaries`() throws {
    for count in [2, 3, 16, 17, 100] {
      let members = (0..<count).map { "<key>\($0)</key><integer>\($0)</integer>" }.joined()
      let text = "<dict><key>1</key><true/>\(members)<key>0</key><integer>-1</integer></dict>"

      let read = try PropertyListDecoder().decode(
        unversioned: [String: Int].self, from: Data(text.utf8))

      #expect(read.count == count)
      #expect(read["0"] == -1)
      #expect(read["1"] == 1)
    }
  }

  @Test(arguments: [2, 3, 16, 17, 100])
  func `equal keys before the last one are in the report`(count: Int) throws {
    let members = (0..<count).map { "<key>\($0)</key><integer>\($0)</integer>" }.joined()
    let text = """
      <dict><key>1</key><true/>\(members)<key>1</key><integer>5</integer><key>é</key><false/>
      <key>e\u{301}</key><integer>6</integer></dict>
      """
    var report = MigrationReport()

    let read = try PropertyListDecoder().decode(
      unversioned: [String: Int].self, from: Data(text.utf8), report: &report)

    #expect(read.count == count + 1)
    #expect(read["1"] == 5 && read["é"] == 6)
    #expect(report.unknownFieldsDropped.count == 3)
    #expect(Set(report.unknownFieldsDropped) == ["1", "é"])
  }

  @Test func `canonically equivalent keys are equal`() throws {
    let text = "<dict><key>\u{E9}</key><true/><key>e\u{301}</key><false/></dict>"

    let read = try PropertyListDecoder().decode(
      unversioned: [String: Bool].self, from: Data(text.utf8))

    #expect(read == ["é": false])
  }
}
