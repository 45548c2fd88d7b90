import Foundation
import Lineage
import LineageSchemas
import LineageStore

extension CommandRun {
  /// A version that the program knows, as JSON.
  private struct VersionRecord: Encodable {
    let document: String
    let version: String
    let type: String
    let location: String
    let schema: String
  }

  func chain() throws -> ExitCode {
    for (place, kind) in migration.kinds.enumerated() {
      let records = zip(kind.chain.links, kind.types).map { link, type in
        VersionRecord(
          document: kind.name, version: Wording.version(link.version), type: link.type,
          location: "\(link.location)", schema: LearnedSchema(of: type).digest)
      }
      if invocation.isJSON {
        for record in records { try printJSON(record) }
        continue
      }
      if invocation.isPlain {
        for record in records {
          try terminal.print(
            [record.document, record.version, record.type, record.location, record.schema]
              .joined(separator: "\t"))
        }
        continue
      }
      if place > 0 { try terminal.print("") }
      try terminal.print("\(kind.name), in files named '\(kind.pattern)'")
      let versionWidth = records.map(\.version.count).max() ?? 0
      let typeWidth = records.map(\.type.count).max() ?? 0
      for record in records {
        try terminal.print(
          """
            version \(Wording.padded(record.version, versionWidth))  \
          \(Wording.padded(record.type, typeWidth))  schema \(record.schema)
          """)
      }
    }
    let broken = migration.kinds.first { $0.chain.problem != nil }
    if let broken, let problem = broken.chain.problem {
      throw CommandFailure(
        .internalError, "the versions of \(broken.name) aren't linked correctly: \(problem)")
    }
    return .success
  }

  // MARK: - Backups

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

  func restore() throws -> ExitCode {
    if invocation.backup != nil, invocation.operands.count > 1 {
      throw UsageError(
        "'--backup' names a backup of one document. Restore the others separately.", verb: .restore)
    }
    if invocation.asks, terminal.hasPerson {
      let count = Wording.count(invocation.operands.count, "document")
      guard terminal.confirms("Restore \(count)? The current ones are kept as backups.") else {
        terminal.say("Nothing was written.")
        return .differences
      }
    }
    return try forEachOperand { path, code in
      if isMissing(path, with: try migration.backups(of: path), &code) { return }
      let backup = try migration.restore(path, from: invocation.backup)
      if invocation.isJSON || invocation.isPlain {
        try showBackup(backup, of: path)
      } else {
        try terminal.print(
          "\(path.shown(upTo: .max)): restored version \(Wording.version(backup.version)) from \(backup.name)"
        )
      }
    }
  }
}
