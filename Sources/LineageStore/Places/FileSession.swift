import Foundation

/// A save in progress: the folder of a document, open and locked.
final class FileSession: StorageSession {
  let calls: any FileCalls
  let settings: FileSettings
  /// The folder that has the file itself, not a link to it.
  let folder: Descriptor
  let folderPath: String
  /// The name of the file in the folder.
  let name: String
  /// The path by which the program names the document, which may be a link to it.
  let path: String
  /// Whether the folder is locked. Some network disks have no locks, and a backup doesn't wait for one.
  let isLocked: Bool
  private let holder: LockHolder
  /// What this save survives.
  private(set) var durability: Durability

  /// - Parameter waits: Whether it waits while others save. If not, it isn't locked then, and may only make backups.
  init(_ place: FilePlace, waits: Bool = true) throws(PlaceError) {
    calls = place.calls
    path = place.path
    settings = place.settings
    durability = settings.durability
    try place.checkPath()
    if settings.createsFolder {
      try calls.makeFolders(FilePath.split(place.path).folder)
    }
    let file: ResolvedFile
    (file, isLocked, holder) = try calls.lockFolder(
      of: place.path, within: waits ? settings.lockTimeout : nil)
    (folder, name, folderPath) = (file.folder, file.name, file.folderPath)
  }

  /// Closes the folder, which unlocks it.
  func end() {
    holder.endSave(of: name)
    try? calls.close(folder)
  }

  func read() throws(PlaceError) -> StoredBytes? {
    guard let original = try openOriginal() else { return nil }
    defer { try? calls.close(original) }
    return StoredBytes(try calls.document(in: original))
  }

  /// Opens the document; nil if it is known that there is none.
  func openOriginal() throws(PlaceError) -> Descriptor? {
    do {
      return try calls.open(name, in: folder, .reading)
    } catch {
      guard error.code == ENOENT else { throw PlaceError(.unavailable, error) }
    }
    try calls.checkNotEvicted(FilePath.placeholder(of: name), in: folder)
    try calls.checkNameIsUTF8(name, in: folder)
    return nil
  }

  func replace(
    _ base: StoredBytes?, with bytes: Data, backup: BackupLabel?, origin: FileOrigin?
  ) throws(PlaceError) -> ReplaceResult {
    guard let original = try openOriginal() else {
      return base == nil ? try create(bytes, origin, backup) : .changed(nil)
    }
    defer { try? calls.close(original) }
    let current = try calls.document(in: original)
    guard let base, base.bytes == current else { return .changed(StoredBytes(current)) }
    return try backingUp(current, like: original, backup) { () throws(PlaceError) in
      let copy = try writeTemporaryFile(bytes, like: original)
      return try replace(original, containing: current, by: copy, containing: bytes)
    }
  }

  /// Backs up the document before it is replaced or removed.
  ///
  /// If another program has written, the backup is retained, unlike that of `create(_:importing:permissions:_:)`: there
  /// may be no other copy of the document.
  func backingUp<Result>(
    _ document: Data, like original: Descriptor, _ label: BackupLabel?,
    _ change: () throws(PlaceError) -> Result
  ) throws(PlaceError) -> Result {
    do {
      try calls.checkWritable(name, in: folder)
    } catch {
      throw PlaceError(.readOnly, error)
    }
    let backup = try label.map { label throws(PlaceError) in
      try backUp(document, like: original, label)
    }
    do {
      let result = try change()
      finish(backup, .retain)
      return result
    } catch {
      finish(backup, error.isUncertain ? .retain : .discard)
      throw error
    }
  }

  /// What is imported is removed from its previous location afterwards, maybe on another disk.
  func requireFullDurability() { durability = .full }

  func syncFolder() throws(PlaceError) {
    guard durability == .full else { return }
    do {
      try calls.syncFolder(folder)
    } catch {
      throw PlaceError(.uncertain(.unconfirmed), error)
    }
  }

  // MARK: - Creating

