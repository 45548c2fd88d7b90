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

  /// The documents that a file belongs to, even if it no longer exists.
  private func kind(of path: String) throws(DocumentFailure) -> any DocumentKind {
    if let kind = kinds.first(where: { $0.matches(file: path) }) { return kind }
    guard takesAnyFile, let kind = kinds.first else { throw .unknownName }
    return kind
  }
}
