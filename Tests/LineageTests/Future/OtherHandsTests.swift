import Foundation
import Lineage
import Testing

/// Versioned values in code that doesn't know about versions.
struct OtherHandsTests {
  struct PoemV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poem: String
    var unknownFields = UnknownFields()
  }

  struct Poem: VersionedCodable, Hashable, Sendable {
    static let version = 2
    var lines: [String]
    var unknownFields = UnknownFields()

    init(lines: [String]) { self.lines = lines }

    init(from old: PoemV1) throws {
      lines = old.poem.split(separator: "/").map(String.init)
      unknownFields = old.unknownFields
    }
  }

  struct Note: Codable, Equatable {
    @Versioned var poem: Poem
    var pair: [Versioned<Poem>] = []
  }

  struct Settings: DefaultFillable, Equatable {
    var tabSize = 4
  }

  /// A library that accepts coders and calls their plain methods.
  struct Library {
    var decoder: JSONDecoder
    var encoder: JSONEncoder

    func load<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
      try decoder.decode(type, from: Data(json.utf8))
    }

    func save(_ value: some Encodable) throws -> String {
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
  }

  static let old =
    #"{"pair":[{"poem":"c","version":1}],"poem":{"poem":"a/b","version":1,"x":[1.5]}}"#
  static let new =
    #"{"pair":[{"lines":["c"],"version":2}],"poem":{"lines":["a","b"],"version":2,"x":[1.5]}}"#

  static let libraries: [@Sendable () -> Library] = [
    { Library(decoder: JSONDecoder(), encoder: JSONEncoder()) },
    { Library(decoder: FutureForeignDecoder(), encoder: FutureForeignEncoder()) },
    { Library(decoder: VersionedJSONDecoder(), encoder: VersionedJSONEncoder()) },
  ]

  @Test(arguments: libraries.indices)
  func `a wrapped value migrates with any coder`(index: Int) throws {
    let library = Self.libraries[index]()

    let note = try library.load(Note.self, Self.old)

    #expect(note.poem.lines == ["a", "b"])
    #expect(try library.save(note) == Self.new)
    #expect(try library.load(Note.self, Self.new) == note)
  }

  @Test func `a wrapped value can be a document`() throws {
    let poem = try JSONDecoder().decode(
      Versioned<Poem>.self, from: Data(#"{"poem":"a","version":1}"#.utf8))
    let plist = try PropertyListEncoder().encode(poem)

    #expect(poem == Versioned(Poem(lines: ["a"])))
    #expect(try PropertyListDecoder().decode(Versioned<Poem>.self, from: plist) == poem)
  }

  @Test func `a wrapped value of a newer version is rejected with any coder`() {
    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(Versioned<Poem>.self, from: Data(#"{"version":3}"#.utf8))
    }

    #expect(error?.reason == .newerVersion(found: 3, newest: 2))
  }

  @Test func `a plain decode with a versioned decoder migrates and fills`() throws {
    let library = Library(decoder: VersionedJSONDecoder(), encoder: VersionedJSONEncoder())

    #expect(try library.load(Poem.self, #"{"poem":"a/b","version":1}"#).lines == ["a", "b"])
    #expect(
      try library.load([Poem?].self, #"[null,{"poem":"a","version":1}]"#).last??.lines == ["a"])
    #expect(try library.load(Settings.self, "{}") == Settings())
    #expect(try library.load([String: Int].self, #"{"a":1}"#) == ["a": 1])
    #expect(try library.load(Int.self, "5") == 5)
  }

  @Test func `a plain encode with a versioned encoder writes versions`() throws {
    let library = Library(decoder: VersionedJSONDecoder(), encoder: VersionedJSONEncoder())

    #expect(try library.save(Poem(lines: [])) == #"{"lines":[],"version":2}"#)
    #expect(try library.save(["a": [Poem(lines: [])]]) == #"{"a":[{"lines":[],"version":2}]}"#)
    #expect(try library.save("x") == #""x""#)
    #expect(try library.save(Int?.none) == "null")
    #expect(try library.save([Int?.none, 1]) == "[null,1]")
  }

  @Test func `a type without versions throws the errors that the library expects`() throws {
    let library = Library(decoder: VersionedJSONDecoder(), encoder: VersionedJSONEncoder())
    func path(_ body: () throws -> some Any) throws -> [String]? {
      let error = try #require(throws: DecodingError.self) { _ = try body() }
      switch error {
      case .typeMismatch(_, let context): return context.codingPath.map(\.stringValue)
      case .dataCorrupted: return nil
      default: throw error
      }
    }

    #expect(try path { try library.load(Int.self, #""x""#) } == [])
    #expect(try path { try library.load(Int.self, "") } == nil)
    #expect(
      try path { try library.load([Settings].self, #"[{"tabSize":"x"}]"#) }
        == ["Index 0", "tabSize"])
    let error = try migrationError { try library.load(Poem.self, #"{"version":9}"#) }
    #expect(error.reason == .newerVersion(found: 9, newest: 2))
  }

  struct ZeroNote: ZeroFillable {
    @Versioned var track: Track
  }

  struct Track: VersionedCodable, ZeroFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  @Test func `a missing wrapped value gets the zero value of its type`() throws {
    let note = try JSONDecoder().decode(unversioned: ZeroNote.self, from: Data("{}".utf8))

    #expect(note.track.title == "")
  }
}
