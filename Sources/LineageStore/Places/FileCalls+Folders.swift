import Foundation
import Synchronization

/// Where a file itself is, after all symbolic links were followed.
struct ResolvedFile {
  let folder: Descriptor
  let folderPath: String
  let name: String
}

extension FileCalls {
  /// Follows symbolic links to a file, which may not exist, and opens its folder.
  func resolve(_ path: String) throws(PlaceError) -> ResolvedFile {
    var path = path
    do {
      for hop in 0..<40 {
        let (folderPath, name) = FilePath.split(path)
        let folder = try openFolder(folderPath)
        do {
          guard try kind(of: name, in: folder) == .symbolicLink else {
            if hop > 0, try kind(of: name, in: folder) == nil {
              throw PlaceError(.unavailable, .linkLeadsNowhere)
            }
            return ResolvedFile(folder: folder, folderPath: folderPath, name: name)
          }
          path = FilePath.joined(folderPath, try target(ofLink: name, in: folder))
        } catch {
          try? close(folder)
          throw error
        }
        try close(folder)
      }
      throw SystemError(call: "readlinkat", code: ELOOP)
    } catch {
      throw PlaceError(.unavailable, from: error)
    }
  }

  private func target(ofLink name: String, in folder: Descriptor) throws(PlaceError) -> String {
    do {
      return try destination(ofLink: name, in: folder)
    } catch  where error.code == EILSEQ {
      throw PlaceError(.unavailable, "the target of the symbolic link isn't valid UTF-8")
    } catch {
      throw PlaceError(.unavailable, error)
    }
  }

  /// Opens the folder of a file. It must be readable, so that it can be locked and synced.
  private func openFolder(_ path: String) throws(PlaceError) -> Descriptor {
    do {
      return try open(path, in: .workingFolder, .folder)
    } catch {
      var failure = PlaceError(.unavailable, error)
      // The file itself may be readable.
      if error.isPermissionDenied {
        failure.problem = "its folder '\(path)' can't be read: \(error)"
      }
      throw failure
    }
  }

