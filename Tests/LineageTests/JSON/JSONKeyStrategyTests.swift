import Foundation
import Testing

@testable import Lineage

struct JSONKeyStrategyTests {
  /// An object with a single member, of which it stores the name.
  private struct Name: Codable {
    var name: String

    init(_ name: String) { self.name = name }

    init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: AnyKey.self).allKeys.first?.stringValue ?? "none"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(0, forKey: AnyKey(name))
    }
  }

  static let names = [
    "", "_", "__", "a", "A", "a_", "_a", "aB", "AB", "ABc", "aBC", "aBCd", "myURLProperty", "a__b",
    "isH264Encoded", "utf8String", "oneTwo3Four", "A1b", "aB1c", "aB1C", "a1B2", "one_a-b",
    "one_x.y", "one_ßa", "x Y z", "HTML5",
    "_id", "one_two", "ONE_TWO", "_one_two_", "__one__two__", "one_2", "éÉa", "aÉb", "straßeSS",
    "one-Two-three", "İstanbul", "aİb", "ﬁZoo", "a😀B", "Ω_ω", "oneTWOThree", "URL", "aURL9b",
  ]

  @Test(arguments: names)
  func `a key is written in snake_case as JSONEncoder writes it`(name: String) throws {
    let encoder = JSONEncoder.inSnakeCase()
    let expected = try encoder.encode(Letter(body: Name(name)))

    let written = try encoder.encode(versioned: Letter(body: Name(name)))

    #expect(String(decoding: written, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  @Test(arguments: names)
  func `a key is read from snake_case as JSONDecoder reads it`(name: String) throws {
    let decoder = JSONDecoder.inSnakeCase
    let data = try JSONEncoder().encode([name: 0])
    let expected = try decoder.decode(Name.self, from: data)

    let read = try decoder.decode(unversioned: Name.self, from: data)

    #expect(read.name == expected.name)
  }

  @Test func `any key is written in snake_case as JSONEncoder writes it`() throws {
    let encoder = JSONEncoder.inSnakeCase()
    var random = JSONRandom(seed: 6)
    let names = (0..<JSONRandom.count(1_000)).map { _ in Self.name(&random) }

    let differing = try names.first { name in
      let letter = Letter(body: Name(name))
      return try encoder.encode(letter) != encoder.encode(versioned: letter)
    }

    #expect(differing == nil)
  }

  @Test func `any key is read from snake_case as JSONDecoder reads it`() throws {
    let decoder = JSONDecoder.inSnakeCase
    var random = JSONRandom(seed: 7)
    let names = (0..<JSONRandom.count(1_000)).map { _ in Self.name(&random) }

    let differing = try names.first { name in
      let data = try JSONEncoder().encode([name: 0])
      return try decoder.decode(Name.self, from: data).name
        != decoder.decode(unversioned: Name.self, from: data).name
    }

    #expect(differing == nil)
  }

  private static func name(_ random: inout JSONRandom) -> String {
    let letters = ["a", "b", "A", "B", "Z", "_", "_", "1", "é", "É", " ", "-", "ß"]
    return (0..<random.number(below: 9)).map { _ in random.pick(letters) }.joined()
  }

  @Test func `the keys of a string dictionary are data that no strategy converts`() throws {
    let data = Data(#"{"body":{"one_two":1,"threeFour":2}}"#.utf8)
    let decoder = JSONDecoder.inSnakeCase
    let encoder = JSONEncoder.inSnakeCase(.sortedKeys)

    let letter = try decoder.decode(versioned: Letter<[String: Int]>.self, from: data)
    let written = try encoder.encode(versioned: letter)

    #expect(letter.body == ["one_two": 1, "threeFour": 2])
    #expect(written == data)
  }

  @Test func `a custom strategy for reading is given the path of each key`() throws {
    let data = Data(#"{"Page":{"Items":[{"Title":"a"},{"Title":"b"}]}}"#.utf8)
    struct Item: Codable { var title: String }
    struct Page: Codable { var items: [Item] }
    struct Book: Codable { var page: Page }
    let ours = Paths()
    let theirs = Paths()

    _ = try theirs.decoder.decode(Book.self, from: data)
    _ = try ours.decoder.decode(unversioned: Book.self, from: data)

    #expect(Set(ours.seen) == Set(theirs.seen))
    #expect(
      Set(ours.seen) == [
        "Page", "page/Items", "page/items/Index 0/Title", "page/items/Index 1/Title",
      ])
  }

  @Test func `a custom strategy for writing is given the path of each key`() throws {
    struct Item: Codable { var title: String }
    struct Page: Codable { var items: [Item] }
    let ours = Paths()
    let theirs = Paths()
    let letter = Letter(body: Page(items: [Item(title: "a"), Item(title: "b")]))

    _ = try theirs.encoder.encode(letter)
    _ = try ours.encoder.encode(versioned: letter)

    #expect(Set(ours.seen) == Set(theirs.seen))
  }

  /// Records the paths at which coders convert keys.
  private final class Paths: @unchecked Sendable {
    var seen: [String] = []

    var decoder: JSONDecoder {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .custom { self.note($0) }
      return decoder
    }

    var encoder: JSONEncoder {
      let encoder = JSONEncoder()
      encoder.keyEncodingStrategy = .custom { self.note($0) }
      return encoder
    }

    private func note(_ path: [any CodingKey]) -> AnyKey {
      seen.append(path.map(\.stringValue).joined(separator: "/"))
      return AnyKey(path.last?.stringValue.lowercased() ?? "")
    }
  }

  @Test func `the version's key is converted like every other key`() throws {
    struct Sheet: VersionedCodable, Equatable {
      static let version = 3
      static let versionLocation = VersionLocation.key("schemaVersion")
      typealias PreviousVersion = NothingOlder
      var firstName = "a"
    }
    let encoder = JSONEncoder.inSnakeCase(.sortedKeys)
    let decoder = JSONDecoder.inSnakeCase

    let data = try encoder.encode(versioned: Sheet())
    let sheet = try decoder.decode(versioned: Sheet.self, from: data)

    #expect(String(decoding: data, as: UTF8.self) == #"{"first_name":"a","schema_version":3}"#)
    #expect(sheet == Sheet())
  }

  @Test func `the keys of defaults don't depend on the strategy`() throws {
    struct Inner: Codable, Equatable { var fontSize = 1 }
    struct Outer: DefaultFillable, Equatable {
      var inner = Inner()
      var list = [Inner(fontSize: 2)]
      var named = ["oneTwo": Inner(fontSize: 3)]
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { AnyKey($0.last?.stringValue.lowercased() ?? "") }

    let outer = try decoder.decode(unversioned: Outer.self, from: Data("{}".utf8))

    #expect(outer == Outer())
  }

  @Test func `the keys of carried fields don't depend on the strategy`() throws {
    struct Inner: Codable, Equatable { var fontsize = 1 }
    struct Old: VersionedCodable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      var inner: Inner
    }
    struct New: VersionedCodable, DefaultFillable, Equatable {
      static let version = 2
      typealias PreviousVersion = Old
      var inner = Inner()
      var added = [Inner(fontsize: 4)]
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { AnyKey($0.last?.stringValue.lowercased() ?? "") }
    let data = Data(#"{"VERSION":1,"Inner":{"fontSize":9}}"#.utf8)

    let new = try decoder.decode(versioned: New.self, from: data)

    #expect(new.inner == Inner(fontsize: 9))
    #expect(new.added == [Inner(fontsize: 4)])
  }

  @Test func `canonically equivalent keys are equal`() throws {
    struct Cafe: Codable, Equatable {
      var name: String
      enum CodingKeys: String, CodingKey { case name = "café" }
    }
    let data = Data("{\"cafe\u{301}\":\"here\"}".utf8)

    let cafe = try JSONDecoder().decode(unversioned: Cafe.self, from: data)

    #expect(cafe.name == "here")
  }

  @Test func `the first of two spellings of a key wins`() throws {
    struct Cafe: Codable, Equatable {
      var name: Int
      enum CodingKeys: String, CodingKey { case name = "café" }
    }
    let data = Data("{\"cafe\u{301}\":1,\"café\":2}".utf8)
    let expected = try JSONDecoder().decode(Cafe.self, from: data)

    let cafe = try JSONDecoder().decode(unversioned: Cafe.self, from: data)

    #expect(cafe == expected)
  }

  @Test func `the first of two equal keys wins`() throws {
    struct Pair: Codable, Equatable {
      var one: Int
      var two: Int
    }
    let data = Data(#"{"two":2,"one":1,"one":"x","\u0074wo":3,"two":null}"#.utf8)

    let pair = try JSONDecoder().decode(unversioned: Pair.self, from: data)

    #expect(pair == Pair(one: 1, two: 2))
  }
}
