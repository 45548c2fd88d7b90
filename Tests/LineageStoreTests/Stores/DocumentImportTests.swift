import Foundation
import Lineage
import Synchronization
import Testing

@testable import LineageStore

/// Documents that move from previous locations.
struct DocumentImportTests {
  private func file(_ names: String..., in folder: TemporaryFolder) -> DocumentFile<Note> {
    DocumentFile(folder.file("note.json"), imports: names.map { .file(folder.file($0)) })
  }

  private func titled(_ title: String) -> Data {
    Data(#"{"version":1,"title":"\#(title)","body":""}"#.utf8)
  }

  @Test func `a damaged document that was repaired in its previous location isn't replaced`() throws
  {
    let folder = try TemporaryFolder()
    let file = file("a.json", "b.json", in: folder)
    try folder.write(Data("{".utf8), to: "a.json")
    let damaged = try #require(throws: StoreError.self) { _ = try file.read() }
    guard case .damaged(let document) = damaged else { throw damaged }

    try folder.write(titled("repaired"), to: "a.json")
    let error = #expect(throws: StoreError.self) { try file.write(.sample, replacing: document) }
    if case .changed? = error {} else { Issue.record("\(String(describing: error))") }
    #expect(try file.read()?.value.title == "repaired")

    // It is gone, and another one is the document.
    try FileManager.default.removeItem(atPath: folder.path("a.json"))
    try folder.write(titled("other"), to: "b.json")
    #expect(throws: StoreError.self) { try file.write(.sample, replacing: document) }
    #expect(try file.read()?.value.title == "other")

    try folder.write(Data("{".utf8), to: "a.json")
    try file.write(.sample, replacing: document)
    #expect(try file.read()?.value == .sample)
    #expect(try folder.names() == [".backups", "b.json", "note.json"])
  }

  @Test(arguments: [true, false])
  func `a save hides no document that has appeared in another previous location`(
    isGone: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let file = file("a.json", "b.json", "c.json", in: folder)
    try folder.write(titled("b"), to: "b.json")
    let opened = try file.read()
    #expect(opened?.value.title == "b")
    if isGone { try FileManager.default.removeItem(atPath: folder.path("b.json")) }
    let name = isGone ? "c.json" : "a.json"
    try folder.write(titled("new"), to: name)

    let error = #expect(throws: StoreError.self) { try file.write(.sample, over: opened) }

    if case .changed? = error {} else { Issue.record("\(String(describing: error))") }
    #expect(try file.read()?.value.title == "new")
    // One further back is no obstacle.
    try FileManager.default.removeItem(atPath: folder.path(name))
    try folder.write(titled("b"), to: "b.json")
    try folder.write(titled("c"), to: "c.json")
    try file.write(.sample, over: opened)
    #expect(try folder.names() == [".backups", "c.json", "note.json"])
  }

  @Test func `a file that its owner may not write is imported to be written`() throws {
    let folder = try TemporaryFolder()
    try folder.write(titled("a"), to: "a.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: folder.path("a.json"))
    let file = DocumentFile<Note>(
      folder.file("note.json"), imports: [.file(folder.file("a.json"), removing: false)])

    try file.update { $0.title = "b" }

    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("note.json"))
    #expect(attributes[.posixPermissions] as? Int == 0o644)
  }

  let folder: TemporaryFolder
  let suite = "lineage.\(UUID().uuidString)"

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file(_ imports: DocumentImport<Note>...) -> DocumentFile<Note> {
    DocumentFile(folder.file("new.json"), imports: imports)
  }

  @Test func `an earlier file is read until the first save, and removed after it`() throws {
    try folder.write(oldNote, to: "old.json")
    let file = file(.file(folder.file("old.json")))
    for _ in 0..<2 {
      #expect(try file.read()?.value == .sample)
      #expect(try folder.names() == ["old.json"])
    }
    let opened = try #require(try file.read())
    try file.write(Note(title: "Toads", lines: []), over: opened)
    #expect(try folder.names() == [".backups", "new.json"])
    #expect(try file.read()?.value.title == "Toads")
    // The older program can go on with it.
    let backup = try #require(try file.backups().first)
    #expect(backup.version == 1)
    #expect(try backup.url.map { try Data(contentsOf: $0) } == oldNote)
  }

  @Test func `a first document that meets one in another format can be saved in its place`() throws
  {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    try folder.write(try encoder.encode(versioned: Note.sample), to: "old.plist")
    let file = file(.file(folder.file("old.plist"), format: .propertyList))

    let error = #expect(throws: StoreError.self) {
      try file.write(Note(title: "Toads", lines: []), over: nil)
    }

    guard case .changed(let conflict)? = error else {
      Issue.record("It was written.")
      return
    }
    #expect(try conflict.theirs(as: Note.self)?.value == .sample)
    #expect(throws: FieldConflicts.self) { try conflict.merged(as: Note.self) }
    try file.write(Note(title: "Toads", lines: []), resolving: conflict)
    #expect(try file.read()?.value.title == "Toads")
    #expect(try folder.names() == [".backups", "new.json"])
  }

