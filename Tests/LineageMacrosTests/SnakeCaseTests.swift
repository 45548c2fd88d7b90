import Foundation
import LineageMacros
import Testing

/// Names that the strategies for snake_case don't read as they are written, in coders that other libraries call.
struct SnakeCaseTests {
  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  @Fillable struct Account: Equatable {
    var userURL = ""
    var firstName = "x"
    @Key("font_size") var size = 1
    var htmlID: Int? = 5
    var pageURLs: [String] = ["none"]
    @Lenient var maxID = 3
  }

  @Document(version: 1) struct Page: Equatable {
    @Key("created_at") var created = 0
    var imageURL: String?
    var account = Account()
    var unknownFields = UnknownFields()
  }

  private static let account = """
    {"first_name":"b","font_size":9,"html_id":null,"max_id":4,"page_ur_ls":["a"],"user_url":"u"}
    """

  @Test func `a plain decoder finds the fields that a plain encoder writes`() throws {
    let expected = try JSONDecoder().decode(
      Account.self,
      from: Data(
        #"{"firstName":"b","font_size":9,"htmlID":null,"maxID":4,"pageURLs":["a"],"userURL":"u"}"#
          .utf8))

    let data = Data(Self.account.utf8)
    let account = try Self.decoder.decode(Account.self, from: data)

    #expect(account == expected)
    #expect(String(decoding: try Self.encoder.encode(account), as: UTF8.self) == Self.account)
    #expect(account == (try Self.decoder.decode(unversioned: Account.self, from: data)))
  }

  @Test func `a missing field is filled, whatever its name in snake_case is`() throws {
    #expect(try Self.decoder.decode(Account.self, from: Data("{}".utf8)) == Account())
  }

  @Test(arguments: [
    #"{"account":\#(account),"created_at":5,"image_url":"i","other_url":[1],"version":1}"#,
    #"{"account":\#(account),"created_at":5,"image_url":null,"old":null,"version":1}"#,
  ])
  func `a field whose name snake_case changes isn't an unknown one as well`(text: String) throws {
    var page = try Self.decoder.decode(Page.self, from: Data(text.utf8))

    #expect(page.created == 5)
    #expect(page.unknownFields.fields.count == 1)
    #expect(String(decoding: try Self.encoder.encode(page), as: UTF8.self) == text)
    page.created = 9
    let edited = text.replacing(":5,", with: ":9,")
    #expect(String(decoding: try Self.encoder.encode(page), as: UTF8.self) == edited)
  }

  @Document(version: 1) struct Odd: Equatable {
    var _userURL = ""
    @Key("created_atNew") var created = ""
    @Key("Name") var name = ""
    @Key("user_ID") var user = ""
    @Key("a_B") var letters = ""
    @Key("MAX_size") var size = ""
    @Key("image_2x") var image = ""
    @Key("address_1") var address = ""
    var unknownFields = UnknownFields()
  }

  @Test func `a field with underscores in its name isn't an unknown one as well`() throws {
    var odd = Odd(
      _userURL: "1", created: "2", name: "3", user: "4", letters: "5", size: "6", image: "7",
      address: "8")
    for _ in 1...2 {
      let data = try Self.encoder.encode(odd)
      #expect(try Self.decoder.decode(Odd.self, from: data) == odd)
      #expect(try Self.decoder.decode(versioned: Odd.self, from: data) == odd)
      odd.user = "new"
      odd.address = "new"
      odd.name = "new"
    }
  }

  // MARK: - Steps

  @Fillable struct Details: Equatable {
    var firstName = "default"
    var count = 0
    var unknownFields = UnknownFields()
  }

  @Union(tag: "kind") enum OldShape: Equatable {
    case dot(Dot)
    case unknown(DocumentValue)
  }

  @Union(tag: "kind") enum Shape: Equatable {
    case dot(Dot)
    case line(Line)
    case unknown(DocumentValue)
  }

  @Fillable struct Dot: Equatable { var x = 0 }
  @Fillable struct Line: Equatable { var lineWidth = 1 }

  @Document(version: 1) struct OldEntry {
    var x = 1
    var known: DocumentValue = [:]
    @Lenient var maybe = 0
    @LenientElements var shapes: [OldShape] = []
    var unknownFields = UnknownFields()
  }

  @Document(version: 2, after: OldEntry.self) struct Entry: Equatable {
    var x = 1
    var details = Details()
    var list: [Details] = []
    var known = Details()
    @Lenient var maybe = Details()
    var shapes: [Shape] = []
    var unknownFields = UnknownFields()
  }

