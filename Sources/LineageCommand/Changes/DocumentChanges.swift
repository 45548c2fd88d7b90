import Lineage

/// What migrating a document changes.
struct DocumentChanges: Sendable {
  /// The version that the document has, and the one that it gets.
  let from: AnyVersion
  let to: AnyVersion
  /// All changes, in the order in which they can be made.
  let fields: [FieldChange]
  /// The changes in a few words each, without indices and values, so that many documents have the same ones.
  let summary: [String]
  /// The fields that are lost: see `MigrationReport.lostFields`.
  let lost: [FieldPath]

  init(
    from old: DocumentValue, to new: DocumentValue, _ report: MigrationReport,
    versions from: AnyVersion, _ target: AnyVersion, locations: [VersionLocation]
  ) {
    self.from = from
    to = target
    fields = FieldChange.changes(from: old, to: new)
    lost = report.lostFields
    var words = SummaryWords(report, lost: Set(lost))
    for change in fields where !change.isOfVersion(at: locations) { words.add(change) }
    for path in lost { words.lose(path, isPresent: new.hasValue(at: path), target) }
    summary = words.finished
  }
}

extension DocumentValue {
  fileprivate func hasValue(at path: FieldPath) -> Bool {
    var value: DocumentValue? = self
    for component in path.components {
      switch component {
      case .key(let key): value = value?.object?[key]
      case .index(let index):
        let elements = value?.array ?? []
        value = elements.indices.contains(index) ? elements[index] : nil
      }
    }
    return value != nil
  }
}

extension FieldChange {
  /// Whether it changes nothing but the version of the document, or adds the objects that have it.
  fileprivate func isOfVersion(at locations: [VersionLocation]) -> Bool {
    locations.contains { location in
      let path = location.keys.map { FieldPath.Component.key($0) }
      guard !path.isEmpty else { return false }
      if self.path.components == path { return true }
      guard case .added(var value) = kind, path.starts(with: self.path.components) else {
        return false
      }
      for key in location.keys.dropFirst(self.path.components.count) {
        guard let object = value.object, object.count == 1, let inner = object[key] else {
          return false
        }
        value = inner
      }
      return true
    }
  }
}

/// Collects the words for the changes of a document.
private struct SummaryWords {
  private let report: MigrationReport
  private let lost: Set<FieldPath>
  private let filled: Set<FieldPath>
  private let dropped: Set<FieldPath>
  private let migrated: [FieldPath]
  /// The new names of fields that were renamed, by the old ones.
  private var renamed: [String: String] = [:]
  /// The fields that were removed and added by steps, by the object that has them.
  private var replacements: [(parent: String, removed: [String], added: [String])] = []
  private var words: [String] = []
  private var losses: [String] = []

  init(_ report: MigrationReport, lost: Set<FieldPath>) {
    self.report = report
    self.lost = lost
    filled = Set(report.filled.map(\.path))
    dropped = Set(report.carryOverDropped)
    migrated = report.nestedMigrations.map(\.path)
    for rename in report.carryOverRenamed {
      let parent = rename.path.components.dropLast()
      let new = FieldPath(parent + [.key(rename.newName)])
      renamed[rename.path.pattern] = new.pattern
    }
  }

  mutating func add(_ change: FieldChange) {
    if lost.contains(change.path) { return }
    // What changes in a value with a version of its own is said of that value.
    if migrated.contains(where: { change.path.components.starts(with: $0.components) }) { return }
    switch change.kind {
    case .added where filled.contains(change.path): note("+ \(change.path.pattern) (default)")
    case .added: pair(change.path) { $0.added.append($1) }
    case .removed where report.nullsDropped.contains(change.path):
      note("− \(change.path.pattern) (null)")
    // Nothing has replaced what no step has asked for.
    case .removed where dropped.contains(change.path):
      note("− \(change.path.pattern) (dropped by a step)")
    case .removed: pair(change.path) { $0.removed.append($1) }
    case .replaced: note("~ \(change.path.pattern)")
    }
  }

  /// - Parameter isPresent: Whether the migrated document has another value there: a default, because the old type
  ///   didn't declare the field, or the first of two with the same key.
  mutating func lose(_ path: FieldPath, isPresent: Bool, _ target: AnyVersion) {
    let word = "− \(path.pattern) (\(isPresent ? "lost" : "not in version \(target)"))"
    if !losses.contains(word) { losses.append(word) }
  }

  private mutating func pair(
    _ path: FieldPath,
    _ body: (inout (parent: String, removed: [String], added: [String]), String) -> Void
  ) {
    let parent = FieldPath(Array(path.components.dropLast())).pattern
    let name = path.pattern
    let index = replacements.firstIndex { $0.parent == parent } ?? replacements.count
    if index == replacements.count { replacements.append((parent, [], [])) }
    if (replacements[index].removed + replacements[index].added).contains(name) { return }
    body(&replacements[index], name)
  }

  private mutating func note(_ word: String) {
    if !words.contains(word) { words.append(word) }
  }

  var finished: [String] {
    var result: [String] = []
    for (_, removed, added) in replacements {
      var (removed, added) = (removed, added)
      for name in removed {
        guard let newName = renamed[name], added.contains(newName) else { continue }
        result.append("~ \(name) → \(newName)")
        removed.removeAll { $0 == name }
        added.removeAll { $0 == newName }
      }
      switch (removed.isEmpty, added.isEmpty) {
      case (false, false):
        result.append("~ \(removed.joined(separator: ", ")) → \(added.joined(separator: ", "))")
      case (false, true): result += removed.map { "− \($0) (dropped by a step)" }
      case (true, false): result += added.map { "+ \($0) (set by a step)" }
      case (true, true): break
      }
    }
    result += words
    var values: [String] = []
    for nested in report.nestedMigrations {
      guard let oldest = nested.typesWalked.first, let newest = nested.typesWalked.last else {
        continue
      }
      let word = "~ \(nested.path.pattern) (\(oldest) → \(newest))"
      if !values.contains(word) { values.append(word) }
    }
    return result + values + losses
  }
}
