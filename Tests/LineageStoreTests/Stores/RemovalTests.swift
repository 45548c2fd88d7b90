import Foundation
import Lineage
import Synchronization
import Testing

@testable import LineageStore

/// What removing documents and backups promises.
struct RemovalTests {
  let folder: TemporaryFolder
  let file: DocumentFile<Note>

  init() throws {
    folder = try TemporaryFolder()
    file = DocumentFile(folder.file("note.json"))
  }

  @Test func `a document that was removed is absent, and can be restored`() throws {
    try file.write(.sample, over: nil)
    let stored = try folder.bytes(of: "note.json")

    try file.remove()

    #expect(try file.read() == nil)
    #expect(try folder.names() == [".backups"])
    let backup = try #require(try file.backups().first)
    #expect(backup.version == 2)
    #expect(try file.restore(backup).value == .sample)
    #expect(try folder.bytes(of: "note.json") == stored)
  }

  @Test(arguments: [
    (
      newerNote,
      """
      belongs to a newer program. It has version '7', but the newest known version is '2'. It was \
      written by a newer program: open it there, or update this one. Nothing was changed. Known versions: '2' (Note), \
      '1' (NoteV1). Copy the file to bring it back as it is.
      """
    ),
    (
      Data(),
      """
      can't be read: it is empty. Nothing was changed. Restore another backup, or copy this file to bring it back as it \
      is.
      """
    ),
  ])
  func `what can't be read is brought back by copying the file`(
    bytes: Data, problem: String
  ) throws {
    try folder.write(bytes, to: "note.json")
    try file.remove()
    let backup = try #require(try file.backups().first)
    let url = try #require(backup.url)

    for action in [{ _ = try backup.open() }, { try file.restore(backup) }] {
      expect(throws: "The backup '\(url.path(percentEncoded: false))' (Note) \(problem)", action)
    }

    #expect(try file.read() == nil)
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test func `removing what doesn't exist does nothing`() throws {
    try file.remove()
    try file.removeBackups()
    #expect(try folder.names() == [])
  }

  @Test(arguments: [
    (oldNote, "removed_version1"), (newerNote, "removed_version7"),
    (Data(#"{"version":2,"title":"F"#.utf8), "damaged"),
    (Data(), "damaged"), (Data(#"{"version":"two"}"#.utf8), "removed_versiontwo"),
  ])
  func `a document is kept as it was, whatever it is`(bytes: Data, label: String) throws {
    try folder.write(bytes, to: "note.json")
    try file.remove()
    #expect(try file.read() == nil)
    let url = try #require(try file.backups().first?.url)
    #expect(try Data(contentsOf: url) == bytes)
    #expect(url.lastPathComponent.hasPrefix("1-\(label)-"))
  }

  @Test func `without a policy for backups, a document is removed for good`() throws {
    let cache = DocumentFile<Note>(file.url, options: DocumentOptions(backups: .none))
    try cache.write(.sample, over: nil)
    try cache.remove()
    #expect(try folder.names() == [])
  }

  @Test func `a document without its backups is removed for good`() throws {
    try folder.write(oldNote, to: "note.json")
    let other = DocumentFile<Note>(folder.file("other.json"))
    try folder.write(oldNote, to: "other.json")
    for document in [file, other] { try document.update { $0.title = "Toads" } }

    try file.remove()
    #expect(try file.backups().map(\.version) == [2, 1])
    try file.removeBackups()

    #expect(try file.backups().isEmpty)
    #expect(try folder.names(in: ".backups") == ["other.json"])
    #expect(try other.backups().map(\.version) == [1])
    #expect(try other.read()?.value.title == "Toads")
  }

  @Test(arguments: [BackupPolicy.everySave(keep: 1), .beforeMigration(keep: 1)])
  func `saves of a new document don't cost the removed one`(_ backups: BackupPolicy) throws {
    let file = DocumentFile<Note>(self.file.url, options: DocumentOptions(backups: backups))
    for round in 1...2 {
      try file.write(Note(title: "removed \(round)", lines: []), over: nil)
      try file.remove()
      try folder.write(oldNote, to: "note.json")
      for title in ["a", "b"] { try file.update { $0.title = title } }
      // As if other processes had made the backups.
      for url in try file.backups().compactMap(\.url) {
        let path = url.path(percentEncoded: false)
        try FileManager.default.moveItem(
          atPath: path, toPath: path.replacing(BackupName.ownProcess, with: "5f3a9c01"))
      }
      for title in ["c", "d"] { try file.update { $0.title = title } }

      let titles = try file.backups().map { try $0.open().value.title }
      #expect(titles.filter { $0.hasPrefix("removed") } == ["removed \(round)"])
      #expect(titles.count == 2)
      try FileManager.default.removeItem(at: file.url)
    }
  }

  @Test func `backups are removed and the document stays`() throws {
    try folder.write(oldNote, to: "note.json")
    try file.update { $0.title = "Toads" }
    try Data().write(to: folder.file(".backups/note.json/notes.txt"))
    try file.removeBackups()
    #expect(try file.read()?.value.title == "Toads")
    #expect(try folder.names(in: ".backups/note.json") == ["notes.txt"])
  }

  @Test func `a document that was removed is a conflict for those who have read it`() throws {
    let opened = try file.write(.sample, over: nil)
    try file.remove()
    let conflict = try expectConflict {
      try file.write(Note(title: "Toads", lines: []), over: opened)
    }
    #expect(conflict.theirs == nil)
    #expect(try file.read() == nil)
  }

  @Test func `a link to a document goes with it`() throws {
    try FileManager.default.createDirectory(
      at: folder.file("real"), withIntermediateDirectories: false)
    try folder.write(oldNote, to: "real/note.json")
    try folder.link("note.json", to: "real/note.json")

    try file.remove()

    #expect(try file.read() == nil)
    #expect(try folder.names() == ["real"])
    #expect(try folder.names(in: "real/.backups/note.json").count == 1)
  }

  @Test func `a previous location of a removed document doesn't bring it back`() throws {
    try folder.write(oldNote, to: "former.json")
    let file = DocumentFile<Note>(
      self.file.url, imports: [.file(folder.file("former.json"))])
    try file.remove()
    #expect(try file.read() == nil)
    #expect(try folder.names() == [".backups"])
    #expect(try file.backups().map { try $0.data() } == [oldNote])
  }

  @Test(arguments: [oldNote, newerNote, Data("{".utf8)])
  func `what an older program writes beside a document is removed with it, and kept`(
    bytes: Data
  ) throws {
    let file = DocumentFile<Note>(
      self.file.url, imports: [.file(folder.file("former.json"))])
    try file.write(Note(title: "Toads", lines: []), over: nil)
    try folder.write(bytes, to: "former.json")

    try file.remove()

    #expect(try file.read() == nil)
    #expect(try folder.names() == [".backups"])
    #expect(try file.backups().first?.open().value.title == "Toads")
    #expect(try file.backups().last?.data() == bytes)
  }

  @Test func `a copy of a previous location is kept beside the document, as private as it was`()
    throws
  {
    let file = DocumentFile<Note>(
      self.file.url,
      options: DocumentOptions(backups: .everySave(keep: 1), durability: .cache),
      imports: [.file(folder.file("former.json"))])
    try file.write(Note(title: "Toads", lines: []), over: nil)
    let former = Data(#"{"version":2,"title":"Newts","lines":[]}"#.utf8)
    try folder.write(former, to: "former.json")
    for (name, permissions) in [("note.json", 0o644), ("former.json", 0o600)] {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: folder.path(name))
    }

    try file.remove()

    #expect(try file.backups().map { try $0.open().value.title } == ["Toads", "Newts"])
    let permissions = try file.backups().compactMap(\.url).map { url in
      try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }
    #expect(permissions == [0o644, 0o600])
  }

  @Test func `a removal that fails and is tried again keeps a previous location once`() throws {
    try file.write(Note(title: "Toads", lines: []), over: nil)
    try folder.write(oldNote, to: "former.json")
    let imports: [DocumentImport<Note>] = [.file(folder.file("former.json"))]
    let failing = DocumentFile<Note>(
      path: folder.path("note.json"), createsFolder: false, options: .init(), imports: imports,
      calls: CallsWithoutRemoval())
    for _ in 0..<3 {
      #expect(throws: StoreError.self) { try failing.remove() }
    }
    // It is removed first, because it would be read in place of the document.
    #expect(try file.backups().map { try $0.open().value.title } == ["Frogs"])
    #expect(try folder.names() == [".backups", "note.json"])

    try DocumentFile(file.url, imports: imports).remove()

    #expect(try folder.names() == [".backups"])
    #expect(try file.backups().map { try $0.open().value.title } == ["Toads", "Frogs"])
  }

  @Test func `a document stays as long as what its previous location has can't be removed`() throws
  {
    let calls = CallsWithoutUnlinking(name: folder.path("former.json"))
    let former = FilePlace(path: calls.name, settings: FileSettings(), calls: calls)
    let options = DocumentOptions(backups: .everySave(keep: 1), sealing: Salted())
    let file = DocumentFile<Note>(
      self.file.url, options: options, imports: [.file(former, sealing: Reversed())])
    try file.write(Note(title: "Toads", lines: []), over: nil)
    try folder.write(Data(oldNote.reversed()), to: "former.json")

    for _ in 0..<3 {
      expect(
        throws: """
          The document '\(folder.path("note.json"))' (Note) couldn't be removed: what is in its previous location \
          '\(calls.name)' would be read in its place, and can't be removed: the disk is read-only (unlinkat, error 30). The \
          stored document is intact. Make the disk writable, then try again.
          """
      ) { try file.remove() }
    }

    #expect(try file.read()?.value.title == "Toads")
    #expect(try file.backups().map { try $0.open().value.title } == ["Frogs"])
  }

  @Test func `a document stays if what its previous location has can't be backed up`() throws {
    let file = DocumentFile<Note>(
      self.file.url, options: DocumentOptions(sealing: Salted(refusing: "Frogs")),
      imports: [.file(folder.file("former.json"))])
    try file.write(Note(title: "Toads", lines: []), over: nil)
    try folder.write(oldNote, to: "former.json")

    let error = #expect(throws: StoreError.self) { try file.remove() }

    if case .notVerified? = error {} else { Issue.record("\(String(describing: error))") }
    #expect(try folder.names() == ["former.json", "note.json"])
    #expect(try file.read()?.value.title == "Toads")
  }

  @Test func `an old backup of what a previous location has isn't its only one`() throws {
    let file = DocumentFile<Note>(
      self.file.url, options: DocumentOptions(backups: .everySave(keep: 2)),
      imports: [.file(folder.file("former.json"))])
    try folder.write(oldNote, to: "former.json")
    for title in ["a", "b", "c", "d"] { try file.update { $0.title = title } }
    // Another process has made the backups.
    for url in try file.backups().compactMap(\.url) {
      let path = url.path(percentEncoded: false)
      try FileManager.default.moveItem(
        atPath: path, toPath: path.replacing(BackupName.ownProcess, with: "5f3a9c01"))
    }
    try folder.write(oldNote, to: "former.json")

    try file.remove()

    #expect(try folder.names() == [".backups"])
    let titles = try file.backups().map { try $0.open().value.title }
    #expect(titles == ["d", "Frogs", "c", "b", "Frogs"])
  }

  @Test func `a second attempt to remove a document keeps what the first one has kept`() throws {
    let imports: [DocumentImport<Note>] = [.file(folder.file("former.json"))]
    let options = DocumentOptions(backups: .beforeMigration(keep: 1))
    try file.write(Note(title: "Toads", lines: []), over: nil)
    try folder.write(oldNote, to: "former.json")
    let failing = DocumentFile<Note>(
      path: folder.path("note.json"), createsFolder: false, options: options, imports: imports,
      calls: CallsWithoutRemoval())
    #expect(throws: StoreError.self) { try failing.remove() }
    // The copies of this process would stay in any case.
    for url in try file.backups().compactMap(\.url) {
      let path = url.path(percentEncoded: false)
      try FileManager.default.moveItem(
        atPath: path, toPath: path.replacing(BackupName.ownProcess, with: "5f3a9c01"))
    }

    try DocumentFile(file.url, options: options, imports: imports).remove()

    #expect(try file.backups().map { try $0.open().value.title } == ["Toads", "Frogs"])
  }

  @Test(arguments: ["note.json", "."])
  func `a document that may not be removed costs nothing in its previous location`(
    name: String
  ) throws {
    let file = DocumentFile<Note>(
      path: folder.path("note.json"), createsFolder: false,
      options: DocumentOptions(backups: .none), imports: [.file(folder.file("former.json"))],
      calls: CallsWithoutWriting(name: name))
    try self.file.write(.sample, over: nil)
    try folder.write(oldNote, to: "former.json")

    #expect(throws: StoreError.self) { try file.remove() }

    #expect(try folder.names() == ["former.json", "note.json"])
  }

  @Test func `a document stays if the link to it can't be removed`() throws {
    let links = try TemporaryFolder()
    try file.write(.sample, over: nil)
    try FileManager.default.createSymbolicLink(
      atPath: links.path("link.json"), withDestinationPath: folder.path("note.json"))
    let linked = DocumentFile<Note>(
      path: links.path("link.json"), createsFolder: false, options: .init(),
      calls: CallsWithoutWriting(name: FilePath.split(links.path("link.json")).folder))

    let error = #expect(throws: StoreError.self) { try linked.remove() }

    if case .readOnly? = error {} else { Issue.record("\(String(describing: error))") }
    #expect(try linked.read()?.value == .sample)
  }

  @Test func `a previous location is empty after a power cut, too`() throws {
    let calls = RecordingCalls()
    let former = FilePlace(
      path: folder.path("former.json"), settings: FileSettings(), calls: calls)
    try folder.write(oldNote, to: "former.json")

    try DocumentFile<Note>(self.file.url, imports: [.file(former)]).remove()

    #expect(calls.events.withLock { $0 } == ["remove", "sync"])
  }

  @Test func `all previous locations of a removed document are removed, and kept`() throws {
    let suite = "lineage.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set("Newts", forKey: "title")
    try folder.write(oldNote, to: "former.json")
    let events = Mutex<[String]>([])
    let file = DocumentFile<Note>(
      self.file.url,
      imports: [
        .file(folder.file("former.json")),
        .userDefaults(defaults, keys: ["title"]) { keys in
          Note(title: keys["title"] as? String ?? "", lines: [])
        },
        .init {
          events.withLock(\.isEmpty) ? Note(title: "Toads", lines: []) : nil
        } cleanUp: {
          events.withLock { $0.append("cleaned up") }
        },
      ])

    try file.remove()

    #expect(try file.read() == nil)
    #expect(defaults.object(forKey: "title") == nil)
    #expect(events.withLock { $0 } == ["cleaned up"])
    let titles = try file.backups().map { try $0.open().value.title }
    #expect(titles == ["Toads", "Newts", "Frogs"])
  }

  @Test func `a previous location that fails is no obstacle to removing a document`() throws {
    struct Failure: Error {}
    let file = DocumentFile<Note>(
      self.file.url,
      imports: [
        .init {
          throw Failure()
        } cleanUp: {
        }
      ])
    #expect(throws: StoreError.self) { try file.remove() }
    try self.file.write(.sample, over: nil)

    try file.remove()

    #expect(try folder.names() == [".backups"])
  }

  @Test(arguments: [
    (newerNote, "removed_version7"), (Data(#"{"version":2,"title":"F"#.utf8), "damaged"),
    (Data(), "damaged"), (Data(#"{"version":"two"}"#.utf8), "removed_versiontwo"),
  ])
  func `a previous location is removed, and its document kept, whatever it is`(
    bytes: Data, label: String
  ) throws {
    try folder.write(bytes, to: "former.json")
    let file = DocumentFile<Note>(
      self.file.url, imports: [.file(folder.file("former.json"))])

    try file.remove()

    #expect(try file.read() == nil)
    #expect(try folder.names() == [".backups"])
    let urls = try file.backups().compactMap(\.url)
    #expect(try urls.map { try Data(contentsOf: $0) } == [bytes])
    #expect(urls.allSatisfy { $0.lastPathComponent.hasPrefix("1-\(label)-") })
  }

  @Test func `a newer document of a previous location that can be read is removed as it is`() throws
  {
    let newer = Data(#"{"theme":"dark","size":12,"accent":"red","version":2}"#.utf8)
    try folder.write(newer, to: "former.json")
    let file = DocumentFile<MergeTests.Settings>(
      self.file.url, imports: [.file(folder.file("former.json"))])

    try file.remove()

    #expect(try folder.names() == [".backups"])
    #expect(try file.backups().map(\.version) == [2])
    #expect(try file.backups().compactMap(\.url).map { try Data(contentsOf: $0) } == [newer])
  }

  @Test(arguments: [newerNote, Data("{".utf8)])
  func `a previous location that stays is no obstacle to a removal, whatever it has`(
    bytes: Data
  ) throws {
    try folder.write(bytes, to: "former.json")
    let file = DocumentFile<Note>(
      self.file.url, imports: [.file(folder.file("former.json"), removing: false)])

    try file.remove()

    #expect(try folder.bytes(of: "former.json") == bytes)
    #expect(throws: StoreError.self) { try file.read() }
  }

  @Test func `without a policy for backups, a damaged previous location is removed for good`()
    throws
  {
    try folder.write(Data("{".utf8), to: "former.json")
    let cache = DocumentFile<Note>(
      file.url, options: DocumentOptions(backups: .none),
      imports: [.file(folder.file("former.json"))])
    try cache.remove()
    #expect(try folder.names() == [])
  }

  @Test func `an encrypted document of a previous location is kept encrypted, whatever it is`()
    throws
  {
    try folder.write(Data(newerNote.reversed()), to: "former.json")
    let file = DocumentFile<Note>(
      self.file.url, options: DocumentOptions(sealing: Reversed()),
      imports: [.file(folder.file("former.json"), sealing: Reversed())])

    try file.remove()

    let backup = try #require(try file.backups().first)
    #expect(backup.version == 7)
    #expect(try backup.url.map { try Data(contentsOf: $0) } == Data(newerNote.reversed()))
  }

  @Test func `a previous location whose document stays is read again after a removal`() throws {
    try folder.write(oldNote, to: "former.json")
    let file = DocumentFile<Note>(
      self.file.url, imports: [.file(folder.file("former.json"), removing: false)])
    try file.update { $0.title = "Toads" }
    try file.remove()
    #expect(try file.read()?.value == .sample)
    #expect(try file.backups().first?.open().value.title == "Toads")
  }

  @Test func `an encrypted document is kept encrypted`() throws {
    let options = DocumentOptions(sealing: Reversed())
    let file = DocumentFile<Note>(self.file.url, options: options)
    try file.write(.sample, over: nil)
    let stored = try folder.bytes(of: "note.json")
    try file.remove()
    let backup = try #require(try file.backups().first)
    #expect(try backup.url.map { try Data(contentsOf: $0) } == stored)
    #expect(try file.restore(backup).value == .sample)
  }

  @Test func `a document that may not be written isn't removed`() throws {
    try file.write(.sample, over: nil)
    let reader = DocumentFile<Note>(file.url, options: DocumentOptions(access: .readOnly))
    for remove in [reader.remove, reader.removeBackups] {
      expect(
        throws: """
          The document '\(folder.path("note.json"))' (Note) can't be removed: its options say that it is read-only. \
          Nothing was changed. Change that, then try again.
          """
      ) { try remove() }
    }
    #expect(try file.read()?.value == .sample)
  }

  // MARK: - Programs without locks

  @Test func `what a program without locks writes meanwhile is removed as well, and kept`() throws {
    try file.write(.sample, over: nil)
    let theirs = try JSONEncoder().encode(versioned: Note(title: "1", lines: []))
    let url = file.url
    let calls = CallsBeforeRemoval { isFirst in
      if isFirst { try? theirs.write(to: url, options: .atomic) }
    }
    let file = DocumentFile<Note>(
      path: folder.path("note.json"), createsFolder: false, options: .init(), calls: calls)

    try file.remove()

    #expect(try folder.names() == [".backups"])
    #expect(try file.backups().map { try $0.open().value.title } == ["1", "Frogs"])
  }

  @Test func `a document that another program changes all the time isn't removed`() throws {
    try file.write(.sample, over: nil)
    let url = file.url
    let count = Mutex(0)
    let calls = CallsBeforeRemoval { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let note = Note(title: "\(number)", lines: [])
      try? JSONEncoder().encode(versioned: note).write(to: url, options: .atomic)
    }
    let file = DocumentFile<Note>(
      path: folder.path("note.json"), createsFolder: false, options: .init(), calls: calls)

    expect(
      throws: """
        The document '\(folder.path("note.json"))' (Note) couldn't be removed: another program keeps changing it. The \
        stored document is intact. Try again later.
        """
    ) { try file.remove() }
    #expect(try file.read()?.value.title == "100")
  }

  @Test func `a document that can't be put back has a name that the next save leaves alone`() throws
  {
    try file.write(.sample, over: nil)
    let theirs = try JSONEncoder().encode(versioned: Note(title: "theirs", lines: []))
    let url = file.url
    let calls = CallsBeforeRemoval(
      after: { try? oldNote.write(to: url) },
      before: { if $0 { try? theirs.write(to: url, options: .atomic) } })
    let path = folder.path("note.json")
    let file = DocumentFile<Note>(path: path, createsFolder: false, options: .init(), calls: calls)

    let error = #expect(throws: StoreError.self) { try file.remove() }
    let displaced = try #require(try folder.names().first { $0.contains("displaced") })
    try DocumentFile<Note>(url).update { $0.title = "Newts" }

    #expect(try folder.bytes(of: displaced) == theirs)
    #expect(
      error.map { "\($0)" } == """
        The document '\(path)' (Note) was written by another program while it was removed, and the new document \
        couldn't be put back: \(SystemError(call: "renameat2", code: EEXIST)). It is in \
        '\(folder.path(displaced))' now. Move it back.
        """)
  }

  // MARK: - Other places

  @Test func `a key of the defaults is removed with its backups`() throws {
    let suite = "lineage-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let store = DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note"))
    try store.write(.sample, over: nil)

    try store.remove()

    #expect(defaults.object(forKey: "note") == nil)
    #expect(try store.read() == nil)
    #expect(try store.backups().map(\.version) == [2])
    try store.removeBackups()
    #expect(defaults.object(forKey: "note.backups") == nil)
  }

  @Test func `what a program has stored under the key of the backups isn't removed`() throws {
    let suite = "lineage-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    defaults.set("mine", forKey: "note.backups")
    let store = DocumentStore<Note>(UserDefaultsPlace(defaults, key: "note"))
    expect(
      throws: """
        The document 'UserDefaults key note' (Note) couldn't be removed: the object under the key 'note.backups' isn't a \
        list of backups. The stored document is intact. Change that, then try again.
        """
    ) { try store.removeBackups() }
    #expect(defaults.string(forKey: "note.backups") == "mine")
  }

  @Test func `a row is removed if it still has its revision`() throws {
    let row = Row(Data(#"{"version":2,"title":"Frogs","lines":[]}"#.utf8))
    row.changes = 2
    try row.store.remove()
    #expect(row.content == nil)
    #expect(row.removals == [1, 2, 3])
  }

  @Test func `a row whose removal isn't committed is uncertain`() throws {
    let row = Row(oldNote)
    row.commits = false
    expect(
      throws: """
        The removal of the document 'row' (Note) reported success, but it is still stored; a transaction may not have \
        been committed. Read the document again before you continue.
        """
    ) { try row.store.remove() }
  }

  @Test func `a row whose removal fails is still there, or uncertain`() throws {
    let row = Row(oldNote)
    row.error = CocoaError(.featureUnsupported)
    expect(
      throws: """
        The document 'row' (Note) couldn't be removed: CocoaError was thrown. The stored document is intact. See \
        underlyingError.
        """
    ) { try row.store.remove() }
    row.losesConnection = true
    expect(
      throws: """
        It isn't known whether the document 'row' (Note) was removed: CocoaError was thrown. Read the document again \
        before you continue.
        """
    ) { try row.store.remove() }
  }

  @Test func `a place that can't remove documents says so`() throws {
    let row = Row(oldNote)
    let closures = DocumentStore<Note>(read: row.read, replace: { _, _ in nil })
    let place = DocumentStore<Note>(ReadingPlace(row: row))
    expect(
      throws: """
        The document 'row' (Note) couldn't be removed: the store was created without the closure remove. The stored \
        document is intact. Change that, then try again.
        """
    ) { try closures.remove() }
    expect(
      throws: """
        The document 'place' (Note) couldn't be removed: the place can't remove documents. The stored document is \
        intact. Change that, then try again.
        """
    ) { try place.remove() }
    expect(
      throws: """
        The document 'place' (Note) couldn't be removed: the place can't remove backups. The stored document is intact. \
        Change that, then try again.
        """
    ) { try place.removeBackups() }
    let keeping = DocumentStore<Note>(
      read: row.read, replace: { _, _ in nil }, backUp: { _, _ in }, remove: { _ in true })
    expect(
      throws: """
        The document 'row' (Note) couldn't be removed: a store made of closures can't remove its backups. The stored \
        document is intact. Change that, then try again.
        """
    ) { try keeping.removeBackups() }
    #expect(row.content == oldNote)
  }

  // MARK: - Live documents

  @MainActor @Test
  func `a live document that was removed has its default, and is made again by a change`()
    async throws
  {
    try file.write(.sample, over: nil)
    let document = LiveDocument(
      file, default: Note(title: "New", lines: []), autosaveDelay: .seconds(1000))
    document.value.title = "Toads"

    try await document.remove()

    #expect(document.value.title == "New")
    #expect(document.state.isReady)
    #expect(!document.hasUnsavedChanges)
    #expect(document.report == nil)
    #expect(try file.read() == nil)
    // The change that wasn't saved is in the backup.
    #expect(try file.backups().first?.open().value.title == "Toads")
    try await document.save()
    #expect(try file.read() == nil)

    document.value.lines = ["a"]
    try await document.save()
    #expect(try file.read()?.value == Note(title: "New", lines: ["a"]))
  }

  @MainActor @Test(arguments: LateEdit.all)
  private func `a change while a live document is removed makes a new one from the default`(
    late: LateEdit
  ) async throws {
    try file.write(.sample, over: nil)
    let calls = EditingCalls(moment: late.moment)
    let document = LiveDocument(
      DocumentFile<Note>(
        path: folder.path("note.json"), createsFolder: false, options: .init(), calls: calls),
      default: Note(title: "New", lines: []), autosaveDelay: .seconds(1000))
    document.value.title = "Toads"
    calls.edit.withLock { $0 = { late.change(&document.value) } }

    try await document.remove()

    #expect(document.value == late.expected)
    #expect(document.hasUnsavedChanges)
    #expect(try file.read() == nil)
    try await document.save()
    #expect(try file.read()?.value == late.expected)
    // What is changed after the call is no part of the document that is removed.
    #expect(try file.backups().first?.open().value.title == "Toads")
  }

  @MainActor @Test
  func `a change before a live document is removed isn't one after it`() async throws {
    try file.write(.sample, over: nil)
    let document = LiveDocument(
      file, default: Note(title: "New", lines: []), autosaveDelay: .seconds(1000))
    document.value.title = "Toads"
    // The removal waits for this save.
    async let saved: Void = document.save()
    async let removed: Void = document.remove()
    try await saved
    try await removed

    #expect(document.value.title == "New")
    #expect(!document.hasUnsavedChanges)
  }

  @MainActor @Test(arguments: ["note.json", "former.json"])
  func `a live document that can't be read is removed`(name: String) async throws {
    try folder.write(newerNote, to: name)
    let file = DocumentFile<Note>(
      self.file.url, imports: [.file(folder.file("former.json"))])
    let document = LiveDocument(file, default: .sample, autosaveDelay: .seconds(1000))
    #expect(!document.state.isReady)
    try await document.remove()
    #expect(document.state.isReady)
    #expect(try folder.names() == [".backups"])
  }

  @MainActor @Test func `a live document that can't be removed stays as it is`() async throws {
    try file.write(.sample, over: nil)
    let reader = DocumentFile<Note>(file.url, options: DocumentOptions(access: .readOnly))
    let document = LiveDocument(reader, default: Note(title: "New", lines: []))
    await #expect(throws: StoreError.self) { try await document.remove() }
    #expect(document.value == .sample)
  }
}

/// Encrypts nothing, but isn't readable.
private struct Reversed: DocumentSealing {
  func seal(_ data: Data) throws -> Data { Data(data.reversed()) }
  func open(_ data: Data) throws -> Data { Data(data.reversed()) }
}

/// A change of a live document by its user while it is removed.
private struct LateEdit: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What its removal does then: it saves first what isn't saved yet.
  let moment: RenameKind
  let change: @Sendable (inout Note) -> Void
  let expected: Note

  static let all = [
    LateEdit(
      testDescription: "another field, while it is saved", moment: .exchange,
      change: { $0.lines = ["new pond"] }, expected: Note(title: "New", lines: ["new pond"])),
    LateEdit(
      testDescription: "another field, while it is removed", moment: .replacing,
      change: { $0.lines = ["new pond"] }, expected: Note(title: "New", lines: ["new pond"])),
    LateEdit(
      testDescription: "the same field, while it is saved", moment: .exchange,
      change: { $0.title = "Newts" }, expected: Note(title: "Newts", lines: [])),
    LateEdit(
      testDescription: "the same field, while it is removed", moment: .replacing,
      change: { $0.title = "Newts" }, expected: Note(title: "Newts", lines: [])),
  ]
}

/// The calls of the system, with a user who changes a document once, before a file of its folder is renamed.
private final class EditingCalls: ForwardingCalls {
  let calls: any FileCalls = SystemCalls()
  let moment: RenameKind
  let edit = Mutex<(@MainActor @Sendable () -> Void)?>(nil)

  init(moment: RenameKind) {
    self.moment = moment
  }

  func rename(
    _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
  ) throws(SystemError) {
    if kind == moment, let edit = edit.withLock({ $0.take() }) {
      DispatchQueue.main.sync { MainActor.assumeIsolated(edit) }
    }
    try calls.rename(name, to: newName, in: folder, kind)
  }
}

/// The calls of the system, with another program that does something before and after a document gives up its name.
private struct CallsBeforeRemoval: ForwardingCalls {
  let calls: any FileCalls = SystemCalls()
  var after: @Sendable () -> Void = {}
  /// Gets whether it is the first time.
  let before: @Sendable (Bool) -> Void
  private let count = Counter()

  private final class Counter: Sendable {
    let value = Mutex(0)
  }

  init(after: @escaping @Sendable () -> Void = {}, before: @escaping @Sendable (Bool) -> Void) {
    self.after = after
    self.before = before
  }

  func rename(
    _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
  ) throws(SystemError) {
    let isRemoval = kind == .replacing && name == "note.json"
    if isRemoval {
      before(
        count.value.withLock { count in
          count += 1
          return count == 1
        })
    }
    try calls.rename(name, to: newName, in: folder, kind)
    if isRemoval { after() }
  }
}

/// The calls of the system, with a folder that lets no document go.
private struct CallsWithoutRemoval: ForwardingCalls {
  let calls: any FileCalls = SystemCalls()

  func rename(
    _ name: String, to newName: String, in folder: Descriptor, _ kind: RenameKind
  ) throws(SystemError) {
    if kind == .replacing, name == "note.json" { throw SystemError(call: "rename", code: EIO) }
    try calls.rename(name, to: newName, in: folder, kind)
  }
}

/// Calls by which one file or folder may not be written.
private struct CallsWithoutWriting: ForwardingCalls {
  let calls: any FileCalls = SystemCalls()
  let name: String

  func checkWritable(_ name: String, in folder: Descriptor) throws(SystemError) {
    if name == self.name { throw SystemError(call: "faccessat", code: EACCES) }
    try calls.checkWritable(name, in: folder)
  }
}

/// Calls that can't remove one file.
private struct CallsWithoutUnlinking: ForwardingCalls {
  let calls: any FileCalls = SystemCalls()
  let name: String

  func remove(_ name: String, in folder: Descriptor) throws(SystemError) {
    if name == self.name { throw SystemError(call: "unlinkat", code: EROFS) }
    try calls.remove(name, in: folder)
  }
}

/// Calls that record what is removed and synced.
private final class RecordingCalls: ForwardingCalls {
  let calls: any FileCalls = SystemCalls()
  let events = Mutex<[String]>([])

  func remove(_ name: String, in folder: Descriptor) throws(SystemError) {
    try calls.remove(name, in: folder)
    events.withLock { $0.append("remove") }
  }

  func sync(_ descriptor: Descriptor, _ kind: SyncKind) throws(SystemError) {
    try calls.sync(descriptor, kind)
    events.withLock { $0.append("sync") }
  }
}

/// A sealing whose results differ each time, as with a nonce.
private struct Salted: DocumentSealing {
  struct Refusal: Error {}

  /// A text that it doesn't encrypt.
  var refusing: String?

  func seal(_ data: Data) throws -> Data {
    if let refusing, String(decoding: data, as: UTF8.self).contains(refusing) { throw Refusal() }
    return Data([UInt8.random(in: 0...255), UInt8.random(in: 0...255)]) + data
  }

  func open(_ data: Data) throws -> Data { data.dropFirst(2) }
}

/// A row of a database with a revision.
private final class Row: @unchecked Sendable {
  var content: Data?
  var revision = 1
  /// How often another program changes it before it is removed.
  var changes = 0
  var commits = true
  var error: (any Error)?
  var losesConnection = false
  var removals: [Int] = []

  init(_ content: Data) {
    self.content = content
  }

  func read() throws -> (Data, Int)? {
    if losesConnection, !removals.isEmpty { throw CocoaError(.fileReadUnknown) }
    return content.map { ($0, revision) }
  }

  var store: DocumentStore<Note> {
    removals = []
    return DocumentStore(
      read: read, replace: { _, _ in nil },
      remove: { [self] token in
        if changes > 0 {
          changes -= 1
          revision += 1
        }
        removals.append(token)
        if let error { throw error }
        guard token == revision else { return false }
        if commits { content = nil }
        return true
      })
  }
}

private struct ReadingPlace: DocumentPlace {
  let row: Row
  var name: String { "place" }
  func read() throws -> (data: Data, token: Int)? {
    try row.read().map { (data: $0.0, token: $0.1) }
  }
  func replace(_ token: Int?, with data: Data) throws -> Int? { nil }
  func backups() throws -> [PlaceBackup] {
    [PlaceBackup(data: oldNote, label: "version1", date: .now)]
  }
}
