/// What a type has written in memory, with what is known of its rejected values.
struct WrittenValue {
  let tree: DocumentTree
  let rejectedValues: [(value: DocumentValue, rejection: Rejection?)]
}

/// The report of a call while it is being written; all sessions of the call share it.
final class ReportBuilder {
  var report = MigrationReport()
  /// What the unknown fields are that types keep.
  private var keptValues: [FieldPath: DocumentValue] = [:]

  /// Nulls that types keep, in their order.
  private var nullsKept: [FieldPath] = []
  private var keptNulls: Set<FieldPath> = []
  /// What steps have made of kept nulls, by their names: their new names, or nil where one was dropped.
  private var arrivedNulls: [String: [String?]] = [:]
  /// Unknown fields that steps have taken care of, by their names.
  private var arrived: [String: ValueCounts] = [:]
  /// Unknown fields that steps have looked at.
  private(set) var fieldsRead = UnknownFieldsRead()
  /// Kept nulls that their types write in any case.
  private var nullsOfTypes: Set<FieldPath> = []

  /// The values that were rejected, in their order, with those that were accepted after all.
  private var rejections: [Rejection] = []
  /// The latest of them by their paths.
  private var rejectionsByPath: [FieldPath: Rejection] = [:]
  /// Those that were accepted after all, in the order in which they were.
  var acceptances: [Rejection] = []
  var accepted: Set<ObjectIdentifier> = []
  /// Those that the steps of a value inside have left out.
  private var rejectionsLost: Set<ObjectIdentifier> = []
  var newer: Set<FieldPath> = []
  /// Unknown fields that values inside have lost.
  private var lostInside: Set<FieldPath> = []
  /// Where the versions of the nested values stand that were migrated.
  var nestedLocations: [VersionLocation] = []

  /// How far the report has come, to return to where an attempt fails.
  struct Mark {
    fileprivate let nested, newer, filled, rejected, accepted, kept, nullsKept, dropped: Int
    fileprivate let nullsDropped, rejectedDropped, fieldsToAdd: Int
    fileprivate let carryOverDropped, carryOverRenamed, notes: Int
  }

  var mark: Mark {
    Mark(
      nested: report.nestedMigrations.count, newer: report.newerValuesRead.count,
      filled: report.filled.count, rejected: rejections.count, accepted: acceptances.count,
      kept: report.unknownFieldsKept.count, nullsKept: nullsKept.count,
      dropped: report.unknownFieldsDropped.count,
      nullsDropped: report.nullsDropped.count, rejectedDropped: report.rejectedDropped.count,
      fieldsToAdd: report.fieldsToAdd.count,
      carryOverDropped: report.carryOverDropped.count,
      carryOverRenamed: report.carryOverRenamed.count, notes: report.notes.count)
  }

  /// Takes back what was noted since.
  func rollBack(to mark: Mark) {
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
    cut(&report.notes, to: mark.notes)
  }

  /// Notes a rejected value. A type may decode one twice.
  @discardableResult
  func recordRejected(at path: FieldPath, _ value: DocumentValue) -> Rejection {
    if let known = rejectionsByPath[path], known.value == value, isRejected(known) { return known }
    let rejection = Rejection(of: value, at: path)
    rejections.append(rejection)
    rejectionsByPath[path] = rejection
    return rejection
  }

  func isRejected(_ rejection: Rejection) -> Bool {
    !accepted.contains(ObjectIdentifier(rejection))
  }

  /// Notes an unknown field that a type keeps. One that was kept before, by an older type that passed
  /// it on, is not noted again.
  func recordKept(at path: FieldPath, _ value: DocumentValue) {
    if keptValues.updateValue(value, forKey: path) == nil { report.unknownFieldsKept.append(path) }
  }

  /// Notes a null under an optional field, which is lost when the value is written.
  func recordNull(at path: FieldPath) {
    if !keptNulls.contains(path) { report.nullsDropped.append(path) }
  }

  /// Notes a null that a type keeps, whether or not its field was read before.
  ///
  /// - Parameters:
  ///   - isCarriedOver: Whether its place in the document has been noted before.
  ///   - isTypes: Whether the type writes a null there in any case.
  func recordKeptNull(at path: FieldPath, isCarriedOver: Bool = false, isTypes: Bool = false) {
    guard keptNulls.insert(path).inserted else { return }
    if isTypes { nullsOfTypes.insert(path) }
    if !isCarriedOver { nullsKept.append(path) }
    guard let noted = report.nullsDropped.lastIndex(of: path) else { return }
    report.nullsDropped.remove(at: noted)
  }

  // MARK: - What steps do with fields

  /// Notes that an unknown field has been decoded into a declared one, or taken care of by a step.
  func recordArrived(_ name: String, _ value: DocumentValue?) {
    if let value, !keptValues.isEmpty { arrived[name, default: [:]].add(value) }
  }

