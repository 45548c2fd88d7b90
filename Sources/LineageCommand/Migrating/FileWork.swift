import LineageStore

/// Looks at the documents in files and folders, some at a time, and returns what it finds in order.
struct FileWork<Result: Sendable> {
  let migration: Migration
  let paths: [String]
  let jobs: Int
  let stop: StopSign
  /// Which files to look at.
  var isWanted: @Sendable (String) -> Bool = { _ in true }
  /// Whether to look at backups that are named themselves.
  var takesBackups = false
  /// Looks at one document.
  let look: @Sendable (any DocumentKind, String) -> Result
  /// Makes a result of a file that isn't a document, or can't be reached.
  let fail: @Sendable (DocumentFailure) -> Result

  /// The number of files that a thread looks at at a time.
  private static var batchSize: Int { 16 }

  /// - Returns: Whether all files were looked at, because nothing has stopped the work.
  func run(_ finish: (FoundFile, Result) throws -> Void) throws -> Bool {
    var isAtEnd = false
    var leavesSome = false
    var walk = DocumentWalk(
      paths, of: migration.kinds, takingAnyFile: migration.takesAnyFile,
      takingBackups: takesBackups)
    let (look, fail, isWanted, stop) = (look, fail, isWanted, stop)
    try OrderedWork(jobs: jobs).run {
      var batch: [FoundFile] = []
      while batch.count < Self.batchSize, !stop.isStopped {
        guard let file = walk.next() else {
          isAtEnd = true
          break
        }
        if isWanted(file.path) { batch.append(file) }
      }
      return batch.isEmpty ? nil : batch
    } work: { files in
      let results = files.lazy.prefix { _ in !stop.isStopped }.map { file in
        switch file.content {
        case .document(let kind): (file, look(kind, file.path))
        case .failure(let failure, _): (file, fail(failure))
        }
      }
      return (results: Array(results), count: files.count)
    } finish: { batch in
      if batch.results.count < batch.count { leavesSome = true }
      for (file, result) in batch.results { try finish(file, result) }
    }
    return isAtEnd && !leavesSome
  }
}
