import Foundation
import Lineage

// What becomes of a document that can't simply be saved, or that is replaced: the user's choices.

extension LiveDocument {
  /// Replaces a damaged document with the value. The damaged one is kept as a backup. Does nothing if the document
  /// isn't damaged.
  ///
  /// - Throws: `StoreError` if the document can't be written.
  public func replaceDamaged() async throws(StoreError) {
    try await serially { document -> Result<Void, StoreError> in
      guard case .damaged(let error) = document.current.state else { return .success(()) }
      guard case .damaged(let damaged) = error else { return .failure(error) }
      return await document.writeOrFail { value, store throws(StoreError) in
        try store.write(value, replacing: damaged)
      }
    }.get()
  }

  /// Ends a conflict with the value of this program. Fields that only the other program has changed get its changes. Its
  /// document is kept as a backup, unless the ``BackupPolicy`` is `none` or the place has no backups. Does nothing if there
  /// is no conflict.
  ///
  /// - Throws: `StoreError` if the document was changed once more, or can't be written.
  public func keepMine() async throws(StoreError) {
    try await serially { document -> Result<Void, StoreError> in
      guard case .conflict(let conflict) = document.current.state else { return .success(()) }
      let merged = await document.mine(mergedWith: conflict)
      let result = await document.write(merged, resolving: conflict) {
        value, store throws(StoreError) in try store.write(value, insteadOf: conflict)
      }
      guard case .failure(.changed(let newer)) = result else { return result }
      return document.fail(.changed(await document.conflict(withTheirsOf: newer) ?? newer))
    }.get()
  }

  /// Ends a conflict with the document of the other program. Changes that aren't saved are dropped, but not those that are
  /// made after the call. The value with the dropped changes is kept as a backup, unless the ``BackupPolicy`` is `none` or
  /// the place has no backups. Does nothing if there is no conflict.
  ///
  /// If the other document can't be read, or the changes can't be backed up, ``state-swift.property`` says why, and no
  /// change is dropped. Changes made after the call to a field that the other document has, too, are a new conflict. If
  /// the other document was removed, the changes make a new one.
  public func takeTheirs() async {
    let dropped = changesToDrop()
    defer { forget(dropped) }
    await serially { document in
      // It may have ended by itself since the user was asked.
      guard case .conflict = document.current.state else { return }
      do throws(StoreError) {
        try await document.backUpUnsaved()
      } catch {
        return document.failReading(with: error)
      }
      await document.readAgain(dropping: dropped)
    }
  }

  /// Keeps the value as a backup, where there are any.
  private func backUpUnsaved() async throws(StoreError) {
    guard store.options.backups != .none else { return }
    let value = current.value
    try await inBackground { store throws(StoreError) in
      do throws(StoreError) {
        try store.backUpUnsaved(value)
      } catch .backupFailed(let failure) where failure.fixedProblem == .hasNoBackups {
        // The place keeps none.
      }
    }.get()
  }

  /// The value with the fields that only the other program of a conflict has changed, as far as they can be merged; nil
  /// if it has them already.
  private func mine(mergedWith conflict: Conflict) async -> Value? {
    await whileUnchanged { content, store -> Value? in
      guard let theirs = try? conflict.theirs(as: Value.self),
        let conflict = try? content.conflict(with: theirs, in: store),
        let merged = try? conflict.mergedToShow(preferring: .mine) as Value
      else { return nil }
      return store.isStored(merged, as: conflict.mine) ? nil : merged
    }.get()
  }

  /// The conflict of the value with the document of the other program; nil if that was removed or can't be read.
  private func conflict(withTheirsOf conflict: Conflict) async -> Conflict? {
    await whileUnchanged { content, store in
      guard let theirs = try? conflict.theirs(as: Value.self) else { return nil }
      return try? content.conflict(with: theirs, in: store)
    }.get()
  }

  /// Replaces the document with a backup. The document that it replaces is backed up first.
  ///
  /// Changes that aren't saved are dropped, and the value with them is kept as a backup, unless the ``BackupPolicy`` is
  /// `none` or the place has no backups. Changes that are made after the call apply to the restored value.
  ///
  /// - Parameter backup: One of ``backups()``.
  /// - Throws: `StoreError` if it can't be restored, or the changes can't be backed up. Then no change is dropped.
  public func restore(_ backup: DocumentBackup<Value>) async throws(StoreError) {
    let dropped = changesToDrop()
    defer { forget(dropped) }
    try await serially { document -> Result<Void, StoreError> in
      do throws(StoreError) {
        if document.current.hasChanges(until: dropped.changes.edits) {
          try await document.inBackground { store throws(StoreError) in
            try store.checkRestorable(backup)
          }.get()
          try await document.backUpUnsaved()
        }
        let restored = try await document.inBackground { store throws(StoreError) in
          try store.restore(backup)
        }.get()
        await document.startOver(with: restored, after: dropped, laterChanges: .win)
        return .success(())
      } catch {
        return .failure(error)
      }
    }.get()
  }

  /// Removes the document, which is kept as a backup. The value becomes the default, and changing it creates a new
  /// document.
  ///
  /// Changes that aren't saved are saved first, so that the backup has them. Those that can't be saved are dropped.
  /// Changes after the call are made to the default value, and so make a new document. If an import was created with
  /// `removing: false`, the document in the previous location is used instead: it is read the next time, and later
  /// changes are merged with it.
  ///
  /// - Throws: `StoreError` if it can't be removed.
  public func remove() async throws(StoreError) {
    let dropped = changesToDrop()
    defer { forget(dropped) }
    try await serially { document -> Result<Void, StoreError> in
      _ = await document.saveChanges(until: dropped.changes.edits)
      let result = await document.inBackground { store throws(StoreError) in try store.remove() }
      if case .success = result {
        await document.startOver(with: nil, after: dropped, laterChanges: .win)
      }
      return result
    }.get()
  }
}
