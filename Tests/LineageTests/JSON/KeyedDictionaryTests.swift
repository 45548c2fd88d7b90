import Foundation
import Lineage
import Testing

/// Dictionaries whose keys are integers or coding keys, which Foundation decodes and encodes like objects.
struct KeyedDictionaryTests {
  enum Suit: String, Codable, CodingKeyRepresentable { case hearts, spades, clubs }

  /// A type of keys of which several are written in different ways, and are equal.
  struct Folded: Hashable, Codable, CodingKeyRepresentable {
    let text: String
    var codingKey: any CodingKey { AnyKey(text.uppercased()) }

    init?(codingKey: some CodingKey) {
      if codingKey.stringValue == "none" { return nil }
      text = codingKey.stringValue.lowercased()
    }
  }

  /// A type of keys that are all written as the same one.
  struct Same: Hashable, Codable, CodingKeyRepresentable {
    let number: Int
    var codingKey: any CodingKey { AnyKey("same") }

    init(_ number: Int) { self.number = number }
    init?(codingKey: some CodingKey) { number = codingKey.intValue ?? -1 }
  }

  struct Card: Codable, Equatable {
    var value: Int
    var names: [Int: String]?
  }

  /// What a coder does: the value, or the error with its path and the integers of its keys.
  static func outcome<Value>(_ body: () throws -> Value) -> String {
    do {
      return "\(try body())"
    } catch {
      return failure((error as? MigrationError)?.underlyingError ?? error)
    }
  }

