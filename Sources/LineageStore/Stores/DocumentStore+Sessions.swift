import Lineage

extension DocumentStore {
  /// Changes what is stored in a session, which ends after that.
  func change<Result>(
    for action: StoreFailure.Action = .writing,
    _ body: (any StorageSession) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try checkAccess(for: action)
    let session = try begin(for: action)
    defer { session.end() }
    return try body(session)
  }

  /// Begins a session. Its `end()` must be called.
  func begin(
    for action: StoreFailure.Action = .writing
  ) throws(StoreError) -> any StorageSession {
    try convertingErrors(for: action) { () throws(PlaceError) in try place.begin() }
  }

  /// Throws ``StoreError/readOnly(_:)`` if the options say so.
  func checkAccess(for action: StoreFailure.Action = .writing) throws(StoreError) {
    guard options.access == .readOnly else { return }
    let error = PlaceError(.readOnly, "its options say that it is read-only")
    throw error.storeError(for: name, action)
  }

  /// Removes the backups that the policy doesn't retain, besides a number of others that were made with the last one.
  func removeOldBackups(besides others: Int = 0, in session: any StorageSession) {
    switch options.backups {
    case .beforeMigration(let limit), .everySave(let limit):
      session.removeBackups(beyond: min(limit, .max - others) + others)
    case .none: break
    }
  }
}
