import Foundation
import Lineage
import LineageStore
import PoetryDocuments
import Testing

@testable import LineageCommand

/// Undoing a migration of a document, as far as its journal tells what has happened.
struct UndoingTests {
  private static let migration = migration(keeping: 3)

  private static func migration(keeping count: Int) -> Migration {
    let options = DocumentOptions(backups: .beforeMigration(keep: count))
    return Migration {
      Documents(of: Poem.self, named: "*.poem", options: options)
      Documents(of: Anthology.self, named: "*.anthology.json", options: options)
    }
  }

  let folder: URL
  /// When the migrations in journals have begun.
  private let start = Date(timeIntervalSinceNow: -60)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "undoing-\(UUID())", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  // MARK: - Documents

  struct Document: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var file: String
    var from: String
    var to: String
    var original: String
    /// What an older program saves after the migration.
    var savedAgain: String

    static let poem = Document(
      testDescription: "a poem", file: "a.poem", from: "2", to: "3", original: Poems.second,
      savedAgain: Poems.second.replacing("dew", with: "frogs"))

    /// Only a value in it has an older version.
    static let anthology = Document(
      testDescription: "an anthology with an older poem", file: "a.anthology.json",
      from: "2025-06", to: "2025-06", original: anthology(of: Poems.second),
      savedAgain: anthology(of: Poems.first))

