import Foundation
import Lineage
import Testing

/// What a value loses when it is downgraded is an error or in the report.
struct DowngradeLossesTests {
  struct Line: DefaultFillable, Equatable {
    var text = ""
    @Lenient var size = 1
    var unknownFields = UnknownFields()
  }

  struct PageV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = ""
    var subtitle: String?
    var color = "white"
    @LenientElements var lines: [Line] = []
    var unknownFields = UnknownFields()
  }

  struct Page: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 2
    typealias PreviousVersion = PageV1
    var title = ""
    var subtitle: String?
    @LenientElements var lines: [Line] = []
    var unknownFields = UnknownFields()

    func downgraded() throws -> PageV1 {
      switch title {
      case "by hand": return PageV1(title: title, lines: lines)
      case "unknown fields": return PageV1(title: title, unknownFields: unknownFields)
      default: return try PageV1(carryingOver: self)
      }
    }
  }

  private static func page(_ title: String) throws -> Page {
    try Future.read(
      Page.self,
      """
      {"version":2,"title":"\(title)","subtitle":null,"x":1,
       "lines":[{"text":"a","y":2},5,{"size":"bad"}]}
      """)
  }

  @Test func `what downgraded() drops is in the report`() throws {
    let report = try Future.report(writing: Self.page("by hand"), as: PageV1.self)

    #expect(report.unknownFieldsDropped == ["x"])
    #expect(report.unknownFieldsKept == ["lines[0].y"])
    #expect(report.rejectedDropped == ["lines[1]"])
    #expect(report.nullsDropped == ["subtitle"])
  }

  struct CardV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: Encrypted
  }

  struct Card: VersionedCodable, Downgradable {
    static let version = 2
    var text: Encrypted
    var unknownFields = UnknownFields()

    init(from old: CardV1) { text = old.text }

    func downgraded() -> CardV1 { CardV1(text: text) }
  }

  /// A text that can't be encoded without the key in `userInfo`.
  struct Encrypted: Codable {
    static let key = CodingUserInfoKey(rawValue: "key")
    struct NoKey: Error {}

    var text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      guard let key = Self.key, encoder.userInfo[key] is String else { throw NoKey() }
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `what is lost is found with the encoder's userInfo`(format: StoredFormat) throws {
    let key = try #require(Encrypted.key)
    let card = try format.decode(
      Card.self, from: format.document(#"{"version":2,"text":"a","x":1}"#))
    let json = JSONEncoder()
    json.userInfo[key] = "secret"
    let propertyList = PropertyListEncoder()
    propertyList.userInfo[key] = "secret"
    var report = MigrationReport()

    switch format {
    case .json: _ = try json.encode(versioned: card, as: CardV1.self, report: &report)
    default: _ = try propertyList.encode(versioned: card, as: CardV1.self, report: &report)
    }

    #expect(report.unknownFieldsDropped == ["x"])
  }

  @Test func `what is lost is found with the userInfo of another library's encoder`() throws {
    let key = try #require(Encrypted.key)
    let card = try Future.read(Card.self, #"{"version":2,"text":"a","x":1}"#)
    let encoder = ForeignTextEncoder()
    encoder.userInfo[key] = "secret"
    var report = MigrationReport()

    let text = try encoder.encode(versioned: card, as: CardV1.self, report: &report)

    #expect(text == #"(text: "a" version: 1)"#)
    #expect(report.unknownFieldsDropped == ["x"])
  }

  /// Measures what it encodes before it encodes it.
  struct MeasuringEncoder: VersionedEncoder {
    func encode<Value: Encodable>(_ value: Value) throws -> Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let size = try encoder.encode(value).count
      let data = try encoder.encode(value)
      return data.count == size ? data : Data()
    }
  }

  @Test func `what is lost is reported once if an encoder encodes the value twice`() throws {
    let page = try Self.page("by hand")
    var report = MigrationReport()

    let data = try MeasuringEncoder().encode(versioned: page, as: PageV1.self, report: &report)

    #expect(try JSONDecoder().decode(versioned: PageV1.self, from: data).title == "by hand")
    #expect(report.unknownFieldsDropped == ["x"])
    #expect(report.rejectedDropped == ["lines[1]"])
    #expect(report.nullsDropped == ["subtitle"])
  }

  @Test func `an unknown field with the name of a declared one is lost`() throws {
    var page = try Self.page("by hand")
    page.unknownFields["title"] = "other"

    let report = try Future.report(writing: page, as: PageV1.self)

    #expect(Set(report.unknownFieldsDropped) == ["x", "title"])
  }

  struct SealedV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: Encrypted
    var size: Int
  }

  /// Its text is another type in the older version, so carrying it over encodes and decodes it.
  struct Sealed: VersionedCodable, Downgradable {
    static let version = 2
    var text: String
    var size: Int

    init(from old: SealedV1) { (text, size) = (old.text.text, old.size) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      text = try container.decode(Encrypted.self, forKey: .text).text
      size = try container.decode(Int.self, forKey: .size)
    }

    enum CodingKeys: CodingKey { case text, size }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      guard let key = Encrypted.key, encoder.userInfo[key] is String else {
        throw Encrypted.NoKey()
      }
      try container.encode(text, forKey: .text)
      try container.encode(size, forKey: .size)
    }

    func downgraded() throws -> SealedV1 { try SealedV1(carryingOver: self) }
  }

  @Test(arguments: StoredFormat.allCases, [true, false])
  func `a downgrade carries over with the encoder's userInfo`(
    format: StoredFormat, isReported: Bool
  ) throws {
    let key = try #require(Encrypted.key)
    let sealed = try format.decode(
      Sealed.self, from: format.document(#"{"version":2,"text":"a","size":1}"#))
    var report = MigrationReport()

    func encode<Coder: VersionedEncoder>(_ coder: Coder) throws -> Coder.Output {
      isReported
        ? try coder.encode(versioned: sealed, as: SealedV1.self, report: &report)
        : try coder.encode(versioned: sealed, as: SealedV1.self)
    }
    let data: Data
    switch format {
    case .json:
      let encoder = JSONEncoder()
      #expect(throws: MigrationError.self) { try encode(encoder) }
      encoder.userInfo[key] = "secret"
      data = try encode(encoder)
    default:
      let encoder = PropertyListEncoder()
      encoder.userInfo[key] = "secret"
      data = try encode(encoder)
    }

    #expect(try format.decode(SealedV1.self, from: data).text.text == "a")
  }

  @Test func `what a step copies itself is not lost`() throws {
    let report = try Future.report(writing: Self.page("unknown fields"), as: PageV1.self)

    #expect(report.unknownFieldsDropped == ["lines[0].y"])
    #expect(report.unknownFieldsKept == ["x"])
    #expect(Set(report.rejectedDropped) == ["lines[1]", "lines[2].size"])
    #expect(report.nullsDropped == [])
  }

  @Test func `a null that is written for a declared field is not lost`() throws {
    let note = try Future.read(Note.self, #"{"version":2,"color":null,"x":null}"#)

    #expect(
      try Future.write(note, as: NoteV1.self) == #"{"color":null,"version":1,"x":null}"#)
    #expect(try Future.report(writing: note, as: NoteV1.self).lostFields == [])
  }

  @Test func `a null that is written for a declared field after the unknown ones is not lost`()
    throws
  {
    let memo = try Future.read(Memo.self, #"{"version":2,"color":null,"x":null}"#)

    #expect(
      try Future.write(memo, as: MemoV1.self) == #"{"color":null,"version":1,"x":null}"#)
    #expect(try Future.report(writing: memo, as: MemoV1.self).lostFields == [])
  }

  struct MemoV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
    var color: String?
  }

  struct Memo: VersionedCodable, Downgradable {
    static let version = 2
    var unknownFields = UnknownFields()

    init(from old: MemoV1) { unknownFields = old.unknownFields }

    func downgraded() -> MemoV1 { MemoV1(unknownFields: unknownFields) }
  }

  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var color: String?
    var unknownFields = UnknownFields()
  }

  struct Note: VersionedCodable, Downgradable {
    static let version = 2
    var unknownFields = UnknownFields()

    init(from old: NoteV1) { unknownFields = old.unknownFields }

    func downgraded() -> NoteV1 { NoteV1(unknownFields: unknownFields) }
  }

  @Test func `carrying over loses nothing`() throws {
    let page = try Self.page("carried")
    let report = try Future.report(writing: page, as: PageV1.self)

    #expect(Set(report.unknownFieldsKept) == ["x", "lines[0].y"])
    #expect(Set(report.rejected) == ["lines[1]", "lines[2].size"])
    #expect(report.unknownFieldsDropped + report.rejectedDropped + report.nullsDropped == [])
    #expect(try Future.write(page, as: PageV1.self).contains(#""subtitle":null"#))
  }

  struct Stamp: VersionedCodable {
    static let version = 3
    static let readableSince: Int? = 2
    static let versionLocation = VersionLocation.path("meta", "v")
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  /// Declares the object that has its version.
  struct Seal: VersionedCodable {
    struct Meta: Codable { var x: Int }

    static let version = 3
    static let versionLocation = VersionLocation.path("meta", "v")
    typealias PreviousVersion = NothingOlder
    var meta: Meta
    var stamp: Stamp?
  }

  struct LetterV1: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var stamp: Stamp?
    var stamps: [Stamp] = []
    var seal: Seal?
    var unknownFields = UnknownFields()
  }

  struct Letter: VersionedCodable, DefaultFillable, Downgradable {
    static let version = 2
    typealias PreviousVersion = LetterV1
    var unknownFields = UnknownFields()

    func downgraded() throws -> LetterV1 { try LetterV1(carryingOver: self) }
  }

  @Test func `an unknown field that the older type declares with a version of its own isn't lost`()
    throws
  {
    let same = try Future.read(
      Letter.self,
      """
      {"version":2,"stamp":{"text":"a","meta":{"v":3}},
       "stamps":[{"text":"b","meta":{"v":3}},{"meta":{"v":3},"text":"c"}]}
      """)
    let partly = try Future.read(
      Letter.self,
      """
      {"version":2,"stamp":{"text":"a","meta":{"v":3,"x":3}},"stamps":[{"text":"b","meta":{"v":3},"y":1}]}
      """)

    let report = try Future.report(writing: same, as: LetterV1.self)
    let partlyReport = try Future.report(writing: partly, as: LetterV1.self)

    #expect(report.unknownFieldsDropped == [])
    #expect(partlyReport.unknownFieldsDropped == ["stamp", "stamps"])
  }

  @Test(arguments: [
    (#"{"meta":{"v":3,"x":3}}"#, []),
    (#"{"meta":{"v":3,"x":3},"stamp":{"text":"a","meta":{"v":3}}}"#, []),
    (#"{"stamp":{"text":"a","meta":{"v":3,"readableSince":2}},"meta":{"x":3,"v":3}}"#, []),
    // The type doesn't declare a `readableSince`, so it isn't written.
    (#"{"meta":{"v":3,"x":3,"readableSince":2}}"#, ["seal"]),
    (#"{"meta":{"v":3,"x":3,"y":3}}"#, ["seal"]),
    (#"{"meta":{"v":3,"x":3},"y":3}"#, ["seal"]),
    (#"{"meta":{"v":3,"x":3,"y":{}}}"#, ["seal"]),
    // The document of the stamp doesn't have its `readableSince`, which isn't that of the seal.
    (#"{"meta":{"v":3,"x":3},"stamp":{"text":"a","meta":{"v":3}},"y":2}"#, ["seal"]),
    // Only the versions' own places count.
    (#"{"meta":{"v":3,"x":3},"stamp":{"text":"a","meta":{"v":3,"y":2}}}"#, ["seal"]),
    (#"{"meta":{"v":3,"x":3},"stamp":{"text":"a","meta":{"v":3},"y":2}}"#, ["seal"]),
  ])
  func `an unknown field isn't lost if its type declares the object with its version`(
    _ seal: String, _ dropped: [FieldPath]
  ) throws {
    let letter = try Future.read(Letter.self, #"{"version":2,"seal":\#(seal)}"#)

    let report = try Future.report(writing: letter, as: LetterV1.self)

    #expect(report.unknownFieldsDropped == dropped)
  }

  @Test func `a value that isn't downgraded loses nothing`() throws {
    #expect(
      try Future.report(writing: Self.page("by hand"), as: Page.self) == MigrationReport())
  }

  @Test func `an unknown field that the older type declares is an error`() throws {
    var page = try Self.page("unknown fields")
    page.unknownFields["color"] = "red"
    let error = #expect(throws: MigrationError.self) { try Future.write(page, as: PageV1.self) }

    #expect(
      error?.description == """
        The unknown fields of PageV1 contain 'color', which is also the key of another field or of \
        the version. Only one of the two values can be written. Remove it from the unknown \
        fields: unknownFields = unknownFields.removing(…). In a step or in downgraded(), call \
        init(carryingOver:) instead of copying them. Known versions: '1' (PageV1).
        """)
    page.title = "carried"
    #expect(try Future.write(page, as: PageV1.self).contains(#""color":"red""#))
  }

  // MARK: - Nested values

  struct BookV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var pages: [Page]
  }

  struct Book: VersionedCodable, Downgradable {
    static let version = 2
    static let nestedVersions: [any VersionedCodable.Type] = [PageV1.self]
    var pages: [Page]

    func downgraded() throws -> BookV1 { BookV1(pages: pages) }
  }

  @Test func `what nested values lose is in the report with its path`() throws {
    let book = Book(pages: [try Self.page("carried"), try Self.page("by hand")])
    let report = try Future.report(writing: book, as: BookV1.self)

    #expect(report.unknownFieldsDropped == ["pages[1].x"])
    #expect(report.rejectedDropped == ["pages[1].lines[1]"])
    #expect(report.nullsDropped == ["pages[1].subtitle"])
  }
}

extension DowngradeLossesTests.Book {
  init(from old: DowngradeLossesTests.BookV1) throws { pages = old.pages }
}
