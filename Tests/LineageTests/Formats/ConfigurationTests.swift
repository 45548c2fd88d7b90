import Foundation
import Lineage
import Testing

/// Types that need a configuration to be decoded and encoded.
struct ConfigurationTests {
  struct Scale: Sendable, DecodingConfigurationProviding, EncodingConfigurationProviding {
    var factor: Int

    static var decodingConfiguration: Scale { Scale(factor: 2) }
    static var encodingConfiguration: Scale { Scale(factor: 2) }
  }

  struct PointV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var place: Int
  }

  struct Point: VersionedCodable, Equatable {
    static let version = 2
    var x: Int
  }

  struct Drawing: CodableWithConfiguration, Equatable {
    var size: Int
    var points: [Point]

    enum CodingKeys: CodingKey { case size, points }

    init(size: Int, points: [Point]) { (self.size, self.points) = (size, points) }

    init(from decoder: any Decoder, configuration: Scale) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      size = try container.decode(Int.self, forKey: .size) * configuration.factor
      points = try container.decode([Point].self, forKey: .points)
    }

    func encode(to encoder: any Encoder, configuration: Scale) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(size / configuration.factor, forKey: .size)
      try container.encode(points, forKey: .points)
    }
  }

  struct Sheet: Codable, Equatable {
    @CodableConfiguration(from: Scale.self) var drawing = Drawing(size: 0, points: [])
  }

  static let old = Data(#"{"size":3,"points":[{"version":1,"place":7}]}"#.utf8)
  static let new = #"{"size":3,"points":[{"x":7,"version":2}]}"#

  @Test func `a value with a configuration is decoded with its versioned values`() throws {
    let decoder = VersionedJSONDecoder()
    let point = Point(x: 7)

    let given = try decoder.decode(Drawing.self, from: Self.old, configuration: Scale(factor: 3))
    let provided = try decoder.decode(Drawing.self, from: Self.old, configuration: Scale.self)
    let several = try decoder.decode(
      [Drawing].self, from: Data("[".utf8) + Self.old + Data("]".utf8), configuration: Scale.self)

    #expect(given == Drawing(size: 9, points: [point]))
    #expect(provided == Drawing(size: 6, points: [point]))
    #expect(several == [provided])
  }

  @Test func `a value with a configuration is encoded with its versioned values`() throws {
    let encoder = VersionedJSONEncoder()
    let drawing = Drawing(size: 6, points: [Point(x: 7)])

    let given = try encoder.encode(drawing, configuration: Scale(factor: 2))
    let provided = try encoder.encode(drawing, configuration: Scale.self)
    let several = try encoder.encode([drawing], configuration: Scale.self)

    #expect(String(decoding: given, as: UTF8.self) == Self.new)
    #expect(String(decoding: provided, as: UTF8.self) == Self.new)
    #expect(String(decoding: several, as: UTF8.self) == "[\(Self.new)]")
  }

  @Test func `a property with a configuration has versioned values`() throws {
    let document = Data(#"{"drawing":"#.utf8) + Self.old + Data("}".utf8)

    let sheet = try VersionedJSONDecoder().decode(Sheet.self, from: document)
    let whole = try VersionedJSONDecoder().decode(
      CodableConfiguration<Drawing, Scale>.self, from: Self.old)

    #expect(sheet.drawing == Drawing(size: 6, points: [Point(x: 7)]))
    #expect(whole.wrappedValue == sheet.drawing)
    #expect(
      String(decoding: try VersionedJSONEncoder().encode(sheet), as: UTF8.self)
        == #"{"drawing":\#(Self.new)}"#)
    #expect(
      String(decoding: try VersionedJSONEncoder().encode(whole), as: UTF8.self) == Self.new)
  }

  @Test func `throws a DecodingError, or a MigrationError for a versioned value`()
    throws
  {
    #expect(throws: DecodingError.self) {
      try VersionedJSONDecoder().decode(
        Drawing.self, from: Data(#"{"size":""}"#.utf8), configuration: Scale.self)
    }
    #expect(throws: DecodingError.self) {
      try VersionedJSONDecoder().decode(
        Drawing.self, from: Data("{".utf8), configuration: Scale.self)
    }
    let error = try migrationError {
      try VersionedJSONDecoder().decode(
        Drawing.self, from: Data(#"{"size":1,"points":[{"version":3}]}"#.utf8),
        configuration: Scale.self)
    }
    #expect(error.path == "points[0]")
  }
}

extension ConfigurationTests.Point {
  init(from old: ConfigurationTests.PointV1) { x = old.place }
}
