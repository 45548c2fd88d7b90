import Foundation

/// A backup that was made for a save that isn't finished.
struct UnfinishedBackup {
  /// What becomes of it when the save is finished.
  enum Outcome {
    /// It stays: what is backed up may be nowhere else.
    case retain
    /// It is removed: nothing was saved, and what is backed up is still the document.
    case discard
  }

  let name: BackupName
  /// The open folder of the document's backups.
  let folder: Descriptor
}

extension FileSession {
  /// Backs up a document before it is replaced.
  func backUp(
    _ bytes: Data, like original: Descriptor?, permissions: UInt32 = 0o600, _ label: BackupLabel
  ) throws(PlaceError) -> UnfinishedBackup {
    do {
      return try writeBackup(bytes, like: original, permissions, label)
    } catch {
      var error = error
      error.kind = .backupFailed
      if let cause = error.systemError,
        let path = try? BackupFolder.path(of: name, in: folder, at: folderPath, settings, calls)
      {
        error.problem = "the folder '\(path)' can't be used: \(cause)"
      }
      throw error
    }
  }

  /// The folder of the document's backups. If they are beside it, the path is relative to the folder that is open,
  /// because its own path may be another one by now.
  func backupPath() throws(SystemError) -> String {
    try BackupFolder.path(
      of: name, in: folder, at: settings.backupFolder == nil ? "." : folderPath, settings, calls)
  }

  func backUp(_ bytes: Data, label: BackupLabel, from origin: FileOrigin?) throws(PlaceError) {
    if case .previousLocation(let permissions, _) = origin {
      requireFullDurability()
      let backup = try backUp(bytes, like: nil, permissions: permissions ?? 0o600, label)
      return finish(backup, .retain)
    }
    // The document may not be saved because the original can't be read.
    let original = try? openOriginal()
    defer { if let original { try? calls.close(original) } }
    finish(try backUp(bytes, like: original, label), .retain)
  }

  private func writeBackup(
    _ bytes: Data, like original: Descriptor?, _ permissions: UInt32, _ label: BackupLabel
  ) throws(PlaceError) -> UnfinishedBackup {
    do {
      let path = try backupPath()
      // All users who can save to the folder must be able to make backups there.
      let isNew = try calls.makeFolders(
        path, in: folder, like: settings.backupFolder == nil ? folder : nil)
      let backups = try calls.open(path, in: folder, .folder)
      do {
        let names = try calls.names(in: backups).compactMap(BackupName.init)
        // A process that died may have made the folder without syncing its name.
        if names.isEmpty, !isNew { try calls.syncName(ofFolder: path, in: folder) }
        // The number gives the order, because clocks jump.
        let number = (names.map(\.number).max() ?? 0) + 1
        let backup = BackupName(
          number: number, label: label, date: Date(), isLocked: isLocked, document: name)
        try write(bytes, like: original, permissions, to: backup.text, in: backups)
        return UnfinishedBackup(name: backup, folder: backups)
      } catch {
        try? calls.close(backups)
        throw error
      }
    } catch {
      throw PlaceError(.backupFailed, from: error)
    }
  }

  /// Writes a backup that has its name only when it is complete.
  private func write(
    _ bytes: Data, like original: Descriptor?, _ permissions: UInt32, to backup: String,
    in backups: Descriptor
  ) throws {
    try? calls.remove(temporaryName, in: backups)
    let file = NewFile(
      name: temporaryName, folder: backups, calls: calls, durability: durability,
      protection: settings.protection, permissions: permissions)
    do {
      _ = try file.write(bytes, like: original)
    } catch {
      let path = try BackupFolder.path(of: name, in: folder, at: folderPath, settings, calls)
      throw namingObstacle(error, in: path)
    }
    do {
      try calls.rename(temporaryName, toUnusedName: backup, in: backups)
    } catch {
      try? calls.remove(temporaryName, in: backups)
      throw error
    }
    // Otherwise, the new document could reach the disk before the backup does.
    guard durability != .cache else { return }
    do {
      try calls.syncFolder(backups)
    } catch {
      try? calls.remove(backup, in: backups)
      throw error
    }
  }

  func finish(_ unfinished: UnfinishedBackup?, _ outcome: UnfinishedBackup.Outcome) {
    guard let unfinished else { return }
    if outcome == .discard { try? calls.remove(unfinished.name.text, in: unfinished.folder) }
    try? calls.close(unfinished.folder)
  }

  func removeBackups(beyond limit: Int) {
    guard let path = try? backupPath(),
      let backups = try? calls.open(path, in: folder, .folder)
    else { return }
    defer { try? calls.close(backups) }
    let names = ((try? calls.names(in: backups)) ?? []).compactMap(BackupName.init)
    var retention = BackupRetention(limit: limit)
    for name in names.sorted(by: >)
    where !retention.retains(label: name.label, process: name.process) {
      try? calls.remove(name.text, in: backups)
    }
  }

  func removeBackups() throws(PlaceError) {
    do throws(SystemError) {
      let path = try backupPath()
      let backups: Descriptor
      do {
        backups = try calls.open(path, in: folder, .folder)
      } catch  where error.code == ENOENT {
        return
      }
      defer { try? calls.close(backups) }
      for name in try calls.names(in: backups) where BackupName(name) != nil {
        try calls.remove(name, in: backups)
      }
      // One that a process was writing when it died.
      try? calls.remove(temporaryName, in: backups)
      try calls.syncFolder(backups)
      // Its name is that of the document. It stays if other files are in it.
      try? calls.removeFolder(path, in: folder)
    } catch {
      throw PlaceError(.notWritten, error)
    }
  }
}
