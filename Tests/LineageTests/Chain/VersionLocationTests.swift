import Foundation
import Lineage
import Testing

struct VersionLocationTests {
  // MARK: - Another key

  struct Keyed: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.key("v")
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  @Test(arguments: StoredFormat.allCases)
  func `the version can have another key`(format: StoredFormat) throws {
    let written = try format.encode(Keyed(title: "A"))
    let expected = try format.document(#"{"v": 1, "title": "A"}"#)

    #expect(try format.decode(Keyed.self, from: written) == Keyed(title: "A"))
    #expect(try format.decode(Keyed.self, from: expected) == Keyed(title: "A"))
  }

  // MARK: - Nested

  struct Metadata: Codable, Equatable {
    var author: String
    var inner = Inner()

    struct Inner: Codable, Equatable {
      var tags: [String] = []
    }
  }

  struct Nested: VersionedCodable, Equatable {
    static let version = 7
    static let versionLocation = VersionLocation.path("metadata", "inner", "schema")
    typealias PreviousVersion = NothingOlder
    var metadata: Metadata
  }

  @Test func `writing a nested version adds to the existing object`() throws {
    let text = try json(Nested(metadata: Metadata(author: "A", inner: .init(tags: ["b"]))))

    #expect(
      text == #"{"metadata":{"author":"A","inner":{"schema":7,"tags":["b"]}}}"#)
  }

  @Test(arguments: StoredFormat.allCases)
  func `a nested version is found where it was written`(format: StoredFormat) throws {
    let value = Nested(metadata: Metadata(author: "A", inner: .init(tags: ["b"])))

    let decoded = try format.decode(Nested.self, from: format.encode(value))

    #expect(decoded == value)
  }

  @Test(arguments: StoredFormat.allCases)
  func `reading a nested version leaves no field unread`(format: StoredFormat) throws {
    var report = MigrationReport()
    let document = try format.encode(Nested(metadata: Metadata(author: "A")))

    _ = try format.decode(Nested.self, from: document, report: &report)

    #expect(report.unknownFieldsDropped == [])
  }

  struct Bare: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("metadata", "schema")
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  @Test func `writing a nested version creates missing objects`() throws {
    let text = try json(Bare(title: "A"))

    #expect(text == #"{"metadata":{"schema":2},"title":"A"}"#)
    #expect(try migrated(Bare.self, text) == Bare(title: "A"))
  }

  struct OpenMetadata: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("metadata", "schema")
    typealias PreviousVersion = NothingOlder
    var metadata: [String: Int]
  }

  @Test func `writing a nested version adds to a dictionary`() throws {
    let text = try json(OpenMetadata(metadata: ["pages": 3]))

    #expect(text == #"{"metadata":{"pages":3,"schema":2}}"#)
  }

