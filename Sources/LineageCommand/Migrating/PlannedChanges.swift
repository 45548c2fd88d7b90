import Lineage
import LineageStore

/// What migrating documents would change, counted and grouped, wherever the documents are.
struct PlannedChanges: Sendable {
  typealias Group = MigrationPlan.Group

  /// The number of documents of each group of which all changes are remembered.
  let sampleLimit: Int

  /// The documents that would change, the largest group first.
  private(set) var groups: [Group] = []
  /// The documents that are current or newer, by type and version.
  private(set) var unchanged = MigrationSurvey()
  /// The number of documents.
  private(set) var documents = 0
  /// The number of documents that would change.
  private(set) var changeCount = 0
  /// The documents that can't be read or migrated.
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
  private static let otherChanges = ["other changes"]

  init(sampleLimit: Int) {
    self.sampleLimit = sampleLimit
  }

  mutating func add(_ examination: Examination, of kind: (any DocumentKind)?, _ path: String) {
    documents += 1
    switch (examination.standing, examination.changes) {
    case (.failed(let failure), _):
      failed.add(failure, of: path, type: kind?.name)
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
      groups[group].samples.append(
        MigrationPlan.Sample(path: path, changes: changes.fields, notes: notes))
    }
    groups[group].noteCount += notes.count
    if groups[group].firstNote == nil, let note = notes.first {
      groups[group].firstNote = note
      groups[group].notedExample = path
    }
  }

  /// Sorts the groups by type as a migration lists them, and the largest first.
  mutating func sort(as migration: Migration) {
    let order = migration.typeNames
    func place(_ group: Group) -> (Int, Int, String) {
      (order.firstIndex(of: group.type) ?? .max, -group.documents, group.example)
    }
    groups.sort { place($0) < place($1) }
    places = [:]
    unchanged.sort(by: migration.kinds)
  }
}
