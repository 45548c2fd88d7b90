/// Decides which backups of a document are retained when another one is added. It is asked about each, from the newest to
/// the oldest.
struct BackupRetention {
  private let limit: BackupLimit
  /// How many of those that may be removed it was asked about.
  private var count = 0
  /// How many of removed documents it was asked about. Saves of a new document don't cost the removed one.
  private var removedCount = 0
  private var labels: Set<BackupLabel> = []

  init(limit: BackupLimit) {
    self.limit = limit
  }

  /// Whether the next backup is retained.
  ///
  /// - Parameters:
  ///   - label: The label of the backup.
  ///   - process: The process that has made it.
  mutating func retains(label: BackupLabel, process: String) -> Bool {
    // Those that are never removed aren't counted.
    guard case .newest(let limit) = limit, !label.isOnlyCopy else { return true }
    if case .removed = label {
      removedCount += 1
      return removedCount <= max(limit, 1)
    }
    count += 1
    // One of another process doesn't count: it may be of a save that fails, and then goes away.
    let isNeeded = process == BackupName.ownProcess && labels.insert(label).inserted
    return count <= max(limit, 1) || isNeeded
  }
}
