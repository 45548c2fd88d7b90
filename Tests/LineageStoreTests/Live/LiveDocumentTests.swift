import Foundation
import Lineage
import LineageStore
import Observation
import Synchronization
import Testing

/// What a document for views promises.
@MainActor
struct LiveDocumentTests {
  let folder: TemporaryFolder
  let file: DocumentFile<Note>

  init() throws {
    folder = try TemporaryFolder()
    file = DocumentFile(folder.file("note.json"))
  }

  /// A live document that saves when it is told to only.
  private func live() -> LiveDocument<Note> {
    LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
  }

  @Test func `opening shows the default, and writes nothing`() async throws {
    let document = live()
    #expect(document.value == .sample)
    #expect(document.state.isReady)
    try await document.save()
    #expect(try folder.names() == [])
  }

  @Test func `nothing is read before it is needed`() throws {
    let document = live()
    try file.write(Note(title: "Toads", lines: []), over: nil)
    #expect(document.value.title == "Toads")
  }

  @Test func `changes are saved`() async throws {
    let document = live()
    document.value.title = "Toads"
    #expect(document.hasUnsavedChanges)
    try await document.save()
    #expect(!document.hasUnsavedChanges)
    #expect(try file.read()?.value.title == "Toads")
    document.value.title = "Newts"
    try await document.save()
    #expect(try file.read()?.value.title == "Newts")
  }

  @Test func `a conflict stays one if my value can't be saved in its place`() async throws {
    try file.write(.sample, over: nil)
    let document = live()
    _ = document.value
    try file.update { $0.title = "Theirs" }
    document.value.title = "Mine"
    await #expect(throws: StoreError.self) { try await document.save() }
    guard case .conflict = document.state else { throw Failure() }
    try folder.write(Data(), to: ".backups")

    let error = await #expect(throws: StoreError.self) { try await document.keepMine() }

    if case .backupFailed? = error {} else { Issue.record("\(String(describing: error))") }
    guard case .conflict = document.state else { throw Failure() }
    try FileManager.default.removeItem(atPath: folder.path(".backups"))
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(try file.read()?.value.title == "Theirs")
    try await document.keepMine()
    #expect(try file.read()?.value.title == "Mine")
    #expect(try file.backups().first?.open().value.title == "Theirs")
  }

  private struct Failure: Error {}

  @Test func `an object that was changed in place is saved`() async throws {
    let file = DocumentFile<Counting>(self.file.url)
    var document: LiveDocument<Counting>? = LiveDocument(
      file, default: Counting(), autosaveDelay: .seconds(1000))
    // What wasn't changed isn't written.
    #expect(document?.value.title == "")
    try await document?.save()
    #expect(try folder.names() == [])

    document?.value.title = "Toads"
    try await document?.save()
    #expect(try file.read()?.value.title == "Toads")
    let saved = try folder.bytes(of: "note.json")
    try await document?.save()
    #expect(try folder.bytes(of: "note.json") == saved)

    document?.value.count = 7
    document = nil
    try await eventually { try file.read()?.value.count == 7 }
    #expect(try file.read()?.value.title == "Toads")
  }

  @Test func `an object that was changed in place stays removed`() async throws {
    let file = DocumentFile<Counting>(self.file.url)
    try file.write(Counting(), over: nil)
    let document = LiveDocument(file, default: Counting(), autosaveDelay: .milliseconds(1))
    document.value.title = "Toads"

    try await document.remove()

    try await document.save()
    #expect(try file.read() == nil)
    #expect(try file.backups().first?.open().value.title == "Toads")
    #expect(document.value.title == "" && !document.hasUnsavedChanges)
  }

  @Test func `changes of an object in place are merged with those of others`() async throws {
    let file = DocumentFile<Counting>(self.file.url)
    try file.write(Counting(), over: nil)
    let document = LiveDocument(file, default: Counting(), autosaveDelay: .seconds(1000))
    document.value.title = "Mine"
    try file.update { $0.count = 7 }

    await document.reload()
    try await document.save()

    #expect(try file.read()?.value.title == "Mine")
    #expect(try file.read()?.value.count == 7)
  }

  @Test func `changes are saved after a while`() async throws {
    let document = LiveDocument(file, default: .sample, autosaveDelay: .milliseconds(5))
    document.value.title = "Toads"
    try await eventually { try file.read()?.value.title == "Toads" }
    document.value.title = "Newts"
    try await eventually { try file.read()?.value.title == "Newts" }
  }

