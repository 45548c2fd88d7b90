import Foundation
import Lineage
import LineageStore

/// A command at work: what was asked for, and where the answer goes.
struct CommandRun {
  let table: CommandTable
  let invocation: Invocation
  var migration: Migration
  let terminal: Terminal
  let stop: StopSign
  var records: RecordFile?
  private let encoder = JSONEncoder()

  init(
    table: CommandTable, invocation: Invocation, migration: Migration, terminal: Terminal,
    stop: StopSign
  ) {
    self.table = table
    self.invocation = invocation
    self.migration = migration
    self.terminal = terminal
    self.stop = stop
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  mutating func run() throws -> ExitCode {
    try choose()
    switch invocation.verb {
    case .inspect: return try inspect()
    case .check: return try check()
    case .migrate: return try migrate()
    case .filter: return try filter()
    case .chain: return try chain()
    case .backups: return try backups()
    case .restore: return try restore()
    case .completions:
      let shell = invocation.operands.first.flatMap(Shell.init(rawValue:)) ?? .bash
      try terminal.print(String(table.completions(for: shell).dropLast()))
      return .success
    case .help:
      try terminal.print(String(table.help(for: invocation.helpTopic).dropLast()))
      return .success
    }
  }

  /// Applies the options that choose documents and versions.
  private mutating func choose() throws {
    if let type = invocation.type, let chosen = migration.ofType(type) { migration = chosen }
    if let version = invocation.targetVersion {
      let known = migration
      guard let older = known.migrating(to: AnyVersion(typed: version, in: known)) else {
        throw UsageError(
          "no type has a version '\(version)'. See '\(table.name) chain'.", verb: invocation.verb)
      }
      migration = older
    }
    switch invocation.backups {
    case nil: break
    case BackupChoice.none?: migration = migration.keepingBackups(.none)
    case .count(let count)?: migration = migration.keepingBackups(.beforeMigration(keep: count))
    case .folder(let path)?:
      for index in migration.kinds.indices {
        migration.kinds[index].options.backupFolder = URL(
          filePath: path, directoryHint: .isDirectory)
      }
    }
  }

  // MARK: - What the verbs have in common

  /// The number of threads for work on files.
  var jobs: Int { invocation.jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Whether values of documents are shown.
  var showsValues: Bool {
    !invocation.showsPathsOnly
      && (ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty
  }

  /// Whether the documents are lines of standard input.
  var readsLines: Bool { invocation.operands == ["-"] }

  /// Checks that all files and folders that were named exist.
  func checkOperands() throws {
    let calls = RetriedCalls(SystemCalls())
    for path in invocation.operands where path != "-" {
      do {
        _ = try calls.status(of: path, in: .workingFolder, followingLinks: true)
      } catch {
        throw CommandFailure(.noInput, "'\(path)': \(error).")
      }
    }
  }

  /// The only kind of documents that lines can have.
  func kindOfLines() throws -> any DocumentKind {
    guard let kind = migration.kinds.first, migration.kinds.count == 1 else {
      let names = migration.kinds.map(\.name).joined(separator: ", ")
      throw UsageError(
        "lines don't tell their type. Add --type with one of these: \(names).",
        verb: invocation.verb)
    }
    guard kind.options.format.coding.isJSON else {
      throw UsageError(
        "\(kind.name) isn't stored as JSON, so lines can't have it.", verb: invocation.verb)
    }
    return kind
  }

  mutating func openRecords() throws {
    guard let path = invocation.errors else { return }
    do {
      records = try RecordFile(path)
    } catch {
      throw LineFilter.StreamFailure(stream: .errors, error: error)
    }
  }

  func record(_ failure: DocumentFailure, of file: String) throws {
    do {
      try records?.append(FailureRecord(failure, file: file))
    } catch let error as SystemError {
      throw LineFilter.StreamFailure(stream: .errors, error: error)
    }
  }

  /// Fails if there were no documents at all: a name was mistyped, or the folder is another one.
  func checkThatThereAreDocuments(_ count: Int) throws {
    if count > 0 || readsLines || stop.isStopped { return }
    let names = migration.kinds.map { "'\($0.pattern)' (\($0.name))" }.joined(separator: ", ")
    let places = invocation.operands.map { "'\($0)'" }.joined(separator: ", ")
    throw CommandFailure(.noInput, "there are no documents in \(places). Their names are \(names).")
  }

  func printJSON(_ value: some Encodable) throws {
    try terminal.print(String(decoding: encoder.encode(value), as: UTF8.self))
  }

  /// The line that sums up failures: how many, and what is wrong with the first one.
  func failureLine(_ count: Int, _ failures: [FailedFile]) -> String? {
    guard let first = failures.first else { return nil }
    let others =
      count == 1
      ? "" : " (and \(Wording.number(count - 1)) more\(records == nil ? ": --errors FILE" : ""))"
    return "can't be read: \(first.path): \(first.failure.message)\(others)"
  }
}

extension AnyVersion {
  /// A version as it was typed: a number if the versions of the documents are numbers.
  init(typed text: String, in migration: Migration) {
    let versions = migration.kinds.flatMap { $0.chain.links.map(\.version) }
    if let number = Int(text), versions.contains(.integer(number)) {
      self = .integer(number)
    } else {
      self = .string(text)
    }
  }
}