  private static func failure(_ error: any Error) -> String {
    if case EncodingError.invalidValue(_, let context) = error {
      return "invalid \(path(context.codingPath))"
    }
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .typeMismatch(let type, let context):
      return "mismatch \(type) \(path(context.codingPath))"
    case .valueNotFound(let type, let context): return "null \(type) \(path(context.codingPath))"
    case .keyNotFound(let key, let context): return "no \(key) \(path(context.codingPath))"
    case .dataCorrupted(let context): return "corrupted \(path(context.codingPath))"
    @unknown default: return "\(error)"
    }
  }

  static func path(_ keys: [any CodingKey]) -> String {
    keys.map { "\($0.stringValue)/\($0.intValue.map { "\($0)" } ?? "-")" }.joined(separator: " ")
  }

  static let documents = [
    #"{}"#, #"{"1":2}"#, #"{"1":2,"-7":3}"#, #"{"1":2,"x":3}"#, #"{"x":2}"#, #"{"1":2,"1":3}"#,
    #"{"1":2,"01":3}"#, #"{"01":2,"1":3,"+1":4,"2":5}"#, #"{"1":null}"#, #"{"1":"x"}"#, #"[1,2]"#,
    "7",
    #""x""#, #"{"hearts":1}"#, #"{"spades":3,"hearts":1,"clubs":5}"#, #"{"hearts":1,"diamonds":1}"#,
    #"{"hearts":1,"hearts":2}"#, #"{"hearts":null}"#, #"{"hearts":"x"}"#, #"{"h\u0065arts":1}"#,
    #"{"a":1,"A":2,"b":3}"#, #"{"none":1}"#, #"{"é":1,"e\u0301":2}"#, #"{"":1}"#,
    #"{"99999999999999999999":1}"#, #"{"1":{"value":1}}"#, #"{"1":{"value":1,"names":{"7":"x"}}}"#,
    #"{"1":{"value":1,"names":{"7":3}}}"#, #"{"1":{"value":1,"names":{"y":"x"}},"2":{}}"#,
    #"{"1":{"value":1},"2":{"value":"x"}}"#, #"{"1":{"1":{"value":5}},"2":{}}"#,
    #"{"hearts":[{"spades":1}],"clubs":[]}"#, #"{"hearts":[{"spades":1},{"none":1}]}"#,
    #"{"user_name":1,"b":2}"#, #"{"\ud800":1}"#,
  ]

  /// Decodes a dictionary with the code of the standard library.
  struct ByContainers<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws { value = try Value(from: decoder) }
  }

  @Test(arguments: documents)
  func `dictionaries are read as by the standard library, errors included`(text: String) {
    let snake = JSONDecoder.inSnakeCase
    let custom = JSONDecoder()
    custom.keyDecodingStrategy = .custom { AnyKey(($0.last?.stringValue ?? "") + "1") }
    // Foundation decodes several members in any order.
    let comparesFoundation = !text.contains(",") && !text.contains("ud800")
    for decoder in [JSONDecoder(), snake, custom] {
      func expectSame<Value: Codable & Equatable>(as type: Value.Type) {
        let data = Data(text.utf8)
        let value = Result { try decoder.decode(unversioned: type, from: data) }
        func expectSame(_ expected: Result<Value, any Error>) {
          if case (.success(let value), .success(let expected)) = (value, expected) {
            #expect(value == expected, "\(type)")
          } else {
            #expect(
              Self.outcome { try value.get() } == Self.outcome { try expected.get() }, "\(type)")
          }
        }
        expectSame(
          Result { try decoder.decode(unversioned: ByContainers<Value>.self, from: data).value })
        if comparesFoundation { expectSame(Result { try decoder.decode(type, from: data) }) }
      }
      expectSame(as: [Int: Int].self)
      expectSame(as: [Int: Int?].self)
      expectSame(as: [Int: Card].self)
      expectSame(as: [Int: [Int: Card]].self)
      expectSame(as: [Suit: Int].self)
      expectSame(as: [Suit: [[Suit: Int]]].self)
      expectSame(as: [Folded: Int].self)
      expectSame(as: [Same: Int].self)
      expectSame(as: [UInt8: Int].self)
    }
  }

  private final class Counter: @unchecked Sendable { var count = 0 }

  private struct Node: Decodable {
    static let counter = CodingUserInfoKey(rawValue: "counter").unsafelyUnwrapped
    var nodes: [Int: Node]?

    enum CodingKeys: CodingKey { case nodes }

    init(from decoder: any Decoder) throws {
      (decoder.userInfo[Self.counter] as? Counter)?.count += 1
      nodes = try decoder.container(keyedBy: CodingKeys.self)
        .decodeIfPresent([Int: Node].self, forKey: .nodes)
    }
  }

  struct Hands: Codable {
    var scores: [Int: Int]?
    var suits: [Suit: Card]?
  }

  @Test(arguments: [
    (#"{"scores":{"1":2,"x":3}}"#, "At body.scores.x: The key can't be converted to Int."),
    (
      #"{"suits":{"stars":{"value":1}}}"#,
      "At body.suits.stars: The key can't be converted to Suit."
    ),
    (#"{"suits":{"clubs":{"value":"1"}}}"#, "At body.suits.clubs.value: Expected a number, found"),
    (#"{"scores":{"1":"2","x":3}}"#, "At body.scores.1: Expected a number, found a string."),
  ])
  func `an error says whether it is about a key or its value`(text: String, problem: String) {
    let data = Data(#"{"body":\#(text)}"#.utf8)

    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Letter<Hands>.self, from: data)
    }

    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "no error")")
  }

  private final class Subclass: JSONDecoder, @unchecked Sendable {}

  @Test(arguments: [
    (#"{"scores":{"1":2,"x":3}}"#, true), (#"{"scores":{"1":"x"}}"#, false),
    (#"{"suits":{"stars":{"value":1}}}"#, true), (#"{"suits":{"clubs":7}}"#, false),
  ])
  func `an error of a subclass's decoder says whether it is about a key`(
    text: String, isAboutKey: Bool
  ) {
    let data = Data(#"{"body":\#(text)}"#.utf8)

    let error = #expect(throws: MigrationError.self) {
      try Subclass().decode(versioned: Letter<Hands>.self, from: data)
    }

    let description = error?.description ?? "no error"
    #expect(description.contains("The key can't be converted") == isAboutKey, "\(description)")
  }

  @Test func `keys that spell the same one don't multiply the work`() throws {
    var text = "{}"
    for _ in 0..<12 { text = #"{"nodes":{"1":\#(text),"01":{}}}"# }
    let counter = Counter()
    let decoder = JSONDecoder()
    decoder.userInfo[Node.counter] = counter
    _ = try decoder.decode(unversioned: Node.self, from: Data(text.utf8))

    // The last one counts, as with JSONDecoder, and each is decoded once.
    #expect(counter.count == 25)
  }

  struct Scores: Decodable, Equatable {
    var scores: [Int: Score]
    @Lenient var others: [Int: Int]? = nil

    struct Score: Decodable, Equatable { var value: Int }
  }

  @Test(
    arguments: StoredFormat.allCases,
    [
      (#"{"scores":{"1":{"value":2},"01":{"value":3}}}"#, 1),
      (#"{"scores":{"1":{"value":2},"+1":{"value":3},"01":{"value":4},"2":{"value":5}}}"#, 2),
      (#"{"scores":{"1":{"value":2},"2":{"value":3}}}"#, 0),
      (#"{"scores":{},"others":{"1":2,"01":3}}"#, 1),
    ])
  func `the values of keys that spell the same one are reported as dropped, except the last`(
    format: StoredFormat, document: (text: String, dropped: Int)
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: Scores.self, from: format.document(document.text), report: &report)

    #expect(report.unknownFieldsDropped.count == document.dropped)
    if format == .json, document.dropped == 1 {
      let name = document.text.contains("others") ? "others" : "scores"
      #expect(report.unknownFieldsDropped == [FieldPath([.key(name), .key("1")])])
    }
  }

  @Test func `the values of keys that spell the same one are reported in other formats`() throws {
    var report = MigrationReport()
    _ = try ForeignTextDecoder().decode(
      unversioned: Scores.self, from: #"(scores: ("1": (value: 2) "01": (value: 3)))"#,
      report: &report)
    #expect(report.unknownFieldsDropped == [FieldPath([.key("scores"), .key("1")])])

    report = MigrationReport()
    _ = try Subclass().decode(
      unversioned: Scores.self,
      from: Data(#"{"scores":{"1":{"value":2},"01":{"value":3}}}"#.utf8), report: &report)
    #expect(report.unknownFieldsDropped.count == 1)
  }

  @Test func `of equal keys the first wins, whatever the others have`() throws {
    let data = Data(#"{"hearts":1,"hearts":"x","spades":2}"#.utf8)
    let value = try JSONDecoder().decode(unversioned: [Suit: Int].self, from: data)
    #expect(value == [.hearts: 1, .spades: 2])
  }

  @Test func `dictionaries are written as by JSONEncoder, errors included`() {
    let sorted = JSONEncoder()
    sorted.outputFormatting = .sortedKeys
    let snake = JSONEncoder.inSnakeCase(.sortedKeys)
    let custom = JSONEncoder()
    custom.outputFormatting = [.sortedKeys, .prettyPrinted]
    custom.keyEncodingStrategy = .custom { AnyKey(($0.last?.stringValue ?? "") + "1") }
    for encoder in [sorted, snake, custom] {
      func expectSame<Value: Codable>(_ value: Value) {
        #expect(
          Self.outcome {
            String(decoding: try encoder.encode(unversioned: value), as: UTF8.self)
          }
            == Self.outcome { String(decoding: try encoder.encode(value), as: UTF8.self) })
      }
      expectSame([Int: Int]())
      expectSame([1: 2, -7: 3, 0: 4])
      expectSame([1: nil, 2: 3] as [Int: Int?])
      expectSame([1: [2: Card(value: 1, names: [3: "é\"\n"])], 5: [:]])
      expectSame([Suit.hearts: 1, .clubs: 2])
      expectSame([[Suit.hearts: [[Suit.spades: 1]], .clubs: []]])
      expectSame(Dictionary(uniqueKeysWithValues: [1, 2, 3].map { (Same($0), 7) }))
      expectSame([1: Double.nan])
      expectSame([3: [Suit.hearts: [5: Double.infinity]]])
      expectSame([UInt8(1): 2])
    }
  }

  @Test func `of keys that are written as one, the last is written, as with JSONEncoder`() throws {
    let values = Dictionary(uniqueKeysWithValues: (0..<20).map { (Same($0), [$0: $0]) })
    #expect(try JSONEncoder().encode(unversioned: values) == JSONEncoder().encode(values))
  }

  // MARK: - Other features

  struct Hand: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var cards: [Int: Held] = [:]
    var bySuit: [Suit: Held] = [:]
    var folded: [Folded: Held] = [:]
    @Lenient var lenient: [Int: Int] = [:]
    var unknownFields = UnknownFields()

    static func == (first: Hand, second: Hand) -> Bool {
      first.cards == second.cards && first.bySuit == second.bySuit && first.folded == second.folded
        && first.lenient == second.lenient && first.unknownFields == second.unknownFields
    }
  }

  struct Held: Codable, DefaultFillable, Equatable {
    var value = 1
    var optional: Int?
    var unknownFields = UnknownFields()
  }

  struct HandV2: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = Hand
    var cards: [Int: HeldV2] = [:]
    var bySuit: [Suit: HeldV2] = [:]
    var folded: [Folded: Held] = [:]
    var unknownFields = UnknownFields()

    init() {}
    init(from old: Hand) throws { self = try HandV2(carryingOver: old) { $0.drop("lenient") } }
  }

  struct HeldV2: Codable, DefaultFillable, Equatable {
    var value = 1
    var added = "a"
    var extra = 0
    var optional: Int?
    var unknownFields = UnknownFields()
  }

  @Test func `what elements don't know is kept, filled and reported once`() throws {
    let text = #"""
      {"bySuit":{"clubs":{"extra":1,"value":5},"hearts":{"optional":null,"value":6}},"cards":{"1":{"value":2,"z":[1]},\#
      "2":{"extra":7}},"folded":{"A":{"u":1},"a":{"value":3},"b":{}},"lenient":{"1":1,"x":2},"version":1}
      """#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var report = MigrationReport()
    let hand = try JSONDecoder().decode(
      versioned: Hand.self, from: Data(text.utf8), report: &report)

    #expect(hand.cards[1]?.unknownFields["z"] == [1])
    #expect(hand.folded.count == 2)
    #expect(
      report.filled.map(\.path.description).sorted() == [
        "cards.2.value", "folded.A.value", "folded.b.value",
      ])
    #expect(
      report.unknownFieldsKept.map(\.description).sorted() == [
        "bySuit.clubs.extra", "cards.1.z", "cards.2.extra", "folded.A.u",
      ])
    #expect(report.rejected.map(\.description) == ["lenient"])

    var second = MigrationReport()
    let newer = try JSONDecoder().decode(
      versioned: HandV2.self, from: Data(text.utf8), report: &second)
    #expect(newer.cards[1]?.unknownFields["z"] == [1] && newer.cards[2]?.extra == 7)
    #expect(newer.bySuit[.clubs]?.extra == 1 && newer.bySuit[.clubs]?.unknownFields.isEmpty == true)
    #expect(second.unknownFieldsKept.map(\.description).contains("cards.1.z"))
    #expect(
      String(decoding: try encoder.encode(versioned: newer), as: UTF8.self).contains(
        #""hearts":{"added":"a","extra":0,"optional":null,"value":6}"#))
  }

  @Test func `a failed attempt to read a dictionary leaves no report`() throws {
    struct Either: Codable {
      var value: String

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let cards = try? container.decode([Int: Held].self) {
          value = "\(cards.count)"
        } else {
          value = "\(try container.decode([String: Held].self).count)"
        }
      }
    }
    var report = MigrationReport()
    let either = try JSONDecoder().decode(
      unversioned: Either.self, from: Data(#"{"1":{"x":1},"b":{"y":2}}"#.utf8), report: &report)
    #expect(either.value == "2")
    #expect(report.unknownFieldsKept.map(\.description) == ["1.x", "b.y"])
  }

  @Test func `dictionaries are read from and written to property lists`() throws {
    let hand = Hand(
      cards: [1: Held(value: 2), -5: Held()], bySuit: [.spades: Held(value: 3)],
      folded: [Folded(codingKey: AnyKey("x")).unsafelyUnwrapped: Held(value: 9)])
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder(format)
      let data = try encoder.encode(versioned: hand)
      #expect(try PropertyListDecoder().decode(versioned: Hand.self, from: data) == hand)
    }
  }

  struct Tag: Hashable, Codable {
    var id: Int
    var name: String

    static func == (first: Tag, second: Tag) -> Bool { first.id == second.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  struct Tags: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = TagsV1
    var tags: Set<Tag> = []
    var words: Set<String> = []

    init() {}
    init(from old: TagsV1) throws { try self.init(carryingOver: old) }
  }

  struct TagsV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var tags: [Tag]
    var words: [String]
  }

  @Test(
    arguments: StoredFormat.allCases,
    [
      #"{"tags":[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":1,"name":"c"}],"words":["a","a"]}"#,
      #"{"tags":[{"name":"a","id":1},{"id":1,"name":"a"},{"id":1,"name":"c"}],"words":["a","b"]}"#,
    ])
  func `an element of a set is reported as dropped if it equals another with other content`(
    format: StoredFormat, text: String
  ) throws {
    for version in [1, 2] {
      var report = MigrationReport()
      let document = try format.document(#"{"version":\#(version),"# + text.dropFirst())

      let tags = try format.decode(Tags.self, from: document, report: &report)

      #expect(tags.tags.count == (text.contains("b\"}") ? 2 : 1))
      #expect(
        (version == 1 ? report.carryOverDropped : report.unknownFieldsDropped) == ["tags[2]"])
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `equal numbers of a set aren't reported, however they are written`(
    format: StoredFormat
  ) throws {
    var report = MigrationReport()

    _ = try format.decode(
      unversioned: [String: Set<Double>].self, from: format.document(#"{"a":[1,1.0,1e0,2]}"#),
      report: &report)

    #expect(report.unknownFieldsDropped == [])
  }
}