  @Test func `changes are saved when the document is released`() async throws {
    do {
      let document = live()
      document.value.title = "Toads"
    }
    try await eventually { try file.read()?.value.title == "Toads" }
  }

  @Test func `changes on release are merged as often as another program saves`() async throws {
    try file.write(.sample, over: nil)
    let url = file.url
    let exchanges = Mutex(0)
    let calls = InterferingCalls(
      beforeExchange: {
        let number = exchanges.withLock { exchanges in
          exchanges += 1
          return exchanges
        }
        // Each save that finds another document exchanges the files once more.
        guard number <= 5, !number.isMultiple(of: 2) else { return }
        let theirs = Note(title: "\(number)", lines: Note.sample.lines)
        try? JSONEncoder().encode(versioned: theirs).write(to: url, options: .atomic)
      }, afterExchange: {})
    do {
      let document = LiveDocument(
        DocumentFile<Note>(
          path: folder.path("note.json"), createsFolder: false, options: .init(), calls: calls),
        default: .sample, autosaveDelay: .seconds(1000))
      document.value.lines.append("x")
    }
    try await eventually {
      try file.read()?.value == Note(title: "5", lines: ["old pond", "x"])
    }
    #expect(try file.backups().isEmpty)
  }

  @Test func `changes that can't be saved when the document is released are kept`() async throws {
    try file.write(.sample, over: nil)
    do {
      let document = live()
      document.value.title = "Newts"
      try file.update { $0.title = "Toads" }
    }
    try await eventually { try !file.backups().isEmpty }
    #expect(try file.backups().first?.open().value.title == "Newts")
    #expect(try file.read()?.value.title == "Toads")
  }

  @Test func `changes that couldn't be saved are never removed`() async throws {
    try file.write(.sample, over: nil)
    do {
      let document = live()
      document.value.title = "Newts"
      try file.update { $0.title = "Toads" }
    }
    try await eventually { try !file.backups().isEmpty }
    // As if another process had kept it.
    let name = try #require(try folder.names(in: ".backups/note.json").first)
    let parts = name.split(separator: "-")
    let old = folder.file(".backups/note.json/\(parts[0])-\(parts[1])-\(parts[2])-0.json")
    try FileManager.default.moveItem(at: folder.file(".backups/note.json/\(name)"), to: old)
    var options = DocumentOptions()
    options.backups = .everySave(keep: 1)
    let other = DocumentFile<Note>(folder.file("note.json"), options: options)

    for title in ["a", "b", "c"] { try other.update { $0.title = title } }

    let unsaved = try file.backups().filter(\.isUnsaved)
    #expect(try unsaved.map { try $0.open().value.title } == ["Newts"])
    #expect(try file.backups().count == 2)
  }

  /// A place that loses the connection after its first write.
  private final class Flaky: DocumentPlace, Sendable {
    struct ConnectionLost: Error {}
    let name = "flaky"
    let state = Mutex<(data: Data, hasFailed: Bool)>((Data(), false))

    init(_ data: Data) { state.withLock { $0.data = data } }

    func read() throws -> (data: Data, token: Data)? {
      state.withLock { ($0.data, $0.data) }
    }

    func replace(_ token: Data?, with data: Data) throws -> Data? {
      try state.withLock {
        guard $0.data == token else { return nil }
        $0.data = data
        if $0.hasFailed { return data }
        $0.hasFailed = true
        throw ConnectionLost()
      }
    }
  }

