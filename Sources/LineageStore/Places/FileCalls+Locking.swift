import Foundation
import Synchronization

extension FileCalls {
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
        if ComparedPath(now.name) == ComparedPath(file.name),
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

  private func folderStatus(of folder: Descriptor) throws(PlaceError) -> FileStatus {
    do {
      return try status(of: folder)
    } catch {
      throw PlaceError(.unavailable, error)
    }
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
    var documents: Set<ComparedPath>
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
    if saves.documents.contains(ComparedPath(document)) {
      throw PlaceError(.locked, .isBeingUpdated)
    }
    beginSave(of: document, isLocked: saves.isLocked)
    return saves.isLocked
  }

  /// Records that this thread saves a document.
  func beginSave(of document: String, isLocked: Bool) {
    Self.saves.withLock { saves in
      _ = saves[self, default: Saves(documents: [], isLocked: isLocked)].documents
        .insert(ComparedPath(document))
    }
  }

  /// Records that this thread has finished the save of a document.
  func endSave(of document: String) {
    Self.saves.withLock { saves in
      saves[self]?.documents.remove(ComparedPath(document))
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
