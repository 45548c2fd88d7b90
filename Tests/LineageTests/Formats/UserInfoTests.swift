import Foundation
import Lineage
import Testing

/// Types that need `userInfo` in places where Lineage encodes or decodes a value once more.
struct UserInfoTests {
  private static let key = CodingUserInfoKey.named("unit")

  struct NoUnit: Error {}

  /// A length that is encoded in the unit of `userInfo`.
  struct Length: Codable, Equatable {
    var meters: Double

    init(meters: Double) { self.meters = meters }

    init(from decoder: any Decoder) throws {
      guard let unit = decoder.userInfo[key] as? Double else { throw NoUnit() }
      meters = try decoder.singleValueContainer().decode(Double.self) * unit
    }

    func encode(to encoder: any Encoder) throws {
      guard let unit = encoder.userInfo[key] as? Double else { throw NoUnit() }
      var container = encoder.singleValueContainer()
      try container.encode(meters / unit)
    }
  }

  private static var jsonDecoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo[key] = 0.5
    return decoder
  }

  private static var jsonEncoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.userInfo[key] = 0.5
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  // MARK: - Values that omit their defaults

  struct Plank: VersionedCodable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var length: Length
    var part = Part()
    var unknownFields = UnknownFields()
  }

  struct Part: Codable, DefaultFillable, Equatable {
    static let encodesDefaults = false
    var name = "n"
    var size = 1
  }

  @Test(arguments: [
    #"{"length":4,"part":{},"version":1}"#,
    #"{"length":4,"part":{"name":"n","size":1},"version":2,"width":7}"#,
  ])
  func `a value around one that omits its defaults is encoded with userInfo`(
    text: String
  ) throws {
    let plank = try Self.jsonDecoder.decode(versioned: Plank.self, from: Data(text.utf8))
    #expect(plank.length == Length(meters: 2))

    let written = try Self.jsonEncoder.encode(versioned: plank)
    #expect(String(decoding: written, as: UTF8.self) == text)

    let encoder = PropertyListEncoder()
    encoder.userInfo[Self.key] = 0.5
    let decoder = PropertyListDecoder()
    decoder.userInfo[Self.key] = 0.5
    let list = try encoder.encode(versioned: plank)
    #expect(try decoder.decode(versioned: Plank.self, from: list) == plank)
  }

  // MARK: - Filled fields of newer documents

  struct Zeros: VersionedCodable, ZeroFillable, Equatable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var length: Length?
    var name: String
    var count: Int
    var unknownFields: UnknownFields
  }

  @Test func `what a newer document has omitted is omitted again with userInfo`() throws {
    let text = #"{"length":4,"name":"x","version":2}"#

    let value = try Self.jsonDecoder.decode(versioned: Zeros.self, from: Data(text.utf8))
    let written = try Self.jsonEncoder.encode(versioned: value)

    #expect(String(decoding: written, as: UTF8.self) == text)
  }
}
