import Foundation
import Lineage
import LineageStore
import Synchronization
import Testing

extension UnusualDocumentTests.Text {
  init(from old: UnusualDocumentTests.TextV1) throws {
    text = old.text
  }
}

/// Unusual names, versions, sealings and newer documents, with live documents and backups.
struct UnusualDocumentTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  struct TextV1: VersionedCodable, Hashable, Sendable {
    static let version: String? = "2024/01-a.b c\n😀-" + String(repeating: "x", count: 300)
    typealias PreviousVersion = NothingOlder
    var text: String
  }

  struct Text: VersionedCodable, Hashable, Sendable {
    static let version: String? = "2025/01-a"
    var text: String
    var more = ""
  }

  static let names = [
    "a-b-c-d.json", "1-version1-20261122T070541Z-5f3a9c01.json", "%2F.json", "a b\n.json",
    "*?.json",
    "é.json", "e\u{301}.json", String(repeating: "n", count: 250) + ".json", "-", "x.", "~", "a:b",
    "😀.😀", ".hidden", String(repeating: "é", count: 127),
  ]

  @Test(arguments: names) func `odd names and versions are kept and restored`(
    _ name: String
  ) throws {
    let file = DocumentFile<Text>(
      folder.file(name), options: DocumentOptions(backups: .everySave(keep: 50)))
    let old = try JSONEncoder().encode(versioned: TextV1(text: "old"))
    try folder.write(old, to: name)
    try file.update { $0.more = "1" }
    let other = DocumentFile<Text>(file.url)
    try other.update { $0.more = "2" }
    try file.update { $0.more = "3" }
    let backups = try file.backups()
    #expect(backups.count == 2)
    let last = try #require(backups.last)
    #expect(last.version?.description.hasPrefix("2024/01-a.b c") == true)
    try file.restore(last)
    #expect(try folder.bytes(of: name) == old)
    #expect(try file.read()?.value == Text(text: "old"))
    #expect(try file.backups().count == 3)
    if !name.hasPrefix(".") {
      let found = try DocumentFolder<Text>(folder.url).documents
      #expect(try found.map { try $0.read()?.value } == [Text(text: "old")])
    }
  }

  struct Open: VersionedCodable, Hashable, Sendable, DefaultFillable {
    static let version = 2
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title = ""
    var text = ""
    var rest = UnknownFields()
  }

  @Test @MainActor func `changes are merged into a newer document that keeps its fields`()
    async throws
  {
    let file = DocumentFile<Open>(folder.file("open.json"))
    try file.write(Open(title: "a"), over: nil)
    let document = LiveDocument(file, default: Open(), autosaveDelay: .seconds(1000))
    document.value.title = "mine"
    try folder.write(
      Data(#"{"version":9,"title":"a","text":"theirs","new":[1,{"b":null}]}"#.utf8),
      to: "open.json")
    try await document.save()
    let text = String(decoding: try folder.bytes(of: "open.json"), as: UTF8.self)
    #expect(text == #"{"title":"mine","text":"theirs","new":[1,{"b":null}],"version":9}"#)
    #expect(document.value.text == "theirs" && document.value.title == "mine")
  }

  struct Reversing: DocumentSealing {
    var key: UInt8 = 0xFF
    func seal(_ data: Data) throws -> Data { Data([key] + data.map { $0 ^ key }) }
    func open(_ sealed: Data) throws -> Data {
      guard sealed.first == key else { throw CocoaError(.coderReadCorrupt) }
      return Data(sealed.dropFirst().map { $0 ^ key })
    }
  }

  @Test func `a sealed backup is restored in a document that is sealed otherwise`() throws {
    let first = DocumentFile<Note>(
      folder.file("a.json"),
      options: DocumentOptions(backups: .everySave(keep: 3), sealing: Reversing(key: 1)))
    let second = DocumentFile<Note>(
      folder.file("b.json"),
      options: DocumentOptions(backups: .everySave(keep: 3), sealing: Reversing(key: 2)))
    for file in [first, second] {
      try file.write(.sample, over: nil)
      try file.update { $0.title = "Toads" }
    }
    let before = try folder.bytes(of: "b.json")
    let error = #expect(throws: StoreError.self) {
      try second.restore(try #require(try first.backups().first))
    }
    if case .damaged = error {} else { Issue.record("\(String(describing: error))") }
    #expect(try folder.bytes(of: "b.json") == before)
  }

  @Test func `a sealed document is imported, conflicts and is restored`() throws {
    let options = DocumentOptions(sealing: Reversing())
    try folder.write(oldNote, to: "old.json")
    let file = DocumentFile<Note>(
      folder.file("note.json"), options: options, imports: [.file(folder.file("old.json"))])
    let opened = try #require(try file.read())
    try file.update { $0.title = "Theirs" }
    let conflict = try expectConflict {
      try file.write(Note(title: "Mine", lines: []), over: opened)
    }
    try file.write(Note(title: "Mine", lines: []), resolving: conflict)
    #expect(try file.read()?.value.title == "Mine")
    #expect(try folder.bytes(of: "note.json").first == 0xFF)
  }

  @Test @MainActor func `a live document replaces a damaged one at its previous location`()
    async throws
  {
    try folder.write(Data("{".utf8), to: "old.json")
    let file = DocumentFile<Note>(
      folder.file("note.json"), imports: [.file(folder.file("old.json"))])
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Mine"
    try await document.replaceDamaged()
    #expect(document.state.isReady)
    #expect(try file.read()?.value.title == "Mine")
    #expect(try folder.names() == [".backups", "note.json"])
  }

  @Test @MainActor func `releasing a document during a save loses nothing`() async throws {
    let storage = LiveInterferenceTests.Storage(try LiveInterferenceTests.note("Frogs"))
    do {
      let document = LiveDocument(storage.store, default: .sample, autosaveDelay: .seconds(1000))
      document.value.title = "Toads"
      _ = try await storage.pauseSave(of: document)
      document.value.lines = ["more"]
    }
    storage.resume()
    try await eventually {
      try storage.store.read()?.value == Note(title: "Toads", lines: ["more"])
    }
  }

  @Test @MainActor func `a change of another during a save is merged`() async throws {
    let storage = LiveInterferenceTests.Storage(try LiveInterferenceTests.note("Frogs", "a"))
    let document = LiveDocument(storage.store, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Toads"
    let save = try await storage.pauseSave(of: document)
    document.value.title = "Newts"
    storage.data = try LiveInterferenceTests.note("Frogs", "theirs")
    let reload = Task { await document.reload() }
    storage.resume()
    try await save.value
    await reload.value
    #expect(document.value == Note(title: "Newts", lines: ["theirs"]))
    #expect(try storage.store.read()?.value == document.value)
  }

  @Test @MainActor func `a save that fails while more is changed loses nothing`() async throws {
    let storage = LiveInterferenceTests.Storage(try LiveInterferenceTests.note("Frogs", "a"))
    let document = LiveDocument(storage.store, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Toads"
    let save = try await storage.pauseSave(of: document)
    document.value.lines = ["mine"]
    storage.edit { $0.fails = true }
    storage.resume()
    await #expect(throws: StoreError.self) { try await save.value }
    #expect(document.value == Note(title: "Toads", lines: ["mine"]) && document.hasUnsavedChanges)
    storage.edit { $0.fails = false }
    try await document.save()
    #expect(try storage.store.read()?.value == document.value)
  }

  @Test @MainActor
  func `a file that was removed while its previous location came back hides nothing`()
    async throws
  {
    try folder.write(oldNote, to: "old.json")
    let file = DocumentFile<Note>(
      folder.file("note.json"), imports: [.file(folder.file("old.json"))])
    try file.update { $0.title = "Toads" }
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Mine"
    try FileManager.default.removeItem(at: file.url)
    try folder.write(try LiveInterferenceTests.note("Toads", "older"), to: "old.json")
    try await document.save()
    #expect(try file.read()?.value == Note(title: "Mine", lines: ["older"]))
  }

  struct Huge: VersionedCodable, Hashable, Sendable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var rows: [[Int]]
    var names: Set<String>
  }

  @Test func `a large document with a set is saved and merged`() throws {
    let file = DocumentFile<Huge>(folder.file("huge.json"))
    let base = Huge(
      rows: (0..<500).map { row in (0..<50).map { row * $0 } },
      names: Set((0..<1000).map { "name \($0)" }))
    let opened = try file.write(base, over: nil)
    var (mine, theirs) = (base, base)
    mine.rows[3] = []
    mine.names.remove("name 7")
    theirs.rows[499][7] = -1
    theirs.names.insert("theirs")
    try file.write(theirs, over: opened)
    let conflict = try expectConflict { try file.write(mine, over: opened) }
    mine.rows[499][7] = -1
    mine.names.insert("theirs")
    let merged: Huge = try conflict.merged()
    #expect(merged == mine)
  }
}
