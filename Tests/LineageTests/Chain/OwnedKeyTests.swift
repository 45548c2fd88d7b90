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

  /// The version is in an object whose keys are data.
  struct Place<Metadata: Codable & Equatable>: VersionedCodable, Equatable {
    static var version: Int { 1 }
    static var versionLocation: VersionLocation { .path("metadata", "schema") }
    typealias PreviousVersion = NothingOlder
    var metadata: Metadata
  }

  typealias DictionaryPlace = Place<[String: String]>
  typealias ValuePlace = Place<DocumentValue>

  /// Types for documents without a version, of which newer ones have it in an object whose keys are data.
  struct Collecting: VersionedCodable {
    static let version: Int? = nil
    static let versionLocation = VersionLocation.path("metadata", "schema")
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields = UnknownFields()
  }

  struct DeclaringPlace<Metadata: Codable>: VersionedCodable {
    static var version: Int? { nil }
    static var versionLocation: VersionLocation { .path("metadata", "schema") }
    typealias PreviousVersion = NothingOlder
    var title: String
    var metadata: Metadata
  }

  struct Elements: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var notes: [Collecting]
  }

  @Test(arguments: StoredFormat.allCases)
  func `a version beside other members isn't taken for data`(format: StoredFormat) throws {
    let newer = #"{"title":"a","metadata":{"schema":7,"author":"x"}}"#
    func check<Value: VersionedCodable>(_ type: Value.Type, _ text: String = newer) throws {
      let data = try format.document(text)
      #expect(throws: MigrationError.self, "\(type)") { try format.decode(type, from: data) }
      var report = MigrationReport()
      #expect(throws: MigrationError.self, "\(type)") {
        try format.decode(type, from: data, report: &report)
      }
    }
    try check(Collecting.self)
    try check(DeclaringPlace<DocumentObject>.self)
    try check(DeclaringPlace<DocumentValue>.self)
    try check(DeclaringPlace<[String: DocumentValue]>.self)
    try check(Elements.self, #"{"notes":[\#(newer)],"version":1}"#)
    #expect(
      try JSONDecoder().version(of: Collecting.self, in: Data(newer.utf8)) == .integer(7))

    // What isn't a version is data.
    let old = #"{"title":"a","metadata":{"schema":[7],"author":"x"}}"#
    let value = try JSONDecoder().decode(versioned: Collecting.self, from: Data(old.utf8))
    #expect(value.unknownFields.fields["metadata"]?["schema"] == [7])
  }

  struct Readable: VersionedCodable {
    static let version = 2
    static let versionLocation = VersionLocation.path("metadata", "schema")
    static let newerVersions = NewerVersionPolicy.ifReadable
    typealias PreviousVersion = NothingOlder
    var metadata: DocumentObject
  }

  @Test func `what a value of any shape loses to the library is in the report`() throws {
    let text = #"{"metadata":{"schema":2,"readableSince":1,"x":1}}"#
    var report = MigrationReport()
    let value = try JSONDecoder().decode(
      versioned: Readable.self, from: Data(text.utf8), report: &report)

    #expect(value.metadata == ["x": 1])
    #expect(report.unknownFieldsDropped == ["metadata.readableSince"])
  }

  struct Unversioned: VersionedCodable, Equatable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields = UnknownFields()
  }

  struct VersionedElsewhere: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.key("schema")
    typealias PreviousVersion = Unversioned
    var title: String
    var unknownFields = UnknownFields()

    init(from old: Unversioned) throws { try self.init(carryingOver: old) }
  }

  @Test(arguments: ["7", "\"x\""])
  func `a type without a version keeps a field called version from other decoders`(
    stray: String
  ) throws {
    let text = "(title: \"a\" version: \(stray))"
    let path = "(title: \"a\" metadata: (schema: \(stray) author: \"x\"))"

    let value = try ForeignTextDecoder().decode(versioned: Stray.self, from: text)
    let nested = try ForeignTextDecoder().decode(versioned: StrayPath.self, from: path)

    #expect(value.version == (stray == "7" ? "7" : "x"))
    #expect(try ForeignTextDecoder().version(of: Stray.self, in: text) == nil)
    #expect(try ForeignTextDecoder().version(of: Collecting.self, in: path) != nil)
    #expect(nested.metadata.schema == value.version)
    #expect(throws: MigrationError.self) {
      try ForeignTextDecoder().decode(versioned: Collecting.self, from: path)
    }
  }

  /// Has a field in the place of a version that later types have.
  struct Stray: VersionedCodable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var title: String
    var version: String

    enum CodingKeys: CodingKey { case title, version }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      version = try container.decode(Text.self, forKey: .version).value
    }
  }

  struct StrayPath: VersionedCodable {
    static let version: Int? = nil
    static let versionLocation = VersionLocation.path("metadata", "schema")
    typealias PreviousVersion = NothingOlder
    var title: String
    var metadata: Metadata

    struct Metadata: Codable {
      var schema: String

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        schema = try container.decode(Text.self, forKey: .schema).value
      }
    }
  }

  /// A number or a string.
  struct Text: Codable {
    var value: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let number = try? container.decode(Int.self)
      value = try number.map(String.init) ?? container.decode(String.self)
    }
  }

  @Test(arguments: StoredFormat.allCases, [#"{"major":1}"#, "[1,2]", "1.5", "true"])
  func `a type without a version keeps a field that is called version`(
    format: StoredFormat, stray: String
  ) throws {
    let document = try format.document(#"{"title":"a","version":\#(stray)}"#)

    let read = try format.decode(Unversioned.self, from: document)
    let again = try format.decode(Unversioned.self, from: format.encode(read))
    let newer = try format.decode(VersionedElsewhere.self, from: document)
    let newerAgain = try format.decode(VersionedElsewhere.self, from: format.encode(newer))

    #expect(read.unknownFields["version"] != nil)
    #expect(again == read)
    #expect(newer.unknownFields["version"] == read.unknownFields["version"])
    #expect(newerAgain == newer)
  }

  struct UnversionedPath: VersionedCodable, Equatable {
    static let version: Int? = nil
    static let versionLocation = VersionLocation.path("metadata", "version")
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
    var metadata: Metadata

    struct Metadata: Codable, Equatable {
      var unknownFields = UnknownFields()
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a type without a version keeps a nested field that is called version`(
    format: StoredFormat
  ) throws {
    let document = try format.document(#"{"metadata":{"version":{"major":1}}}"#)

    let read = try format.decode(UnversionedPath.self, from: document)
    let again = try format.decode(UnversionedPath.self, from: format.encode(read))

    #expect(read.metadata.unknownFields["version"] != nil)
    #expect(again == read)
  }

  struct CamelCasePlace: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("metaData", "version")
    typealias PreviousVersion = Unversioned
    var title = "new"
    var unknownFields = UnknownFields()

    init() {}
    init(from old: Unversioned) throws { title = old.title }
  }

  @Test func `a version goes into the object that the document has for it`() throws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    encoder.keyEncodingStrategy = .convertToSnakeCase
    for document in [
      #"{"metaData":{"version":2,"by":1}}"#, #"{"meta_data":{"version":2,"by":1}}"#,
    ] {
      let read = try decoder.decode(versioned: CamelCasePlace.self, from: Data(document.utf8))
      let saved = try encoder.encode(versioned: read)

      #expect(read.title == "new")
      #expect(try decoder.decode(versioned: CamelCasePlace.self, from: saved) == read)
      #expect(try encoder.encode(versioned: read) == saved)
    }
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
    let decoder = JSONDecoder.inSnakeCase
    let encoder = JSONEncoder.inSnakeCase()
    let value = SnakePlace(title: "a")

    let read = try decoder.decode(
      versioned: SnakePlace.self, from: encoder.encode(versioned: value))

    #expect(read == value)
  }

  /// Has defaults, and its version in an object that it doesn't declare.
  struct FilledPlace: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "version")
    typealias PreviousVersion = NothingOlder
    var firstLine = ""
    @Lenient var lastLine: String? = "end"
    var pageSize = Size()
    var coverSize: Size? = Size()

    struct Size: DefaultFillable, Equatable {
      var fullWidth = 80
    }
  }

  @Test func `fields of elements with a version at a path are filled with snake_case strategies`()
    throws
  {
    let decoder = JSONDecoder.inSnakeCase
    let element = #"{"meta":{"version":1},"first_line":"a"}"#
    let elements = Array(repeating: element, count: 100).joined(separator: ",")

    let read = try decoder.decode(versioned: [FilledPlace].self, from: Data("[\(elements)]".utf8))

    #expect(read == Array(repeating: FilledPlace(firstLine: "a"), count: 100))
  }

  struct UndeclaredPlace: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "version")
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields = UnknownFields()
  }

  @Test(arguments: ["5", #"{"version":2}"#, #"{"by":"ada"}"#])
  func `the first of two equal keys wins if it only contains the version`(second: String) throws {
    let json = #"{"meta":{"version":1},"meta":\#(second),"title":"a"}"#

    let read = try Future.read(UndeclaredPlace.self, json)

    #expect(read == UndeclaredPlace(title: "a"))
    #expect(try Future.write(read) == #"{"meta":{"version":1},"title":"a"}"#)
  }

  // MARK: - Plain coders with key strategies

  struct OldSnake: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.key("schema_version")
    typealias PreviousVersion = NothingOlder
    var firstLine: String
    var unknownFields = UnknownFields()
  }

  struct Snake: VersionedCodable, DefaultFillable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.key("schema_version")
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = OldSnake
    var firstLine = ""
    var lastLine: String? = "end"
    var unknownFields = UnknownFields()
  }

  /// Has a field between the version's object and the version.
  struct SnakePath: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta_data", "schema_version")
    typealias PreviousVersion = NothingOlder
    var metaData: Metadata?
    var unknownFields = UnknownFields()

    struct Metadata: Codable, Equatable {
      var madeBy: String?
      var unknownFields = UnknownFields()
    }
  }

  struct SnakeKeyPlace<Metadata: Codable & Equatable>: VersionedCodable, Equatable {
    static var version: Int { 1 }
    static var versionLocation: VersionLocation { .path("meta", "schema_version") }
    typealias PreviousVersion = NothingOlder
    var meta: Metadata
  }

  typealias SnakeDictionary = SnakeKeyPlace<[String: String]>
  typealias SnakeValue = SnakeKeyPlace<DocumentValue>

  struct CamelDictionary: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("metaData", "schemaVersion")
    typealias PreviousVersion = NothingOlder
    var metaData: [String: DocumentValue]
  }

  struct BeforeVersions: VersionedCodable, DefaultFillable, Equatable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var firstLine = ""
    var unknownFields = UnknownFields()
  }

  struct SinceVersions: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.key("schema_version")
    typealias PreviousVersion = BeforeVersions
    var firstLine = ""
    var unknownFields = UnknownFields()
  }

  /// The version is three keys deep, in a value of any shape.
  struct CamelValue: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("metaData", "innerPart", "schemaVersion")
    typealias PreviousVersion = NothingOlder
    var metaData: DocumentValue
  }

  /// Has fields in both objects around the version.
  struct SnakeDeepPath: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta_data", "inner_part", "version")
    typealias PreviousVersion = NothingOlder
    var metaData: Metadata

    struct Metadata: Codable, Equatable {
      var madeBy: String
      var innerPart: [String: String]?
      var unknownFields = UnknownFields()
    }
  }

  struct SnakePathDictionary: VersionedCodable, Equatable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta_data", "schema_version")
    typealias PreviousVersion = NothingOlder
    var metaData: [String: String]
  }

  struct Document: Sendable, CustomTestStringConvertible {
    let type: any (VersionedCodable & Equatable).Type
    let json: String
    /// Why it can't be decoded; nil if it can.
    var reason: MigrationError.Reason?
    var testDescription: String { "\(type) \(json)" }
  }

  static let snakeDocuments = [
    Document(type: Snake.self, json: #"{"schema_version":2,"first_line":"a","last_line":null}"#),
    Document(type: Snake.self, json: #"{"schema_version":2,"first_line":"a","x_y":{"z_z":[1]}}"#),
    Document(type: Snake.self, json: #"{"schema_version":1,"first_line":"a","x_y":1}"#),
    Document(type: Snake.self, json: #"{"schema_version":3,"first_line":"a","x_y":1}"#),
    Document(type: Snake.self, json: #"{"schemaVersion":1,"first_line":"a"}"#),
    Document(type: Snake.self, json: #"{"schemaVersion":3,"firstLine":"a"}"#),
    Document(
      type: Snake.self, json: #"{"schema_version":0,"first_line":"a"}"#,
      reason: .olderVersion(found: 0, oldest: 1)),
    Document(type: Snake.self, json: #"{"first_line":"a"}"#, reason: .missingVersion),
    Document(type: SnakePlace.self, json: #"{"schema_version":1,"title":"a"}"#),
    Document(type: SnakePath.self, json: #"{"meta_data":{"schema_version":1}}"#),
    Document(type: SnakePath.self, json: #"{"meta_data":{"schema_version":1,"made_by":"a"}}"#),
    Document(type: SnakePath.self, json: #"{"meta_data":{"schema_version":1,"x_y":{"z_z":1}}}"#),
    Document(type: SnakePath.self, json: #"{"metaData":{"schemaVersion":1,"madeBy":"a"}}"#),
    Document(type: SnakePath.self, json: #"{"metaData":{"schema_version":1,"x_y":1}}"#),
    Document(
      type: SnakeDeepPath.self, json: #"{"meta_data":{"made_by":"a","inner_part":{"version":1}}}"#),
    Document(
      type: SnakeDeepPath.self,
      json: #"{"meta_data":{"made_by":"a","inner_part":{"version":1,"a_b":"c"}}}"#),
    Document(
      type: SnakePathDictionary.self, json: #"{"meta_data":{"schema_version":1,"made_by":"a"}}"#),
    Document(
      type: SnakePathDictionary.self, json: #"{"metaData":{"schemaVersion":1,"made_by":"a"}}"#),
    Document(
      type: DictionaryPlace.self,
      json: #"{"metadata":{"schema":1,"first_key":"a","secondKey":"b","_c":"d"}}"#),
    Document(type: DictionaryPlace.self, json: #"{"metadata":{"schema":1,"key":"a"}}"#),
    Document(
      type: DictionaryPlace.self, json: #"{"metadata":{"schema":1,"first_key":5}}"#,
      reason: .undecodable(version: 1)),
    Document(type: ValuePlace.self, json: #"{"metadata":{"schema":1,"first_key":{"a_b":5}}}"#),
    Document(
      type: SnakeDictionary.self, json: #"{"meta":{"schema_version":1,"first_key":"a","key":"b"}}"#),
    Document(type: SnakeDictionary.self, json: #"{"meta":{"schemaVersion":1,"key":"b"}}"#),
    Document(type: SnakeDictionary.self, json: #"{"meta":{"schemaVersion":1,"first_key":"b"}}"#),
    Document(
      type: CamelDictionary.self, json: #"{"meta_data":{"schema_version":1,"first_key":["a"]}}"#),
    Document(type: CamelDictionary.self, json: #"{"meta_data":{"schemaVersion":1,"firstKey":1}}"#),
    Document(type: SnakeValue.self, json: #"{"meta":{"schema_version":1,"first_key":{"a_b":5}}}"#),
    Document(type: SnakeValue.self, json: #"{"meta":{"schemaVersion":1,"firstKey":{"a_b":5}}}"#),
    Document(
      type: CamelValue.self,
      json: #"{"meta_data":{"inner_part":{"schema_version":1},"first_key":{"a_b":5}}}"#),
    Document(type: SinceVersions.self, json: #"{"schema_version":1,"first_line":"a","x_y":1}"#),
    Document(type: SinceVersions.self, json: #"{"schemaVersion":1,"first_line":"a","x_y":1}"#),
    Document(type: SinceVersions.self, json: #"{"schemaVersion":1,"firstLine":"a"}"#),
    Document(type: SinceVersions.self, json: #"{"first_line":"a","x_y":1}"#),
    Document(
      type: SinceVersions.self, json: #"{"schema_version":2,"first_line":"a"}"#,
      reason: .newerVersion(found: 2, newest: 1)),
    Document(
      type: SinceVersions.self, json: #"{"schemaVersion":2,"firstLine":"a"}"#,
      reason: .newerVersion(found: 2, newest: 1)),
    Document(type: BeforeVersions.self, json: #"{"schema_version":2,"first_line":"a"}"#),
  ]

  @Test(arguments: snakeDocuments)
  func `plain coders with snake_case strategies code a document as Lineage's do`(
    document: Document
  ) throws {
    func check<Value: VersionedCodable & Equatable>(_ type: Value.Type) throws {
      let decoder = JSONDecoder.inSnakeCase
      let encoder = JSONEncoder.inSnakeCase()
      let data = Data(document.json.utf8)
      if let reason = document.reason {
        let own = #expect(throws: MigrationError.self) {
          try decoder.decode(versioned: type, from: data)
        }
        let plain = #expect(throws: MigrationError.self) {
          try decoder.decode(Versioned<Value>.self, from: data)
        }
        #expect([own?.reason, plain?.reason] == [reason, reason])
        return
      }
      let value = try decoder.decode(versioned: type, from: data)

      let plain = try decoder.decode(Versioned<Value>.self, from: data)
      #expect(plain.wrappedValue == value)

      for written in try [encoder.encode(plain), encoder.encode(versioned: value)] {
        #expect(try decoder.decode(versioned: type, from: written) == value)
        #expect(try decoder.decode(Versioned<Value>.self, from: written).wrappedValue == value)
      }
    }

    try check(document.type)
  }

  @Test func `a plain encoder writes a version into the object that is called the same`() throws {
    let encoder = JSONEncoder()
    let value = SnakePath(metaData: .init(madeBy: "a"))
    func written() throws -> DocumentValue {
      let data = try encoder.encode(Versioned(value))
      return try VersionedJSONDecoder().decode(DocumentValue.self, from: data)
    }

    #expect(try written() == ["metaData": ["madeBy": "a"], "meta_data": ["schema_version": 1]])
    encoder.keyEncodingStrategy = .convertToSnakeCase
    #expect(try written() == ["meta_data": ["made_by": "a", "schema_version": 1]])
  }

  /// Has its version in an object whose keys are data, which a strategy doesn't convert.
  struct Shelf<Books: Codable & Equatable & Sendable>: VersionedCodable, Equatable {
    static var version: Int { 2 }
    static var versionLocation: VersionLocation { .path("books", "docVersion") }
    typealias PreviousVersion = NothingOlder
    var books: Books
  }

  enum Cover: OpenUnion {
    case plain(DocumentObject)
    case unknown(DocumentValue)

    static let tagKey = "coverKind"
    static let payloads: [UnionPayload<Cover>] = [
      UnionPayload("plain", plain) { if case .plain(let it) = $0 { it } else { nil } },
      .unknown(unknown) { if case .unknown(let it) = $0 { it } else { nil } },
    ]
  }

  /// Has its version in such an object, spelled as it is written.
  struct Rack: VersionedCodable, Equatable {
    static let version = 2
    static let versionLocation = VersionLocation.path("books", "doc_version")
    typealias PreviousVersion = NothingOlder
    var books: DocumentObject
  }

  /// Also has the oldest version that can read it there.
  struct Case: VersionedCodable, Equatable {
    static let version = 2
    static let readableSince = 1
    static let versionLocation = VersionLocation.path("books", "docVersion")
    typealias PreviousVersion = NothingOlder
    var books: DocumentObject
  }

  @Test(arguments: ["1", "2", "\"x\"", "[1]", "null"])
  func `data beside a version that is spelled in snake_case stays data`(data: String) throws {
    let text = #"{"books":{"a":1,"docVersion":\#(data),"doc_version":2}}"#

    let rack = try JSONDecoder.inSnakeCase.decode(versioned: Rack.self, from: Data(text.utf8))
    let saved = try JSONEncoder.inSnakeCase().encode(versioned: rack)

    #expect(rack.books.keys.contains("docVersion"))
    #expect(try JSONDecoder.inSnakeCase.decode(versioned: Rack.self, from: saved) == rack)
  }

  @Test func `data in the place of readableSince that isn't a version stays data`() throws {
    let text = #"{"books":{"a":1,"doc_version":2,"readableSince":[1]}}"#

    let value = try JSONDecoder.inSnakeCase.decode(versioned: Case.self, from: Data(text.utf8))
    let saved = try JSONEncoder.inSnakeCase().encode(versioned: value)

    #expect(value.books["readableSince"] == [1])
    #expect(try JSONDecoder.inSnakeCase.decode(versioned: Case.self, from: saved) == value)
  }

  @Test func `a version in snake_case isn't written beside data that is read as the version`()
    throws
  {
    let encoder = JSONEncoder.inSnakeCase(.sortedKeys)
    func encode(_ value: some VersionedCodable) throws -> String {
      String(decoding: try encoder.encode(versioned: value), as: UTF8.self)
    }
    for books: DocumentObject in [
      ["docVersion": 1], ["doc_version": 1], ["docVersion": "x"], ["doc_Version": 1],
      ["doc__version": 1], ["DOC_VERSION": 1], ["Doc_version": 1],
    ] {
      let error = #expect(throws: MigrationError.self) { try encode(Shelf(books: books)) }
      #expect(error?.reason == .noPlaceForVersion(2))
      #expect(throws: MigrationError.self) { try encode(Shelf(books: DocumentValue.object(books))) }
    }
    #expect(throws: MigrationError.self) {
      try encode(Shelf(books: ["docVersion": 1] as [String: Int]))
    }
    #expect(throws: MigrationError.self) { try encode(Shelf(books: ["a": 1, "docVersion": 1])) }
    // The data is the version that would be written.
    #expect(try encode(Shelf(books: ["docVersion": 2])) == #"{"books":{"docVersion":2}}"#)
    #expect(throws: EncodingError.self) {
      try encoder.encode(unversioned: [Cover.plain(["coverKind": "x"])])
    }
  }

  @Test func `a version in snake_case is not an unknown field of the object around it`() throws {
    let data = Data(#"{"meta_data":{"schema_version":1,"made_by":"a","x_y":1}}"#.utf8)
    let decoder = Future.decoder(snakeCase: true)

    let value = try decoder.decode(versioned: SnakePath.self, from: data)

    #expect(value.metaData == .init(madeBy: "a", unknownFields: ["xY": 1]))
    #expect(try decoder.decode(Versioned<SnakePath>.self, from: data).wrappedValue == value)
    #expect(
      try Future.write(value, snakeCase: true)
        == #"{"meta_data":{"made_by":"a","schema_version":1,"x_y":1}}"#)
  }

  @Test func `a key in camelCase is no version in snake_case without a strategy`() throws {
    let data = Data(#"{"schemaVersion":1,"firstLine":"a"}"#.utf8)

    let error = try #require(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Snake.self, from: data)
    }

    #expect(error.reason == .missingVersion)
  }

  struct Plain: VersionedCodable {
    static let version = 2
    static let readableSince = 1
    typealias PreviousVersion = NothingOlder
  }

  struct InObject: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "v")
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields = UnknownFields()
  }

  struct Declaring: VersionedCodable {
    static let version = 2
    static let readableSince: Int? = 1
    typealias PreviousVersion = Titled
    var title: String
    var unknownFields = UnknownFields()

    init(from old: Titled) throws { try self.init(carryingOver: old) }
  }

  struct Titled: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields = UnknownFields()
  }

  struct DeclaringInObject: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "v")
    static let readableSince: Int? = 1
    typealias PreviousVersion = NothingOlder
    var title: String
    var unknownFields = UnknownFields()
  }

  struct DeclaringOnly: VersionedCodable {
    static let version = 1
    static let readableSince: Int? = 1
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  private func rewritten<Value: VersionedCodable>(
    _ type: Value.Type, _ document: String, _ format: StoredFormat
  ) throws -> (document: DocumentValue, report: MigrationReport) {
    var report = MigrationReport()
    let value = try format.decode(type, from: format.document(document), report: &report)
    return (try format.decode(unversioned: DocumentValue.self, from: format.encode(value)), report)
  }

  @Test(arguments: StoredFormat.allCases, [#"{"x":7}"#, "[7]", "true", "1.5"])
  func `a readableSince that isn't a version is preserved, or reported as dropped`(
    format: StoredFormat, stray: String
  ) throws {
    let member = #""readableSince":\#(stray)"#
    let inObject = #"{"title":"a","meta":{"v":1,\#(member)}}"#

    let kept = try rewritten(InObject.self, inObject, format)
    let replacedInObject = try rewritten(DeclaringInObject.self, inObject, format)
    let replaced = [
      try rewritten(Declaring.self, #"{"title":"a","version":1,\#(member)}"#, format),
      try rewritten(Declaring.self, #"{"title":"a","version":2,\#(member)}"#, format),
      try rewritten(DeclaringOnly.self, #"{"title":"a","version":1,\#(member)}"#, format),
    ]

    #expect(kept.document["meta"]?["readableSince"] != nil)
    #expect(kept.report.unknownFieldsKept == ["meta"])
    #expect(replacedInObject.document["meta"]?["readableSince"]?.number?.int == 1)
    #expect(replacedInObject.report.unknownFieldsDropped == ["meta.readableSince"])
    for replaced in replaced {
      #expect(replaced.document["readableSince"]?.number?.int == 1)
      #expect(replaced.report.unknownFieldsDropped == ["readableSince"])
      #expect(replaced.report.unknownFieldsKept == [])
    }
  }

  struct Grouped: VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.path("groups", "app", "version")
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var groups: [String: [String: DocumentValue]]
  }

  @Test(
    arguments: StoredFormat.allCases, [(#"{"x":7}"#, ["app", "mine"]), ("1", ["mine"])])
  func `an object of a dictionary that has a readableSince which isn't a version is an entry`(
    format: StoredFormat, readableSince: (text: String, entries: [String])
  ) throws {
    let document = try format.document(
      #"{"groups":{"app":{"version":1,"readableSince":\#(readableSince.text)},"mine":{"a":1}}}"#)

    let read = try format.decode(Grouped.self, from: document)
    let again = try format.decode(Grouped.self, from: format.encode(read))

    #expect(read.groups.keys.sorted() == readableSince.entries)
    #expect(read.groups["app"]?.keys.sorted() ?? ["readableSince"] == ["readableSince"])
    #expect(again.groups == read.groups)
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
