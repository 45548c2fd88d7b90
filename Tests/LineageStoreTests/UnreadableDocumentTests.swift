import Foundation
import Lineage
import Testing

@testable import LineageStore

/// That a document that can't be read survives everything that a program can do to it.
struct UnreadableDocumentTests {
  /// What is in the document's place.
  enum Input: String, CaseIterable, Sendable {
    case newer, empty, cutOff, otherType

    var bytes: Data {
      switch self {
      case .newer: newerNote
      case .empty: Data()
      case .cutOff: oldNote.dropLast(9)
      case .otherType: Data(#"{"version":2,"count":1}"#.utf8)
      }
    }
  }

  /// What a program does, with what it has from before.
  enum Action: CaseIterable, Sendable {
    case read, create, writeOverOpened, update, updateWithDefault, resolveConflict, merge
    case replaceOtherDamaged, listBackups, openBackup, readFolder
  }

  /// A document, and all that a program can have read of it before it became what it is.
  private final class Past {
    let folder: TemporaryFolder
    let file: DocumentFile<Note>
    let opened: OpenedDocument<Note>
    let conflict: Conflict
    let damaged: DamagedDocument

    init(_ input: Input) throws {
      folder = try TemporaryFolder()
      let file = DocumentFile<Note>(folder.file("note.json"))
      self.file = file
      try folder.write(Data("{".utf8), to: "note.json")
      damaged = try expectDamaged { try file.read() }
      try folder.write(oldNote, to: "note.json")
      let first = try #require(try file.read())
      opened = try file.write(Note(title: "Toads", lines: []), over: first)
      conflict = try expectConflict { try file.write(.sample, over: first) }
      try folder.write(input.bytes, to: "note.json")
    }
  }

  @Test(arguments: Input.allCases, Action.allCases)
  func `nothing changes a document that can't be read`(_ input: Input, _ action: Action) throws {
    let past = try Past(input)
    let (file, folder) = (past.file, past.folder)
    let before = try folder.snapshot()

    let mustFail = ![.listBackups, .openBackup, .readFolder].contains(action)
    do {
      switch action {
      case .read: _ = try file.read()
      case .create: try file.write(.sample, over: nil)
      case .writeOverOpened: try file.write(.sample, over: past.opened)
      case .update: try file.update { $0.title = "Newts" }
      case .updateWithDefault: try file.update(default: .sample) { $0.title = "Newts" }
      case .resolveConflict: try file.write(.sample, resolving: past.conflict)
      case .merge: try file.write(past.conflict.merged(), resolving: past.conflict)
      case .replaceOtherDamaged: try file.write(.sample, replacing: past.damaged)
      case .listBackups: #expect(try file.backups().count == 1)
      case .openBackup: _ = try file.backups().first?.open()
      case .readFolder:
        for document in try DocumentFolder<Note>(folder.url).documents {
          #expect(throws: StoreError.self) { _ = try document.read() }
        }
      }
      if mustFail { Issue.record("It succeeded.") }
    } catch StoreError.newer(let document) {
      #expect(input == .newer)
      #expect(document.data == input.bytes)
    } catch StoreError.damaged(let document) {
      #expect(input != .newer)
      #expect(document.data == input.bytes)
    } catch is FieldConflicts where action == .merge {
    }

    #expect(try folder.snapshot() == before)
  }

  private struct CountV1: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var count: Int
  }

  /// A version whose field has another type, without a step.
  private struct Retyped: VersionedCodable, DefaultFillable {
    static let version = 2
    typealias PreviousVersion = CountV1
    var count = ""
  }

  /// A version whose older one was removed from the chain.
  private struct Shortened: VersionedCodable {
    static let version = 2
    typealias PreviousVersion = NothingOlder
    var count: Int
  }

