public import Foundation
public import Lineage
public import LineageStore

/// A document that was kept before it was migrated.
public struct MigrationBackup: Hashable, Sendable {
  /// The name of its file, which says its place in the order, its version, and when it was kept.
  public let name: String
  /// When it was kept.
  public let date: Date
  /// Its version; nil if it can't be read.
  public let version: AnyVersion?
}

extension Migration {
  /// The same, with other choices for backups.
  ///
  /// - Parameters:
  ///   - policy: Which documents are kept.
  ///   - folder: The folder for all of them; nil to keep each one beside its document.
  public func withBackups(_ policy: BackupPolicy, in folder: URL? = nil) -> Migration {
    var migration = self
    for index in kinds.indices {
      migration.kinds[index].options.backups = policy
      migration.kinds[index].options.backupFolder = folder
    }
    return migration
  }

  /// The documents that were kept of a file, newest first.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``DocumentFailure`` if they can't be listed.
  public func backups(of path: String) throws -> [MigrationBackup] {
    try kind(of: path).backups(ofFile: path).map {
      MigrationBackup(name: $0.name, date: $0.date, version: $0.version)
    }
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
    let backup = try kind(of: path).restore(file: path, from: name)
    return MigrationBackup(name: backup.name, date: backup.date, version: backup.version)
  }

  /// The documents that a file belongs to, also if it doesn't exist any more.
  private func kind(of path: String) throws(DocumentFailure) -> any DocumentKind {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let kind = kinds.first(where: { takesAnyFile || $0.matches(name) }) else {
      throw DocumentFailure(
        .unknownType, message: "Can't infer the type of the document from its name. Add --type.")
    }
    return kind
  }
}