  /// The kind of file that a name refers to; nil if there is none.
  private func kind(
    of name: String, in folder: Descriptor
  ) throws(SystemError) -> FileStatus.Kind? {
    do {
      return try status(of: name, in: folder, followingLinks: false).kind
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  /// Opens the folder that has a file itself, and locks it.
  ///
  /// - Parameter timeout: How long to wait while others have locked it; nil to go on at once, without a lock.
  func lockFolder(
    of path: String, within timeout: Duration?
  ) throws(PlaceError) -> (ResolvedFile, isLocked: Bool, holder: LockHolder) {
    while true {
      let file = try resolve(path)
      do {
        let locked = try folderStatus(of: file.folder)
        let holder = LockHolder(locked)
        if let isLocked = try holder.joinSave(of: file.name) { return (file, isLocked, holder) }
        let isLocked = try lock(file.folder, for: holder, within: timeout)
        // While this process waited, the link may have got another destination, or the folder another name.
        let now = try resolve(path)
        defer { try? close(now.folder) }
        if FileName(now.name) == FileName(file.name),
          try folderStatus(of: now.folder).isSameFile(as: locked)
        {
          holder.beginSave(of: file.name, isLocked: isLocked)
          return (file, isLocked, holder)
        }
      } catch {
        try? close(file.folder)
        throw error
      }
      try? close(file.folder)
    }
  }

  /// The path of an open folder without symbolic links, whichever of them have led to it.
  func realPath(of folder: Descriptor, at path: String) throws(SystemError) -> String {
    let real = try realPath(of: path)
    // A link in the path may have got another destination since the folder was opened.
    guard
      try status(of: real, in: .workingFolder, followingLinks: false)
        .isSameFile(as: status(of: folder))
    else { throw SystemError(call: "realpath", code: ENOENT) }
    return real
  }

  /// The path of a folder without symbolic links, which may not be made yet.
  func realPath(ofUnmade path: String) throws(SystemError) -> String {
    do {
      return try realPath(of: path)
    } catch {
      let (folder, name) = FilePath.split(path)
      guard error.code == ENOENT, folder != path else { throw error }
      return FilePath.joined(try realPath(ofUnmade: folder), name)
    }
  }

  private func folderStatus(of folder: Descriptor) throws(PlaceError) -> FileStatus {
    do {
      return try status(of: folder)
    } catch {
      throw PlaceError(.unavailable, error)
    }
  }

  /// Waits for the lock of a folder. The result is false if its disk has no locks.
  ///
  /// In each folder, this process saves one document at a time, and any number of saves may be waiting. The timeout
  /// starts over whenever one of them finishes. Without a timeout, the result is false if the folder is locked.
  private func lock(
    _ folder: Descriptor, for holder: LockHolder, within timeout: Duration?
  ) throws(PlaceError) -> Bool {
    if let isLocked = try lockIfFree(folder) { return isLocked }
    guard let timeout else { return false }
    var ended = holder.beginWaiting()
    defer { holder.endWaiting() }
    var begin = ContinuousClock.now
    var pause = 0.000_1
    while ContinuousClock.now - begin < timeout {
      // Others wait for different times, so that none of them is always late.
      Thread.sleep(forTimeInterval: pause * Double.random(in: 0.5...1))
      pause = min(pause * 1.5, 0.005)
      if let isLocked = try lockIfFree(folder) { return isLocked }
      let endedNow = holder.savesEnded
      if endedNow != ended { (begin, ended) = (ContinuousClock.now, endedNow) }
    }
    let seconds = (ContinuousClock.now - begin).components.seconds
    let time = seconds == 0 ? "" : seconds == 1 ? " for a second" : " for \(seconds) seconds"
    throw PlaceError(
      .locked, "another \(holder.isInOwnProcess ? "save" : "process") has locked its folder\(time)")
  }

  /// Locks a folder. The result is false if its disk has no locks, and nil if the folder is locked.
  private func lockIfFree(_ folder: Descriptor) throws(PlaceError) -> Bool? {
    do {
      try lock(folder)
      return true
    } catch {
      if error.isUnsupported || error.code == ENOLCK || error.code == EBADF { return false }
      guard error.code == EWOULDBLOCK else { throw PlaceError(.unavailable, error) }
      return nil
    }
  }

  /// Syncs the names in a folder to the disk.
  func syncFolder(_ folder: Descriptor) throws(SystemError) {
    do {
      try sync(folder, .full)
    } catch {
      // Some disks can't sync a folder, and don't need to.
      guard error.isUnsupported else { throw error }
    }
  }

  /// Makes a folder, and those that it is in, and brings their names to the disk.
  ///
  /// - Parameter original: The folder whose owner, permissions and attributes they get; nil if they are for the owner of
  ///   the process only.
  /// - Returns: Whether the folder had to be made.
  @discardableResult
  func makeFolders(
    _ path: String, in start: Descriptor = .workingFolder, like original: Descriptor? = nil
  ) throws(PlaceError) -> Bool {
    do {
      if try folderExists(path, in: start) { return false }
      try makeFolderAndParents(path, in: start, like: original)
      return true
    } catch {
      throw PlaceError(error.isReadOnly ? .readOnly : .notWritten, error)
    }
  }

  private func folderExists(_ path: String, in start: Descriptor) throws(SystemError) -> Bool {
    do {
      _ = try status(of: path, in: start, followingLinks: true)
      return true
    } catch {
      guard error.code == ENOENT else { throw error }
      return false
    }
  }

  private func makeFolderAndParents(
    _ path: String, in start: Descriptor, like original: Descriptor?
  ) throws(SystemError) {
    let parent = FilePath.split(path).folder
    if try folderExists(parent, in: start) {
      // A process that died may have made it without syncing its name.
      try syncName(ofFolder: parent, in: start)
    } else {
      try makeFolderAndParents(parent, in: start, like: original)
    }
    do {
      try makeFolder(path, in: start)
      if let original {
        let folder = try open(path, in: start, .folder)
        defer { try? close(folder) }
        try copyMetadata(of: original, to: folder)
        // The original may be read-only for a moment.
        let permissions = try status(of: folder).permissions
        if permissions & 0o700 != 0o700 { try setPermissions(permissions | 0o700, of: folder) }
      }
    } catch {
      // Another process was faster.
      guard error.code == EEXIST else { throw error }
    }
    let folder = try open(parent, in: start, .folder)
    defer { try? close(folder) }
    try syncFolder(folder)
  }

  /// Syncs the parent of an existing folder, so that its name survives a power cut.
  func syncName(
    ofFolder path: String, in start: Descriptor = .workingFolder
  ) throws(SystemError) {
    if path == "/" || path == "." { return }
    let parent: Descriptor
    do {
      parent = try open(FilePath.split(path).folder, in: start, .folder)
    } catch  where error.isPermissionDenied {
      // The system's folders can't be opened by all programs, and have long been on the disk.
      return
    }
    defer { try? close(parent) }
    try syncFolder(parent)
  }

  /// Gives a complete file its name, unless that is taken.
  func rename(
    _ name: String, toUnusedName newName: String, in folder: Descriptor
  ) throws(SystemError) {
    do {
      return try rename(name, to: newName, in: folder, .exclusive)
    } catch {
      guard error.isUnsupported else { throw error }
    }
    do {
      try link(name, to: newName, in: folder)
    } catch {
      guard error.isUnsupported || error.code == EPERM else { throw error }
      // The last moment to see that another program has used the name.
      guard try kind(of: newName, in: folder) == nil else {
        throw SystemError(call: error.call, code: EEXIST)
      }
      return try rename(name, to: newName, in: folder, .replacing)
    }
    try? remove(name, in: folder)
  }
}

/// A thread that saves a document in a folder, and has locked the folder if its disk has locks. When it saves another
/// document there in the middle of an update, it must not wait for itself.
struct LockHolder: Hashable {
  /// A folder, whatever its path.
  private struct Folder: Hashable {
    let device: UInt64
    let number: UInt64
  }

  private let folder: Folder
  private let thread: ObjectIdentifier

  /// The saves that a thread has begun in a folder.
  private struct Saves {
    var documents: Set<FileName>
    /// Whether the first of them has locked the folder.
    let isLocked: Bool
  }

  /// The threads that wait for a folder.
  private struct Waiting {
    var threads = 0
    /// How many saves of this process have ended in the folder since the first thread has begun to wait.
    var savesEnded = 0
  }

  private static let saves = Mutex<[LockHolder: Saves]>([:])
  private static let waiting = Mutex<[Folder: Waiting]>([:])

  init(_ folder: FileStatus) {
    self.folder = Folder(device: folder.device, number: folder.number)
    thread = ObjectIdentifier(Thread.current)
  }

  /// Begins the save of a document in the middle of that of another one.
  ///
  /// - Returns: Whether the folder is locked; nil if this thread saves nothing else there.
  func joinSave(of document: String) throws(PlaceError) -> Bool? {
    guard let saves = Self.saves.withLock({ $0[self] }) else { return nil }
    if saves.documents.contains(FileName(document)) {
      throw PlaceError(.locked, .isBeingUpdated)
    }
    beginSave(of: document, isLocked: saves.isLocked)
    return saves.isLocked
  }

  /// Records that this thread saves a document.
  func beginSave(of document: String, isLocked: Bool) {
    Self.saves.withLock { saves in
      _ = saves[self, default: Saves(documents: [], isLocked: isLocked)].documents
        .insert(FileName(document))
    }
  }

  /// Records that this thread has finished the save of a document.
  func endSave(of document: String) {
    Self.saves.withLock { saves in
      saves[self]?.documents.remove(FileName(document))
      if saves[self]?.documents.isEmpty == true { saves[self] = nil }
    }
    Self.waiting.withLock { $0[folder]?.savesEnded += 1 }
  }

  // MARK: - Waiting

  /// Whether a thread of this process saves in the folder.
  var isInOwnProcess: Bool { Self.saves.withLock { $0.keys.contains { $0.folder == folder } } }

  /// How many saves of this process have ended in the folder while threads waited for it.
  var savesEnded: Int { Self.waiting.withLock { $0[folder]?.savesEnded ?? 0 } }

  /// Begins to wait for the folder.
  ///
  /// - Returns: How many saves have ended so far.
  func beginWaiting() -> Int {
    Self.waiting.withLock { waiting in
      waiting[folder, default: Waiting()].threads += 1
      return waiting[folder]?.savesEnded ?? 0
    }
  }

  func endWaiting() {
    Self.waiting.withLock { waiting in
      waiting[folder]?.threads -= 1
      if waiting[folder]?.threads == 0 { waiting[folder] = nil }
    }
  }
}

/// The name of a file. Names whose accents are spelled in two ways are one name on Apple platforms.
///
/// So are names in upper and lower case on disks that ignore it, which isn't detected. An update through one of them, in
/// the middle of an update through the other, then isn't refused: the outer one finds that the document has changed.
private struct FileName: Hashable {
  private let bytes: [UInt8]

  init(_ name: String) {
    #if canImport(Darwin)
      // Accents may be spelled in two ways there.
      bytes = Array(name.decomposedStringWithCanonicalMapping.utf8)
    #else
      bytes = Array(name.utf8)
    #endif
  }
}
