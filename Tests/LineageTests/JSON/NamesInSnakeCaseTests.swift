import Foundation
import Testing

@testable import Lineage

/// `convertToSnakeCase` writes `userURL` as `user_url`, and `convertFromSnakeCase` reads that as `userUrl`. Foundation finds
/// no field then, which a type with defaults would take for a missing one.
struct NamesInSnakeCaseTests {
  /// An object with a single member.
  private struct Single: Codable {
    static let name = CodingUserInfoKey(rawValue: "name").unsafelyUnwrapped
    let name: String
    var value: Int?

    init(_ name: String) { (self.name, value) = (name, 7) }

    init(from decoder: any Decoder) throws {
      name = decoder.userInfo[Self.name] as? String ?? ""
      let container = try decoder.container(keyedBy: AnyKey.self)
      value = try container.decodeIfPresent(Int.self, forKey: AnyKey(name))
      if container.contains(AnyKey(name)) != (value != nil) { value = -1 }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(value, forKey: AnyKey(name))
    }
  }

  @Test(arguments: JSONKeyStrategyTests.names)
  func `what was written under a name is read under that name`(name: String) throws {
    let data = try JSONEncoder.inSnakeCase().encode(unversioned: Single(name))
    let decoder = JSONDecoder.inSnakeCase
    decoder.userInfo[Single.name] = name
    #expect(try decoder.decode(unversioned: Single.self, from: data).value == 7)
  }

  @Test func `printable names are converted like those with any characters`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let letters = (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in
        "abzABZ019__ -.~@[`{".randomElement(using: &random)
      }
      let name = String(letters)

