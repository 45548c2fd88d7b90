import Foundation
import Lineage
import Testing

/// The code of `Docs/RenamingSplittingRetyping.md`.
struct RenamingTests {
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

    init(from old: TrackV1) throws {
      try self.init(carryingOver: old, renaming: ["name": "title", "singer": "artist"])
    }
  }

  struct TrackV3: VersionedCodable {
    static let version = 3
    var title: String
    var artist: String
    var length: Int  // seconds

    init(from old: TrackV2) throws {
      try self.init(carryingOver: old, except: [CodingKeys.length])
      let parts = old.length.split(separator: ":").compactMap { Int($0) }
      guard parts.count == 2 else { throw BadLength() }
      length = parts[0] * 60 + parts[1]
    }

    struct BadLength: Error {}
  }

  struct PatientTrack: VersionedCodable {
    static let version = 3
    var title: String
    var artist: String
    var length: Int  // seconds

    init(from old: TrackV2, in context: MigrationContext) throws {
      try self.init(carryingOver: old, except: [CodingKeys.length])
      let parts = old.length.split(separator: ":").compactMap { Int($0) }
      if parts.count == 2 {
        length = parts[0] * 60 + parts[1]
      } else {
        context.note("The length was not minutes and seconds.")
      }
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

    init(from old: ShopV1) throws {
      name = old.name
      address = Address(street: old.street, city: old.city)
    }
  }

  @Test func `a track is renamed and retyped`() throws {
    let old = Data(#"{"name":"Hurt","singer":"Cash","length":"3:38","version":1}"#.utf8)
    let track = try JSONDecoder().decode(versioned: TrackV3.self, from: old)
    // TrackV3(title: "Hurt", artist: "Cash", length: 218)

    #expect("\(track)" == #"TrackV3(title: "Hurt", artist: "Cash", length: 218)"#)
  }

  @Test func `an odd length refuses the document or is noted`() throws {
    let odd = Data(#"{"name":"4′33″","singer":"Cage","length":"long","version":1}"#.utf8)
    #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: TrackV3.self, from: odd)
    }

    var report = MigrationReport()
    let track = try JSONDecoder().decode(versioned: PatientTrack.self, from: odd, report: &report)
    #expect(track.length == 0)
    #expect(report.notes.map(\.text) == ["The length was not minutes and seconds."])
  }

  @Test func `names split and addresses gather`() throws {
    let decoder = JSONDecoder()

    let person = try decoder.decode(
      versioned: Person.self, from: Data(#"{"name":"Ada King Lovelace","version":1}"#.utf8))
    let shop = try decoder.decode(
      versioned: Shop.self,
      from: Data(#"{"name":"Inks","street":"High 1","city":"York","version":1}"#.utf8))

    #expect(person.givenName == "Ada King")
    #expect(shop.address.city == "York")
  }
}
