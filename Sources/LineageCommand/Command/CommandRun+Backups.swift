import Foundation
import Lineage
import LineageStore

extension CommandRun {
  /// A backup, as JSON.
  private struct BackupRecord: Encodable {
    let file: String
    let backup: String
    let version: String?
    let date: String
  }

  func backups() throws -> ExitCode {
    try forEachOperand { path, code in
      let backups = try migration.backups(of: path)
      if isMissing(path, with: backups, &code) { return }
      if !invocation.isJSON, !invocation.isPlain {
        try terminal.print(
          "\(path.shown(upTo: .max)): \(backups.isEmpty ? "no backups" : Wording.count(backups.count, "backup"))"
        )
      }
      for backup in backups { try showBackup(backup, of: path) }
    }
  }

  /// Does something with each file that was named, and goes on with the others if one fails.
  ///
  /// - Parameter body: Gets the file, and the exit code so far.
  private func forEachOperand(_ body: (String, inout ExitCode) throws -> Void) throws -> ExitCode {
    var code = ExitCode.success
    for path in invocation.operands {
      try stop.checkCancellation()
      do {
        if isFolder(path) { throw DocumentFailure.folder(invocation.verb) }
        try body(path, &code)
      } catch let failure as DocumentFailure {
        complain(failure, of: path)
        code = .failures
      }
    }
    return code
  }

  /// Whether there is neither a file nor a backup of it, which is said.
  private func isMissing(
    _ path: String, with backups: [MigrationBackup], _ code: inout ExitCode
  ) -> Bool {
    guard backups.isEmpty, isMissing(path) else { return false }
    terminal.complain(
      "\(table.name): \(path.shown(upTo: .max)): There is no such file, and no backup of it.")
    if code == .success { code = .noInput }
    return true
  }

  private func showBackup(_ backup: MigrationBackup, of path: String) throws {
    let date = backup.date.formatted(.iso8601)
    if invocation.isJSON {
      try printJSON(
        BackupRecord(
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
    var files: Set<String> = []
    var unlisted: [String] = []
    for operand in invocation.operands {
      let place = Journal.identity(of: operand)
      let found = all.map(\.file).filter {
        $0 == place || $0.hasPrefix(place == "/" ? place : "\(place)/")
      }
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
    let changes = all.filter { files.contains($0.file) }
    guard try confirms(restoring: changes.count) else { return .differences }
    let journal = try openJournal()
    // What was restored is recorded, whatever happens.
    if ownsProcess { Signals.noteInterruptions() }
    var restored = 0
    var unchanged = 0
    var failed = 0
    for change in changes {
      try stop.checkCancellation()
      do {
        let undone = try migration.undo(change)
        try recordInJournal { try journal?.restore(undone?.change ?? change) }
        if let undone {
          restored += 1
          try show(undone.backup, restoredTo: change.file)
        } else {
          unchanged += 1
        }
      } catch let failure as DocumentFailure {
        complain(failure, of: change.file)
        failed += 1
      }
    }
    var rest = unchanged == 0 ? "" : ", \(Wording.number(unchanged)) left alone"
    if failed > 0 { rest += ", \(Wording.number(failed)) failed" }
    terminal.say(
      "\(Wording.count(restored, "document")) \(restored == 1 ? "was" : "were") restored\(rest).")
    return failed == 0 ? .success : .failures
  }

  private func restoreOperands() throws -> ExitCode {
    if invocation.backup != nil, invocation.operands.count > 1 {
      throw UsageError(
        "'--backup' names a backup of one document. Restore the others separately.", verb: .restore)
    }
    guard try confirms(restoring: invocation.operands.count) else { return .differences }
    return try forEachOperand { path, code in
      if isMissing(path, with: try migration.backups(of: path), &code) { return }
      try show(try migration.restore(path, from: invocation.backup), restoredTo: path)
    }
  }

  private func confirms(restoring count: Int) throws -> Bool {
    guard invocation.asks, terminal.hasPerson else { return true }
    let documents = Wording.count(count, "document")
    if terminal.confirms("Restore \(documents)? The current ones are kept as backups.") {
      return true
    }
    terminal.say("Nothing was written.")
    return false
  }

  private func show(_ backup: MigrationBackup, restoredTo path: String) throws {
    if invocation.isJSON || invocation.isPlain { return try showBackup(backup, of: path) }
    try terminal.print(
      "\(path.shown(upTo: .max)): restored version \(Wording.version(backup.version)) from \(backup.name)"
    )
  }
}
