public import Lineage
import LineageStore

/// What migrating documents would change, grouped by the changes.
public struct MigrationPlan: Sendable {
  /// Documents that change in the same way.
  public struct Group: Hashable, Sendable {
    /// The name of the newest version's type.
    public let type: String
    /// The version that the documents have.
    public let from: AnyVersion
    /// The version that they get.
    public let to: AnyVersion
    /// What changes, in a few words for each change.
    public let changes: [String]
    /// Whether fields are lost: types on the way don't declare them, no step carries them over, or their keys occur twice.
    public let losesFields: Bool
    /// The path of the first document.
    public let example: String
    /// The number of documents.
    public internal(set) var documents = 0
    /// All changes of the first documents.
    var samples: [Sample] = []
    /// The number of notes that steps add to the documents.
    var noteCount = 0
    /// The first of them, and the path of its document.
    var firstNote: MigrationReport.Note?
    var notedExample = ""
  }

  /// All changes of a document.
  struct Sample: Hashable, Sendable {
    let path: String
    let changes: [FieldChange]
    let notes: [MigrationReport.Note]
  }

  let migration: Migration
  let paths: [String]
  let jobs: Int
  let changes: PlannedChanges

  /// The documents that would change, the largest group first.
  public var groups: [Group] { changes.groups }
  /// The documents that are current or newer, by type and version.
  public var unchanged: MigrationSurvey { changes.unchanged }
  /// The number of documents.
  public var documents: Int { changes.documents }
  /// The number of documents that would change.
  public var changeCount: Int { changes.changeCount }
  /// The number of documents that can't be read or migrated.
  public var failureCount: Int { changes.failed.count }
  /// The first 100 failures.
  public var failures: [FailedFile] { changes.failed.first }
}

extension MigrationPlan: CustomStringConvertible {
  /// A line for each group, and for the documents that can't be migrated.
  ///
  /// Of the notes of steps, it has the number only, because they may quote values.
  public var description: String {
    var lines = groups.map { group in
      var remarks = group.losesFields ? ["loses fields"] : []
      if group.noteCount > 0 {
        remarks.append("\(group.noteCount) note\(group.noteCount == 1 ? "" : "s")")
      }
      let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
      let changes =
        group.changes.isEmpty ? "only the version" : group.changes.joined(separator: ", ")
      return "\(group.documents) \(group.type) \(group.from) → \(group.to): \(changes)\(remark)"
    }
    lines += failures.map { "\($0.path): \($0.failure)" }
    lines.append(
      "\(changeCount) of \(documents) documents would change; \(failureCount) can't be migrated.")
    return lines.joined(separator: "\n")
  }
}

extension Migration {
  /// Finds out what migrating documents would change. Everything is decoded, migrated and checked, and nothing is
  /// written.
  ///
  /// - Parameters:
  ///   - paths: Files, and folders, which are walked.
  ///   - jobs: The number of threads.
  /// - Returns: The plan. Documents that can't be read or migrated are in ``MigrationPlan/failures``.
  /// - Throws: `CancellationError`.
  public func plan(_ paths: [String], jobs: Int = 1) async throws -> MigrationPlan {
    let source = FileSource(migration: self, paths: paths)
    return try await Self.onThread { stop in
      let changes = try changes(in: source, jobs: jobs, stop: stop) { _, _, _ in }
      return MigrationPlan(migration: self, paths: paths, jobs: jobs, changes: changes)
    }
  }

  /// - Parameter sampleLimit: The number of documents of each group of which all changes are remembered.
  func changes(
    in source: some DocumentSource, jobs: Int, stop: StopSign, sampleLimit: Int = 0,
    each: (FoundDocument, Examination, WorkProgress) throws -> Void
  ) throws -> PlannedChanges {
    var changes = PlannedChanges(sampleLimit: sampleLimit)
    try source.forEachDocument(jobs: jobs, stop: stop) { kind, data in
      kind.examine(data)
    } fail: { failure in
      Examination(standing: .failed(failure))
    } finish: { document, examination, progress in
      changes.add(examination, of: document.kind, "\(document.place)")
      try each(document, examination, progress)
    }
    changes.sort(as: self)
    return changes
  }
}
