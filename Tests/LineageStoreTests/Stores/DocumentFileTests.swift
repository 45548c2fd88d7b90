import Foundation
import Lineage
import LineageStore
import Testing

/// What a document in a file promises.
struct DocumentFileTests {
  @Test func `a document is saved in the format of the store, whatever store has read it`() throws {
    let folder = try TemporaryFolder()
    let json = DocumentFile<Note>(folder.file("note.json"))
    let opened = try json.write(.sample, over: nil)
    let list = DocumentFile<Note>(
      folder.file("note.json"), options: DocumentOptions(format: .propertyList))

    try list.write(Note(title: "Toads", lines: []), over: opened)

    #expect(try list.read()?.value.title == "Toads")
  }

  @Test func `a folder that was read-only for a moment doesn't make that of the backups so`() throws
  {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(
      folder.file("note.json"), options: DocumentOptions(backups: .everySave(keep: 1)))
    try file.write(.sample, over: nil)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: folder.path(""))
    _ = try? file.update { $0.title = "Toads" }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path(""))

    try file.update { $0.title = "Newts" }

    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.path(".backups/note.json"))
    #expect((attributes[.posixPermissions] as? Int ?? 0) & 0o700 == 0o700)
    #expect(try !file.backups().isEmpty)
  }

  let folder: TemporaryFolder
  let file: DocumentFile<Note>

  init() throws {
    folder = try TemporaryFolder()
    file = DocumentFile(folder.file("note.json"))
  }

  @Test func `there is no document where there is no file`() throws {
    #expect(try file.read() == nil)
    #expect(try folder.names() == [])
  }

  @Test func `a document that was written is read back`() throws {
    let written = try file.write(.sample, over: nil)
    #expect(written.value == .sample)
    #expect(try file.read()?.value == .sample)
    #expect(try folder.names() == ["note.json"])
  }

  @Test func `a document is written over the one that was read`() throws {
    var opened = try file.write(.sample, over: nil)
    for title in ["Toads", "Newts"] {
      var note = opened.value
      note.title = title
      opened = try file.write(note, over: opened)
    }
    #expect(try file.read()?.value.title == "Newts")
    #expect(try folder.names() == ["note.json"])
  }

  @Test func `a file that another program has made is not written over`() throws {
    try folder.write(oldNote, to: "note.json")
    #expect(throws: StoreError.self) { try file.write(.sample, over: nil) }
    #expect(try folder.bytes(of: "note.json") == oldNote)
  }

  @Test func `a change of another program is a conflict`() throws {
    let opened = try file.write(.sample, over: nil)
    try folder.write(oldNote, to: "note.json")
    let conflict = try expectConflict { try file.write(.sample, over: opened) }
    #expect(try conflict.theirs(as: Note.self)?.value == .sample)
    #expect(try folder.bytes(of: "note.json") == oldNote)
    #expect(try folder.names() == ["note.json"])
  }

  @Test func `the first save that changes the version keeps the old document`() throws {
    try folder.write(oldNote, to: "note.json")
    let opened = try #require(try file.read())
    let written = try file.write(opened.value, over: opened)
    #expect(written.version == 2)
    let backups = try file.backups()
    #expect(backups.map(\.version) == [1])
    let url = try #require(backups.first?.url)
    #expect(try Data(contentsOf: url) == oldNote)
    // The older program opens it.
    #expect(try DocumentFile<OldNote>(url).read()?.value.body == "old pond")
  }

  @Test func `a backup is restored as it was, and what it replaces is kept`() throws {
    try folder.write(oldNote, to: "note.json")
    try file.update { $0.title = "Toads" }
    let changed = try folder.bytes(of: "note.json")
    let restored = try file.restore(try #require(try file.backups().first))
    #expect(restored.value.title == "Frogs")
    #expect(try folder.bytes(of: "note.json") == oldNote)
    #expect(try file.backups().map(\.version) == [2, 1])
    #expect(try file.backups().first?.url.map { try Data(contentsOf: $0) } == changed)
  }

  @Test func `an update that changes nothing writes nothing`() throws {
    try file.write(.sample, over: nil)
    let before = try FileManager.default.attributesOfItem(atPath: file.url.path)
    try file.update { _ in }
    let after = try FileManager.default.attributesOfItem(atPath: file.url.path)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
  }

  @Test func `an update that changes nothing fills no fields and drops none`() throws {
    let counter = DocumentFile<Counter>(folder.file("count.json"))
    let stored = Data(#"{"version":1,"count":3,"color":"green"}"#.utf8)
    try folder.write(stored, to: "count.json")

    try counter.update { _ in }

    #expect(try folder.bytes(of: "count.json") == stored)
    #expect(try folder.names() == ["count.json"])
  }

  @Test func `an update of what doesn't exist says so`() throws {
    #expect {
      try file.update { $0.title = "x" }
    } throws: { error in
      "\(error)"
        == "The document '\(file.url.path)' (Note) can't be updated, because it doesn't exist. Nothing was changed. "
        + "Create it with write(_:over:), or update it with a default."
    }
    #expect(try folder.names() == [])
  }

  @Test func `another document of the folder is updated inside of an update`() throws {
    let other = DocumentFile<Counter>(folder.file("count.json"))
    try file.update(default: .sample) { note in
      note.title = "Toads"
      try other.update(default: Counter()) { $0.count = note.lines.count }
    }
    #expect(try file.read()?.value.title == "Toads")
    #expect(try other.read()?.value.count == 1)
    #expect(try folder.names() == ["count.json", "note.json"])
    // The lock is free again, except while another test starts a process, which inherits it for a moment.
    try DocumentFile<Counter>(other.url, options: .init(lockTimeout: .seconds(1))).update {
      $0.count = 2
    }
  }

  @Test func `a document isn't updated inside of its own update`() throws {
    try file.write(.sample, over: nil)
    #expect {
      try file.update { note in
        note.title = "outer"
        try file.update { $0.title = "inner" }
      }
    } throws: { error in
      "\(error)"
        == "The document '\(file.url.path)' (Note) wasn't written: an update of the same document is already in "
        + "progress. Nothing was changed. Use the value of the outer update."
    }
    #expect(try file.read()?.value == .sample)
    try file.update { $0.title = "Toads" }
  }

  @Test func `threads that update one document lose no change`() async throws {
    let file = DocumentFile<Counter>(folder.file("count.json"), options: .init(durability: .cache))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<50 { try file.update(default: Counter()) { $0.count += 1 } }
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.read()?.value.count == 200)
    #expect(try folder.names() == ["count.json"])
  }

  @Test func `a damaged document is replaced only with itself in hand, and kept`() throws {
    try folder.write(Data("{".utf8), to: "note.json")
    let damaged = try expectDamaged { try file.read() }
    try file.write(.sample, replacing: damaged)
    #expect(try file.read()?.value == .sample)
    let backup = try #require(try file.backups().first)
    #expect(backup.isDamaged)
    #expect(try backup.url.map { try Data(contentsOf: $0) } == Data("{".utf8))
  }

  @Test func `a newer document is never written over`() throws {
    try folder.write(newerNote, to: "note.json")
    #expect(throws: StoreError.self) { _ = try file.read() }
    #expect(throws: StoreError.self) { try file.update(default: .sample) { $0.title = "x" } }
    #expect(throws: StoreError.self) { try file.write(.sample, over: nil) }
    #expect(try folder.bytes(of: "note.json") == newerNote)
  }

  #if !canImport(Darwin)
    // On Apple's systems, the two are the same file.
    @Test func `names that differ in their bytes only are those of two documents`() throws {
      let composed = DocumentFile<Note>(folder.file("caf\u{E9}.json"))
      let decomposed = DocumentFile<Note>(folder.file("cafe\u{301}.json"))
      try composed.update(default: .sample) { note in
        note.title = "Toads"
        try decomposed.update(default: .sample) { $0.title = "Newts" }
      }
      #expect(try composed.read()?.value.title == "Toads")
      #expect(try decomposed.read()?.value.title == "Newts")
    }
  #endif

  @Test(arguments: ["\u{301}a.json", "\u{FE0F}.json"])
  func `a name may begin with a character that changes the one before`(_ name: String) throws {
    for _ in 0..<2 {
      let document = DocumentFolder<Note>(folder.url).document(named: name)
      try folder.write(oldNote, to: name)
      try document.update(default: .sample) { $0.title = "Toads" }
      #expect(try document.read()?.value.title == "Toads")
      #expect(try document.backups().first?.version == 1)
      #expect(try folder.names() == [".backups", name])
    }
  }

  @Test func `a URL that isn't that of a file is a mistake in the program`() async {
    let ofFile = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = DocumentFile<Note>(try #require(URL(string: "https://example.com/note.json")))
    }
    let ofFolder = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = DocumentFolder<Note>(try #require(URL(string: "https://example.com/notes")))
    }
    for (result, name) in [(ofFile, "note.json"), (ofFolder, "notes")] {
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains("https://example.com/\(name) isn't the URL of a file."))
    }
    await #expect(processExitsWith: .success) {
      _ = DocumentFile<Note>(try #require(URL(string: "note.json")))
    }
  }
}
