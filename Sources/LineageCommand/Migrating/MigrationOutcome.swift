public import Foundation
import Lineage
import LineageStore

/// What was migrated.
public struct MigrationOutcome: Hashable, Sendable {
  /// The number of documents that were migrated.
  public internal(set) var migrated = 0
  /// The number of documents that were current, or newer than the program, and were left alone.
  public internal(set) var unchanged = 0
  /// The number of documents that couldn't be migrated.
  public var failureCount: Int { failed.count }
  /// The first 100 failures.
  public var failures: [FailedFile] { failed.first }
  var failed = FailureList()
  /// Whether the work ended before all documents were looked at. Running it again continues with the rest.
  public internal(set) var isInterrupted = false

  mutating func add(_ result: MigrationResult, _ path: String) {
    switch result {
    case .migrated: migrated += 1
    case .current, .newer: unchanged += 1
    case .failed(let failure): failed.add(failure, of: path)
    }
  }
}

/// Why a plan wasn't carried out: some of its documents can't be migrated, so none was.
public struct MigrationRefusal: Error, Hashable, Sendable {
  /// The number of documents that can't be migrated.
  public var failureCount: Int { failed.count }
  /// The first 100 of them.
  public var failures: [FailedFile] { failed.first }
  let failed: FailureList
}

extension MigrationPlan {
  /// Migrates the documents, each one after it was backed up, and checks each one after it was written.
  ///
  /// The documents themselves say what is left to do: those that are current aren't touched, so running a migration
  /// again, after whatever has interrupted it, continues where it ended.
  ///
  /// A type that encodes dictionaries or sets in their own order writes them in another order in each process. For the
  /// same documents everywhere, start the process with the environment variable `SWIFT_DETERMINISTIC_HASHING`, as
  /// ``MigrationCommand/run()`` does.
  ///
  /// - Parameter continuesAfterFailures: Whether to migrate what can be migrated although some documents can't.
  /// - Returns: What was migrated. If the task is cancelled, ``MigrationOutcome/isInterrupted`` is true.
  /// - Throws: ``MigrationRefusal`` if documents can't be migrated and `continuesAfterFailures` is false. Nothing was
  ///   written then.
  public func run(
    continuingAfterFailures continuesAfterFailures: Bool = false
  ) async throws -> MigrationOutcome {
    if failureCount > 0, !continuesAfterFailures {
      throw MigrationRefusal(failed: changes.failed)
    }
    return try await Migration.onThread { stop in
      try run(stop: stop) { _, _, _ in }
    }
  }

  /// - Parameters:
  ///   - begin: Called before a document is replaced, on any thread. If it throws, the document stays as it is.
  ///   - end: Called after a document was replaced, on the thread that replaced it.
  ///   - each: Gets the results in order.
  func run(
    stop: StopSign, isWanted: @escaping @Sendable (String) -> Bool = { _ in true },
    begin:
      @escaping @Sendable (Examination, any DocumentKind, String) throws(DocumentFailure)
      -> Void = { _, _, _ in },
    end: @escaping @Sendable (Examination, any DocumentKind, String) -> Void = { _, _, _ in },
    each: (FoundFile, MigrationResult, WorkProgress) throws -> Void
  ) throws -> MigrationOutcome {
    var outcome = MigrationOutcome()
    guard changeCount > 0 else {
      outcome.unchanged = documents - failureCount
      outcome.failed = changes.failed
      return outcome
    }
    var progress = WorkProgress(total: documents)
    let work = FileWork<(result: MigrationResult, size: Int)>(
      migration: migration, paths: paths, jobs: jobs, stop: stop, isWanted: isWanted
    ) { kind, path in
      let migrated = kind.migrate(file: path) { examination throws(DocumentFailure) in
        try begin(examination, kind, path)
      }
      if case .migrated(let examination) = migrated.result { end(examination, kind, path) }
      return migrated
    } fail: { failure in
      (.failed(failure), 0)
    }
    let isComplete = try work.run { file, migrated in
      outcome.add(migrated.result, file.path)
      progress.documents += 1
      progress.bytes += migrated.size
      try each(file, migrated.result, progress)
    }
    outcome.isInterrupted = !isComplete
    return outcome
  }
}

extension MigrationOutcome: CustomStringConvertible {
  /// How many documents were migrated, and what happened to the others.
  public var description: String {
    let failed = failures.map { "\($0.path): \($0.failure)\n" }.joined()
    let end = isInterrupted ? " The rest was left." : ""
    return
      "\(failed)\(migrated) documents were migrated, \(unchanged) left alone, \(failureCount) failed.\(end)"
  }
}

extension MigrationRefusal: CustomStringConvertible, LocalizedError {
  /// Which documents can't be migrated, and that nothing was written.
  public var description: String {
    let failed = failures.map { "\($0.path): \($0.failure)\n" }.joined()
    let documents = failureCount == 1 ? "1 document" : "\(failureCount) documents"
    return "\(failed)Nothing was written, because \(documents) can't be migrated."
  }

  /// The same as the description.
  public var errorDescription: String? { description }
}