  private func create(
    _ bytes: Data, _ origin: FileOrigin?, _ label: BackupLabel?
  ) throws(PlaceError) -> ReplaceResult {
    switch origin {
    case nil: return try create(bytes, permissions: 0o666)
    case .backup(let path):
      requireFullDurability()
      return try create(bytes, likeBackup: path)
    case .previousLocation(let permissions, let document):
      requireFullDurability()
      // A file that its owner may not write is imported to be written.
      return try create(
        bytes, importing: document, permissions: (permissions ?? 0o666) | 0o600, label)
    }
  }

  private func create(
    _ bytes: Data, importing document: Data?, permissions: UInt32, _ label: BackupLabel?
  ) throws(PlaceError) -> ReplaceResult {
    guard let label, let document else { return try create(bytes, permissions: permissions) }
    let backup = try backUp(document, like: nil, permissions: permissions, label)
    do {
      let result = try create(bytes, permissions: permissions)
      // If another program has written, the backup is removed, unlike that of `backingUp(_:like:_:_:)`: the document is
      // still in its previous location.
      let isReplaced = if case .replaced = result { true } else { false }
      finish(backup, isReplaced ? .retain : .discard)
      return result
    } catch {
      finish(backup, error.isUncertain ? .retain : .discard)
      throw error
    }
  }

  private func create(
    _ bytes: Data, likeBackup path: String
  ) throws(PlaceError) -> ReplaceResult {
    let backup: Descriptor
    do {
      backup = try calls.open(path, in: .workingFolder, .reading)
    } catch {
      throw PlaceError(.notWritten, error)
    }
    defer { try? calls.close(backup) }
    return try create(bytes, like: backup)
  }

  private func create(
    _ bytes: Data, like original: Descriptor? = nil, permissions: UInt32 = 0o600
  ) throws(PlaceError) -> ReplaceResult {
    // A process that died may have made the folder without syncing its name.
    if settings.createsFolder, durability == .full {
      do {
        try calls.syncName(ofFolder: folderPath)
      } catch {
        throw PlaceError(.notWritten, error)
      }
    }
    _ = try writeTemporaryFile(bytes, like: original, permissions: permissions)
    do {
      // A program that ignores the lock may have created a document by now.
      try calls.rename(temporaryName, toUnusedName: name, in: folder)
    } catch {
      removeTemporaryFile()
      guard error.code == EEXIST else { throw PlaceError(.notWritten, error) }
      return .changed(try read())
    }
    try syncFolder()
    return .replaced(StoredBytes(bytes))
  }

  // MARK: - Replacing

  private func replace(
    _ original: Descriptor, containing base: Data, by copy: FileStatus, containing bytes: Data
  ) throws(PlaceError) -> ReplaceResult {
    let retained = retain(temporaryName)
    defer { release(retained) }
    do {
      try calls.rename(temporaryName, to: name, in: folder, .exchange)
    } catch {
      guard error.isUnsupported else {
        removeTemporaryFile()
        throw PlaceError(.notWritten, error)
      }
      return try replaceWithoutExchange(base, bytes)
    }
    // A program that ignores the lock may have written between the comparison and the exchange.
    let isDisplaced: Bool
    do {
      isDisplaced = try self.isDisplaced(original, containing: base)
    } catch {
      try exchangeBack(copy)
      throw PlaceError(.notWritten, error)
    }
    if isDisplaced {
      try syncFolder()
      removeTemporaryFile()
      return .replaced(StoredBytes(bytes))
    }
    try exchangeBack(copy)
    return .changed(try read())
  }

  private func replaceWithoutExchange(
    _ base: Data, _ bytes: Data
  ) throws(PlaceError) -> ReplaceResult {
    // The last moment to see that another program has written.
    let current = try read()
    guard current?.bytes == base else {
      removeTemporaryFile()
      return .changed(current)
    }
    do {
      try calls.rename(temporaryName, to: name, in: folder, .replacing)
    } catch {
      removeTemporaryFile()
      throw PlaceError(.notWritten, error)
    }
    try syncFolder()
    return .replaced(StoredBytes(bytes))
  }

