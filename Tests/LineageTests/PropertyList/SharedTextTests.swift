import Foundation
import Testing

@testable import Lineage

/// Binary documents with many references to one text, as encoders write repeated strings.
struct SharedTextTests {
  private static let text = String(repeating: "a", count: 3000)
  private static let count = 1000

  /// A string object of more than 255 characters, as ASCII or UTF-16.
  private static func string(isASCII: Bool) -> [UInt8] {
    let text = isASCII ? text : text.dropLast() + "ä"
    let length = [0x11] + BinaryDocument.bigEndian(text.utf16.count, 2)
    return isASCII
      ? [0x5F] + length + text.utf8
      : [0x6F] + length + text.utf16.flatMap { BinaryDocument.bigEndian(Int($0), 2) }
  }

  private static func array(of object: UInt8) -> [UInt8] {
    [0xAF, 0x11] + BinaryDocument.bigEndian(count, 2) + [UInt8](repeating: object, count: count)
  }

  /// A document whose field "list" is an array that repeats one string.
  private static func strings(isASCII: Bool = true) -> Data {
    let objects = [[0xD1, 1, 2], BinaryDocument.string("list"), array(of: 3)]
    return BinaryDocument(objects + [string(isASCII: isASCII)]).data
  }

  /// A document whose field "list" is an array that repeats a dictionary with one long key.
  private static let keys = BinaryDocument([
    [0xD1, 1, 2], BinaryDocument.string("list"), array(of: 3), [0xD1, 4, 5],
    string(isASCII: true), [0x10, 5],
  ]).data

  /// The number of different addresses of the strings.
  private func places(of strings: some Sequence<String>) -> Int {
    Set(
      strings.map { string in
        var string = string
        return string.withUTF8 { UInt(bitPattern: $0.baseAddress) }
      }
    ).count
  }

  private struct Note: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    static let versionLocation = VersionLocation.key("version")
    var title: String?
    var unknownFields = UnknownFields()
  }

  private struct Declared<Element: Codable>: Codable {
    var list: [Element]
  }

  private func unknown(_ data: Data) throws -> [DocumentValue] {
    let note = try PropertyListDecoder().decode(unversioned: Note.self, from: data)
    return try #require(note.unknownFields["list"]?.array)
  }

  @Test(arguments: [true, false])
  func `a repeated text in an unknown field is in memory once`(isASCII: Bool) throws {
    let strings = try unknown(Self.strings(isASCII: isASCII)).compactMap(\.string)

    #expect(strings.count == Self.count)
    #expect(Set(strings) == [isASCII ? Self.text : Self.text.dropLast() + "ä"])
    #expect(places(of: strings) <= 2)
  }

  @Test func `a repeated text in a declared field is in memory once`() throws {
    let note = try PropertyListDecoder().decode(
      unversioned: Declared<String>.self, from: Self.strings())

    #expect(note.list == Array(repeating: Self.text, count: Self.count))
    #expect(places(of: note.list) <= 2)
  }

  @Test func `a repeated text is in memory once when it is encoded`() throws {
    let lists: [any Encodable] = [
      Declared(list: Array(repeating: Self.text, count: Self.count)),
      try PropertyListDecoder().decode(unversioned: DocumentValue.self, from: Self.strings()),
    ]
    for list in lists {
      let writer = DocumentWriter()
      try list.encode(to: writer.begin(.document, userInfo: [:]))
      let tree = writer.tree.view
      let strings = (0..<UInt32(writer.tree.slots.count)).map { tree[$0] }
        .filter { $0.kind == .plainText }

      #expect(strings.count == Self.count)
      #expect(Set(strings.map(\.start)).count <= 2)
      #expect(places(of: strings.map(tree.encodedString)) <= 2)
      #expect(strings.allSatisfy { tree.encodedString($0) == Self.text })
    }
  }

  @Test func `long texts are encoded as by Foundation`() throws {
    let long = String(repeating: "ä", count: 200)
    let pieces = ["\(long)\(long)".prefix(250), long.prefix(130), long[...]].map { String($0) }
    let list = pieces + ["short", "", long, long + "b"] + pieces
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let encoder = PropertyListEncoder(format)
      let data = try encoder.encode(unversioned: Declared(list: list))

      #expect(data == (try encoder.encode(Declared(list: list))))
      #expect(
        try PropertyListDecoder().decode(Declared<String>.self, from: data).list == list)
    }
  }

  @Test func `a repeated key is in memory once`() throws {
    let unknown = try unknown(Self.keys).compactMap(\.object)
    let declared = try PropertyListDecoder().decode(
      unversioned: Declared<[String: Int]>.self, from: Self.keys
    ).list

    for keys in [unknown.flatMap(\.keys), declared.flatMap(\.keys)] {
      #expect(keys.count == Self.count)
      #expect(Set(keys) == [Self.text])
      #expect(places(of: keys) <= 2)
    }
    #expect(unknown.allSatisfy { $0[Self.text] == 5 })
    #expect(declared.allSatisfy { $0[Self.text] == 5 })
  }

  @Test func `repeated data is in memory once`() throws {
    let length = [0x11] + BinaryDocument.bigEndian(3000, 2)
    let object = [0x4F] + length + [UInt8](repeating: 1, count: 3000)
    let data = BinaryDocument([
      [0xD1, 1, 2], BinaryDocument.string("list"), Self.array(of: 3), object,
    ]).data

    let values = try unknown(data).compactMap { value -> Data? in
      if case .data(let data) = value { data } else { nil }
    }

    #expect(values.count == Self.count)
    #expect(
      Set(values.map { $0.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }).count <= 2)
  }
}