  /// Notes that a step has dropped a kept null, or given its field another name.
  func recordNullArrived(_ name: String, as newName: String?) {
    arrivedNulls[name, default: []].append(newName)
  }

  /// Begins to note what becomes of a value's unknown fields, kept nulls and rejected values.
  ///
  /// - Parameter read: What notes the unknown fields that the steps look at, if they have been taken before.
  /// - Returns: What to pass to `recordLost(from:under:since:)` after the steps.
  func beginSteps(noting read: UnknownFieldsRead? = nil) -> Mark {
    if let read { fieldsRead = read } else { fieldsRead.removeAll() }
    arrived = [:]
    arrivedNulls = [:]
    return mark
  }

  /// Whether a value has rejected ones, or nulls, that have to be in what the steps make of it.
  func hasSomethingToKeep(since start: Mark) -> Bool {
    rejections.count > start.rejected || nullsKept.count > start.nullsKept
  }

  /// Notes the unknown fields, the kept nulls and the rejected values that a version had and that the steps
  /// have not passed on.
  ///
  /// - Parameters:
  ///   - written: The value that has come out of the steps.
  ///   - base: How many components the path of that value has.
  ///   - start: What `beginSteps()` has returned.
  func recordLost(from written: WrittenValue, under base: Int, since start: Mark) {
    recordUnknownLost(from: written.tree, under: base, since: start)
    recordNullsLost(from: written.tree, under: base, since: start)
    recordRejectedLost(from: written, under: base, since: start)
    arrived = [:]
  }

  /// Adds what a value inside has lost on its way down, which the value around it still had.
  func recordLostInside(_ inside: MigrationReport) {
    report.unknownFieldsDropped += inside.unknownFieldsDropped
    report.rejectedDropped += inside.rejectedDropped
    report.nullsDropped += inside.nullsDropped
    lostInside.formUnion(inside.unknownFieldsDropped)
  }