  @Test func `a save of uncertain outcome isn't a conflict with oneself`() async throws {
    let place = Flaky(try JSONEncoder().encode(versioned: Note.sample))
    let document = LiveDocument(
      DocumentStore<Note>(place), default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Toads"
    let error = await #expect(throws: StoreError.self) { try await document.save() }
    guard case .uncertain? = error else {
      Issue.record("It is certain.")
      return
    }

    document.value.title = "Newts"
    try await document.save()

    #expect(document.state.isReady)
    #expect(!document.hasUnsavedChanges)
    #expect(try DocumentStore<Note>(place).read()?.value.title == "Newts")
  }

  @Test func `after a save of uncertain outcome, changes of others are still a conflict`()
    async throws
  {
    let place = Flaky(try JSONEncoder().encode(versioned: Note.sample))
    let document = LiveDocument(
      DocumentStore<Note>(place), default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Toads"
    try? await document.save()
    try DocumentStore<Note>(place).update { $0.title = "theirs" }

    document.value.title = "Newts"
    try? await document.save()

    guard case .conflict = document.state else {
      Issue.record("There is no conflict.")
      return
    }
    #expect(try DocumentStore<Note>(place).read()?.value.title == "theirs")
  }

  @Test func `changes in a conflict are kept when the document is released`() async throws {
    do {
      let document = try await conflicting()
      document.value.lines = ["x"]
    }
    try await eventually { try !file.backups().isEmpty }
    #expect(
      try file.backups().first?.open().value == Note(title: "Newts", lines: ["x"]))
  }

  @Test func `an old document is migrated by the first change, not before`() async throws {
    try folder.write(oldNote, to: "note.json")
    let document = live()
    #expect(document.value == .sample)
    #expect(document.report?.versionFound == 1)
    try await document.save()
    #expect(try folder.bytes(of: "note.json") == oldNote)
    document.value.title = "Toads"
    try await document.save()
    #expect(try document.backups().map(\.version) == [1])
  }

  @Test func `a change of another program is shown`() async throws {
    try file.write(.sample, over: nil)
    let document = live()
    #expect(document.value.title == "Frogs")
    try file.update { $0.title = "Toads" }
    try await eventually { document.value.title == "Toads" }
    #expect(document.state.isReady)
  }

  @Test func `a file that another program makes is shown`() async throws {
    let document = live()
    #expect(document.value == .sample)
    try file.write(Note(title: "Toads", lines: []), over: nil)
    try await eventually { document.value.title == "Toads" }
  }

  @Test func `changes of different fields are merged`() async throws {
    try file.write(.sample, over: nil)
    let document = live()
    document.value.lines = ["new pond"]
    try file.update { $0.title = "Toads" }
    try await document.save()
    #expect(document.value == Note(title: "Toads", lines: ["new pond"]))
    #expect(try file.read()?.value == document.value)
    #expect(document.state.isReady)
  }

  @Test func `changes of the same field are a conflict, and mine can be kept`() async throws {
    let document = try await conflicting()
    #expect(try file.read()?.value.title == "Toads")
    try await document.keepMine()
    #expect(document.state.isReady)
    #expect(try file.read()?.value.title == "Newts")
    // It may be another one than the user was asked about.
    let backups = try file.backups()
    #expect(backups.map(\.isOverruled) == [true])
    #expect(try backups.first?.open().value.title == "Toads")
  }

  @Test func `keeping mine keeps what only the other program has changed`() async throws {
    let document = try await conflicting()
    try file.update { $0.lines.append("theirs") }
    await document.reload()
    guard case .conflict = document.state else {
      Issue.record("The state is \(document.state).")
      return
    }

    try await document.keepMine()

    let both = Note(title: "Newts", lines: Note.sample.lines + ["theirs"])
    #expect(document.value == both)
    #expect(!document.hasUnsavedChanges)
    #expect(try file.read()?.value == both)
    document.value.title = "Newts and toads"
    try await document.save()
    #expect(try file.read()?.value.lines == both.lines)
  }

  @Test func `changes that are dropped for theirs are kept as a backup`() async throws {
    let document = try await conflicting()

    await document.takeTheirs()

    let backups = try file.backups()
    #expect(backups.map(\.isUnsaved) == [true])
    #expect(try backups.first?.open().value.title == "Newts")
    #expect(backups.first?.isRestorePoint == false)
  }

  @Test func `without backups, nothing is kept of what was dropped for theirs`() async throws {
    let file = DocumentFile<Note>(file.url, options: DocumentOptions(backups: .none))
    let document = try await conflicting(in: file)

    await document.takeTheirs()

    #expect(document.value.title == "Toads")
    #expect(try file.backups().isEmpty)
  }

  /// A stored object with a change that isn't saved.
  private func changedObject(in file: DocumentFile<Counting>) throws -> LiveDocument<Counting> {
    try file.write(Counting(), over: nil)
    let document = LiveDocument(file, default: Counting(), autosaveDelay: .seconds(1000))
    let value = document.value
    value.title = "mine"
    document.value = value
    return document
  }

  @Test func `changes of an object are never dropped for those of another program`() async throws {
    let file = DocumentFile<Counting>(file.url)
    let document = try changedObject(in: file)
    try file.update { $0.count = 1 }
    try await document.save()
    let saved = try #require(try file.read()?.value)
    #expect(saved.title == "mine")
    #expect(saved.count == 1)
  }

  /// A document with an object in it.
  struct Tally: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var counting = Counting()
  }

