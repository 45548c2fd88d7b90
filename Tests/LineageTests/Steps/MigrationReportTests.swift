import Foundation
import Lineage
import Testing

struct MigrationReportTests {
  // MARK: - Models

  struct NoteV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String
    var gone: Int?
  }

  struct NoteV2: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = NoteV1
    var text = ""
    var color = "red"
  }

  struct Note: VersionedCodable, DefaultFillable {
    static let version = 3
    var text = ""
    var color = ""
    var size = 1
  }

  struct Board: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var notes: [Note] = []
    var title = "board"
  }

  static let board = """
    {"version": 1, "title": null, "extra": {"deep": 1}, "notes": [
      {"version": 1, "text": "a", "gone": 5, "unknown one": 7},
      {"version": 3, "text": "b", "color": "blue"}
    ]}
    """

  // MARK: - Contents

  @Test(arguments: StoredFormat.allCases)
  func `a report lists everything that happened, with paths`(format: StoredFormat) throws {
    var report = MigrationReport()

    _ = try format.decode(Board.self, from: format.document(Self.board), report: &report)

    #expect(report.versionFound == 1)
    #expect(report.typesWalked == ["Board"])
    #expect(
      report.nestedMigrations == [
        .init(path: "notes[0]", versionFound: 1, typesWalked: ["NoteV1", "NoteV2", "Note"])
      ])
    #expect(
      report.filled == [
        .init(path: "notes[0].color"), .init(path: "notes[0].size"), .init(path: "notes[1].size"),
        .init(path: "title", cause: .null),
      ])
    #expect(
      Set(report.unknownFieldsDropped) == [
        "extra", FieldPath([.key("notes"), .index(0), .key("unknown one")]),
      ])
    #expect(report.carryOverDropped == ["notes[0].gone"])
    #expect(report.notes == [.init(path: "notes[0]", text: "Resized.")])
    #expect(report.needsRewrite)
  }

  struct DraftV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var text: String?
    var color: String?
  }

  struct Draft: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = DraftV1
    var text = "none"
    var color = "red"
  }

  struct ZeroDraft: VersionedCodable, ZeroFillable {
    static let version = 2
    typealias PreviousVersion = DraftV1
    var text: String
    var color: String
  }

  @Test(arguments: StoredFormat.allCases)
  func `a field that was missing before a step is filled because it was missing`(
    format: StoredFormat
  ) throws {
    let document = try format.document(#"{"version":1,"color":null}"#)
    for type in [Draft.self, ZeroDraft.self] as [any VersionedCodable.Type] {
      var report = MigrationReport()

      _ = try format.decode(type, from: document, report: &report)

      #expect(
        Set(report.filled) == [
          .init(path: "text", cause: .missing), .init(path: "color", cause: .null),
        ])
    }
  }

  @Test func `a report is printed with one line per entry`() throws {
    let report = try report(of: Board.self, Self.board)

    #expect(
      report.description == """
        version 1: Board
        notes[0]: version 1: NoteV1 → NoteV2 → Note
        filled notes[0].color (missing)
        filled notes[0].size (missing)
        filled notes[1].size (missing)
        filled title (null)
        dropped extra (unknown)
        dropped notes[0]["unknown one"] (unknown)
        dropped notes[0].gone (not carried over)
        notes[0]: Resized.
        """)
  }

  @Test func `a note about the document itself is printed without a path`() throws {
    let report = try report(of: Note.self, #"{"version": 2, "text": "a", "color": "b"}"#)

    #expect(
      report.description == """
        version 2: NoteV2 → Note
        filled size (missing)
        Resized.
        """)
  }

  // MARK: - When it is replaced

  @Test func `a report is replaced by each call`() throws {
    var report = MigrationReport()
    _ = try JSONDecoder().decode(
      versioned: Board.self, from: Data(Self.board.utf8), report: &report)

    _ = try JSONDecoder().decode(
      versioned: Board.self, from: Data(#"{"version": 1, "notes": [], "title": "t"}"#.utf8),
      report: &report)

    #expect(report.description == "version 1: Board")
  }

  @Test func `a report of a failed call contains what happened before the error`() throws {
    var report = MigrationReport()

    #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(
        versioned: Board.self, from: Data(#"{"version": 1, "notes": [{}]}"#.utf8),
        report: &report)
    }

    #expect(report.versionFound == 1)
  }

  @Test func `a report of unreadable data is empty`() throws {
    var report = MigrationReport()

    #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Board.self, from: Data("{".utf8), report: &report)
    }

    #expect(report == MigrationReport())
  }

  @Test func `a report of a newer document has the version found`() throws {
    var report = MigrationReport()

    #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(
        versioned: Board.self, from: Data(#"{"version": 9}"#.utf8), report: &report)
    }

    #expect(report.versionFound == 9)
  }

  // MARK: - Rewriting

  @Test(arguments: [
    (#"{"version": 1, "notes": [], "title": "t"}"#, false),
    (#"{"version": 1, "notes": [], "title": "t", "unknown": 1}"#, false),
    (#"{"version": 1, "notes": []}"#, true),
    (#"{"version": 1, "title": "t", "notes": [{"version": 2, "text": "", "color": ""}]}"#, true),
  ])
  func `a document needs a rewrite if it is old or incomplete`(
    text: String, needsRewrite: Bool
  ) throws {
    #expect(try report(of: Board.self, text).needsRewrite == needsRewrite)
  }

  // MARK: - Documents without versions

  @Test(arguments: StoredFormat.allCases)
  func `a report of a document without versions has none`(format: StoredFormat) throws {
    struct Config: DefaultFillable {
      var a = 1
      var b = 2
    }
    var report = MigrationReport()
    let document = try format.document(#"{"a": 1, "c": 3}"#)

    _ = try format.decode(unversioned: Config.self, from: document, report: &report)

    #expect(report.versionFound == nil)
    #expect(report.typesWalked == [])
    #expect(report.filled == [.init(path: "b")])
    #expect(report.unknownFieldsDropped == ["c"])
  }

  @Test(arguments: StoredFormat.allCases)
  func `the version found in unversioned data is unversioned`(format: StoredFormat) throws {
    struct Old: VersionedCodable {
      static let version: Int? = nil
      typealias PreviousVersion = NothingOlder
      var a: Int
    }
    var report = MigrationReport()

    _ = try format.decode(Old.self, from: format.document(#"{"a": 1}"#), report: &report)

    #expect(report.versionFound == .unversioned)
  }

  // MARK: - Fields with the same name

  struct InnerV1: Codable {
    var other: Int
  }

  struct Inner: DefaultFillable {
    var title = "inner"
    var other = 1
  }

  struct OuterV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var inner: InnerV1
  }

  struct Outer: VersionedCodable, DefaultFillable {
    static let version = 2
    var title = "outer"
    var inner = Inner()
  }

  @Test func `dropping a field does not hide a nested one with the same name`() throws {
    let report = try report(of: Outer.self, #"{"version": 1, "inner": {"other": 2}}"#)

    #expect(report.filled == [.init(path: "inner.title")])
  }
}

extension MigrationReportTests.Note {
  init(from old: MigrationReportTests.NoteV2, in context: MigrationContext) throws {
    try self.init(carryingOver: old)
    context.note("Resized.")
  }
}

extension MigrationReportTests.Outer {
  init(from old: MigrationReportTests.OuterV1) throws {
    try self.init(carryingOver: old) { try $0.set("set", for: CodingKeys.title) }
  }
}
