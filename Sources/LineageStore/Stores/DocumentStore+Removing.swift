import Lineage

extension DocumentStore {
  /// Removes the document, even if it is newer than this program or can't be read. Does nothing if there is none.
  ///
  /// It is backed up first, unless the ``BackupPolicy`` is `none` or the place has no backups. ``restore(_:)``
  /// brings it back if this program can read it. ``removeBackups()`` removes it for good. As many removed documents are
  /// kept as the policy says, besides the other backups.
  ///
  /// - Throws: `StoreError`. Except for ``StoreError/uncertain(_:)``, the document is still there then.
  public func remove() throws(StoreError) {
    try checkAccess(for: .removing)
    for attempts in 0..<Self.maximumAttempts {
      if try removeOnce(after: attempts) { return }
    }
    let error = PlaceError(.notWritten, .isChangedRepeatedly)
    throw error.storeError(for: name, .removing)
  }

  /// - Returns: False if the document was changed in the meantime.
  private func removeOnce(after attempts: Int) throws(StoreError) -> Bool {
    let session = try begin(for: .removing)
    defer { session.end() }
    let stored = try convertingErrors(for: .removing) { () throws(PlaceError) in
      try session.read()
    }
    let ownLabel = try stored.map { stored throws(StoreError) in try label(of: stored) }
    if stored != nil {
      try convertingErrors(for: .removing) { () throws(PlaceError) in
        try session.checkRemovable()
      }
    }
    let origins = try backUpImports(removedWith: stored, in: session)
    // The first is removed last, and the document after all of them: each would be read instead of the one before.
    for origin in origins.reversed() {
      do {
        try origin.cleanUp()
      } catch {
        throw PlaceError(.notWritten, from: error).storeError(for: name, .removing)
      }
      if origin.hasChanged() { return false }
    }
    if let stored, let ownLabel {
      // What was in previous locations is kept beside the document, and not in place of it, and so are the copies of
      // earlier attempts.
      let others = imports.count { $0.isCleanedUp } + attempts
      let backup = options.backups == .none ? nil : ownLabel.ofRemoved
      let isRemoved = try convertingErrors(for: .removing) { () throws(PlaceError) in
        try session.remove(stored, backup: backup)
      }
      guard isRemoved else { return false }
      try checkRemoved(stored, in: session)
      if backup != nil { removeOldBackups(besides: others, in: session) }
    }
    return true
  }

  /// The label of a document that is removed.
  private func label(of stored: StoredBytes) throws(StoreError) -> BackupLabel {
    do {
      return BackupLabel(try open(stored).version)
    } catch  where error.isAboutContent {
      return .damaged
    } catch .newer {
      let data = try decrypted(stored)
      return BackupLabel((try? coding.version(of: Value.self, in: data)) ?? .unversioned)
    }
  }

  /// Checks that a document is gone. Some places report success for a change that isn't committed.
  private func checkRemoved(
    _ removed: StoredBytes, in session: any StorageSession
  ) throws(StoreError) {
    guard place.verifies, let current = try? session.read(), current.hasSameToken(as: removed)
    else { return }
    let error = PlaceError(
      .uncertain(.unchanged), "it is still stored; a transaction may not have been committed")
    throw error.storeError(for: name, .removing)
  }

  /// Removes all backups of the document, and not the document itself. A document that was removed is gone then.
  ///
  /// - Throws: `StoreError`. Some backups may have been removed then.
  public func removeBackups() throws(StoreError) {
    try change(for: .removing) { session throws(StoreError) in
      try convertingErrors(for: .removing) { () throws(PlaceError) in try session.removeBackups() }
    }
  }
}
