import Foundation
import Lineage
import Testing

// The code of `Docs/RenamingSplittingRetyping.md`, compiled and run.

struct TrackV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var name: String
  var singer: String
  var length: String
}

struct TrackV2: VersionedCodable {
  static let version = 2
  var title: String
  var artist: String
  var length: String
}

extension TrackV2 {
  init(from old: TrackV1) throws {
    try self.init(carryingOver: old) { fields in
      fields.rename("name", to: "title")
      fields.rename("singer", to: "artist")
    }
  }
}

struct TrackV3: VersionedCodable {
  static let version = 3
  var title: String
  var artist: String
  var length: Int  // seconds
}

extension TrackV3 {
  init(from old: TrackV2) throws {
    let parts = old.length.split(separator: ":").compactMap { Int($0) }
    // A document can contain any number, and one that is too large would trap below.
    guard parts.count == 2, parts.allSatisfy((0..<10_000).contains) else { throw BadLength() }
    try self.init(carryingOver: old) { fields in
      try fields.set(parts[0] * 60 + parts[1], for: "length")
    }
  }

  struct BadLength: Error {}
}

struct PatientTrack: VersionedCodable {
  static let version = 3
  var title: String
  var artist: String
  var length: Int  // seconds
}

extension PatientTrack {
  init(from old: TrackV2, in context: MigrationContext) throws {
    let parts = old.length.split(separator: ":").compactMap { Int($0) }
    let isLength = parts.count == 2 && parts.allSatisfy((0..<10_000).contains)
    if !isLength { context.note("The length was not minutes and seconds.") }
    try self.init(carryingOver: old) { fields in
      try fields.set(isLength ? parts[0] * 60 + parts[1] : 0, for: "length")
    }
  }
}

struct AccountV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var name: String
  var password: String
}

struct Account: VersionedCodable {
  static let version = 2
  var name: String
  var unknownFields = UnknownFields()
}

extension Account {
  init(from old: AccountV1) throws {
    try self.init(carryingOver: old) { $0.drop("password") }
  }
}

struct PersonV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var name: String
}

struct Person: VersionedCodable {
  static let version = 2
  var givenName: String
  var familyName: String
}

extension Person {
  init(from old: PersonV1) throws {
    let names = old.name.split(separator: " ")
    givenName = names.dropLast().joined(separator: " ")
    familyName = names.last.map(String.init) ?? ""
  }
}

struct ShopV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var name: String
  var street: String
  var city: String
}

struct Shop: VersionedCodable {
  static let version = 2
  var name: String
  var address: Address

  struct Address: Codable {
    var street: String
    var city: String
  }
}

extension Shop {
  init(from old: ShopV1) throws {
    try self.init(carryingOver: old) { fields in
      fields.drop("street", "city")
      try fields.set(Address(street: old.street, city: old.city), for: "address")
    }
  }
}

struct BookV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var meta: Meta

  struct Meta: Codable {
    var author: String
    var unknownFields = UnknownFields()
  }
}

struct Book: VersionedCodable {
  static let version = 2
  var meta: Meta

  struct Meta: Codable {
    var creator: String
    var unknownFields = UnknownFields()
  }
}

extension Book {
  init(from old: BookV1) throws {
    try self.init(carryingOver: old) { fields in
      let meta = try Meta(carryingOver: old.meta, at: "meta") { $0.rename("author", to: "creator") }
      try fields.set(meta, for: "meta")
    }
  }
}

struct SeriesV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var volumes: [Volume]

  struct Volume: Codable {
    var author: String
    var shelf: Int?
    var unknownFields = UnknownFields()
  }
}

struct Series: VersionedCodable {
  static let version = 2
  var volumes: [Volume]

  struct Volume: Codable {
    var creator: String
    var unknownFields = UnknownFields()
  }
}

extension Series {
  init(from old: SeriesV1) throws {
    try self.init(carryingOver: old) { fields in
      let volumes = try old.volumes.enumerated().map { index, volume in
        try Volume(carryingOver: volume, at: "volumes[\(index)]") {
          $0.rename("author", to: "creator")
        }
      }
      try fields.set(volumes, for: "volumes")
    }
  }
}

struct BoxV1<Content: Codable>: VersionedCodable {
  static var version: Int { 1 }
  typealias PreviousVersion = NothingOlder
  var name: String
  var content: Content
}

final class Box<Content: Codable>: VersionedCodable {
  static var version: Int { 2 }
  var label: String
  var content: Content
}

extension Box {
  convenience init(from old: BoxV1<Content>) throws {
    try self.init(carryingOver: old) { $0.rename("name", to: "label") }
  }
}

nonisolated struct Verse: Codable, Equatable {
  var text: String
}

struct RenamingTests {
  @Test func `a track is renamed and retyped`() throws {
    let old = Data(#"{"name":"Hurt","singer":"Cash","length":"3:38","version":1}"#.utf8)
    let track = try JSONDecoder().decode(versioned: TrackV3.self, from: old)
    // TrackV3(title: "Hurt", artist: "Cash", length: 218)

    #expect("\(track)" == #"TrackV3(title: "Hurt", artist: "Cash", length: 218)"#)
  }

  @Test func `a step throws for an odd length, or adds a note`() throws {
    let odd = Data(#"{"name":"4′33″","singer":"Cage","length":"long","version":1}"#.utf8)
    #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: TrackV3.self, from: odd)
    }

    var report = MigrationReport()
    let track = try JSONDecoder().decode(versioned: PatientTrack.self, from: odd, report: &report)
    #expect(track.length == 0)
    #expect(report.notes.map(\.text) == ["The length was not minutes and seconds."])
  }

  @Test func `a dropped password is gone`() throws {
    var report = MigrationReport()

    let account = try JSONDecoder().decode(
      versioned: Account.self,
      from: Data(#"{"name":"Ada","password":"secret","version":1}"#.utf8), report: &report)

    #expect(account.unknownFields.isEmpty)
    #expect(report.carryOverDropped.isEmpty)
  }

  @Test func `a name is split, and an address is moved into a nested type`() throws {
    let decoder = JSONDecoder()

    let person = try decoder.decode(
      versioned: Person.self, from: Data(#"{"name":"Ada King Lovelace","version":1}"#.utf8))
    let shop = try decoder.decode(
      versioned: Shop.self,
      from: Data(#"{"name":"Inks","street":"High 1","city":"York","version":1}"#.utf8))

    #expect(person.givenName == "Ada King")
    #expect(shop.address.city == "York")
  }

  @Test func `a part of a book and the content of a box are carried over`() throws {
    let decoder = JSONDecoder()

    let book = try decoder.decode(
      versioned: Book.self, from: Data(#"{"meta":{"author":"Ada","x":1},"version":1}"#.utf8))
    let box = try decoder.decode(
      versioned: Box<[Int]>.self, from: Data(#"{"name":"b","content":[1],"version":1}"#.utf8))

    #expect(book.meta.creator == "Ada")
    #expect(book.meta.unknownFields["x"] == 1)
    #expect(box.label == "b")
    #expect(box.content == [1])
  }

  @Test func `elements without versions are migrated at their own paths`() throws {
    let data = Data(
      #"{"volumes":[{"author":"Ada"},{"author":"Bob","shelf":3,"x":1}],"version":1}"#.utf8)
    var report = MigrationReport()

    let series = try JSONDecoder().decode(versioned: Series.self, from: data, report: &report)

    #expect(series.volumes.map(\.creator) == ["Ada", "Bob"])
    #expect(series.volumes[1].unknownFields["x"] == 1)
    #expect(report.carryOverDropped == ["volumes[1].shelf"])
  }
}
