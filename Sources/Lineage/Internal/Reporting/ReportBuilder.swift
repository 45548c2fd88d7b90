/// A value that a type has written in memory, with its rejected values and what the report says
/// about them.
struct WrittenValue {
  let tree: DocumentTree
  let rejectedValues: [RejectedValue]
}

/// A rejected value that a lenient type has written in memory, with its entry in the report.
struct RejectedValue {
  let slot: UInt32
  let value: DocumentValue
  let rejection: Rejection?
}

/// The report of a call while it is being written. All sessions of the call share it.
final class ReportBuilder {
  private(set) var report = MigrationReport()
  /// How many values are being decoded, one inside the other.
  private var depth = 0
  /// What the report had before these values, the outermost first: the mark of a value is that of the first
  /// with its depth, or a greater one. Marks are made before something is recorded, because most values
  /// record nothing: with a mark for each, a report took 9 % more.
  private var marks: [(depth: Int, mark: Mark)] = []
  /// The mark of the outermost value that the latest error has left. If a type catches the error, what
  /// was recorded since is removed when decoding goes on. The report of a failed call contains it.
  private var failedAttempt: Mark?
  /// Whether the report has the names of types and the fields that were filled, which only people read.
  let hasDetails: Bool
  /// Whether the version of the document was found.
  var hasFoundVersion = false
  /// The values of the unknown fields that types preserve.
  private var keptValues: [FieldPath: DocumentValue] = [:]

  /// The nulls that types preserve, in their order.
  private var nullsKept: [FieldPath] = []
  private var keptNulls: Set<FieldPath> = []
  /// What steps have done with preserved nulls, by name: their new names, or nil for a null that
  /// was dropped.
  private var arrivedNulls: [String: [String?]] = [:]
  /// The unknown fields that steps have handled, by name.
  private var arrived: [String: ValueCounts] = [:]
  /// The unknown fields that steps have read.
  private(set) var fieldsRead = UnknownFieldsRead()
  /// The preserved nulls that their types write in any case.
  private var nullsOfTypes: Set<FieldPath> = []

  /// The rejected values, in their order, including those that were accepted later.
  private var rejections: [Rejection] = []
  /// The latest rejection of each path.
  private var rejectionsByPath: [FieldPath: Rejection] = [:]
  /// The rejected values that were accepted later, in the order of acceptance.
  var acceptances: [Rejection] = []
  var accepted: Set<ObjectIdentifier> = []
  /// The rejected values that the steps of nested values have dropped.
  private var rejectionsLost: Set<ObjectIdentifier> = []
  var newer: Set<FieldPath> = []
  /// The unknown fields that nested values have lost.
  private var lostInside: Set<FieldPath> = []
  /// The unknown fields that were lost, with their values.
  private var lostValues: [FieldPath: DocumentValue] = [:]
  /// The notes about unions without a tag.
  private var missingTags: Set<MigrationReport.Note> = []
  /// The version locations of the nested values that were migrated.
  var nestedLocations: [VersionLocation] = []

  init(withDetails hasDetails: Bool = true) {
    self.hasDetails = hasDetails
  }

  /// A position in the report to roll back to if an attempt fails.
  struct Mark {
    fileprivate let nested, newer, filled, rejected, accepted, kept, nullsKept, dropped: Int
    fileprivate let nullsDropped, rejectedDropped, fieldsToAdd: Int
    fileprivate let carryOverDropped, carryOverRenamed, notes: Int
    fileprivate let hasFoundVersion, isOfOlderDocument: Bool
    fileprivate let versionFound: AnyVersion?
    fileprivate let typesWalked: [String]
  }

