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
  /// The fields that are lost: see `MigrationReport.fieldsLost`.
  let lost: [FieldPath]

  init(
    from old: DocumentValue, to new: DocumentValue, _ report: MigrationReport,
    versions from: AnyVersion, _ target: AnyVersion, locations: [VersionLocation]
  ) {
    self.from = from
    to = target
    fields = FieldChange.changes(from: old, to: new)
    lost = report.fieldsLost
    var words = SummaryWords(report)
    for change in fields where !change.isOfVersion(at: locations) { words.add(change) }
    for path in report.lostFields { words.lose(path, isPresent: new.hasValue(at: path), target) }
    for path in report.carryOverDropped { words.leaveOut(path) }
    summary = words.finished
  }
}

extension MigrationReport {
  /// The fields that are lost in a migration: also those that no step carries over, although it may have renamed them.
  var fieldsLost: [FieldPath] { lostFields + carryOverDropped }
}

extension DocumentValue {
  /// Whether there is a value at a path. Of an element, whether its array exists, in which its index may have changed.
  fileprivate func hasValue(at path: FieldPath) -> Bool {
    var value: DocumentValue? = self
    var components = path.components
    while case .index? = components.last { components.removeLast() }
    for component in components {
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

/// Collects the words for the changes of a document. A document may have very many, so each is looked up in sets.
private struct SummaryWords {
  private let report: MigrationReport
  private let lost: Set<FieldPath>
  private let filled: Set<FieldPath>
  private let dropped: Set<FieldPath>
  private let nullsDropped: Set<FieldPath>
  private let migrated: Set<FieldPath>
  /// The new names of fields that were renamed, by the old ones.
  private var renamed: [String: String] = [:]
  /// The fields that were removed and added by steps, by the object that has them.
  private var replacements: [Replacement] = []
  private var indicesOfReplacements: [String: Int] = [:]
  private var words = DistinctWords()
  private var losses = DistinctWords()

  private struct Replacement {
    var removed = DistinctWords()
    var added = DistinctWords()
  }

  init(_ report: MigrationReport) {
    self.report = report
    lost = Set(report.lostFields)
    filled = Set(report.filled.map(\.path))
    dropped = Set(report.carryOverDropped)
    nullsDropped = Set(report.nullsDropped)
    migrated = Set(report.nestedMigrations.map(\.path))
    for rename in report.carryOverRenamed {
      let parent = rename.path.components.dropLast()
      let new = FieldPath(parent + [.key(rename.newName)])
      renamed[rename.path.pattern] = new.pattern
    }
  }

  mutating func add(_ change: FieldChange) {
    if lost.contains(change.path) { return }
    // What changes in a value with a version of its own is said of that value.
    if change.path.isInside(anyOf: migrated) { return }
    switch change.kind {
    case .added where filled.contains(change.path): words.add("+ \(change.path.pattern) (default)")
    case .added: pair(change.path) { $0.added.add($1) }
    case .removed where nullsDropped.contains(change.path):
      words.add("− \(change.path.pattern) (null)")
    case .removed where dropped.contains(change.path): leaveOut(change.path)
    case .removed: pair(change.path) { $0.removed.add($1) }
    case .replaced: words.add("~ \(change.path.pattern)")
    }
  }

  /// - Parameter isPresent: Whether the migrated document has another value there: a default, because the old type
  ///   didn't declare the field, or the first of two with the same key.
  mutating func lose(_ path: FieldPath, isPresent: Bool, _ target: AnyVersion) {
    losses.add("− \(path.pattern) (\(isPresent ? "lost" : "not in version \(target)"))")
  }

  /// - Parameter path: The path of a field that no step carries over.
  mutating func leaveOut(_ path: FieldPath) {
    losses.add("− \(path.pattern) (not carried over)")
  }

  private mutating func pair(_ path: FieldPath, _ body: (inout Replacement, String) -> Void) {
    let parent = FieldPath(Array(path.components.dropLast())).pattern
    let name = path.pattern
    let index = indicesOfReplacements[parent] ?? replacements.count
    if index == replacements.count {
      indicesOfReplacements[parent] = index
      replacements.append(Replacement())
    }
    if replacements[index].removed.contains(name) || replacements[index].added.contains(name) {
      return
    }
    body(&replacements[index], name)
  }

  var finished: [String] {
    var values = DistinctWords()
    for nested in report.nestedMigrations {
      if let oldest = nested.typesWalked.first, let newest = nested.typesWalked.last {
        values.add("~ \(nested.path.pattern) (\(oldest) → \(newest))")
      }
    }
    return replacements.flatMap(words(for:)) + words.all + values.all + losses.all
  }

  private func words(for replacement: Replacement) -> [String] {
    var result: [String] = []
    var removed: [String] = []
    var newNames: Set<String> = []
    for name in replacement.removed.all {
      if let newName = renamed[name], replacement.added.contains(newName),
        newNames.insert(newName).inserted
      {
        result.append("~ \(name) → \(newName)")
      } else {
        removed.append(name)
      }
    }
    let added = replacement.added.all.filter { !newNames.contains($0) }
    if removed.isEmpty || added.isEmpty {
      result += removed.map { "− \($0) (dropped by a step)" }
      result += added.map { "+ \($0) (set by a step)" }
    } else {
      result.append("~ \(removed.joined(separator: ", ")) → \(added.joined(separator: ", "))")
    }
    return result
  }
}

/// Words in the order in which they were added, each once.
private struct DistinctWords {
  private(set) var all: [String] = []
  private var known: Set<String> = []

  mutating func add(_ word: String) {
    if known.insert(word).inserted { all.append(word) }
  }

  func contains(_ word: String) -> Bool { known.contains(word) }
}
