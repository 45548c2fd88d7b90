import Foundation
import Lineage
import Testing

/// The library owns the version's key, regardless of the type of its object.
struct OwnedKeyTests {
  struct OptionalPlace: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("metadata", "schema")
    typealias PreviousVersion = NothingOlder
    var title: String
    var metadata: Metadata?

    struct Metadata: Codable, Equatable {
      var owner: String
    }
  }

  struct DictionaryPlace: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("metadata", "schema")
    typealias PreviousVersion = NothingOlder
    var metadata: [String: String]
  }

  struct ValuePlace: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("metadata", "schema")
    typealias PreviousVersion = NothingOlder
    var metadata: DocumentValue
  }

  @Test(arguments: [nil, OptionalPlace.Metadata(owner: "ada")])
  func `an object that contains only the version is nil`(
    metadata: OptionalPlace.Metadata?
  ) throws {
    let value = OptionalPlace(title: "a", metadata: metadata)

    for format in StoredFormat.allCases {
      #expect(
        try format.decode(OptionalPlace.self, from: format.encode(value))
          == value)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a dictionary does not contain the version`(format: StoredFormat) throws {
    let value = DictionaryPlace(metadata: ["a": "b"])

    let read = try format.decode(
      DictionaryPlace.self, from: format.encode(value))

    #expect(read == value)
  }

  @Test(arguments: StoredFormat.allCases)
  func `a value of any shape does not contain the version`(format: StoredFormat) throws {
    let value = ValuePlace(metadata: ["a": "b"])

    let read = try format.decode(ValuePlace.self, from: format.encode(value))

    #expect(read == value)
  }

  struct SnakePlace: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.key("schema_version")
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields = UnknownFields()
  }

  @Test func `a version key in snake_case is found with snake_case strategies`() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let value = SnakePlace(title: "a")

    let read = try decoder.decode(
      versioned: SnakePlace.self, from: encoder.encode(versioned: value))

    #expect(read == value)
  }

  struct Plain: VersionedCodable {
    static let version = 2
    static let readableSince = 1
    typealias PreviousVersion = NothingOlder
  }

  @Test func `readableSince can be declared without an Optional`() throws {
    let data = try JSONEncoder().encode(versioned: Plain())

    #expect(String(decoding: data, as: UTF8.self) == #"{"version":2,"readableSince":1}"#)
  }

  @Test func `a number can only be made from valid text`() {
    #expect(DocumentNumber("1.50")?.literal == "1.50")
    #expect(DocumentNumber("1e400")?.double == nil)
    #expect(DocumentNumber("01") == nil)
    #expect(DocumentNumber(" 1") == nil)
    #expect(DocumentNumber("1,2") == nil)
    #expect(DocumentNumber(Double.infinity).int == nil)
  }

  @Test func `a version in an error is on one line`() {
    let version = AnyVersion.string("9\n2026 FATAL \u{1b}[31m" + String(repeating: "x", count: 99))

    #expect(!version.description.unicodeScalars.contains { $0.value < 0x20 })
    #expect(version.description.count < 80)
  }
}
