import Foundation
import Lineage
import LineageStore
import PoetryDocuments
import Synchronization
import Testing

@testable import LineageCommand

/// Commands that end before everything is done.
struct StoppedCommandTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "stopped-\(UUID())", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String {
    folder.appending(path: name).path(percentEncoded: false)
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  // MARK: - Cancelling

  @Test(arguments: [
    ["inspect", "a.poem"], ["check", "a.poem"], ["migrate", "a.poem"], ["migrate", "-n", "a.poem"],
    ["backups", "a.poem"], ["restore", "a.poem"], ["inspect", "-"], ["check", "-"], ["filter"],
  ])
  func `a command that was cancelled doesn't report success`(_ arguments: [String]) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(Poems.current, to: "a.poem")
    let command = MigrationCommand(name: "poetry-migrate", version: "1.4") {
      Documents(of: Poem.self, named: "*.poem")
    }
    let arguments = arguments.map { $0 == "a.poem" ? path($0) : $0 } + ["--quiet"]

    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await command.run(arguments)
    }

    #expect(await task.value == .cancelled)
  }

  /// Cancels a task when some documents have been read.
  private final class Cancellation: DocumentSealing {
    private let reads = Atomic(0)
    private let cancel = Mutex<(@Sendable () -> Void)?>(nil)
    private let isReady = DispatchSemaphore(value: 0)

    var count: Int { reads.load(ordering: .relaxed) }

    func set(_ cancel: @escaping @Sendable () -> Void) {
      self.cancel.withLock { $0 = cancel }
      isReady.signal()
    }

    func seal(_ data: Data) -> Data { data }

    func open(_ sealed: Data) -> Data {
      if reads.wrappingAdd(1, ordering: .relaxed).newValue == 20 {
        isReady.wait()
        cancel.withLock { $0?() }
      }
      return sealed
    }
  }

  @Test func `a command that is cancelled in the middle leaves the rest`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for index in 0..<200 { try write(Poems.current, to: "\(index).poem") }
    let cancellation = Cancellation()
    let command = MigrationCommand(name: "poetry-migrate", version: "1.4") {
      Documents(of: Poem.self, named: "*.poem", options: DocumentOptions(sealing: cancellation))
    }
    let arguments = ["check", "--quiet", "--jobs", "1", path("")]

    let task = Task { await command.run(arguments) }
    cancellation.set { task.cancel() }

    #expect(await task.value == .cancelled)
    #expect(cancellation.count == 20)
  }

  @Test func `a plan that is cancelled in the middle looks at no other document`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for index in 0..<200 { try write(Poems.current, to: "\(index).poem") }
    let cancellation = Cancellation()
    let migration = Migration {
      Documents(of: Poem.self, named: "*.poem", options: DocumentOptions(sealing: cancellation))
    }
    let folder = path("")

    let task = Task { try await migration.plan([folder]) }
    cancellation.set { task.cancel() }

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(cancellation.count == 20)
  }

  // MARK: - The journal

  /// Notes whether a journal has a migrated document when another one is read.
  private final class JournalReader: DocumentSealing {
    private let journal: URL
    private let hasSeenRecord = Atomic(false)
    var hasSeen: Bool { hasSeenRecord.load(ordering: .relaxed) }

    init(_ journal: URL) { self.journal = journal }

    func seal(_ data: Data) -> Data { data }

    func open(_ sealed: Data) -> Data {
      let text = (try? String(contentsOf: journal, encoding: .utf8)) ?? ""
      let isLast = String(decoding: sealed, as: UTF8.self) == Poems.second
      if isLast, text.contains(#""result":"migrated""#) {
        hasSeenRecord.store(true, ordering: .relaxed)
      }
      return sealed
    }
  }

  /// Until it is recorded, an edit in the meantime would count as made before the migration, and be undone with it.
  @Test func `a migrated document is recorded before the next one is read`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(Poems.first, to: "a.poem")
    try write(Poems.second, to: "b.poem")
    let reader = JournalReader(folder.appending(path: "journal"))
    let command = MigrationCommand(name: "poetry-migrate", version: "1.4") {
      Documents(of: Poem.self, named: "*.poem", options: DocumentOptions(sealing: reader))
    }

    let code = await command.run([
      "migrate", "--quiet", "--no-input", "--jobs", "1", "--journal", path("journal"), path(""),
    ])

    #expect(code == .success)
    #expect(reader.hasSeen)
  }

  // MARK: - A full disk

  @Test func `what was migrated when the disk was full is in the journal`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = (100..<300).map { "\($0).poem" }
    for name in names { try write(Poems.first, to: name) }
    var migration = Migration { Documents(of: Poem.self, named: "*.poem") }
    let poems = TypedKind<Poem>(pattern: "*.poem", options: DocumentOptions())
    migration.kinds = [KindWithFullDisk(base: poems, file: names[0])]
    let arguments = [
      "migrate", "--jobs", "4", "--no-input", "--journal", path("journal"), path(""),
    ]
    var run = try CommandRun(arguments, migration)

    let failure = #expect(throws: CommandFailure.self) { try run.run() }

    #expect(failure?.code == .ioError)
    let migrated = try names.filter {
      try Data(contentsOf: folder.appending(path: $0)) == Data(Poems.firstMigrated.utf8)
    }
    let journal = try String(contentsOf: folder.appending(path: "journal"), encoding: .utf8)
    let records = journal.split(separator: "\n")
    #expect(records.count { $0.contains(#""result":"migrated""#) } == migrated.count)
    #expect(records.count { $0.contains(#""code":"disk-failed""#) } == 1)
    #expect(migrated.count < names.count - 1)
  }

  #if os(Linux)
    @Test func `a full disk is noticed, also if a file with the same text as its name has failed`()
      throws
    {
      defer { try? FileManager.default.removeItem(at: folder) }
      try write(Poems.wrong, to: "e\u{301}.poem")
      try write(Poems.first, to: "\u{E9}.poem")
      var migration = Migration { Documents(of: Poem.self, named: "*.poem") }
      let poems = TypedKind<Poem>(pattern: "*.poem", options: DocumentOptions())
      migration.kinds = [KindWithFullDisk(base: poems, file: "\u{E9}.poem")]
      var run = try CommandRun(["migrate", "--keep-going", "--no-input", path("")], migration)

      let failure = #expect(throws: CommandFailure.self) { try run.run() }

      #expect(failure?.code == .ioError)
    }
  #endif
}
