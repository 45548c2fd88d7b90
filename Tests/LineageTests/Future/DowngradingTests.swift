import Foundation
import Lineage
import Testing

/// Writing documents for programs that haven't been updated.
struct DowngradingTests {
  struct PoemV1: VersionedCodable, Equatable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poem: String
    var unknownFields = UnknownFields()
  }

  struct PoemV2: VersionedCodable, Downgradable {
    static let version = 2
    var lines: [String]
    var unknownFields = UnknownFields()

    init(lines: [String]) { self.lines = lines }

    init(from old: PoemV1) throws {
      lines = old.poem.split(separator: "/").map(String.init)
      unknownFields = old.unknownFields
    }

    func downgraded() throws -> PoemV1 {
      var old = PoemV1(poem: lines.joined(separator: "/"))
      old.unknownFields = unknownFields
      return old
    }
  }

  struct TooLong: Error {}

  struct Poem: VersionedCodable, Downgradable {
    static let version = 3
    static let newerVersions = NewerVersionPolicy.readAsNewest
    static let readableSince: Int? = 2
    var lines: [String]
    var title: String
    var unknownFields = UnknownFields()

    init(lines: [String], title: String) {
      self.lines = lines
      self.title = title
    }

    init(from old: PoemV2) throws {
      lines = old.lines
      title = ""
      unknownFields = old.unknownFields
    }

    func downgraded() throws -> PoemV2 {
      if title.count > 10 { throw TooLong() }
      var old = PoemV2(lines: lines)
      old.unknownFields = unknownFields
      return old
    }
  }

  static let poem = Poem(lines: ["a", "b"], title: "T")

  @Test func `a value is written as each older version`() throws {
    #expect(
      try Future.write(Self.poem, as: Poem.self)
        == #"{"lines":["a","b"],"readableSince":2,"title":"T","version":3}"#)
    #expect(try Future.write(Self.poem, as: PoemV2.self) == #"{"lines":["a","b"],"version":2}"#)
    #expect(try Future.write(Self.poem, as: PoemV1.self) == #"{"poem":"a/b","version":1}"#)
  }

  @Test(arguments: FutureFormat.allCases)
  func `unknown fields are kept when a value is downgraded`(format: FutureFormat) throws {
    let poem = try format.read(
      Poem.self, ["version": 3, "lines": ["a"], "title": "T", "x": ["y": 1.5]])
    let encoder = JSONEncoder()

    let saved = try encoder.encode(versioned: poem, as: PoemV1.self)

    #expect(
      try Future.value(String(decoding: saved, as: UTF8.self))
        == ["version": 1, "poem": "a", "x": ["y": 1.5]])
  }

  @Test func `a downgraded newer value has the version it is encoded as`() throws {
    let newer = try Future.read(
      Poem.self, #"{"lines":["a"],"readableSince":3,"title":"T","version":4,"x":1}"#)

    let saved = try Future.write(newer, as: PoemV1.self)

    #expect(saved == #"{"poem":"a","version":1,"x":1}"#)
  }

  // MARK: - Errors

  @Test func `a downgrade that throws is named, with its cause`() {
    let error = #expect(throws: MigrationError.self) {
      try Future.write(Poem(lines: [], title: "much too long"), as: PoemV1.self)
    }

    let expected = """
      Downgrading version '3' (Poem) to version '2' (PoemV2) failed. downgraded() threw TooLong \
      (see underlyingError). If the older version can't represent this value, change the value \
      before encoding it, or encode it as a newer version. Known versions: '3' (Poem), '2' \
      (PoemV2), '1' (PoemV1).
      """
    #expect(error?.reason == .downgradeFailed(from: 3, to: 2))
    #expect(error?.underlyingError is TooLong)
    #expect(error?.description == expected)
  }

  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct Note: VersionedCodable, Downgradable {
    static let version = 2
    var lines: [String]

    init(lines: [String]) { self.lines = lines }
    init(from old: NoteV1) throws { lines = [old.text] }
    func downgraded() throws -> NoteV1 { try NoteV1(carryingOver: self) }
  }

  @Test func `a downgrade that can't carry a field over is named, with its cause`() {
    let error = #expect(throws: MigrationError.self) {
      try Future.write(Note(lines: ["a"]), as: NoteV1.self)
    }

    #expect(error?.reason == .downgradeFailed(from: 2, to: 1))
    #expect(
      error?.description == """
        Downgrading version '2' (Note) to version '1' (NoteV1) failed. downgraded() threw a \
        MigrationError: Note.downgraded() gives no value to a field that NoteV1 requires. At text: The \
        field is missing, and it has no default. Set the field, or give its old name with \
        fields.rename(…, to: …), or make NoteV1 DefaultFillable. In Note.downgraded(), call try \
        NoteV1(carryingOver: self) { fields in try fields.set(…, for: …) }. Known \
        versions: '1' (NoteV1). If the older version can't represent this value, change the value \
        before encoding it, or encode it as a newer version. Known versions: '2' (Note), '1' (NoteV1).
        """)
  }

  struct Verse: VersionedCodable {
    static let version = 4
    var lines: [String]

    init(lines: [String]) { self.lines = lines }
    init(from old: Poem) throws { lines = old.lines }
  }

  @Test func `a version that can't be downgraded is named`() {
    let error = #expect(throws: MigrationError.self) {
      try Future.write(Verse(lines: []), as: PoemV2.self)
    }

    let expected = """
      Version '4' (Verse) can't be downgraded to version '3' (Poem). Make Verse conform to \
      Downgradable. Known versions: '4' (Verse), '3' (Poem), '2' (PoemV2), '1' (PoemV1).
      """
    #expect(error?.reason == .notDowngradable(from: 4, to: 3))
    #expect(error?.description == expected)
  }

  @Test func `a type that is not in the chain is named`() {
    let error = #expect(throws: MigrationError.self) {
      try Future.write(Self.poem, as: Verse.self)
    }

    let expected = """
      Verse isn't an older version of Poem, so the value can't be written as one. Pass one of the \
      types in the chain. Known versions: '3' (Poem), '2' (PoemV2), '1' (PoemV1).
      """
    #expect(error?.reason == .notInChain(type: "Verse"))
    #expect(error?.description == expected)
  }

  // MARK: - Nested values

  struct BookV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var best: Poem?
    var poems: [Poem]
    var byName: [String: Poem]
    var box: Box

    struct Box: Codable { var poem: Poem }
  }

  struct Book: VersionedCodable, Downgradable {
    static let version = 2
    static let nestedVersions: [any VersionedCodable.Type] = [PoemV1.self]
    var poems: [Poem]

    init(poems: [Poem]) { self.poems = poems }
    init(from old: BookV1) throws { poems = old.poems }

    func downgraded() throws -> BookV1 {
      let poem = try #require(poems.first)
      return BookV1(best: poem, poems: poems, byName: ["a": poem], box: .init(poem: poem))
    }
  }

  @Test func `nested values are downgraded to what the older parent knows`() throws {
    let saved = try Future.write(Book(poems: [Self.poem]), as: BookV1.self)

    let old = #"{"poem":"a/b","version":1}"#
    #expect(
      saved
        == #"{"best":\#(old),"box":{"poem":\#(old)},"byName":{"a":\#(old)},"poems":[\#(old)],"version":1}"#
    )
    #expect(try Future.read(BookV1.self, saved).poems.map(\.lines) == [["a", "b"]])
  }

  @Test func `nested values of a current parent keep their versions`() throws {
    let saved = try Future.write(Book(poems: [Self.poem]))

    #expect(saved.contains(#""title":"T","version":3"#))
  }

  @Test func `a nested value that can't be downgraded is named with its path`() throws {
    let long = Poem(lines: [], title: "much too long")

    let error = #expect(throws: MigrationError.self) {
      try Future.write(Book(poems: [Self.poem, long]), as: BookV1.self)
    }

    #expect(error?.reason == .downgradeFailed(from: 3, to: 2))
    #expect(error?.path == "poems[1]")
  }

  // MARK: - Values inside, over several steps

  struct AlbumV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poem: Poem
    var shelf: Book?
  }

  struct AlbumV2: VersionedCodable, Downgradable {
    static let version = 2
    static let nestedVersions: [any VersionedCodable.Type] = [PoemV1.self]
    var poem: Poem
    var shelf: Book?

    func downgraded() throws -> AlbumV1 { AlbumV1(poem: poem, shelf: shelf) }
  }

  struct Album: VersionedCodable, Downgradable {
    static let version = 3
    static let nestedVersions: [any VersionedCodable.Type] = [PoemV2.self, BookV1.self]
    var poem: Poem
    var shelf: Book?

    func downgraded() throws -> AlbumV2 { AlbumV2(poem: poem, shelf: shelf) }
  }

  @Test func `values inside go down by all steps to the oldest type that one of them names`() throws
  {
    let album = Album(poem: Self.poem, shelf: Book(poems: [Self.poem]))
    let v2 = #"{"lines":["a","b"],"version":2}"#
    let v1 = #"{"poem":"a/b","version":1}"#
    func shelf(_ poem: String) -> String {
      #"{"best":\#(poem),"box":{"poem":\#(poem)},"byName":{"a":\#(poem)},"poems":[\#(poem)],"version":1}"#
    }

    // The poems of the shelf are as old as the shelf.
    #expect(
      try Future.write(album, as: AlbumV2.self)
        == #"{"poem":\#(v2),"shelf":\#(shelf(v1)),"version":2}"#)
    #expect(
      try Future.write(album, as: AlbumV1.self)
        == #"{"poem":\#(v1),"shelf":\#(shelf(v1)),"version":1}"#)
  }

  @Test func `an older type that is written by itself leaves values inside as they are`() throws {
    let saved = try Future.write(AlbumV1(poem: Self.poem))

    #expect(saved.contains(#""title":"T","version":3"#))
  }

  @Test func `a property list goes down like a document of JSON`() throws {
    let book = Book(poems: [Self.poem])

    let saved = try PropertyListEncoder().encode(versioned: book, as: BookV1.self)

    let list = try PropertyListDecoder().decode(unversioned: DocumentValue.self, from: saved)
    #expect(list["poems"]?[0] == ["poem": "a/b", "version": 1])
  }

  // MARK: - Carry-over and nested values

  struct ChapterV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var poem: Poem
  }

  struct NovelV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var chapter: ChapterV1
  }

  struct Novel: VersionedCodable, ZeroFillable {
    static let version = 2
    typealias PreviousVersion = NovelV1
    var chapter: ChapterV1
  }

  @Test func `carrying over downgrades nothing`() throws {
    let json = """
      {"chapter":{"poem":{"lines":["a"],"title":"T","version":3},"version":1},"version":1}
      """

    #expect(try Future.read(Novel.self, json).chapter.poem.title == "T")
  }
}

extension DowngradingTests.AlbumV2 {
  init(from old: DowngradingTests.AlbumV1) throws {
    self.init(poem: old.poem, shelf: old.shelf)
  }
}

extension DowngradingTests.Album {
  init(from old: DowngradingTests.AlbumV2) throws {
    self.init(poem: old.poem, shelf: old.shelf)
  }
}
