import Foundation
import Testing

@testable import Lineage

struct JSONWriterTests {
  private func bothWays<Body: Codable>(
    _ body: Body, _ formatting: JSONEncoder.OutputFormatting = .sortedKeys
  ) throws -> (ours: String, foundations: String) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    let letter = Letter(body: body)
    return (
      String(decoding: try encoder.encode(versioned: letter), as: UTF8.self),
      String(decoding: try encoder.encode(letter), as: UTF8.self)
    )
  }

  @Test func `a nested container requested twice is one object`() throws {
    struct Split: Codable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for name in ["one", "two"] {
          var inner = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("inner"))
          try inner.encode(name, forKey: AnyKey(name))
        }
      }
    }

    let (ours, foundations) = try bothWays(Split())

    #expect(ours == foundations)
  }

  @Test func `a nested array requested twice is one array`() throws {
    struct Split: Codable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for name in ["one", "two"] {
          var inner = container.nestedUnkeyedContainer(forKey: AnyKey("inner"))
          try inner.encode(name)
        }
      }
    }

    let (ours, foundations) = try bothWays(Split())

    #expect(ours == foundations)
  }

  @Test func `a key that is encoded twice has its last value`() throws {
    struct Twice: Codable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for value in 1...2 { try container.encode([value], forKey: AnyKey("a")) }
      }
    }

    let (ours, foundations) = try bothWays(Twice())

    #expect(ours == foundations)
  }

  @Test func `a key that is encoded twice has its last value with a key strategy`() async {
    await #expect(processExitsWith: .success) {
      struct Twice: Codable {
        init() {}
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {
          var container = encoder.container(keyedBy: AnyKey.self)
          try container.encode([1], forKey: AnyKey("oneKey"))
          try container.encode([2], forKey: AnyKey("oneKey"))
          try container.encode(1, forKey: AnyKey("two"))
          try container.encode(["a": 2], forKey: AnyKey("two"))
        }
      }
      let encoder = JSONEncoder.inSnakeCase(.sortedKeys)
      let letter = Letter(body: Twice())
      let expected = try encoder.encode(letter)

      let written = try encoder.encode(versioned: letter)

      try #require(written == expected)
    }
  }

  @Test func `unused super encoders are empty objects`() throws {
    struct Supers: Codable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        _ = container.superEncoder()
        _ = container.superEncoder(forKey: AnyKey("other"))
        var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
        _ = list.superEncoder()
        try list.encode(1)
        _ = list.nestedUnkeyedContainer()
      }
    }

    let (ours, foundations) = try bothWays(Supers())

    #expect(ours == foundations)
  }

  @Test func `super encoders can be used in any order`() throws {
    struct Supers: Codable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        let first = list.superEncoder()
        try list.encode("middle")
        let last = list.superEncoder()
        try [3, 4].encode(to: last)
        try ["a": 1].encode(to: first)
      }
    }

    let (ours, foundations) = try bothWays(Supers())

    #expect(ours == foundations)
  }

  @Test func `a field that encodes nothing is written as JSONEncoder writes it`() throws {
    struct Silent: Codable, Hashable {
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {}
    }
    struct Silents: Codable {
      var one = Silent()
      var some: Silent? = Silent()
      var list = [Silent(), Silent()]
      var named = ["a": Silent()]
    }

    let (ours, foundations) = try bothWays(Silents())

    #expect(ours == foundations)
  }

  @Test(arguments: [
    JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .prettyPrinted],
    [.sortedKeys, .withoutEscapingSlashes],
  ])
  func `strings are escaped as JSONEncoder escapes them`(
    formatting: JSONEncoder.OutputFormatting
  ) throws {
    let strings = (0...0x2FF).compactMap { Unicode.Scalar($0).map(String.init) }
    let longer = strings.map { "12345678\($0)12345678\($0)/" } + ["日本/😀", "</script>", "\u{2028}"]
    let keyed = Dictionary(uniqueKeysWithValues: strings.map { ($0, $0) })

    let (ours, foundations) = try bothWays([strings, longer, [keyed.description]], formatting)
    let (ourObject, foundationsObject) = try bothWays(keyed, formatting)

    #expect(ours == foundations)
    #expect(ourObject == foundationsObject)
  }

  @Test(arguments: ["\"", "\\", "/", "\n", "\u{1}", "\u{7F}", "!", "#", " ", "é", "😀"])
  func `a character is written at any position in a string`(character: String) throws {
    let strings = (0...26).flatMap { length in
      (0...length).map { position in
        String(repeating: "x", count: position) + character
          + String(repeating: "y", count: length - position)
      }
    }

    for formatting in [JSONEncoder.OutputFormatting.sortedKeys, [.withoutEscapingSlashes]] {
      let (ours, foundations) = try bothWays(strings + strings.map { $0 + character }, formatting)

      #expect(ours == foundations)
    }
  }

  @Test func `keys are sorted as JSONEncoder sorts them`() throws {
    let keys = [
      "b", "a", "B", "A", "aa", "", "10", "9", "1", "é", "e", "f", "😀", "\u{FFFF}", "ä", "a b",
      "a\"",
      "a\\", "a\n", "version10", "version9", "Z", "_", "-",
    ]

    let (ours, foundations) = try bothWays(Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) }))

    #expect(ours == foundations)
  }

  @Test func `members have the order of encoding without sorted keys`() throws {
    struct Many: Codable {
      var zebra = 1
      var apple = 2
      var mango = [3]
    }

    let data = try JSONEncoder().encode(versioned: Letter(body: Many()))

    #expect(String(decoding: data, as: UTF8.self) == #"{"body":{"zebra":1,"apple":2,"mango":[3]}}"#)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a number that JSON can't represent is an EncodingError with its path`(number: Double) {
    let error = #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(versioned: Letter(body: ["list": [1, number]]))
    }

    guard case .invalidValue(_, let context)? = error else {
      Issue.record("Found \(String(describing: error)).")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["body", "list", "Index 1"])
  }

  @Test func `a document that encodes nothing is an error as with JSONEncoder`() throws {
    struct Silent: VersionedCodable {
      static var version: Int? { nil }
      typealias PreviousVersion = NothingOlder
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws {}
    }

    let expected = try encodingContext { try JSONEncoder().encode(Silent()) }
    let found = try encodingContext { try JSONEncoder().encode(versioned: Silent()) }

    #expect(found.debugDescription == "The value did not encode anything.")
    #expect(found.codingPath.isEmpty && expected.codingPath.isEmpty)
  }

  @Test func `encoding and decoding changes nothing, also with Foundation`() throws {
    var random = JSONRandom(seed: 13)
    random.noise = 0

    for _ in 0..<40 {
      let document = Data(Page.json(&random).utf8)
      guard let page = try? JSONDecoder().decode(Page.self, from: document) else { continue }
      let letter = Letter(body: page)
      let data = try JSONEncoder().encode(versioned: letter)
      #expect(try JSONDecoder().decode(versioned: Letter<Page>.self, from: data).body == page)
      #expect(try JSONDecoder().decode(Letter<Page>.self, from: data).body == page)
    }
  }

  @Test func `a new decimal, date and URL inside versioned data are written by the strategies`()
    throws
  {
    struct Values: Codable {
      var price = Decimal(string: "1.10") ?? 0
      var date = Date(timeIntervalSince1970: 0)
      var url = URL(string: "https://example.com/a")
      var data = Data([1, 2, 3])
    }

    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    let letter = Letter(body: Values())
    let expected = Result { try encoder.encode(letter) }
    let written = Result { try encoder.encode(versioned: letter) }

    #expect((try? written.get()) == (try? expected.get()))
  }
}
