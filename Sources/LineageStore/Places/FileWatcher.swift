import Dispatch
import Foundation
import Synchronization

/// Calls a function when a file may have changed, until it is released.
///
/// The system's events say so at once. A status that is compared every two seconds finds what they don't tell: changes
/// on network disks, and of files that are written in place on Apple's systems.
final class FileWatcher: Sendable {
  private let events: FolderEvents?
  private let timer: ThreadSafe<any DispatchSourceTimer>

  init(
    path: String, calls: any FileCalls, interval: DispatchTimeInterval = .seconds(2),
    _ onChange: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "LineageStore.FileWatcher")
    var folder = FilePath.split(path).folder
    var name = FilePath.split(path).name
    if let file = try? calls.resolve(path) {
      try? calls.close(file.folder)
      (folder, name) = (file.folderPath, file.name)
    }
    let status: @Sendable () -> FileStatus? = {
      try? calls.status(of: path, in: .workingFolder, followingLinks: true)
    }
    let last = LastStatus(status())
    let check: @Sendable () -> Void = {
      if last.update(to: status()) { onChange() }
    }
    events = FolderEvents(path: folder, on: queue) { [name] names in
      guard let names else { return check() }
      guard names.contains(name) else { return }
      // Between two ticks of the clock, a file that is written in place keeps its status.
      _ = last.update(to: status())
      onChange()
    }
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: interval)
    timer.setEventHandler(handler: check)
    timer.activate()
    self.timer = ThreadSafe(timer)
  }

  deinit {
    timer.object.cancel()
  }
}

/// The status of a file when it was last looked at.
private final class LastStatus: Sendable {
  private let status: Mutex<FileStatus?>

  init(_ status: FileStatus?) {
    self.status = Mutex(status)
  }

  /// Stores a status, and returns whether it differs from the last one.
  func update(to new: FileStatus?) -> Bool {
    status.withLock { status in
      defer { status = new }
      return status != new
    }
  }
}
