import Foundation
import Lineage
import Testing

/// Values whose unknown fields contain a declared field, without a step.
struct ShadowedWhenWrittenTests {
  struct Paint: Codable {
    var color = "white"
    var layers = 1.0
    var unknownFields = UnknownFields()
  }

  /// The unknown fields come first.
  struct Backwards: Codable {
    var unknownFields = UnknownFields()
    var color = "white"
  }

  struct Wall: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var paints: [Paint] = []
  }

  /// Catches what its paint throws.
  struct Careful: Codable {
    var paint = Paint()

    init(paint: Paint) { self.paint = paint }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("first", forKey: .paint)
      try? container.encode(Failing(paint: paint), forKey: .paint)
    }
  }

  /// Encodes its paint, and then throws.
  struct Failing: Encodable {
    struct Failure: Error {}
    var paint: Paint

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(paint)
      throw Failure()
    }
  }

  /// Its nil is written as null, because it isn't the default.
  struct Poster: VersionedCodable, DefaultFillable, Equatable {
    static let version = 3
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title: String? = "untitled"
    var size = 1
    var unknownFields = UnknownFields()
  }

  struct SparsePoster: VersionedCodable, DefaultFillable, Equatable {
    static let version = 3
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
    var title: String? = "untitled"
    var size = 1
  }

  struct Gallery: VersionedCodable {
    static let version = "2026"
    static let readableSince = "2025"
    static let versionLocation = VersionLocation.path("meta", "format")
    typealias PreviousVersion = NothingOlder
    var posters: [Poster] = []
    var unknownFields = UnknownFields()
  }

  static let text = """
    The unknown fields of Wall contain 'paints[0].color', which is also the key of another field or of \
    the version. Only one of the two values can be written. Remove it from the unknown fields: \
    unknownFields = unknownFields.removing(…).
    """

  @Test(arguments: ["JSON", "pretty JSON", "property list", "binary property list"])
  func `an unknown field that is declared with another value is an error`(format: String) throws {
    let wall = Wall(paints: [Paint(unknownFields: ["color": "red"])])

    let error = try #require(throws: MigrationError.self) { try encode(wall, as: format) }

    #expect(error.reason == .unknownFieldIsDeclared)
    #expect("\(error)".hasPrefix(Self.text))
  }

  @Test(arguments: StoredFormat.allCases)
  func `a declared field may have the name that a superclass's object has`(
    format: StoredFormat
  ) throws {
    struct Court: Codable {
      var `super` = "first"
      var unknownFields: UnknownFields = ["super": "second"]
    }

    let error = try #require(throws: MigrationError.self) {
      try format.encode(unversioned: Court())
    }

    #expect(error.reason == .unknownFieldIsDeclared)
    #expect(error.path == "super")
  }

  @Test func `an unknown field that is encoded before the declared one is an error`() throws {
    let value = Backwards(unknownFields: ["color": "red"])

    let error = try #require(throws: MigrationError.self) {
      try JSONEncoder().encode(unversioned: value)
    }

    #expect(error.path == "color")
  }

  @Test func `a VersionedJSONEncoder throws for a declared unknown field`() throws {
    let error = try migrationError {
      try VersionedJSONEncoder().encode([Paint(unknownFields: ["color": "red"])])
    }

    #expect(error.reason == .unknownFieldIsDeclared)
    #expect(error.path == "[0].color")
  }

  @Test(
    arguments: [
      ["color": "white"], ["layers": 1], ["layers": .number(DocumentNumber(1.0))],
    ] as [UnknownFields])
  func `an equal value is written once, regardless of how its number is written`(
    unknown: UnknownFields
  ) throws {
    let data = try JSONEncoder().encode(unversioned: Paint(unknownFields: unknown))

    #expect(String(decoding: data, as: UTF8.self) == #"{"color":"white","layers":1}"#)
  }

  /// A value that fails after it has written to the object around it.
  struct Outreaching: Encodable {
    enum CodingKeys: String, CodingKey { case first, color, unknownFields, part }

    struct Part: Encodable {
      struct Failure: Error {}
      let outer: KeyedEncodingContainer<CodingKeys>

      func encode(to encoder: any Encoder) throws {
        var outer = outer
        try outer.encode(["color": "red"] as UnknownFields, forKey: .unknownFields)
        try outer.encode("white", forKey: .color)
        throw Failure()
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(1, forKey: .first)
      try? container.encode(Part(outer: container), forKey: .part)
    }
  }

  @Test func `a field that was written to the object around a value that fails is shadowed`() throws
  {
    let error = try migrationError { try JSONEncoder().encode(unversioned: Outreaching()) }

    #expect(error.reason == .unknownFieldIsDeclared)
    #expect(error.path == "color")
  }

  struct Ticket<Number: Codable>: Codable {
    var number: Number
    var unknownFields: UnknownFields
  }

  /// Each pair is equal as doubles.
  @Test(arguments: [
    ("9007199254740993", false), ("9007199254740993.0", false), ("9007199254740992.0", true),
    ("9007199254740992e0", true), ("9007199254740992", true),
  ])
  func `integers are compared exactly`(literal: String, isSame: Bool) throws {
    let unknown = UnknownFields(number: literal)
    let small = Ticket(number: 9_007_199_254_740_992, unknownFields: unknown)
    let real = Ticket(number: 9_007_199_254_740_992.0, unknownFields: unknown)
    let inArray = Ticket(
      number: [[9_007_199_254_740_992]],
      unknownFields: ["number": [[try #require(unknown["number"])]]])

    for format in StoredFormat.allCases {
      #expect(((try? format.encode(unversioned: small)) != nil) == isSame)
      #expect(((try? format.encode(unversioned: inArray)) != nil) == isSame)
    }
    #expect(((try? JSONEncoder().encode(unversioned: real)) != nil) == isSame)
  }

  @Test(arguments: [UInt128.max, UInt128(Int128.max), 0])
  func `the largest integers are compared exactly too`(number: UInt128) throws {
    let other = number == 0 ? 1 : number - 1
    let same = Ticket(number: number, unknownFields: UnknownFields(number: "\(number)"))
    let different = Ticket(number: number, unknownFields: UnknownFields(number: "\(other)"))

    let written = try JSONEncoder().encode(unversioned: same)
    let error = try migrationError { try JSONEncoder().encode(unversioned: different) }

    #expect(String(decoding: written, as: UTF8.self) == #"{"number":\#(number)}"#)
    #expect(error.path == "number")
  }

  @Test func `a field that was not written shadows nothing`() throws {
    let careful = Careful(paint: Paint(unknownFields: ["color": "red"]))

    let data = try JSONEncoder().encode(unversioned: careful)

    #expect(String(decoding: data, as: UTF8.self) == #"{"paint":"first"}"#)
  }

  @Test func `an error leaves nothing for the next document`() throws {
    let encoder = JSONEncoder()
    let expected = Data(#"{"color":"white","layers":1}"#.utf8)
    for _ in 0..<3 {
      _ = try migrationError {
        try encoder.encode(unversioned: Paint(unknownFields: ["color": "red"]))
      }
      #expect(try encoder.encode(unversioned: Paint()) == expected)
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `an unknown field in the place of a nil that is written is an error`(
    format: StoredFormat
  ) throws {
    func path(_ value: some VersionedCodable) throws -> FieldPath? {
      let error = try #require(throws: MigrationError.self) { try format.encode(value) }
      #expect(error.reason == .unknownFieldIsDeclared)
      return error.path
    }

    #expect(try path(Poster(title: nil, unknownFields: ["title": 9])) == "title")
    #expect(try path(SparsePoster(unknownFields: ["title": "a"], title: nil)) == "title")
    #expect(
      try path(Gallery(posters: [Poster(), Poster(title: nil, unknownFields: ["title": [:]])]))
        == "posters[1].title")
  }

  struct Sign: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String?
    var unknownFields = UnknownFields()
  }

  struct FilledSign: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
    var text: String?
  }

  struct SparseSign: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var text: String?
    var unknownFields = UnknownFields()
  }

  struct Street: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var signs: [SparseSign]
  }

  @Test(arguments: StoredFormat.allCases, ["a", 9, [:]] as [DocumentValue])
  func `an unknown field in the place of a nil that is omitted is an error`(
    format: StoredFormat, value: DocumentValue
  ) throws {
    func path(_ value: some VersionedCodable) throws -> FieldPath? {
      let error = try #require(throws: MigrationError.self) { try format.encode(value) }
      #expect(error.reason == .unknownFieldIsDeclared)
      return error.path
    }

    #expect(try path(Sign(unknownFields: ["text": value])) == "text")
    #expect(try path(FilledSign(unknownFields: ["text": value])) == "text")
    #expect(try path(SparseSign(unknownFields: ["text": value])) == "text")
    #expect(
      try path(Street(signs: [SparseSign(), SparseSign(unknownFields: ["text": value])]))
        == "signs[1].text")
  }

  @Test(arguments: ["firstLine", "first_line"])
  func `an unknown field that a key strategy makes a declared one is an error`(
    name: String
  ) throws {
    struct Label: Codable {
      var firstLine: String?
      var unknownFields = UnknownFields()
    }
    var label = Label()
    label.unknownFields[name] = "a"

    let error = try #require(throws: MigrationError.self) {
      try Future.encoder(snakeCase: true).encode(unversioned: label)
    }

    #expect(error.reason == .unknownFieldIsDeclared)
  }

  @Test(arguments: StoredFormat.allCases)
  func `an unknown field may have the name of the property for unknown fields, or be null`(
    format: StoredFormat
  ) throws {
    for unknown: UnknownFields in [["unknownFields": 1], ["text": .null]] {
      let read = try format.decode(Sign.self, from: format.encode(Sign(unknownFields: unknown)))

      #expect(read == Sign(unknownFields: unknown.removing("text")))
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `a null in the place of a nil is written once`(format: StoredFormat) throws {
    let value = Poster(title: nil, unknownFields: ["title": .null])

    let read = try format.decode(Poster.self, from: format.encode(value))

    #expect(read == Poster(title: nil))
  }

  @Test func `a key strategy makes no difference to a nil that is written`() throws {
    struct Label: DefaultFillable {
      var firstLine: String? = "a"
      var unknownFields = UnknownFields()
    }
    let label = Label(firstLine: nil, unknownFields: ["firstLine": "b"])

    for snakeCase in [false, true] {
      let error = try #require(throws: MigrationError.self) {
        try Future.encoder(snakeCase: snakeCase).encode(unversioned: label)
      }
      #expect(error.reason == .unknownFieldIsDeclared)
    }
  }

  struct Declaring: VersionedCodable, Equatable {
    static let version = 2
    static let readableSince: Int? = 2
    typealias PreviousVersion = NothingOlder
    var size = 1
    var unknownFields = UnknownFields()
  }

  @Test(arguments: ["readableSince", "readable_since"])
  func `a readableSince that is no version is replaced in snake_case too`(key: String) throws {
    let document = #"{"size":7,"version":2,"\#(key)":[1]}"#

    #expect(
      try Future.saved(document, by: Declaring.self, snakeCase: true)
        == #"{"readable_since":2,"size":7,"version":2}"#)
  }

  @Test(arguments: StoredFormat.allCases, ["[1]", "{}", "1.5", "true"])
  func `a readableSince that is no version is replaced`(format: StoredFormat, stray: String) throws
  {
    let document = try format.document(#"{"size":7,"version":2,"readableSince":\#(stray)}"#)

    let read = try format.decode(Declaring.self, from: document)
    let saved = try format.encode(read)

    #expect(try format.decode(Declaring.self, from: saved) == Declaring(size: 7))
    #expect(throws: MigrationError.self) {
      try format.encode(Declaring(unknownFields: ["readableSince": 1]))
    }
  }

  @Test(arguments: StoredFormat.allCases)
  func `an unknown field in the place of the version is an error`(format: StoredFormat) throws {
    func path(_ value: some VersionedCodable) throws -> FieldPath? {
      let error = try #require(throws: MigrationError.self) { try format.encode(value) }
      #expect(error.reason == .unknownFieldIsDeclared)
      return error.path
    }

    #expect(try path(Poster(unknownFields: ["version": 9])) == "version")
    #expect(try path(SparsePoster(unknownFields: ["version": ["a"]])) == "version")
    #expect(
      try path(Gallery(posters: [Poster(unknownFields: ["version": "3"])])) == "posters[0].version")
    #expect(try path(Gallery(unknownFields: ["meta": ["format": 1]])) == "meta.format")
    #expect(
      try path(Gallery(unknownFields: ["meta": ["readableSince": 1]])) == "meta.readableSince")
    #expect(try path(Gallery(unknownFields: ["meta": 1])) == "meta")
  }

  @Test(arguments: StoredFormat.allCases)
  func `the version itself, or a null, may be among the unknown fields`(
    format: StoredFormat
  ) throws {
    for unknown: UnknownFields in [["version": 3], ["version": .null], ["other": 1]] {
      let read = try format.decode(
        Poster.self, from: format.encode(Poster(unknownFields: unknown)))

      #expect(read == Poster(unknownFields: unknown.removing("version")))
    }
    for version: DocumentValue in ["2026", .null] {
      let gallery = try format.encode(
        Gallery(unknownFields: ["meta": ["format": version, "readableSince": .null, "by": "Ada"]]))
      #expect(
        try format.decode(Gallery.self, from: gallery).unknownFields["meta"] == ["by": "Ada"])
    }
  }

  @Test func `the version of a newer document is compared with its own`() throws {
    var poster = try Future.read(Poster.self, #"{"title":"a","version":4}"#)
    poster.unknownFields["version"] = 4
    #expect(try Future.write(poster) == #"{"title":"a","version":4}"#)

    poster.unknownFields["version"] = 3
    #expect(throws: MigrationError.self) { try Future.write(poster) }
  }

  private func encode(_ wall: Wall, as format: String) throws -> Data {
    switch format {
    case "JSON": return try JSONEncoder().encode(versioned: wall)
    case "pretty JSON":
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return try encoder.encode(versioned: wall)
    case "property list":
      let encoder = PropertyListEncoder(.xml)
      return try encoder.encode(versioned: wall)
    default: return try PropertyListEncoder().encode(versioned: wall)
    }
  }
}

