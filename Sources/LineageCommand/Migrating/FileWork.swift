import LineageStore
import Synchronization

/// Looks at the documents in files and folders, some at a time, and returns what it finds in order.
struct FileWork<Result: Sendable> {
  let migration: Migration
  let paths: [String]
  let jobs: Int
  let stop: StopSign
  /// Which files to look at.
  var isWanted: @Sendable (String) -> Bool = { _ in true }
  /// Looks at one document.
  let look: @Sendable (any DocumentKind, String) -> Result
  /// Makes a result of a file that isn't a document, or can't be reached.
  let fail: @Sendable (DocumentFailure) -> Result

  /// The number of files that a thread looks at at a time.
  private static var batchSize: Int { 16 }

  /// - Returns: Whether all files were looked at, because nothing has stopped the work.
  func run(_ finish: (FoundFile, Result) throws -> Void) throws -> Bool {
    var isComplete = false
    let skipped = Flag()
    var walk = DocumentWalk(paths, of: migration.kinds, takingAnyFile: migration.takesAnyFile)
    let kinds = migration.kinds
    let (look, fail, isWanted, stop) = (look, fail, isWanted, stop)
    try OrderedWork(jobs: jobs).run {
      var batch: [FoundFile] = []
      while batch.count < Self.batchSize, !stop.isStopped {
        guard let file = walk.next() else {
          isComplete = true
          break
        }
        if isWanted(file.path) { batch.append(file) }
      }
      return batch.isEmpty ? nil : batch
    } work: { files in
      var results: [(FoundFile, Result)] = []
      for file in files {
        if stop.isStopped {
          skipped.value.store(true, ordering: .relaxed)
          break
        }
        let failure =
          file.failure
          ?? DocumentFailure(.unknownType, message: "It isn't one of the program's documents.")
        if file.failure == nil, let kind = file.kind {
          results.append((file, look(kinds[kind], file.path)))
        } else {
          results.append((file, fail(failure)))
        }
      }
      return results
    } finish: { results in
      for (file, result) in results { try finish(file, result) }
    }
    return isComplete && !skipped.value.load(ordering: .relaxed)
  }
}

/// Something that any thread may say.
private final class Flag: Sendable {
  let value = Atomic(false)
}
