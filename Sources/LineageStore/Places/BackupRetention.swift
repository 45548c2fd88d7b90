/// Decides which backups of a document are retained when another one is added. It is asked about each, from the newest to
/// the oldest.
struct BackupRetention {
  /// How many are retained, besides those that are never removed: damaged, overruled and unsaved ones.
  private let limit: Int
  /// How many of those that may be removed it was asked about.
  private var count = 0
  /// How many of removed documents it was asked about. Saves of a new document don't cost the removed one.
  private var removedCount = 0
  private var labels: Set<BackupLabel> = []

  /// - Parameter limit: How many are retained, at least one, and as many of removed documents.
  init(limit: Int) {
    self.limit = max(limit, 1)
  }

  /// Whether the next backup is retained.
  ///
  /// - Parameters:
  ///   - label: The label of the backup.
  ///   - process: The process that has made it.
  mutating func retains(label: BackupLabel, process: String) -> Bool {
    // Those that are never removed aren't counted.
    if label.isOnlyCopy { return true }
    if case .removed = label {
      removedCount += 1
      return removedCount <= limit
    }
    count += 1
    // One of another process doesn't count: it may be of a save that fails, and then goes away.
    let isNeeded = process == BackupName.ownProcess && labels.insert(label).inserted
    return count <= limit || isNeeded
  }
}
