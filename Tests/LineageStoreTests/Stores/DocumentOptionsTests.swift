import Foundation
import Lineage
import LineageStore
import Testing

/// What each option changes, and what it doesn't.
struct DocumentOptionsTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file(_ options: DocumentOptions) -> DocumentFile<Note> {
    DocumentFile(folder.file("note.doc"), options: options)
  }

  // MARK: - Access and durability

  @Test func `a read-only document is read, and never written`() throws {
    try folder.write(oldNote, to: "note.doc")
    let file = file(.init(access: .readOnly))
    let opened = try #require(try file.read())
    let writes: [() throws -> Void] = [
      { try file.write(.sample, over: opened) },
      { try file.write(.sample, over: nil) },
      { try file.update { $0.title = "x" } },
      { try file.update(default: .sample) { $0.title = "x" } },
    ]
    for write in writes {
      #expect {
        try write()
      } throws: { error in
        "\(error)"
          == "The document '\(file.url.path)' (Note) can't be written: its options say that it is read-only. "
          + "Nothing was changed. Change that, then try again."
      }
    }
    #expect(try folder.bytes(of: "note.doc") == oldNote)
    #expect(try folder.names() == ["note.doc"])
  }

  @Test(arguments: [Durability.full, .ordered, .cache])
  func `documents are written whatever the durability`(_ durability: Durability) throws {
    try folder.write(oldNote, to: "note.doc")
    let file = file(.init(durability: durability))
    try file.update { $0.title = "Toads" }
    #expect(try file.read()?.value.title == "Toads")
    #expect(try file.backups().count == 1)
  }

  // MARK: - Backups

  /// Writes documents of version 1, as an older program does, each followed by a migrating save.
  private func migrate(_ file: DocumentFile<Note>, times: Int) throws {
    for number in 0..<times {
      try folder.write(
        Data(#"{"version":1,"title":"\#(number)","body":""}"#.utf8), to: "note.doc")
      try file.update { $0.lines.append("x") }
      try file.update { $0.lines.append("y") }
    }
  }

  @Test func `only so many backups are kept as the policy says`() throws {
    let file = file(.init(backups: .beforeMigration(keep: 3), durability: .cache))
    try migrate(file, times: 5)
    #expect(try file.backups().map { try $0.open().value.title } == ["4", "3", "2"])
  }

  @Test func `every save keeps the document before, if the policy says so`() throws {
    let file = file(.init(backups: .everySave(keep: 2), durability: .cache))
    for number in 0..<5 {
      try file.update(default: .sample) { $0.title = "\(number)" }
    }
    #expect(try file.backups().map { try $0.open().value.title } == ["3", "2"])
  }

  @Test func `the last backup of an older version outlives later saves of this process`() throws {
    let file = file(.init(backups: .everySave(keep: 2), durability: .cache))
    try migrate(file, times: 1)
    for number in 0..<5 { try file.update { $0.title = "\(number)" } }
    #expect(try file.backups().map(\.version) == [2, 2, 1])
  }

  /// Versions that differ only in characters that the names of backups can't have.
  private struct Release: VersionedCodable {
    static let version = "2/0"
    var title: String

    init(from old: ReleaseV2) { title = old.title }
  }

  private struct ReleaseV2: VersionedCodable {
    static let version = "2-0"
    var title: String

    init(from old: ReleaseV1) { title = old.title }
  }

  private struct ReleaseV1: VersionedCodable {
    static let version = "2_0"
    typealias PreviousVersion = NothingOlder
    var title: String
  }

  @Test func `the last backups of versions with similar names outlive each other`() throws {
    let file = DocumentFile<Release>(
      folder.file("release.doc"), options: .init(backups: .everySave(keep: 1), durability: .cache))
    for version in ["2_0", "2-0"] {
      let document = Data(#"{"version":"\#(version)","title":"Frogs"}"#.utf8)
      try folder.write(document, to: "release.doc")
      try file.update { $0.title = "Toads" }
    }
    try file.update { $0.title = "Newts" }

    #expect(try file.backups().map(\.version) == ["2/0", "2-0", "2_0"])
  }

  @Test func `without backups, only what is damaged is kept`() throws {
    let file = file(.init(backups: .none))
    try migrate(file, times: 2)
    #expect(try file.backups().isEmpty)
    #expect(try folder.names() == ["note.doc"])
    try folder.write(Data("{".utf8), to: "note.doc")
    let damaged = try expectDamaged { try file.read() }
    try file.write(.sample, replacing: damaged)
    #expect(try file.backups().map(\.isDamaged) == [true])
  }

  @Test func `backups are in a hidden folder, with the permissions of the document`() throws {
    try folder.write(oldNote, to: "note.doc")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder.file("note.doc").path)
    let file = file(.init())
    try file.update { $0.title = "x" }
    #expect(try folder.names() == [".backups", "note.doc"])
    let url = try #require(try file.backups().first?.url)
    #expect(url.path.hasPrefix(folder.file(".backups/note.doc").path + "/1-version1-"))
    #expect(url.pathExtension == "doc")
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // The folder of documents doesn't take them for documents.
    #expect(
      try DocumentFolder<Note>(folder.url).documents.map(\.url.lastPathComponent) == ["note.doc"])
  }

  @Test func `documents with the same name have backups of their own in one folder`() throws {
    let options = DocumentOptions(backupFolder: folder.file("kept"))
    let names = ["a", "b"]
    for name in names {
      try FileManager.default.createDirectory(
        at: folder.file(name), withIntermediateDirectories: true)
      try folder.write(
        Data(#"{"version":1,"title":"\#(name)","body":""}"#.utf8), to: "\(name)/note.doc")
      try DocumentFile<Note>(folder.file("\(name)/note.doc"), options: options).update {
        $0.title = "x"
      }
    }
    for name in names {
      let file = DocumentFile<Note>(folder.file("\(name)/note.doc"), options: options)
      let kept = try file.backups()
      #expect(try kept.map { try $0.open().value.title } == [name])
      let path = try #require(kept.first?.url?.path)
      #expect(path.hasPrefix("\(folder.file("kept").path)/"))
      #expect(path.contains("/kept/up1/\(name)/note.doc/1-version1-"))
      #expect(try folder.names(in: name) == ["note.doc"])
    }
  }

  @Test func `backups in one folder are those of the file that a link leads to`() throws {
    let options = DocumentOptions(backupFolder: folder.file("kept"))
    func file(_ path: String) -> DocumentFile<Note> {
      DocumentFile(folder.file(path), options: options)
    }
    func titles(of path: String) throws -> [String] {
      try file(path).backups().map { try $0.open().value.title }
    }
    for name in ["first", "second"] {
      try FileManager.default.createDirectory(
        at: folder.file(name), withIntermediateDirectories: true)
      try folder.write(
        Data(#"{"version":1,"title":"\#(name)","body":""}"#.utf8), to: "\(name)/note.doc")
    }
    try folder.link("current", to: "first")
    try file("current/note.doc").update { $0.title = "x" }

    try FileManager.default.removeItem(at: folder.file("current"))
    try folder.link("current", to: "second")

    #expect(try titles(of: "current/note.doc") == [])
    #expect(try titles(of: "first/note.doc") == ["first"])
    #expect(try file("first/note.doc").backups().first?.open().value.title == "first")
  }

  @Test(arguments: ["kept", "library/made/later", "data"])
  func `backups in one folder move with it and the documents`(backups: String) throws {
    func file(in container: String) -> DocumentFile<Note> {
      DocumentFile(
        folder.file("\(container)/data/note.doc"),
        options: DocumentOptions(backupFolder: folder.file("\(container)/\(backups)")))
    }
    for name in ["first/data", "first/library"] {
      try FileManager.default.createDirectory(
        at: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.write(oldNote, to: "first/data/note.doc")
    try file(in: "first").update { $0.title = "x" }

    try FileManager.default.moveItem(at: folder.file("first"), to: folder.file("second"))

    #expect(try file(in: "second").backups().map { try $0.open().value } == [.sample])
    try file(in: "second").restore(#require(try file(in: "second").backups().first))
    #expect(try file(in: "second").backups().map { try $0.open().value.title } == ["x", "Frogs"])
  }

  @Test func `documents above one another have backups of their own in one folder`() throws {
    let options = DocumentOptions(backupFolder: folder.file("a/b"))
    let paths = ["note.doc", "a/note.doc", "a/b/note.doc"]
    try FileManager.default.createDirectory(
      at: folder.file("a/b"), withIntermediateDirectories: true)
    for path in paths {
      try folder.write(Data(#"{"version":1,"title":"\#(path)","body":""}"#.utf8), to: path)
      try DocumentFile<Note>(folder.file(path), options: options).update { $0.title = "x" }
    }

    for path in paths {
      let backups = try DocumentFile<Note>(folder.file(path), options: options).backups()
      #expect(try backups.map { try $0.open().value.title } == [path])
    }
  }

  // MARK: - Sealing

  /// Reverses the bytes, with a counter in front that differs each time, as a nonce does.
  struct Reversing: DocumentSealing {
    struct NotSealed: Error {}
    func seal(_ data: Data) throws -> Data {
      Data("sealed".utf8) + [UInt8.random(in: 0...255)] + data.reversed()
    }
    func open(_ sealed: Data) throws -> Data {
      guard sealed.starts(with: Data("sealed".utf8)) else { throw NotSealed() }
      return Data(sealed.dropFirst(7).reversed())
    }
  }

  struct Locked: DocumentSealing {
    func seal(_ data: Data) throws -> Data { throw SealingUnavailable() }
    func open(_ sealed: Data) throws -> Data { throw SealingUnavailable() }
  }

  struct Forgetful: DocumentSealing {
    func seal(_ data: Data) throws -> Data { data.dropLast() }
    func open(_ sealed: Data) throws -> Data { sealed }
  }

  @Test func `documents and backups are stored sealed only`() throws {
    let sealing = Reversing()
    try folder.write(try sealing.seal(oldNote), to: "note.doc")
    let file = file(.init(backups: .everySave(keep: 5), sealing: sealing))
    var opened = try #require(try file.read())
    #expect(opened.data == oldNote)
    for title in ["Toads", "Newts"] {
      opened = try file.write(Note(title: title, lines: ["secret"]), over: opened)
    }
    #expect(try file.read()?.value == opened.value)
    #expect(try file.backups().map(\.version) == [2, 1])
    #expect(try file.backups().map { try $0.open().value.title } == ["Toads", "Frogs"])
    for url in try [file.url] + file.backups().compactMap(\.url) {
      let bytes = try Data(contentsOf: url)
      #expect(bytes.starts(with: Data("sealed".utf8)))
      #expect(bytes.range(of: Data("secret".utf8)) == nil)
    }
    try file.restore(try #require(try file.backups().last))
    #expect(try file.read()?.value == .sample)
  }

  @Test func `a key that can't be reached makes a document unavailable, not damaged`() throws {
    try folder.write(oldNote, to: "note.doc")
    let failure = try expectUnavailable { try file(.init(sealing: Locked())).read() }
    #expect(failure.underlyingError is SealingUnavailable)
  }

  @Test func `a document that was sealed otherwise is damaged`() throws {
    try folder.write(oldNote, to: "note.doc")
    let document = try expectDamaged { try file(.init(sealing: Reversing())).read() }
    #expect(document.underlyingError is Reversing.NotSealed)
    #expect(document.data == oldNote)
  }

  @Test func `a sealing that loses something is noticed before anything is written`() throws {
    do {
      try file(.init(sealing: Forgetful())).write(.sample, over: nil)
      Issue.record("It was written.")
    } catch .notVerified {
    }
    #expect(try folder.names() == [])
  }

  @Test func `a conflict of sealed documents is merged`() throws {
    let file = file(.init(sealing: Reversing()))
    let opened = try file.write(.sample, over: nil)
    try file.update { $0.title = "Toads" }
    let conflict = try expectConflict {
      try file.write(Note(title: "Frogs", lines: ["new pond"]), over: opened)
    }
    try file.write(conflict.merged(), resolving: conflict)
    #expect(try file.read()?.value == Note(title: "Toads", lines: ["new pond"]))
  }

  // MARK: - Formats

  /// A format whose coders have joined by one line each: JSON with a line in front.
  struct LineDecoder: VersionedDecoder, Sendable {
    struct NoLine: Error {}
    func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
      guard text.hasPrefix("# note\n") else { throw NoLine() }
      return try JSONDecoder().decode(type, from: Data(text.dropFirst(7).utf8))
    }
  }

  struct LineEncoder: VersionedEncoder, Sendable {
    func encode<Value: Encodable>(_ value: Value) throws -> String {
      "# note\n" + String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
  }

  static let formats: [(name: String, format: DocumentFormat, beginning: String)] = {
    let pretty = JSONEncoder()
    pretty.outputFormatting = [.prettyPrinted, .sortedKeys]
    return [
      ("JSON", .json, "{"),
      ("pretty JSON", DocumentFormat(decoder: JSONDecoder(), encoder: pretty), "{\n"),
      ("property list", .propertyList, "<?xml"),
      ("binary property list", .binaryPropertyList, "bplist00"),
      ("text", DocumentFormat(decoder: LineDecoder(), encoder: LineEncoder()), "# note\n"),
    ]
  }()

  @Test(arguments: formats.indices)
  func `documents of every format are stored, migrated, merged and restored`(_ index: Int) throws {
    let (_, format, beginning) = Self.formats[index]
    let file = file(.init(format: format))
    let old = DocumentFile<OldNote>(file.url, options: .init(format: format))
    try old.write(OldNote(title: "Frogs", body: "old pond"), over: nil)
    let opened = try #require(try file.read())
    try file.update { $0.title = "Toads" }
    #expect(try folder.bytes(of: "note.doc").starts(with: Data(beginning.utf8)))
    let conflict = try expectConflict {
      try file.write(Note(title: "Frogs", lines: ["new pond"]), over: opened)
    }
    try file.write(conflict.merged(), resolving: conflict)
    #expect(try file.read()?.value == Note(title: "Toads", lines: ["new pond"]))
    #expect(try file.backups().map(\.version) == [1])
    try file.restore(try #require(try file.backups().first))
    #expect(try old.read()?.value == OldNote(title: "Frogs", body: "old pond"))
    try folder.write(Data("x".utf8), to: "note.doc")
    #expect(throws: StoreError.self) { _ = try file.read() }
  }

  struct Timed: VersionedCodable {
    static let version = 1
    typealias PreviousVersion = NothingOlder
    var date: Date
    var count = 0
    var unknownFields = UnknownFields()
  }

  @Test func `binary property lists keep the fractions of dates`() throws {
    let file = DocumentFile<Timed>(
      folder.file("timed"), options: .init(format: .binaryPropertyList))
    let (date, other) = (
      Date(timeIntervalSinceReferenceDate: 5.75), Date(timeIntervalSinceReferenceDate: 9.5)
    )
    let timed = Timed(date: date, unknownFields: ["other": .date(other)])
    try file.write(timed, over: nil)

    try file.update { $0.count = 1 }

    let read = try #require(try file.read()?.value)
    #expect(read.date == date)
    #expect(read.unknownFields["other"]?.date == other)
  }

  @Test func `text that isn't UTF-8 is damaged`() throws {
    try folder.write(Data([0x23, 0xFF]), to: "note.doc")
    let file = file(.init(format: DocumentFormat(decoder: LineDecoder(), encoder: LineEncoder())))
    let document = try expectDamaged { try file.read() }
    #expect(document.data == Data([0x23, 0xFF]))
  }
}