/// Types that need the encoder's `userInfo`, as in database libraries.
struct UserInfoInStepsTests {
  static let key = CodingUserInfoKey(rawValue: "context") ?? { preconditionFailure() }()
  struct NoContext: Error {}

  struct DogV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var name = ""
    var unknownFields = UnknownFields()
  }

  /// Drops the unknown fields.
  struct Dog: VersionedCodable {
    static let version = 2
    var name = ""
    var unknownFields = UnknownFields()

    func encode(to encoder: any Encoder) throws {
      guard encoder.userInfo[UserInfoInStepsTests.key] != nil else { throw NoContext() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(unknownFields, forKey: .unknownFields)
    }
  }

  /// Copies them, and declares one of them.
  struct ColoredDog: VersionedCodable {
    static let version = 2
    var name = ""
    var color = "white"
    var unknownFields = UnknownFields()

    func encode(to encoder: any Encoder) throws {
      guard encoder.userInfo[UserInfoInStepsTests.key] != nil else { throw NoContext() }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(color, forKey: .color)
      try container.encode(unknownFields, forKey: .unknownFields)
    }
  }

  static let document = Data(#"{"name":"Rex","color":"red","version":1}"#.utf8)

  @Test(arguments: [true, false])
  func `unknown fields that a step drops are reported`(hasContext: Bool) throws {
    let decoder = JSONDecoder()
    if hasContext { decoder.userInfo[Self.key] = true }
    var report = MigrationReport()

    _ = try decoder.decode(versioned: Dog.self, from: Self.document, report: &report)

    #expect(report.unknownFieldsKept.isEmpty)
    #expect(report.unknownFieldsDropped.map(\.description) == ["color"])
  }

  @Test func `an unknown field that the new type declares is an error`() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[Self.key] = true

    let error = try #require(throws: MigrationError.self) {
      try decoder.decode(versioned: ColoredDog.self, from: Self.document)
    }

    #expect(error.reason == .unknownFieldIsDeclared)
  }
}

