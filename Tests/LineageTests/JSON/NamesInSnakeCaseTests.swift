import Foundation
import Testing

@testable import Lineage

/// `convertToSnakeCase` writes `userURL` as `user_url`, and `convertFromSnakeCase` reads that as `userUrl`. Foundation finds
/// no field then, which a type with defaults would take for a missing one.
struct NamesInSnakeCaseTests {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return encoder
  }()

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }()

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
    let data = try Self.encoder.encode(unversioned: Single(name))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
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
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = Self.encoder
    encoder.outputFormatting = .sortedKeys

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

  private struct ByFields: VersionedCodable, FieldCodable, Equatable {
    static let version = 1
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
    let data = try Self.encoder.encode(versioned: value)
    var report = MigrationReport()
    #expect(try Self.decoder.decode(versioned: Value.self, from: data, report: &report) == value)
    #expect(report.filled == [])
    #expect(report.lostFields == [])
    #expect(report.unknownFieldsKept == [])
    #expect(report.needsRewrite == false)
    #expect(try Self.encoder.encode(versioned: value) == data)
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
    let profile = try Self.decoder.decode(versioned: Profile.self, from: data)
    #expect(profile.userURL == "changed")
    #expect(profile.imageID == nil)
    #expect(Set(profile.unknownFields.fields.keys) == ["userUri", "hTML"])

    let written = try Self.encoder.encode(versioned: profile)
    let object = try JSONDecoder().decode([String: DocumentValue].self, from: written)
    #expect(object["image_id"] == .null)
    #expect(object["user_uri"] == [1])
    #expect(object["h_t_m_l"] == 2)
    #expect(try Self.decoder.decode(versioned: Profile.self, from: written) == profile)
  }

  @Test func `a key that is spelled like the field wins, and the first of equal keys`() throws {
    func profile(_ text: String) throws -> Profile {
      try Self.decoder.decode(versioned: Profile.self, from: Data(text.utf8))
    }
    #expect(try profile(#"{"userURL":"a","version":1}"#).userURL == "a")
    #expect(try profile(#"{"user_url":"a","user_url":"b","version":1}"#).userURL == "a")
    // A name in another case isn't what was written.
    #expect(try profile(#"{"userUrl":"a","version":1}"#).userURL == "u")
    #expect(try profile(#"{"user_URL":"a","version":1}"#).userURL == "u")
  }
}
