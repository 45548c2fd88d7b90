import Foundation
import Lineage
import Synchronization
import Testing

@testable import LineageStore

/// Places that don't do what they say, and saves at the wrong moment.
struct UnreliablePlaceTests {
  @Test func `a place that stores nothing is noticed`() throws {
    let states = [(nil, "no document is stored"), (oldNote, "the old document is still stored")]
    for (data, state) in states {
      let store = DocumentStore<Note>(
        read: { data.map { ($0, 1) } }, replace: { (_: Int?, _) in 2 })
      let opened = try store.read()
      let error = #expect(throws: StoreError.self) { try store.write(.sample, over: opened) }
      if case .uncertain = error {} else { Issue.record("\(String(describing: error))") }
      #expect(
        error?.description == """
          The write of the document 'row' (Note) reported success, but \(state); a transaction may not have \
          been committed. Keep the new value, and read the document again.
          """)
    }
  }

  struct Flipping: DocumentSealing {
    func seal(_ data: Data) throws -> Data { Data([0xFF] + data.map { $0 ^ 0xFF }) }
    func open(_ sealed: Data) throws -> Data {
      guard sealed.first == 0xFF else { throw CocoaError(.coderReadCorrupt) }
      return Data(sealed.dropFirst().map { $0 ^ 0xFF })
    }
  }

  @Test func `a conflict of a restore has documents that can be read`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("note.json")
    let theirs = try Flipping().seal(
      Data(#"{"version":2,"title":"Theirs","lines":["theirs"]}"#.utf8))
    let isArmed = Mutex(true)
    let flag = Flag(isArmed)
    let calls = InterferingCalls(
      beforeExchange: {
        if flag.isSet.withLock({ set in
          defer { set = false }; return set
        }) {
          try? theirs.write(to: url, options: .atomic)
        }
      }, afterExchange: {})
    let options = DocumentOptions(backups: .everySave(keep: 3), sealing: Flipping())
    let plain = DocumentFile<Note>(url, options: options)
    try plain.write(.sample, over: nil)
    try plain.update { $0.title = "Toads" }
    let file = DocumentFile<Note>(
      path: url.path, createsFolder: false, options: options, calls: calls)
    let backup = try #require(try file.backups().first)
    let conflict = try expectConflict { try file.restore(backup) }
    #expect(try conflict.base.map { try OpenedDocument<Note>($0).value.title } == "Toads")
    #expect(try Data(contentsOf: url) == theirs)
  }

  final class Flag: Sendable {
    let isSet: Mutex<Bool>
    init(_ isSet: consuming Mutex<Bool>) { self.isSet = isSet }
  }

  @Test func `a conflict of another document resolves nothing here`() throws {
    let folder = try TemporaryFolder()
    let (a, b) = (
      DocumentFile<Note>(folder.file("a.json")), DocumentFile<Note>(folder.file("b.json"))
    )
    let opened = try a.write(.sample, over: nil)
    try b.write(Note(title: "B", lines: []), over: nil)
    try a.update { $0.title = "Theirs" }
    let conflict = try expectConflict { try a.write(Note(title: "Mine", lines: []), over: opened) }
    #expect(throws: StoreError.self) { try b.write(.sample, resolving: conflict) }
    #expect(throws: StoreError.self) { try b.write(.sample, over: opened) }
    #expect(try b.read()?.value.title == "B")
  }

  @Test @MainActor func `a delay may be as long as can be`() async throws {
    let storage = LiveInterferenceTests.Storage(nil)
    let document = LiveDocument(
      storage.store, default: .sample, autosaveDelay: .seconds(Int64.max))
    document.value.title = "Toads"
    try await Task.sleep(for: .milliseconds(100))
    #expect(storage.data == nil)
    try await document.save()
    #expect(storage.data != nil)
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(
      folder.file("a.json"), options: DocumentOptions(lockTimeout: .seconds(Int64.max)))
    try file.write(.sample, over: nil)
  }

  @Test @MainActor func `read-only access changes nothing`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(oldNote, to: "old.json")
    try folder.write(oldNote, to: "note.json")
    try DocumentFile<Note>(folder.file("note.json")).update { $0.title = "Toads" }
    for name in ["note.json", "new.json"] {
      let file = DocumentFile<Note>(
        folder.file(name), options: DocumentOptions(access: .readOnly),
        imports: [.file(folder.file("old.json"))])
      let before = try folder.snapshot()
      let opened = try file.read()
      let document = LiveDocument(file, default: .sample, autosaveDelay: .milliseconds(1))
      document.value.title = "Mine"
      try await Task.sleep(for: .milliseconds(50))
      try? await document.save()
      try? await document.keepMine()
      try? await document.replaceDamaged()
      await document.takeTheirs()
      await document.reload()
      #expect(document.value.title == "Mine" && document.hasUnsavedChanges)
      if case .readOnly = document.state {} else { Issue.record("\(document.state)") }
      #expect(throws: StoreError.self) { try file.write(.sample, over: opened) }
      #expect(throws: StoreError.self) { try file.update(default: .sample) { $0.title = "x" } }
      for backup in try file.backups() {
        #expect(throws: StoreError.self) { try file.restore(backup) }
      }
      #expect(try folder.snapshot() == before)
    }
  }
}