  /// The report with what is only known at its end.
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
    if !lostInside.isEmpty { report.unknownFieldsKept.removeAll { lostInside.contains($0) } }
  }

  /// Notes that nothing is known of what steps have done with the fields that no type declares.
  func recordAllLost(since start: Mark) {
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
    // A copy, since a slice would make the report copy all that it has.
    let kept = Array(report.unknownFieldsKept[start.kept...])
    if kept.isEmpty { return }
    let values = kept.map { keptValues[$0] }
    var search = FieldsByName(names: Set(kept.compactMap(\.lastName)))
    search.visit(0, of: tree.view)
    // First those that are where they were, so that none of these counts for an equal one that is lost.
    let places = PathSearch(for: kept.map { $0.dropFirst(base) }).slots(in: tree.view)
    var fates = kept.indices.map { index -> Fate? in
      guard let slot = places[index], let name = kept[index].lastName, let value = values[index],
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
    for (path, fate) in zip(kept, fates) where fate != .kept { keptValues[path] = nil }
    report.unknownFieldsKept.replaceSubrange(start.kept..., with: stillKept)
    let isNoted = Set(report.carryOverDropped[start.carryOverDropped...])
    report.unknownFieldsDropped += paths(of: .lost).filter { !isNoted.contains($0) }
  }

  /// What has become of an unknown field.
  private enum Fate {
    case kept, arrived, lost
  }

  private func recordNullsLost(from tree: DocumentTree, under base: Int, since start: Mark) {
    let kept = nullsKept.dropFirst(start.nullsKept).filter { keptNulls.contains($0) }
    if kept.isEmpty { return }
    let newNames = arrivedNulls.values.joined().compactMap { $0 }
    var search = WrittenFields(names: Set(kept.compactMap(\.lastName) + newNames))
    search.visit(0, of: tree.view)
    // First those that are where they were, or only have another name.
    let moved = kept.filter { path in
      guard let name = path.lastName else { return false }
      var written = path.dropFirst(base)
      if let newName = arrivedNulls[name]?.popLast() {
        guard let newName else { return false }
        written.components[written.components.count - 1] = .key(newName)
      }
      return !search.take(written)
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
    let ownOnes = Set(own.map(ObjectIdentifier.init))
    var passedOn: Set<ObjectIdentifier> = []
    // A value that was not read for this report is told by what it is.
    var left: ValueCounts = [:]
    for (value, rejection) in written.rejectedValues {
      if let rejection, ownOnes.contains(ObjectIdentifier(rejection)),
        passedOn.insert(ObjectIdentifier(rejection)).inserted
      {
        continue
      }
      left.add(value)
    }
    // One that is where it was may have become a value without a type. A rejected one that is there now is
    // told by itself.
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

/// A walk over a tree for the fields with some names, those that types declare and the others.
private struct FieldsByName {
  let names: Set<String>
  var undeclared: [String: ValueCounts] = [:]
  var declared: [String: ValueCounts] = [:]

  init(names: Set<String>) {
    self.names = names
  }

  mutating func visit(_ slot: UInt32, of tree: DocumentTree.View) {
    let kind = tree[slot].kind
    guard kind == .object || kind == .array else { return }
    var child = tree[slot].firstChild
    while child != 0 {
      let value = tree[child]
      if kind == .object {
        let name = tree.key(of: child)
        if names.contains(name), let value = try? DocumentValue(child, of: tree) {
          if tree[child].flags.contains(.isUndeclared) {
            undeclared[name, default: [:]].add(value)
          } else {
            declared[name, default: [:]].add(value)
          }
        }
      }
      // What is inside a value without a type belongs to it.
      if !value.flags.contains(.isDocument) { visit(child, of: tree) }
      child = value.next
    }
  }
}

/// A walk over a tree for the fields with some names that a document would have.
private struct WrittenFields {
  private enum Kind {
    /// A null that is written because the document had one.
    case keptNull
    /// A null that its type writes in any case.
    case nullOfType
    case value
  }

  private let names: Set<String>
  private var paths: [FieldPath: Kind] = [:]
  private var keptNulls: [String: Int] = [:]
  private var nullsOfTypes: [String: Int] = [:]
  /// The latter by their paths without the indices of elements, which steps may move.
  private var nullsInLists: [FieldPath: Int] = [:]
  private var path: [FieldPath.Component] = []

  init(names: Set<String>) {
    self.names = names
  }

  mutating func visit(_ slot: UInt32, of tree: DocumentTree.View) {
    let kind = tree[slot].kind
    guard kind == .object || kind == .array else { return }
    var child = tree[slot].firstChild
    var index = 0
    while child != 0 {
      let name = kind == .array ? "" : tree.key(of: child)
      path.append(kind == .array ? .index(index) : .key(name))
      if kind == .object, !tree[child].flags.contains(.isOmitted), names.contains(name) {
        record(tree[child], named: name)
      }
      if !tree[child].flags.contains(.isDocument) { visit(child, of: tree) }
      path.removeLast()
      child = tree[child].next
      index += 1
    }
  }

  private mutating func record(_ value: TreeNode, named name: String) {
    let path = FieldPath(path)
    if !value.isNull || !value.flags.contains(.isKept) {
      paths[path] = .value
    } else if value.flags.contains(.isKeptNull) {
      paths[path] = .keptNull
      keptNulls[name, default: 0] += 1
    } else {
      paths[path] = .nullOfType
      nullsOfTypes[name, default: 0] += 1
      nullsInLists[path.withoutIndices, default: 0] += 1
    }
  }

  /// Takes the field at a path; whether there is one.
  mutating func take(_ path: FieldPath) -> Bool {
    switch paths[path] {
    case nil: false
    case .value: true
    case .keptNull: path.lastName.map { consumeKeptNull($0) } ?? false
    case .nullOfType: consumeNullOfType(inListsOf: path)
    }
  }

  /// Takes any kept null with a name that is left; whether there is one.
  mutating func consumeKeptNull(_ name: String) -> Bool {
    keptNulls.removeOne(name)
  }

  /// Takes any null with a name that is left and that its type writes; whether there is one.
  mutating func consumeNullOfType(_ name: String) -> Bool {
    nullsOfTypes.removeOne(name)
  }

  /// Takes such a null at a path, or at one that differs in the indices of elements.
  mutating func consumeNullOfType(inListsOf path: FieldPath) -> Bool {
    guard nullsInLists.removeOne(path.withoutIndices) else { return false }
    return path.lastName.map { consumeNullOfType($0) } ?? false
  }
}

extension Dictionary where Value == Int {
  /// Counts one less; false where none is left.
  fileprivate mutating func removeOne(_ key: Key) -> Bool {
    guard let count = self[key], count > 0 else { return false }
    self[key] = count - 1
    return true
  }
}

/// How many values there are, by what they are.
private typealias ValueCounts = [DocumentValue: Int]

extension ValueCounts {
  fileprivate mutating func add(_ value: DocumentValue) { self[value, default: 0] += 1 }

  /// Removes one of the values that are equal to one; whether there was any.
  fileprivate mutating func remove(_ value: DocumentValue) -> Bool { removeOne(value) }
}

extension [String: ValueCounts] {
  /// Removes one of the values with a name that are equal to one; whether there was any.
  fileprivate mutating func remove(_ value: DocumentValue, named name: String) -> Bool {
    self[name]?.remove(value) ?? false
  }
}

extension FieldPath {
  /// The name of the field that it leads to; nil where that is an element.
  fileprivate var lastName: String? {
    if case .key(let name)? = components.last { name } else { nil }
  }

  /// The path without its first steps.
  fileprivate func dropFirst(_ count: Int) -> FieldPath {
    count == 0 ? self : FieldPath(Array(components.dropFirst(count)))
  }

  /// The path to the same field of any element.
  fileprivate var withoutIndices: FieldPath {
    FieldPath(components.map { if case .index = $0 { .index(0) } else { $0 } })
  }
}
