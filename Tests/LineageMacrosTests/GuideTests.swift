import Foundation
import LineageMacros
import Testing

enum Language: String, Codable, CaseIterable, Sendable { case unknown, french }

@Document(version: 1)
struct PoemV1 {
  let author: String
  let poem: String
}

@Document(version: 2, after: PoemV1.self)
struct Poem: Equatable {
  let author: String  // no initial value: required
  var lines: [String] = []  // an initial value: filled when missing or null
  var rating = 3
  @Filled(Language.unknown) let language: Language  // filled, and can't be changed
  @Key("created_at") var created: Date?
  @Lenient var width = 80  // a wrong value costs this field only
  @Ignored var isSelected = false
  var unknownFields = UnknownFields()
}

extension Poem {
  init(from old: PoemV1) throws {
    self.init(
      author: old.author,
      lines: old.poem.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
      language: .unknown)
  }
}

@Fillable struct Margins {
  var top = 0.0
  var bottom = 0.0
}

@Document(version: 1) @Shipped("0eid-bbu8-vlf7")
struct ShippedPoem {
  let author: String
  let poem: String
}

@Union(tag: "kind") enum Part: Equatable {
  case verse(Verse)
  @Key("picture") case image(Picture)
  case unknown(DocumentValue)
}

@Fillable struct Verse: Equatable { let text: String }
@Fillable struct Picture: Equatable { var url = "" }

/// The same document in both spellings.
enum BothWays {
  enum Annotated {
    @Document(version: 1)
    struct Bookmark: Equatable {
      let url: String
      var title = ""
      var tags: [String] = []
    }
  }

  enum Plain {
    struct Bookmark: VersionedCodable, DefaultFillable, Equatable {
      static let version = 1
      typealias PreviousVersion = NothingOlder
      @Required var url = ""
      var title = ""
      var tags: [String] = []
    }
  }
}

/// The code of `Docs/WithMacros.md`.
struct GuideTests {
  private let data = Data(#"{"author":"Bashō","poem":"old pond\nfrog leaps in","version":1}"#.utf8)

  @Test func `any decoder migrates and fills`() throws {
    let poem = try JSONDecoder().decode(Poem.self, from: data)
    // Poem(author: "Bashō", lines: ["old pond", "frog leaps in"], rating: 3, language: .unknown, …)

    #expect(poem.lines == ["old pond", "frog leaps in"])
    #expect(poem == (try JSONDecoder().decode(versioned: Poem.self, from: data)))
    #expect(try String(decoding: JSONEncoder().encode(poem), as: UTF8.self).contains("version"))
  }

  @Test func `a copy changes constants`() throws {
    let poem = try JSONDecoder().decode(Poem.self, from: data)

    let french = poem.copy {
      $0.language = .french
      $0.lines.removeLast()
    }

    #expect(french.language == .french)
    #expect(french.lines == ["old pond"])
  }

  @Test func `both spellings are the same document`() throws {
    let document = Data(#"{"url":"u","version":1,"title":null}"#.utf8)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys

    let annotated = try JSONDecoder().decode(
      versioned: BothWays.Annotated.Bookmark.self, from: document)
    let plain = try JSONDecoder().decode(versioned: BothWays.Plain.Bookmark.self, from: document)

    #expect(annotated.url == plain.url)
    #expect(try encoder.encode(versioned: annotated) == encoder.encode(versioned: plain))
    for wrong in [#"{"version":1}"#, #"{"url":5,"version":1}"#, #"{"url":"u","version":2}"#] {
      let annotated = #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(
          versioned: BothWays.Annotated.Bookmark.self, from: Data(wrong.utf8))
      }
      let plain = #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(versioned: BothWays.Plain.Bookmark.self, from: Data(wrong.utf8))
      }
      // What is said about a missing field differs.
      #expect(annotated?.reason == plain?.reason)
      #expect(annotated?.path == plain?.path)
    }
  }

  @Test func `unknown parts are preserved`() throws {
    let json =
      #"[{"kind":"verse","text":"t"},{"kind":"picture","url":"u"},"#
      + #"{"kind":"map","zoom":3}]"#

    let parts = try JSONDecoder().decode([Part].self, from: Data(json.utf8))

    #expect(parts[0] == .verse(Verse(text: "t")))
    #expect(parts[1] == .image(Picture(url: "u")))
    #expect(parts[2] == .unknown(["kind": "map", "zoom": 3]))
  }

  @Test func `a shipped type says its digest`() {
    #expect(ShippedPoem.shippedDigest == "0eid-bbu8-vlf7")
  }

  @Test func `missing fields of a fillable type get their initial values`() throws {
    let margins = try JSONDecoder().decode(Margins.self, from: Data(#"{"top":2}"#.utf8))

    #expect(margins.top == 2)
    #expect(margins.bottom == 0)
  }
}
