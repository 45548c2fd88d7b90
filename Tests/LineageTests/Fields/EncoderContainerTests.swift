import Foundation
import Lineage
import Testing

/// Types that request containers in unusual but legal ways.
struct EncoderContainerTests {
  // MARK: - The same container twice

  class Base: Codable {
    var id = 0

    enum CodingKeys: String, CodingKey {
      case meta
    }

    enum MetaKeys: String, CodingKey {
      case id, name, list
    }

    init() {}

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let meta = try container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
      id = try meta.decode(Int.self, forKey: .id)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var meta = container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
      try meta.encode(id, forKey: .id)
      var list = meta.nestedUnkeyedContainer(forKey: .list)
      try list.encode(id)
    }
  }

  final class Derived: Base, VersionedCodable {
    static let version = 1
    static let versionLocation = VersionLocation.path("meta", "version")
    typealias PreviousVersion = NothingOlder
    var name = "n"

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let meta = try container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
      name = try meta.decode(String.self, forKey: .name)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      var meta = container.nestedContainer(keyedBy: MetaKeys.self, forKey: .meta)
      try meta.encode(name, forKey: .name)
      var list = meta.nestedUnkeyedContainer(forKey: .list)
      try list.encode(2)
    }
  }

  @Test func `a container that is requested twice is the same container`() throws {
    let text = try json(Derived())

    #expect(text == #"{"meta":{"id":0,"list":[0,2],"name":"n","version":1}}"#)
  }

  @Test(arguments: StoredFormat.allCases)
  func `a container that is requested twice loses nothing`(format: StoredFormat) throws {
    let decoded = try format.decode(Derived.self, from: format.encode(Derived()))

    #expect(decoded.name == "n")
    #expect(decoded.id == 0)
  }

  @Test(arguments: StoredFormat.allCases)
  func `a container requested twice can be decoded in two parts`(format: StoredFormat) throws {
    var report = MigrationReport()
    let document = try format.document(
      #"{"meta": {"id": 1, "name": "n", "list": [1], "version": 1}}"#)

    let value = try format.decode(Derived.self, from: document, report: &report)

    #expect(value.id == 1)
    #expect(report.unknownFieldsDropped == ["meta.list"])
  }

  struct Rewriting: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("first", forKey: .title)
      try container.encode(title, forKey: .title)
    }
  }

  // MARK: - Keys of one byte

  /// One-byte keys: some have long names, some need escapes, some share a name.
  struct ByteKey: CodingKey {
    let byte: UInt8

    init(_ byte: UInt8) { self.byte = byte }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    var intValue: Int? { nil }
    var stringValue: String {
      switch byte {
      case 3: "needs \"escapes\"/"
      case 5: "ö"
      case 7: "shared"
      case 8: "shared"
      default: String(repeating: "k", count: Int(byte)) + "\(byte)"
      }
    }
  }

  /// Encodes its fields in some order, with possibly repeated keys.
  struct Bytes: Codable {
    let keys: [UInt8]

    init(_ keys: [UInt8]) { self.keys = keys }
    init(from decoder: any Decoder) throws { keys = [] }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: ByteKey.self)
      for (index, byte) in keys.enumerated() {
        if index.isMultiple(of: 3) {
          try container.encode([index], forKey: ByteKey(byte))
        } else {
          try container.encode(index, forKey: ByteKey(byte))
        }
      }
    }

    /// The JSON that has each key at its first position, with its last value.
    var json: String {
      var names: [String] = []
      var values: [String: String] = [:]
      for (index, byte) in keys.enumerated() {
        let name = ByteKey(byte).stringValue
        if !names.contains(name) { names.append(name) }
        values[name] = index.isMultiple(of: 3) ? "[\(index)]" : "\(index)"
      }
      let members = names.map { name in
        let written = name.replacing("\"", with: "\\\"").replacing("/", with: "\\/")
        return "\"\(written)\":\(values[name] ?? "")"
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  @Test(arguments: [
    [UInt8](0..<64), [UInt8](0..<200), [200, 63, 64, 0, 255], [1, 2, 1], [3, 1, 3, 2], [5, 1, 5],
    [7, 8], [8, 1, 7, 2, 8], [0, 70, 0, 70], [30, 1, 2, 30], [],
  ])
  func `keys of one byte are written in order, each once`(keys: [UInt8]) throws {
    // The names are cached for the first object and used for the others.
    let objects = [
      Bytes(keys), Bytes(keys.reversed()), Bytes(keys), Bytes(Array(keys.dropFirst())),
    ]

    let written = try JSONEncoder().encode(unversioned: objects)

    let expected = "[\(objects.map(\.json).joined(separator: ","))]"
    #expect(String(decoding: written, as: UTF8.self) == expected)
  }

  @Test func `a key that is written twice has the last value`() throws {
    #expect(try json(Rewriting(title: "A")) == #"{"title":"A","version":1}"#)
  }

  // MARK: - Classes

  class Animal: Codable, DefaultFillable {
    var legs = 4
    required init() {}
  }

  final class Cat: Animal, VersionedCodable {
    static let version = 2
    typealias PreviousVersion = NothingOlder
    var name = "cat"

    enum CodingKeys: String, CodingKey {
      case name
    }

    required init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test(
    arguments: [
      (#"{"version": 2, "name": "a", "super": {"legs": 3}}"#, "a", 3),
      (#"{"version": 2, "name": "a", "super": {}}"#, "a", 4),
      (#"{"version": 2, "name": "a"}"#, "a", 4), (#"{"version": 2}"#, "cat", 4),
      (#"{"version": 2, "name": null, "super": {"legs": null}}"#, "cat", 4),
    ], StoredFormat.allCases)
  func `a class and its superclass under its own key are filled`(
    document: (text: String, name: String, legs: Int), format: StoredFormat
  ) throws {
    let cat = try format.decode(Cat.self, from: format.document(document.text))

    #expect(cat.name == document.name)
    #expect(cat.legs == document.legs)
  }

  @Test(arguments: StoredFormat.allCases)
  func `what is filled in a superclass is reported`(format: StoredFormat) throws {
    var report = MigrationReport()
    let document = try format.document(#"{"version": 2, "name": "a", "super": {}}"#)

    _ = try format.decode(Cat.self, from: document, report: &report)

    #expect(report.filled == [.init(path: "super.legs")])
  }

  @Test(arguments: StoredFormat.allCases)
  func `a superclass without an object is reported`(format: StoredFormat) throws {
    var report = MigrationReport()
    let document = try format.document(#"{"version": 2, "name": "a"}"#)

    _ = try format.decode(Cat.self, from: document, report: &report)

    #expect(report.needsRewrite)
  }

  @Test func `a superclass is written under its own key`() throws {
    #expect(try json(Cat()) == #"{"name":"cat","super":{"legs":4},"version":2}"#)
  }

  class Shape: DefaultFillable {
    var sides = 3

    enum CodingKeys: String, CodingKey {
      case sides
    }

    required init() {}
  }

  final class Square: Shape {
    var size = 1

    enum CodingKeys: String, CodingKey {
      case size
    }

    required init() {
      super.init()
      sides = 4
    }

    required init(from decoder: any Decoder) throws {
      try super.init(from: decoder)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      size = try container.decode(Int.self, forKey: .size)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(size, forKey: .size)
    }
  }

  @Test(
    arguments: [("{}", 4, 1), (#"{"sides": 5}"#, 5, 1), (#"{"size": 2}"#, 4, 2)],
    StoredFormat.allCases)
  func `a class and a superclass in the same object are filled`(
    document: (text: String, sides: Int, size: Int), format: StoredFormat
  ) throws {
    let data = try format.document(document.text)

    let square = try format.decode(unversioned: Square.self, from: data)

    #expect(square.sides == document.sides)
    #expect(square.size == document.size)
  }

  // MARK: - Nested and unkeyed containers

  struct Flattened: DefaultFillable, Equatable {
    var name = "n"
    var point = [1, 2]
    var tail = ["x": 3]

    enum CodingKeys: String, CodingKey {
      case about = "about-it"
      case point, tail
    }

    enum AboutKeys: String, CodingKey {
      case name = "the name"
    }

    init() {}

    init(name: String, point: [Int], tail: [String: Int]) {
      self.name = name
      self.point = point
      self.tail = tail
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let about = try container.nestedContainer(keyedBy: AboutKeys.self, forKey: .about)
      name = try about.decode(String.self, forKey: .name)
      var list = try container.nestedUnkeyedContainer(forKey: .point)
      point = [try list.decode(Int.self), try list.decode(Int.self)]
      let rest = try container.superDecoder(forKey: .tail)
      tail = try [String: Int](from: rest)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var about = container.nestedContainer(keyedBy: AboutKeys.self, forKey: .about)
      try about.encode(name, forKey: .name)
      var list = container.nestedUnkeyedContainer(forKey: .point)
      for part in point { try list.encode(part) }
      try tail.encode(to: container.superEncoder(forKey: .tail))
    }
  }

  @Test(
    arguments: [
      ("{}", Flattened()),
      (#"{"about-it": {}}"#, Flattened()),
      (#"{"about-it": {"the name": null}}"#, Flattened()),
      (#"{"about-it": null, "point": null, "tail": null}"#, Flattened()),
      (
        #"{"about-it": {"the name": "m"}, "point": [3, 4], "tail": {}}"#,
        Flattened(name: "m", point: [3, 4], tail: [:])
      ),
    ], StoredFormat.allCases)
  func `nested containers are filled`(
    document: (text: String, value: Flattened), format: StoredFormat
  ) throws {
    let data = try format.document(document.text)

    #expect(try format.decode(unversioned: Flattened.self, from: data) == document.value)
  }

  @Test(arguments: StoredFormat.allCases)
  func `what is filled in nested containers is reported`(format: StoredFormat) throws {
    var report = MigrationReport()
    let document = try format.document(#"{"about-it": {}, "tail": {}, "point": [1, 2]}"#)

    _ = try format.decode(unversioned: Flattened.self, from: document, report: &report)

    #expect(report.filled == [.init(path: FieldPath([.key("about-it"), .key("the name")]))])
  }

  @Test(arguments: StoredFormat.allCases)
  func `missing nested containers are reported`(format: StoredFormat) throws {
    var report = MigrationReport()

    _ = try format.decode(unversioned: Flattened.self, from: format.document("{}"), report: &report)

    #expect(
      report.filled == [.init(path: "about-it"), .init(path: "point"), .init(path: "tail")])
  }

  @Test(arguments: StoredFormat.allCases)
  func `an array that is too short is an error and never filled`(format: StoredFormat) throws {
    let document = try format.document(#"{"point": [7]}"#)

    let error = try migrationError {
      try format.decode(unversioned: Flattened.self, from: document)
    }

    #expect(error.path.description.hasPrefix("point"))
  }

  // MARK: - Handwritten decodeIfPresent

  struct Asking: DefaultFillable, Equatable {
    var size = 5

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      size = try container.decodeIfPresent(Int.self, forKey: .size) ?? -1
    }

    enum CodingKeys: String, CodingKey {
      case size
    }
  }

  @Test(arguments: [("{}", 5), (#"{"size": null}"#, -1), (#"{"size": 7}"#, 7)])
  func `a field that is decoded if present is filled too`(text: String, size: Int) throws {
    #expect(try filled(Asking.self, text).size == size)
  }
}
