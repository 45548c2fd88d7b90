import Foundation
import Lineage
import Testing

/// The versions of nested values that a step turns into values of any shape, however the old type encodes them.
struct NestedVersionsInStepsTests {
  struct PartV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct Part: VersionedCodable, Equatable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = PartV1
    var name: String
    var unknownFields = UnknownFields()
    init(from old: PartV1) { name = old.title }
  }

  /// A document with parts in all sorts of fields.
  struct AlbumV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var plain: Part?
    @Nullable var nullable: Part?
    @Nullable var list: [Part]?
    @Nullable var byName: [String: Part]?
  }

  /// The same, but encoded by hand.
  struct HandwrittenV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var plain: Part?
    var nullable: Part?
    var list: [Part]?
    var byName: [String: Part]?

    enum CodingKeys: CodingKey { case plain, nullable, list, byName }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      if plain != nil { try container.encode(plain, forKey: .plain) }
      if let nullable {
        var inner = container.superEncoder(forKey: .nullable).singleValueContainer()
        try inner.encode(nullable)
      }
      if let list {
        var elements = container.nestedUnkeyedContainer(forKey: .list)
        for (index, part) in list.enumerated() {
          if index.isMultiple(of: 2) {
            try elements.encode(part)
          } else {
            try elements.encode(part as Part?)
          }
        }
      }
      if let byName {
        var members = container.nestedContainer(keyedBy: AnyKey.self, forKey: .byName)
        for (name, part) in byName { try members.encode(part, forKey: AnyKey(name)) }
      }
    }
  }

  struct Loose<Old: VersionedCodable>: VersionedCodable {
    static var version: Int { 2 }
    typealias PreviousVersion = Old
    var plain: DocumentValue?
    var nullable: DocumentValue?
    var list: DocumentValue?
    var byName: DocumentObject?
    init(from old: Old) throws { try self.init(carryingOver: old) }
  }

  struct Album<Old: VersionedCodable>: VersionedCodable, Equatable {
    static var version: Int { 3 }
    typealias PreviousVersion = Loose<Old>
    var plain: Part?
    var nullable: Part?
    var list: [Part]?
    var byName: [String: Part]?
    init(from old: Loose<Old>) throws { try self.init(carryingOver: old) }
  }

  static let members = [
    #""plain":{"name":"a","version":2}"#, #""nullable":{"name":"b","version":2}"#,
    #""list":[{"name":"c","version":2},{"name":"d","version":2}]"#,
    #""byName":{"x":{"name":"e","version":2}}"#,
    #""list":[{"name":"c","rating":5,"version":7}]"#,
  ]

  private func text(of document: Data, in format: StoredFormat) throws -> String {
    let value = try format.decode(unversioned: DocumentValue.self, from: document)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func checkVersions<Old: VersionedCodable>(
    of old: Old.Type, in format: StoredFormat, _ member: String
  ) throws {
    let data = try format.document(#"{\#(member),"version":1}"#)

    let loose = try format.decode(Loose<Old>.self, from: data)
    let saved = try format.encode(loose)
    let direct = try format.decode(Album<Old>.self, from: data)

    let savedText = try text(of: saved, in: format)
    #expect(savedText == #"{\#(member),"version":2}"#)
    #expect(try format.decode(Album<Old>.self, from: saved) == direct)
    #expect(try text(of: format.encode(direct), in: format) == #"{\#(member),"version":3}"#)
  }

  @Test(arguments: StoredFormat.allCases, members)
  func `a value that becomes one of any shape keeps its version`(
    format: StoredFormat, member: String
  ) throws {
    try checkVersions(of: AlbumV1.self, in: format, member)
    // `encode(to:)` of a part writes no version, as in a plain `JSONEncoder`.
    if !member.contains("nullable") {
      try checkVersions(of: HandwrittenV1.self, in: format, member)
    }
  }

  // MARK: - Steps that change the fields

  /// Renames fields, so that two of them swap their names.
  struct Renamed: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = AlbumV1
    var plain: DocumentValue?
    var nullable: DocumentValue?
    var added: DocumentValue?

    init(from old: AlbumV1) throws {
      try self.init(carryingOver: old) {
        $0.rename("plain", to: "nullable")
        $0.rename("nullable", to: "plain")
        $0.drop("list", "byName")
        try $0.set(DocumentValue.string("new"), for: "added")
      }
    }
  }

  /// Takes one field for another one.
  struct Removed: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = AlbumV1
    var nullable: DocumentValue?
    var art: DocumentValue?

    init(from old: AlbumV1) throws {
      try self.init(carryingOver: old) {
        try $0.set($0.remove("plain", as: DocumentValue.self), for: "art")
        $0.rename("list", to: "nullable")
        $0.drop("byName")
      }
    }
  }

  /// Replaces a field with nil.
  struct Cleared: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = AlbumV1
    @Nullable var nullable: DocumentValue?

    init(from old: AlbumV1) throws {
      try self.init(carryingOver: old) {
        try $0.set(nil as DocumentValue?, for: "nullable")
        $0.drop("plain", "list", "byName")
      }
    }
  }

  /// Rejects what it can't decode.
  struct Lenience: VersionedCodable, DefaultFillable {
    struct Other: Codable { var name: Int }

    static let version = 2
    typealias PreviousVersion = AlbumV1
    @Lenient var nullable = 3
    @LenientElements var list: [Other] = []
    @LenientValues var byName: [String: Other] = [:]

    init() {}
    init(from old: AlbumV1) throws { try self.init(carryingOver: old) }
  }

  private func checkSaved<New: VersionedCodable>(
    as type: New.Type, _ document: String, _ expected: String
  ) throws {
    let value = try StoredFormat.json.decode(type, from: Data(document.utf8))
    let saved = String(decoding: try StoredFormat.json.encode(value), as: UTF8.self)
    #expect(saved == expected)
  }

  static let two =
    #"{"plain":{"name":"a","version":2},"nullable":{"name":"b","version":2},"version":1}"#
  static let list = #"{"list":[{"name":"c","version":2}],"version":1}"#
  static let byName = #"{"byName":{"x":{"name":"e","version":2}},"version":1}"#

  @Test func `fields that a step renames, removes or replaces keep their own versions`() throws {
    try checkSaved(
      as: Renamed.self, Self.two,
      #"{"added":"new","nullable":{"name":"a","version":2},"#
        + #""plain":{"name":"b","version":2},"version":2}"#)
    try checkSaved(
      as: Removed.self, Self.two, #"{"art":{"name":"a","version":2},"version":2}"#)
    try checkSaved(
      as: Removed.self, Self.list, #"{"nullable":[{"name":"c","version":2}],"version":2}"#)
    try checkSaved(as: Cleared.self, Self.two, #"{"version":2}"#)
  }

  @Test func `values that a step rejects keep their versions`() throws {
    try checkSaved(
      as: Lenience.self, Self.two,
      #"{"byName":{},"list":[],"nullable":{"name":"b","version":2},"version":2}"#)
    try checkSaved(
      as: Lenience.self, Self.list,
      #"{"byName":{},"list":[{"name":"c","version":2}],"nullable":3,"version":2}"#)
    try checkSaved(
      as: Lenience.self, Self.byName,
      #"{"byName":{"x":{"name":"e","version":2}},"list":[],"nullable":3,"version":2}"#)
  }

  // MARK: - Types that decode and encode themselves

  /// Is an object of any shape.
  struct Whole: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = AlbumV1
    var fields: DocumentObject
    init(from decoder: any Decoder) throws { fields = try DocumentObject(from: decoder) }
    func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
    init(from old: AlbumV1) throws { try self.init(carryingOver: old) }
  }

  @Test func `a type that is an object of any shape gets its values with their versions`() throws {
    try checkSaved(
      as: Whole.self, Self.two,
      #"{"nullable":{"name":"b","version":2},"plain":{"name":"a","version":2},"version":2}"#)
  }

  /// Encodes its parts in an order that differs each time.
  struct ShuffledV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var parts: [Part]

    enum CodingKeys: CodingKey { case parts }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var elements = container.nestedUnkeyedContainer(forKey: .parts)
      for part in parts.shuffled() { try elements.encode(part) }
    }
  }

  struct Shuffled: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = ShuffledV1
    @LenientElements var parts: [Lenience.Other] = []
    init() {}
    init(from old: ShuffledV1) throws { try self.init(carryingOver: old) }
  }

  @Test func `each element that a step rejects is kept once, in whatever order it is encoded`()
    throws
  {
    let parts = (0..<6).map { #"{"name":"\#($0)","version":2}"# }
    let document = Data(#"{"parts":[\#(parts.joined(separator: ","))],"version":1}"#.utf8)
    let value = try JSONDecoder().decode(versioned: Shuffled.self, from: document)

    let saved = try StoredFormat.json.encode(value)

    let object = try JSONDecoder().decode(DocumentObject.self, from: saved)
    let names = object["parts"]?.array?.compactMap { $0.object?["name"]?.string }
    #expect(names?.sorted() == (0..<6).map(String.init))
  }

  /// An old type that is only decoded.
  struct DecodeOnly: Codable {
    var a: Int

    func encode(to encoder: any Encoder) throws { throw CancellationError() }
  }

  struct LegacyV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var legacyPart: DecodeOnly
    var other: String
    @Nullable var part: Part?
  }

  struct Legacy: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = LegacyV1
    var sum = 0
    @Lenient var other = 0
    var part: DocumentValue?
    init() {}
    init(from old: LegacyV1) throws {
      try self.init(carryingOver: old) {
        try $0.set(old.legacyPart.a, for: "sum")
        $0.drop("legacyPart")
      }
    }
  }

  @Test(arguments: [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase])
  func `a field that a step drops needn't be encoded`(
    strategy: JSONDecoder.KeyDecodingStrategy
  ) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = strategy
    let key = if case .useDefaultKeys = strategy { "legacyPart" } else { "legacy_part" }
    let document =
      #"{"\#(key)":{"a":1},"other":"x","part":{"name":"a","version":2},"version":1}"#

    let value = try decoder.decode(versioned: Legacy.self, from: Data(document.utf8))

    #expect(value.sum == 1)
    #expect(
      String(decoding: try StoredFormat.json.encode(value), as: UTF8.self)
        == #"{"other":"x","part":{"name":"a","version":2},"sum":1,"version":2}"#)
  }
}
