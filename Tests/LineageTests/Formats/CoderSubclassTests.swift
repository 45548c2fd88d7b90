import Foundation
import Testing

@testable import Lineage

/// Subclasses of Foundation's coders use their own implementation, and every option still applies.
struct CoderSubclassTests {
  /// A decoder for documents with a header line before the JSON.
  private final class HeaderDecoder: JSONDecoder, @unchecked Sendable {
    override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      guard let end = data.firstIndex(of: 0x0A) else { throw CocoaError(.fileReadCorruptFile) }
      return try super.decode(type, from: data[data.index(after: end)...])
    }
  }

  private final class HeaderEncoder: JSONEncoder, @unchecked Sendable {
    override func encode<Value: Encodable>(_ value: Value) throws -> Data {
      Data("#json\n".utf8) + (try super.encode(value))
    }
  }

  private final class PlainSubclass: JSONDecoder, @unchecked Sendable {}
  private final class PlainEncoderSubclass: JSONEncoder, @unchecked Sendable {}

  @Test func `a subclass's own decoding is used`() throws {
    let data = Data("#json\n{\"version\":1,\"title\":\"t\",\"tracks\":\"a\"}".utf8)

    let album = try HeaderDecoder().decode(versioned: Album.self, from: data)

    #expect(album.tracks.map(\.name) == ["a"])
  }

  @Test func `a subclass's own encoding is used`() throws {
    let data = try HeaderEncoder().encode(versioned: UnversionedWord("a"))

    #expect(String(decoding: data, as: UTF8.self) == "#json\n\"a\"")
  }

  @Test(arguments: JSONShape.all)
  func `a subclass reads every shape as JSONDecoder does`(shape: JSONShape) {
    var random = JSONRandom(seed: 16)
    random.noise = 1
    let decoder = PlainSubclass()
    decoder.dateDecodingStrategy = .iso8601

    let difference = firstDifference(in: JSONRandom.count(8)) {
      let document = shape.document(&random)
      return (document, shape.differenceInReading(Data(document.utf8), decoder))
    }

    #expect(difference == nil)
  }

  @Test(arguments: JSONShape.all)
  func `a subclass writes every shape as JSONEncoder does`(shape: JSONShape) {
    var random = JSONRandom(seed: 17)
    random.noise = 0
    let encoder = PlainEncoderSubclass()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")

    let difference = firstDifference(in: JSONRandom.count(8)) {
      let document = shape.document(&random)
      return (document, shape.differenceInWriting(Data(document.utf8), encoder))
    }

    #expect(difference == nil)
  }

  @Test func `the keys of a string dictionary stay as they are when a subclass reads them`() throws
  {
    let data = Data(#"{"body":{"one_two":1}}"#.utf8)
    let decoder = PlainSubclass()
    decoder.keyDecodingStrategy = .convertFromSnakeCase

    let letter = try decoder.decode(versioned: Letter<[String: Int]>.self, from: data)

    #expect(letter.body == ["one_two": 1])
  }

  @Test func `the keys of a string dictionary stay as they are when a subclass writes them`() throws
  {
    let encoder = PlainEncoderSubclass()
    encoder.keyEncodingStrategy = .convertToSnakeCase

    let data = try encoder.encode(versioned: Letter(body: ["oneTwo": 1]))

    #expect(String(decoding: data, as: UTF8.self) == #"{"body":{"oneTwo":1}}"#)
  }

  @Test func `a subclass fills, migrates and reports`() throws {
    let data = Data(
      #"{"version":2,"title":"t","tracks":[{"version":"1.0","name":"a"}],"settings":{"odd":1}}"#
        .utf8)
    var ours = MigrationReport()
    var plain = MigrationReport()

    let album = try PlainSubclass().decode(versioned: Album.self, from: data, report: &ours)
    _ = try JSONDecoder().decode(versioned: Album.self, from: data, report: &plain)

    #expect(album.settings == AlbumSettings())
    #expect(ours == plain)
  }

  @Test func `malformed text is a MigrationError with a subclass too`() {
    let error = #expect(throws: MigrationError.self) {
      try PlainSubclass().decode(versioned: Album.self, from: Data("{".utf8))
    }

    #expect(error?.reason == .unreadable)
  }

  @Test(arguments: ["1.5", "1e400", "256", "\"a\"", "null", "[]"])
  func `the underlying error is the one that a subclass throws by itself`(number: String) throws {
    let data = Data("{\"body\":[1,\(number)]}".utf8)
    let plain = #expect(throws: DecodingError.self) {
      try PlainSubclass().decode([String: [UInt8]].self, from: data)
    }

    let error = try migrationError {
      try PlainSubclass().decode(unversioned: [String: [UInt8]].self, from: data)
    }

    let underlying = try #require(error.underlyingError as? DecodingError)
    #expect(String(reflecting: underlying) == plain.map(String.init(reflecting:)))
  }

  @Test func `an error thrown by a type remains the underlying error`() throws {
    struct Refusal: Error {}
    struct Refusing: Decodable {
      init(from decoder: any Decoder) throws { throw Refusal() }
    }

    let error = try migrationError {
      try PlainSubclass().decode(unversioned: [Refusing].self, from: Data("[1]".utf8))
    }

    #expect(error.underlyingError is Refusal)
  }

  @Test func `the error for a value that encodes nothing has its type`() throws {
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) {}
    }

    let error = #expect(throws: EncodingError.self) {
      try PlainEncoderSubclass().encode(unversioned: Nothing())
    }

    guard case .invalidValue(let value, let context)? = error else { return }
    #expect(value as? Any.Type == Nothing.self)
    #expect(context.debugDescription == "Top-level Nothing did not encode any values.")
  }

  // MARK: - Unknown numbers

  private struct Memo: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  private func memo(_ number: String) -> Data { Data(#"{"version":1,"x":\#(number)}"#.utf8) }

  private struct Number: Decodable {
    var x: Double
  }

  @Test(arguments: ["-0.0", "-0", "-0e5", "0", "0.0"])
  func `an unknown zero keeps its sign in other coders`(zero: String) throws {
    let data = memo(zero)
    let read = [
      try JSONDecoder().decode(versioned: Memo.self, from: data),
      try PlainSubclass().decode(versioned: Memo.self, from: data),
      try JSONDecoder().decode(Versioned<Memo>.self, from: data).wrappedValue,
    ]
    for memo in read {
      let json = [
        try JSONEncoder().encode(versioned: memo),
        try PlainEncoderSubclass().encode(versioned: memo),
        try JSONEncoder().encode(Versioned(memo)),
      ]
      let lists = [
        try PropertyListEncoder().encode(versioned: memo),
        try PropertyListEncoder().encode(Versioned(memo)),
      ]
      let numbers =
        try json.map { try JSONDecoder().decode(Number.self, from: $0) }
        + lists.map { try PropertyListDecoder().decode(Number.self, from: $0) }

      #expect(numbers.map(\.x) == [0, 0, 0, 0, 0])
      #expect(numbers.allSatisfy { ($0.x.sign == .minus) == zero.hasPrefix("-") })
    }
  }

  @Test(arguments: ["1e400", "-1e400", "1e-400"])
  func `an unknown number beyond the range of doubles isn't rounded`(number: String) throws {
    let memo = try JSONDecoder().decode(versioned: Memo.self, from: memo(number))

    let context = try encodingContext { try PlainEncoderSubclass().encode(versioned: memo) }

    #expect(context.codingPath.map(\.stringValue) == ["x"])
    #expect(
      context.debugDescription == """
        The number doesn't fit any number type that the encoder supports. Write JSON, or the number as \
        a string.
        """)
  }

  // MARK: - Keys that a strategy makes equal

  private struct Page: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var fooBar = 1
    var unknownFields = UnknownFields()
  }

  private struct Stamped: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.key("doc_version")
    typealias PreviousVersion = NothingOlder
    var docVersion = 7
  }

  private struct StampedInside: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta_data", "v")
    typealias PreviousVersion = NothingOlder
    var metaData: [String: Int]
  }

  private struct Profile: VersionedCodable {
    struct Content: Codable { var x = 1 }
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var userProfile = Content()
    var unknownFields = UnknownFields()
  }

  @Test func `no value is lost to another whose key a hidden strategy makes equal`() throws {
    func check(_ value: some VersionedCodable, _ first: String, _ second: String) throws {
      let encoder = PlainEncoderSubclass()
      encoder.keyEncodingStrategy = .convertToSnakeCase
      let plain = JSONEncoder.inSnakeCase()
      let ways = [{ try encoder.encode(versioned: value) }, { try plain.encode(Versioned(value)) }]
      for encode in ways {
        #expect(
          try encodingContext(encode).debugDescription == """
            The encoder's key strategy writes \
            \(first == second ? "two values under the key 'v'" : "'\(first)' and '\(second)' under one key"), and \
            only one of the two can be written. Remove it from the unknown fields: unknownFields = \
            unknownFields.removing(…). If it is the version, change the type's versionLocation.
            """)
      }
    }

    try check(Page(unknownFields: ["foo_bar": 2]), "fooBar", "foo_bar")
    try check(Page(unknownFields: ["a_b": 3, "aB": 4]), "a_b", "aB")
    try check(Page(unknownFields: ["Name": 1, "name": 2]), "Name", "name")
    try check(Profile(unknownFields: ["user_profile": ["y": 9]]), "userProfile", "user_profile")
    try check(Stamped(), "docVersion", "doc_version")
    try check(StampedInside(metaData: ["v": 7]), "v", "v")
  }

  /// Both are fields.
  private struct BothSpellings: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var userName = "a"
    var legacyName = "b"

    enum CodingKeys: String, CodingKey {
      case userName
      case legacyName = "user_name"
    }
  }

  @Test func `keys that no strategy makes equal are written without one`() throws {
    let encoder = PlainEncoderSubclass()
    encoder.outputFormatting = .sortedKeys
    let plain = JSONEncoder()
    plain.outputFormatting = .sortedKeys
    let page = Page(unknownFields: ["foo_bar": 2])

    #expect(
      String(decoding: try encoder.encode(versioned: page), as: UTF8.self)
        == #"{"fooBar":1,"foo_bar":2,"version":1}"#)
    #expect(
      String(decoding: try plain.encode(Versioned(page)), as: UTF8.self)
        == #"{"fooBar":1,"foo_bar":2,"version":1}"#)
    for data in [
      try encoder.encode(versioned: BothSpellings()), try plain.encode(Versioned(BothSpellings())),
    ] {
      #expect(
        String(decoding: data, as: UTF8.self) == #"{"userName":"a","user_name":"b","version":1}"#)
    }
  }

  @Test func `keys that no strategy makes equal are written`() throws {
    let encoder = PlainEncoderSubclass()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .convertToSnakeCase
    func written(_ value: some VersionedCodable) throws -> String {
      String(decoding: try encoder.encode(versioned: value), as: UTF8.self)
    }

    #expect(
      try written(Page(unknownFields: ["foo_baz": 2, "fooBat": 3]))
        == #"{"foo_bar":1,"foo_bat":3,"foo_baz":2,"version":1}"#)
    #expect(
      try written(StampedInside(metaData: ["w": 2])) == #"{"meta_data":{"v":1,"w":2}}"#)
  }
}
