import Foundation
import Lineage
import LineageStore
import Synchronization
import Testing

/// Documents, backups and previous locations that are mixed up, or change at the wrong moment.
struct MixedUpDocumentTests {
  let folder: TemporaryFolder
  let file: DocumentFile<Note>

  init() throws {
    folder = try TemporaryFolder()
    file = DocumentFile(folder.file("note.json"))
  }

  @Test func `a damaged document that was repaired meanwhile is a conflict, not damaged`() throws {
    try folder.write(Data("{".utf8), to: "note.json")
    let damaged = try expectDamaged { try file.read() }
    try folder.write(Data(#"{"version":2,"title":"Toads","lines":[]}"#.utf8), to: "note.json")
    let conflict = try expectConflict { try file.write(.sample, replacing: damaged) }
    #expect(try conflict.theirs(as: Note.self)?.value.title == "Toads")
    try file.write(.sample, resolving: conflict)
    #expect(try file.read()?.value == .sample)
  }

  @Test func `a damaged document at a previous location is replaced`() throws {
    try folder.write(Data("{".utf8), to: "old.json")
    let file = DocumentFile<Note>(
      folder.file("note.json"), imports: [.file(folder.file("old.json"))])
    let damaged = try expectDamaged { try file.read() }
    try file.write(.sample, replacing: damaged)
    #expect(try file.read()?.value == .sample)
    #expect(try folder.names() == [".backups", "note.json"])
  }

  @Test func `a backup of another document is restored as that document`() throws {
    let other = DocumentFile<Note>(folder.file("other.json"))
    for (name, title) in [("note.json", "Mine"), ("other.json", "Other")] {
      try folder.write(Data(#"{"version":1,"title":"\#(title)","body":""}"#.utf8), to: name)
    }
    try file.update { $0.lines = ["new"] }
    try other.update { $0.lines = ["new"] }
    let backup = try #require(try other.backups().first)
    let restored = try file.restore(backup)
    #expect(restored.value.title == "Other")
    #expect(try file.read()?.value.title == "Other")
  }

  @Test func `a restored document has no more permissions than its backup`() throws {
    try folder.write(oldNote, to: "note.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.path("note.json"))
    try file.update { $0.title = "Toads" }
    try FileManager.default.removeItem(at: file.url)
    try file.restore(try #require(try file.backups().first))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("note.json"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `keys that have changed since they were read stay`() throws {
    let suite = "lineage-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set("Frogs", forKey: "title")
    defaults.set(["a": ["b", 1]], forKey: "more")
    let file = DocumentFile<Note>(
      folder.file("note.json"),
      imports: [
        .userDefaults(defaults, keys: ["title", "more"]) {
          Note(title: $0["title"] as? String ?? "", lines: [])
        }
      ])
    let opened = try file.read()
    defaults.set("Toads", forKey: "title")
    #expect(throws: StoreError.self) { try file.write(.sample, over: opened) }
    #expect(defaults.string(forKey: "title") == "Toads")
    #expect(defaults.object(forKey: "more") != nil)
  }

  @Test func `a row isn't written over one that was read from another`() throws {
    let rows = (DocumentStoreTests.Row(oldNote), DocumentStoreTests.Row(oldNote))
    let stores = (
      rows.0.store(Note.self, named: "row 1"), rows.1.store(Note.self, named: "row 2")
    )
    rows.1.content.withLock {
      $0 = (Data(#"{"version":2,"title":"Other","lines":[]}"#.utf8), 1)
    }
    let opened = try stores.0.read()
    let error = #expect(throws: StoreError.self) { try stores.1.write(.sample, over: opened) }
    if case .changed = error {} else { Issue.record("The other row was written over.") }
    #expect(try stores.1.read()?.value.title == "Other")
  }

  @Test func `tokens may be optional`() throws {
    let row = Mutex<Data?>(oldNote)
    let content = Box(row)
    let store = DocumentStore<Note>(
      read: { () -> (Data, Int?)? in content.mutex.withLock { $0.map { ($0, nil) } } },
      replace: { (_: Int??, data) -> Int?? in
        content.mutex.withLock { $0 = data }
        return .some(nil)
      })
    try store.update { $0.title = "Toads" }
    #expect(try store.read()?.value.title == "Toads")
  }

  final class Box: Sendable {
    let mutex: Mutex<Data?>
    init(_ mutex: consuming Mutex<Data?>) { self.mutex = mutex }
  }

  @Test func `a backup with the largest number is no obstacle`() throws {
    try folder.write(oldNote, to: "note.json")
    let backups = folder.file(".backups/note.json")
    try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
    try oldNote.write(
      to: backups.appending(path: "\(Int.max)-version1-20261122T070541Z-5f3a9c01.json"))
    try file.update { $0.title = "Toads" }
    #expect(try file.read()?.value.title == "Toads")
  }

  @Test func `values that are rejected and dropped are kept as a backup`() throws {
    let data = Data(#"{"version":1,"delays":[1,"x",3],"retries":"many"}"#.utf8)
    try folder.write(data, to: "lenient.json")
    let file = DocumentFile<Tolerant>(folder.file("lenient.json"))
    let opened = try #require(try file.read())
    var value = opened.value
    value.delays = [7]
    try file.write(value, over: opened)
    let text = String(decoding: try folder.bytes(of: "lenient.json"), as: UTF8.self)
    if !text.contains(#""x""#) || !text.contains("many") {
      let backups = try file.backups().compactMap(\.url).map { try Data(contentsOf: $0) }
      #expect(backups == [data])
    }
  }

  struct Tolerant: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    @Lenient var retries = 3
    @LenientElements var delays: [Int] = []
  }

  @Test func `the base of a conflict in a restore can be read`() throws {
    let backup = Data(#"{"version":1,"title":"Old","body":""}"#.utf8)
    try folder.write(backup, to: "note.json")
    try file.update { $0.title = "Toads" }
    #expect(try file.backups().count == 1)
    try folder.write(newerNote, to: "note.json")
    #expect(throws: StoreError.self) { try file.restore(try #require(try file.backups().first)) }
    #expect(try folder.bytes(of: "note.json") == newerNote)
  }

  @Test func `a name with a zero byte is no other document`() throws {
    try file.write(.sample, over: nil)
    let other = DocumentFolder<Note>(folder.url).document(named: "note.json\0.txt")
    #expect(throws: StoreError.self) { try other.update { $0.title = "Toads" } }
    #expect(try file.read()?.value == .sample)
  }
}
