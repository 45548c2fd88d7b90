import Foundation
import Lineage
import LineageStore

extension Migration {
  /// The backups of a file, newest first.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``DocumentFailure`` if they can't be listed.
  public func backups(of path: String) throws -> [MigrationBackup] {
    try kind(of: path).backups(ofFile: path)
  }

  /// Restores a backup, byte for byte. The document that it replaces is backed up.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the backup; nil for the newest that was the document, and wasn't damaged.
  /// - Returns: The backup that was restored.
  /// - Throws: ``DocumentFailure`` if there is no such backup, or the file can't be written.
  @discardableResult
  public func restore(_ path: String, from name: String? = nil) throws -> MigrationBackup {
    try kind(of: path).restore(file: path, from: name)
  }

  /// Restores what a document was before a migration, unless it has changed since.
  ///
  /// Whether it has changed is told by its content, not by the journal: a run may have been killed before it recorded
  /// what it did.
  ///
  /// - Returns: What was restored; nil if the document already is what it was.
  func undo(_ change: JournaledChange) throws(DocumentFailure) -> UndoneChange? {
    let kind = try kind(of: change.file)
    guard let modified = try modificationTime(of: change.file),
      let document = try kind.content(ofFile: change.file)
    else { throw Self.changed }
    let backups = try kind.documents(inBackupsOf: change.file, since: change.start)
    let backup = try newest(.original, in: backups, change, kind)
    // Restoring a document backs up the migrated one. The backups are only read again if that matters.
    func wasRestored() throws(DocumentFailure) -> Bool {
      try newest(.migrated, in: backups, change, kind) != nil
    }
    if try isOriginal(document, backup?.content, change, kind, wasRestored) {
      guard case .unfinished(let previous?) = change.state, try !wasRestored() else { return nil }
      if backup == nil || modified < change.start { return try undo(previous) }
      // What was written after the migration had begun, and is the same as before, was put back by other means. Within
      // the same second, nothing tells.
      if modified > change.start { return nil }
      throw Self.changed
    }
    // Of a run that was interrupted or failed, it isn't known when it replaced the document.
    if case .finished(let time) = change.state, modified > time { throw Self.changed }
    guard age(of: document, change, kind) == .migrated else { throw Self.changed }
    guard let backup else {
      throw DocumentFailure.noBackup("There is no backup of it from the migration.")
    }
    return UndoneChange(
      change: change, backup: try kind.restore(file: change.file, from: backup.name))
  }

  /// The newest backup of a document that is as old as it was before a migration, or as new as after it.
  ///
  /// - Throws: ``DocumentFailure`` if that can't be told, because a newer backup can't be read.
  private func newest(
    _ age: Age, in backups: AnySequence<BackedUpDocument>, _ change: JournaledChange,
    _ kind: any DocumentKind
  ) throws(DocumentFailure) -> (name: String, content: Data)? {
    for backup in backups {
      do throws(DocumentFailure) {
        let content = try backup.content.get()
        if self.age(of: content, change, kind) == age { return (backup.backup, content) }
        if case .failed(let failure) = kind.standing(of: content) { throw failure }
      } catch {
        throw DocumentFailure(
          error.code,
          message: """
            The backup '\(backup.backup)' may be that of the migration, but it can't be read. \(error.message) To \
            restore another one, name it with '--backup'.
            """)
      }
    }
    return nil
  }

  /// Whether a document is what it was before a migration.
  ///
  /// - Parameters:
  ///   - original: The document as it was before the migration, if there is a backup of it.
  ///   - wasRestored: Whether there is a backup of the migrated document.
  private func isOriginal(
    _ document: Data, _ original: Data?, _ change: JournaledChange, _ kind: any DocumentKind,
    _ wasRestored: () throws(DocumentFailure) -> Bool
  ) throws(DocumentFailure) -> Bool {
    if let original { return document == original }
    guard age(of: document, change, kind) == .original else { return false }
    switch change.state {
    // It was never replaced, because a backup is made before that.
    case .unfinished: return true
    // If only one backup is kept, restoring the document has replaced its backup with one of the migrated document.
    case .finished: return try wasRestored()
    }
  }

  private enum Age {
    case original, migrated, other
  }

  /// Whether a document is as old as it was before a migration, or as new as after it.
  private func age(
    of document: Data, _ change: JournaledChange, _ kind: any DocumentKind
  ) -> Age {
    // If only values in the document were migrated, its version doesn't tell.
    let isTold = change.from != change.to
    let standing = isTold ? kind.standing(of: document) : kind.examine(document).standing
    let version = standing.version.map { "\($0)" }
    switch standing {
    case _ where isTold:
      return version == change.from ? .original : version == change.to ? .migrated : .other
    case .older where version == change.from: return .original
    case .current where version == change.to: return .migrated
    default: return .other
    }
  }

  /// When a file was modified, in whole seconds as in journals; nil if there is none.
  private func modificationTime(of path: String) throws(DocumentFailure) -> Date? {
    do {
      let status = try RetriedCalls(SystemCalls())
        .status(of: path, in: .workingFolder, followingLinks: true)
      return Date(timeIntervalSince1970: Double(status.modified.first ?? 0))
    } catch {
      if error.code == ENOENT { return nil }
      throw DocumentFailure(.unavailable, message: "\(error).")
    }
  }

  private static var changed: DocumentFailure {
    DocumentFailure(
      .inUse,
      message: """
        It was changed or removed after it was migrated. To restore it anyway, name it without '--journal': the \
        changes are kept as a backup.
        """)
  }

  /// The documents that a file belongs to, even if it no longer exists.
  private func kind(of path: String) throws(DocumentFailure) -> any DocumentKind {
    if let kind = kinds.first(where: { $0.matches(file: path) }) { return kind }
    guard takesAnyFile, let kind = kinds.first else { throw .unknownName }
    return kind
  }
}

/// A change that was undone, which may be an earlier one than the last.
struct UndoneChange {
  let change: JournaledChange
  /// The backup that was restored.
  let backup: MigrationBackup
}
