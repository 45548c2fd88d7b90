import Foundation
import Lineage
import Testing

/// Types that collect what they don't declare don't take Lineage's own keys for data.
struct AllKeysTests {
  /// A type that keeps all other members by hand.
  private struct Additional: Codable, Equatable {
    var name: String
    var others: [String: DocumentValue]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      name = try container.decode(String.self, forKey: AnyKey("name"))
      others = [:]
      for key in container.allKeys where key.stringValue != "name" {
        others[key.stringValue] = try container.decode(DocumentValue.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(name, forKey: AnyKey("name"))
      for (key, value) in others { try container.encode(value, forKey: AnyKey(key)) }
    }
  }

  private struct Older<Place: Location>: VersionedCodable {
    static var version: Int { 1 }
    static var versionLocation: VersionLocation { Place.older }
    typealias PreviousVersion = NothingOlder
    var content: Additional
    init(from decoder: any Decoder) throws { content = try Additional(from: decoder) }
    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
  }

  private struct Newer<Place: Location>: VersionedCodable {
    static var version: Int { 2 }
    static var versionLocation: VersionLocation { Place.newer }
    typealias PreviousVersion = Older<Place>
    var content: Additional
    init(from old: Older<Place>) { content = old.content }
    init(from decoder: any Decoder) throws { content = try Additional(from: decoder) }
    func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
  }

  protocol Location {
    static var older: VersionLocation { get }
    static var newer: VersionLocation { get }
  }

  enum AtRoot: Location {
    static let older = VersionLocation.key("version")
    static let newer = VersionLocation.key("version")
  }

  enum Moved: Location {
    static let older = VersionLocation.key("version")
    static let newer = VersionLocation.key("v")
  }

  enum AtPath: Location {
    static let older = VersionLocation.path("meta", "schema")
    static let newer = VersionLocation.path("meta", "schema")
  }

  enum Way: CaseIterable {
    case json, propertyList, otherDecoder

    /// A subclass is treated like the decoder of another library.
    private final class OtherDecoder: JSONDecoder, @unchecked Sendable {}

    func data(_ document: DocumentValue) throws -> Data {
      switch self {
      case .json, .otherDecoder: try JSONEncoder().encode(unversioned: document)
      case .propertyList: try PropertyListEncoder().encode(unversioned: document)
      }
    }

    func decode<Value: VersionedCodable>(
      _ type: Value.Type, from data: Data, report: inout MigrationReport
    ) throws -> Value {
      switch self {
      case .json: try JSONDecoder().decode(versioned: type, from: data, report: &report)
      case .propertyList:
        try PropertyListDecoder().decode(versioned: type, from: data, report: &report)
      case .otherDecoder: try OtherDecoder().decode(versioned: type, from: data, report: &report)
      }
    }
  }

  /// Migrates a document, saves it and reads it again.
  private func migrate<Place: Location>(
    _ document: DocumentValue, _ place: Place.Type, _ way: Way
  ) throws -> (others: [String: DocumentValue], written: DocumentValue) {
    var report = MigrationReport()
    let value = try way.decode(Newer<Place>.self, from: way.data(document), report: &report)
    #expect(report.lostFields == [])
    let data = try JSONEncoder().encode(versioned: value)
    let written = try JSONDecoder().decode(unversioned: DocumentValue.self, from: data)
    let again = try way.decode(Newer<Place>.self, from: way.data(written), report: &report)
    #expect(again.content == value.content)
    return (value.content.others, written)
  }

  @Test(arguments: Way.allCases)
  func `the version isn't among the keys of a type, and the document can be saved`(way: Way) throws
  {
    let document: DocumentValue = ["version": 1, "name": "n", "z": "a"]
    let (others, written) = try migrate(document, AtRoot.self, way)
    #expect(others == ["z": "a"])
    #expect(written == ["version": 2, "name": "n", "z": "a"])

    let moved = try migrate(document, Moved.self, way)
    #expect(moved.others == ["z": "a"])
    #expect(moved.written == ["v": 2, "name": "n", "z": "a"])
  }

  @Test(arguments: Way.allCases)
  func `an object is among the keys if it has more than the version`(way: Way) throws {
    let (others, written) = try migrate(
      ["meta": ["schema": 1], "name": "n"], AtPath.self, way)
    #expect(others == [:])
    #expect(written == ["meta": ["schema": 2], "name": "n"])

    let more = try migrate(
      ["meta": ["schema": 1, "by": "me"], "name": "n"], AtPath.self, way)
    #expect(more.others == ["meta": ["by": "me"]])
    #expect(more.written == ["meta": ["schema": 2, "by": "me"], "name": "n"])
  }
}
