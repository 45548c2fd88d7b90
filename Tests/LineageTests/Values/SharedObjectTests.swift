import Foundation
import Lineage
import Testing

/// A type that writes data of any shape to the same object as its own fields.
struct SharedObjectTests {
  /// What is written to the object, in order.
  enum Part: Sendable {
    case id(Int)
    case name(String)
    case object(DocumentObject)
    case dictionary([String: Int])

    func write(to encoder: any Encoder) throws {
      switch self {
      case .id(let id):
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(id, forKey: .id)
      case .name(let name):
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .firstName)
      case .object(let object): try object.encode(to: encoder)
      case .dictionary(let dictionary): try dictionary.encode(to: encoder)
      }
    }
  }

  enum Keys: String, CodingKey { case id, firstName }

  struct Shared: Encodable {
    let parts: [Part]
    func encode(to encoder: any Encoder) throws {
      for part in parts { try part.write(to: encoder) }
    }
  }

  static let cases: [([Part], String)] = [
    ([.id(5), .object(["id": 1, "z": 2])], #"{"id":1,"z":2}"#),
    ([.object(["id": 1, "z": 2]), .id(5)], #"{"id":5,"z":2}"#),
    ([.object(["id": 1]), .object(["id": 2, "y": 3])], #"{"id":2,"y":3}"#),
    ([.dictionary(["id": 1]), .object(["id": 2]), .id(3)], #"{"id":3}"#),
    ([.object([:]), .id(1), .object([:])], #"{"id":1}"#),
  ]

  @Test(arguments: cases)
  func `the last value of a key wins, whatever wrote it`(_ parts: [Part], _ expected: String) throws
  {
    let value = Shared(parts: parts)
    let json = JSONEncoder()
    json.outputFormatting = .sortedKeys
    #expect(String(decoding: try json.encode(unversioned: value), as: UTF8.self) == expected)
    json.outputFormatting = []
    let document = try JSONDecoder().decode(DocumentValue.self, from: Data(expected.utf8))
    #expect(
      try JSONDecoder().decode(DocumentValue.self, from: json.encode(unversioned: value))
        == document)
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let list = PropertyListEncoder(format)
      let data = try list.encode(unversioned: value)
      let read = try PropertyListDecoder().decode(unversioned: DocumentValue.self, from: data)
      #expect(read == document)
      #expect(
        Set(try #require(read.object).keys).count == read.object?.keys.count, "no key is repeated")
    }
  }

  @Test
  func `fields beside data have the keys that the strategy makes of their names`() throws {
    let json = JSONEncoder.inSnakeCase(.sortedKeys)
    let value = Shared(parts: [.object(["anyKey": 1]), .name("Ada")])
    #expect(
      String(decoding: try json.encode(unversioned: value), as: UTF8.self)
        == #"{"anyKey":1,"first_name":"Ada"}"#)
  }

  // MARK: - Reports

  struct Child: Codable {
    var a: Int
    var unknownFields = UnknownFields()
  }

  /// A field beside everything else in the object.
  struct Open: Codable {
    var child: Child
    var rest: DocumentObject
    enum CodingKeys: CodingKey { case child }

    init(child: Child, rest: DocumentObject) {
      self.child = child
      self.rest = rest
    }

    init(from decoder: any Decoder) throws {
      child = try decoder.container(keyedBy: CodingKeys.self).decode(Child.self, forKey: .child)
      rest = try DocumentObject(from: decoder)
      rest["child"] = nil
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(child, forKey: .child)
      try rest.encode(to: encoder)
    }
  }

  struct V1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var open: Open
  }

  struct V2: VersionedCodable, Downgradable {
    static let version = 2
    typealias PreviousVersion = V1
    var moved: Open

    init(moved: Open) { self.moved = moved }
    init(from old: V1) { moved = old.open }
    func downgraded() -> V1 {
      V1(open: Open(child: Child(a: moved.child.a), rest: moved.rest))
    }
  }

  static let text = #"{"open":{"child":{"a":1,"u":2},"z":{"w":3}},"version":1}"#

  @Test
  func `a step that moves an object with data and fields loses nothing, and its report says so`()
    throws
  {
    var report = MigrationReport()
    let value = try JSONDecoder().decode(
      versioned: V2.self, from: Data(Self.text.utf8), report: &report)
    #expect(report.lostFields.isEmpty, "\(report)")
    #expect(report.unknownFieldsKept == ["open.child.u"], "\(report)")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(versioned: value), as: UTF8.self)
        == #"{"moved":{"child":{"a":1,"u":2},"z":{"w":3}},"version":2}"#)
  }

  @Test
  func `a downgrade that drops an unknown field in an object with data and fields reports it`()
    throws
  {
    let value = try JSONDecoder().decode(versioned: V2.self, from: Data(Self.text.utf8))
    var report = MigrationReport()
    _ = try JSONEncoder().encode(versioned: value, as: V1.self, report: &report)
    #expect(report.unknownFieldsDropped == ["moved.child.u"], "\(report)")
  }

  // MARK: - Steps

  /// The version that keeps what it doesn't declare by itself.
  struct NoteV1: VersionedCodable {
    @TaskLocal static var writesDataFirst = false

    static let version = 1
    typealias PreviousVersion = NothingOlder
    var id: Int
    var text: String?
    var rest: DocumentObject
    enum CodingKeys: CodingKey { case id, text }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      text = try container.decodeIfPresent(String.self, forKey: .text)
      rest = try DocumentObject(from: decoder)
      for key in ["id", "text", "version"] { rest[key] = nil }
    }

    func encode(to encoder: any Encoder) throws {
      if Self.writesDataFirst { try rest.encode(to: encoder) }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encodeIfPresent(text, forKey: .text)
      if !Self.writesDataFirst { try rest.encode(to: encoder) }
    }
  }

  /// The next one, which leaves that to its unknown fields, has no text, and declares a color.
  struct Note: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = NoteV1
    var id: Int
    var color: String?
    var unknownFields = UnknownFields()

    init(from old: NoteV1) throws { try self.init(carryingOver: old) }
  }

  @Test(arguments: [false, true])
  func `the next version has the data as unknown fields, but not the fields`(dataFirst: Bool) throws
  {
    let text = #"{"id":1,"text":"a","color":"red","z":{"w":2},"version":1}"#
    var report = MigrationReport()
    let note = try NoteV1.$writesDataFirst.withValue(dataFirst) {
      try JSONDecoder().decode(versioned: Note.self, from: Data(text.utf8), report: &report)
    }
    #expect(note.unknownFields == ["z": ["w": 2]])
    #expect(note.color == "red")
    #expect(report.lostFields == [])
    #expect(report.carryOverDropped == ["text"])
  }
}
