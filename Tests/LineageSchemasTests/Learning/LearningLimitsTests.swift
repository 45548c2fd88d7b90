import Foundation
import Lineage
import Testing

@testable import LineageSchemas

/// Types that could keep a learner busy forever.
struct LearningLimitsTests {
  struct Pair<Value: Codable>: Codable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.singleValueContainer().decode(Pair<Pair<Value>>.self)
    }
    func encode(to encoder: any Encoder) throws {}
  }

  struct Twice<First: Codable, Second: Codable>: Codable {
    init(from decoder: any Decoder) throws {
      _ = try decoder.singleValueContainer().decode(Twice<Twice, Twice>.self)
    }
    func encode(to encoder: any Encoder) throws {}
  }

  @Test func `an endless generic type is cut off, and noted`() throws {
    #expect(
      try learned(Pair<Int>.self).contains(
        "The types nest too deeply here, so what is inside is unknown."))
    #expect(try learned(Twice<Int, Int>.self).contains("too deep"))
  }

  final class A: Codable { var first: B, second: B }
  final class B: Codable { var first: C, second: C }
  final class C: Codable { var first: D, second: D }
  final class D: Codable { var first: [E], second: [E] }
  final class E: Codable { var first: [F], second: [F], third: [F] }
  final class F: Codable { var first: String, second: String, third: String }

  @Test func `shared types are learned only once`() throws {
    let text = try learned(A.self)

    #expect(text.split(separator: "\n").count == 8)
  }

  @Test func `endless loops are ended`() throws {
    struct Endless: Codable {
      enum Keys: CodingKey { case more }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        while container.contains(.more) {
          _ = try? container.decode(String.self, forKey: .more)
        }
        var elements = try container.nestedUnkeyedContainer(forKey: .more)
        while !elements.isAtEnd { _ = try? elements.decode(Never.self) }
      }
      func encode(to encoder: any Encoder) throws {}
    }

    #expect(try learned(Endless.self).contains("Endless"))
  }

  @Test func `a type without values causes no trap`() throws {
    struct Impossible: Codable { var never: Never }

    #expect(try learned(Impossible.self).contains("no value of Never could be generated"))
    #expect(try learned([Impossible].self).hasPrefix(#""[Impossible]""#))
  }

  @Test func `a type that has accepted a value gets none that programs trap on`() throws {
    struct Ratio: Codable {
      var name: String
      var parts: Double
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        parts = try container.decode(Double.self, forKey: .parts)
        precondition(!name.isEmpty, "A ratio has a name.")
        precondition(parts >= 0, "A ratio has no negative parts.")
      }
    }

    #expect(
      try learned(Ratio.self) == """
        "Ratio" {
          "Ratio": {"fields": {"name": "String", "parts": "Double"}}
        }
        """)
  }
}
