import Foundation
import LineageMacros
import Testing

/// What DictionaryStorage does for objects that a newer program has written, by the macros.
struct DictionaryStorageTests {
  enum Genre: String, CaseIterable, Sendable {
    case poem, essay
    case other = "select-other"
  }

  @Fillable struct Author: Hashable, Identifiable {
    @Key("author_name") var name = ""
    var born: Int?
    var genre = OpenEnum<Genre>(.poem)
    var home: Place?
    var places: [Place] = []
    @Ignored var id = 0
    var unknownFields = UnknownFields()
  }

  @Fillable struct Place: Hashable {
    var latitude = 0.0
    var longitude = 0.0
    var unknownFields = UnknownFields()
  }

  @Fillable struct Portrait: Hashable {
    var id: UUID?
    var image: Data?
    var taken: Date?
    var link: URL?
  }

  @Union(tag: "type") enum Source: Hashable {
    case web(Web)
    case app(App)
    case unknown(DocumentValue)
  }

  @Fillable struct Web: Hashable {
    var name = ""
    var url = ""
    var unknownFields = UnknownFields()
  }

  @Fillable struct App: Hashable {
    var name = ""
    var bundle = ""
  }

  @Fillable struct Catalog: Hashable {
    var sources: [Source] = []
  }

  @Test(arguments: Coder.allCases)
  func `fields of a newer program survive a change by an older one`(coder: Coder) throws {
    var author = try coder.decode(
      Author.self,
      #"{"author_name":"Issa","born":1763,"pen":"brush","home":{"latitude":1.5,"height":3}}"#)
    author.name = "Kobayashi"

    let written = try coder.encode(author)

    #expect(written.contains(#""pen":"brush""#))
    #expect(written.contains(#""height":3"#))
    #expect(written.contains(#""author_name":"Kobayashi""#))
    #expect(!written.contains(#""id""#))
  }

  @Test(arguments: Coder.allCases, ["poem", "select-other", "haibun"])
  func `an enum case of a newer program survives`(coder: Coder, genre: String) throws {
    let author = try coder.decode(Author.self, #"{"genre":"\#(genre)"}"#)

    #expect(author.genre.rawValue == genre)
    #expect(author.genre.known == Genre(rawValue: genre))
    #expect(try coder.encode(author).contains(#""genre":"\#(genre)""#))
  }

  @Test(arguments: Coder.allCases)
  func `objects in objects and lists of them are read`(coder: Coder) throws {
    let author = try coder.decode(
      Author.self,
      #"{"home":{"latitude":1.5,"longitude":2.5},"places":[{"latitude":50,"longitude":60},{}]}"#)

    #expect(author.home == Place(latitude: 1.5, longitude: 2.5))
    #expect(author.places == [Place(latitude: 50, longitude: 60), Place()])
    #expect(author.born == nil)
  }

  @Test(arguments: Coder.allCases)
  func `a list of different objects preserves those that are unknown`(coder: Coder) throws {
    let json =
      #"{"sources":[{"name":"w","type":"web","url":"u","visits":3},"#
      + #"{"bundle":"b","name":"a","type":"app"},{"name":"x","type":"alias"},{"name":"y"}]}"#

    let catalog = try coder.decode(Catalog.self, json)

    guard case .web(let web) = catalog.sources[0], case .app(let app) = catalog.sources[1],
      case .unknown(let alias) = catalog.sources[2], case .unknown = catalog.sources[3]
    else {
      Issue.record("These are a web page, an app and two unknown sources.")
      return
    }
    #expect(web.url == "u")
    #expect(app.bundle == "b")
    #expect(alias["name"] == "x")
    #expect(try coder.encode(catalog) == json)
  }

  @Test(arguments: Coder.allCases)
  func `identifiers, dates, links and bytes need no coding of their own`(coder: Coder) throws {
    let portrait = Portrait(
      id: UUID(), image: Data([1, 2, 3]), taken: Date(timeIntervalSinceReferenceDate: 5),
      link: URL(string: "https://swift.org"))

    if coder == .own || coder == .json || coder == .plain {
      #expect(try coder.decode(Portrait.self, coder.encode(portrait)) == portrait)
    }
    let data = try PropertyListEncoder().encode(portrait)
    #expect(try PropertyListDecoder().decode(Portrait.self, from: data) == portrait)
  }

  @Test func `equality and hashes are synthesized, and values can be made by their initializer`() {
    let author = Author(name: "Issa", born: 1763)

    #expect(author == Author(name: "Issa", born: 1763))
    #expect(Set([author, Author(name: "Issa", born: 1764)]).count == 2)
  }
}