  var mark: Mark {
    forgetFailedAttempt()
    return Mark(
      nested: report.nestedMigrations.count, newer: report.newerValuesRead.count,
      filled: report.filled.count, rejected: rejections.count, accepted: acceptances.count,
      kept: report.unknownFieldsKept.count, nullsKept: nullsKept.count,
      dropped: report.unknownFieldsDropped.count,
      nullsDropped: report.nullsDropped.count, rejectedDropped: report.rejectedDropped.count,
      fieldsToAdd: report.fieldsToAdd.count,
      carryOverDropped: report.carryOverDropped.count,
      carryOverRenamed: report.carryOverRenamed.count, notes: report.notes.count,
      hasFoundVersion: hasFoundVersion, isOfOlderDocument: report.isOfOlderDocument,
      versionFound: report.versionFound, typesWalked: report.typesWalked)
  }

  /// Decodes a value. If that fails and a type catches the error, nothing that was recorded meanwhile
  /// remains.
  func attempt<Value>(_ decode: () throws -> Value) throws -> Value {
    depth += 1
    defer { endAttempt() }
    do {
      let value = try decode()
      forgetFailedAttempt()
      return value
    } catch {
      if depth == depthWithMark { failedAttempt = marks.last?.mark }
      throw error
    }
  }

  /// The depth of the latest mark, or 0.
  private var depthWithMark: Int { marks.last?.depth ?? 0 }

  @inline(__always)
  private func endAttempt() {
    depth -= 1
    if depthWithMark > depth { endAttemptWithMark() }
  }

  private func endAttemptWithMark() {
    // If nothing was recorded before this value, the value around it has the same mark.
    let hasOwnMark = depth == 0 || marks.dropLast().last?.depth == depth
    if hasOwnMark { marks.removeLast() } else { marks[marks.count - 1].depth = depth }
  }

  /// Records something, unlike what was recorded during a failed attempt before.
  func record(_ change: (inout MigrationReport) -> Void) {
    willRecord()
    change(&report)
  }

  /// Prepares for what is recorded next. Whatever records something calls it before.
  func willRecord() {
    forgetFailedAttempt()
    if depth == depthWithMark { return }
    marks.append((depth, mark))
  }

  /// Removes what was recorded during an attempt whose error was caught.
  func forgetFailedAttempt() {
    guard let mark = failedAttempt else { return }
    failedAttempt = nil
    rollBack(to: mark)
  }

  /// Removes what was recorded since a mark.
  func rollBack(to mark: Mark) {
    forgetFailedAttempt()
    func cut<Entry>(_ entries: inout [Entry], to count: Int, forget: (Entry) -> Void = { _ in }) {
      entries.dropFirst(count).forEach(forget)
      entries.removeLast(max(0, entries.count - count))
    }
    cut(&report.nestedMigrations, to: mark.nested)
    cut(&nestedLocations, to: mark.nested)
    cut(&nullsKept, to: mark.nullsKept) { keptNulls.remove($0) }
    cut(&report.newerValuesRead, to: mark.newer) { newer.remove($0.path) }
    cut(&report.filled, to: mark.filled)
    cut(&report.fieldsToAdd, to: mark.fieldsToAdd)
    cut(&acceptances, to: mark.accepted) { accepted.remove(ObjectIdentifier($0)) }
    cut(&rejections, to: mark.rejected) {
      if rejectionsByPath[$0.path] === $0 { rejectionsByPath[$0.path] = nil }
      rejectionsLost.remove(ObjectIdentifier($0))
    }
    cut(&report.rejectedDropped, to: mark.rejectedDropped)
    cut(&report.unknownFieldsKept, to: mark.kept) { keptValues[$0] = nil }
    cut(&report.unknownFieldsDropped, to: mark.dropped)
    cut(&report.nullsDropped, to: mark.nullsDropped)
    cut(&report.carryOverDropped, to: mark.carryOverDropped)
    cut(&report.carryOverRenamed, to: mark.carryOverRenamed)
    cut(&report.notes, to: mark.notes) { missingTags.remove($0) }
    hasFoundVersion = mark.hasFoundVersion
    report.isOfOlderDocument = mark.isOfOlderDocument
    report.versionFound = mark.versionFound
    report.typesWalked = mark.typesWalked
  }

