import Synchronization

/// The files that a process has recorded, by the run that recorded them.
///
/// Xcode and other tools can repeat a test that fails. The repetition finds the files that the first run has recorded,
/// and would pass before anyone has reviewed them.
final class RecordedFiles: Sendable {
  /// The files that this process has recorded.
  static let ofProcess = RecordedFiles()

  private let files = Mutex<[String: [String]]>([:])

  /// Adds the files that a run has recorded.
  ///
  /// - Parameter run: The name of the run, which is the same when it is repeated.
  /// - Returns: All files that the run and its earlier repetitions have recorded.
  func add(_ recorded: [String], by run: String) -> [String] {
    files.withLock { files in
      let earlier = files[run, default: []]
      files[run] = earlier + recorded.filter { !earlier.contains($0) }
      return files[run, default: []]
    }
  }
}