  /// Gives the document its name back, and removes the temporary file, which is the copy then.
  ///
  /// The other program may still be writing: its newest file was then displaced by its own older one, which this exchange
  /// has put there, and the two change places once more.
  private func exchangeBack(_ copy: FileStatus) throws(PlaceError) {
    var retained: [Descriptor?] = []
    defer { retained.forEach(release) }
    var lastPut = copy
    do throws(SystemError) {
      for _ in 0..<100 {
        let theirs = try calls.status(of: temporaryName, in: folder, followingLinks: false)
        retained.append(retain(temporaryName))
        try calls.rename(temporaryName, to: name, in: folder, .exchange)
        let displaced = try calls.status(of: temporaryName, in: folder, followingLinks: false)
        if displaced.isSameFile(as: lastPut) { return removeTemporaryFile() }
        lastPut = theirs
      }
      throw SystemError(call: "renameat2", code: EBUSY)
    } catch {
      throw displacement(error)
    }
  }

  /// Opens a file, so that its inode number isn't reused while it is compared.
  private func retain(_ name: String) -> Descriptor? {
    try? calls.open(name, in: folder, .reading)
  }

  private func release(_ retained: Descriptor?) {
    if let retained { try? calls.close(retained) }
  }

  // MARK: - Displaced documents

  /// Whether what was displaced is the document that was read.
  func isDisplaced(
    _ original: Descriptor, containing base: Data
  ) throws(SystemError) -> Bool {
    let displaced = try calls.status(of: temporaryName, in: folder, followingLinks: false)
    guard displaced.isSameFile(as: try calls.status(of: original)) else { return false }
    return try calls.hasContent(base, original)
  }

  /// The error if a document couldn't get its name back. The next save would remove it with the temporary file, so it
  /// gets a name of its own.
  func displacement(_ cause: SystemError) -> PlaceError {
    let number = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    var displaced = "\(temporaryName.dropLast(Self.temporarySuffix.count)).displaced-\(number)"
    do throws(SystemError) {
      try calls.rename(temporaryName, toUnusedName: displaced, in: folder)
      try calls.syncFolder(folder)
    } catch {
      if (try? calls.status(of: displaced, in: folder, followingLinks: false)) == nil {
        displaced = temporaryName
      }
    }
    return PlaceError(.uncertain(.displaced(to: FilePath.joined(folderPath, displaced))), cause)
  }

  // MARK: - The temporary file

  /// The name of the temporary file. Only the process with the lock uses it, so an existing one was left by a process
  /// that has died. Without a lock, each process has its own.
  private(set) lazy var temporaryName = Self.temporaryName(for: name, isShared: !isLocked)

  /// The name of a temporary file.
  ///
  /// - Parameter isShared: Whether other processes may use one for the same document, because the folder isn't locked.
  static func temporaryName(for name: String, isShared: Bool) -> String {
    var base = FilePath.shortened(name, to: 180)
    if isShared { base += ".\(UInt64.random(in: 0...UInt64.max))" }
    return ".\(base)\(temporarySuffix)"
  }

  /// How the names of temporary files end.
  static let temporarySuffix = ".saving"

  /// Writes the temporary file to the disk, with the owner and all attributes of the original.
  private func writeTemporaryFile(
    _ bytes: Data, like original: Descriptor?, permissions: UInt32 = 0o600
  ) throws(PlaceError) -> FileStatus {
    removeTemporaryFile()
    // A process that died while it made a backup may have left another one.
    if let backups = try? backupPath() {
      try? calls.remove("\(backups)/\(temporaryName)", in: folder)
    }
    let file = NewFile(
      name: temporaryName, folder: folder, calls: calls, durability: durability,
      protection: settings.protection, permissions: permissions)
    do {
      return try file.write(bytes, like: original)
    } catch {
      throw namingObstacle(error, in: folderPath)
    }
  }

  /// The error of a call that makes the temporary file in a folder. If something there that couldn't be removed has its
  /// name, such as a folder, the error says its path.
  func namingObstacle(_ error: PlaceError, in folder: String) -> PlaceError {
    guard let code = error.systemError?.code, [EEXIST, EISDIR].contains(code) else { return error }
    let path = FilePath.joined(folder, temporaryName)
    return PlaceError(error.kind, "'\(path)' is in the way and has to be moved or removed")
  }

  func removeTemporaryFile() {
    try? calls.remove(temporaryName, in: folder)
  }
}
