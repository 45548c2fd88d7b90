import Foundation
import Lineage
import LineageStore
import Synchronization
import Testing

/// Backups that are brought back where something is in the way.
struct RestoringTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A row that may not store what it is given.
  private final class Row: DocumentPlace {
    enum Fault: CaseIterable { case storesNothing, storesSomethingElse }

    struct Content {
      var data: Data?
      var revision = 0
      var backups: [PlaceBackup] = []
      var fault: Fault?
    }

    let name = "row 7"
    let content = Mutex(Content())

    func read() throws -> (data: Data, token: Int)? {
      content.withLock { content in content.data.map { ($0, content.revision) } }
    }

    func replace(_ token: Int?, with data: Data) throws -> Int? {
      content.withLock { content in
        guard token == (content.data == nil ? nil : content.revision) else { return nil }
        switch content.fault {
        case nil: content.data = data
        case .storesNothing: return content.revision + 1
        case .storesSomethingElse: content.data = Data(#"{"version":2,"title":"","lines":[]}"#.utf8)
        }
        content.revision += 1
        return content.revision
      }
    }

    func backUp(_ data: Data, label: String) throws -> Bool {
      content.withLock { content in
        if content.backups.first?.data != data {
          content.backups.insert(PlaceBackup(data: data, label: label, date: .now), at: 0)
        }
        return true
      }
    }

    func removeBackups(beyond limit: Int) throws {
      content.withLock { $0.backups = Array($0.backups.prefix(limit)) }
    }

    func backups() throws -> [PlaceBackup] { content.withLock(\.backups) }
  }

  @Test(arguments: [oldNote, newerNote, Data("{".utf8)])
  func `a backup has the bytes that were stored, whether they can be read or not`(
    _ bytes: Data
  ) throws {
    let suite = "lineage.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set(bytes, forKey: "note")
    try folder.write(bytes, to: "note.doc")
    let stores = [
      DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note")),
      DocumentFile<Note>(folder.file("note.doc")).store,
    ]

    for store in stores {
      try store.remove()

      #expect(try store.backups().map { try $0.data() } == [bytes])
    }
  }

  @Test func `a backup that is gone has no bytes`() throws {
    try folder.write(oldNote, to: "note.doc")
    let file = DocumentFile<Note>(folder.file("note.doc"))
    try file.remove()
    let backup = try #require(try file.backups().first)
    try file.removeBackups()

    #expect {
      try backup.data()
    } throws: {
      if case .unavailable? = $0 as? StoreError { true } else { false }
    }
  }

  private struct Keeping: VersionedCodable {
    static let version = 1
    static let newerVersions = NewerVersionPolicy.readAsNewest
    typealias PreviousVersion = NothingOlder
    var title = ""
    var unknownFields = UnknownFields()
  }

  @Test func `a backup doesn't replace a document with newer fields`() throws {
    let file = DocumentFile<Keeping>(folder.file("note.doc"))
    try file.write(Keeping(title: "Frogs"), over: nil)
    try file.remove()
    let newer = Data(#"{"version":3,"title":"Frogs","mood":"calm"}"#.utf8)
    try folder.write(newer, to: "note.doc")
    let backup = try #require(try file.backups().first)

    do {
      try file.restore(backup)
      Issue.record("It was restored.")
    } catch {
      #expect("\(error)".contains("the backup lacks its newer fields, so it isn't written."))
    }
    #expect(try folder.bytes(of: "note.doc") == newer)
    try file.remove()
    #expect(try file.restore(backup).version == 1)
    #expect(try file.backups().map { try $0.data() }.contains(newer))
  }

  @Test(arguments: Row.Fault.allCases)
  private func `a backup that a place doesn't store isn't taken for stored, and stays`(
    fault: Row.Fault
  ) throws {
    let row = Row()
    let store = DocumentStore<Note>(row, options: .init(backups: .everySave(keep: 1)))
    let opened = try store.write(Note(title: "one", lines: []), over: nil)
    try store.write(Note(title: "two", lines: []), over: opened)
    row.content.withLock { $0.fault = fault }

    let error = #expect(throws: StoreError.self) {
      try store.restore(#require(store.backups().first))
    }

    guard case .uncertain? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try store.backups().map { try $0.open().value.title } == ["two", "one"])
  }

  @Test func `a backup of an older version is restored in a place`()
    throws
  {
    let row = Row()
    row.content.withLock { $0.data = oldNote }
    let store = DocumentStore<Note>(row)
    try store.update { $0.title = "Toads" }
    let restored = try store.restore(#require(store.backups().first))
    #expect(restored.value == .sample)
    #expect(try store.read()?.value == .sample)
  }

  @Test func `damaged documents don't take the places of backups`() throws {
    let options = DocumentOptions(backups: .everySave(keep: 2))
    let file = DocumentFile<Note>(folder.file("note.json"), options: options)
    for title in ["a", "b", "c"] { try file.update(default: .sample) { $0.title = title } }
    let before = try file.backups().map { try $0.open().value.title }
    #expect(before == ["b", "a"])
    for number in 0..<4 {
      try folder.write(Data("{\(number)".utf8), to: "note.json")
      let damaged = try expectDamaged { try file.read() }
      try file.write(.sample, replacing: damaged)
    }
    let readable = try file.backups().compactMap { try? $0.open().value.title }
    #expect(readable == ["b", "a"])
    #expect(try file.backups().count == 6)
  }

  @Test func `damaged documents don't take the places of backups under a key`() throws {
    let suite = "restoring.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let store = DocumentStore<Note>(
      UserDefaultsPlace(defaults, key: "note"), options: .init(backups: .everySave(keep: 2)))
    for title in ["a", "b", "c"] { try store.update(default: .sample) { $0.title = title } }
    for number in 0..<4 {
      defaults.set(Data("{\(number)".utf8), forKey: "note")
      let damaged = try expectDamaged { try store.read() }
      try store.write(.sample, replacing: damaged)
    }
    #expect(try store.backups().compactMap { try? $0.open().value.title } == ["b", "a"])
  }

  @Test func `a document in a previous location is kept before a backup would hide it`() throws {
    let file = DocumentFile<Note>(
      folder.file("note.json"), imports: [.file(folder.file("old.json"))])
    try file.write(Note(title: "first", lines: []), over: nil)
    try file.remove()
    // An older program writes where it knows the document.
    try folder.write(oldNote, to: "old.json")
    #expect(try file.read()?.value.title == "Frogs")

    let first = try #require(file.backups().first)
    #expect(try file.restore(first).value.title == "first")

    #expect(try file.read()?.value.title == "first")
    let kept = try file.backups().compactMap(\.url).map { try Data(contentsOf: $0) }
    #expect(kept.contains(oldNote))
    // Otherwise, it would come back.
    try file.remove()
    #expect(try file.read() == nil)
  }

  @Test func `a damaged document in a previous location is kept before a backup would hide it`()
    throws
  {
    let file = DocumentFile<Note>(
      folder.file("note.json"), imports: [.file(folder.file("old.json"))])
    try file.write(Note(title: "first", lines: []), over: nil)
    try file.remove()
    try folder.write(Data("{".utf8), to: "old.json")

    #expect(try file.restore(#require(file.backups().first)).value.title == "first")

    #expect(try folder.names() == [".backups", "note.json"])
    #expect(try file.backups().contains { try $0.data() == Data("{".utf8) })
  }

  private func checkThatNothingHides<Value: VersionedCodable>(_ newer: Data, first: Value) throws {
    let file = DocumentFile<Value>(
      folder.file("note.json"), imports: [.file(folder.file("old.json"))])
    try file.write(first, over: nil)
    try file.remove()
    try folder.write(newer, to: "old.json")
    let backup = try #require(file.backups().first)

    let error = #expect(throws: StoreError.self) { try file.restore(backup) }

    if case .newer? = error {} else { Issue.record("\(String(describing: error))") }
    #expect(try folder.names() == [".backups", "old.json"])
    #expect(try folder.bytes(of: "old.json") == newer)
  }

  @Test func `a newer document in a previous location isn't hidden by a backup`() throws {
    try checkThatNothingHides(newerNote, first: Note(title: "first", lines: []))
  }

  @Test func `a backup of the same newer version may hide a newer document`() throws {
    let newer = Data(#"{"theme":"dark","size":12,"accent":"red","version":2}"#.utf8)
    let file = DocumentFile<MergeTests.Settings>(
      folder.file("note.json"), imports: [.file(folder.file("old.json"))])
    try folder.write(newer, to: "note.json")
    try file.remove()
    try folder.write(newer.replacing("dark".utf8, with: "gray".utf8), to: "old.json")

    #expect(try file.restore(#require(file.backups().first)).value.theme == "dark")

    #expect(try folder.names() == [".backups", "note.json"])
    #expect(try file.backups().map { try $0.open().value.theme } == ["gray", "dark"])
  }

  @Test(arguments: [oldNote, Data("{".utf8)])
  func `what one store imports stays where it is if another store has it`(bytes: Data) throws {
    let suite = "lineage.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let store = DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note"))
    let file = DocumentFile<Note>(
      folder.file("note.json"), imports: [.file(folder.file("old.json"))])
    try folder.write(bytes, to: "old.json")
    let damaged = bytes == oldNote ? nil : try expectDamaged { try file.read() }
    let opened = damaged == nil ? try file.read() : nil

    if let damaged {
      try store.write(.sample, replacing: damaged)
    } else {
      try store.write(.sample, over: opened)
    }

    #expect(try folder.names() == ["old.json"])
    #expect(try store.read()?.value == .sample)
    let other = DocumentFile<Note>(
      folder.file("other.json"), options: DocumentOptions(backups: .none),
      imports: [.file(folder.file("none.json"))])
    if let damaged {
      try other.write(.sample, replacing: damaged)
    } else {
      try other.write(.sample, over: opened)
    }
    #expect(try folder.bytes(of: "old.json") == bytes)
  }

  @Test func `a newer document that can be read isn't hidden by a backup, either`() throws {
    try checkThatNothingHides(
      Data(#"{"theme":"dark","size":12,"accent":"red","version":2}"#.utf8),
      first: MergeTests.Settings(theme: "light", size: 1))
  }
}
