import Foundation
import Lineage
import Testing

/// Elements and values of a carried field that become values of any shape, or are rejected.
struct ElementsInStepsTests {
  // MARK: - Models

  protocol Named: VersionedCodable {
    var name: String { get }
  }

  struct Plain: Named {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var note: String?
    var parts: [Plain]?
    var unknownFields = UnknownFields()
  }

  struct Sparse: Named, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var name = "unnamed"
    var note: String?
    var size = 1
    var parts: [Sparse] = []
    var unknownFields = UnknownFields()
  }

  final class Shared: Named {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    let name: String
    let note: String?
    let parts: [Shared]?
    var unknownFields = UnknownFields()
  }

  struct ByFields: Named, FieldCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var note: String?
    var parts: [ByFields]?
    var unknownFields = UnknownFields()

    enum CodingKeys: String, CodingKey, CaseIterable { case name, note, parts, unknownFields }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      name = try fields.value(at: 0)
      note = try fields.value(at: 1)
      parts = try fields.value(at: 2)
      try fields.fill(&unknownFields, at: 3)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(name, at: 0)
      try fields.write(note, at: 1)
      try fields.write(parts, at: 2)
      try fields.write(unknownFields, at: 3)
    }
  }

  /// A newer document of it can be read.
  struct Open: Named {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var name: String
    var note: String?
    var parts: [Open]?
    var unknownFields = UnknownFields()
  }

  /// The next version of an item, which must have a name.
  struct Strict<Old: Named>: VersionedCodable {
    static var version: Int { 2 }
    typealias PreviousVersion = Old
    var name: String

    init(from old: Old) throws {
      guard !old.name.isEmpty else { throw CocoaError(.coderInvalidValue) }
      name = old.name
    }
  }

  struct Box<Item: Named>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    var items: [Item]
    var byName: [String: Item]
    var rows: [String: [[Item]]]
    var one: Item
  }

  struct Values<Item: Named>: VersionedCodable, DefaultFillable {
    static var version: Int { 2 }
    typealias PreviousVersion = Box<Item>
    var items: [DocumentValue] = []
    var byName: [String: DocumentObject] = [:]
    var rows: [String: [[DocumentValue]]] = [:]
    var one: DocumentValue = .null
  }

  struct Lenience<Item: Named>: VersionedCodable, DefaultFillable {
    static var version: Int { 2 }
    typealias PreviousVersion = Box<Item>
    @LenientElements var items: [Strict<Item>] = []
    @LenientValues var byName: [String: Strict<Item>] = [:]
    @LenientValues var rows: [String: [[Strict<Item>]]] = [:]
    @Lenient var one: Strict<Item>? = nil
  }

  static let types: [(values: any VersionedCodable.Type, lenient: any VersionedCodable.Type)] = [
    (Values<Plain>.self, Lenience<Plain>.self), (Values<Sparse>.self, Lenience<Sparse>.self),
    (Values<Shared>.self, Lenience<Shared>.self),
    (Values<ByFields>.self, Lenience<ByFields>.self), (Values<Open>.self, Lenience<Open>.self),
  ]

  /// A document in which these items are in every place.
  static func box(_ version: Int, _ items: DocumentValue..., one: DocumentValue) -> DocumentValue {
    var byName = DocumentObject()
    for (index, item) in items.enumerated() { byName["k\(index)"] = item }
    return [
      "version": .number(DocumentNumber(version)), "items": .array(items),
      "byName": .object(byName), "rows": ["r": [.array(items), []]], "one": one,
    ]
  }

  private static func saved<Value: VersionedCodable>(
    _ document: DocumentValue, by type: Value.Type, _ format: FutureFormat
  ) throws -> DocumentValue {
    try format.saved(document, by: type)
  }

  // MARK: - Values of any shape

  @Test(arguments: FutureFormat.allCases, types.indices)
  func `a step preserves what it makes values of any shape of`(
    format: FutureFormat, index: Int
  ) throws {
    let first: DocumentValue = ["version": 1, "name": "a", "x": ["y": [1, 2]]]
    let second: DocumentValue = [
      "version": 1, "name": "", "note": "n",
      "parts": [["version": 1, "name": "b", "z": 1], ["version": 1, "name": "é"]],
    ]

    let saved = try Self.saved(
      Self.box(1, first, second, one: second), by: Self.types[index].values, format)

    #expect(saved == Self.box(2, first, second, one: second))
  }

  @Test(arguments: FutureFormat.allCases)
  func `a step preserves the version of a newer element`(format: FutureFormat) throws {
    let newer: DocumentValue = ["version": 3, "name": "", "x": 1]

    #expect(
      try format.saved(Self.box(1, newer, one: newer), by: Values<Open>.self)
        == Self.box(2, newer, one: newer))
  }

  @Test func `a step reads elements with their versions`() throws {
    struct Reading: VersionedCodable {
      static let version = 2
      typealias PreviousVersion = Box<Plain>
      var items: [DocumentValue]
      var byName: [String: DocumentValue]
      var rest: DocumentValue

      init(from old: Box<Plain>) throws {
        try self.init(carryingOver: old) { fields in
          try fields.set(fields.value(of: "items", as: [DocumentValue].self), for: "items")
          try fields.set(fields.remove("byName", as: [String: DocumentValue].self), for: "byName")
          try fields.set(fields.remove("rows", as: DocumentValue.self), for: "rest")
          fields.drop("one")
        }
      }
    }
    let item = #"{"name":"a","version":1}"#

    let saved = try Future.saved(
      """
      {"version":1,"items":[\(item)],"byName":{"k":\(item)},"rows":{"r":[[\(item)]]},"one":\(item)}
      """, by: Reading.self)

    #expect(
      saved
        == #"{"byName":{"k":\#(item)},"items":[\#(item)],"rest":{"r":[[\#(item)]]},"version":2}"#)
  }

  @Test func `a large array becomes values in linear time`() throws {
    let items = (0..<20_000).map { Plain(name: "\($0)") }
    let box = Box(
      items: items, byName: Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0) }),
      rows: [:], one: items[0])

    let values = try Values(from: box)

    #expect(values.items.last == ["name": "19999", "version": 1])
    #expect(values.byName["19999"] == ["name": "19999", "version": 1])
  }

  // MARK: - Rejected values

  @Test(arguments: FutureFormat.allCases, types.indices)
  func `a step preserves the elements that it rejects`(
    format: FutureFormat, index: Int
  ) throws {
    let good: DocumentValue = ["version": 1, "name": "a"]
    let bad: DocumentValue = ["version": 1, "name": "", "x": 1]
    let saved = try Self.saved(
      Self.box(1, good, bad, one: bad), by: Self.types[index].lenient, format)

    let next: DocumentValue = ["version": 2, "name": "a"]
    #expect(saved["items"] == [next, bad])
    #expect(saved["byName"] == ["k0": next, "k1": bad])
    #expect(saved["rows"] == ["r": [[good, bad], []]])
    #expect(saved["one"] == bad)
  }

  @Test(arguments: FutureFormat.allCases)
  func `a step preserves the version of a newer element that it rejects`(
    format: FutureFormat
  ) throws {
    let newer: DocumentValue = ["version": 3, "name": "a", "x": 1]

    #expect(
      try format.saved(Self.box(1, newer, one: newer), by: Lenience<Open>.self)
        == Self.box(2, newer, one: newer))
  }

  @Test func `rejected elements are the same without a report`() throws {
    let bad = #"{"name":"","version":1}"#
    let saved = try Future.saved(
      #"{"version":1,"items":[\#(bad)],"byName":{"k":\#(bad)},"rows":{},"one":\#(bad)}"#,
      by: Lenience<Plain>.self)

    #expect(
      saved == #"{"byName":{"k":\#(bad)},"items":[\#(bad)],"one":\#(bad),"rows":{},"version":2}"#)
  }

  // MARK: - Unions

  enum BlockV1: OpenUnion {
    case text(Plain)
    case poll(Plain)
    case unknown(DocumentValue)

    static let tagKey = "type"
    static let payloads: [Payload] = [
      Payload("text", text) { if case .text(let it) = $0 { it } else { nil } },
      Payload("poll", poll) { if case .poll(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  /// Polls are gone.
  enum Block: OpenUnion {
    case text(Plain)
    case unknown(DocumentValue)

    static let tagKey = "type"
    static let payloads: [Payload] = [
      Payload("text", text) { if case .text(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  struct PageV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var blocks: [BlockV1]
    var lead: BlockV1
  }

  struct Page: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = PageV1
    var blocks: [Block] = []
    var lead = Block.unknown(.null)
  }

  @Test(arguments: FutureFormat.allCases)
  func `a payload whose case is gone keeps its version`(format: FutureFormat) throws {
    let poll: DocumentValue = ["type": "poll", "name": "?", "version": 1]
    let text: DocumentValue = ["type": "text", "name": "t", "version": 1]

    #expect(
      try format.saved(["version": 1, "blocks": [poll, text], "lead": poll], by: Page.self)
        == ["version": 2, "blocks": [poll, text], "lead": poll])
  }

  // MARK: - Types that open containers themselves

  struct FlatV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var first: Int?
    var second: Int?
    var items: [Plain]

    enum CodingKeys: String, CodingKey { case meta, list }
    enum MetaKeys: String, CodingKey { case first, second, items }

    init(from decoder: any Decoder) throws {
      let meta = try decoder.container(keyedBy: CodingKeys.self)
        .nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
      first = try meta.decodeIfPresent(Int.self, forKey: .first)
      second = try meta.decodeIfPresent(Int.self, forKey: .second)
      items = try meta.decode([Plain].self, forKey: .items)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var meta = container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
      try meta.encodeIfPresent(first, forKey: .first)
      try meta.encodeIfPresent(second, forKey: .second)
      try meta.encode(items, forKey: .items)
    }
  }

  struct Flat: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = FlatV1
    var meta: DocumentValue = .null
  }

  @Test(arguments: FutureFormat.allCases)
  func `a nil in a nested container isn't written`(format: FutureFormat) throws {
    let meta: DocumentValue = ["first": 1, "items": [["version": 1, "name": "a"]]]

    #expect(
      try format.saved(["version": 1, "meta": meta], by: Flat.self)
        == ["version": 2, "meta": meta])
  }
}
