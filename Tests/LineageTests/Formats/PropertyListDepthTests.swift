import Foundation
import Lineage
import Testing

/// Property lists that nest too deeply, or seem to.
struct PropertyListDepthTests {
  struct Note: DefaultFillable, Equatable {
    var text = ""
  }

  private func reason(of text: String, encoding: String.Encoding) throws -> MigrationError.Reason? {
    let data = try #require(text.data(using: encoding))
    let error = #expect(throws: MigrationError.self) {
      try PropertyListDecoder().decode(unversioned: Note.self, from: data)
    }
    return error?.reason
  }

  @Test(arguments: [String.Encoding.utf8, .utf16])
  func `a list that nests too deeply is unreadable in every encoding`(
    encoding: String.Encoding
  ) throws {
    let text =
      #"<?xml version="1.0"?><plist>"# + String(repeating: "<array>", count: 100_000)

    #expect(try reason(of: text, encoding: encoding) == .unreadable)
  }

  @Test func `unclosed tags take linear time`() throws {
    let text = "<plist>" + String(repeating: "<dict", count: 200_000) + "/"

    #expect(try reason(of: text, encoding: .utf8) == .unreadable)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func `text that looks like tags is text`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let note = Note(text: String(repeating: "<dict>", count: 600))
    let encoder = PropertyListEncoder(format)

    let data = try encoder.encode(unversioned: note)

    #expect(try PropertyListDecoder().decode(unversioned: Note.self, from: data) == note)
  }
}