    private static func anthology(of poem: String) -> String {
      #"{"metadata":{"schema":"2025-06"},"title":"Frogs","poems":[\#(poem)],"audience":"owner"}"#
    }
  }

  private func url(_ document: Document) -> URL { folder.appending(path: document.file) }

  private func write(_ text: String, to document: Document) throws {
    try Data(text.utf8).write(to: url(document))
  }

  private func text(_ document: Document) -> String? {
    (try? Data(contentsOf: url(document))).map { String(decoding: $0, as: UTF8.self) }
  }

  private func removeBackups() throws {
    try FileManager.default.removeItem(at: folder.appending(path: ".backups"))
  }

  /// Undoes what a journal with these records lists. All documents are older than its last records.
  private func undo(
    _ document: Document, after results: [String], _ migration: Migration = Self.migration
  ) throws -> UndoneChange? {
    let path = url(document).path(percentEncoded: false)
    let lines = results.map { result in
      let words = result.split(separator: " ")
      let from = words.count == 3 ? "\(words[1])" : document.from
      let to = words.count == 3 ? "\(words[2])" : document.to
      let time = (words[0] == "migrating" ? start : start + 86_400).formatted(.iso8601)
      return """
        {"file":"\(path)","from":"\(from)","result":"\(words[0])","time":"\(time)","to":"\(to)"}
        """
    }
    let journal = folder.appending(path: "journal")
    try Data(lines.joined(separator: "\n").utf8).write(to: journal)
    let change = try #require(try Journal(journal.path(percentEncoded: false)).changes.first)
    return try migration.undo(change)
  }

  // MARK: - Undoing

  /// What a document is when the migration is undone.
  enum Content: Sendable {
    case original, migrated, savedAgain, removed
  }

  enum Outcome: Sendable {
    case restored
    /// It is what it was before the migration.
    case leftAlone
    case changed, withoutBackup
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var results: [String]
    var content: Content
    var hasBackup = true
    var expected: Outcome

    var testDescription: String {
      "\(content) after \(results)\(hasBackup ? "" : " without a backup")"
    }
  }

  static let finished = ["migrating", "migrated"]
  static let unfinished = ["migrating"]
  static let cases = [
    Case(results: finished, content: .migrated, expected: .restored),
    Case(results: finished, content: .original, expected: .leftAlone),
    Case(results: finished, content: .savedAgain, expected: .changed),
    Case(results: finished, content: .removed, expected: .changed),
    Case(results: finished, content: .migrated, hasBackup: false, expected: .withoutBackup),
    Case(results: finished, content: .savedAgain, hasBackup: false, expected: .changed),
    Case(results: unfinished, content: .migrated, expected: .restored),
    Case(results: unfinished, content: .original, expected: .leftAlone),
    Case(results: unfinished, content: .savedAgain, expected: .changed),
    Case(results: unfinished, content: .removed, expected: .changed),
    Case(results: unfinished, content: .migrated, hasBackup: false, expected: .withoutBackup),
    Case(results: unfinished, content: .original, hasBackup: false, expected: .leftAlone),
    Case(results: unfinished, content: .savedAgain, hasBackup: false, expected: .leftAlone),
  ]

  @Test(arguments: cases, [Document.poem, .anthology])
  func `only what a migration wrote is replaced with what was there before`(
    _ example: Case, _ document: Document
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(document.original, to: document)
    #expect(try await Self.migration.plan([folder.path]).run().migrated == 1)
    if !example.hasBackup { try removeBackups() }
    switch example.content {
    case .original: try write(document.original, to: document)
    case .migrated: break
    case .savedAgain: try write(document.savedAgain, to: document)
    case .removed: try FileManager.default.removeItem(at: url(document))
    }
    let before = text(document)

    var outcome: Outcome?
    do {
      outcome = try undo(document, after: example.results) == nil ? .leftAlone : .restored
    } catch let failure as DocumentFailure {
      switch failure.message {
      case let text where text.hasPrefix("It was changed or removed after"): outcome = .changed
      case let text where text.hasPrefix("There is no backup of it from the migration. If"):
        outcome = .withoutBackup
      default: throw failure
      }
    }

    #expect(outcome == example.expected)
    #expect(text(document) == (outcome == .restored ? document.original : before))
  }

  @Test(arguments: [Document.poem, .anthology], [1, 3])
  func `a document is restored once, even if its restoring wasn't recorded`(
    _ document: Document, keptBackups: Int
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let migration = Self.migration(keeping: keptBackups)
    try write(document.original, to: document)
    #expect(try await migration.plan([folder.path]).run().migrated == 1)
    let migrated = try #require(text(document))

    #expect(try undo(document, after: Self.finished, migration) != nil)
    #expect(try undo(document, after: Self.finished, migration) == nil)

    #expect(text(document) == document.original)
    // What was replaced is kept.
    try migration.restore(url(document).path(percentEncoded: false))
    #expect(text(document) == migrated)
  }

  private var backupPath: URL {
    get throws {
      let path = url(.poem).path(percentEncoded: false)
      let backup = try #require(try Self.migration.backups(of: path).first)
      return folder.appending(path: ".backups/a.poem/\(backup.name)")
    }
  }

  private func makeUnreadable(_ backup: URL) throws {
    try FileManager.default.removeItem(at: backup)
    try FileManager.default.createDirectory(at: backup, withIntermediateDirectories: false)
  }

  @Test func `no earlier migration is undone in place of one whose backup can't be read`()
    async throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    let second = try await migrateToSecondVersion()
    #expect(try await Self.migration.plan([folder.path]).run().migrated == 1)
    // The last migration was undone, without a record of it.
    #expect(try undo(.poem, after: Self.killed)?.change.from == "2")
    for backup in try Self.migration.backups(of: url(.poem).path(percentEncoded: false)) {
      try makeUnreadable(folder.appending(path: ".backups/a.poem/\(backup.name)"))
    }

    let failure = #expect(throws: DocumentFailure.self) { try undo(.poem, after: Self.killed) }

    #expect(failure?.code == .unavailable)
    #expect(text(.poem) == second)
  }

  @Test func `an older backup isn't restored in place of one that can't be read`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(Document.poem.original, to: .poem)
    #expect(try await Self.migration.plan([folder.path]).run().migrated == 1)
    let migrated = text(.poem)
    // What another program had written, and was migrated, too.
    let later = folder.appending(path: ".backups/a.poem/2-version2-20990101T000000Z-1.poem")
    try Data(Document.poem.savedAgain.utf8.dropLast()).write(to: later)

    let failure = #expect(throws: DocumentFailure.self) {
      try undo(.poem, after: Self.finished)
    }

    #expect(failure?.code == .unreadable)
    let beginning = "The backup '\(later.lastPathComponent)' can't be read."
    #expect(failure?.message.hasPrefix(beginning) == true)
    #expect(text(.poem) == migrated)
  }

  @Test func `a backup that can't be read isn't taken for a missing one`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(Document.poem.original, to: .poem)
    #expect(try await Self.migration.plan([folder.path]).run().migrated == 1)
    let migrated = text(.poem)
    let backup = try backupPath.lastPathComponent
    try makeUnreadable(backupPath)

    let failure = #expect(throws: DocumentFailure.self) {
      try undo(.poem, after: Self.finished)
    }

    #expect(failure?.code == .unavailable)
    #expect(
      failure?.message == """
        The backup '\(backup)' may be that of the migration, but it can't be read. It is a folder. To restore \
        another one, name it with '--backup'.
        """)
    #expect(text(.poem) == migrated)
  }

  @Test(arguments: ["overruled", "unsaved", "damaged"])
  func `a backup of what was never the document isn't restored in its place`(
    label: String
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(Document.poem.original, to: .poem)
    #expect(try await Self.migration.plan([folder.path]).run().migrated == 1)
    // It has the version that the document had.
    try Data(Document.poem.savedAgain.utf8).write(
      to: folder.appending(path: ".backups/a.poem/2-\(label)-20990101T000000Z-1.poem"))

    #expect(try undo(.poem, after: Self.finished) != nil)

    #expect(text(.poem) == Document.poem.original)
  }

  /// The records of a migration that was followed by one that was killed.
  private static let killed = ["migrating 1 2", "migrated 1 2", "migrating 2 3"]

  /// Migrates a poem to the second version, before the time of all records, and returns it.
  private func migrateToSecondVersion() async throws -> String {
    try write(Poems.first, to: .poem)
    let first = try #require(Self.migration.restricted(toType: "Poem")?.migrating(to: 2))
    #expect(try await first.plan([folder.path]).run().migrated == 1)
    return try #require(text(.poem))
  }

  @Test(arguments: [false, true])
  func `a migration is undone if the next one was killed before it had replaced the document`(
    hasBackup: Bool
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let second = try await migrateToSecondVersion()
    if hasBackup {
      // It was killed after it had made a backup.
      #expect(try await Self.migration.plan([folder.path]).run().migrated == 1)
      try write(second, to: .poem)
    }
    try FileManager.default.setAttributes(
      [.modificationDate: start - 60], ofItemAtPath: url(.poem).path)

    let undone = try undo(.poem, after: Self.killed)

    #expect(undone?.backup.version == 1)
    #expect(undone?.change.from == "1")
    #expect(text(.poem) == Poems.first)
  }

  @Test(arguments: [false, true])
  func `only the last migration is undone, even if its restoring wasn't recorded`(
    isWithinOneSecond: Bool
  ) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let second = try await migrateToSecondVersion()
    #expect(try await Self.migration.plan([folder.path]).run().migrated == 1)

    #expect(try undo(.poem, after: Self.killed)?.change.from == "2")
    if isWithinOneSecond {
      try FileManager.default.setAttributes(
        [.modificationDate: start], ofItemAtPath: url(.poem).path)
    }
    #expect(try undo(.poem, after: Self.killed) == nil)

    #expect(text(.poem) == second)
  }
}
