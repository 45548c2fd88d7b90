/// The failures that a check has found, and the files that it is going to write.
struct CheckFindings {
  var failures: [FixtureFailure] = []
  private(set) var writes: [FileWrite] = []
  var review = Review()

  /// What the files don't show to those who review them.
  struct Review {
    /// What the reports of migrations say, by the path of the expectation in messages.
    var remarks: [String: [String]] = [:]
    /// How the newest version differs from the one before it, apart from what expectations show.
    var hiddenChanges: [String] = []
    /// The oldest version, if the lock is new and earlier versions may have been forgotten; otherwise nil.
    var start: DocumentVersion?
    /// The folder of a document that may be this one under another name, if there are no files of this one yet; otherwise
    /// nil.
    var resembling: String?
    /// The newest version, if it has fixtures although the lock has no entries, so that users may have its documents;
    /// otherwise nil.
    var mayHaveShipped: DocumentVersion?
    /// New sentences about what couldn't be learned about the types.
    var gaps: [String] = []
  }

  /// Adds the results of a phase.
  mutating func add(_ failures: [FixtureFailure], _ writes: [FileWrite]) {
    self.failures += failures
    self.writes += writes
  }

  /// Adds an error that ended the check. Then nothing is written.
  mutating func end(with error: any Error) {
    failures.append(.uncheckable(nil, because: error))
    writes = []
  }

  /// Writes the files, up to the first that can't be written.
  ///
  /// - Returns: The paths of the written files, as in messages.
  mutating func writeFiles(to folder: FixtureFolder) -> [String] {
    var written: [String] = []
    for write in writes {
      let file = folder.shownPath(of: write.file)
      do {
        try folder.write(write)
      } catch {
        failures.append(.unwritable(file, because: error))
        break
      }
      written.append(file)
    }
    return written
  }

  /// All failures, including those about recorded files.
  ///
  /// - Parameter recorded: The files that this check or an earlier repetition of it has recorded.
  func allFailures(recorded: [String], in check: FixtureCheck) -> [FixtureFailure] {
    if recorded.isEmpty { return failures }
    let gaps =
      review.gaps.isEmpty ? [] : [FixtureFailure.unlockableDetails(review.gaps, in: check)]
    return failures + [.recorded(recorded, review, in: check)] + gaps
  }
}
