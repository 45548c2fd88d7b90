import Foundation
import Lineage
import LineageStore
import Testing

/// Merging arrays of which only the type knows what they are: sets, dictionaries, and ordered arrays.
struct CollectionMergeTests {
  enum Letter: String, Codable, Hashable, CaseIterable { case e, g, j, k, l }

  struct Tag: Codable, Hashable, Identifiable {
    var id: Int
    var marks: Set<String> = []
  }

  struct Shelf: VersionedCodable, DefaultFillable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = ""
    var n = 0
    var tags: Set<String> = []
    var labels: Set<Tag> = []
    var counts: [Letter: Int] = [:]
    var groups: [Letter: Set<Int>] = [:]
    var rows: [Row] = []
    var lists: Set<[Int]> = []
    var order: [String] = []
    var point = Point()
    var unique = Unique()
    var deduplicating = Deduplicating()
    var items: [Item] = []
    var indexed = Indexed()
    var names: [Row: String] = [:]
    var entries = Entries()
    var written = Written()
  }

  /// A set that is encoded as an ordered array.
  struct Written: Codable, Hashable {
    var elements: Set<String> = []

    init(_ elements: Set<String> = []) { self.elements = elements }

    init(from decoder: any Decoder) throws { elements = try Set([String](from: decoder)) }

    func encode(to encoder: any Encoder) throws { try Array(elements).encode(to: encoder) }
  }

  /// A dictionary that is written as objects, and traps if there are two for a key.
  struct Entries: Codable, Hashable {
    struct Entry: Codable {
      var key: Letter
      var value: Int
    }

    var members: [Letter: Int] = [:]

    init(_ members: [Letter: Int] = [:]) { self.members = members }

    init(from decoder: any Decoder) throws {
      let entries = try [Entry](from: decoder)
      members = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    }

    func encode(to encoder: any Encoder) throws {
      try members.map { Entry(key: $0, value: $1) }.encode(to: encoder)
    }
  }

  /// An array whose elements are keys. Its initializer traps if there is one twice, so no such document may be made up.
  struct Indexed: Codable, Hashable {
    var elements: [String] = []

    init(_ elements: [String] = []) { self.elements = elements }

    init(from decoder: any Decoder) throws {
      elements = try [String](from: decoder)
      _ = Dictionary(uniqueKeysWithValues: elements.map { ($0, $0) })
    }

    func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
  }

  struct Row: Codable, Hashable {
    var title = ""
    var tags: Set<String> = []
  }

  /// A value that is encoded as an array of two elements.
  struct Point: Codable, Hashable {
    var x = 0
    var y = 0

    init(x: Int = 0, y: Int = 0) { (self.x, self.y) = (x, y) }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      x = try container.decode(Int.self)
      y = try container.decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(x)
      try container.encode(y)
    }
  }

  /// An ordered array without duplicates, which refuses them.
  struct Unique: Codable, Hashable {
    var elements: [String] = []

    init(_ elements: [String] = []) { self.elements = elements }

    init(from decoder: any Decoder) throws {
      elements = try [String](from: decoder)
      if Set(elements).count < elements.count { throw CancellationError() }
    }

    func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
  }

  /// An ordered array without duplicates, which removes them.
  struct Deduplicating: Codable, Hashable {
    var elements: [String] = []

    init(_ elements: [String] = []) { self.elements = elements }

    init(from decoder: any Decoder) throws {
      for element in try [String](from: decoder) where !elements.contains(element) {
        elements.append(element)
      }
    }

    func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
  }

  /// An element whose array is a set or is ordered.
  struct Item: Codable, Hashable, Identifiable {
    var id = 0
    var set: Set<Int>?
    var list: [Int]?

    private enum CodingKeys: CodingKey { case id, isSet, values }

    init(id: Int, set: Set<Int>? = nil, list: [Int]? = nil) {
      (self.id, self.set, self.list) = (id, set, list)
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      if try container.decode(Bool.self, forKey: .isSet) {
        set = try container.decode(Set<Int>.self, forKey: .values)
      } else {
        list = try container.decode([Int].self, forKey: .values)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(set != nil, forKey: .isSet)
      try container.encodeIfPresent(set, forKey: .values)
      try container.encodeIfPresent(list, forKey: .values)
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let base: Shelf
    let mine: Shelf
    let theirs: Shelf
    /// The merged document; nil if both have changed a field.
    let merged: Shelf?

    init<Field>(
      _ name: String, _ field: WritableKeyPath<Shelf, Field>, _ base: Field, _ mine: Field,
      _ theirs: Field, merged: Field?
    ) {
      func shelf(_ value: Field) -> Shelf {
        var shelf = Shelf()
        shelf[keyPath: field] = value
        return shelf
      }
      testDescription = name
      self.base = shelf(base)
      self.mine = shelf(mine)
      self.theirs = shelf(theirs)
      self.merged = merged.map(shelf)
    }
  }

  static let cases = [
    Case(
      "mine adds to a set", \.tags, ["a", "b"], ["a", "b", "c"], ["b", "a"],
      merged: ["a", "b", "c"]),
    Case(
      "theirs removes from a set", \.tags, ["a", "b", "c"], ["a", "b", "c"], ["a", "c"],
      merged: ["a", "c"]),
    Case("both add to a set", \.tags, ["a"], ["a", "b"], ["a", "c"], merged: ["a", "b", "c"]),
    Case("both add to an empty set", \.tags, [], ["b", "d"], ["c"], merged: ["b", "c", "d"]),
    Case("both add one element to an empty set", \.tags, [], ["b"], ["c"], merged: ["b", "c"]),
    Case(
      "one adds, one removes", \.tags, ["a", "b"], ["a", "b", "c"], ["a"], merged: ["a", "c"]),
    Case("both replace the only element", \.tags, ["a"], ["b"], ["c"], merged: ["b", "c"]),
    Case(
      "both add to a set that its type writes", \.written, Written(["a", "b", "d"]),
      Written(["a", "b", "c", "d"]), Written(["a", "b", "d", "e"]),
      merged: Written(["a", "b", "c", "d", "e"])),
    // Nothing tells it from an ordered array.
    Case(
      "both replace the only element of a set that its type writes", \.written, Written(["a"]),
      Written(["b"]), Written(["c"]), merged: nil),
    Case(
      "a set of objects with an id", \.labels, [Tag(id: 1), Tag(id: 2), Tag(id: 3)],
      [Tag(id: 1, marks: ["x"]), Tag(id: 2), Tag(id: 3)], [Tag(id: 1), Tag(id: 3), Tag(id: 4)],
      merged: [Tag(id: 1, marks: ["x"]), Tag(id: 3), Tag(id: 4)]),
    Case(
      "different keys", \.counts, [.e: 1, .j: 2], [.e: 5, .j: 2], [.e: 1, .j: 6],
      merged: [.e: 5, .j: 6]),
    Case(
      "a new key of each", \.counts, [.e: 1], [.e: 1, .g: 2], [.e: 1, .k: 3],
      merged: [.e: 1, .g: 2, .k: 3]),
    Case(
      "the first key of each", \.counts, [:], [.e: 1], [.g: 2], merged: [.e: 1, .g: 2]),
    Case(
      "the only value, and a new key", \.counts, [.e: 1], [.e: 2], [.e: 1, .k: 3],
      merged: [.e: 2, .k: 3]),
    Case("the same key", \.counts, [.e: 1, .j: 2], [.e: 5, .j: 2], [.e: 6, .j: 2], merged: nil),
    Case(
      "a key removed and changed", \.counts, [.e: 1, .j: 2], [.g: 1, .j: 2], [.e: 9, .j: 2],
      merged: nil),
    Case(
      "the value and the key of the only entry, whose key is an object", \.names,
      [Row(title: "e"): "a"], [Row(title: "e"): "b"], [Row(title: "g"): "a"], merged: nil),
    Case(
      "different entries in the order of a dictionary", \.entries, Entries([.e: 1, .g: 2, .j: 3]),
      Entries([.e: 5, .g: 2, .j: 3]), Entries([.e: 1, .g: 2, .j: 6]),
      merged: Entries([.e: 5, .g: 2, .j: 6])),
    Case(
      "the same entry in the order of a dictionary", \.entries, Entries([.e: 1, .g: 2, .j: 3]),
      Entries([.e: 5, .g: 2, .j: 3]), Entries([.e: 6, .g: 2, .j: 3]), merged: nil),
    Case(
      "different new entries", \.entries, Entries([.e: 1, .g: 2]), Entries([.e: 1, .g: 2, .j: 3]),
      Entries([.e: 1, .g: 2, .k: 4]), merged: Entries([.e: 1, .g: 2, .j: 3, .k: 4])),
    Case(
      "new entries for the same key", \.entries, Entries([.e: 1, .g: 2]),
      Entries([.e: 1, .g: 2, .j: 3]), Entries([.e: 1, .g: 2, .j: 4]), merged: nil),
    Case(
      "new entries for the same key among others", \.entries, Entries([.e: 1, .g: 2]),
      Entries([.e: 1, .g: 2, .j: 3, .l: 5]), Entries([.e: 1, .g: 2, .j: 4, .k: 6]), merged: nil),
    Case(
      "new entries with a value that others have, too", \.entries, Entries([.e: 1, .g: 1]),
      Entries([.e: 1, .g: 1, .j: 1]), Entries([.e: 1, .g: 1, .k: 1]),
      merged: Entries([.e: 1, .g: 1, .j: 1, .k: 1])),
    Case("the only key removed and changed", \.counts, [.e: 1], [.g: 1], [.e: 9], merged: nil),
    Case("a key removed", \.counts, [.e: 1, .j: 2], [.j: 2], [.e: 1, .j: 3], merged: [.j: 3]),
    Case(
      "sets under keys", \.groups, [.e: [1, 2, 3], .j: [4, 5]], [.e: [1, 2, 3, 7], .j: [4, 5]],
      [.e: [1, 2], .j: [4, 5, 6]], merged: [.e: [1, 2, 7], .j: [4, 5, 6]]),
    Case(
      "sets in elements", \.rows,
      [Row(title: "a", tags: ["x", "y", "z"]), Row(title: "b", tags: ["x", "y", "z"])],
      [Row(title: "c", tags: ["x", "y", "z"]), Row(title: "b", tags: ["x", "y", "z"])],
      [Row(title: "a", tags: ["x", "y", "z"]), Row(title: "d", tags: ["x", "y", "z"])],
      merged: [Row(title: "c", tags: ["x", "y", "z"]), Row(title: "d", tags: ["x", "y", "z"])]),
    Case(
      "ordered arrays in a set", \.lists, [[1, 2], [3]], [[2, 1], [3]], [[1, 2], [3], [4]],
      merged: [[2, 1], [3], [4]]),
    Case(
      "one changes the order of an array", \.order, ["a", "b"], ["b", "a"], ["a", "b"],
      merged: ["b", "a"]),
    Case(
      "one changes the order, one an element", \.order, ["a", "b", "c"], ["b", "a", "c"],
      ["a", "b", "d"], merged: nil),
    Case(
      "different elements", \.order, ["a", "b", "e"], ["c", "b", "e"], ["a", "d", "e"],
      merged: ["c", "d", "e"]),
    Case(
      "different elements of two, which may be a key and its value", \.order, ["a", "b"],
      ["c", "b"], ["a", "d"], merged: nil),
    Case(
      "an array with a fixed length", \.point, Point(x: 1, y: 2), Point(x: 3, y: 2),
      Point(x: 3, y: 2), merged: Point(x: 3, y: 2)),
    Case(
      "an array that must not have a key twice", \.indexed, Indexed(["a", "b", "c"]),
      Indexed(["d", "b", "c"]), Indexed(["a", "e", "c"]), merged: Indexed(["d", "e", "c"])),
    Case(
      "an array that refuses duplicates", \.unique, Unique(["a", "b", "c"]),
      Unique(["x", "b", "c"]), Unique(["a", "b", "y"]), merged: Unique(["x", "b", "y"])),
    Case(
      "the order of an array that refuses duplicates", \.unique, Unique(["a", "b", "c"]),
      Unique(["b", "a", "c"]), Unique(["a", "b", "y"]), merged: nil),
    Case(
      "an array that removes duplicates", \.deduplicating, Deduplicating(["a", "b", "c"]),
      Deduplicating(["x", "b", "c"]), Deduplicating(["a", "b", "y"]),
      merged: Deduplicating(["x", "b", "y"])),
    Case(
      "the order of an array that removes duplicates", \.deduplicating, Deduplicating(["a", "b"]),
      Deduplicating(["b", "a"]), Deduplicating(["a", "b", "y"]), merged: nil),
    Case(
      "one changes the order of an array that removes duplicates", \.deduplicating,
      Deduplicating(["a", "b"]), Deduplicating(["b", "a"]), Deduplicating(["a", "b"]),
      merged: Deduplicating(["b", "a"])),
    Case(
      "elements with sets and with arrays", \.items,
      [Item(id: 1, set: [1, 2, 3]), Item(id: 2, list: [1, 1, 2])],
      [Item(id: 1, set: [1, 2, 3, 4]), Item(id: 2, list: [1, 1, 2, 3])],
      [Item(id: 1, set: [1, 2, 3, 5]), Item(id: 2, list: [1, 2])], merged: nil),
    Case(
      "elements with sets, and an array in another order", \.items,
      [Item(id: 1, set: [1, 2, 3]), Item(id: 2, list: [1, 2, 3])],
      [Item(id: 1, set: [1, 2, 3, 4]), Item(id: 2, list: [3, 2, 1])],
      [Item(id: 1, set: [1, 2, 3, 5]), Item(id: 2, list: [1, 2, 3])],
      merged: [Item(id: 1, set: [1, 2, 3, 4, 5]), Item(id: 2, list: [3, 2, 1])]),
  ]

  /// Often, because a set has another order each time.
  @Test(arguments: cases, [false, true]) func `a collection is merged as what it is`(
    _ example: Case, isExchanged: Bool
  ) throws {
    let (mine, theirs) =
      isExchanged ? (example.theirs, example.mine) : (example.mine, example.theirs)
    for _ in 0..<4 {
      let merged = try merge(example.base, mine, theirs)
      #expect(merged == example.merged)
    }
  }

  @Test func `what nobody has changed is no conflict`() throws {
    var base = Shelf()
    base.tags = ["a", "b", "c", "d", "e"]
    base.labels = [Tag(id: 1, marks: ["x", "y"]), Tag(id: 2), Tag(id: 3)]
    base.counts = [.e: 1, .g: 2, .j: 3, .k: 4]
    base.groups = [.e: [1, 2, 3], .g: [4, 5, 6]]
    base.rows = [Row(title: "a", tags: ["x", "y"]), Row(title: "b", tags: ["x", "y", "z"])]
    base.lists = [[1, 2], [2, 1], [3]]
    base.order = ["a", "b", "a"]
    var (mine, theirs, expected) = (base, base, base)
    (mine.name, expected.name) = ("mine", "mine")
    (theirs.n, expected.n) = (1, 1)

    for _ in 0..<20 {
      #expect(try merge(base, mine, theirs) == expected)
    }
  }

  @Test func `a changed order of an array isn't lost when the other changes something else`() throws
  {
    var base = Shelf()
    base.order = ["a", "b"]
    base.deduplicating = Deduplicating(["a", "b"])
    base.unique = Unique(["a", "b", "c"])
    base.lists = [[1, 2]]
    var (mine, theirs) = (base, base)
    mine.order.reverse()
    mine.deduplicating.elements.reverse()
    mine.unique.elements.reverse()
    mine.lists = [[2, 1]]
    theirs.n = 1

    for _ in 0..<4 {
      let merged = try merge(base, mine, theirs)
      mine.n = 1
      #expect(merged == mine)
      mine.n = 0
    }
  }

  @Test func `random changes of sets and dictionaries lose nothing`() throws {
    var random = SeededGenerator(state: 1)
    for _ in 0..<100 {
      var base = Shelf()
      for letter in Letter.allCases where Bool.random(using: &random) {
        base.counts[letter] = Int.random(in: 0...3, using: &random)
      }
      base.tags = Set("abcdef".map(String.init).filter { _ in Bool.random(using: &random) })
      var (mine, theirs) = (base, base)
      for letter in Letter.allCases {
        if Int.random(in: 0..<3, using: &random) == 0 {
          mine.counts[letter] = [nil, 4, 5].randomElement(using: &random) ?? nil
        }
        if Int.random(in: 0..<3, using: &random) == 0 {
          theirs.counts[letter] = [nil, 4, 5].randomElement(using: &random) ?? nil
        }
      }
      mine.tags.formSymmetricDifference(
        "abcdefgh".map(String.init).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
      theirs.tags.formSymmetricDifference(
        "abcdefgh".map(String.init).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })

      // Each key and each element by itself, which is either side's change, or a conflict.
      var expected: Shelf? = base
      for letter in Letter.allCases {
        let (old, own, other) = (base.counts[letter], mine.counts[letter], theirs.counts[letter])
        if own == other || other == old {
          expected?.counts[letter] = own
        } else if own == old {
          expected?.counts[letter] = other
        } else {
          expected = nil
        }
      }
      expected?.tags = mine.tags.intersection(theirs.tags)
        .union(mine.tags.subtracting(base.tags)).union(theirs.tags.subtracting(base.tags))
      #expect(try merge(base, mine, theirs) == expected, "\(base) \(mine) \(theirs)")
    }
  }

  private static let formats: [(name: String, format: DocumentFormat)] = {
    let snakeCase = JSONEncoder()
    snakeCase.keyEncodingStrategy = .convertToSnakeCase
    snakeCase.outputFormatting = [.sortedKeys, .prettyPrinted]
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let binary = PropertyListEncoder()
    binary.outputFormat = .binary
    return [
      ("JSON", .json), ("property list", .propertyList),
      ("snake_case", DocumentFormat(decoder: decoder, encoder: snakeCase)),
      ("binary", DocumentFormat(decoder: PropertyListDecoder(), encoder: binary)),
    ]
  }()

  /// Keys that a strategy converts, around a set.
  struct Album: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var shownTags: [Letter: Set<String>] = [:]
  }

  @Test(arguments: formats.map(\.name))
  func `sets with one element are recognized in each format`(_ name: String) throws {
    let format = try #require(Self.formats.first { $0.name == name }).format
    func album(_ first: Set<String>, _ second: Set<String>) -> Album {
      Album(shownTags: [.e: first, .g: second])
    }
    let merged = try merge(
      album(["a"], []), album(["b"], ["c"]), album(["a"], ["d"]), format: format)
    #expect(merged == album(["b"], ["c", "d"]))
  }

  @Test func `sets are recognized by their order if another library encodes them`() throws {
    let format = DocumentFormat(decoder: OtherDecoder(), encoder: OtherEncoder())
    func shelf(_ tags: Set<String>) -> Shelf { Shelf(tags: tags) }
    #expect(
      try merge(
        shelf(["a", "b"]), shelf(["a", "b", "c"]), shelf(["a", "b", "d"]), format: format)
        == shelf(["a", "b", "c", "d"]))
    #expect(try merge(shelf(["a"]), shelf(["b"]), shelf(["c"]), format: format) == nil)
  }

  /// The merged document; nil if both have changed a field.
  private func merge<Value: VersionedCodable & Equatable>(
    _ base: Value, _ mine: Value, _ theirs: Value, format: DocumentFormat = .json
  ) throws -> Value? {
    let folder = try TemporaryFolder()
    var options = DocumentOptions()
    options.durability = .cache
    options.format = format
    let file = DocumentFile<Value>(folder.file("x"), options: options)
    let opened = try file.write(base, over: nil)
    // A space makes it another document, if it is not.
    let space = Data((theirs == base ? " " : "").utf8)
    try folder.write(format.coding.encode(theirs) + space, to: "x")
    let conflict = try expectConflict { try file.write(mine, over: opened) }
    do {
      return try conflict.merged(as: Value.self)
    } catch is FieldConflicts {
      return nil
    }
  }
}

private final class OtherEncoder: JSONEncoder, @unchecked Sendable {}
private final class OtherDecoder: JSONDecoder, @unchecked Sendable {}