      #expect(SnakeCase.camel(name) == SnakeCase.camelOfAnyName(name))
      #expect(SnakeCase.snake(name) == SnakeCase.snakeOfAnyName(name))
    }
  }

  @Test func `a regular key is spelled as what it is read as is written`() {
    var random = SystemRandomNumberGenerator()
    var regular = 0
    for _ in 0..<20_000 {
      let letters = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
        "aabbz09__ABé-. \"".randomElement(using: &random)
      }
      let key = String(letters)
      guard SnakeCase.isRegular(key) else { continue }
      regular += 1

      #expect(SnakeCase.snake(SnakeCase.camel(key)) == key)
    }
    #expect(regular > 500)
    for key in ["user_name", "_id", "id", "x1", "line2_text", "a_b", "content-type", "ab_c"] {
      #expect(SnakeCase.isRegular(key), "\(key)")
    }
    for key in [
      "userName", "user__name", "a_b_c", "a_1", "user_", "User", "é", "a-b_c-d", "a_bb1c",
    ] {
      #expect(!SnakeCase.isRegular(key), "\(key)")
    }
  }

  /// Fields whose names are written and read in snake_case in all ways.
  private struct Mixed: Codable, Equatable {
    var userName: Int?
    var id: Int?
    var userURL: Int?
    var aB: Int?
    var x1: Int?
    var line2Text: Int?
    var _id: Int?
    var underlined: Int?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case userName, id, userURL, aB, x1, line2Text, _id
      case underlined = "under_score"
    }
  }

  private struct MixedByFields: FieldCodable {
    typealias CodingKeys = Mixed.CodingKeys
    var mixed = Mixed()

    init() {}

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      mixed.userName = try fields.value(at: 0)
      mixed.id = try fields.value(at: 1)
      mixed.userURL = try fields.value(at: 2)
      mixed.aB = try fields.value(at: 3)
      mixed.x1 = try fields.value(at: 4)
      mixed.line2Text = try fields.value(at: 5)
      mixed._id = try fields.value(at: 6)
      mixed.underlined = try fields.value(at: 7)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(mixed.userName, at: 0)
      try fields.write(mixed.id, at: 1)
      try fields.write(mixed.userURL, at: 2)
      try fields.write(mixed.aB, at: 3)
      try fields.write(mixed.x1, at: 4)
      try fields.write(mixed.line2Text, at: 5)
      try fields.write(mixed._id, at: 6)
      try fields.write(mixed.underlined, at: 7)
    }
  }

  /// The value that a field has by the rules: that of the first key that is read as its name, or else of the key that
  /// the name is written as.
  private static func value(of name: String, in object: [(key: String, value: Int)]) -> Int? {
    func first(readAs name: String) -> (key: String, value: Int)? {
      object.first { SnakeCase.camelOfAnyName($0.key) == name }
    }
    if let member = first(readAs: name) { return member.value }
    let key = SnakeCase.snakeOfAnyName(name)
    return first(readAs: SnakeCase.camelOfAnyName(key)).flatMap { $0.key == key ? $0.value : nil }
  }

  @Test func `fields are found under any keys and in any order`() throws {
    let keys = [
      "user_name", "userName", "user__name", "UserName", "USER_NAME", "id", "ID", "_id", "user_url",
      "userUrl",
      "userURL", "user_u_r_l", "a_b", "aB", "ab", "a_B", "x1", "x_1", "line2_text", "line_2_text",
      "line2Text",
      "under_score", "underScore", "other", "an_other", "é_b",
    ]
    var random = SystemRandomNumberGenerator()
    let decoder = JSONDecoder.inSnakeCase
    for _ in 0..<400 {
      // Many objects in one document, since names are cached while the first ones are read.
      let objects = (0..<20).map { _ in
        (0..<Int.random(in: 0...9, using: &random)).map { number in
          (key: keys.randomElement(using: &random) ?? "", value: number)
        }
      }
      let texts = objects.map { object in
        let members = object.map { key, value in
          let isEscaped = Int.random(in: 0..<20, using: &random) == 0
          return "\"\(isEscaped ? key.replacing("a", with: "\\u0061") : key)\":\(value)"
        }
        return "{\(members.joined(separator: ","))}"
      }
      let data = Data("[\(texts.joined(separator: ","))]".utf8)
      let expected = objects.map { object in
        func value(_ name: String) -> Int? { Self.value(of: name, in: object) }
        return Mixed(
          userName: value("userName"), id: value("id"), userURL: value("userURL"), aB: value("aB"),
          x1: value("x1"), line2Text: value("line2Text"), _id: value("_id"),
          underlined: value("under_score"))
      }

      let found = try decoder.decode(unversioned: [Mixed].self, from: data)
      let foundByFields = try decoder.decode(unversioned: [MixedByFields].self, from: data)

      for (index, text) in texts.enumerated() {
        #expect(found[index] == expected[index], "\(text)")
        #expect(foundByFields[index].mixed == expected[index], "\(text)")
      }
    }
  }

  private struct Keeper: Codable {
    var userName: Int?
    var userURL: Int?
    var id: Int?
    var unknownFields = UnknownFields()
  }

  @Test func `unknown fields are kept under any keys, in many objects`() throws {
    let keys = [
      "user_name", "user_url", "id", "other", "an_other", "a_b_c", "UPPER", "Camel", "camelCase",
      "_x", "x_1", "é_b",
      "user_urls", "ids",
    ]
    var random = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      let objects = (0..<20).map { _ in
        let present = keys.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
        return DocumentValue.object(
          DocumentObject(present.map { key in (key, Bool.random(using: &random) ? 7 : .null) }))
      }
      let document = DocumentValue.array(objects)
      let data = try VersionedJSONEncoder().encode(document)

      let keepers = try JSONDecoder.inSnakeCase.decode(unversioned: [Keeper].self, from: data)
      let written = try JSONEncoder.inSnakeCase().encode(unversioned: keepers)

      #expect(
        try VersionedJSONDecoder().decode(DocumentValue.self, from: written) == document)
    }
  }

  @Test func `the null of a field that is read as another name is kept in every object`() throws {
    let document = #"[{"user_url":null},{"user_url":null},{"user_url":null}]"#

    let keepers = try JSONDecoder.inSnakeCase.decode(
      unversioned: [Keeper].self, from: Data(document.utf8))

    // Without a strategy, the field's own name is written.
    let written = try JSONEncoder().encode(unversioned: keepers)
    #expect(
      String(decoding: written, as: UTF8.self) == document.replacing("user_url", with: "userURL"))
  }

  private struct Equal: Codable {
    var first = 1
    var userUrl = 2
    var userURL = 3
    var `é` = 4
    var last = 5
  }

  @Test func `keys are written as Foundation writes them, again and again`() throws {
    var mixed = Mixed()
    (mixed.userName, mixed.id, mixed.userURL, mixed.aB) = (1, 2, 3, 4)
    (mixed.x1, mixed.line2Text, mixed._id, mixed.underlined) = (5, 6, 7, 8)
    var byFields = MixedByFields()
    byFields.mixed = mixed
    let encoder = JSONEncoder.inSnakeCase()
    for formatting in [JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .prettyPrinted]] {
      encoder.outputFormatting = formatting
      let mixedByFoundation = try encoder.encode([Mixed](repeating: mixed, count: 12))
      let equalByFoundation = try encoder.encode([Equal](repeating: Equal(), count: 12))

      #expect(
        try encoder.encode(unversioned: [Mixed](repeating: mixed, count: 12)) == mixedByFoundation)
      #expect(
        try encoder.encode(unversioned: [MixedByFields](repeating: byFields, count: 12))
          == mixedByFoundation)
      #expect(
        try encoder.encode(unversioned: [Equal](repeating: Equal(), count: 12)) == equalByFoundation
      )
    }
  }

  private struct Account: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var url = "u"
    var userName = "n"
    var unknownFields = UnknownFields()
  }

  @Test(arguments: [
    #"{"Url":"y","url":"x","user_name":"n","version":1}"#,
    #"{"UserName":"x","url":"u","user_name":"x","version":1}"#,
    #"{"UserName":"y","url":"u","user_name":"x","version":1}"#,
    #"{"UserName":"y","url":"u","user_name":"n","version":1}"#,
  ])
  func `a key that begins with a capital isn't the field in snake_case`(document: String) throws {
    let decoder = JSONDecoder.inSnakeCase
    let encoder = JSONEncoder.inSnakeCase(.sortedKeys)

    let account = try decoder.decode(versioned: Account.self, from: Data(document.utf8))
    let written = try encoder.encode(versioned: account)

    #expect(String(decoding: written, as: UTF8.self) == document)
  }

  private struct Profile: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var userURL = "u"
    var imageID: Int? = 1
    var bodyAsHTML5 = ""
    var isOn = false
    var plainName = ""
    var unknownFields = UnknownFields()

    enum CodingKeys: String, CodingKey {
      case userURL, imageID, bodyAsHTML5, isOn, unknownFields
      case plainName = "plain_name"
    }
  }

  private struct Zeros: VersionedCodable, ZeroFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    let userURL: String
    let imageID: Int
  }

  struct ByFields: VersionedCodable, FieldCodable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    enum CodingKeys: CodingKey, CaseIterable { case userURL, imageID, unknownFields }
    var userURL = "u"
    var imageID = 1
    var unknownFields = UnknownFields()

    init() {}

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.fill(&userURL, at: 0)
      try fields.fill(&imageID, at: 1)
      try fields.fill(&unknownFields, at: 2)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(userURL, at: 0)
      try fields.write(imageID, at: 1)
      try fields.write(unknownFields, at: 2)
    }
  }

  /// Reads what was written, and expects that nothing was filled, dropped or unknown.
  private func expectRoundTrip<Value: VersionedCodable & Equatable>(_ value: Value) throws {
    let data = try JSONEncoder.inSnakeCase().encode(versioned: value)
    var report = MigrationReport()
    #expect(
      try JSONDecoder.inSnakeCase.decode(versioned: Value.self, from: data, report: &report)
        == value)
    #expect(report.filled == [])
    #expect(report.lostFields == [])
    #expect(report.unknownFieldsKept == [])
    #expect(report.needsRewrite == false)
    #expect(try JSONEncoder.inSnakeCase().encode(versioned: value) == data)
  }

  @Test func `fields aren't filled with defaults because of their capitals`() throws {
    var profile = Profile()
    (profile.userURL, profile.imageID, profile.bodyAsHTML5) = ("changed", 7, "b")
    (profile.isOn, profile.plainName) = (true, "p")
    try expectRoundTrip(profile)
    try expectRoundTrip(Zeros(userURL: "changed", imageID: 7))
    var fields = ByFields()
    (fields.userURL, fields.imageID) = ("changed", 7)
    try expectRoundTrip(fields)
  }

  @Test func `unknown fields stay beside such names, and nulls are theirs`() throws {
    let data = Data(
      #"{"image_id":null,"version":1,"user_url":"changed","user_uri":[1],"h_t_m_l":2}"#.utf8)
    let profile = try JSONDecoder.inSnakeCase.decode(versioned: Profile.self, from: data)
    #expect(profile.userURL == "changed")
    #expect(profile.imageID == nil)
    #expect(Set(profile.unknownFields.fields.keys) == ["userUri", "hTML"])

    let written = try JSONEncoder.inSnakeCase().encode(versioned: profile)
    let object = try JSONDecoder().decode([String: DocumentValue].self, from: written)
    #expect(object["image_id"] == .null)
    #expect(object["user_uri"] == [1])
    #expect(object["h_t_m_l"] == 2)
    #expect(try JSONDecoder.inSnakeCase.decode(versioned: Profile.self, from: written) == profile)
  }

  @Test func `a key that is spelled like the field wins, and the first of equal keys`() throws {
    func profile(_ text: String) throws -> Profile {
      try JSONDecoder.inSnakeCase.decode(versioned: Profile.self, from: Data(text.utf8))
    }
    #expect(try profile(#"{"userURL":"a","version":1}"#).userURL == "a")
    #expect(try profile(#"{"user_url":"a","user_url":"b","version":1}"#).userURL == "a")
    // A name in another case isn't what was written.
    #expect(try profile(#"{"userUrl":"a","version":1}"#).userURL == "u")
    #expect(try profile(#"{"user_URL":"a","version":1}"#).userURL == "u")
  }

  struct LongNames: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var theLinkToTheFirstPageAsURL = "a"
    var idOfTheURLThatTheUserOfIDHasOpened = "b"
    var unknownFields = UnknownFields()
  }

  @Test func `fields with long names that snake_case changes aren't unknown ones, too`() throws {
    let text = #"""
      {"id_of_the_url_that_the_user_of_id_has_opened":"c","the_link_to_the_first_page_as_url":"d",\#
      "version":1}
      """#
    let value = try JSONDecoder.inSnakeCase.decode(versioned: LongNames.self, from: Data(text.utf8))

    #expect(value.theLinkToTheFirstPageAsURL == "d")
    #expect(value.idOfTheURLThatTheUserOfIDHasOpened == "c")
    #expect(value.unknownFields.isEmpty)
    let encoder = JSONEncoder.inSnakeCase(.sortedKeys)
    let written = try encoder.encode(versioned: value)
    #expect(String(decoding: written, as: UTF8.self) == text)
  }

  // MARK: - Keys that are read as another

  /// `user_name` is read as `userName`, which is another field.
  private struct User: VersionedCodable, DefaultFillable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var legacyName: String?
    var userName = ""
    var unknownFields = UnknownFields()

    enum CodingKeys: String, CodingKey {
      case legacyName = "user_name"
      case userName, unknownFields
    }
  }

  private struct Branching: Decodable {
    let isOld: Bool

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: User.CodingKeys.self)
      isOld = container.contains(.legacyName)
      _ = try container.decodeIfPresent(String.self, forKey: .userName)
    }
  }

  /// Decodes with Lineage's reader, and with that of a subclass.
  private static let decoders: [JSONDecoder] = {
    final class Subclass: JSONDecoder, @unchecked Sendable {}
    let subclass = Subclass()
    subclass.keyDecodingStrategy = .convertFromSnakeCase
    return [.inSnakeCase, subclass]
  }()

  @Test(arguments: decoders)
  func `a key that is read as another field isn't that of its own`(decoder: JSONDecoder) throws {
    let data = Data(#"{"user_name": "ada", "version": 1, "user_age": 36}"#.utf8)
    let expected = User(userName: "ada", unknownFields: ["userAge": 36])
    var report = MigrationReport()

    var user = try decoder.decode(versioned: User.self, from: data, report: &report)

    #expect(user == expected)
    #expect(report.lostFields == [])
    #expect(try !decoder.decode(unversioned: Branching.self, from: data).isOld)
    #expect(try !decoder.decode(Branching.self, from: data).isOld)

    user.userName = "eve"
    let written = try JSONEncoder.inSnakeCase().encode(versioned: user)
    #expect(
      String(decoding: written, as: UTF8.self)
        == #"{"user_name":"eve","user_age":36,"version":1}"#)
  }
}
