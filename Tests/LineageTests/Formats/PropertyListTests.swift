import Foundation
import Testing

@testable import Lineage

struct PropertyListTests {
  static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

  @Test(arguments: formats)
  func `an old property list decodes as the newest version`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    struct Old: Codable { var title = "Hits", tracks = "a,b", version = 1 }
    let data = try PropertyListEncoder(format).encode(Old())

    let album = try PropertyListDecoder().decode(versioned: Album.self, from: data)

    #expect(album.tracks.map(\.name) == ["a", "b"])
  }

  @Test(arguments: formats)
  func `encoding and decoding changes nothing, also with Foundation`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let album = Album(
      title: "Hits\n<&>", tracks: [Track(name: "日本", seconds: 0.1)],
      released: Date(timeIntervalSince1970: 1_700_000_000), cover: Data([0, 255]))

    let data = try PropertyListEncoder(format).encode(versioned: album)

    #expect(try PropertyListDecoder().decode(versioned: Album.self, from: data) == album)
    #expect(try PropertyListDecoder().decode(Album.self, from: data) == album)
    #expect(try PropertyListDecoder().version(of: Album.self, in: data) == 2)
    var detected = PropertyListSerialization.PropertyListFormat.openStep
    _ = try PropertyListSerialization.propertyList(from: data, format: &detected)
    #expect(detected == format)
  }

  @Test(arguments: formats)
  func `a property list is written as PropertyListEncoder writes it`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    struct Plain: Codable {
      var date = Date(timeIntervalSince1970: 0)
      var data = Data("abc".utf8)
      var url = URL(string: "https://example.com")
      var price = Decimal(string: "1.10")
      var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
      var missing: Int?
      var list: [Int?] = [1, nil]
      var small: Int8 = -1
      var large = UInt64.max
      var float: Float = 0.1
      var infinite = Double.infinity
      var inner = [["a": true]]
    }

    let written = try PropertyListEncoder(format).encode(versioned: Letter(body: Plain()))

    let expected = try PropertyListEncoder(format).encode(Letter(body: Plain()))
    let ours = try PropertyListSerialization.propertyList(from: written, format: nil)
    let foundations = try PropertyListSerialization.propertyList(from: expected, format: nil)
    #expect("\(try XMLText(ours))" == "\(try XMLText(foundations))")
  }

  /// Property lists as text with sorted keys.
  private struct XMLText: CustomStringConvertible {
    let description: String

    init(_ value: Any) throws {
      let data = try PropertyListSerialization.data(
        fromPropertyList: value, format: .xml, options: 0)
      description = String(decoding: data, as: UTF8.self)
    }
  }

  @Test(arguments: formats)
  func `every shape is coded as with PropertyListDecoder alone`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    var random = JSONRandom(seed: 15)
    random.noise = 0
    for _ in 0..<10 {
      try compare(Page.self, format, &random)
      try compare(Collections.self, format, &random)
      try compare(Optionals.self, format, &random)
      try compare(HandWritten.self, format, &random)
      try compare(FoundationValues.self, format, &random)
      try compare([Cat].self, format, &random)
      try compare([Shape].self, format, &random)
      try compare(NamedKeys.self, format, &random)
    }
  }

  private func compare<Sample: JSONSample>(
    _ type: Sample.Type, _ format: PropertyListSerialization.PropertyListFormat,
    _ random: inout JSONRandom
  ) throws {
    guard
      let sample = try? JSONDecoder().decode(type, from: Data(type.json(&random).utf8)),
      let data = try? PropertyListEncoder(format).encode(Letter(body: sample)),
      let expected = try? PropertyListDecoder().decode(Letter<Sample>.self, from: data).body
    else { return }

    let read = try PropertyListDecoder().decode(versioned: Letter<Sample>.self, from: data).body
    let written = try PropertyListEncoder(format).encode(versioned: Letter(body: sample))
    let again = try PropertyListDecoder().decode(Letter<Sample>.self, from: written).body

    #expect(read == expected)
    #expect(again == expected)
  }

  @Test(arguments: formats)
  func `missing fields are filled`(format: PropertyListSerialization.PropertyListFormat) throws {
    let data = try PropertyListEncoder(format).encode(["volume": 3])
    var report = MigrationReport()

    let settings = try PropertyListDecoder().decode(
      unversioned: AlbumSettings.self, from: data, report: &report)

    #expect(settings == AlbumSettings().copy { $0.volume = 3 })
    #expect(Set(report.filled.map(\.path)) == ["skipsIntro", "tags", "labels"])
  }

  @Test(arguments: formats)
  func `an element that does not decode can be decoded as another type`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    struct Mixed: Codable {
      var numbers: [Int] = []
      var albums: [AlbumSettings] = []

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
          if let settings = try? container.decode(AlbumSettings.self) {
            albums.append(settings)
          } else {
            numbers.append(try container.decode(Int.self))
          }
        }
      }
    }
    let data = try PropertyListSerialization.data(
      fromPropertyList: [1, ["volume": 3], 2] as [Any], format: format, options: 0)

    let mixed = try PropertyListDecoder().decode(unversioned: Mixed.self, from: data)

    #expect(mixed.numbers == [1, 2])
    #expect(mixed.albums.map(\.volume) == [3])
  }

  @Test(arguments: formats)
  func `a root array needs an external version`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let data = try PropertyListEncoder(format).encode(versioned: ExternalNumbers([1, 2]))

    let numbers = try PropertyListDecoder().decode(
      versioned: ExternalNumbers.self, version: 1, from: data)

    #expect(numbers == ExternalNumbers([1, 2]))
    #expect(throws: MigrationError.self) {
      try PropertyListEncoder(format).encode(versioned: Numbers([1]))
    }
    let error = #expect(throws: MigrationError.self) {
      try PropertyListDecoder().decode(versioned: Numbers.self, from: data)
    }
    #expect(error?.reason == .missingVersion)
  }

  @Test(arguments: formats)
  func `a root single value is an error as with PropertyListEncoder`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let expected = try encodingContext {
      try PropertyListEncoder(format).encode(UnversionedWord("a"))
    }
    let found = try encodingContext {
      try PropertyListEncoder(format).encode(versioned: UnversionedWord("a"))
    }

    #expect(found.debugDescription == expected.debugDescription)
    #expect(found.codingPath.isEmpty && expected.codingPath.isEmpty)
  }

  @Test(arguments: formats)
  func `the report of a property list equals that of the same JSON`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    struct Filed: VersionedCodable {
      static let version = 3
      static let versionLocation = VersionLocation.path("meta", "schema")
      typealias PreviousVersion = NothingOlder
      struct Meta: Codable { var author: String }
      var meta: Meta
      var settings: AlbumSettings
      var album: Album
    }
    let json = Data(
      #"""
      {"meta":{"schema":3,"author":"a","odd":1},"settings":{"volume":1,"odd":[1,{"deep":2}]},
      "album":{"version":1,"title":"t","tracks":"x,y"},"odd":{"a":{"b":1}}}
      """#.utf8)
    let plist = try PropertyListSerialization.data(
      fromPropertyList: try JSONSerialization.jsonObject(with: json), format: format, options: 0)
    var expected = MigrationReport()
    var report = MigrationReport()

    _ = try JSONDecoder().decode(versioned: Filed.self, from: json, report: &expected)
    _ = try PropertyListDecoder().decode(versioned: Filed.self, from: plist, report: &report)

    #expect(
      Set(report.unknownFieldsDropped.map(\.description))
        == Set(expected.unknownFieldsDropped.map(\.description)))
    #expect(report.filled == expected.filled)
    #expect(report.nestedMigrations == expected.nestedMigrations)
    #expect(report.versionFound == expected.versionFound)
    #expect(report.carryOverDropped == expected.carryOverDropped)
  }

  @Test(arguments: formats)
  func `user info reaches every type`(format: PropertyListSerialization.PropertyListFormat) throws {
    struct Reader: Codable {
      var info: String?
      init(from decoder: any Decoder) throws { info = decoder.userInfo[.sample] as? String }
    }
    let data = try PropertyListEncoder(format).encode(["a": [1, 2]])
    let decoder = PropertyListDecoder()
    decoder.userInfo = [.sample: "here"]

    let readers = try decoder.decode(unversioned: [String: [Reader]].self, from: data)

    #expect(readers["a"]?.map(\.info) == ["here", "here"])
  }

  @Test func `an OpenStep property list is read if Foundation reads it`() throws {
    let data = Data(#"{ "title" = "Hits"; tracks = "a"; version = 1; }"#.utf8)
    let isReadable = (try? PropertyListDecoder().decode([String: String].self, from: data)) != nil

    let title = try? PropertyListDecoder().decode(unversioned: [String: String].self, from: data)[
      "title"]

    #expect((title == "Hits") == isReadable)
  }

  struct Nothing: Encodable {
    func encode(to encoder: any Encoder) {}
  }

  @Test(
    arguments: [
      (Nothing() as any Encodable & Sendable, "Top-level Nothing did not encode any values."),
      (5, "Top-level Int encoded as number property list fragment."),
      (String?("a"), "Top-level Optional<String> encoded as string property list fragment."),
    ], formats)
  func `an invalid root of a property list is an error with its type`(
    root: (value: any Encodable & Sendable, text: String),
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    func write(_ value: some Encodable) throws -> Any.Type {
      let plain = #expect(throws: EncodingError.self) {
        try PropertyListEncoder(format).encode(value)
      }
      let error = #expect(throws: EncodingError.self) {
        try PropertyListEncoder(format).encode(unversioned: value)
      }
      guard case .invalidValue(let found, let context)? = error,
        case .invalidValue(_, let expected)? = plain,
        case .invalidValue(let cause, let beneath)? = context.underlyingError as? EncodingError
      else { throw try #require(error) }
      #expect(context.debugDescription == expected.debugDescription)
      #expect(beneath.debugDescription == root.text)
      #expect(try #require(cause as? Any.Type) == type(of: value))
      return try #require(found as? Any.Type)
    }

    #expect(try write(root.value) == type(of: root.value))
  }
}