  @Test func `keys may stay for an older program`() throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set("Frogs", forKey: "title")
    defaults.set(oldNote, forKey: "note")
    let imports: [DocumentImport<Note>] = [
      .userDefaults(defaults, keys: ["title"], removing: false) {
        Note(title: $0["title"] as? String ?? "", lines: [])
      },
      .userDefaults(defaults, key: "note", removing: false),
    ]

    for (index, source) in imports.enumerated() {
      let file = DocumentFile<Note>(folder.file("\(index).json"), imports: [source])
      try file.update { $0.lines.append("x") }
      #expect(try file.read()?.value.title == "Frogs")
    }

    #expect(defaults.string(forKey: "title") == "Frogs")
    #expect(defaults.data(forKey: "note") == oldNote)
  }

  @Test func `an update starts from the document at the previous location`() throws {
    try folder.write(oldNote, to: "old.json")
    let file = file(.file(folder.file("old.json")))
    try file.update(default: Note(title: "default", lines: [])) { $0.lines.append("x") }
    #expect(try file.read()?.value == Note(title: "Frogs", lines: ["old pond", "x"]))
    #expect(try folder.names() == [".backups", "new.json"])
  }

  @Test func `an import that isn't changed is saved all the same`() throws {
    try folder.write(oldNote, to: "old.json")
    let file = file(.file(folder.file("old.json")))
    try file.update { _ in }
    #expect(try folder.names() == [".backups", "new.json"])
  }

  @Test func `a first document doesn't hide one at a previous location`() throws {
    try folder.write(oldNote, to: "old.json")
    let file = file(.file(folder.file("old.json")))
    let conflict = try expectConflict { try file.write(Note(title: "Toads", lines: []), over: nil) }
    #expect(try folder.names() == ["old.json"])
    #expect(try conflict.theirs(as: Note.self)?.value == .sample)
    try file.write(Note(title: "Newts", lines: []), resolving: conflict)
    #expect(try file.read()?.value.title == "Newts")
    #expect(try folder.names() == [".backups", "new.json"])
  }

  @Test func `a previous location isn't read once there is a file`() throws {
    let file = file(.file(folder.file("old.json")))
    try file.write(Note(title: "Toads", lines: []), over: nil)
    try folder.write(oldNote, to: "old.json")
    #expect(try file.read()?.value.title == "Toads")
    try file.update { $0.title = "Newts" }
    #expect(try folder.names() == ["new.json", "old.json"])
  }

  @Test func `an earlier file that an older program has changed is a conflict`() throws {
    try folder.write(oldNote, to: "old.json")
    let url = folder.file("old.json")
    let changed = Data(#"{"version":1,"title":"Toads","body":"old pond"}"#.utf8)
    let file = file(.file(url))
    let opened = try #require(try file.read())
    try changed.write(to: url)
    let mine = Note(title: "Frogs", lines: ["new pond"])

    let error = #expect(throws: StoreError.self) { try file.write(mine, over: opened) }

    #expect(try folder.names() == ["old.json"])
    guard case .changed(let conflict)? = error else {
      Issue.record("It was written.")
      return
    }
    let merged: Note = try conflict.merged()
    #expect(merged == Note(title: "Toads", lines: ["new pond"]))
    try file.write(merged, resolving: conflict)
    #expect(try folder.names() == [".backups", "new.json"])
    #expect(try file.backups().map { try $0.open().value.title } == ["Toads"])
  }

  @Test func `a link to an earlier file is removed, and not the file`() throws {
    try folder.write(oldNote, to: "shared.json")
    try FileManager.default.createSymbolicLink(
      at: folder.file("old.json"), withDestinationURL: folder.file("shared.json"))
    let file = file(.file(folder.file("old.json")))
    let opened = try #require(try file.read())
    try file.write(opened.value, over: opened)
    #expect(try folder.names() == [".backups", "new.json", "shared.json"])
  }

  @Test func `an earlier file whose folder is locked is removed all the same`() throws {
    let other = try TemporaryFolder()
    try other.write(oldNote, to: "old.json")
    let file = file(.file(other.file("old.json")))
    let opened = try #require(try file.read())
    let descriptor = open(other.url.path, O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    try file.write(opened.value, over: opened)
    #expect(try other.names().isEmpty)
  }

  /// An older program that saves an earlier file at the last moment before its name is taken away.
  private final class LateSave: ForwardingCalls, Sendable {
    let calls: any FileCalls = SystemCalls()
    let url: URL
    let isSaved = Mutex(false)

    init(_ url: URL) { self.url = url }

    private func save(before path: String) {
      guard path.hasSuffix("/old.json") else { return }
      let isFirst = isSaved.withLock { isSaved in
        defer { isSaved = true }
        return !isSaved
      }
      if isFirst { try? newerNote.write(to: url, options: .atomic) }
    }

    func remove(_ name: String, in folder: Descriptor) throws(SystemError) {
      save(before: name)
      try calls.remove(name, in: folder)
    }

    func rename(
      _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
    ) throws(SystemError) {
      save(before: name)
      try calls.rename(name, to: newName, in: folder, kind)
    }
  }

  @Test func `what an older program with the lock saves at the last moment isn't removed`() throws {
    let other = try TemporaryFolder()
    let url = other.file("old.json")
    try other.write(oldNote, to: "old.json")
    let late = LateSave(url)
    let file = file(
      .file(FilePlace(path: other.path("old.json"), settings: FileSettings(), calls: late)))
    let opened = try #require(try file.read())
    let descriptor = open(other.url.path, O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)

    try file.write(opened.value, over: opened)

    let isSaved = late.isSaved.withLock(\.self)
    #expect(isSaved)
    #expect(try other.names() == ["old.json"])
    #expect(try other.bytes(of: "old.json") == newerNote)
  }

  @Test func `changes of an imported object aren't dropped for those of an older program`() throws {
    try folder.write(Data(#"{"version":1,"title":"","count":0}"#.utf8), to: "old.json")
    let file = DocumentFile<Counting>(
      folder.file("new.json"), imports: [.file(folder.file("old.json"))])
    let opened = try #require(try file.read())
    opened.value.title = "mine"
    try folder.write(Data(#"{"version":1,"title":"","count":1}"#.utf8), to: "old.json")

    let error = #expect(throws: StoreError.self) { try file.write(opened.value, over: opened) }

    guard case .changed(let conflict)? = error else {
      Issue.record("It was written.")
      return
    }
    let merged: Counting = try conflict.merged()
    #expect(merged.title == "mine")
    #expect(merged.count == 1)
  }

  @Test func `an earlier file that was removed in the meantime isn't a conflict`() throws {
    try folder.write(oldNote, to: "old.json")
    let file = file(.file(folder.file("old.json")))
    let opened = try #require(try file.read())
    try FileManager.default.removeItem(at: folder.file("old.json"))
    try file.write(opened.value, over: opened)
    #expect(try file.read()?.value == .sample)
  }

  @Test func `keys that an older program has changed are a conflict`() throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set("Frogs", forKey: "title")
    let file = file(
      .userDefaults(defaults, keys: ["title"]) { objects in
        Note(title: objects["title"] as? String ?? "", lines: [])
      })
    let opened = try #require(try file.read())
    defaults.set("Toads", forKey: "title")

    let error = #expect(throws: StoreError.self) {
      try file.write(Note(title: "Frogs", lines: ["new pond"]), over: opened)
    }

    guard case .changed(let conflict)? = error else {
      Issue.record("It was written.")
      return
    }
    let merged: Note = try conflict.merged()
    #expect(merged == Note(title: "Toads", lines: ["new pond"]))
  }

  @Test func `an import without backups keeps nothing`() throws {
    try folder.write(oldNote, to: "old.json")
    let file = DocumentFile<Note>(
      folder.file("new.json"), options: .init(backups: .none),
      imports: [.file(folder.file("old.json"))])
    try file.update { $0.title = "Toads" }
    #expect(try folder.names() == ["new.json"])
  }

  @Test func `what was imported from another format is kept in that of the document`() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>version</key><integer>1</integer><key>title</key>\
      <string>Frogs</string><key>body</key><string>old pond</string><key>mood</key>\
      <string>calm</string></dict></plist>
      """
    try folder.write(Data(text.utf8), to: "old.plist")
    let file = file(.file(folder.file("old.plist"), format: .propertyList))
    try file.update { $0.title = "Toads" }

    let backup = try #require(try file.backups().first)
    #expect(backup.version == 1)
    #expect(try backup.open().value == .sample)
    let kept = try Data(contentsOf: #require(backup.url))
    let fields = try JSONDecoder().decode(unversioned: DocumentValue.self, from: kept)
    #expect(fields == ["version": 1, "title": "Frogs", "body": "old pond", "mood": "calm"])
    try file.restore(backup)
    #expect(try file.read()?.value == .sample)
    #expect(try folder.bytes(of: "new.json") == kept)
  }

  @Test func `what was imported from the format of the document is kept as it was`() throws {
    let data = Data(#"{ "version": 1, "title": "Frogs", "body": "old pond" }"#.utf8)
    try folder.write(data, to: "old.json")
    let file = file(.file(folder.file("old.json"), format: .json))
    try file.update { $0.title = "Toads" }

    #expect(try file.backups().first?.url.map { try Data(contentsOf: $0) } == data)
  }

  @Test func `a backup that can't be opened is named by its own path`() throws {
    try folder.write(oldNote, to: "new.json")
    let file = file()
    try file.update { $0.title = "Toads" }
    let backup = try #require(try file.backups().first)
    let url = try #require(backup.url)
    try Data("{".utf8).write(to: url)

    for action in [{ _ = try backup.open() }, { try file.restore(backup) }] {
      #expect {
        try action()
      } throws: { error in
        guard case StoreError.damaged(let damaged) = error else { return false }
        return damaged.location == url.path(percentEncoded: false)
      }
    }
    #expect(try file.read()?.value.title == "Toads")
  }

  @Test func `what was imported is kept sealed`() throws {
    let sealing = DocumentOptionsTests.Reversing()
    try folder.write(oldNote, to: "old.json")
    let file = DocumentFile<Note>(
      folder.file("new.json"), options: .init(sealing: sealing),
      imports: [.file(folder.file("old.json"))])
    try file.update { $0.title = "Toads" }
    let url = try #require(try file.backups().first?.url)
    #expect(try sealing.open(Data(contentsOf: url)) == oldNote)
  }

  @Test func `a sealed earlier file is imported`() throws {
    let sealing = DocumentOptionsTests.Reversing()
    try folder.write(try sealing.seal(oldNote), to: "old.json")
    let unsealed = file(.file(folder.file("old.json")))
    #expect(throws: StoreError.self) { _ = try unsealed.read() }
    let file = file(.file(folder.file("old.json"), sealing: sealing))
    #expect(try file.read()?.value == .sample)
    try file.update { $0.title = "Toads" }
    #expect(try file.backups().first?.url.map { try Data(contentsOf: $0) } == oldNote)
  }

  @Test func `a damaged earlier file is replaced with itself in hand, kept and removed`() throws {
    try folder.write(Data("{".utf8), to: "old.json")
    let file = file(.file(folder.file("old.json")))
    let damaged = try expectDamaged { try file.read() }
    #expect(damaged.location == folder.file("old.json").path)
    try file.write(.sample, replacing: damaged)
    #expect(throws: StoreError.self) { try file.write(.sample, replacing: damaged) }
    #expect(try file.read()?.value == .sample)
    #expect(try file.backups().map { try $0.data() } == [Data("{".utf8)])
    #expect(try file.backups().map(\.isDamaged) == [true])
    #expect(try folder.names() == [".backups", "new.json"])
    // Otherwise, it would come back.
    try file.remove()
    #expect(try file.read() == nil)
  }

  @Test func `a damaged earlier file that stays for older programs is kept all the same`() throws {
    try folder.write(Data("{".utf8), to: "old.json")
    let file = file(.file(folder.file("old.json"), removing: false))
    let damaged = try expectDamaged { try file.read() }
    try file.write(.sample, replacing: damaged)
    #expect(try file.backups().map(\.isDamaged) == [true])
    #expect(try folder.bytes(of: "old.json") == Data("{".utf8))
  }

  @Test func `an earlier file may stay for older programs`() throws {
    try folder.write(oldNote, to: "old.json")
    try file(.file(folder.file("old.json"), removing: false)).update { $0.title = "Toads" }
    #expect(try folder.names() == ["new.json", "old.json"])
  }

  @Test func `a previous location that can't be read is an error, not an empty one`() throws {
    let cases: [(Data, DocumentFormat?)] = [
      (Data("{".utf8), nil), (newerNote, nil), (oldNote, .propertyList),
    ]
    for (data, format) in cases {
      try folder.write(data, to: "old.json")
      let file = file(.file(folder.file("old.json"), format: format))
      #expect(throws: StoreError.self) { _ = try file.read() }
      #expect(throws: StoreError.self) { try file.update(default: .sample) { _ in } }
      #expect(try folder.names() == ["old.json"])
      #expect(try folder.bytes(of: "old.json") == data)
    }
  }

  @Test func `previous locations are read in their order`() throws {
    try folder.write(oldNote, to: "b.json")
    let file = file(
      .file(folder.file("a.json")), .file(folder.file("b.json")),
      .init { Note(title: "never", lines: []) })
    #expect(try file.read()?.value == .sample)
  }

  @Test func `a document under a key moves to a file`() throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set(oldNote, forKey: "note")
    let file = file(.userDefaults(defaults, key: "note"))
    #expect(try file.read()?.value == .sample)
    #expect(defaults.data(forKey: "note") == oldNote)
    try file.update { $0.title = "Toads" }
    #expect(defaults.object(forKey: "note") == nil)
    #expect(try file.read()?.value.title == "Toads")
  }

  @Test func `separate keys move to a file`() throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let file = file(
      .userDefaults(defaults, keys: ["title", "lines"]) { keys in
        Note(title: keys["title"] as? String ?? "", lines: keys["lines"] as? [String] ?? [])
      })
    #expect(try file.read() == nil)
    defaults.set("Frogs", forKey: "title")
    defaults.set(["a", "b"], forKey: "lines")
    defaults.set(1, forKey: "other")
    try file.update(default: .sample) { $0.lines.append("c") }
    #expect(try file.read()?.value == Note(title: "Frogs", lines: ["a", "b", "c"]))
    #expect(defaults.object(forKey: "title") == nil)
    #expect(defaults.integer(forKey: "other") == 1)
  }

  @Test func `one of several separate keys is enough`() throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set(["a"], forKey: "lines")
    let file = file(
      .userDefaults(defaults, keys: ["title", "lines"]) { objects in
        Note(title: objects["title"] as? String ?? "", lines: objects["lines"] as? [String] ?? [])
      })

    try file.update(default: .sample) { $0.title = "Frogs" }

    #expect(try file.read()?.value == Note(title: "Frogs", lines: ["a"]))
  }

  @Test func `separate keys that can't be understood stay`() throws {
    struct Misunderstood: Error {}
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set(1, forKey: "title")
    let file = file(.userDefaults(defaults, keys: ["title"]) { _ in throw Misunderstood() })

    _ = try expectUnavailable { try file.update(default: .sample) { $0.title = "Frogs" } }

    #expect(defaults.integer(forKey: "title") == 1)
  }

  /// The ways to save a document that is under separate keys.
  enum Save: CaseIterable {
    case update, write, writeResolving, live, keepMine

    @MainActor func callAsFunction(
      _ note: Note, in file: DocumentFile<Note>, settingKey setKey: () -> Void
    ) async throws {
      switch self {
      case .update:
        setKey()
        try file.update { $0 = note }
      case .write:
        setKey()
        let opened = try #require(try file.read())
        try file.write(note, over: opened)
      case .writeResolving:
        setKey()
        let conflict = try expectConflict { try file.write(note, over: nil) }
        try file.write(note, resolving: conflict)
      case .live:
        setKey()
        let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
        document.value = note
        try await document.save()
      case .keepMine:
        let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
        document.value = note
        setKey()
        await #expect(throws: StoreError.self) { try await document.save() }
        try await document.keepMine()
      }
    }
  }

  /// Two objects of each kind that `UserDefaults` can have.
  private static var objects: [(Any, other: Any)] {
    [
      ("text", ""), (Data([1]), Data()), (Date(timeIntervalSince1970: 1.5), Date.distantPast),
      (true, false), (20, 21), (Int.min, Int.max), (1.5, 2), (Float(0.1), Float(0.2)),
      (Double.nan, 0.0), (Double.infinity, -Double.infinity),
      ([20, 1.5, "text"], [21, 1.5, "text"]), ([Any](), [1]),
      (["size": 20, "bold": true], ["size": 21, "bold": true]),
      (["list": [["size": 1.5]]], ["list": [["size": 2.5]]]), ([String: Any](), ["size": 1]),
    ]
  }

  private func importing(_ defaults: UserDefaults, to name: String) -> DocumentFile<Note> {
    DocumentFile(
      folder.file(name),
      imports: [
        .userDefaults(defaults, keys: ["object", "missing"]) { keys in
          Note(title: keys["object"].map { "\(type(of: $0))" } ?? "", lines: [])
        }
      ])
  }

  @Test(arguments: Save.allCases)
  @MainActor func `a key with any kind of object moves to a file`(_ save: Save) async throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    for (index, (object, _)) in Self.objects.enumerated() {
      let file = importing(defaults, to: "\(index).json")

      do {
        try await save(Note(title: "Toads", lines: []), in: file) {
          defaults.set(object, forKey: "object")
        }
      } catch {
        Issue.record(error, "\(object)")
      }

      #expect(try file.read()?.value.title == "Toads", "\(object)")
      #expect(defaults.object(forKey: "object") == nil, "\(object)")
      defaults.removeObject(forKey: "object")
    }
  }

  @Test func `a key whose object was changed is a conflict, whatever its kind`() throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    for (index, (object, other)) in Self.objects.enumerated() {
      let file = importing(defaults, to: "\(index).json")
      defaults.set(object, forKey: "object")
      let opened = try #require(try file.read())
      defaults.set(other, forKey: "object")

      #expect(throws: StoreError.self, "\(object)") { try file.write(.sample, over: opened) }

      #expect(defaults.object(forKey: "object") != nil)
    }
    #expect(try folder.names() == [])
  }

  struct Failing: Error {}

  @Test func `a closure is a previous location, cleaned up after the save only`() throws {
    let events = Mutex<[String]>([])
    let url = folder.file("new.json")
    let file = file(
      .init {
        events.withLock { $0.append("read") }
        return .sample
      } cleanUp: {
        events.withLock {
          $0.append("clean up \(FileManager.default.fileExists(atPath: url.path))")
        }
      })
    #expect(try file.read()?.value == .sample)
    #expect(events.withLock { !$0.contains { $0.hasPrefix("clean") } })
    try file.update { $0.title = "Toads" }
    try file.update { $0.title = "Newts" }
    #expect(events.withLock { $0.filter { $0.hasPrefix("clean") } } == ["clean up true"])
  }

  @Test func `a previous location that fails is not empty`() throws {
    let file = file(.init { throw Failing() })
    let failure = try expectUnavailable { try file.read() }
    #expect(failure.underlyingError is Failing)
    #expect(throws: StoreError.self) { try file.update(default: .sample) { _ in } }
    #expect(try folder.names() == [])
  }

  @Test func `a save that fails cleans nothing up`() throws {
    try folder.write(oldNote, to: "old.json")
    let file = DocumentFile<Note>(
      folder.file("missing/new.json"), imports: [.file(folder.file("old.json"))])
    #expect(throws: StoreError.self) { try file.update(default: .sample) { _ in } }
    #expect(try folder.names() == ["old.json"])
  }
}
