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
    /// Whether fields are lost: types on the way don't declare them, a step drops them, or their keys occur twice.
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
  /// The number of documents of each group of which all changes are remembered.
  var sampleLimit = 0

  /// The documents that would change, the largest group first.
  public internal(set) var groups: [Group] = []
  /// The documents that are current or newer, by type and version.
  public internal(set) var unchanged = MigrationSurvey()
  /// The number of documents.
  public internal(set) var documents = 0
  /// The number of documents that would change.
  public internal(set) var changeCount = 0
  /// The number of documents that can't be read or migrated.
  public var failureCount: Int { failed.count }
  /// The first 100 failures.
  public var failures: [FailedFile] { failed.first }
  private(set) var failed = FailureList()

  /// What tells a group from all others.
  private struct GroupKey: Hashable {
    let type: String
    let from: AnyVersion
    let to: AnyVersion
    var changes: [String]
    let losesFields: Bool
  }

  /// The places of the groups, until they are sorted.
  private var places: [GroupKey: Int] = [:]

  /// The number of groups that are told apart: dictionaries may have any number of keys.
  private static let groupLimit = 1_000
  /// The changes of the documents in the group of all others.
  static let otherChanges = ["other changes"]

  init(_ migration: Migration, _ paths: [String], jobs: Int) {
    self.migration = migration
    self.paths = paths
    self.jobs = jobs
  }

  mutating func add(_ examination: Examination, of kind: (any DocumentKind)?, _ path: String) {
    documents += 1
    switch (examination.standing, examination.changes) {
    case (.failed(let failure), _):
      failed.add(failure, of: path)
    case (.older, let changes?):
      changeCount += 1
      add(changes, examination.notes, of: kind?.name ?? "", path)
    default:
      unchanged.add(examination.standing, of: kind, path)
    }
  }

  private mutating func add(
    _ changes: DocumentChanges, _ notes: [MigrationReport.Note], of type: String, _ path: String
  ) {
    var key = GroupKey(
      type: type, from: changes.from, to: changes.to, changes: changes.summary,
      losesFields: !changes.lost.isEmpty)
    if places[key] == nil, groups.count >= Self.groupLimit { key.changes = Self.otherChanges }
    let group = places[key] ?? groups.count
    if group == groups.count {
      places[key] = group
      groups.append(
        Group(
          type: type, from: key.from, to: key.to, changes: key.changes,
          losesFields: key.losesFields, example: path))
    }
    groups[group].documents += 1
    if groups[group].samples.count < sampleLimit {
      groups[group].samples.append(Sample(path: path, changes: changes.fields, notes: notes))
    }
    groups[group].noteCount += notes.count
    if groups[group].firstNote == nil, let note = notes.first {
      groups[group].firstNote = note
      groups[group].notedExample = path
    }
  }

  /// Sorts the groups by type, and the largest first.
  mutating func sort() {
    let order = migration.typeNames
    func place(_ group: Group) -> (Int, Int, String) {
      (order.firstIndex(of: group.type) ?? .max, -group.documents, group.example)
    }
    groups.sort { place($0) < place($1) }
    places = [:]
    unchanged.sort(by: migration.kinds)
  }
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
    try await Self.onThread { stop in
      try plan(paths, jobs: jobs, stop: stop) { _, _, _ in }
    }
  }

  func plan(
    _ paths: [String], jobs: Int, stop: StopSign, sampleLimit: Int = 0,
    isWanted: @escaping @Sendable (String) -> Bool = { _ in true },
    each: (FoundFile, Examination, WorkProgress) throws -> Void
  ) throws -> MigrationPlan {
    var plan = MigrationPlan(self, paths, jobs: jobs)
    plan.sampleLimit = sampleLimit
    var progress = WorkProgress()
    let work = FileWork<Examination>(
      migration: self, paths: paths, jobs: jobs, stop: stop, isWanted: isWanted
    ) { kind, path in
      kind.examine(file: path)
    } fail: { failure in
      Examination(standing: .failed(failure))
    }
    let isComplete = try work.run { file, examination in
      plan.add(examination, of: file.kind, file.path)
      progress.documents += 1
      progress.bytes += examination.size
      try each(file, examination, progress)
    }
    guard isComplete else { throw CancellationError() }
    plan.sort()
    return plan
  }
}