  @Test func `changes of an object in a document are never dropped, either`() async throws {
    let file = DocumentFile<Tally>(file.url)
    try file.write(Tally(), over: nil)
    let document = LiveDocument(file, default: Tally(), autosaveDelay: .seconds(1000))
    let value = document.value
    value.counting.title = "mine"
    document.value = value
    try file.update { $0.counting.count = 1 }
    try await document.save()
    let saved = try #require(try file.read()?.value.counting)
    #expect(saved.title == "mine")
    #expect(saved.count == 1)
  }

  @Test func `what is typed into an object while theirs is taken isn't dropped`() async throws {
    let file = DocumentFile<Counting>(file.url)
    let document = try changedObject(in: file)
    try file.update { $0.title = "theirs" }
    await #expect(throws: StoreError.self) { try await document.save() }
    try await editing {
      let value = document.value
      value.count = 7
      document.value = value
    } during: {
      await document.takeTheirs()
    }
    #expect(document.value.title == "theirs")
    #expect(document.value.count == 7)
  }

  @Test func `without backups, nothing is kept of what was overruled`() async throws {
    let file = DocumentFile<Note>(file.url, options: DocumentOptions(backups: .none))
    let document = try await conflicting(in: file)
    try await document.keepMine()
    #expect(try file.read()?.value.title == "Newts")
    #expect(try file.backups().isEmpty)
  }

  @Test func `a document that was overruled is never removed`() async throws {
    var options = DocumentOptions()
    options.backups = .everySave(keep: 1)
    let file = DocumentFile<Note>(file.url, options: options)
    let document = try await conflicting(in: file)
    try await document.keepMine()
    for number in 0..<3 {
      document.value.title = "\(number)"
      try await document.save()
    }
    let overruled = try #require(try file.backups().filter(\.isOverruled).first)
    #expect(try overruled.open().value.title == "Toads")
  }

  @Test func `keys that were overruled are kept, too`() async throws {
    let suite = "lineage.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let imported = DocumentFile<Note>(
      file.url,
      imports: [
        .userDefaults(defaults, keys: ["title"]) { objects in
          Note(title: objects["title"] as? String ?? "", lines: [])
        }
      ])
    let document = LiveDocument(imported, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Newts"
    defaults.set("Toads", forKey: "title")
    await #expect(throws: StoreError.self) { try await document.save() }
    try await document.keepMine()
    #expect(try file.read()?.value.title == "Newts")
    #expect(defaults.object(forKey: "title") == nil)
    #expect(try file.backups().map { try $0.open().value.title } == ["Toads"])
  }

  @Test func `what is typed while theirs is taken isn't dropped`() async throws {
    let document = try await conflicting()
    try await editing {
      document.value.lines = ["typed"]
    } during: {
      await document.takeTheirs()
    }
    #expect(document.value == Note(title: "Toads", lines: ["typed"]))
    #expect(document.hasUnsavedChanges)
    try await document.save()
    #expect(try file.read()?.value.lines == ["typed"])
  }

  @Test func `what is typed while a backup is restored isn't dropped`() async throws {
    try folder.write(oldNote, to: "note.json")
    let document = live()
    document.value.title = "Toads"
    try await document.save()
    let backup = try #require(try document.backups().first)
    document.value.title = "dropped"
    try await editing {
      document.value.lines = ["typed"]
    } during: {
      try await document.restore(backup)
    }
    #expect(document.value == Note(title: "Frogs", lines: ["typed"]))
    #expect(document.hasUnsavedChanges)
    try await document.save()
    #expect(try file.read()?.value.lines == ["typed"])
  }

  @Test func `changes of the same field are a conflict, and theirs can be taken`() async throws {
    let document = try await conflicting()
    await document.takeTheirs()
    #expect(document.state.isReady)
    #expect(document.value.title == "Toads")
    #expect(try file.read()?.value.title == "Toads")
  }