extension UserInfoInStepsTests.Dog {
  init(from old: UserInfoInStepsTests.DogV1) throws { name = old.name }
}

extension UserInfoInStepsTests.ColoredDog {
  init(from old: UserInfoInStepsTests.DogV1) throws {
    name = old.name
    unknownFields = old.unknownFields
  }
}

/// Unknown fields with the same key.
struct EqualUnknownFieldsTests {
  /// Two types that share an object, so each of them collects the fields that neither declares.
  struct Letter: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    struct Head: Codable {
      var title: String
      var unknownFields = UnknownFields()
    }

    struct Body: Codable {
      var text: String
      var unknownFields = UnknownFields()
    }

    var head: Head
    var body: Body

    init(from decoder: any Decoder) throws {
      head = try Head(from: decoder)
      body = try Body(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try head.encode(to: encoder)
      try body.encode(to: encoder)
    }
  }

  private static let letter: DocumentValue =
    ["version": 1, "title": "a", "text": "b", "mood": ["calm", 1.5]]

  @Test(arguments: StoredFormat.allCases)
  func `a field that is unknown to two types is written once`(format: StoredFormat) throws {
    let document = try format.document(Future.text(Self.letter))

    let saved = try format.encode(format.decode(Letter.self, from: document))

    #expect(try format.decode(unversioned: DocumentValue.self, from: saved) == Self.letter)
  }

