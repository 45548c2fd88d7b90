/// How many backups of a document are retained, besides those that are never removed: damaged, overruled and unsaved
/// ones.
enum BackupLimit: Hashable, Sendable {
  /// No backup is removed.
  case all
  /// The newest ones are retained, at least one, and as many of removed documents.
  case newest(Int)
}
