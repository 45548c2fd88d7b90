import Foundation
import Lineage
import Testing

struct VisitV1: VersionedCodable {
  static let version = 1
  typealias PreviousVersion = NothingOlder
  var url: String
}

struct Visit: VersionedCodable {
  static let version = 2
  var url: String
  var count: Int
}

extension Visit {
  init(from old: VisitV1) throws {
    url = old.url
    count = 1  // there was a visit, or there would be no record
  }
}

struct CarriedVisit: VersionedCodable {
  static let version = 2
  var url: String
  var count: Int
}

extension CarriedVisit {
  init(from old: VisitV1) throws {
    try self.init(carryingOver: old) { try $0.set(1, for: "count") }
  }
}

/// The code of `Docs/AddingAField.md`.
struct AddingAFieldTests {
  struct BookmarkV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var url: String
    var title: String
  }

  struct Bookmark: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = BookmarkV1
    var url = ""
    var title = ""
    var tags: [String] = []
  }

  struct Device: DefaultFillable {
    var id = UUID()
    var name = "unnamed"
  }

  struct Preferences: VersionedCodable, DefaultFillable {
    static let version = 1
    static let encodesDefaults = false
    typealias PreviousVersion = NothingOlder
    var theme = "light"
    var zoom: Double? = 1.0
  }

  @Test func `a new field gets its default`() throws {
    let old = Data(#"{"url":"https://swift.org","title":"Swift","version":1}"#.utf8)
    let bookmark = try JSONDecoder().decode(versioned: Bookmark.self, from: old)
    // Bookmark(url: "https://swift.org", title: "Swift", tags: [])

    #expect("\(bookmark)" == #"Bookmark(url: "https://swift.org", title: "Swift", tags: [])"#)
  }

  @Test func `a step sets a field`() throws {
    let old = Data(#"{"url":"https://swift.org","version":1}"#.utf8)

    let visit = try JSONDecoder().decode(versioned: Visit.self, from: old)
    let carried = try JSONDecoder().decode(versioned: CarriedVisit.self, from: old)

    #expect(visit.count == 1)
    #expect(carried.count == 1)
    #expect(Visit(url: "a", count: 2).count == 2)
  }

  @Test func `copy makes a new value`() {
    let swift = Bookmark().copy { $0.url = "https://swift.org" }

    #expect(swift.url == "https://swift.org")
  }

  @Test func `two devices get different identities`() throws {
    let devices = try JSONDecoder().decode(unversioned: [Device].self, from: Data("[{},{}]".utf8))
    // devices[0].id != devices[1].id

    #expect(devices[0].id != devices[1].id)
  }

  @Test func `a type that leaves out defaults still writes nil`() throws {
    var preferences = Preferences()
    preferences.zoom = nil
    let sparse = try JSONEncoder().encode(versioned: preferences)
    // {"zoom":null,"version":1}

    #expect(String(decoding: sparse, as: UTF8.self) == #"{"zoom":null,"version":1}"#)
  }
}