  @Test func `a conflict with a previous location ends with mine`() async throws {
    let imported = DocumentFile<Note>(file.url, imports: [.file(folder.file("old.json"))])
    let document = LiveDocument(
      imported, default: Note(title: "", lines: []), autosaveDelay: .seconds(1000))
    document.value.title = "Newts"
    try folder.write(oldNote, to: "old.json")
    await #expect(throws: StoreError.self) { try await document.save() }
    guard case .conflict = document.state else {
      Issue.record("The state is \(document.state).")
      return
    }
    try await document.keepMine()
    #expect(document.state.isReady)
    #expect(try file.read()?.value.title == "Newts")
    // What was imported is kept, and removed there.
    #expect(try file.backups().map(\.version) == [1])
    #expect(try folder.names() == [".backups", "note.json"])
  }

  @Test func `a conflict is not saved, however often it is tried`() async throws {
    let document = try await conflicting()
    for _ in 0..<3 { await #expect(throws: StoreError.self) { try await document.save() } }
    document.value.lines = ["x"]
    await document.reload()
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(try file.read()?.value == Note(title: "Toads", lines: ["old pond"]))
    #expect(document.value == Note(title: "Newts", lines: ["x"]))
  }

  private func conflicting() async throws -> LiveDocument<Note> { try await conflicting(in: file) }

  private func conflicting(in file: DocumentFile<Note>) async throws -> LiveDocument<Note> {
    try file.write(.sample, over: nil)
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    document.value.title = "Newts"
    try file.update { $0.title = "Toads" }
    await #expect(throws: StoreError.self) { try await document.save() }
    guard case .conflict = document.state else {
      Issue.record("The state is \(document.state).")
      return document
    }
    return document
  }

  @Test func `a damaged document is left alone until it is replaced`() async throws {
    try folder.write(Data("{".utf8), to: "note.json")
    let document = live()
    #expect(document.value == .sample)
    guard case .damaged = document.state else {
      Issue.record("The state is \(document.state).")
      return
    }
    document.value.title = "Toads"
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(try folder.bytes(of: "note.json") == Data("{".utf8))
    try await document.replaceDamaged()
    #expect(document.state.isReady)
    #expect(try file.read()?.value.title == "Toads")
    #expect(try document.backups().map(\.isDamaged) == [true])
  }

  @Test func `a damaged document that is repaired is shown`() async throws {
    try folder.write(Data("{".utf8), to: "note.json")
    let document = live()
    #expect(!document.state.isReady)
    try folder.write(oldNote, to: "note.json")
    try await eventually { document.state.isReady }
    #expect(document.value == .sample)
  }

  @Test func `a newer document is unavailable, and never written`() async throws {
    try folder.write(newerNote, to: "note.json")
    let document = live()
    document.value.title = "Toads"
    await #expect(throws: StoreError.self) { try await document.save() }
    try await document.replaceDamaged()
    try await document.keepMine()
    guard case .unavailable(.newer) = document.state else {
      Issue.record("The state is \(document.state).")
      return
    }
    #expect(try folder.bytes(of: "note.json") == newerNote)
  }

  @Test func `a newer program that saves meanwhile is never written over`() async throws {
    try file.write(.sample, over: nil)
    let document = live()
    document.value.title = "Toads"
    try folder.write(newerNote, to: "note.json")
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(try folder.bytes(of: "note.json") == newerNote)
    #expect(document.value.title == "Toads")
  }

  @Test func `changes are shown in a newer document that can be read, but not written`()
    async throws
  {
    let file = DocumentFile<MergeTests.Settings>(folder.file("settings.json"))
    try file.write(MergeTests.Settings(theme: "light", size: 12), over: nil)
    let document = LiveDocument(
      file, default: MergeTests.Settings(theme: "", size: 0), autosaveDelay: .seconds(1000))
    document.value.size = 14
    let newer = Data(#"{"theme":"dark","size":12,"accent":"red","version":2}"#.utf8)
    try folder.write(newer, to: "settings.json")

    await document.reload()

    #expect(document.value == MergeTests.Settings(theme: "dark", size: 14))
    guard case .readOnly(.newer) = document.state else {
      Issue.record("The state is \(document.state).")
      return
    }
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(try folder.bytes(of: "settings.json") == newer)
  }

  @Test func `a folder that is missing makes the document unavailable until it is there`()
    async throws
  {
    let file = DocumentFile<Note>(folder.file("missing/note.json"))
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    guard case .unavailable = document.state else {
      Issue.record("The state is \(document.state).")
      return
    }
    document.value.title = "Toads"
    await #expect(throws: StoreError.self) { try await document.save() }
    try FileManager.default.createDirectory(
      at: folder.file("missing"), withIntermediateDirectories: false)
    try await document.save()
    #expect(document.state.isReady)
    #expect(try file.read()?.value.title == "Toads")
  }

  @Test func `a document that may not be written is read-only`() async throws {
    try file.write(.sample, over: nil)
    let document = LiveDocument(
      DocumentFile<Note>(file.url, options: .init(access: .readOnly)), default: .sample)
    guard case .readOnly = document.state else {
      Issue.record("The state is \(document.state).")
      return
    }
    document.value.title = "Toads"
    await #expect(throws: StoreError.self) { try await document.save() }
    #expect(try file.read()?.value.title == "Frogs")
  }

  @Test func `a file that is removed is made again by the next change`() async throws {
    try file.write(.sample, over: nil)
    let document = live()
    #expect(document.value == .sample)
    try FileManager.default.removeItem(at: file.url)
    await document.reload()
    #expect(document.value == .sample)
    document.value.title = "Toads"
    try await document.save()
    #expect(try file.read()?.value.title == "Toads")
  }

  @Test func `a backup is restored`() async throws {
    try folder.write(oldNote, to: "note.json")
    let document = live()
    document.value.title = "Toads"
    try await document.save()
    try await document.restore(#require(try document.backups().first))
    #expect(document.value.title == "Frogs")
    #expect(try folder.bytes(of: "note.json") == oldNote)
    document.value.title = "Newts"
    try await document.save()
    #expect(try file.read()?.value.title == "Newts")
  }

  @Test func `changes while a save is under way are saved, too`() async throws {
    let document = LiveDocument(file, default: .sample, autosaveDelay: .milliseconds(1))
    for number in 0..<30 {
      document.value.title = "\(number)"
      if number % 7 == 0 { try await Task.sleep(for: .milliseconds(2)) }
    }
    try await document.save()
    #expect(try file.read()?.value.title == "29")
    #expect(!document.hasUnsavedChanges)
  }

  @Test func `two live documents of one file come together`() async throws {
    let (first, second) = (live(), live())
    #expect(first.value == second.value)
    first.value.title = "Toads"
    second.value.lines = ["new pond"]
    try await first.save()
    try await second.save()
    try await eventually { first.value == second.value }
    #expect(try file.read()?.value == Note(title: "Toads", lines: ["new pond"]))
  }

  @Test func `observers learn of changes, of others too`() async throws {
    try file.write(.sample, over: nil)
    let document = live()
    func observed(
      _ property: KeyPath<LiveDocument<Note>, some Any> = \.value,
      _ change: () async throws -> Void
    ) async rethrows -> Bool {
      let flag = Flag()
      withObservationTracking {
        _ = document[keyPath: property]
      } onChange: {
        flag.isSet = true
      }
      try await change()
      return flag.isSet
    }
    #expect(await observed { document.value.title = "Toads" })
    #expect(await observed(\.hasUnsavedChanges) { try? await document.save() })
    // Only what has changed is observed.
    #expect(await !observed(\.state) { document.value.title = "Frogs" })
    #expect(await !observed { try? await document.save() })
    #expect(await !observed(\.state) { document.value.title = "Salamanders" })
    try await document.save()
    #expect(
      try await observed {
        try file.update { $0.title = "Newts" }
        await document.reload()
      })
    #expect(await !observed { await document.reload() })
  }

  /// A flag that is only set and read on the main actor here.
  private final class Flag: @unchecked Sendable {
    var isSet = false
  }
}

extension LiveDocument.State {
  var isReady: Bool { if case .ready = self { true } else { false } }
}

/// Waits until a condition is true. Fails after 20 seconds.
@MainActor
func eventually(
  _ condition: @MainActor () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  for _ in 0..<2000 {
    if try condition() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  Issue.record("That didn't become true.", sourceLocation: sourceLocation)
}
