import Foundation

/// A document in a file.
struct FilePlace: StoragePlace {
  let path: String
  let settings: FileSettings
  let calls: any FileCalls

  init(path: String, settings: FileSettings, calls: any FileCalls = SystemCalls()) {
    self.path = path
    self.settings = settings
    self.calls = RetriedCalls(calls)
  }

  var location: String { path }

  func read() throws(PlaceError) -> StoredBytes? {
    for _ in 0..<10 {
      if let stored = try readIfFound() { return stored }
      if try isCertainlyAbsent() { return nil }
    }
    throw PlaceError(.unavailable, .isCreatedAndRemovedRepeatedly)
  }

  /// What is in the file; nil if the system finds none.
  private func readIfFound() throws(PlaceError) -> StoredBytes? {
    try checkPath()
    let file: Descriptor
    do {
      file = try calls.open(path, in: .workingFolder, .reading)
    } catch  where error.code == ENOENT {
      return nil
    } catch {
      throw PlaceError(.unavailable, error)
    }
    defer { try? calls.close(file) }
    return StoredBytes(try calls.document(in: file))
  }

  /// Checks that the path is that of the file that the program has named.
  func checkPath() throws(PlaceError) {
    // The system would see another path, which ends there.
    if path.utf8.contains(0) {
      throw PlaceError(.unavailable, "its name contains a zero byte")
    }
    let file = FilePath.split(path).name
    // A save would create a folder with its name.
    if file.isEmpty {
      throw PlaceError(
        .unavailable, "its path is empty or ends with a slash, so it has no name")
    }
    // A save of the other document would remove it.
    if FilePath.isHidden(file), FilePath.isTemporary(file) {
      throw PlaceError(.unavailable, "its name is that of the temporary file of another document")
    }
    if FilePath.folded(file).utf8.elementsEqual(BackupFolder.name.utf8) {
      throw PlaceError(.unavailable, "its name is that of the folder for backups")
    }
    // It may come from a user or from another computer.
    if let name = settings.name, FilePath.leadsOut(name) {
      throw PlaceError(.unavailable, "its name leads out of its folder")
    }
  }

  /// The permissions of the file. If they aren't known, only its owner has some.
  func permissions() -> UInt32 {
    let status = try? calls.status(of: path, in: .workingFolder, followingLinks: true)
    return status?.permissions ?? 0o600
  }

  /// Whether a file that wasn't found doesn't exist; false if it has been made in the meantime. A link that leads nowhere,
  /// a folder that isn't there, or a file that must be downloaded first says nothing about the document.
  private func isCertainlyAbsent() throws(PlaceError) -> Bool {
    var kind: FileStatus.Kind?
    do {
      kind = try calls.status(of: path, in: .workingFolder, followingLinks: false).kind
    } catch {
      guard error.code == ENOENT else { throw PlaceError(.unavailable, error) }
    }
    if kind == .symbolicLink {
      throw PlaceError(.unavailable, .linkLeadsNowhere)
    } else if kind != nil {
      return false
    }
    let (folder, name) = FilePath.split(path)
    do {
      _ = try calls.status(of: folder, in: .workingFolder, followingLinks: true)
    } catch {
      if error.code == ENOENT, settings.createsFolder { return true }
      throw PlaceError(.unavailable, error)
    }
    try calls.checkNotEvicted(
      FilePath.joined(folder, FilePath.placeholder(of: name)), in: .workingFolder)
    if FilePath.hasReplacementCharacter(name) { try checkNameIsUTF8(name, in: folder) }
    return true
  }

  private func checkNameIsUTF8(_ name: String, in path: String) throws(PlaceError) {
    let folder: Descriptor
    do {
      folder = try calls.open(path, in: .workingFolder, .folder)
    } catch {
      throw PlaceError(.unavailable, error)
    }
    defer { try? calls.close(folder) }
    try calls.checkNameIsUTF8(name, in: folder)
  }

  func begin() throws(PlaceError) -> any StorageSession { try FileSession(self) }

  func beginBackup() throws(PlaceError) -> any StorageSession {
    try FileSession(self, waits: false)
  }

  func watch(_ onChange: @escaping @Sendable () -> Void) -> (any Sendable)? {
    FileWatcher(path: path, calls: calls, onChange)
  }
}

/// The options for a document in a file.
struct FileSettings: Sendable {
  var durability = Durability.full
  var protection: FileProtection?
  var lockTimeout = Duration.seconds(10)
  /// The name of the document in its folder; nil if it was given as a path.
  var name: String?
  /// Whether the folder belongs to the program, so that a missing one is made.
  var createsFolder = false
  /// The folder for backups; nil if they are beside the document.
  var backupFolder: String?

  init() {}
}

extension FileCalls {
  /// Checks that a file that wasn't found isn't one that has to be downloaded first, of which there is only a
  /// placeholder.
  func checkNotEvicted(
    _ placeholder: String, in folder: Descriptor
  ) throws(PlaceError) {
    do {
      _ = try status(of: placeholder, in: folder, followingLinks: false)
    } catch {
      // A name that is too long for a placeholder has none.
      if error.code == ENOENT || error.code == ENAMETOOLONG { return }
      throw PlaceError(.unavailable, error)
    }
    throw PlaceError(.unavailable, .isNotDownloaded)
  }

  /// Checks that a file that wasn't found isn't one whose name isn't UTF-8. The system's names are repaired when they
  /// become texts, and a repaired name finds no file.
  func checkNameIsUTF8(_ name: String, in folder: Descriptor) throws(PlaceError) {
    guard FilePath.hasReplacementCharacter(name) else { return }
    let names: [String]
    do {
      names = try self.names(in: folder)
    } catch {
      throw PlaceError(.unavailable, error)
    }
    if names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      throw PlaceError(.unavailable, "its name isn't valid UTF-8")
    }
  }

  /// Reads a document.
  func document(in file: Descriptor) throws(PlaceError) -> Data {
    do {
      return try steadyContent(of: file)
    } catch let error as PlaceError {
      throw error
    } catch {
      throw PlaceError(.unavailable, error as? SystemError ?? SystemError(call: "pread", code: EIO))
    }
  }

  /// Reads a file that doesn't change in the meantime. A program that writes in place would otherwise leave us half of
  /// each document.
  private func steadyContent(of file: Descriptor) throws -> Data {
    var status = try status(of: file)
    for _ in 0..<50 {
      guard status.kind == .file else {
        throw PlaceError(.unavailable, status.kind == .folder ? .isFolder : .isNoFile)
      }
      if status.isPlaceholder {
        throw PlaceError(.unavailable, .isNotDownloaded)
      }
      let content = try content(of: file, size: status.size)
      let after = try self.status(of: file)
      if after.size == content.count, after.modified == status.modified { return content }
      status = after
      Thread.sleep(forTimeInterval: 0.002)
    }
    throw PlaceError(.unavailable, .isChangedRepeatedly)
  }
}
