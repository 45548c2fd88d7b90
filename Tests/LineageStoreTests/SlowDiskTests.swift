import Foundation
import Lineage
import Testing

@testable import LineageStore

/// Saves on a disk that takes long for each of them.
struct SlowDiskTests {
  /// The calls of the system, with a disk that takes half a second for each sync.
  private struct SlowCalls: ForwardingCalls {
    let calls: any FileCalls = SystemCalls()

    func sync(_ descriptor: Descriptor, _ kind: SyncKind) throws(SystemError) {
      Thread.sleep(forTimeInterval: 0.5)
      try calls.sync(descriptor, kind)
    }
  }

  private func file(_ name: String, in folder: TemporaryFolder) -> DocumentFile<Note> {
    DocumentFile<Note>(
      path: folder.path(name), createsFolder: false,
      options: .init(lockTimeout: .seconds(15)), calls: SlowCalls())
  }

  @Test func `saves of one process wait for each other as long as one of them ends in time`()
    async throws
  {
    let folder = try TemporaryFolder()
    // Together they take several times the timeout, and each of them a fraction of it.
    let names = (0..<24).map { "note\($0).json" }

    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in names {
        let file = file(name, in: folder)
        group.addTask {
          try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
              continuation.resume(with: Result { _ = try file.write(.sample, over: nil) })
            }
          }
        }
      }
      try await group.waitForAll()
    }

    for name in names { #expect(try file(name, in: folder).read()?.value == .sample) }
  }
}
