import Foundation
import Lineage
import Testing

@testable import LineageSchemas

/// Types with a handwritten `init(from:)`.
struct LearnedCodingTests {
  @Test func `a type with a single value container has the shape of the value`() throws {
    struct Slug: Codable {
      var text: String
      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }

    #expect(
      try learned(Slug.self) == """
        "Slug" {
          "Slug": {"value": "String"}
        }
        """)
  }

  @Test func `a fixed number of elements is a tuple, any number is an array`() throws {
    struct Point: Codable {
      var x, y: Double
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        x = try container.decode(Double.self)
        y = try container.decode(Double.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(x)
        try container.encode(y)
      }
    }
    struct Path: Codable {
      var points: [Point] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { points.append(try container.decode(Point.self)) }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for point in points { try container.encode(point) }
      }
    }

    #expect(
      try learned(Path.self) == """
        "Path" {
          "Path": {"value": "[Point]"},
          "Point": {"value": "(Double, Double)"}
        }
        """)
  }

  @Test func `several elements in each iteration of a loop are elements that repeat`() throws {
    struct Path: Codable {
      var xs: [Double] = []
      var ys: [Float] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          xs.append(try container.decode(Double.self))
          ys.append(try container.decode(Float.self))
        }
      }
    }
    struct Mesh: Codable {
      var corners: [[Int]] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          corners.append(try (0..<3).map { _ in try container.decode(Int.self) })
        }
      }
    }

    #expect(
      try learned(Path.self) == """
        "Path" {
          "Path": {"value": "(Double, Float)…"}
        }
        """)
    #expect(try learned(Mesh.self).contains(#""Mesh": {"value": "(Int, Int, Int)…"}"#))
  }

  /// Keys and values in turn, like the `OrderedDictionary` of swift-collections.
  private struct Ordered<Key: Codable & Hashable, Value: Codable>: Codable {
    var keys: [Key] = []
    var values: [Value] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      func fail(_ problem: String) -> DecodingError {
        .dataCorruptedError(in: container, debugDescription: problem)
      }
      while !container.isAtEnd {
        let key = try container.decode(Key.self)
        if keys.contains(key) { throw fail("The key is there twice.") }
        if container.isAtEnd { throw fail("The key has no value.") }
        keys.append(key)
        values.append(try container.decode(Value.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for (key, value) in zip(keys, values) {
        try container.encode(key)
        try container.encode(value)
      }
    }
  }

  @Test func `a type that checks whether there is a value after a key is learned`() throws {
    struct Line: Codable { var text: String }

    #expect(
      try learned(Ordered<String, Line>.self) == """
        "Ordered<String, Line>" {
          "Line": {"fields": {"text": "String"}},
          "Ordered<String, Line>": {"value": "(String, Line)…"}
        }
        """)
    #expect(try learned(Ordered<String, String>.self).contains(#"{"value": "(String, String)…"}"#))
  }

  @Test func `a type that needs several elements is learned`() throws {
    struct Polygon: Codable {
      var corners: [Int] = []
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { corners.append(try container.decode(Int.self)) }
        guard corners.count > 1 else {
          throw DecodingError.dataCorruptedError(in: container, debugDescription: "A dot")
        }
      }
    }

    #expect(try learned(Polygon.self).contains(#""Polygon": {"value": "[Int]"}"#))
  }

  @Test func `nested containers have their own names`() throws {
    struct Song: Codable {
      var title: String
      var schema: Int
      var beats: [Int]
      enum CodingKeys: CodingKey { case title, metadata, beats }
      enum MetadataKeys: CodingKey { case schema }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let metadata = try container.nestedContainer(keyedBy: MetadataKeys.self, forKey: .metadata)
        schema = try metadata.decode(Int.self, forKey: .schema)
        title = try container.decode(String.self, forKey: .title)
        var rest = try container.nestedUnkeyedContainer(forKey: .beats)
        beats = []
        while !rest.isAtEnd { beats.append(try rest.decode(Int.self)) }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var metadata = container.nestedContainer(keyedBy: MetadataKeys.self, forKey: .metadata)
        try metadata.encode(schema, forKey: .schema)
        try container.encode(title, forKey: .title)
        var rest = container.nestedUnkeyedContainer(forKey: .beats)
        for beat in beats { try rest.encode(beat) }
      }
    }

    #expect(
      try learned(Song.self) == """
        "Song" {
          "Song": {"fields": {"beats": "[Int]", "metadata": "Song.metadata", "title": "String"}},
          "Song.metadata": {"fields": {"schema": "Int"}}
        }
        """)
  }

  @Test func `an object that accepts any key is a dictionary`() throws {
    struct Anything: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Glossary: Codable {
      var terms: [String: Int] = [:]
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Anything.self)
        for key in container.allKeys {
          terms[key.stringValue] = try container.decode(Int.self, forKey: key)
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Anything.self)
        for (key, value) in terms {
          try container.encode(value, forKey: Anything(stringValue: key))
        }
      }
    }

    #expect(
      try learned(Glossary.self) == """
        "Glossary" {
          "Glossary": {"value": "[String: Int]"}
        }
        """)
  }

  @Test func `a type that accepts only certain values is learned`() throws {
    struct Event: Codable {
      var color, zone, day: String
      var count: Int
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func decode(_ key: CodingKeys, where isValid: (String) -> Bool) throws -> String {
          let text = try container.decode(String.self, forKey: key)
          guard isValid(text) else {
            throw DecodingError.dataCorruptedError(
              forKey: key, in: container, debugDescription: "not valid")
          }
          return text
        }
        color = try decode(.color) { $0.hasPrefix("#") }
        zone = try decode(.zone) { TimeZone(identifier: $0) != nil && $0.count > 1 }
        day = try decode(.day) { $0.contains("-") }
        count = try container.decode(Int.self, forKey: .count)
        guard count % 2 == 0 else { throw CancellationError() }
      }
    }

    #expect(
      try learned(Event.self) == """
        "Event" {
          "Event": {"fields": {"color": "String", "count": "Int", "day": "String", "zone": "String"}}
        }
        """)
  }

  @Test func `for a type that accepts nothing, its requests are known`() throws {
    struct Coupon: Codable {
      var code: String
      var percent: Int
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(String.self, forKey: .code)
        guard code.hasPrefix("SAVE") else { throw CancellationError() }
        percent = try container.decode(Int.self, forKey: .percent)
      }
    }

    #expect(
      try learned(Coupon.self) == """
        "Coupon" {
          "Coupon": {
            "complete": false,
            "fields": {"code": "String"},
            "notes": [
              "`init(from:)` rejected all generated values, so what else it decodes is unknown. The \
        last field it decoded was `code`. Add a document as an example."
            ],
            "stoppedAt": "code"
          }
        }
        """)
    #expect(
      try learned(Coupon.self, examples: [["code": "SAVE10", "percent": 10]]) == """
        "Coupon" {
          "Coupon": {"fields": {"code": "String", "percent": "Int"}}
        }
        """)
  }

  // MARK: - What a shape can't express

  @Test func `values that are decoded in more than one way are noted`() throws {
    struct Either: Codable {
      var id: String
      enum CodingKeys: CodingKey { case id, key }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try? container.decode(Int.self, forKey: .id) {
          id = "\(number)"
        } else {
          id = try container.decode(String.self, forKey: .id)
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
      }
    }

    #expect(
      try notes(on: Either.self) == [
        "`init(from:)` decodes `id` as `Int` and `String`; what else it accepts is unknown."
      ])
  }

  @Test func `fields that depend on others are noted`() throws {
    enum Kind: String, Codable, CaseIterable { case text, image }
    struct Block: Codable {
      var kind: Kind
      var body: String?
      var url: URL?
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kind = try container.decode(Kind.self, forKey: .kind)
        switch kind {
        case .text: body = try container.decode(String.self, forKey: .body)
        case .image: url = try container.decode(URL.self, forKey: .url)
        }
      }
    }

    #expect(
      try notes(on: Block.self) == [
        """
        For some values, `init(from:)` also decodes `url`; for which ones is unknown.
        """,
        "`encode(to:)` writes `url`, which `init(from:)` never decodes.",
      ])
  }

  @Test func `questions for keys and nulls are noted`() throws {
    struct Asking: Codable {
      var title = ""
      var pages: Int?
      enum CodingKeys: CodingKey { case title, pages, count }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.title) {
          title = try container.decode(String.self, forKey: .title)
        }
        if try !container.decodeNil(forKey: .pages) {
          pages = try container.decode(Int.self, forKey: .pages)
        }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(pages ?? 0, forKey: .count)
      }
    }

    #expect(
      try notes(on: Asking.self) == [
        """
        `init(from:)` checks whether `title` exists, so its behavior without it is unknown. Use \
        `decodeIfPresent` to have it locked.
        """,
        """
        `init(from:)` checks whether `pages` is null, so its behavior for null is unknown. Use \
        `decodeIfPresent` to have it locked.
        """,
        "`encode(to:)` didn't write `pages`, which `init(from:)` decodes.",
        "`encode(to:)` writes `count`, which `init(from:)` never decodes.",
      ])
  }

  @Test func `the learned shape doesn't depend on examples if none are needed`() throws {
    struct Line: Codable {
      var text: String
      var numbers: [Int]?
    }

    let plain = try learned([Line].self)
    let withExamples = try learned(
      [Line].self, examples: [[["text": "a"]], ["nonsense"], [["text": 1, "more": .null]]])

    #expect(plain == withExamples)
  }

  private func notes<Value: Codable>(on type: Value.Type) throws -> [String] {
    let schema = Schema.learned(from: Holder<Value>.self)
    return try #require(schema.types["\(type)"]).notes
  }
}