  /// Records a rejected value. A type may decode the same value twice.
  @discardableResult
  func recordRejected(at path: FieldPath, _ value: DocumentValue) -> Rejection {
    willRecord()
    if let known = rejectionsByPath[path], known.value == value, isRejected(known) { return known }
    let rejection = Rejection(of: value, at: path)
    rejections.append(rejection)
    rejectionsByPath[path] = rejection
    return rejection
  }

  func isRejected(_ rejection: Rejection) -> Bool {
    !accepted.contains(ObjectIdentifier(rejection))
  }

  /// Records an unknown field that a type preserves. If an older type has preserved it before and
  /// the step has copied it, it isn't recorded again.
  func recordKept(at path: FieldPath, _ value: DocumentValue) {
    willRecord()
    if keptValues.updateValue(value, forKey: path) == nil { report.unknownFieldsKept.append(path) }
  }

  /// Records a null in an optional field, which is lost when the value is written.
  func recordNull(at path: FieldPath) {
    willRecord()
    if !keptNulls.contains(path) { report.nullsDropped.append(path) }
  }

  /// Records a null that a type preserves, whether or not its field was read before.
  ///
  /// - Parameters:
  ///   - isCarriedOver: Whether it was recorded before, with its place in the document.
  ///   - isTypes: Whether the type writes the null in any case.
  func recordKeptNull(at path: FieldPath, isCarriedOver: Bool = false, isTypes: Bool = false) {
    willRecord()
    guard keptNulls.insert(path).inserted else { return }
    if isTypes { nullsOfTypes.insert(path) }
    // The null of an unknown field has been recorded as that, but now its field is declared.
    if !isCarriedOver || keptValues[path] == .null { nullsKept.append(path) }
    guard let recorded = report.nullsDropped.lastIndex(of: path) else { return }
    report.nullsDropped.remove(at: recorded)
  }

  /// Records a note about a union without a tag, once: a field that a step carries over to another type
  /// is decoded again.
  func recordMissingTag(_ note: MigrationReport.Note) {
    willRecord()
    if missingTags.insert(note).inserted { report.notes.append(note) }
  }

  // MARK: - What steps do with fields

  /// Records that an unknown field was decoded as a declared one, or handled by a step.
  func recordArrived(_ name: String, _ value: DocumentValue?) {
    if let value, !keptValues.isEmpty { arrived[name, default: [:]].add(value) }
  }

  /// Records that a step has dropped a preserved null, or renamed its field.
  func recordNullArrived(_ name: String, as newName: String?) {
    arrivedNulls[name, default: []].append(newName)
  }

  /// Begins to record what the steps of a value do with its unknown fields, preserved nulls and
  /// rejected values.
  ///
  /// - Parameter read: The unknown fields that the steps have read, if they have already run.
  /// - Returns: The mark to pass to `recordLost(from:under:since:)` after the steps.
  func beginSteps(recording read: UnknownFieldsRead? = nil) -> Mark {
    if let read { fieldsRead = read } else { fieldsRead.removeAll() }
    arrived = [:]
    arrivedNulls = [:]
    return mark
  }

  /// Whether a value contains rejected values, or nulls, that the steps have to preserve.
  func hasSomethingToKeep(since start: Mark) -> Bool {
    rejections.count > start.rejected || nullsKept.count > start.nullsKept
  }

  /// Records the unknown fields, the preserved nulls and the rejected values that a version had and
  /// that the steps have lost.
  ///
  /// - Parameters:
  ///   - written: The value that the steps have returned.
  ///   - base: The number of components in the path of that value.
  ///   - start: The mark that `beginSteps()` has returned.
  func recordLost(from written: WrittenValue, under base: Int, since start: Mark) {
    forgetFailedAttempt()
    recordUnknownLost(from: written.tree, under: base, since: start)
    recordNullsLost(from: written.tree, under: base, since: start)
    recordRejectedLost(from: written, under: base, since: start)
    arrived = [:]
  }

