import Foundation
import Testing

@testable import Lineage

/// Compares UUIDs with what Foundation reads and writes.
struct UUIDTextTests {
  private func read(_ text: String) -> (own: [UUID]?, foundation: [UUID]?) {
    let document = Data("[\"\(text)\"]".utf8)
    return (
      try? JSONDecoder().decode(unversioned: [UUID].self, from: document),
      try? JSONDecoder().decode([UUID].self, from: document)
    )
  }

  @Test func `random UUIDs are read and written as by Foundation`() throws {
    let uuids = (0..<2_000).map { _ in UUID() }

    let written = try JSONEncoder().encode(unversioned: uuids)

    #expect(try written == JSONEncoder().encode(uuids))
    #expect(try JSONDecoder().decode(unversioned: [UUID].self, from: written) == uuids)
    let small = Data(String(decoding: written, as: UTF8.self).lowercased().utf8)
    #expect(try JSONDecoder().decode(unversioned: [UUID].self, from: small) == uuids)
  }

  @Test func `each byte of a UUID has its place`() throws {
    for place in 0..<16 {
      for byte in [UInt8(0x01), 0x10, 0x9A, 0xAF, 0xF0, 0xFF] {
        var bytes = [UInt8](repeating: 0, count: 16)
        bytes[place] = byte
        let text = bytes.map { String(format: "%02X", $0) }.joined()
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
          text.dropFirst(range.lowerBound).prefix(range.count)
        }
        let uuid = try #require(UUID(uuidString: parts.joined(separator: "-")))

        let written = try JSONEncoder().encode(unversioned: [uuid])

        #expect(String(decoding: written, as: UTF8.self) == "[\"\(uuid.uuidString)\"]")
        #expect(try JSONDecoder().decode(unversioned: [UUID].self, from: written) == [uuid])
      }
    }
  }

  @Test func `any other character is judged as by Foundation`() {
    let valid = Array("7A2C05AF-50b5-4F2A-A0BC-0D1C3B58E4F6".utf8)
    for place in valid.indices {
      for character in [
        UInt8(ascii: "G"), UInt8(ascii: "g"), UInt8(ascii: "@"), UInt8(ascii: "`"),
        UInt8(ascii: "/"),
        UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "x"),
        UInt8(ascii: "0"), UInt8(ascii: "f"),
      ] {
        var bytes = valid
        bytes[place] = character
        let text = String(decoding: bytes, as: UTF8.self)

        let (own, foundation) = read(text)

        #expect(own == foundation, "\(text)")
      }
    }
  }

  @Test(arguments: [
    "", "7A2C05AF", "7A2C05AF-50B5-4F2A-A0BC-0D1C3B58E4F", "7A2C05AF-50B5-4F2A-A0BC-0D1C3B58E4F61",
    "{7A2C05AF-50B5-4F2A-A0BC-0D1C3B58E4}", "7A2C05AF50B54F2AA0BC0D1C3B58E4F6",
    "7A2C05AF-50B5-4F2A-A0BC-0D1C3B58E4é", "7A2C05AFé50B5-4F2A-A0BC-0D1C3B58E4F6",
    #"\u0037A2C05AF-50B5-4F2A-A0BC-0D1C3B58E4F6"#, " 7A2C05AF-50B5-4F2A-A0BC-0D1C3B58E4F",
  ])
  func `other texts are judged as by Foundation`(text: String) {
    let (own, foundation) = read(text)
    #expect(own == foundation)
  }

  private struct Keyed: Codable, Equatable {
    var id = UUID()
    var parent: UUID?
    var others: [UUID: String] = [:]
    var all: Set<UUID> = []
  }

  @Test func `UUIDs are values like others in every format`() throws {
    let keyed = Keyed(parent: UUID(), others: [UUID(): "a"], all: [UUID()])

    let json = try JSONEncoder().encode(unversioned: keyed)
    #expect(try JSONDecoder().decode(Keyed.self, from: json) == keyed)
    #expect(try JSONDecoder().decode(unversioned: Keyed.self, from: json) == keyed)
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder(format)
      let list = try encoder.encode(unversioned: keyed)
      #expect(try PropertyListDecoder().decode(Keyed.self, from: list) == keyed)
      #expect(try PropertyListDecoder().decode(unversioned: Keyed.self, from: list) == keyed)
    }
  }

  @Test(arguments: [
    (#"{"id":"no"}"#, "At id: The value isn't a UUID."),
    (#"{"id":7}"#, "At id: Expected a string, found a number."),
    (#"{"id":null}"#, "At id: Expected a string, found null."),
  ])
  func `a wrong UUID has an error with its place`(document: String, expected: String) throws {
    let error = #expect(throws: (any Error).self) {
      try JSONDecoder().decode(unversioned: Keyed.self, from: Data(document.utf8))
    }
    #expect(error.map { "\($0)" }?.contains(expected) == true, "\(error.map { "\($0)" } ?? "")")
  }
}
