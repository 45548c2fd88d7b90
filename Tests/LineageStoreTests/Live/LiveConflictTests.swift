import Foundation
import Lineage
import LineageStore
import Synchronization
import Testing

/// What the two choices of a conflict keep, and whether a change of order is one.
@MainActor
struct LiveConflictTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  final class Playlist: VersionedCodable, @unchecked Sendable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = ""
    var songs = ["a", "b", "c"]
    var moods: Set<String> = []
  }

  struct Draft: VersionedCodable, DefaultFillable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var title = ""
    var lines: [String] = []
    var count = 0
    var ratio = 0.0
  }

  private func isConflict<Value>(_ document: LiveDocument<Value>) -> Bool {
    if case .conflict = document.state { true } else { false }
  }

  private func drafts() throws -> (DocumentFile<Draft>, LiveDocument<Draft>) {
    let file = DocumentFile<Draft>(folder.file("draft.json"))
    try file.write(Draft(), over: nil)
    let document = LiveDocument(file, default: Draft(), autosaveDelay: .seconds(1000))
    _ = document.value
    return (file, document)
  }

  private func playlists() throws -> (DocumentFile<Playlist>, LiveDocument<Playlist>) {
    let file = DocumentFile<Playlist>(folder.file("playlist.json"))
    try file.write(Playlist(), over: nil)
    let document = LiveDocument(file, default: Playlist(), autosaveDelay: .seconds(1000))
    _ = document.value
    return (file, document)
  }

  // MARK: - The order of elements

  @Test func `another order in an object that was changed in place is saved`() async throws {
    let (file, document) = try playlists()

    document.value.songs.swapAt(0, 2)
    try await document.save()

    #expect(try file.read()?.value.songs == ["c", "b", "a"])
  }

  @Test func `another order in an object is saved when its document is released`() async throws {
    let file = DocumentFile<Playlist>(folder.file("playlist.json"))
    try file.write(Playlist(), over: nil)
    var document: LiveDocument<Playlist>? = LiveDocument(
      file, default: Playlist(), autosaveDelay: .seconds(1000))

    document?.value.songs.swapAt(0, 2)
    document = nil

    try await eventually { try file.read()?.value.songs == ["c", "b", "a"] }
  }

  @Test func `a set that has another order in the file isn't a change`() async throws {
    let moods = (0..<20).map { #""mood\#($0)""# }.joined(separator: ",")
    let stored = #"{"moods":[\#(moods)],"songs":[],"title":"","version":1}"#
    try folder.write(Data(stored.utf8), to: "playlist.json")
    let file = DocumentFile<Playlist>(folder.file("playlist.json"))
    let document = LiveDocument(file, default: Playlist(), autosaveDelay: .seconds(1000))
    _ = document.value

    await document.reload()
    try await document.save()

    #expect(try String(contentsOf: file.url, encoding: .utf8) == stored)
    #expect(!document.hasUnsavedChanges)
  }

  @Test func `keeping mine keeps the other program's order`() async throws {
    let (file, document) = try playlists()
    document.value.title = "mine"
    try file.update {
      $0.title = "theirs"
      $0.songs.reverse()
    }
    await #expect(throws: StoreError.self) { try await document.save() }

    try await document.keepMine()

    let stored = try #require(try file.read()?.value)
    #expect(stored.title == "mine")
    #expect(stored.songs == ["c", "b", "a"])
    #expect(document.value.songs == ["c", "b", "a"])
    #expect(!document.hasUnsavedChanges)
  }

  // MARK: - Keeping mine

  /// A place in memory that no program watches, and whose writes can be held up.
  private final class Memory: Sendable {
    private let stored = Mutex(
      Data(#"{"count":0,"lines":[],"ratio":0,"title":"","version":1}"#.utf8))
    private let turn = DispatchSemaphore(value: 0)
    private let writes = Mutex((areHeld: false, isWaiting: false))

    var isWaiting: Bool { writes.withLock { $0.isWaiting } }

    func holdWrites() { writes.withLock { $0.areHeld = true } }

    func release() {
      writes.withLock { $0 = (false, false) }
      turn.signal()
    }

    func store() -> DocumentStore<Draft> {
      DocumentStore<Draft> {
        self.stored.withLock { ($0, $0) }
      } replace: { (base: Data?, data) in
        let waits = self.writes.withLock { writes in
          writes.isWaiting = writes.areHeld
          return writes.areHeld
        }
        if waits { self.turn.wait() }
        return self.stored.withLock { stored -> Data? in
          guard stored == base else { return nil }
          stored = data
          return data
        }
      }
    }
  }

  /// A document in memory that is in conflict over its title. Only the other program has changed the count, to 1.
  private func conflicting() async throws -> (
    Memory, DocumentStore<Draft>, LiveDocument<Draft>
  ) {
    let memory = Memory()
    let store = memory.store()
    let document = LiveDocument(store, default: Draft(), autosaveDelay: .seconds(1000))
    document.value.title = "mine"
    try store.update { ($0.title, $0.count) = ("theirs", 1) }
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(isConflict(document))
    return (memory, store, document)
  }

  @Test(arguments: [0, 2])
  func `what is merged with mine doesn't become mine if it can't be saved`(last: Int) async throws {
    let (_, store, document) = try await conflicting()
    try store.update { $0.count = last }

    await #expect(throws: StoreError.self) { try await document.keepMine() }
    #expect(isConflict(document))
    #expect(document.value.count == 0)
    try await document.keepMine()

    let stored = try #require(try store.read()?.value)
    #expect(stored.title == "mine")
    #expect(stored.count == last)
    #expect(document.value.count == last)
  }

  @Test func `what is typed while mine is written is saved after it`() async throws {
    let (memory, store, document) = try await conflicting()

    memory.holdWrites()
    let task = Task { try await document.keepMine() }
    while !memory.isWaiting { try await Task.sleep(for: .milliseconds(1)) }
    document.value.lines = ["typed"]
    memory.release()
    try await task.value

    #expect(document.hasUnsavedChanges)
    #expect(document.value.count == 1)
    #expect(document.value.lines == ["typed"])
    try await document.save()
    let stored = try #require(try store.read()?.value)
    #expect(stored.title == "mine")
    #expect(stored.count == 1)
    #expect(stored.lines == ["typed"])
  }

  // MARK: - Taking theirs

  @Test func `what is typed into the same field while theirs is taken is a new conflict`()
    async throws
  {
    let (file, document) = try drafts()
    document.value.lines = ["mine"]
    try file.update { $0.lines = ["theirs 1", "theirs 2"] }
    await #expect(throws: StoreError.self) { try await document.save() }

    try await editing {
      document.value.lines.append("typed")
    } during: {
      await document.takeTheirs()
    }

    #expect(isConflict(document))
    #expect(document.value.lines == ["mine", "typed"])
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(try file.read()?.value.lines == ["theirs 1", "theirs 2"])
    await document.takeTheirs()
    #expect(document.value.lines == ["theirs 1", "theirs 2"])
    #expect(document.state.isReady)
    let backups = try file.backups().map { try $0.open().value.lines }
    #expect(backups.contains(["mine", "typed"]))
  }

  @Test func `what is typed while a backup is restored wins over the backup`() async throws {
    try folder.write(oldNote, to: "note.json")
    let file = DocumentFile<Note>(folder.file("note.json"))
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Toads"
    try await document.save()
    let backup = try #require(try document.backups().first)

    try await editing {
      document.value.title = "typed"
    } during: {
      try await document.restore(backup)
    }

    #expect(document.state.isReady)
    #expect(document.value.title == "typed")
    try await document.save()
    #expect(try file.read()?.value.title == "typed")
  }

  @Test func `no typed change is lost when a backup is restored`() async throws {
    let file = DocumentFile<Note>(
      folder.file("note.json"), options: DocumentOptions(backups: .everySave(keep: 20)))
    try file.write(Note(title: "one", lines: []), over: nil)
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "two"
    try await document.save()
    func restore() async throws {
      try await document.restore(#require(try document.backups().last(where: \.isRestorePoint)))
      #expect(document.value.title == "one")
      #expect(document.state.isReady)
      #expect(!document.hasUnsavedChanges)
    }
    func unsaved() throws -> [String] {
      try document.backups().filter(\.isUnsaved).map { try $0.open().value.title }
    }

    document.value.title = "typed"
    try await restore()
    #expect(try unsaved() == ["typed"])

    document.value.title = "typed in a conflict"
    try file.update { $0.title = "theirs" }
    await #expect(throws: StoreError.self) { try await document.save() }
    try await restore()
    #expect(try Set(unsaved()) == ["typed", "typed in a conflict"])

    try folder.write(Data("damaged".utf8), to: "note.json")
    await document.reload()
    try await restore()
    #expect(try unsaved().count == 2)

    try folder.write(Data("damaged".utf8), to: "note.json")
    await document.reload()
    document.value.title = "typed into a damaged document"
    try await restore()
    #expect(
      try Set(unsaved()) == ["typed", "typed in a conflict", "typed into a damaged document"])
  }

  @Test func `the oldest of the backups is restored with typed changes`() async throws {
    let file = DocumentFile<Note>(
      folder.file("note.json"), options: DocumentOptions(backups: .everySave(keep: 3)))
    for title in ["1", "2", "3", "4"] { try file.update(default: .sample) { $0.title = title } }
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "typed"

    try await document.restore(#require(try file.backups().last))

    #expect(document.value.title == "1")
    #expect(try file.read()?.value.title == "1")
    let backups = try file.backups()
    #expect(try backups.filter(\.isUnsaved).map { try $0.open().value.title } == ["typed"])
    #expect(try backups.contains { try $0.open().value.title == "4" })
  }

  @Test func `a restore that fails leaves no backups`() async throws {
    let file = DocumentFile<Note>(
      folder.file("note.json"), options: DocumentOptions(backups: .everySave(keep: 3)))
    for title in ["1", "2"] { try file.update(default: .sample) { $0.title = title } }
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "typed"
    let backup = try #require(try file.backups().first)
    try folder.write(newerNote, to: "note.json")

    for _ in 0..<3 {
      await #expect(throws: StoreError.self) { try await document.restore(backup) }
    }

    #expect(document.value.title == "typed")
    #expect(try !file.backups().contains { $0.isUnsaved })
  }

  @Test func `no backup is restored if typed changes can't be backed up`() async throws {
    let file = DocumentFile<Note>(
      folder.file("note.json"), options: DocumentOptions(backups: .everySave(keep: 20)))
    try file.write(.sample, over: nil)
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "mine"
    try await document.save()
    let backup = try #require(try file.backups().first)
    document.value.title = "typed"
    try file.update { $0.title = "theirs" }
    await #expect(throws: StoreError.self) { try await document.save() }
    try FileManager.default.removeItem(at: folder.file(".backups"))
    try folder.write(Data(), to: ".backups")

    await #expect(throws: StoreError.self) { try await document.restore(backup) }

    #expect(document.value.title == "typed")
    #expect(document.hasUnsavedChanges)
    #expect(try file.read()?.value.title == "theirs")
  }

  // MARK: - Objects

  @Test func `another program's changes aren't made after an object is removed`() async throws {
    let (file, document) = try playlists()
    document.value.title = "mine"
    try file.update { $0.moods = ["calm", "loud"] }

    try await document.remove()

    #expect(document.value.title == "")
    #expect(document.value.moods == [])
    #expect(!document.hasUnsavedChanges)
    try await document.save()
    #expect(try file.read() == nil)
  }

  @Test func `another program's changes aren't made to a backup of an object`() async throws {
    let file = DocumentFile<Playlist>(
      folder.file("playlist.json"), options: DocumentOptions(backups: .everySave(keep: 5)))
    try file.write(Playlist(), over: nil)
    let document = LiveDocument(file, default: Playlist(), autosaveDelay: .seconds(1000))
    document.value.title = "mine"
    try await document.save()
    let backup = try #require(try file.backups().first)
    try file.update { $0.moods = ["calm", "loud"] }

    let reload = Task { await document.reload() }
    try await document.restore(backup)
    await reload.value

    #expect(document.value.title == "")
    #expect(document.value.moods == [])
    #expect(!document.hasUnsavedChanges)
  }

  @Test func `my changes stay if they can't be backed up before theirs is taken`() async throws {
    let (file, document) = try drafts()
    document.value.title = "mine"
    try file.update { $0.title = "theirs" }
    await #expect(throws: StoreError.self) { try await document.save() }
    try folder.write(Data(), to: ".backups")

    await document.takeTheirs()

    guard case .unavailable(.backupFailed(let failure)) = document.state else {
      Issue.record("\(document.state)")
      return
    }
    #expect(failure.documentType == "Draft")
    #expect(
      "\(StoreError.backupFailed(failure))".hasPrefix(
        """
        The document '\(file.url.path(percentEncoded: false))' (Draft) keeps the changes that aren't saved, because \
        they can't be backed up: the folder
        """))
    #expect(document.value.title == "mine")
    #expect(document.hasUnsavedChanges)
    // Nothing is written over theirs, and the user is asked again.
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(isConflict(document))
    #expect(try file.read()?.value.title == "theirs")
    try FileManager.default.removeItem(atPath: folder.path(".backups"))
    await document.takeTheirs()
    #expect(document.value.title == "theirs")
    #expect(try file.backups().map { try $0.open().value.title } == ["mine"])
  }

  @Test func `a value that can't be encoded stays instead of theirs`() async throws {
    let (file, document) = try drafts()
    document.value.title = "mine"
    try file.update { $0.title = "theirs" }
    await #expect(throws: StoreError.self) { try await document.save() }
    document.value.ratio = .nan

    await document.takeTheirs()

    #expect(document.value.title == "mine")
    #expect(!document.state.isReady)
    document.value.ratio = 1
    await #expect(throws: StoreError.self) { try await document.save() }
    await document.takeTheirs()
    #expect(document.value.title == "theirs")
    #expect(try file.backups().map { try $0.open().value.title } == ["mine"])
  }

  @Test func `theirs can be taken in a place without backups`() async throws {
    let (_, _, document) = try await conflicting()

    await document.takeTheirs()

    #expect(document.value.title == "theirs")
    #expect(document.state.isReady)
  }
}