  /// Adds what a nested value has lost while it was written as an older version, although the
  /// enclosing value still had it.
  func recordLostInside(_ inside: ReportBuilder) {
    willRecord()
    // A type that catches an error may write a value twice.
    func isNew(_ path: FieldPath) -> Bool { lostInside.insert(path).inserted }
    report.unknownFieldsDropped += inside.report.unknownFieldsDropped.filter(isNew)
    report.rejectedDropped += inside.report.rejectedDropped.filter(isNew)
    report.nullsDropped += inside.report.nullsDropped.filter(isNew)
    lostValues.merge(inside.lostValues) { first, _ in first }
  }

  /// The report with the entries that are only known at the end.
  var finishedReport: MigrationReport {
    var report = report
    var listed: Set<FieldPath> = []
    report.rejected = rejections.filter(isRejected).map(\.path).filter {
      listed.insert($0).inserted
    }
    return report
  }

  /// Ends the report of writing a value.
  func endWriting() {
    if lostInside.isEmpty { return }
    willRecord()
    let kept = Set(report.unknownFieldsKept)
    report.unknownFieldsKept.removeAll { lostInside.contains($0) }
    // The enclosing value may have had the others elsewhere before it was downgraded.
    var moved: [String: ValueCounts] = [:]
    for (path, value) in lostValues where lostInside.contains(path) && !kept.contains(path) {
      if let name = path.lastName { moved[name, default: [:]].add(value) }
    }
    report.unknownFieldsKept.removeAll { path in
      guard let name = path.lastName, let value = keptValues[path] else { return false }
      return moved.remove(value, named: name)
    }
  }

  /// Records as lost all fields that no type declares, because it isn't known what the steps have
  /// done with them.
  func recordAllLost(since start: Mark) {
    willRecord()
    let kept = Array(report.unknownFieldsKept[start.kept...])
    report.unknownFieldsKept.removeSubrange(start.kept...)
    report.unknownFieldsDropped += kept
    for path in kept { keptValues[path] = nil }
    for rejection in rejections[start.rejected...]
    where isRejected(rejection) && rejectionsLost.insert(ObjectIdentifier(rejection)).inserted {
      report.rejectedDropped.append(rejection.path)
    }
    arrived = [:]
  }

  private func recordUnknownLost(from tree: DocumentTree, under base: Int, since start: Mark) {
    // A copy, because mutating the report's array would copy all of it while a slice refers to it.
    let kept = Array(report.unknownFieldsKept[start.kept...])
    if kept.isEmpty { return }
    willRecord()
    let values = kept.map { keptValues[$0] }
    var search = FieldsByName(names: Set(kept.compactMap(\.lastName)))
    search.visit(0, of: tree.view)
    // Fields that haven't moved come first, so that none of them is mistaken for an equal one that
    // is lost.
    let places = PathSearch(for: kept.map { $0.dropFirst(base) }).slots(in: tree.view)
    var fates = kept.indices.map { index -> Fate? in
      guard let slot = places[index], !tree.slots[slot].flags.contains(.isOmitted),
        let name = kept[index].lastName, let value = values[index],
        (try? DocumentValue(slot, of: tree.view)) == value
      else { return nil }
      if tree.slots[slot].flags.contains(.isUndeclared) {
        _ = search.undeclared.remove(value, named: name)
        return .kept
      }
      _ = search.declared.remove(value, named: name)
      _ = arrived.remove(value, named: name)
      return .arrived
    }
    for (index, path) in kept.enumerated() where fates[index] == nil {
      guard let name = path.lastName, let value = values[index] else { continue }
      if search.undeclared.remove(value, named: name) {
        fates[index] = .kept
      } else if arrived.remove(value, named: name)
        || fieldsRead.contains(name) && search.declared.remove(value, named: name)
      {
        fates[index] = .arrived
      } else {
        fates[index] = .lost
      }
    }
    func paths(of fate: Fate) -> [FieldPath] { zip(kept, fates).filter { $1 == fate }.map(\.0) }
    let stillKept = paths(of: .kept)
    for (path, fate) in zip(kept, fates) where fate != .kept {
      let value = keptValues.removeValue(forKey: path)
      if fate == .lost { lostValues[path] = value }
    }
    report.unknownFieldsKept.replaceSubrange(start.kept..., with: stillKept)
    let isRecorded = Set(report.carryOverDropped[start.carryOverDropped...])
    report.unknownFieldsDropped += paths(of: .lost).filter { !isRecorded.contains($0) }
  }

