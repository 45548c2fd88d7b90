import Foundation
import Lineage
import LineageSchemas
import Testing

struct LearnedSchemaTests {
  // MARK: - Types without versioned values

  struct Bicycle: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    enum Mood: String { case happy, sad }
    enum Weight: Int, Codable, CaseIterable { case light, heavy }

    var mood: OpenEnum<Mood>
    var moods: [OpenEnum<Mood>]
    var weight: Weight?
    @Lenient var count = 1
    @LenientElements var sizes: [Int] = []
    @Nullable var note: Int??
    var address: URL?
    var zone: TimeZone
    var range: Range<Int>
    var scores: [String: Double]
    var unknownFields = UnknownFields()
  }

  @Test func `a type of scalars, open enums and wrappers contains no versioned values`() {
    #expect(!LearnedSchema(of: Bicycle.self).containsVersionedValues)
  }

  // MARK: - Digests

  enum Base {
    struct Document: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder

      var title = "Untitled"
      var pages: [Page] = []
      var tags: Set<String> = ["a", "b", "c", "d", "e"]
      var places = [2: "b", 1: "a", 3: "c"]
      var ratings: [Rating: Set<Int>] = [.good: [3, 1, 2], .bad: []]
      fileprivate var box = Box<Hidden>()
      var id = UUID()
      var created = Date()
    }

    struct Page: Codable, Hashable {
      var lines: [String]
      var width: Double?
    }

    enum Rating: String, Codable, CaseIterable { case good, bad }

    struct Box<Content: DefaultFillable>: DefaultFillable { var content = Content() }

    fileprivate struct Hidden: DefaultFillable { var number = 1 }
  }

  enum Renamed {
    struct Diary: VersionedCodable, DefaultFillable {
      static let version = 1
      typealias PreviousVersion = NothingOlder

      var created = Date()
      var id = UUID()
      var box = Crate()
      var ratings: [Grade: Set<Int>] = [.good: [3, 1, 2], .bad: []]
      var places = [3: "c", 2: "b", 1: "a"]
      var tags: Set<String> = ["e", "d", "c", "b", "a"]
      var pages: [Sheet] = []
      var title = "Untitled"
    }

    struct Sheet: Codable, Hashable {
      var width: Double?
      var lines: [String]
    }

    enum Grade: String, Codable, CaseIterable { case good, bad }
    struct Crate: DefaultFillable { var content = Content() }
    struct Content: DefaultFillable { var number = 1 }
  }

  @Test func `a digest is the same in every process and on every host`() {
    // Sets and dictionaries have another order in every process.
    #expect(LearnedSchema(of: Base.Document.self).digest == "4a99560e55531269")
  }

  @Test func `a digest is the same after other types were learned`() {
    let first = [Base.Document.self, NoNested.self].map { LearnedSchema(of: $0).digest }
    let second = [NoNested.self, Base.Document.self].map { LearnedSchema(of: $0).digest }

    #expect(first == second.reversed())
  }

  @Test func `names of types and the order of declarations don't change a digest`() {
    #expect(
      LearnedSchema(of: Renamed.Diary.self).digest == LearnedSchema(of: Base.Document.self).digest)
  }

  /// A document with one field.
  struct Plain<Value: Codable>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder

    var value: Value
  }

  struct Line: Codable { var text: String }
  struct Verse: Codable { var text: String }
  struct LongLine: Codable { var text, more: String }
  struct RenamedField: Codable { var words: String }
  struct OptionalField: Codable { var text: String? }
  struct OtherType: Codable { var text: Int }
  struct Filled: DefaultFillable { var text = "" }
  struct OtherDefault: DefaultFillable { var text = "-" }
  struct Deeper: Codable { var text: Text }
  struct Text: Codable { var text: String }
  enum Kind: String, Codable, CaseIterable { case web, print }
  enum RenamedCase: String, Codable, CaseIterable { case web, paper }
  enum MoreCases: String, Codable, CaseIterable { case web, print, audio }
  enum OtherRawValue: String, Codable, CaseIterable { case web, print = "p" }

  @Test func `every change to a declaration changes the digest`() {
    let types: [any VersionedCodable.Type] = [
      Plain<Line>.self, Plain<LongLine>.self, Plain<RenamedField>.self, Plain<OptionalField>.self,
      Plain<OtherType>.self, Plain<Filled>.self, Plain<OtherDefault>.self, Plain<Deeper>.self,
      Plain<Kind>.self, Plain<RenamedCase>.self, Plain<MoreCases>.self, Plain<OtherRawValue>.self,
      Plain<[Line]>.self, Plain<Set<Int>>.self, Plain<[Int]>.self, Plain<[Int]?>.self,
      Plain<[String: Int]>.self, Plain<[String: Int?]>.self, Plain<String>.self, Plain<Date>.self,
      Base.Document.self,
    ]

    #expect(Set(types.map { LearnedSchema(of: $0).digest }).count == types.count)
    #expect(
      LearnedSchema(of: Plain<Line>.self).digest == LearnedSchema(of: Plain<Verse>.self).digest)
  }

  @Test func `a default that is nested deeply has a digest`() {
    struct Nested: DefaultFillable {
      var value: DocumentValue = (0..<600).reduce(1) { value, _ in [value] }
    }

    #expect(LearnedSchema(of: Plain<Nested>.self).digest.count == 16)
  }

  // MARK: - Nested types

  struct Poem: VersionedCodable, Hashable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    var title: String
  }

  struct NoNested: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    var pages: [Base.Page]
    var anything: DocumentValue
  }

  struct Tree: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    var children: [Tree]
  }

  struct Wrapper: Codable { var inner: Inner }
  struct Inner: Codable { var poems: [String: [Poem?]] }

  enum Block: OpenUnion {
    case poem(Poem)
    case unknown(DocumentValue)

    static let tagKey = "type"
    static let payloads: [Payload] = [
      Payload("poem", poem) { if case .poem(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  enum Choice: Codable {
    case text(String)
    case poem(Poem)

    enum CodingKeys: CodingKey, CaseIterable { case text, poem }
  }

  /// Decodes a poem only if a flag is set.
  struct Flagged: Codable {
    var isPoem: Bool
    var poem: Poem?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      isPoem = try container.decode(Bool.self, forKey: .isPoem)
      poem = isPoem ? nil : try container.decode(Poem.self, forKey: .poem)
    }
  }

  class Superclass: Codable { var poem: Poem? }
  final class Subclass: Superclass {
    required init(from decoder: any Decoder) throws {
      try super.init(from: decoder.container(keyedBy: Keys.self).superDecoder())
    }
    enum Keys: CodingKey { case own }
  }

  static let withPoems: [any VersionedCodable.Type] = [
    Plain<Poem>.self, Plain<Poem?>.self, Plain<Set<Poem>>.self, Plain<[Poem: Int]>.self,
    Plain<Versioned<Poem>>.self, Plain<Lenient<Poem?>>.self, Plain<Wrapper>.self,
    Plain<Row<Poem>>.self, Plain<Block>.self, Plain<Choice>.self, Plain<Flagged>.self,
    Plain<Subclass>.self,
  ]

  struct Row<Element: Codable>: Codable {
    var elements: ContiguousArray<Element>
  }

  @Test(arguments: withPoems.indices)
  func `a nested versioned type is found`(_ index: Int) {
    let schema = LearnedSchema(of: Self.withPoems[index])

    #expect(schema.nestedVersionedTypes.map(ObjectIdentifier.init) == [ObjectIdentifier(Poem.self)])
    #expect(schema.isComplete)
    #expect(schema.containsVersionedValues)
  }

  @Test func `a document inside a document of the same type is found`() {
    let schema = LearnedSchema(of: Tree.self)

    #expect(schema.nestedVersionedTypes.map(ObjectIdentifier.init) == [ObjectIdentifier(Tree.self)])
  }

  @Test func `what is inside a nested versioned type belongs to its own schema`() {
    let schema = LearnedSchema(of: Plain<Plain<Poem>>.self)

    #expect(
      schema.nestedVersionedTypes.map(ObjectIdentifier.init)
        == [ObjectIdentifier(Plain<Poem>.self)])
  }

  @Test func `a complete schema without nested types contains no versioned values`() {
    for type in [NoNested.self, Base.Document.self] as [any VersionedCodable.Type] {
      let schema = LearnedSchema(of: type)

      #expect(schema.nestedVersionedTypes.isEmpty)
      #expect(schema.isComplete)
      #expect(!schema.containsVersionedValues)
    }
  }

  // MARK: - Completeness

  /// An enum with payloads whose keys can't be listed.
  enum Hidden: Codable {
    case poem(Poem)

    struct Key: CodingKey {
      let stringValue = "poem"
      var intValue: Int? { nil }
      init() {}
      init?(stringValue: String) { if stringValue != "poem" { return nil } }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      guard let key = container.allKeys.first else { throw CancellationError() }
      self = .poem(try container.decode(Poem.self, forKey: key))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .poem(let poem): try container.encode(poem, forKey: Key())
      }
    }
  }

  struct Picky: Codable {
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text == "secret" else { throw CocoaError(.coderInvalidValue) }
      _ = try Poem(from: decoder)
    }
    func encode(to encoder: any Encoder) throws {}
  }

  /// Ignores the keys that it doesn't know.
  struct SomeKeys: Codable {
    enum Keys: String, CodingKey { case text = "t", poem = "p" }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      for key in container.allKeys {
        switch key {
        case .text: _ = try container.decode(String.self, forKey: key)
        case .poem: _ = try container.decode(Poem.self, forKey: key)
        }
      }
    }
    func encode(to encoder: any Encoder) throws {
      _ = encoder.container(keyedBy: Keys.self)
    }
  }

  @Test func `what is decoded for listed keys is found`() {
    let schema = LearnedSchema(of: Plain<SomeKeys>.self)

    #expect(schema.nestedVersionedTypes.map(ObjectIdentifier.init) == [ObjectIdentifier(Poem.self)])
    #expect(schema.containsVersionedValues)
  }

  static let incomplete: [any VersionedCodable.Type] = [
    Plain<Hidden>.self, Plain<Picky>.self, Plain<[Hidden]>.self,
  ]

  @Test(arguments: incomplete.indices)
  func `an incomplete schema may contain versioned values`(_ index: Int) {
    let schema = LearnedSchema(of: Self.incomplete[index])

    #expect(!schema.isComplete)
    #expect(schema.containsVersionedValues)
  }

  // MARK: - Properties

  /// Decodes a property only for a certain tag, and is written likewise.
  struct Tagged<Content: Codable>: Codable {
    enum Keys: String, CodingKey { case kind, content, number }
    var kind = ""
    var content: Content?
    var number: Int?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      kind = try container.decode(String.self, forKey: .kind)
      if kind == "with content" {
        content = try container.decode(Content.self, forKey: .content)
      } else {
        number = try container.decodeIfPresent(Int.self, forKey: .number)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(kind, forKey: .kind)
      if kind == "with content" {
        try container.encode(content, forKey: .content)
      } else {
        try container.encodeIfPresent(number, forKey: .number)
      }
    }
  }

  static let tagged: [(type: any VersionedCodable.Type, containsVersionedValues: Bool)] = [
    (Plain<Tagged<Poem>>.self, true), (Plain<[Tagged<[Poem?]>]>.self, true),
    (Plain<Tagged<[String: Wrapper]>>.self, true), (Plain<Tagged<[Poem: Int]>>.self, true),
    (Plain<Tagged<Versioned<Poem>>>.self, true), (Plain<Tagged<Lenient<Poem?>>>.self, true),
    (Plain<Tagged<Required<Poem>>>.self, true), (Plain<Tagged<LenientElements<Poem>>>.self, true),
    (Plain<Tagged<[LenientValues<Poem>]>>.self, true), (Plain<Tagged<Lenient<Wrapper>>>.self, true),
    (Plain<Tagged<String>>.self, false), (Plain<Tagged<DocumentValue>>.self, false),
    (Plain<Tagged<[URL]>>.self, false), (Plain<Tagged<Lenient<Int>>>.self, false),
    (Plain<Tagged<LenientValues<[Int?]>>>.self, false),
  ]

  @Test(arguments: tagged.indices)
  func `a property that is decoded only for a tag may be a versioned value`(_ index: Int) {
    let (type, containsVersionedValues) = Self.tagged[index]

    #expect(LearnedSchema(of: type).containsVersionedValues == containsVersionedValues)
  }

  // MARK: - Enums

  /// Decodes a payload only for a certain tag, which can't be guessed.
  enum Item: Codable {
    case poem(Poem), link(String), unknown
    enum Keys: CodingKey { case kind, value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      switch try container.decode(String.self, forKey: .kind) {
      case "a poem": self = .poem(try container.decode(Poem.self, forKey: .value))
      case "a link": self = .link(try container.decode(String.self, forKey: .value))
      default: self = .unknown
      }
    }
    func encode(to encoder: any Encoder) throws {}
  }

  /// Decodes its property only for a certain tag, and nothing says which type it then has.
  struct Slot: Codable {
    enum Keys: CodingKey { case kind, value }
    var items: [any Sendable] = []

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      if try container.decode(String.self, forKey: .kind) == "a poem" {
        items = [try container.decode(Poem.self, forKey: .value)]
      }
    }
    func encode(to encoder: any Encoder) throws {}
  }

  enum Color: String, Codable, CaseIterable {
    case red, other
    init(from decoder: any Decoder) throws {
      let name = try decoder.singleValueContainer().decode(String.self)
      self = Color(rawValue: name) ?? .other
    }
  }

  enum Size: Codable, CaseIterable { case small, large }

  static let withCases: [(type: any VersionedCodable.Type, containsVersionedValues: Bool)] = [
    (Plain<Item>.self, true), (Plain<[Item?]>.self, true), (Plain<Tagged<Item>>.self, true),
    (Plain<Slot>.self, true), (Plain<Color>.self, false), (Plain<Size>.self, false),
    (Plain<Date?>.self, false), (Plain<[PersonNameComponents]>.self, false),
  ]

  @Test(arguments: withCases.indices)
  func `a case that wasn't learned may have a versioned value`(_ index: Int) {
    let (type, containsVersionedValues) = Self.withCases[index]

    #expect(LearnedSchema(of: type).containsVersionedValues == containsVersionedValues)
  }
}
