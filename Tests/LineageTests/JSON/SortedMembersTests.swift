import Foundation
import Lineage
import Testing

/// Members with sorted keys, which are sorted while their objects are written.
struct SortedMembersTests {
  private static var sorting: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

  // MARK: - Order

  private static let keys: [[String]] = [
    ["b", "a"], ["a", "b"], ["", "a"], ["a", ""], ["ab", "a", "abc", "aa"], ["b", "B", "a", "A"],
    ["identifier2", "identifier1", "identifier", "identifie", "identifier10"],
    ["/users/{id}/b", "/users/{id}/a", "/users/{id}", "/users", "/", "/pets"],
    ["a/b", "a.b", "a0b", "a\"b", "a!b", "a b", "a\\b", "a\nb", "a\tb", "a\u{1}b", "a\u{1F}b"],
    ["commonly\nb", "commonly\u{1}a", "commonly/", "commonly\"", "commonly ", "commonly"],
    ["commonly/b", "commonly/a", "commonly\\b", "commonly\\a", "commonly\"b", "commonly\"a"],
    ["a\0", "a", "a\0\0", "a\0b", "\0"], ["é", "e", "z", "ü", "日本", "日", "😀", "\u{FFFF}"],
    ["commonlyé", "commonlyz", "commonly日本", "commonly日"], ["\u{7F}", "\u{80}", "~"],
    (0..<200).map { "key\(($0 * 7919) % 200)" }, (0..<65).map { "\(65 - $0)" },
    (0..<64).map { "/a/\(64 - $0)" },
  ]

  @Test(
    arguments: keys,
    [.sortedKeys, [.sortedKeys, .withoutEscapingSlashes]] as [JSONEncoder.OutputFormatting])
  func `keys are in the same order as with JSONEncoder`(
    keys: [String], formatting: JSONEncoder.OutputFormatting
  ) throws {
    struct InOrder: Encodable {
      let keys: [String]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for (index, key) in keys.enumerated() {
          try container.encode([key: "\(index)", key + "_": "x"], forKey: AnyKey(key))
        }
      }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting

    let written = try encoder.encode(unversioned: InOrder(keys: keys))

    #expect(Self.text(written) == Self.text(try encoder.encode(InOrder(keys: keys))))
  }

  struct Outer: Codable, Equatable, DefaultFillable {
    var zebra = [Inner(), Inner()]
    var apple = "a,\"b\":{"
    var mango: Inner? = Inner()
    var empty = [String: Int]()
    var count: Int?

    struct Inner: Codable, Equatable {
      var y = ["q": [1.5], "p": []]
      var x = true
      var w = [["two": 2, "one": 1], [:]]
    }
  }

  @Test func `nested objects are sorted at every level`() throws {
    let written = try Self.sorting.encode(unversioned: Outer())

    let expected = #"""
      {"apple":"a,\"b\":{","count":null,"empty":{},"mango":{"w":[{"one":1,"two":2},{}],"x":true,\#
      "y":{"p":[],"q":[1.5]}},"zebra":[{"w":[{"one":1,"two":2},{}],"x":true,"y":{"p":[],"q":[1.5]}},\#
      {"w":[{"one":1,"two":2},{}],"x":true,"y":{"p":[],"q":[1.5]}}]}
      """#
    #expect(Self.text(written) == expected.replacing(#","count":null"#, with: ""))
    #expect(try JSONDecoder().decode(unversioned: Outer.self, from: written) == Outer())
  }

  /// A list whose innermost values would be moved once for each value around them.
  struct Nested: Codable {
    var value = String(repeating: "long", count: 500)
    var next: [Nested]?

    init(depth: Int) {
      next = depth > 0 ? [Nested(depth: depth - 1)] : nil
    }
  }

  @Test(arguments: [1, 10, 50, 150])
  func `deeply nested objects are sorted`(depth: Int) throws {
    let value = Nested(depth: depth)

    let written = try Self.sorting.encode(unversioned: value)

    #expect(Self.text(written) == Self.text(try Self.sorting.encode(value)))
  }

  @Test func `objects with keys that a String can't represent are sorted`() throws {
    let document = Data(#"{"b":{"y":1,"x":2},"\ud83d":{"d":1,"c":2},"a":3}"#.utf8)
    let value = try JSONDecoder().decode(unversioned: DocumentValue.self, from: document)

    let written = try Self.sorting.encode(unversioned: value)

    #expect(Self.text(written) == #"{"\ud83d":{"c":2,"d":1},"a":3,"b":{"x":2,"y":1}}"#)
  }

  // MARK: - Returning to what was sorted

  /// Writes to containers and encoders of values that are already complete and sorted.
  struct Returning: Encodable {
    enum Return: CaseIterable {
      case toOuter, toNested, toCompleteEncoder, toSuperEncoder, afterUnused, afterError
    }

    let returning: Return

    final class Kept { var encoders: [any Encoder] = [] }

    struct Leaf: Encodable {
      let kept: Kept
      let number: Int

      func encode(to encoder: any Encoder) throws {
        kept.encoders.append(encoder)
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }

    struct Branch: Encodable {
      let kept: Kept
      let number: Int

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for name in ["c", "a", "b"] {
          try container.encode(Leaf(kept: kept, number: number), forKey: AnyKey(name))
          try container.encode([name: ["z": 1, "y": number]], forKey: AnyKey(name + name))
        }
        kept.encoders.append(container.superEncoder(forKey: AnyKey("aside")))
        try 9.encode(to: kept.encoders[kept.encoders.count - 1])
      }
    }

    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(["z": 1, "y": 2], forKey: AnyKey("first"))
        throw CancellationError()
      }
    }

    func encode(to encoder: any Encoder) throws {
      let kept = Kept()
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(Branch(kept: kept, number: 1), forKey: AnyKey("second"))
      var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("nested"))
      try nested.encode(Branch(kept: kept, number: 2), forKey: AnyKey("z"))
      try nested.encode(Branch(kept: kept, number: 3), forKey: AnyKey("y"))
      try container.encode(Branch(kept: kept, number: 4), forKey: AnyKey("first"))
      switch returning {
      case .toOuter: try container.encode(["b": 1, "a": 2], forKey: AnyKey("second"))
      case .toNested: try nested.encode(["b": 1, "a": 2], forKey: AnyKey("x"))
      case .toCompleteEncoder:
        for (index, encoder) in kept.encoders.enumerated() where index % 4 != 3 {
          try (100 + index).encode(to: encoder)
        }
      case .toSuperEncoder:
        for (index, encoder) in kept.encoders.enumerated() where index % 4 == 3 {
          try (100 + index).encode(to: encoder)
        }
      case .afterUnused: _ = nested.superEncoder(forKey: AnyKey("unused"))
      case .afterError: try? container.encode(Failing(), forKey: AnyKey("failing"))
      }
      try container.encode(Branch(kept: kept, number: 5), forKey: AnyKey("last"))
    }
  }

  @Test(arguments: Returning.Return.allCases)
  func `what is written to a value that is already sorted arrives there`(
    returning: Returning.Return
  ) throws {
    let value = Returning(returning: returning)
    let unsorted = try JSONEncoder().encode(unversioned: value)

    let written = try Self.sorting.encode(unversioned: value)

    let read = try JSONDecoder().decode(unversioned: DocumentValue.self, from: unsorted)
    #expect(Self.text(written) == Self.text(try Self.sorting.encode(unversioned: read)))
  }
}
