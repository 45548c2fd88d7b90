import Foundation
import Lineage
import Testing

/// `if report.needsRewrite { try save() }` saves once, for any document and type.
struct RewriteTests {
  struct Item: DefaultFillable, Hashable {
    var id = UUID()
    var title = "item"
    @Lenient var rank: Int?
  }

  struct SparseItem: DefaultFillable, Hashable {
    static let encodesDefaults = false
    var id = UUID()
    var title = "item"
    var rank: Int? = 1
  }

  struct Full: VersionedCodable, DefaultFillable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = FullV1
    var name = "n"
    var count = 1
    var maybe: Int?
    var color: String? = "red"
    @Lenient var lenient: Int? = 4
    @Nullable var nullable: Int?
    @LenientElements var list: [Item] = [Item()]
    @LenientValues var byName: [String: SparseItem] = [:]
    var inner: Item? = Item()
    var value: DocumentValue?
    var unknownFields = UnknownFields()
  }

  struct FullV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name: String
    var inner: Item?
    var maybe: Int?
  }

  /// The same, leaving out defaults.
  struct Sparse: VersionedCodable, DefaultFillable {
    static let version = 2
    static let encodesDefaults = false
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = FullV1
    var name = "n"
    var count = 1
    var maybe: Int?
    var color: String? = "red"
    @Lenient var lenient: Int? = 4
    @Nullable var nullable: Int?
    @LenientElements var list: [SparseItem] = []
    @LenientValues var byName: [String: SparseItem] = [:]
    var inner: SparseItem?
    var value: DocumentValue?
    var full: Nested = Nested()
    var unknownFields = UnknownFields()
  }

  /// Without unknown fields, and filled with zero values.
  struct Zero: VersionedCodable, ZeroFillable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = FullV1
    var name: String
    var count: Int
    var maybe: Int?
    @Lenient var lenient: Int?
    @Nullable var nullable: Int?
    @LenientElements var list: [Item]
    @LenientValues var byName: [String: Item]
    var inner: Item?
  }

  struct NestedV1: VersionedCodable, DefaultFillable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text = ""
  }

  struct Nested: VersionedCodable, DefaultFillable, Hashable {
    static let version = 2
    static let encodesDefaults = false
    typealias PreviousVersion = NestedV1
    var text = ""
    var note = "none"
  }

  enum Block: OpenUnion {
    case nested(Nested)
    case item(Item)
    case sparse(SparseItem)
    case unknown(DocumentValue)

    static let tagKey = "kind"
    static let payloads: [Payload] = [
      Payload("nested", nested) { if case .nested(let it) = $0 { it } else { nil } },
      Payload("item", item) { if case .item(let it) = $0 { it } else { nil } },
      Payload("sparse", sparse) { if case .sparse(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  struct Page: VersionedCodable, DefaultFillable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "version")
    static let readableSince: Int? = 1
    static let newerVersions = NewerVersionPolicy.ifReadable
    typealias PreviousVersion = NothingOlder
    var blocks: [Block] = []
    var title: String? = "page"
  }

  struct FullNested: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NestedV1
    var text = ""
    var note = "none"
  }

  /// Filled with zero values, which are left out.
  struct Lean: VersionedCodable, ZeroFillable {
    static let version = 2
    typealias PreviousVersion = FullV1
    var name: String
    var count: Int
    var list: [Int]
    var inner: LeanPart
    var full: FullNested?

    enum CodingKeys: CodingKey {
      case name, count, list, inner, full
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if !name.isEmpty { try container.encode(name, forKey: .name) }
      if count != 0 { try container.encode(count, forKey: .count) }
      if !list.isEmpty { try container.encode(list, forKey: .list) }
      try container.encode(inner, forKey: .inner)
      try container.encodeIfPresent(full, forKey: .full)
    }
  }

  struct LeanPart: ZeroFillable {
    var title: String

    enum CodingKeys: CodingKey {
      case title
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if !title.isEmpty { try container.encode(title, forKey: .title) }
    }
  }

  static let fields: [DocumentValue] = [
    [:], ["name": .null], ["name": "a", "count": 2, "maybe": .null, "color": .null],
    ["lenient": "bad", "nullable": .null, "value": .null], ["nullable": 1, "x": 1, "y": .null],
    ["list": [[:], 5, ["rank": "bad"], ["id": .null, "title": .null]]],
    ["byName": ["a": [:], "b": 5, "c": ["rank": .null]]],
    ["inner": .null], ["inner": [:]], ["inner": ["rank": 1]], ["full": ["version": 1]],
    ["full": ["version": 2, "text": "a"]],
  ]

  static let blocks: [DocumentValue] = [
    [:], ["blocks": .null, "title": .null],
    [
      "blocks": [
        ["kind": "nested", "version": 1], ["kind": "nested", "version": 2], ["kind": "item"],
        ["kind": "sparse"], ["kind": "other", "version": 9], ["a": 1], 5, .null,
      ]
    ],
  ]

  /// Reads, writes and reads again.
  private static func check<Value: VersionedCodable>(
    _ type: Value.Type, _ format: FutureFormat, _ document: DocumentValue
  ) throws {
    var report = MigrationReport()
    let value = try format.read(type, document, report: &report)
    let saved = try format.write(value)
    var again = MigrationReport()
    _ = try format.read(type, saved, report: &again)

    #expect(!again.needsRewrite, "\(document) as \(type) is \(saved)")
    if !report.needsRewrite {
      #expect(again.typesWalked == report.typesWalked)
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `an encoded document needs no rewrite`(format: FutureFormat) throws {
    for fields in Self.fields {
      for version in 1...3 {
        var document = fields
        document["version"] = .number(DocumentNumber(version))
        if version == 1 { document["name"] = "a" }
        // What FullV1 decodes as an Item.
        try Self.check(Full.self, format, document)
        try Self.check(Sparse.self, format, document)
        try Self.check(Zero.self, format, document)
        if version == 3 { continue }
        if document["list"] == nil || document["list"]?.array?.isEmpty == true {
          try Self.check(Lean.self, format, document)
        }
      }
    }
    for blocks in Self.blocks {
      for meta in [["version": 1], ["version": 1, "readableSince": 1]] as [DocumentValue] {
        var document = blocks
        document["meta"] = meta
        try Self.check(Page.self, format, document)
      }
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `documents of other tests need no rewrite after they are written`(
    format: FutureFormat
  ) throws {
    for document in NewerFieldsTests.documents {
      try Self.check(NewerFieldsTests.Zero.self, format, document)
    }
    for document in KeptNullTests.documents {
      for version in 1...2 {
        var document = document
        document["version"] = .number(DocumentNumber(version))
        try Self.check(KeptNullTests.Cell.self, format, document)
        try Self.check(KeptNullTests.SparseCell.self, format, document)
      }
    }
  }

  static let reasons: [(json: String, type: any VersionedCodable.Type, needsRewrite: Bool)] = [
    (#"{"version":2}"#, Full.self, true),
    (#"{"version":2}"#, Sparse.self, false),
    (#"{"version":2,"name":null}"#, Sparse.self, false),
    (#"{"version":1,"name":"a"}"#, Sparse.self, true),
    (#"{"version":3}"#, Full.self, false),
    (#"{"version":3}"#, Sparse.self, false),
    (#"{"version":3}"#, Zero.self, false),
    (#"{"version":2}"#, Zero.self, true),
    (#"{"version":2,"list":[{}]}"#, Sparse.self, true),
    (#"{"version":2,"list":[{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}]}"#, Sparse.self, false),
    (#"{"version":3,"list":[{}]}"#, Sparse.self, false),
    (#"{"version":2,"full":{"version":1}}"#, Sparse.self, true),
    (#"{"version":3,"full":{"version":1}}"#, Sparse.self, true),
    (#"{"version":2,"lenient":"bad"}"#, Sparse.self, false),
    (#"{"version":2,"inner":{}}"#, Lean.self, false),
    (#"{"version":2}"#, Lean.self, true),
    (#"{"version":2,"inner":{},"full":{"version":1,"text":"a"}}"#, Lean.self, true),
  ]

  @Test(arguments: reasons.indices)
  func `only what encoding would add or update requires a rewrite`(index: Int) throws {
    let (json, type, needsRewrite) = Self.reasons[index]

    let report = try Future.report(reading: type, json)

    #expect(report.needsRewrite == needsRewrite)
  }

  @Test func `filled fields are in the report, whether they require a rewrite or not`() throws {
    let report = try Future.report(
      reading: Nested.self, #"{"version":2,"text":"a"}"#)

    #expect(report.filled == [.init(path: "note")])
    #expect(!report.needsRewrite)
  }
}