  @Test(arguments: [
    #""details":{"count":2,"first_name":"ann"}"#,
    #""details":{"count":2,"first_name":"ann","other_key":{"a_b":1}}"#,
    #""list":[{"count":2,"first_name":"ann"},{"count":3,"first_name":"bob"}]"#,
    #""known":{"count":2,"first_name":"ann"}"#, #""maybe":{"count":2,"first_name":"ann"}"#,
    #""shapes":[{"kind":"line","line_width":3},{"kind":"new","some_thing":1}]"#,
    #""free_form":{"by_name":{"a_b":1}}"#,
  ])
  func `a step under a plain decoder finds the fields of values of any shape`(
    fields: String
  ) throws {
    let data = Data(#"{"version":1,"x":2,\#(fields)}"#.utf8)

    let entry = try Self.decoder.decode(Entry.self, from: data)
    let expected = try Self.decoder.decode(versioned: Entry.self, from: data)

    #expect(entry == expected)
    #expect(String(decoding: try Self.encoder.encode(entry), as: UTF8.self).contains(fields))
  }

  @Test func `a step under a plain decoder converts no keys without a strategy`() throws {
    let fields = #""known":{"first_name":"ann","firstName":"bob"}"#
    let data = Data(#"{"version":1,\#(fields),"details":{"first_name":"a"}}"#.utf8)

    let entry = try JSONDecoder().decode(Entry.self, from: data)

    #expect(entry.known.firstName == "bob")
    #expect(entry.known.unknownFields.fields.keys.elementsEqual(["first_name"]))
    #expect(entry.details.firstName == "default")
    #expect(entry.details.unknownFields.fields.keys.elementsEqual(["first_name"]))
  }

  @Test func `without a strategy, names in snake_case are those of other fields`() throws {
    let json = """
      {"account":{"fontSize":2,"user_url":"u"},"createdAt":5,"image_url":"i","version":1}
      """

    let page = try JSONDecoder().decode(Page.self, from: Data(json.utf8))

    #expect(page.created == 0)
    #expect(page.account == Account())
    #expect(page.unknownFields.fields.keys.sorted() == ["createdAt", "image_url"])
  }

  @Fillable struct Twins: Equatable {
    var name = "none"
    @Key("Name") var title = "none"
    var _Under = 5
    var unknownFields = UnknownFields()
  }

  @Fillable struct Strict: Equatable {
    @Key("X") let x: Int
  }

  @Test(arguments: [
    #"{"name":"a"}"#, #"{"__under":9,"title":"a"}"#, #"{"userUrl":2,"user_url":1}"#,
  ])
  func `without a strategy, no field is found under another spelling of its name`(
    text: String
  ) throws {
    let data = Data(text.utf8)

    let twins = try JSONDecoder().decode(Twins.self, from: data)

    #expect(twins == (try JSONDecoder().decode(unversioned: Twins.self, from: data)))
    #expect(twins.title == "none")
    #expect(twins._Under == 5)
    let value = try JSONDecoder().decode(DocumentValue.self, from: data)
    let list = try PropertyListEncoder().encode(value)
    #expect(try PropertyListDecoder().decode(Twins.self, from: list) == twins)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Strict.self, from: Data(#"{"x":7}"#.utf8))
    }
  }

  // MARK: - Versions

  @Document(version: 1) struct OldBox: Equatable {
    static let versionLocation = VersionLocation.path("docMeta", "v")
    var length = 1
    var unknownFields = UnknownFields()
  }

  @Document(version: 2, after: OldBox.self) struct Box: Equatable {
    static let versionLocation = VersionLocation.path("docMeta", "v")
    var length = 1
    var unknownFields = UnknownFields()
  }

  private struct Prefixed: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  @Test func `a version whose key a strategy changes isn't mistaken for a field`() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom {
      Prefixed(String(($0.last?.stringValue ?? "").dropFirst()))
    }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .custom { Prefixed("@" + ($0.last?.stringValue ?? "")) }
    encoder.outputFormatting = .sortedKeys
    let data = Data(#"{"@docMeta":{"@v":1},"@length":7}"#.utf8)
    let mixed = Data(#"{"@docMeta":{"@by":1,"@v":1},"@length":7}"#.utf8)

    let box = try decoder.decode(Box.self, from: data)
    let error = #expect(throws: (any Error).self) { try decoder.decode(Box.self, from: mixed) }

    #expect(box == Box(length: 7000))
    let saved = try encoder.encode(box)
    #expect(String(decoding: saved, as: UTF8.self) == #"{"@docMeta":{"@v":2},"@length":7000}"#)
    #expect(try decoder.decode(Box.self, from: saved) == box)
    let text = try #require(error.map { "\($0)" })
    #expect(text.contains("The decoder's key strategy has changed the key of a version"))
    #expect(try decoder.decode(versioned: Box.self, from: mixed).length == 7000)
  }

  @Document(version: 1) struct Inner: Equatable {
    var a = 1
  }

  @Document(version: 1) struct Outer: Equatable {
    let inner: Inner
  }

  @Test(arguments: ["null", "5", "[]"])
  func `a plain decoder says that a value isn't an object, rather than that it has no version`(
    value: String
  ) throws {
    let data = Data(#"{"inner":\#(value),"version":1}"#.utf8)

    let error = #expect(throws: (any Error).self) {
      try JSONDecoder().decode(Outer.self, from: data)
    }

    let text = try #require(error.map { "\($0)" })
    #expect(!text.contains("version = nil"))
    #expect(text.contains("The document may be damaged, or of another type."))
  }
}

extension SnakeCaseTests.Box {
  init(from old: SnakeCaseTests.OldBox) throws {
    self.init(length: old.length * 1000, unknownFields: old.unknownFields)
  }
}

extension SnakeCaseTests.Entry {
  init(from old: SnakeCaseTests.OldEntry) throws { try self.init(carryingOver: old) }
}