  /// What steps have done with an unknown field.
  private enum Fate {
    case kept, arrived, lost
  }

  private func recordNullsLost(from tree: DocumentTree, under base: Int, since start: Mark) {
    let kept = nullsKept.dropFirst(start.nullsKept).filter { keptNulls.contains($0) }
    if kept.isEmpty { return }
    willRecord()
    let newNames = arrivedNulls.values.joined().compactMap { $0 }
    var search = WrittenFields(names: Set(kept.compactMap(\.lastName) + newNames))
    search.visit(0, of: tree.view)
    // Nulls that haven't moved, or only have another name, come first.
    let moved = kept.filter { path in
      guard let name = path.lastName else { return false }
      var written = path.dropFirst(base)
      if let newName = arrivedNulls[name]?.popLast() {
        guard let newName else { return false }
        written.components[written.components.count - 1] = .key(newName)
      }
      return !search.consume(written)
    }
    for path in moved {
      let written = path.dropFirst(base)
      guard let name = path.lastName,
        !search.consumeKeptNull(name), !search.consumeNullOfType(inListsOf: written),
        !nullsOfTypes.contains(path) || !search.consumeNullOfType(name)
      else { continue }
      keptNulls.remove(path)
      report.nullsDropped.append(path)
    }
  }

  private func recordRejectedLost(from written: WrittenValue, under base: Int, since start: Mark) {
    let own = rejections[start.rejected...].filter {
      isRejected($0) && !rejectionsLost.contains(ObjectIdentifier($0))
    }
    if own.isEmpty { return }
    willRecord()
    let ownOnes = Set(own.map(ObjectIdentifier.init))
    var passedOn: Set<ObjectIdentifier> = []
    // Values that weren't read for this report are identified by being equal.
    var left: ValueCounts = [:]
    for rejected in written.rejectedValues {
      if let rejection = rejected.rejection, ownOnes.contains(ObjectIdentifier(rejection)),
        passedOn.insert(ObjectIdentifier(rejection)).inserted
      {
        continue
      }
      left.add(rejected.value)
    }
    // A value that hasn't moved may now be a value without a type. If it is still a rejected one,
    // it was identified above.
    let missing = own.filter { !passedOn.contains(ObjectIdentifier($0)) }
    if missing.isEmpty { return }
    let tree = written.tree.view
    let places = PathSearch(for: missing.map { $0.path.dropFirst(base) })
    let moved = zip(missing, places.slots(in: tree)).filter { rejection, slot in
      guard let slot, !tree[slot].flags.contains(.isRejected) else { return true }
      return (try? DocumentValue(slot, of: tree)) != rejection.value
    }.map(\.0)
    for rejection in moved where !left.remove(rejection.value) {
      report.rejectedDropped.append(rejection.path)
      rejectionsLost.insert(ObjectIdentifier(rejection))
    }
  }
}

extension FieldPath {
  /// The path without its first components.
  fileprivate func dropFirst(_ count: Int) -> FieldPath {
    count == 0 ? self : FieldPath(Array(components.dropFirst(count)))
  }
}
