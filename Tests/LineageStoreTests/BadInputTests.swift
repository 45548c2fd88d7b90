import Foundation
import Lineage
import Testing

@testable import LineageStore

/// What is said of a file that isn't a document, and that it stays what it is.
struct BadInputTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    /// Makes what is in the document's place.
    let prepare: @Sendable (TemporaryFolder) throws -> Void
    /// What reading says, without the subject; nil if there is no document.
    let read: String?
    /// What a first save says; nil if it says the same.
    var write: String?
    var name = "note.json"

    var testDescription: String { id }
  }

  static let cases = [
    Case(
      id: "an empty file", prepare: { try $0.write(Data(), to: "note.json") },
      read: """
        can't be read: it is empty. Nothing was changed. Restore a backup, or replace the document with \
        write(_:replacing:), which keeps the old one.
        """),
    Case(
      id: "half a file", prepare: { try $0.write(oldNote.prefix(30), to: "note.json") },
      read: """
        can't be read. The data isn't a valid document, so no Note could be decoded from it. Line 1, column 31: \
        The document ends inside a string that isn't closed. It may be damaged, cut off, or in another format. \
        Known versions: '2' (Note), '1' (NoteV1). Nothing was changed. Restore a backup, or replace the document \
        with write(_:replacing:), which keeps the old one.
        """),
    Case(
      id: "a file of zeros", prepare: { try $0.write(Data(count: 5000), to: "note.json") },
      read: """
        can't be read. The data isn't a valid document, so no Note could be decoded from it. Line 1, column 1: \
        Unexpected character; a value was expected. It may be damaged, cut off, or in another format. Known \
        versions: '2' (Note), '1' (NoteV1). Nothing was changed. Restore a backup, or replace the document with \
        write(_:replacing:), which keeps the old one.
        """),
    Case(
      id: "a document of another type",
      prepare: { try $0.write(Data(#"{"version":2,"count":1}"#.utf8), to: "note.json") },
      read: """
        can't be read. It has version '2', but it can't be decoded as Note. At title: The field \
        is missing, and it has no default. If documents of that version look like this, fix the type; otherwise \
        the document is damaged. Known versions: '2' (Note), '1' (NoteV1). Nothing was changed. Restore a backup, \
        or replace the document with write(_:replacing:), which keeps the old one.
        """),
    Case(
      id: "a large sparse file",
      prepare: { folder in
        try folder.write(Data(), to: "note.json")
        let file = try FileHandle(forUpdating: folder.file("note.json"))
        try file.truncate(atOffset: 64 << 20)
        try file.close()
      },
      read: """
        can't be read. The data isn't a valid document, so no Note could be decoded from it. Line 1, column 1: \
        Unexpected character; a value was expected. It may be damaged, cut off, or in another format. Known \
        versions: '2' (Note), '1' (NoteV1). Nothing was changed. Restore a backup, or replace the document with \
        write(_:replacing:), which keeps the old one.
        """),
    Case(
      id: "a newer document", prepare: { try $0.write(newerNote, to: "note.json") },
      read: """
        belongs to a newer program, so it is left as it is. It has version '7', but the \
        newest known version is '2'. It was written by a newer program: open it there, or update this \
        one. Nothing was changed. Known versions: '2' (Note), '1' (NoteV1).
        """),
    Case(
      id: "a folder",
      prepare: {
        try FileManager.default.createDirectory(
          at: $0.file("note.json"), withIntermediateDirectories: false)
      },
      read: """
        can't be opened: it is a folder. Nothing was changed. Move the folder, or correct the path.
        """),
    Case(
      id: "a pipe", prepare: { #expect(mkfifo($0.path("note.json"), 0o600) == 0) },
      read: """
        can't be opened: it isn't a file. Nothing was changed. Move it, or correct the path.
        """),
    Case(
      id: "a dangling link", prepare: { try $0.link("note.json", to: "nowhere") },
      read: """
        can't be opened: the target of the symbolic link doesn't exist. It isn't known whether it exists, and \
        nothing was changed. Correct the link, or connect the disk that it leads to.
        """),
    Case(
      id: "a link to a missing folder",
      prepare: { try $0.link("note.json", to: "missing/note.json") },
      read: """
        can't be opened: the target of the symbolic link doesn't exist. It isn't known whether it exists, and \
        nothing was changed. Correct the link, or connect the disk that it leads to.
        """,
      write: """
        can't be opened: no such file or folder (open, error 2). It isn't known whether it exists, and nothing \
        was changed. Create the folder, or connect its disk, then try again.
        """),
    Case(
      id: "links in a circle",
      prepare: {
        try $0.link("note.json", to: "other.json")
        try $0.link("other.json", to: "note.json")
      },
      read: """
        can't be opened: its symbolic links form a cycle (open, error \(ELOOP)). It isn't known whether it exists, \
        and nothing was changed. Correct the path.
        """,
      write: """
        can't be opened: its symbolic links form a cycle (readlinkat, error \(ELOOP)). It isn't known whether it \
        exists, and nothing was changed. Correct the path.
        """),
    Case(
      id: "a missing folder", prepare: { _ in },
      read: """
        can't be opened: no such file or folder (fstatat, error 2). It isn't known whether it exists, and nothing \
        was changed. Create the folder, or connect its disk, then try again.
        """,
      write: """
        can't be opened: no such file or folder (open, error 2). It isn't known whether it exists, and nothing \
        was changed. Create the folder, or connect its disk, then try again.
        """, name: "missing/note.json"),
    Case(
      id: "a file in the folder's place", prepare: { try $0.write(Data(), to: "missing") },
      read: """
        can't be opened: a part of the path isn't a folder (open, error 20). It isn't known whether it exists, \
        and nothing was changed. Correct the path, or move the file that is where a folder should be.
        """, name: "missing/note.json"),
    Case(
      id: "a name of 256 bytes", prepare: { _ in },
      read: """
        can't be opened: the name is too long (open, error \(ENAMETOOLONG)). It isn't known whether it exists, and \
        nothing was changed. Correct the path.
        """,
      write: """
        can't be opened: the name is too long (fstatat, error \(ENAMETOOLONG)). It isn't known whether it exists, \
        and nothing was changed. Correct the path.
        """, name: String(repeating: "n", count: 256)),
    Case(
      id: "a document that was made in the meantime",
      prepare: { try $0.write(oldNote, to: "note.json") }, read: nil,
      write: """
        was created by another program since it was read, so it wasn't written. Merge the two with merged(as:), \
        or read the document again. Nothing was changed.
        """),
  ]

  @Test(arguments: cases)
  func `what isn't a document of this program stays as it is`(_ input: Case) throws {
    let folder = try TemporaryFolder()
    try input.prepare(folder)
    let file = DocumentFile<Note>(folder.file(input.name))
    let subject = "The document '\(folder.path(input.name))' (Note)"
    let before = try folder.snapshot()
    let write = "\(subject) \(try #require(input.write ?? input.read))"

    if let text = input.read {
      expect(throws: "\(subject) \(text)") { _ = try file.read() }
      expect(throws: "\(subject) \(text)", or: write) {
        try file.update(default: .sample) { $0.title = "Toads" }
      }
    } else {
      _ = try file.read()
    }
    expect(throws: write) { try file.write(.sample, over: nil) }

    #expect(try folder.snapshot() == before)
  }
}

// MARK: - Permissions

extension BadInputTests {
  /// Everything belongs to root, and the program is another user's.
  private func disk(file: UInt32, folder: UInt32) -> SimulatedDisk {
    var image = DiskImage()
    image.addFolder("/disk", permissions: folder)
    image.addFile("/disk/note.json", oldNote, permissions: file)
    let disk = SimulatedDisk(image)
    disk.user = 7
    return disk
  }

  @Test func `a document that may not be read is unavailable`() {
    let disk = disk(file: 0o600, folder: 0o777)
    let file = Scenario(.save).file(disk)
    let text = """
      The document '/disk/note.json' (Note) can't be opened: permission denied (open, error 13). It isn't known \
      whether it exists, and nothing was changed. Give this program permission, then try again.
      """

    expect(throws: text) { _ = try file.read() }
    expect(throws: text) { try file.write(.sample, over: nil) }
    expect(throws: text) { try file.update(default: .sample) { $0.title = "Toads" } }
    #expect(disk.log.isEmpty)
  }

  @Test func `a document that may not be written is read-only`() throws {
    let disk = disk(file: 0o444, folder: 0o777)
    let file = Scenario(.save).file(disk)
    let opened = try file.read()

    expect(
      throws: """
        The document '/disk/note.json' (Note) can't be written: permission denied (faccessat, error 13). Nothing was \
        changed. Give this program permission, then try again.
        """
    ) { try file.write(.sample, over: opened) }
    #expect(disk.log.isEmpty)
  }

  @Test func `a document in a folder that may not be written is read-only`() throws {
    let disk = disk(file: 0o666, folder: 0o755)
    var scenario = Scenario(.save)
    scenario.backups = .none
    let file = scenario.file(disk)
    let opened = try file.read()

    expect(
      throws: """
        The document '/disk/note.json' (Note) can't be written: permission denied (open, error 13). Nothing was \
        changed. Give this program permission, then try again.
        """
    ) { try file.write(.sample, over: opened) }
    #expect(disk.log.isEmpty)
  }

  @Test func `a folder that may not be searched hides nothing`() {
    let disk = disk(file: 0o666, folder: 0o700)
    expect(
      throws: """
        The document '/disk/note.json' (Note) can't be opened: permission denied (open, error 13). It isn't known \
        whether it exists, and nothing was changed. Give this program permission, then try again.
        """
    ) { _ = try Scenario(.save).file(disk).read() }
  }

  @Test func `a folder whose files may not be listed is named`() throws {
    let disk = disk(file: 0o666, folder: 0o711)
    let file = Scenario(.save).file(disk)
    let text = """
      The document '/disk/note.json' (Note) can't be opened: its folder '/disk' can't be read: permission denied \
      (open, error 13). It isn't known whether it exists, and nothing was changed. Give this program permission, then \
      try again.
      """

    let opened = try #require(try file.read())

    expect(throws: text) { try file.write(.sample, over: opened) }
    expect(throws: text) { try file.update(default: .sample) { $0.title = "Toads" } }
    expect(throws: text) { _ = try file.backups() }
    #expect(disk.log.isEmpty)
  }

  @Test func `what has the name of a temporary file is named`() throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(folder.file("note.json"))
    func expectObstacle(
      at name: String, _ problem: String, _ outcome: String, _ body: () throws -> Void
    ) throws {
      let url = folder.file(name)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let before = try folder.snapshot()
      expect(
        throws: """
          The document '\(folder.path("note.json"))' (Note) \(problem): '\(folder.path(name))' is in the way and \
          has to be moved or removed. \(outcome) Change that, then try again.
          """,
        body)
      #expect(try folder.snapshot() == before)
      try FileManager.default.removeItem(at: url)
    }
    let written = "couldn't be written"
    let isIntact = "The stored document is intact."

    try expectObstacle(at: ".note.json.saving", written, isIntact) {
      try file.write(.sample, over: nil)
    }
    let opened = try file.write(.sample, over: nil)
    try expectObstacle(at: ".note.json.saving", written, isIntact) {
      try file.write(Note(title: "Toads", lines: []), over: opened)
    }
    try folder.write(oldNote, to: "note.json")
    try file.update { $0.title = "Toads" }
    try expectObstacle(at: ".note.json.saving", "couldn't be removed", isIntact) {
      try file.remove()
    }
    try folder.write(oldNote, to: "note.json")
    try expectObstacle(
      at: ".backups/note.json/.note.json.saving",
      "wasn't written, because the stored document couldn't be backed up first",
      "Nothing was changed."
    ) {
      try file.update { $0.title = "Toads" }
    }
  }

  @Test func `options that say so make a document read-only`() throws {
    let folder = try TemporaryFolder()
    try folder.write(oldNote, to: "note.json")
    let file = DocumentFile<Note>(folder.file("note.json"), options: .init(access: .readOnly))
    let opened = try file.read()
    let before = try folder.snapshot()

    expect(
      throws: """
        The document '\(folder.path("note.json"))' (Note) can't be written: its options say that it is read-only. \
        Nothing was changed. Change that, then try again.
        """
    ) { try file.write(.sample, over: opened) }
    #expect(try folder.snapshot() == before)
  }
}

// MARK: - Other programs

extension BadInputTests {
  enum Meanwhile: CaseIterable, Sendable {
    case changed, removed, damaged
  }

  @Test(arguments: Meanwhile.allCases)
  func `a file that changes between reading and writing isn't written`(
    _ meanwhile: Meanwhile
  ) throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(folder.file("note.json"))
    let opened = try file.write(.sample, over: nil)
    let subject = "The document '\(folder.path("note.json"))' (Note)"
    switch meanwhile {
    case .changed: try folder.write(oldNote, to: "note.json")
    case .removed: try FileManager.default.removeItem(at: file.url)
    case .damaged: try folder.write(Data(), to: "note.json")
    }
    let before = try folder.snapshot()

    let text =
      switch meanwhile {
      case .changed:
        """
        was changed by another program since it was read, so it wasn't written. Merge the two with merged(as:), \
        or read the document again. Nothing was changed.
        """
      case .removed:
        """
        was removed by another program since it was read, so it wasn't written. Write it again with \
        write(_:over: nil), or discard it. Nothing was changed.
        """
      case .damaged:
        """
        can't be read: it is empty. Nothing was changed. Restore a backup, or replace the document with \
        write(_:replacing:), which keeps the old one.
        """
      }
    expect(throws: "\(subject) \(text)") { try file.write(.sample, over: opened) }
    #expect(try folder.snapshot() == before)
  }

  @Test func `a value that a place doesn't keep isn't said to be kept`() throws {
    let store = DocumentStore<Note>(named: "row 17") {
      nil
    } replace: { (_: Int?, _) in
      1
    }
    do {
      try store.backUpUnsaved(.sample)
      Issue.record("It was kept.")
    } catch .backupFailed(let failure) {
      #expect(failure.location == "row 17")
    }
  }

  @Test func `a lock that another process keeps ends a save`() throws {
    let folder = try TemporaryFolder()
    try folder.write(oldNote, to: "note.json")
    let file = DocumentFile<Note>(
      folder.file("note.json"), options: .init(lockTimeout: .milliseconds(20)))
    let opened = try file.read()
    let other = try SystemCalls().open(folder.url.path, in: .workingFolder, .folder)
    defer { try? SystemCalls().close(other) }
    try SystemCalls().lock(other)
    let before = try folder.snapshot()

    expect(
      throws: """
        The document '\(folder.path("note.json"))' (Note) wasn't written: another process has locked its folder. \
        Nothing was changed. Try again later; if that doesn't help, look for a program that has locked the folder.
        """
    ) { try file.write(.sample, over: opened) }
    #expect(try folder.snapshot() == before)
    // Reading needs no lock.
    #expect(try file.read()?.value == .sample)
  }

  @Test func `a lock that another process releases is waited for`() throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(folder.file("note.json"))
    let other = try SystemCalls().open(folder.url.path, in: .workingFolder, .folder)
    try SystemCalls().lock(other)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { try? SystemCalls().close(other) }

    try file.write(.sample, over: nil)
    #expect(try file.read()?.value == .sample)
  }

  @Test func `a clock that jumps back doesn't change the order of backups`() throws {
    let folder = try TemporaryFolder()
    try folder.write(oldNote, to: "note.json")
    let backups = folder.file(".backups/note.json")
    try FileManager.default.createDirectory(at: backups, withIntermediateDirectories: true)
    let future = "7-version1-20990101T000000Z-5f3a9c01.json"
    try folder.write(oldNote, to: ".backups/note.json/\(future)")
    let file = DocumentFile<Note>(folder.file("note.json"))

    try file.update { $0.title = "Toads" }

    let names = try file.backups().map { $0.stored.name }
    #expect(names.map { $0.prefix(2) } == ["8-", "7-"])
    #expect(names.last == future)
  }
}

// MARK: - Names

extension BadInputTests {
  @Test(arguments: [
    String(repeating: "n", count: 255), String(repeating: "ü", count: 127), "my note.json",
    "ü ✎ 字.json", ".note", ".note.json", "100%.json", "%2e%2e%2f", "-rf", "a\nb", "'quoted'",
    "note.", "note.json.saving", "a:b", "~", "note",
  ])
  func `a document may have any name`(_ name: String) throws {
    let folder = try TemporaryFolder()
    let file = DocumentFile<Note>(folder.file(name))
    try oldNote.write(to: URL(filePath: folder.url.path + "/" + name))

    try file.update { $0.title = "Toads" }
    let opened = try #require(try file.read())
    try file.write(Note(title: "Newts", lines: []), over: opened)

    #expect(try file.read()?.value.title == "Newts")
    #expect(try folder.names() == [".backups", name].sorted())
    let backup = try #require(try file.backups().first)
    #expect(try backup.url.map { try Data(contentsOf: $0) } == oldNote)
    try file.restore(backup)
    #expect(try file.read()?.value.title == "Frogs")
  }
}
