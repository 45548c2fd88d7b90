import Foundation
import Lineage
import Testing

/// Types that read and write their fields themselves, if another type or another library calls them.
struct DirectCallTests {
  struct Options: DefaultFillable, FieldCodable, Equatable {
    var language: String? = "en"
    var size = 12

    enum CodingKeys: String, CodingKey, CaseIterable { case language, size }

    init() {}

    init(language: String?) { self.language = language }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.fill(&language, at: 0)
      try fields.fill(&size, at: 1)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(language, alwaysAt: 0)
      try fields.write(size, at: 1)
    }
  }

  /// A type that is coded as the one it wraps.
  struct Wrapper: Codable, Equatable {
    var options: Options

    init(_ options: Options) { self.options = options }

    init(from decoder: any Decoder) throws { options = try Options(from: decoder) }

    func encode(to encoder: any Encoder) throws { try options.encode(to: encoder) }
  }

  struct Both: Codable, Equatable {
    var first: Wrapper
    var plain: Options
    var second: Wrapper
  }

  @Test(arguments: [nil, "en", "fr"] as [String?])
  func `a nil stays nil if another type encodes the value with its own encoder`(
    language: String?
  ) throws {
    let options = Options(language: language)
    let both = Both(first: Wrapper(options), plain: options, second: Wrapper(options))

    let json = try JSONEncoder().encode(unversioned: both)
    let propertyList = try PropertyListEncoder().encode(unversioned: both)
    let plain = try JSONEncoder().encode(both)

    #expect(try JSONDecoder().decode(unversioned: Both.self, from: json) == both)
    #expect(try PropertyListDecoder().decode(unversioned: Both.self, from: propertyList) == both)
    #expect(try JSONDecoder().decode(Both.self, from: plain) == both)
  }

  // MARK: - Unknown fields as a generic value

  struct Box<Value: Codable & Equatable>: FieldCodable, Equatable {
    var value: Value

    enum CodingKeys: String, CodingKey, CaseIterable { case value }

    init(_ value: Value) { self.value = value }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      value = try fields.value(at: 0)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(value, at: 0)
    }
  }

  @Test func `unknown fields are collected by a type that doesn't know that it has some`() throws {
    let data = Data(#"{"a":1,"b":[true]}"#.utf8)

    let box = try JSONDecoder().decode(unversioned: Box<UnknownFields>.self, from: data)

    #expect(box.value["a"] == 1)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(unversioned: box) == data)
  }

  // MARK: - Paths

  struct Length: Codable, Equatable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "No length."))
    }
  }

  struct Album: Encodable {
    var tracks: [Box<Length>]
  }

  @Test func `an error of a plain encoder has the path from the root`() throws {
    let album = Album(tracks: [Box(Length())])

    let context = try encodingContext { try JSONEncoder().encode(album) }
    #expect(context.codingPath.map(\.stringValue) == ["tracks", "Index 0", "value"])
  }
}