  struct OptionalMetadata: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("metadata", "schema")
    typealias PreviousVersion = NothingOlder
    var metadata: Metadata?
  }

  @Test func `writing a nested version creates the object of a nil optional`() throws {
    let text = try json(OptionalMetadata(metadata: nil))

    #expect(text == #"{"metadata":{"schema":2}}"#)
  }

  struct NullMetadata: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("metadata", "schema")
    typealias PreviousVersion = NothingOlder
    var metadata: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(metadata, forKey: .metadata)
    }
  }

  @Test func `a version with a scalar in its path is an error, not overwritten`() throws {
    let error = try migrationError { try json(NullMetadata(metadata: "mine")) }

    #expect(error.reason == .noPlaceForVersion(2))
  }

  struct OddOrder: VersionedCodable, Equatable {
    static let version = 3
    static let versionLocation = VersionLocation.path("metadata", "schema")
    typealias PreviousVersion = NothingOlder
    var first: Metadata
    var metadata: Metadata
    var last: Metadata
  }

  @Test func `writing a nested version finds its object among others`() throws {
    let metadata = Metadata(author: "A")
    let value = OddOrder(first: metadata, metadata: metadata, last: metadata)

    let text = try json(value)

    #expect(
      text == """
        {"first":{"author":"A","inner":{"tags":[]}},"last":{"author":"A","inner":{"tags":[]}},\
        "metadata":{"author":"A","inner":{"tags":[]},"schema":3}}
        """)
  }

  // MARK: - Moved

  struct MovedV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct MovedV2: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("metadata", "schema")
    var title: String
    init(from old: MovedV1) throws { title = old.title + " 1→2" }
  }

  struct Moved: VersionedCodable, Equatable {
    static let version = "three"
    static let versionLocation = VersionLocation.key("$schema")
    var title: String
    init(from old: MovedV2) throws { title = old.title + " 2→3" }
  }

  @Test(
    arguments: [
      (#"{"version": 1, "title": "A"}"#, "A 1→2 2→3"),
      (#"{"metadata": {"schema": 2}, "title": "A"}"#, "A 2→3"),
      (#"{"$schema": "three", "title": "A"}"#, "A"),
    ], StoredFormat.allCases)
  func `the version's location can change from version to version`(
    document: (text: String, title: String), format: StoredFormat
  ) throws {
    let value = try format.decode(Moved.self, from: format.document(document.text))

    #expect(value.title == document.title)
  }

  @Test func `other data at the location of another version does no harm`() throws {
    let value = try migrated(
      Moved.self, #"{"$schema": "https://example.org", "version": 1, "title": "A"}"#)

    #expect(value.title == "A 1→2 2→3")
  }

  struct NewPlace: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.key("schema")
    var title: String
    init(from old: MovedV1) throws { title = old.title }
  }

  @Test func `newer data is rejected even if an old location has a version`() throws {
    let error = try migrationError {
      try migrated(NewPlace.self, #"{"schema": 3, "version": 1, "title": "A"}"#)
    }

    #expect(error.reason == .newerVersion(found: 3, newest: 2))
  }

  @Test func `a known version at the location of another is not called unknown`() throws {
    let error = try migrationError { try migrated(Moved.self, #"{"version": 2, "title": "A"}"#) }

    #expect(error.reason == .unknownVersion(found: 2))
    #expect(error.description.contains("but that version was expected under 'metadata.schema'."))
  }

  struct DeepPlace: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("version", "schema")
    var title: String
    init(from old: MovedV1) throws { title = old.title + " 1→2" }
  }

  @Test(arguments: [
    (#"{"version": 1, "title": "A"}"#, "A 1→2"),
    (#"{"version": {"schema": 2}, "title": "A"}"#, "A"),
  ])
  func `a version can move into an object under its old key`(
    text: String, title: String
  ) throws {
    let value = try migrated(DeepPlace.self, text)

    #expect(value.title == title)
  }

  @Test(arguments: [
    #"{"metadata": "text", "title": "A"}"#, #"{"metadata": [1], "title": "A"}"#,
    #"{"metadata": null, "title": "A"}"#, #"{"metadata": {}, "title": "A"}"#, "[]", "1", "null",
  ])
  func `a path that leads nowhere has no version`(text: String) throws {
    let error = try migrationError { try migrated(Bare.self, text) }

    #expect(error.reason == .missingVersion)
  }

  // MARK: - External

  struct ExternalV1: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.external
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct External: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.external
    var name: String
    init(from old: ExternalV1) throws { name = old.title }
  }

  @Test func `an external version is given by the caller`() throws {
    let data = Data(#"{"title": "A"}"#.utf8)

    let value = try JSONDecoder().decode(versioned: External.self, version: 1, from: data)

    #expect(value.name == "A")
  }

  @Test func `an external version can be of any version type`() throws {
    let data = Data(#"{"title": "A"}"#.utf8)

    let value = try JSONDecoder().decode(
      versioned: External.self, version: AnyVersion.integer(1), from: data)

    #expect(value.name == "A")
  }

  @Test func `an external version is not written`() throws {
    let text = try json(try External(from: ExternalV1(title: "A")))

    #expect(text == #"{"name":"A"}"#)
  }

  @Test func `a version given by the caller overrides the one in the data`() throws {
    let data = Data(#"{"version": 7, "title": "A"}"#.utf8)

    let value = try JSONDecoder().decode(versioned: MovedV1.self, version: 1, from: data)

    #expect(value.title == "A")
  }

  @Test func `a version given by the caller for a property list`() throws {
    let data = try StoredFormat.xml.document(#"{"title": "A"}"#)
    var report = MigrationReport()

    let value = try PropertyListDecoder().decode(
      versioned: External.self, version: 1, from: data, report: &report)

    #expect(value.name == "A")
    #expect(report.versionFound == 1)
  }

  @Test(arguments: [
    (AnyVersion.integer(3), MigrationError.Reason.newerVersion(found: 3, newest: 2)),
    (.integer(0), .olderVersion(found: 0, oldest: 1)),
    (.string("1"), .malformedVersion(found: "a string")),
    (.unversioned, .missingVersion),
  ])
  func `a version given by the caller is checked like one in the data`(
    version: AnyVersion, reason: MigrationError.Reason
  ) throws {
    let data = Data(#"{"title": "A"}"#.utf8)

    let error = try migrationError {
      try JSONDecoder().decode(versioned: External.self, version: version, from: data)
    }

    #expect(error.reason == reason)
  }

  struct BeforeExternal: VersionedCodable, Equatable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct ExternalSince1: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.external
    var title: String
    init(from old: BeforeExternal) throws { title = old.text }
  }

  @Test func `a caller can pass nil for no version`() throws {
    let data = Data(#"{"text": "A"}"#.utf8)
    let version: Int? = nil

    let value = try JSONDecoder().decode(
      versioned: ExternalSince1.self, version: version, from: data)

    #expect(value.title == "A")
  }

  // MARK: - Stored versions

  struct SelfStoredV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var version = 1
    var title: String
  }

  struct SelfStored: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    typealias PreviousVersion = SelfStoredV1
    var version = 2
    var title = ""
  }

  @Test func `a type can store its version itself under the same key`() throws {
    let text = try json(SelfStored(title: "A"))

    #expect(text == #"{"title":"A","version":2}"#)
    #expect(try migrated(SelfStored.self, text) == SelfStored(title: "A"))
  }

  @Test(arguments: StoredFormat.allCases)
  func `a stored version that is not the type's is not overwritten`(format: StoredFormat) throws {
    let error = try migrationError { try format.encode(SelfStored(version: 1, title: "A")) }

    #expect(error.reason == .noPlaceForVersion(2))
  }

  struct StoredReadability: VersionedCodable {
    static let version = 3
    static let readableSince: Int? = 2
    typealias PreviousVersion = NothingOlder
    var readableSince: Int
  }

  @Test func `a stored readableSince is not overwritten either`() throws {
    let error = try migrationError { try json(StoredReadability(readableSince: 1)) }

    #expect(error.reason == .noPlaceForVersion(2))
    #expect(try json(StoredReadability(readableSince: 2)) == #"{"readableSince":2,"version":3}"#)
  }

  @Test func `a stored version is updated when it is carried over`() throws {
    let value = try migrated(SelfStored.self, #"{"version": 1, "title": "A"}"#)

    #expect(value == SelfStored(version: 2, title: "A"))
  }

  struct OwnMeaning: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var version: String
  }

  @Test func `a property of another kind under the version's key is not overwritten`() throws {
    let error = try migrationError { try json(OwnMeaning(version: "0.9 of the author's")) }

    #expect(error.reason == .noPlaceForVersion(1))
  }
}
