import Foundation
import Lineage
import LineageStore

extension Migration {
  /// The documents that were kept of a file, newest first.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``DocumentFailure`` if they can't be listed.
  public func backups(of path: String) throws -> [MigrationBackup] {
    try kind(of: path).backups(ofFile: path)
  }

  /// Restores a document that was kept, as it was. The document that it replaces is kept.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the backup; nil for the newest.
  /// - Returns: The backup that was restored.
  /// - Throws: ``DocumentFailure`` if there is no such backup, or the file can't be written.
  @discardableResult
  public func restore(_ path: String, from name: String? = nil) throws -> MigrationBackup {
    try kind(of: path).restore(file: path, from: name)
  }

  /// Restores what a document was before a migration, unless it has changed since.
  ///
  /// - Returns: The backup that was restored; nil if the document was never replaced, or is restored already.
  func undo(_ change: JournaledChange) throws(DocumentFailure) -> MigrationBackup? {
    let path = change.record.file
    let kind = try kind(of: path)
    let version = kind.standing(ofFile: path).version.map { "\($0)" }
    if version == change.record.from {
      guard !change.isFinished, let previous = change.previous else { return nil }
      return try undo(
        JournaledChange(
          record: previous.record, startTime: previous.startTime, isFinished: true))
    }
    // Of a run that was interrupted or failed, it isn't known when it replaced the document.
    var isChanged = false
    if change.isFinished { isChanged = try hasChanged(path, since: change.record) }
    if isChanged || version != change.record.to {
      throw DocumentFailure(
        .inUse,
        message: """
          It was changed or removed after it was migrated. To restore it nevertheless, name it without '--journal': \
          the changes are kept as a backup.
          """)
    }
    let backup = try kind.backups(ofFile: path).first {
      !$0.isUnsaved && $0.version.map { "\($0)" } == change.record.from && $0.date >= change.start
    }
    guard let backup else {
      throw DocumentFailure(.unavailable, message: "The migration has left no backup of it.")
    }
    return try kind.restore(file: path, from: backup.name)
  }

  /// Whether a file was written, or removed, after a record of it.
  private func hasChanged(
    _ path: String, since record: JournalRecord
  ) throws(DocumentFailure) -> Bool {
    do {
      let status = try RetriedCalls(SystemCalls())
        .status(of: path, in: .workingFolder, followingLinks: true)
      let second = (try? Date(record.time, strategy: .iso8601))?.timeIntervalSince1970
      // Times of records are whole seconds.
      return second.map { Double(status.modified.first ?? 0) > $0 } ?? true
    } catch {
      if error.code == ENOENT { return true }
      throw DocumentFailure(.unavailable, message: "\(error).")
    }
  }

  /// The documents that a file belongs to, even if it no longer exists.
  private func kind(of path: String) throws(DocumentFailure) -> any DocumentKind {
    if let kind = kinds.first(where: { $0.matches(file: path) }) { return kind }
    guard takesAnyFile, let kind = kinds.first else { throw .unknownName }
    return kind
  }
}