  @Test(arguments: StoredFormat.allCases)
  func `a change to a field that is unknown to two types is an error in one of them`(
    format: StoredFormat
  ) throws {
    let letter = try format.decode(Letter.self, from: format.document(Future.text(Self.letter)))
    var (first, second) = (letter, letter)
    first.head.unknownFields["mood"] = "cheerful"
    second.body.unknownFields["mood"] = "cheerful"

    for changed in [first, second] {
      let error = try #require(throws: MigrationError.self) { try format.encode(changed) }

      #expect(error.reason == .unknownFieldIsDeclared)
      #expect(error.path == "mood")
    }
  }

  @Test(arguments: [["firstLine", "first_line"], ["first_line", "firstLine"]])
  func `a key strategy that would write two names as one key is an error`(
    names: [String]
  ) throws {
    struct Label: Codable {
      var unknownFields = UnknownFields()
    }
    var label = Label()
    label.unknownFields[names[0]] = 1
    label.unknownFields[names[1]] = 2

    let error = try #require(throws: MigrationError.self) {
      try Future.encoder(snakeCase: true).encode(unversioned: label)
    }

    #expect(error.reason == .unknownFieldIsDeclared)
  }
}

/// The decoder's strategy converts `user_id` to `userId`, and the encoder's converts `userID` to
/// `user_id`.
struct AcronymTests {
  struct Login: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var userID = 0
    var unknownFields = UnknownFields()
  }

  struct SparseLogin: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var userID = 0
    var unknownFields = UnknownFields()
  }

  @Test func `a default does not replace the document's value`() throws {
    try check(Login.self)
    try check(SparseLogin.self)
  }

  private func check<Value: VersionedCodable>(_ type: Value.Type) throws {
    // Its strategy doesn't convert the key back.
    let encoder = JSONEncoder.inSnakeCase()
    let data = Data(#"{"user_id":7,"version":1}"#.utf8)
    let login = try JSONDecoder().decode(versioned: type, from: data)

    let error = try #require(throws: MigrationError.self) { try encoder.encode(versioned: login) }

    #expect(error.reason == .unknownFieldIsDeclared)
  }

  // MARK: - Nulls

  struct SheetV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var unknownFields = UnknownFields()
  }

  struct Sheet: VersionedCodable {
    static let version = 2
    var title: String
    var unknownFields: UnknownFields

    init(from old: SheetV1) throws {
      title = old.unknownFields["title"]?.string ?? "none"
      unknownFields = old.unknownFields
    }
  }

  struct UnknownFirst: VersionedCodable {
    static let version = 2
    var unknownFields: UnknownFields
    var title: String

    init(from old: SheetV1) throws {
      title = old.unknownFields["title"]?.string ?? "none"
      unknownFields = old.unknownFields
    }
  }

  @Test(arguments: FutureFormat.allCases)
  func `a declared field replaces an unknown null, whichever is encoded first`(
    format: FutureFormat
  ) throws {
    let document: DocumentValue = ["version": 1, "title": .null]
    var (report, other) = (MigrationReport(), MigrationReport())

    let sheet = try format.read(Sheet.self, document, report: &report)
    let unknownFirst = try format.read(UnknownFirst.self, document, report: &other)

    #expect(try format.write(sheet) == ["version": 2, "title": "none"])
    #expect(try format.write(unknownFirst) == ["version": 2, "title": "none"])
    #expect(report.lostFields == other.lostFields)
  }
}

extension UnknownFields {
  /// Unknown fields with a number that is written in a certain way.
  fileprivate init(number literal: String) {
    self.init()
    self["number"] = DocumentNumber(literal).map { .number($0) }
  }
}
