import Foundation
import Lineage
import Testing

struct DiaryV1: VersionedCodable {
  static let version: Int? = nil
  typealias PreviousVersion = NothingOlder
  var owner: String
  var pages: [String]
}

struct Diary: VersionedCodable {
  static let version = 2
  var owner: String
  var entries: [Entry]

  struct Entry: Codable {
    var text: String
    var mood: String?
  }
}

extension Diary {
  init(from old: DiaryV1) throws {
    owner = old.owner
    entries = old.pages.map { Entry(text: $0) }
  }
}

/// The code of `Docs/MovingFromPlainCodable.md`.
struct MovingTests {
  /// The program's types before the move.
  enum Before {
    struct Diary: Codable {
      var owner: String
      var pages: [String]
    }
  }

  /// The same before the type is renamed.
  enum Recorded {
    struct Diary: VersionedCodable {
      static let version: Int? = nil
      typealias PreviousVersion = NothingOlder
      var owner: String
      var pages: [String]
    }
  }

  struct Report: VersionedCodable {
    static let version = "2.1"
    static let versionLocation = VersionLocation.path("meta", "format")
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  struct ProfileV1: VersionedCodable, DefaultFillable {
    static let version: Int? = nil
    typealias PreviousVersion = NothingOlder
    var name = "Anonymous"
    var avatar: String?
    @Lenient var age = 0
  }

  struct Row: Codable {
    var id: Int
    @Versioned var diary: Diary
    @Versioned var draft: Diary?
    @Versioned var archive: [Diary]
  }

  @Test func `a document written by plain Codable opens as the new version`() throws {
    let old = Data(#"{"owner":"Anne","pages":["Dear Kitty"]}"#.utf8)
    let diary = try JSONDecoder().decode(versioned: Diary.self, from: old)
    // Diary(owner: "Anne", entries: [Entry(text: "Dear Kitty", mood: nil)])

    #expect(diary.owner == "Anne")
    #expect(diary.entries.map(\.text) == ["Dear Kitty"])
    let before = try JSONEncoder().encode(Before.Diary(owner: "Anne", pages: ["Dear Kitty"]))
    #expect(try JSONDecoder().decode(versioned: Diary.self, from: before).owner == "Anne")
  }

  @Test func `a version that documents already have is found`() throws {
    let json = Data(#"{"meta":{"format":"2.1"},"title":"Q3"}"#.utf8)

    #expect(try JSONDecoder().decode(versioned: Report.self, from: json).title == "Q3")
  }

  @Test func `a profile with missing fields is not an empty profile`() throws {
    let json = Data(#"{"name":"Ada","age":"unknown"}"#.utf8)

    let profile = try JSONDecoder().decode(versioned: ProfileV1.self, from: json)

    #expect(profile.name == "Ada")
    #expect(profile.age == 0)
  }

  @Test func `a plain decoder reads a wrapped property`() throws {
    let row = try JSONDecoder().decode(
      Row.self, from: Data(#"{"id":1,"diary":{"owner":"Anne","pages":[]},"archive":[]}"#.utf8))
    // row.diary is a Diary of version 2, and row.draft is nil

    #expect(row.diary.owner == "Anne")
    #expect(row.draft == nil)
  }

  @Test func `an array has elements of several versions`() throws {
    let shelf = Data(
      #"[{"owner":"Anne","pages":[]},{"owner":"Ada","entries":[],"version":2}]"#.utf8)
    let diaries = try JSONDecoder().decode(versioned: [Diary].self, from: shelf)
    // two diaries of version 2

    let bytes = try JSONEncoder().encode(versioned: diaries)
    // [{"owner":"Anne","entries":[],"version":2},{"owner":"Ada","entries":[],"version":2}]

    #expect(diaries.map(\.owner) == ["Anne", "Ada"])
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"[{"owner":"Anne","entries":[],"version":2},{"owner":"Ada","entries":[],"version":2}]"#)
  }
}
