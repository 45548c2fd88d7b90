import Foundation
import Lineage
import Synchronization
import Testing

@testable import LineageStore

/// Live documents whose storage changes at the wrong moment.
@MainActor
struct LiveInterferenceTests {
  /// A row that a test can break.
  final class Storage: Sendable {
    struct Content {
      var data: Data?
      var revision = 0
      var fails = false
      /// How many writes are still refused.
      var refusals = 0
      /// How many writes have begun.
      var writes = 0
      /// What the next write waits for.
      var pause: DispatchSemaphore?
      var isPaused = false
    }

    let content: Mutex<Content>

    init(_ data: Data?) { content = Mutex(Content(data: data)) }

    var data: Data? {
      get { content.withLock(\.data) }
      set {
        content.withLock {
          $0.data = newValue
          $0.revision += 1
        }
      }
    }

    func edit(_ change: @Sendable (inout Content) -> Void) { content.withLock { change(&$0) } }

    /// Saves a document, and returns once its write has begun. It goes on with `resume()`.
    @MainActor func pauseSave(of document: LiveDocument<Note>) async throws -> Task<Void, any Error>
    {
      edit { $0.pause = DispatchSemaphore(value: 0) }
      let save = Task { try await document.save() }
      try await eventually { content.withLock(\.isPaused) }
      return save
    }

    func resume() {
      content.withLock { content in
        content.pause?.signal()
        content.pause = nil
        content.isPaused = false
      }
    }

    private func waitIfPaused() {
      let pause = content.withLock { content in
        content.isPaused = content.pause != nil
        return content.pause
      }
      pause?.wait()
    }

    var store: DocumentStore<Note> {
      DocumentStore(named: "row") {
        try self.content.withLock { content in
          if content.fails { throw CocoaError(.fileReadUnknown) }
          return content.data.map { ($0, content.revision) }
        }
      } replace: { (revision: Int?, data: Data) -> Int? in
        self.edit { $0.writes += 1 }
        self.waitIfPaused()
        return try self.content.withLock { content in
          if content.fails { throw CocoaError(.fileWriteUnknown) }
          if content.refusals > 0 {
            content.refusals -= 1
            return nil
          }
          guard content.data == nil ? revision == nil : revision == content.revision else {
            return nil
          }
          content.data = data
          content.revision += 1
          return content.revision
        }
      }
    }
  }

  static func note(_ title: String, _ lines: String...) throws -> Data {
    try JSONEncoder().encode(versioned: Note(title: title, lines: lines))
  }

  func live(
    _ storage: Storage, delay: Duration = .seconds(1000)
  ) -> LiveDocument<Note> {
    LiveDocument(storage.store, default: .sample, autosaveDelay: delay)
  }

  @Test func `a save that was refused by damage goes on once it is repaired`() async throws {
    let original = try Self.note("Frogs")
    let storage = Storage(original)
    let document = live(storage)
    document.value.title = "Toads"
    storage.data = Data("{".utf8)
    await #expect(throws: StoreError.self) { try await document.save() }
    guard case .damaged = document.state else {
      Issue.record("The state is \(document.state).")
      return
    }
    storage.data = original
    await document.reload()
    #expect(document.state.isReady)
    try await document.save()
    #expect(storage.data == (try Self.note("Toads")))
  }

  @Test func `a document that was repaired isn't replaced as a damaged one`() async throws {
    let storage = Storage(Data("{".utf8))
    let document = live(storage)
    document.value.title = "Toads"
    storage.data = try Self.note("Newts", "theirs")
    await #expect(throws: StoreError.self) { try await document.replaceDamaged() }
    #expect(storage.data == (try Self.note("Newts", "theirs")))
    guard case .conflict = document.state else {
      Issue.record("The state is \(document.state).")
      return
    }
    try await document.keepMine()
    #expect(document.value.title == "Toads")
    #expect(try document.value == storage.store.read()?.value)
  }

  @Test func `a save that is refused for ever ends`() async throws {
    let storage = Storage(try Self.note("Frogs"))
    let document = live(storage)
    document.value.title = "Toads"
    storage.edit { $0.refusals = 10_000 }
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(storage.content.withLock(\.refusals) > 0, "It went on.")
    storage.edit { $0.refusals = 0 }
    #expect(document.hasUnsavedChanges)
    try await document.keepMine()
    try await document.save()
    #expect(storage.data == (try Self.note("Toads")))
  }

  @Test func `changes that are being saved aren't saved yet`() async throws {
    let storage = Storage(try Self.note("Frogs"))
    let document = live(storage)
    document.value.title = "Toads"
    let save = try await storage.pauseSave(of: document)
    #expect(document.hasUnsavedChanges)
    storage.resume()
    try await save.value
    #expect(!document.hasUnsavedChanges)
  }

  @Test func `saves that fail slowly don't pile up`() async throws {
    let storage = Storage(try Self.note("Frogs"))
    let document = live(storage, delay: .milliseconds(1))
    document.value.title = "Toads"
    let save = try await storage.pauseSave(of: document)
    for number in 0..<10 {
      document.value.title = "\(number)"
      try await Task.sleep(for: .milliseconds(10))
    }
    storage.edit { $0.fails = true }
    storage.resume()

    await document.reload()

    // One was paused, one was called, and one is automatic.
    #expect(storage.content.withLock(\.writes) <= 3)
    _ = await save.result
  }

