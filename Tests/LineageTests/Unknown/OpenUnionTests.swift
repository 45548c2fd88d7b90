import Foundation
import Lineage
import Testing

/// Values of different types, distinguished by a tag, some of them unknown.
struct OpenUnionTests {
  struct TextV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
    var unknownFields = UnknownFields()
  }

  struct Text: VersionedCodable, Equatable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    var body: String
    var unknownFields = UnknownFields()

    init(body: String) { self.body = body }

    init(from old: TextV1) throws {
      body = old.text
      unknownFields = old.unknownFields
    }
  }

  struct Image: DefaultFillable, Equatable {
    var url = "none"
    var width = 100
    var unknownFields = UnknownFields()
  }

  struct Divider: Codable, Equatable {}

  struct Group: Codable, Equatable {
    var children: [Block]
  }

  enum Block: OpenUnion, Equatable {
    case text(Text)
    case image(Image)
    case divider(Divider)
    case group(Group)
    case unknown(DocumentValue)

    static let tagKey = "type"
    static let payloads: [Payload] = [
      Payload("text", text) { if case .text(let it) = $0 { it } else { nil } },
      Payload("image", image) { if case .image(let it) = $0 { it } else { nil } },
      Payload("divider", divider) { if case .divider(let it) = $0 { it } else { nil } },
      Payload("group", group) { if case .group(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  struct Page: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var blocks: [Block] = []
    var header: Block?
    var named: [String: Block] = [:]
  }

  /// A page with the given blocks.
  private func page(_ blocks: String) -> String {
    #"{"blocks":[\#(blocks)],"named":{},"version":1}"#
  }

  @Test(arguments: FutureFormat.allCases)
  func `an element with an unknown tag is preserved in its position`(format: FutureFormat) throws {
    let video: DocumentValue = [
      "type": "video", "url": "x", "nested": [["type": "text"], 1.5, true],
    ]
    let document: DocumentValue = [
      "version": 1, "blocks": [video, ["type": "text", "version": 2, "body": "Hi"], video],
      "header": video, "named": ["a": video],
    ]

    let page = try format.read(Page.self, document)

    #expect(page.blocks == [.unknown(video), .text(Text(body: "Hi")), .unknown(video)])
    #expect(page.header == .unknown(video))
    #expect(page.named == ["a": .unknown(video)])
    #expect(try format.write(page) == document)
  }

  @Test func `an element with an unknown tag keeps every character`() throws {
    let json = page(#"{"z":1e400,"type":"video","a":1.10,"":{"b":[-0]}}"#)

    let page = try Future.read(Page.self, json)
    let saved = String(decoding: try JSONEncoder().encode(versioned: page), as: UTF8.self)

    #expect(saved == json)
  }

  @Test(arguments: FutureFormat.allCases)
  func `a payload of an older version migrates`(format: FutureFormat) throws {
    let saved = try format.saved(
      [
        "version": 1, "named": [:],
        "blocks": [["type": "text", "version": 1, "text": "Hi", "mood": "x"]],
      ],
      by: Page.self)

    let expected: DocumentValue = ["type": "text", "version": 2, "body": "Hi", "mood": "x"]
    #expect(saved["blocks"] == [expected])
  }

  @Test(arguments: FutureFormat.allCases)
  func `a payload of a newer version keeps its version`(format: FutureFormat) throws {
    let document: DocumentValue = [
      "version": 1, "named": [:],
      "blocks": [["type": "text", "version": 3, "body": "Hi", "font": ["size": 12]]],
    ]

    #expect(try format.saved(document, by: Page.self) == document)
  }

  @Test func `a payload is filled and preserves its unknown fields`() throws {
    let saved = try Future.saved(page(#"{"alt":1.10,"type":"image"}"#), by: Page.self)

    #expect(saved == page(#"{"alt":1.10,"type":"image","url":"none","width":100}"#))
  }

  @Test func `an empty payload has only its tag`() throws {
    let json = page(#"{"type":"divider"}"#)

    #expect(try Future.read(Page.self, json).blocks == [.divider(Divider())])
    #expect(try Future.saved(json, by: Page.self) == json)
  }

  @Test func `unions can contain unions`() throws {
    let json = page(
      #"{"children":[{"type":"x","y":1.10},{"children":[],"type":"group"}],"type":"group"}"#)

    #expect(try Future.saved(json, by: Page.self) == json)
  }

  @Test func `tags and unknown elements are not reported as dropped`() throws {
    let report = try Future.report(
      reading: Page.self,
      page(#"{"type":"video","a":{"b":1}},{"type":"text","version":2,"body":"x"}"#))

    #expect(report.unknownFieldsDropped == [])
    #expect(report.unknownFieldsKept == [])
    #expect(!report.needsRewrite)
  }

  @Test(arguments: [
    #"{"body":"x"}"#, #"{"body":"x","type":null}"#, #"{"type":5}"#, #"{"type":{"a":1}}"#, "null",
    "5", "[]", #""text""#,
  ])
  func `an element without a tag is preserved too`(element: String) throws {
    let json = page(#"{"type":"divider"},\#(element)"#)

    #expect(try Future.saved(json, by: Page.self) == json)
  }

  // MARK: - Other tags

  struct Circle: Codable, Equatable { var radius: Double }

  enum Shape: OpenUnion, Equatable {
    case circle(Circle)
    case unknown(DocumentValue)

    static let tagKey = "shapeKind"
    static let payloads: [Payload] = [
      Payload("circle", circle) { if case .circle(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  struct Drawing: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var shapes: [Shape]
    var byName: [String: Shape]
  }

  @Test(arguments: [false, true])
  func `the tag can have another key`(snakeCase: Bool) throws {
    let key = snakeCase ? "shape_kind" : "shapeKind"
    let names = snakeCase ? "by_name" : "byName"
    let json = """
      {"\(names)":{"someName":{"radius":1,"\(key)":"circle"}},\
      "shapes":[{"radius":2,"\(key)":"circle"},{"aB":{"c_d":1},"\(key)":"star"}],"version":1}
      """

    #expect(try Future.saved(json, by: Drawing.self, snakeCase: snakeCase) == json)
  }

  enum Closed: OpenUnion {
    case circle(Circle)

    static let tagKey = "type"
    static let payloads: [Payload] = [
      Payload("circle", circle) { if case .circle(let it) = $0 { it } else { nil } }
    ]
  }

  @Test func `a union without a row for unknown tags rejects them`() throws {
    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(unversioned: [Closed].self, from: Data(#"[{"type":"star"}]"#.utf8))
    }

    #expect(
      error?.description.contains(
        "At [0]: The value isn't an object with a known tag under 'type'.") == true)
  }

  struct Label: Codable {
    var text: String
    init(text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  enum Odd: OpenUnion {
    case label(Label)
    case other(Label)

    static let tagKey = "type"
    static let payloads: [Payload] = [
      Payload("label", label) { if case .label(let it) = $0 { it } else { nil } }
    ]
  }

  @Test(arguments: [
    (
      Odd.label(Label(text: "x")),
      "The payload of Odd isn't an object, or has a field of its own under 'type', so"
    ),
    (.other(Label(text: "x")), "The payloads of Odd don't include the case 'other'. Add it: "),
  ])
  func `a payload that can't be encoded is an error`(union: Odd, expected: String) throws {
    let context = try encodingContext { try VersionedJSONEncoder().encode([union]) }

    #expect(context.codingPath.map(\.stringValue) == ["Index 0"])
    #expect(context.debugDescription.hasPrefix(expected))
  }

  struct Plain: Codable, Equatable { var blocks: [Block] }

  @Test func `a union works with plain coders`() throws {
    let plain = try JSONDecoder().decode(
      Plain.self, from: Data(#"{"blocks":[{"type":"video","a":1},{"type":"divider"}]}"#.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let saved = String(decoding: try encoder.encode(plain), as: UTF8.self)

    #expect(saved == #"{"blocks":[{"a":1,"type":"video"},{"type":"divider"}]}"#)
  }

  @Test func `a value without a tag is noted in the report`() throws {
    let report = try report(
      of: Page.self,
      page(#"{"kind":"text","body":"a"},{"type":"video"},{"type":"text","text":"b","version":1}"#))

    #expect(
      report.notes == [
        MigrationReport.Note(
          path: "blocks[0]",
          text: """
            There is no tag under 'type', so the value is decoded as unknown. If the data has its tag under \
            another key, return that key from the tagKey of Block.
            """)
      ])
  }

  struct CoverV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var front: Block
    @Lenient var back: Block
    var inside: [Block]
  }

  struct Cover: VersionedCodable {
    static let version = 2
    @Lenient var front: Block
    var back: Block?
    var inside: [Block?]

    init(from old: CoverV1) throws { try self.init(carryingOver: old) }
  }

  struct RenamedCover: VersionedCodable {
    static let version = 2
    @Lenient var first: Block
    var last: Block?
    var pages: [Block?]

    init(from old: CoverV1) throws {
      try self.init(carryingOver: old) {
        $0.rename("front", to: "first")
        $0.rename("back", to: "last")
        $0.rename("inside", to: "pages")
      }
    }
  }

  static let covers: [any VersionedCodable.Type] = [Cover.self, RenamedCover.self]

  @Test(arguments: covers.indices)
  func `a value without a tag is noted once when it is carried over to another type`(
    index: Int
  ) throws {
    let report = try Future.report(
      reading: Self.covers[index],
      #"{"front":{"a":1},"back":{"b":2},"inside":[{"c":3},{"c":3}],"version":1}"#)

    #expect(report.notes.map(\.path) == ["front", "back", "inside[0]", "inside[1]"])
  }
}