  @Test func `a document that isn't read because of the program isn't damaged`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Data(#"{"version":1,"count":1}"#.utf8), to: "count.json")

    func check<Value: VersionedCodable & Sendable>(_ type: Value.Type, _ reason: String) {
      let error = #expect(throws: StoreError.self) {
        try DocumentFile<Value>(folder.file("count.json")).read()
      }
      guard case .unavailable? = error else {
        Issue.record("\(type) is \(String(describing: error))")
        return
      }
      #expect(error?.description.contains("there is a mistake in the program. \(reason)") == true)
      #expect(error?.description.components(separatedBy: reason).count == 2)
    }
    check(Retyped.self, "A field of CountV1 has another type in Retyped")
    check(Shortened.self, "It has version '1'")
  }

  @Test(arguments: [
    (
      DocumentFormat.binaryPropertyList, DocumentFormat.json, "a binary property list",
      "binaryPropertyList"
    ),
    (.propertyList, .json, "an XML property list", "propertyList"),
    (.json, .propertyList, "JSON", "json"),
    (.json, .binaryPropertyList, "JSON", "json"),
  ])
  func `a document of another format isn't damaged`(
    written: DocumentFormat, read: DocumentFormat, name: String, format: String
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("note")
    try DocumentFile<Note>(url, options: DocumentOptions(format: written)).write(.sample, over: nil)
    let file = DocumentFile<Note>(url, options: DocumentOptions(format: read))

    for action in [
      { _ = try file.read() }, { try file.update(default: .sample) { $0.title = "a" } },
    ] {
      expect(
        throws: """
          The document '\(folder.path("note"))' (Note) can't be opened: it is \(name), which isn't the \
          format that was asked for. Nothing was changed. Pass its format, as in DocumentOptions(format: \
          .\(format)). To change the format, import the document from the old file, with a DocumentImport \
          that has its format.
          """
      ) { try action() }
    }
  }

  @MainActor
  @Test func `a document of another format is replaced by a backup, or removed`() async throws {
    let folder = try TemporaryFolder()
    var options = DocumentOptions(format: .binaryPropertyList)
    options.backups = .everySave(keep: 9)
    let file = DocumentFile<Note>(folder.file("note"), options: options)
    for title in ["1", "2"] { try file.update(default: .sample) { $0.title = title } }
    let json = Data(#"{"title": "a", "lines": [], "version": 2}"#.utf8)
    let backup = try #require(try file.backups().first)

    try folder.write(json, to: "note")
    try file.restore(backup)
    #expect(try file.read()?.value.title == "1")

    try folder.write(json, to: "note")
    let document = LiveDocument(file, default: .sample)
    try await document.restore(backup)
    #expect(document.value.title == "1")

    try folder.write(json, to: "note")
    try file.remove()
    #expect(try file.read() == nil)
    #expect(try file.backups().filter(\.isDamaged).map { try $0.data() } == [json, json, json])
  }

  @Test func `text that isn't of another format is damaged`() throws {
    let folder = try TemporaryFolder()
    for (text, format) in [
      ("<?xml version=\"1.0\"?><note/>", DocumentFormat.json), ("bplist00", .json),
      ("<plist", .json), ("{a = 1", .propertyList),
      (#"{"version": 2"#, .binaryPropertyList),
    ] {
      try folder.write(Data(text.utf8), to: "note")
      let options = DocumentOptions(format: format)
      _ = try expectDamaged { try DocumentFile<Note>(folder.file("note"), options: options).read() }
    }
  }

  @Test func `a newer document isn't replaced by a backup`() throws {
    let past = try Past(.newer)
    let before = try past.folder.snapshot()

    let backup = try #require(try past.file.backups().first)
    expect(
      throws: """
        The document '\(past.folder.path("note.json"))' (Note) belongs to a newer program, so it is left as it is. \
        It has version '7', but the newest known version is '2'. It was written by a newer \
        program: open it there, or update this one. Nothing was changed. Known versions: '2' (Note), '1' (NoteV1).
        """
    ) { try past.file.restore(backup) }

    #expect(try past.folder.snapshot() == before)
  }

  @Test func `a newer document that can be read isn't replaced by a backup either`() throws {
    struct Page: VersionedCodable {
      static let version = 1
      static let newerVersions = NewerVersionPolicy.readAsNewest
      typealias PreviousVersion = NothingOlder
      var title: String
      var unknownFields = UnknownFields()
    }
    let folder = try TemporaryFolder()
    var options = DocumentOptions()
    options.backups = .everySave(keep: 3)
    let file = DocumentFile<Page>(folder.file("page.json"), options: options)
    try file.write(Page(title: "Frogs"), over: nil)
    try file.update { $0.title = "Toads" }
    let newer = Data(#"{"version":9,"title":"Newts","tail":1}"#.utf8)
    try folder.write(newer, to: "page.json")

    let error = #expect(throws: StoreError.self) {
      try file.restore(try #require(file.backups().first))
    }

    guard case .newer(let document)? = error else {
      Issue.record("It was replaced.")
      return
    }
    #expect(document.version == 9)
    #expect(try folder.bytes(of: "page.json") == newer)
  }

  @Test(arguments: Input.allCases.filter { $0 != .newer })
  func `a damaged document is kept when a backup replaces it`(_ input: Input) throws {
    let past = try Past(input)

    let backup = try #require(try past.file.backups().first)
    try past.file.restore(backup)

    #expect(try past.folder.bytes(of: "note.json") == oldNote)
    try expectKept(input, in: past)
  }

  @Test(arguments: Input.allCases.filter { $0 != .newer })
  func `a damaged document is kept when a new one replaces it`(_ input: Input) throws {
    let past = try Past(input)

    let damaged = try expectDamaged { try past.file.read() }
    try past.file.write(.sample, replacing: damaged)

    #expect(try past.file.read()?.value == .sample)
    try expectKept(input, in: past)
  }

  @Test func `a damaged document that was repaired meanwhile isn't replaced`() throws {
    let past = try Past(.cutOff)
    let damaged = try expectDamaged { try past.file.read() }
    try past.folder.write(oldNote, to: "note.json")

    let conflict = try expectConflict { try past.file.write(.sample, replacing: damaged) }
    #expect(conflict.theirs == oldNote)

    #expect(try past.folder.bytes(of: "note.json") == oldNote)
  }

  @Test func `a damaged document is kept, also without backups and for good`() throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(
      folder.file("note.json"), options: .init(backups: .everySave(keep: 1)))
    let unkept = DocumentFile<Note>(file.url, options: .init(backups: .none))
    try folder.write(Data("{".utf8), to: "note.json")
    let damaged = try expectDamaged { try file.read() }

    var opened = try unkept.write(.sample, replacing: damaged)
    for number in 0..<5 {
      opened = try file.write(Note(title: "\(number)", lines: []), over: opened)
    }

    let kept = try #require(try file.backups().last)
    #expect(kept.isDamaged)
    #expect(try kept.url.map { try Data(contentsOf: $0) } == Data("{".utf8))
  }

  private func expectKept(_ input: Input, in past: Past) throws {
    let backup = try #require(try past.file.backups().first)
    #expect(backup.isDamaged)
    #expect(try backup.url.map { try Data(contentsOf: $0) } == input.bytes)
    #expect(try past.folder.names() == [".backups", "note.json"])
  }
}