  @Test func `changes made while a document was out of reach are saved on release`() async throws {
    let storage = Storage(try Self.note("Frogs", "theirs"))
    storage.edit { $0.fails = true }
    do {
      let document = LiveDocument(
        storage.store, default: Note(title: "Frogs", lines: []), autosaveDelay: .seconds(1000))
      document.value.title = "Toads"
      storage.edit { $0.fails = false }
    }
    try await eventually { try storage.store.read()?.value.title == "Toads" }
    #expect(try storage.store.read()?.value.lines == ["theirs"])
  }

  @Test func `changes are saved after the damaged document is removed`() async throws {
    let storage = Storage(Data("{".utf8))
    let document = live(storage, delay: .milliseconds(50))
    document.value.title = "Toads"
    // The change is saved by itself, or would be.
    try await eventually {
      if case .damaged = document.state { document.hasUnsavedChanges } else { false }
    }
    try? await document.save()
    #expect(storage.data == Data("{".utf8))
    storage.data = nil
    await document.reload()
    #expect(document.state.isReady)
    try await eventually { storage.data != nil }
  }

  @Test func `changes are saved after the other document of a conflict is removed`() async throws {
    let storage = Storage(try Self.note("Frogs"))
    let document = live(storage, delay: .milliseconds(50))
    document.value.title = "Toads"
    storage.data = try Self.note("Newts")
    try await eventually { if case .conflict = document.state { true } else { false } }
    storage.data = nil
    await document.reload()
    #expect(document.state.isReady)
    try await eventually { storage.data != nil }
    #expect(storage.data == (try Self.note("Toads")))
  }

  @Test func `taking the other document of a conflict that was removed loses nothing`() async throws
  {
    let storage = Storage(try Self.note("Frogs"))
    let document = live(storage)
    document.value.title = "Toads"
    storage.data = try Self.note("Newts")
    await #expect(throws: StoreError.self) { try await document.save() }
    storage.data = nil
    await document.takeTheirs()
    #expect(document.value.title == "Toads")
    #expect(document.hasUnsavedChanges)
    try await document.save()
    #expect(storage.data == (try Self.note("Toads")))
  }

  @Test func `changes are kept on release if the document has to be downloaded`() async throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(folder.file("note.json"))
    try file.write(.sample, over: nil)
    do {
      let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
      document.value.title = "Toads"
      // iCloud evicts it.
      try FileManager.default.moveItem(
        at: folder.file("note.json"), to: folder.file(".note.json.icloud"))
    }
    try await eventually { try file.backups().contains(where: \.isUnsaved) }
    #expect(try file.backups().first?.open().value.title == "Toads")
  }

  @Test func `changes are kept on release while another process holds the lock`() async throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(
      folder.file("note.json"), options: .init(lockTimeout: .milliseconds(20)))
    try file.write(.sample, over: nil)
    let other = try SystemCalls().open(folder.url.path, in: .workingFolder, .folder)
    defer { try? SystemCalls().close(other) }
    try SystemCalls().lock(other)
    let titles = ["Frogs", "Newts", "Toads"]

    // All at once, in one process, so that they want the same name.
    for title in titles {
      LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000)).value.title = title
    }

    try await eventually { try file.backups().count == titles.count }
    let kept = try file.backups()
    #expect(try kept.map { try $0.open().value.title }.sorted() == titles)
    #expect(kept.map(\.isUnsaved) == [true, true, true])
    #expect(try file.read()?.value == .sample)
    #expect(try folder.names(in: ".backups/note.json").count == titles.count)
  }

  @Test func `more changes in a conflict are kept`() async throws {
    let storage = Storage(try Self.note("Frogs"))
    let document = live(storage)
    document.value.title = "Toads"
    storage.data = try Self.note("Newts")
    await document.reload()
    document.value.lines = ["more"]
    storage.data = try Self.note("Newts", "theirs")
    await #expect(throws: StoreError.self) { try await document.keepMine() }
    #expect(storage.data == (try Self.note("Newts", "theirs")))
    document.value.title = "Mine"
    try await document.keepMine()
    #expect(storage.data == (try Self.note("Mine", "more")))
  }

  @Test func `changes during a restore that fails are kept`() async throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(folder.file("note.json"))
    try folder.write(oldNote, to: "note.json")
    try file.update { $0.title = "Toads" }
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Mine"
    let backup = try #require(try document.backups().first)
    try folder.write(newerNote, to: "note.json")
    await #expect(throws: StoreError.self) { try await document.restore(backup) }
    #expect(document.value.title == "Mine")
    #expect(document.hasUnsavedChanges)
    #expect(try folder.bytes(of: "note.json") == newerNote)
  }

  @Test func `changes of a previous location before the first save are merged`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(try Self.note("Frogs", "old"), to: "old.json")
    let file = DocumentFile<Note>(
      folder.file("note.json"), imports: [.file(folder.file("old.json"))])
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Toads"
    // An older program goes on.
    try folder.write(try Self.note("Frogs", "older"), to: "old.json")
    try await document.save()
    #expect(document.value == Note(title: "Toads", lines: ["older"]))
    #expect(try file.read()?.value == document.value)
    #expect(try !folder.names().contains("old.json"))
  }
}
