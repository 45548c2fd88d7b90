import Foundation
import Testing

@testable import Lineage

/// Types that only property lists have, in untyped values and in unknown fields.
struct PropertyListValuesTests {
  static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

  struct Note: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
    var unknownFields = UnknownFields()
  }

  private static let document = """
    <plist><dict><key>version</key><integer>1</integer><key>text</key><string>a</string>
    <key>real</key><real>2</real><key>float</key><real>0.1</real><key>integer</key><integer>2</integer>
    <key>large</key><integer>18446744073709551615</integer><key>date</key>
    <date>2024-02-29T12:00:00Z</date><key>data</key><data>AAEC</data><key>none</key>
    <string>$null</string><key>yes</key><true/><key>uid</key><dict><key>CF$UID</key>
    <integer>5</integer></dict><key>url</key><dict><key>relative</key><string>http://a.b</string>
    </dict><key>list</key><array><date>2001-01-01T00:00:00Z</date><array/><dict/></array></dict></plist>
    """

  @Test(arguments: formats)
  func `unknown fields are written back unchanged`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let note = try PropertyListDecoder().decode(
      versioned: Note.self, from: Data(Self.document.utf8))
    let written = try PropertyListEncoder(format).encode(versioned: note)
    let again = try PropertyListDecoder().decode(versioned: Note.self, from: written)

    #expect(again == note)
    let expected: DocumentObject = [
      "real": 2.0, "float": 0.1, "integer": 2, "large": .number(DocumentNumber(UInt64.max)),
      "date": .date(Date(timeIntervalSinceReferenceDate: 730_900_800)),
      "data": .data(Data([0, 1, 2])), "none": .null, "yes": true, "uid": ["CF$UID": 5],
      "url": ["relative": "http://a.b"],
      "list": [.date(Date(timeIntervalSinceReferenceDate: 0)), [], [:]],
    ]
    #expect(again.unknownFields.fields == expected)
  }

  @Test func `an XML property list is written with the same elements`() throws {
    let note = try PropertyListDecoder().decode(
      versioned: Note.self, from: Data(Self.document.utf8))
    let written = String(
      decoding: try PropertyListEncoder(.xml).encode(versioned: note), as: UTF8.self)

    for element in [
      "<real>2</real>", "<real>0.1</real>", "<integer>2</integer>",
      "<integer>18446744073709551615</integer>", "<date>2024-02-29T12:00:00Z</date>",
      "<string>$null</string>", "<true/>", "<key>CF$UID</key>", "<array/>", "<dict/>",
    ] {
      #expect(written.contains(element), "\(element)")
    }
  }

  @Test func `an identifier of a keyed archive is preserved in binary`() throws {
    let text = BinaryDocument.string
    for identifier: [UInt8] in [[0x80, 5], [0x81, 1, 0]] {
      let data = BinaryDocument([
        [0xD3, 1, 2, 3, 4, 5, 6], text("version"), text("text"), text("uid"), [0x10, 1], text("a"),
        identifier,
      ]).data

      let note = try PropertyListDecoder().decode(versioned: Note.self, from: data)
      let written = try PropertyListEncoder(.binary).encode(versioned: note)

      #expect(written.count(of: identifier) == 1)
      #expect(try PropertyListDecoder().decode(versioned: Note.self, from: written) == note)
      struct Identifier: Decodable { var uid: [String: Int] }
      #expect(throws: (any Error).self) {
        try PropertyListDecoder().decode(Identifier.self, from: written)
      }
    }
  }

  @Test(arguments: formats)
  func `an unknown field decodes as a date, data or URL in a newer version`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    struct NewNote: VersionedCodable {
      static let version = 2
      var text: String
      var date: Date
      var data: Data
      var url: URL
      var list: DocumentValue
      init(from old: Note) throws { try self.init(carryingOver: old) }
    }
    let old = try PropertyListSerialization.propertyList(
      from: Data(Self.document.utf8), format: nil)
    let data = try PropertyListSerialization.data(
      fromPropertyList: old, format: format, options: 0)

    let note = try PropertyListDecoder().decode(versioned: NewNote.self, from: data)

    #expect(note.date == Date(timeIntervalSinceReferenceDate: 730_900_800))
    #expect(note.data == Data([0, 1, 2]))
    #expect(note.url == URL(string: "http://a.b"))
    #expect(note.list[0] == .date(Date(timeIntervalSinceReferenceDate: 0)))
  }

  @Test func `an error names dates and data correctly`() {
    struct Wrong: Codable { var date: Int }
    let text = "<dict><key>date</key><date>2024-02-29T12:00:00Z</date></dict>"

    let error = #expect(throws: MigrationError.self) {
      try PropertyListDecoder().decode(unversioned: Wrong.self, from: Data(text.utf8))
    }

    #expect(error?.description.contains("Expected a number, found a date.") == true)
  }

  @Test func `a subclass of PropertyListDecoder uses its own decoding`() throws {
    final class Reversing: PropertyListDecoder, @unchecked Sendable {
      override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try super.decode(type, from: Data(data.reversed()))
      }
    }
    let data = Data(try PropertyListEncoder().encode(["a": 1]).reversed())

    let read = try Reversing().decode(unversioned: [String: Int].self, from: data)

    #expect(read == ["a": 1])
  }
}

extension Data {
  /// The number of occurrences of `bytes`.
  fileprivate func count(of bytes: [UInt8]) -> Int {
    let all = [UInt8](self)
    return all.indices.count { all[$0...].starts(with: bytes) }
  }
}
