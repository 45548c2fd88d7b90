import Foundation
import Testing

@testable import Lineage

/// Binary documents that no encoder writes.
struct BinaryPropertyListTests {
  private func read(_ data: Data) throws -> DocumentValue {
    try PropertyListDecoder().decode(unversioned: DocumentValue.self, from: data)
  }

  private func description(of data: Data) -> String? {
    let error = #expect(throws: MigrationError.self) { try read(data) }
    #expect(error?.reason == .unreadable)
    guard case .dataCorrupted(let context)? = error?.underlyingError as? DecodingError else {
      return nil
    }
    return context.debugDescription
  }

  static let rareObjects: [(object: [UInt8], expected: String)] = [
    ([0x14] + zeros(8) + ones(8), "18446744073709551615"),
    ([0x14] + [1] + zeros(15), "1329227995784915872903807060280344576"),
    ([0x14] + ones(16), "-1"),
    ([0xC2, 1, 1], "[[0, 0]]"),
    ([0x80, 5], "[{\"CF$UID\": 5}]"),
    ([0x83, 1, 0, 0, 0], "[{\"CF$UID\": 16777216}]"),
    ([0x87] + ones(8), "[{\"CF$UID\": 18446744073709551615}]"),
    ([0xD1, 2, 2], "[{\"$null\": null}]"),
  ]

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  private static func ones(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xFF, count: count) }

  @Test(arguments: rareObjects)
  func `an object of a rare kind is read`(object: [UInt8], expected: String) throws {
    let others = [[0x10, 0], BinaryDocument.string("$null")]
    let data: Data =
      object[0] >> 4 < 0xC || object[0] >> 4 == 0x8
      ? BinaryDocument.element(object)
      : BinaryDocument([[0xA1, 3]] + others + [object]).data

    let value = try read(data).description

    #expect(value == expected || "[\(expected)]" == value)
  }

  @Test func `unreferenced objects are ignored`() throws {
    let data = BinaryDocument([[0xA1, 1], [0x10, 5], [0xEE], [0xA1, 99]]).data

    #expect(try read(data) == [5])
  }

  @Test func `a shared object is read for each reference`() throws {
    let data = BinaryDocument([[0xA2, 1, 1], [0xA2, 2, 2], BinaryDocument.string("a")]).data

    #expect(try read(data) == [["a", "a"], ["a", "a"]])
  }

  @Test(
    arguments: [
      ([[0xA1, 1], [0xA1, 0]], "Byte 8: An array or dictionary contains itself."),
      ([[0xD1, 1, 0], [0x51, 0x61]], "Byte 8: An array or dictionary contains itself."),
      ([[0xA1, 9]], "Byte 9: A reference points outside the document."),
      ([[0xD1, 1, 1], [0x10, 5]], "Byte 11: The key of a dictionary is not a string."),
      ([[0xD1, 1, 1], [0xA0]], "Byte 11: The key of a dictionary is not a string."),
      ([[0xA2, 0]], "Byte 8: The document ends inside an array."),
      ([[0xD3, 0, 0, 0]], "Byte 8: The document ends inside a dictionary."),
      ([[0x52, 0x61]], "Byte 8: The document ends inside a string."),
      ([[0x61, 0x61]], "Byte 8: The document ends inside a string."),
      ([[0x42, 0x61]], "Byte 8: The document ends inside data."),
      ([[0x4F, 0x13, 0x7F, 0, 0, 0, 0, 0, 0, 0]], "Byte 8: The document ends inside data."),
      ([[0x4F, 0x13, 0xFF, 0, 0, 0, 0, 0, 0, 0]], "Byte 8: The document ends inside data."),
      (
        [[0xAF, 0x15] + [UInt8](repeating: 0, count: 32)],
        "Byte 8: The document ends inside an array."
      ),
      ([[0x33, 0]], "Byte 8: The document ends inside a date."),
      ([[0x23, 0]], "Byte 8: The document ends inside a real."),
      ([[0x13, 0]], "Byte 8: The document ends inside an integer."),
      ([[0x87, 0]], "Byte 8: The document ends inside an identifier."),
      ([[0x51, 0xE9]], "Byte 8: An ASCII string contains bytes that are not ASCII."),
      ([[0x61, 0xD8, 0x3D]], "Byte 8: A string contains half of a UTF-16 surrogate pair."),
      ([[0x0F]], "Byte 8: Unknown type of object."),
      ([[0x15]], "Byte 8: Unknown type of object."),
      ([[0xF0]], "Byte 8: Unknown type of object."),
    ] as [([[UInt8]], String)])
  func `an unreadable object is an error with its kind and location`(
    objects: [[UInt8]], expected: String
  ) {
    #expect(description(of: BinaryDocument(objects).data) == expected)
  }

  @Test func `a trailer that doesn't match the document is an error`() {
    let good = [UInt8](BinaryDocument([[0xA1, 1], [0x10, 5]]).data)
    let expected = "The trailer, in the last 32 bytes, doesn't match the document."

    for (place, value) in [
      (26, 0), (26, 9), (25, 0), (17, 9), (16, 0xFF), (9, 2), (1, 0xFF), (8, 0xFF),
    ] {
      var bytes = good
      bytes[bytes.count - place] = UInt8(value)
      #expect(description(of: Data(bytes)) == expected, "\(place)")
    }
    #expect(description(of: Data("bplist00".utf8)) == expected)
    #expect(
      description(of: Data("bplist15".utf8) + good[8...])
        == "Unknown version of the binary format; 'bplist0' was expected.")
  }

  @Test func `shared containers can't expand to many times the document`() {
    // Each array contains the next one four times.
    let levels = 30
    let arrays = (1...levels).map { [0xA4] + [UInt8](repeating: UInt8($0), count: 4) }
    let data = BinaryDocument(arrays + [[0x10, 5]]).data

    #expect(data.count < 400)
    #expect(
      description(of: data)?.hasSuffix(
        "With its shared objects expanded, the property list has more than 65536 values, which is "
          + "too many for its size.") == true)
  }

  @Test(
    arguments: [(0x5F, 1), (0x4F, 1), (0x6F, 2)] as [(UInt8, Int)])
  func `overlapping strings and data can't expand to many times the document`(
    marker: UInt8, width: Int
  ) {
    // Every six bytes, an object begins that contains the beginnings of those after it.
    let count = 3_000
    let objects = (1...count).reversed().flatMap { following -> [UInt8] in
      // The bytes of the length are ASCII, too.
      [marker, 0x12] + BinaryDocument.bigEndian(6 * following / width & 0x7F7F, 4)
    }
    let references = (1...count).flatMap { BinaryDocument.bigEndian($0, 2) }
    var document = BinaryDocument([
      [0xAF, 0x11] + BinaryDocument.bigEndian(count, 2) + references, objects + Self.zeros(8),
    ])
    document.referenceSize = 2
    document.objectsInLast = (1..<count).map { 6 * $0 }
    let data = document.data

    #expect(data.count < 50_000)
    #expect(
      description(of: data)?.hasSuffix(
        "The property list has more than 1048576 bytes of strings and data, which is too many for "
          + "its size: its objects overlap.") == true)
  }

  @Test func `a document can share texts and data without limit`() throws {
    let count = 60_000
    let text =
      [0x5F, 0x11] + BinaryDocument.bigEndian(count, 2) + [UInt8](repeating: 0x61, count: count)
    let bytes =
      [0x4F, 0x11] + BinaryDocument.bigEndian(count, 2) + [UInt8](repeating: 1, count: count)
    let references = (0..<count).map { UInt8(1 + $0 % 2) }
    let array = [0xAF, 0x11] + BinaryDocument.bigEndian(count, 2) + references

    let tree = DocumentTree()
    try PropertyListReader.read(BinaryDocument([array, text, bytes]).data, into: tree)

    #expect(tree.slots.count == count + 1)
    #expect(tree.natives.count == 1)
  }

  @Test func `a dictionary of 100,000 members is read`() throws {
    let members = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ("key\($0)", $0) })
    let data = try PropertyListSerialization.data(
      fromPropertyList: members, format: .binary, options: 0)

    let read = try PropertyListDecoder().decode(unversioned: [String: Int].self, from: data)

    #expect(read == members)
  }

  @Test(arguments: [1e39, -1e300, 1e-50])
  func `a real beyond the range of a Float is an error`(number: Double) throws {
    let encoder = PropertyListEncoder(.binary)
    let data = try encoder.encode([number])

    let error = try migrationError {
      try PropertyListDecoder().decode(unversioned: [Float].self, from: data)
    }

    #expect(error.description.contains("At [0]: The number doesn't fit in Float."))
  }
}
