import Foundation
import Testing

@testable import Lineage

/// Property lists nested deeper than any stack, each in its own process.
struct DeepPropertyListTests {
  @Test func `an XML property list of 100,000 levels is a MigrationError`() async {
    await #expect(processExitsWith: .success) {
      let text =
        "<?xml version=\"1.0\"?><plist version=\"1.0\">"
        + String(repeating: "<array>", count: 100_000)
        + String(repeating: "</array>", count: 100_000) + "</plist>"
      try DeepPropertyLists.expectMigrationError(Data(text.utf8))
    }
  }

  @Test func `an OpenStep property list of 100,000 levels is a MigrationError`() async {
    await #expect(processExitsWith: .success) {
      let text = String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000)
      try DeepPropertyLists.expectMigrationError(Data(text.utf8))
    }
  }

  @Test(arguments: [
    String(repeating: " ", count: 256), "<?x </array>?>", "<!DOCTYPE plist SYSTEM '</array'>",
    "<!---></array>-->",
  ])
  func `text before or between the tags does not hide the depth`(filler: String) async {
    await #expect(processExitsWith: .success) { [filler] in
      let tag = filler.hasPrefix("<!DOCTYPE") ? "<array>" : "<array>" + filler
      let text = filler + String(repeating: tag, count: 100_000)
      try DeepPropertyLists.expectMigrationError(Data(text.utf8))
    }
  }

  @Test func `an extra byte does not hide the depth of UTF-16`() async {
    await #expect(processExitsWith: .success) {
      let text = "<plist>" + String(repeating: "<array>", count: 100_000)
      let data = text.data(using: .utf16LittleEndian) ?? Data()
      try DeepPropertyLists.expectMigrationError([0xFF, 0xFE] + data + [0x20])
    }
  }

  @Test func `a binary property list of 100,000 levels is a MigrationError`() async {
    await #expect(processExitsWith: .success) {
      try DeepPropertyLists.expectMigrationError(DeepPropertyLists.binary(levels: 100_000))
    }
  }

  @Test func `a binary property list that contains itself is a MigrationError`() async {
    await #expect(processExitsWith: .success) {
      try DeepPropertyLists.expectMigrationError(DeepPropertyLists.binaryCycle)
    }
  }

  @Test func `a property list of 200 levels is read`() throws {
    let tree = try PropertyListDecoder().decode(
      unversioned: DeepPropertyLists.Tree.self, from: DeepPropertyLists.binary(levels: 200))

    #expect(tree.depth == 200)
  }
}

private enum DeepPropertyLists {
  struct Tree: Codable {
    var children: [Tree]

    var depth: Int { 1 + (children.first?.depth ?? 0) }

    init(from decoder: any Decoder) throws { children = try [Tree](from: decoder) }
  }

  struct NoError: Error {}

  static func expectMigrationError(_ data: Data) throws {
    do {
      _ = try PropertyListDecoder().decode(unversioned: Tree.self, from: data)
    } catch is MigrationError {
      return
    }
    throw NoError()
  }

  /// Nested arrays, each of which is a separate object.
  static func binary(levels: Int) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for level in 1...levels {
      offsets.append(bytes.count)
      bytes += level < levels ? [0xA1] + bigEndian(level, 3) : [0xA0]
    }
    let table = bytes.count
    for offset in offsets { bytes += bigEndian(offset, 4) }
    return Data(bytes + trailer(offsetSize: 4, referenceSize: 3, count: levels, table: table))
  }

  /// An array whose only element is itself.
  static var binaryCycle: Data {
    Data(
      Array("bplist00".utf8) + [0xA1, 0x00, 8]
        + trailer(offsetSize: 1, referenceSize: 1, count: 1, table: 10))
  }

  private static func trailer(
    offsetSize: UInt8, referenceSize: UInt8, count: Int, table: Int
  ) -> [UInt8] {
    [0, 0, 0, 0, 0, 0, offsetSize, referenceSize] + bigEndian(count, 8) + bigEndian(0, 8)
      + bigEndian(table, 8)
  }

  private static func bigEndian(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * (width - 1 - $0))) }
  }
}
