import Lineage

extension DocumentStore {
  /// Removes the document, even if it is newer than this program or can't be read. Does nothing if there is none.
  ///
  /// It is kept as a backup first, unless the ``BackupPolicy`` is `none` or the place has no backups. ``restore(_:)``
  /// brings it back if this program can read it. ``removeBackups()`` removes it for good.
  ///
  /// If its import was created with `removing: false`, the document is still in its previous location, and the next
  /// ``read()`` imports it from there once more, however old it is. If the path is a symbolic link, it is removed, too;
  /// the backups stay beside the file that it led to.
  ///
  /// - Throws: `StoreError`. Except for ``StoreError/uncertain(_:)``, nothing was changed then.
  public func remove() throws(StoreError) {
    try checkAccess(for: .removing)
    for _ in 0..<100 where try removeOnce() { return }
    let error = PlaceError(.notWritten, "another program keeps changing it")
    throw error.explained(name, .removing)
  }

  /// - Returns: False if the document was changed in the meantime.
  private func removeOnce() throws(StoreError) -> Bool {
    let session = try explaining(for: .removing) { () throws(PlaceError) in try place.begin() }
    defer { session.end() }
    let stored = try explaining(for: .removing) { () throws(PlaceError) in try session.read() }
    guard let stored else { return try removeImported(in: session) }
    let request = options.backups == .none ? nil : keeping(try label(of: stored))
    let isRemoved = try explaining(for: .removing) { () throws(PlaceError) in
      try session.remove(stored, keeping: request)
    }
    guard isRemoved else { return false }
    try checkThatItIsGone(stored, in: session)
    if let request { session.removeSuperfluousBackups(besides: stored, request) }
    return true
  }

  /// Removes the document of a previous location, which would be the document from now on.
  ///
  /// - Returns: False if it is in the place now.
  private func removeImported(in session: any StorageSession) throws(StoreError) -> Bool {
    do {
      guard let opened = try imported() else { return true }
      _ = try write(opened.value, over: opened, in: session)
      return false
    } catch .damaged(let document) {
      guard let origin = document.origin else { throw .damaged(document) }
      try removeUnreadable(origin, keeping: BackupLabel.damaged, in: session)
    } catch .newer(let document) {
      guard let origin = document.origin else { throw .newer(document) }
      let version = origin.document.flatMap {
        try? (origin.coding ?? coding).version(of: Value.self, in: $0)
      }
      try removeUnreadable(origin, keeping: label(version), in: session)
    }
    return true
  }

  private func removeUnreadable(
    _ origin: ImportOrigin, keeping label: String, in session: any StorageSession
  ) throws(StoreError) {
    if let document = origin.document, options.backups != .none {
      let bytes = try sealed(document)
      try explaining(for: .removing) { () throws(PlaceError) in
        try session.keep(bytes, label: label)
      }
    }
    origin.cleanUp()
  }

  /// What to call a document when it is kept because it is removed.
  private func label(of stored: StoredBytes) throws(StoreError) -> String {
    do {
      return label(try open(stored).version)
    } catch .damaged {
      return BackupLabel.damaged
    } catch .newer {
      let data = try decrypted(stored)
      return label((try? coding.version(of: Value.self, in: data)) ?? .unversioned)
    }
  }

  /// Some places drop what they are told, such as a transaction that isn't committed.
  private func checkThatItIsGone(
    _ removed: StoredBytes, in session: any StorageSession
  ) throws(StoreError) {
    guard place.verifies, let current = try? session.read(), current.hasSameToken(as: removed)
    else { return }
    var error = PlaceError(
      .uncertain, "it is still stored; a transaction may not have been committed")
    error.uncertainty = .unchanged
    throw error.explained(name, .removing)
  }

  /// Removes all backups of the document, and not the document itself. A document that was removed is gone then.
  ///
  /// - Throws: `StoreError`. Some backups may have been removed then.
  public func removeBackups() throws(StoreError) {
    try checkAccess(for: .removing)
    let session = try explaining(for: .removing) { () throws(PlaceError) in try place.begin() }
    defer { session.end() }
    try explaining(for: .removing) { () throws(PlaceError) in try session.removeBackups() }
  }
}
