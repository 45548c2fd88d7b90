import Foundation
import Synchronization
import Testing

@testable import LineageStore

/// Files that are written in place, by programs that don't replace them.
struct FileWatcherTests {
  /// A disk that reports no times.
  private struct WithoutTimes: ForwardingCalls {
    let calls: any FileCalls = SystemCalls()

    func status(
      of path: String, in folder: Descriptor, followingLinks: Bool
    ) throws(SystemError) -> FileStatus {
      var status = try calls.status(of: path, in: folder, followingLinks: followingLinks)
      (status.modified, status.changed) = ([], [])
      return status
    }
  }

  private func write(_ text: String, to file: URL) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  #if os(Linux)
    @Test func `a file that is written in the same tick with the same size has changed`()
      async throws
    {
      let folder = try TemporaryFolder()
      try folder.write(Data("Frogs".utf8), to: "note.json")
      let count = Atomic(0)
      let watcher = FileWatcher(
        path: folder.path("note.json"), calls: WithoutTimes(), interval: .seconds(1000)
      ) {
        count.add(1, ordering: .relaxed)
      }
      try withExtendedLifetime(watcher) {
        try write("Toads", to: folder.file("note.json"))
        for _ in 0..<2000 where count.load(ordering: .relaxed) == 0 {
          Thread.sleep(forTimeInterval: 0.01)
        }
      }
      #expect(count.load(ordering: .relaxed) > 0)
    }
  #endif

  /// A disk on which each look finds the file's status changed, but nothing else of it.
  private struct ChangedStatus: ForwardingCalls {
    let calls: any FileCalls = SystemCalls()
    let looks = Looks()

    final class Looks: Sendable { let count = Atomic(0) }

    func status(
      of path: String, in folder: Descriptor, followingLinks: Bool
    ) throws(SystemError) -> FileStatus {
      var status = try calls.status(of: path, in: folder, followingLinks: followingLinks)
      status.changed = [looks.count.add(1, ordering: .relaxed).newValue]
      return status
    }
  }

  @Test
  func `a file that has its size and time of before, but another time of the status, has changed`()
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Data("Frogs".utf8), to: "note.json")
    let count = Atomic(0)
    let watcher = FileWatcher(
      path: folder.path("note.json"), calls: ChangedStatus(), interval: .milliseconds(10)
    ) {
      count.add(1, ordering: .relaxed)
    }
    withExtendedLifetime(watcher) {
      for _ in 0..<2000 where count.load(ordering: .relaxed) == 0 {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    #expect(count.load(ordering: .relaxed) > 0)
  }
}
