import Foundation
import Lineage
import Testing

/// The unknown fields of classes, whose objects other code may read too.
struct UnknownFieldsOfClassesTests {
  struct Plain: Codable {
    var id = 0
    var unknownFields = UnknownFields()
  }

  class Base: Codable {
    var id = 0
    var unknownFields = UnknownFields()

    enum CodingKeys: CodingKey { case id, unknownFields }
  }

  final class Final: Codable {
    var id = 0
    var unknownFields = UnknownFields()
  }

  final class ByFields: FieldCodable {
    var id = 0
    var unknownFields = UnknownFields()

    enum CodingKeys: String, CodingKey, CaseIterable { case id, unknownFields }

    init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.fill(&id, at: 0)
      try fields.fill(&unknownFields, at: 1)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(id, at: 0)
      try fields.write(unknownFields, at: 1)
    }
  }

  final class Circle: Base {
    var radius: Int
    var label: String?

    enum OwnKeys: CodingKey { case radius, label }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: OwnKeys.self)
      radius = try container.decode(Int.self, forKey: .radius)
      label = try container.decodeIfPresent(String.self, forKey: .label)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: OwnKeys.self)
      try container.encode(radius, forKey: .radius)
      try container.encodeIfPresent(label, forKey: .label)
    }
  }

  /// A subclass whose keys can have any name.
  final class NamedCircle: Base {
    var radius: Int

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      radius = try container.decode(Int.self, forKey: AnyKey("radius"))
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(radius, forKey: AnyKey("radius"))
    }
  }

  class OpenByFields: FieldCodable {
    var id = 0
    var unknownFields = UnknownFields()

    enum CodingKeys: String, CodingKey, CaseIterable { case id, unknownFields }

    required init(reading fields: inout FieldReader) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.fill(&id, at: 0)
      try fields.fill(&unknownFields, at: 1)
    }

    func write(to fields: inout FieldWriter) throws {
      fields.open(CodingKeys.self, CodingKeys.allCases)
      try fields.write(id, at: 0)
      try fields.write(unknownFields, at: 1)
    }
  }

  final class CircleByFields: OpenByFields {
    var radius = 0

    enum OwnKeys: String, CodingKey, CaseIterable { case radius }

    required init(reading fields: inout FieldReader) throws {
      fields.open(OwnKeys.self, OwnKeys.allCases)
      radius = try fields.value(at: 0)
      try super.init(reading: &fields)
    }

    override func write(to fields: inout FieldWriter) throws {
      fields.open(OwnKeys.self, OwnKeys.allCases)
      try fields.write(radius, at: 0)
      try super.write(to: &fields)
    }
  }

  // MARK: - Objects that are read before

  struct Peek: Codable { var kind: String }

  /// Decodes an object as one type, which may fail, and then as another.
  struct After<First: Decodable, Item: Codable>: Codable {
    let item: Item

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      _ = try? container.decode(First.self)
      item = try container.decode(Item.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(item)
    }
  }

  struct Page<Content: Codable>: VersionedCodable {
    static var version: Int { 2 }
    typealias PreviousVersion = PageV1

    var content: Content

    init(from old: PageV1) throws { try self.init(carryingOver: old) }
  }

  struct PageV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder

    var content: Plain
  }

  /// The elements of an array, each of which is looked at before it is decoded.
  struct Peeked<Item: Codable>: Codable {
    var all: [Item] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      var tags = container
      while !container.isAtEnd {
        _ = try tags.decode(Peek.self)
        all.append(try container.decode(Item.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(all)
    }
  }

  struct Reading: CustomTestStringConvertible {
    let testDescription: String
    /// A document of a version after it was read and written in a format, with a report or without.
    let saved:
      @Sendable (_ format: FutureFormat, _ reports: Bool, _ version: Int) throws
        -> DocumentValue

    init<First: Decodable & SendableMetatype, Item: Codable & SendableMetatype>(
      _ item: Item.Type, after first: First.Type
    ) {
      testDescription = "\(item) after \(first)"
      saved = { format, reports, version in
        try format.saved(
          Self.page(Self.object, version), by: Page<After<First, Item>>.self, reports: reports)
      }
    }

    static let object: DocumentValue = ["id": 1, "kind": "square", "radius": "2 cm", "x": 3]

    static func page(_ content: DocumentValue, _ version: Int) -> DocumentValue {
      ["version": .number(DocumentNumber(version)), "content": content]
    }

    static func all<Item: Codable & SendableMetatype>(of item: Item.Type) -> [Reading] {
      [
        Reading(item, after: DocumentValue.self), Reading(item, after: DocumentObject.self),
        Reading(item, after: [String: DocumentValue].self), Reading(item, after: Peek.self),
        Reading(item, after: Circle.self), Reading(item, after: NamedCircle.self),
        Reading(item, after: item),
      ]
    }
  }

  static let readings =
    Reading.all(of: Plain.self) + Reading.all(of: Base.self) + Reading.all(of: Final.self)
    + Reading.all(of: ByFields.self) + Reading.all(of: OpenByFields.self)

  @Test(arguments: readings, FutureFormat.allCases)
  func `an object that was read before keeps its unknown fields`(
    reading: Reading, format: FutureFormat
  ) throws {
    for reports in [false, true] {
      for version in 1...2 {
        let saved = try reading.saved(format, reports, version)

        #expect(saved == Reading.page(Reading.object, 2), "report: \(reports), from \(version)")
      }
    }
  }

  @Test(arguments: FutureFormat.allCases, [false, true])
  func `an element that was looked at before keeps its unknown fields`(
    format: FutureFormat, reports: Bool
  ) throws {
    let page: DocumentValue = ["version": 2, "content": [["id": 1, "kind": "square", "side": 3]]]

    let saved = [
      try format.saved(page, by: Page<Peeked<Plain>>.self, reports: reports),
      try format.saved(page, by: Page<Peeked<Base>>.self, reports: reports),
      try format.saved(page, by: Page<Peeked<Final>>.self, reports: reports),
      try format.saved(page, by: Page<Peeked<ByFields>>.self, reports: reports),
    ]

    #expect(saved == Array(repeating: page, count: 4))
  }

  /// A class that decodes an object of itself as another class.
  final class Nested: Base {
    var kind: String

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      kind = try container.decode(String.self, forKey: AnyKey("kind"))
      _ = try? decoder.singleValueContainer().decode(Circle.self)
      try super.init(from: decoder)
    }
  }

  @Test(arguments: FutureFormat.allCases, [false, true])
  func `what a class asks for is not what another class asks for inside it`(
    format: FutureFormat, reports: Bool
  ) throws {
    let page = try format.read(
      Page<Nested>.self, Reading.page(Reading.object, 2), reports: reports)

    #expect(Set(page.content.unknownFields.fields.keys) == ["radius", "x"])
  }

  // MARK: - Without a version

  final class Sheet: VersionedCodable {
    static let version: Int? = nil
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder

    var a = 0
    var unknownFields = UnknownFields()

    init(from old: NothingOlder) {}
  }

  struct Leaf: VersionedCodable {
    static let version: Int? = nil
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder

    var a = 0
    var unknownFields = UnknownFields()
  }

  @Test(arguments: FutureFormat.allCases, [false, true])
  func `a newer document of a type without a version keeps its unknown fields`(
    format: FutureFormat, reports: Bool
  ) throws {
    let document: DocumentValue = ["version": 3, "a": 1, "x": 2]

    #expect(try format.saved(document, by: Leaf.self, reports: reports) == document)
    #expect(try format.saved(document, by: Sheet.self, reports: reports) == document)
  }

  // MARK: - Subclasses

  struct Change: CustomTestStringConvertible {
    let testDescription: String
    /// The names of the unknown fields, and a document after a change to a field of the subclass.
    let made: @Sendable (FutureFormat, Bool) throws -> (names: [String], saved: DocumentValue)

    init<Shape: Codable & SendableMetatype>(
      _ type: Shape.Type, _ unknown: @escaping @Sendable (Shape) -> UnknownFields,
      _ change: @escaping @Sendable (Shape) -> Void
    ) {
      testDescription = "\(type)"
      made = { format, reports in
        let page = try format.read(
          Page<Shape>.self, Reading.page(["id": 1, "radius": 2, "x": 3], 2), reports: reports)
        let names = unknown(page.content).fields.keys
        change(page.content)
        return (names, try format.write(page))
      }
    }
  }

  static let changes = [
    Change(Circle.self, { $0.unknownFields }, { $0.radius = 9 }),
    Change(NamedCircle.self, { $0.unknownFields }, { $0.radius = 9 }),
    Change(CircleByFields.self, { $0.unknownFields }, { $0.radius = 9 }),
  ]

  @Test(arguments: changes, FutureFormat.allCases)
  func `the fields of a subclass aren't unknown to its superclass`(
    change: Change, format: FutureFormat
  ) throws {
    for reports in [false, true] {
      let (names, saved) = try change.made(format, reports)

      #expect(names == ["x"])
      #expect(saved == Reading.page(["id": 1, "radius": 9, "x": 3], 2))
    }
  }

  @Test func `a plain coder decodes and encodes a subclass in a versioned value`() throws {
    let json = #"{"content":{"id":1,"radius":2,"x":3},"version":2}"#

    let page = try JSONDecoder().decode(Versioned<Page<Circle>>.self, from: Data(json.utf8))
    page.wrappedValue.content.radius = 9
    let saved = try Future.encoder().encode(page)

    #expect(page.wrappedValue.content.unknownFields.fields == ["x": 3])
    #expect(
      String(decoding: saved, as: UTF8.self)
        == #"{"content":{"id":1,"radius":9,"x":3},"version":2}"#)
  }

  struct Defaults: DefaultFillable {
    var shape = Defaults.circle
    var width = 1

    private static var circle: Circle {
      let json = #"{"id":1,"radius":2,"label":"a"}"#
      guard let circle = try? JSONDecoder().decode(unversioned: Circle.self, from: Data(json.utf8))
      else { preconditionFailure("A circle that doesn't decode.") }
      return circle
    }
  }

  @Test func `a default of a subclass has no unknown fields`() throws {
    let filled = try filled(Defaults.self, #"{"width":2}"#)

    #expect(filled.shape.unknownFields.isEmpty)
  }
}

extension FutureFormat {
  /// Decodes a document with a report or without.
  fileprivate func read<Value: VersionedCodable>(
    _ type: Value.Type, _ content: DocumentValue, reports: Bool
  ) throws -> Value {
    if reports { return try read(type, content) }
    let data = try document(content)
    return switch self {
    case .json: try JSONDecoder().decode(versioned: type, from: data)
    case .foreign: try FutureForeignDecoder().decode(versioned: type, from: data)
    case .xml, .binary: try PropertyListDecoder().decode(versioned: type, from: data)
    }
  }

  fileprivate func saved<Value: VersionedCodable>(
    _ content: DocumentValue, by type: Value.Type, reports: Bool
  ) throws -> DocumentValue {
    try write(read(type, content, reports: reports))
  }
}
