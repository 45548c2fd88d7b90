import Foundation
import Lineage
import LineageStore

extension CommandRun {
  /// A backup, as JSON.
  private struct BackupJSON: Encodable {
    let file: String
    let backup: String
    let version: String?
    let date: String
  }

  func backups() throws -> ExitCode {
    try forEachOperand { path in
      let backups = try backups(of: path)
      if !invocation.isJSON, !invocation.isPlain {
        try terminal.print(
          "\(path.shown(upTo: .max)): \(backups.isEmpty ? "no backups" : Wording.count(backups.count, "backup"))"
        )
      }
      for backup in backups { try printBackup(backup, of: path) }
    }
  }

  /// Does something with each file that was named, and goes on with the others if one fails.
  private func forEachOperand(_ body: (String) throws -> Void) throws -> ExitCode {
    var code = ExitCode.success
    for path in invocation.operands {
      try stop.checkCancellation()
      do {
        if isFolder(path) { throw DocumentFailure.folder(invocation.verb) }
        try body(path)
      } catch let failure as DocumentFailure {
        complain(failure, of: path)
        code = .failures
      } catch is MissingFile {
        terminal.complain(
          "\(table.name): \(path.shown(upTo: .max)): There is no such file, and no backup of it.")
        if code == .success { code = .noInput }
      }
    }
    return code
  }

  /// A file that doesn't exist and has no backup.
  private struct MissingFile: Error {}

  /// The backups of a file, which needn't exist if it has some.
  private func backups(of path: String) throws -> [MigrationBackup] {
    let backups = try migration.backups(of: path)
    if backups.isEmpty, isMissing(path) { throw MissingFile() }
    return backups
  }

  private func printBackup(_ backup: MigrationBackup, of path: String) throws {
    let date = backup.date.formatted(.iso8601)
    if invocation.isJSON {
      try printJSON(
        BackupJSON(
          file: path, backup: backup.name, version: backup.version.map { "\($0)" }, date: date))
    } else if invocation.isPlain {
      try terminal.print(
        [path.shown(upTo: .max), backup.name, Wording.version(backup.version), date].joined(
          separator: "\t"))
    } else {
      try terminal.print("  \(backup.name)  version \(Wording.version(backup.version))  \(date)")
    }
  }

  // MARK: - Restoring

  func restore() throws -> ExitCode {
    guard let path = invocation.journal else { return try restoreOperands() }
    let all = try readJournal(path).changes
    let listed = all.map { ComparedPath($0.file) }
    var files: Set<ComparedPath> = []
    var unlisted: [String] = []
    for operand in invocation.operands {
      let place = ComparedPath(Journal.identity(of: operand))
      let found = listed.filter { $0.isAtOrIn(place) }
      files.formUnion(found)
      if found.isEmpty { unlisted.append("'\(operand)'") }
    }
    if !unlisted.isEmpty {
      let complaint = """
        the journal '\(path)' lists no document in \(unlisted.joined(separator: ", ")) that was migrated and not \
        restored.
        """
      if files.isEmpty { throw CommandFailure(.noInput, complaint) }
      terminal.complain("\(table.name): \(complaint)")
    }
    let changes = zip(all, listed).filter { files.contains($1) }.map(\.0)
    guard try confirms(restoring: changes.count) else { return .differences }
    return try undo(changes, try openJournal())
  }

  /// Undoes changes one after another, until the command is interrupted.
  private func undo(_ changes: [JournaledChange], _ journal: JournalWriter?) throws -> ExitCode {
    // What was restored is recorded, whatever happens.
    if ownsProcess { Signals.noteInterruptions() }
    let monitor = ProgressMonitor(terminal, invocation.progress, noun: "document")
    var progress = WorkProgress(total: changes.count)
    var restored = 0
    var unchanged = 0
    var failed = 0
    do {
      defer { monitor.finish() }
      for change in changes {
        if stop.isStopped { break }
        do {
          let undone = try migration.undo(change)
          try recordInJournal { try journal?.restore(undone?.change ?? change) }
          if let undone {
            restored += 1
            try printRestored(undone.backup, restoredTo: change.file)
          } else {
            unchanged += 1
          }
        } catch let failure as DocumentFailure {
          complain(failure, of: change.file)
          failed += 1
        }
        progress.documents += 1
        monitor.update(progress)
      }
    }
    var done = "\(Wording.count(restored, "document")) \(restored == 1 ? "was" : "were") restored"
    if unchanged > 0 { done += ", \(Wording.number(unchanged)) left alone" }
    if failed > 0 { done += ", \(Wording.number(failed)) failed" }
    if progress.documents < changes.count {
      terminal.complain("Interrupted. \(done). Run the command again to continue.")
      return .cancelled
    }
    terminal.say("\(done).")
    return failed == 0 ? .success : .failures
  }

  private func restoreOperands() throws -> ExitCode {
    if invocation.backup != nil, invocation.operands.count > 1 {
      throw UsageError(
        "'--backup' names a backup of one document. Restore the others separately.", verb: .restore)
    }
    guard try confirms(restoring: invocation.operands.count) else { return .differences }
    return try forEachOperand { path in
      _ = try backups(of: path)
      try printRestored(try migration.restore(path, from: invocation.backup), restoredTo: path)
    }
  }

  private func confirms(restoring count: Int) throws -> Bool {
    let documents = Wording.count(count, "document")
    return try confirms("Restore \(documents)? The current ones are kept as backups.")
  }

  private func printRestored(_ backup: MigrationBackup, restoredTo path: String) throws {
    if invocation.isJSON || invocation.isPlain { return try printBackup(backup, of: path) }
    try terminal.print(
      "\(path.shown(upTo: .max)): restored version \(Wording.version(backup.version)) from \(backup.name)"
    )
  }
}
