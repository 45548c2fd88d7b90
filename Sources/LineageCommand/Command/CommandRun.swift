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
  /// Whether the command may answer signals.
  let ownsProcess: Bool
  /// The file of `--errors`.
  var errorRecords: RecordFile?
  private let encoder = JSONEncoder()

  init(
    table: CommandTable, invocation: Invocation, migration: Migration, terminal: Terminal,
    stop: StopSign, ownsProcess: Bool
  ) {
    self.table = table
    self.invocation = invocation
    self.migration = migration
    self.terminal = terminal
    self.stop = stop
    self.ownsProcess = ownsProcess
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  mutating func run() throws -> ExitCode {
    try checkRecordFiles()
    try applyDocumentOptions()
    switch invocation.operation {
    case .inspect: return try inspect()
    case .check: return try check()
    case .migrate: return try migrate()
    case .filter: return try filter()
    case .chain: return try chain()
    case .backups: return try backups()
    case .restore: return try restore()
    }
  }

  /// Applies the options that choose documents and versions.
  private mutating func applyDocumentOptions() throws {
    if let type = invocation.type, let chosen = migration.restricted(toType: type) {
      migration = chosen
    }
    if let version = invocation.targetVersion {
      if migration.typeNames.count > 1 {
        throw UsageError(
          "'--to' needs '--type', because the versions of different types have nothing in common.",
          verb: invocation.verb)
      }
      guard let older = migration.limited(to: AnyVersion(typed: version, in: migration)) else {
        throw UsageError(
          "there is no version '\(version)'. See '\(table.name) chain'.", verb: invocation.verb)
      }
      if let kind = older.kinds.first, let nested = kind.nestedVersionedTypes.first {
        throw UsageError(
          """
          '--to' can't be used with \(kind.name): values of \(TypeName.of(nested)) in it would be written in their \
          newest version. Use a '\(table.name)' that was built when version '\(version)' was the newest.
          """, verb: invocation.verb)
      }
      migration = older
    }
    try checkBackupFolder()
    if invocation.onLoss == .fail { migration = migration.refusingLosses() }
    for index in migration.kinds.indices {
      applyBackupOption(to: &migration.kinds[index].options)
    }
  }

  /// Fails if backups can't be in the folder that was named. It needn't exist.
  private func checkBackupFolder() throws(CommandFailure) {
    guard case .folder(let path)? = invocation.backups else { return }
    let calls = RetriedCalls(SystemCalls())
    var reason: String?
    do {
      let status = try calls.status(of: path, in: .workingFolder, followingLinks: true)
      if status.kind != .folder { reason = "it isn't a folder" }
    } catch {
      if error.code != ENOENT { reason = error.description }
    }
    guard let reason else { return }
    throw CommandFailure(
      invocation.verb == .backups ? .noInput : .cannotCreate,
      "'\(path)' can't contain backups: \(reason). Name a folder for '--backups'.")
  }

  /// Applies the option for backups, and leaves what it doesn't name.
  private func applyBackupOption(to options: inout DocumentOptions) {
    switch invocation.backups {
    case nil: break
    case .disabled?: options.backups = .none
    case .count(let count)?:
      options.backups =
        if case .everySave = options.backups { .everySave(keep: count) } else {
          .beforeMigration(keep: count)
        }
    case .folder(let path)?:
      options.backupFolder = URL(literalPath: path, directoryHint: .isDirectory)
      if options.backups == .none { options.backups = .beforeMigration(keep: 3) }
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

  /// What newer documents are newer than.
  var newestKnown: String {
    guard invocation.targetVersion != nil, let target = migration.kinds.first?.target else {
      return "this program"
    }
    return target == .unversioned ? "documents without a version" : "version \(target)"
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

  /// Whether it is certain that there is no file.
  func isMissing(_ path: String) -> Bool {
    let calls = RetriedCalls(SystemCalls())
    do {
      _ = try calls.status(of: path, in: .workingFolder, followingLinks: false)
      return false
    } catch {
      return error.code == ENOENT
    }
  }

  func isFolder(_ path: String) -> Bool {
    let calls = RetriedCalls(SystemCalls())
    let status = try? calls.status(of: path, in: .workingFolder, followingLinks: true)
    return status?.kind == .folder
  }

  /// The only kind of documents that lines can have.
  func kindOfLines() throws -> any DocumentKind {
    if migration.typeNames.count > 1 {
      let names = migration.typeNames.joined(separator: ", ")
      throw UsageError(
        "can't infer the type of the lines. Add --type with one of these: \(names).",
        verb: invocation.verb)
    }
    do {
      return try migration.kindOfLines()
    } catch {
      throw UsageError(
        "'\(invocation.verb)' can't read lines. \(error.message)", verb: invocation.verb)
    }
  }

  /// The keys of the field of each line that contains the document; empty if the line is the document.
  func columnKeys() throws(UsageError) -> [String] {
    guard let column = invocation.column else { return [] }
    guard let path = FieldPath(column), !path.components.isEmpty else {
      throw UsageError("'\(column)' isn't a field, such as row.document.", verb: invocation.verb)
    }
    var keys: [String] = []
    for component in path.components {
      guard case .key(let key) = component else {
        throw UsageError(
          "'\(column)' has an index. Name a field of each line, such as row.document.",
          verb: invocation.verb)
      }
      keys.append(key)
    }
    return keys
  }

  /// Where the documents are that were named: in files and folders, or in the lines of standard input.
  func source(
    where isWanted: @escaping @Sendable (String) -> Bool = { _ in true },
    takingBackups takesBackups: Bool = false
  ) throws -> any DocumentSource {
    guard readsLines else {
      return FileSource(
        migration: migration, paths: invocation.operands, isWanted: isWanted,
        takesBackups: takesBackups)
    }
    let layout = LineLayout(
      keySeparator: invocation.keySeparator, column: try columnKeys())
    return LineSource(input: 0, kind: try kindOfLines(), layout: layout)
  }

  mutating func openErrorRecords() throws {
    guard let path = invocation.errors else { return }
    do {
      errorRecords = try RecordFile(path)
    } catch {
      throw LineFilter.StreamFailure(stream: .errors, error: error)
    }
  }

  func recordFailure(_ failure: DocumentFailure, of place: FoundDocument.Place) throws {
    do {
      try errorRecords?.append(FailureRecord(failure, file: place.file, line: place.line))
    } catch let error as SystemError {
      throw LineFilter.StreamFailure(stream: .errors, error: error)
    }
  }

  /// Asks for confirmation where there is a person. If it isn't given, says that nothing was done.
  func confirms(_ question: String) throws -> Bool {
    guard invocation.asks, terminal.hasPerson else { return true }
    try terminal.flush()
    if terminal.confirms(question) { return true }
    terminal.say("Nothing was written.")
    return false
  }

  func complain(_ failure: DocumentFailure, of path: String) {
    terminal.complain("\(table.name): \(path.shown(upTo: .max)): \(failure.message)")
  }

  /// Fails if there were no documents at all: a name was mistyped, or the folder is another one.
  func checkThatThereAreDocuments(_ count: Int) throws {
    if count > 0 || readsLines { return }
    let names = migration.kinds.map { "'\($0.pattern)' (\($0.name))" }.joined(separator: ", ")
    let places = invocation.operands.map { "'\($0)'" }.joined(separator: ", ")
    throw CommandFailure(
      .noInput, "there are no documents in \(places). Their names look like \(names).")
  }

  func printJSON(_ value: some Encodable) throws {
    try terminal.print(String(decoding: encoder.encode(value), as: UTF8.self))
  }

  // MARK: - Failures

  /// Sums up the failures of documents of a type, the most frequent reasons first.
  ///
  /// - Parameters:
  ///   - failed: All failures.
  ///   - type: The name of the type; nil for documents whose type can't be told.
  ///   - width: The width of the column with the number of documents.
  func printFailures(_ failed: FailureList, of type: String?, width: Int) throws {
    func printLine(_ count: Int, _ text: String) throws {
      let column = Wording.right(Wording.number(count), width)
      try terminal.print("\(column)  \(terminal.emphasized(text))")
    }
    let shown = failed.groups(of: type).prefix(Self.shownReasons)
    for group in shown {
      let path = group.first.path.shown(upTo: .max)
      let place = group.documents == 1 ? ": \(path)" : ", e.g. \(path)"
      try printLine(group.documents, "failed\(place): \(group.first.failure.message)")
    }
    let others = failed.count(of: type) - shown.reduce(0) { $0 + $1.documents }
    if others > 0 { try printLine(others, "failed for other reasons") }
  }

  /// Says how to list all failures, if the lines that sum them up don't name each document.
  func printFailureHint(_ failed: FailureList, width: Int) throws {
    let named = failed.types.reduce(0) { count, type in
      count + min(failed.groups(of: type).count, Self.shownReasons)
    }
    if named == failed.count || errorRecords != nil { return }
    try terminal.print("\(Wording.right("", width + 2))(--errors FILE lists all failures)")
  }

  /// The number of reasons for failures that are shown for each type.
  private static var shownReasons: Int { 10 }
}

extension AnyVersion {
  /// A version as it was typed: a number if the versions of the documents are numbers, and `unversioned` for documents
  /// without a version.
  init(typed text: String, in migration: Migration) {
    let versions = migration.kinds.flatMap { $0.chain.links.map(\.version) }
    if let number = Int(text), versions.contains(.integer(number)) {
      self = .integer(number)
    } else if text == Wording.version(.unversioned), !versions.contains(.string(text)) {
      self = .unversioned
    } else {
      self = .string(text)
    }
  }
}
