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
  /// - Parameter isCarriedOver: Whether its place in the document has been noted before.
  func recordKeptNull(at path: FieldPath, isCarriedOver: Bool = false) {
    guard keptNulls.insert(path).inserted else { return }
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
  /// - Returns: What to pass to `recordLost(from:under:since:)` after the steps.
  func beginSteps() -> Mark {
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
    recordUnknownLost(from: written.tree, since: start)
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

  private func recordUnknownLost(from tree: DocumentTree, since start: Mark) {
    // A copy, since a slice would make the report copy all that it has.
    let kept = Array(report.unknownFieldsKept[start.kept...])
    if kept.isEmpty { return }
    var search = FieldsByName(names: Set(kept.compactMap(\.lastName)))
    search.visit(0, of: tree.view)
    var stillKept: [FieldPath] = []
    var lost: [FieldPath] = []
    for path in kept {
      guard let name = path.lastName, let value = keptValues[path] else { continue }
      if search.undeclared.remove(value, named: name) {
        stillKept.append(path)
        continue
      }
      keptValues[path] = nil
      if !arrived.remove(value, named: name), !search.declared.remove(value, named: name) {
        lost.append(path)
      }
    }
    report.unknownFieldsKept.replaceSubrange(start.kept..., with: stillKept)
    let isNoted = Set(report.carryOverDropped[start.carryOverDropped...])
    report.unknownFieldsDropped += lost.filter { !isNoted.contains($0) }
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
      var written = FieldPath(Array(path.components.dropFirst(base)))
      if let newName = arrivedNulls[name]?.popLast() {
        guard let newName else { return false }
        written.components[written.components.count - 1] = .key(newName)
      }
      return !search.take(written)
    }
    for path in moved {
      guard let name = path.lastName, !search.consumeNull(name) else { continue }
      keptNulls.remove(path)
      report.nullsDropped.append(path)
    }
  }

  private func recordRejectedLost(from written: WrittenValue, under base: Int, since start: Mark) {
    let own = rejections[start.rejected...].filter {
      isRejected($0) && !rejectionsLost.contains(ObjectIdentifier($0))
    }
    if own.isEmpty { return }
    guard let whole = try? DocumentValue(0, of: written.tree.view) else { return }
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
    for rejection in own where !passedOn.contains(ObjectIdentifier(rejection)) {
      let (path, value) = (rejection.path, rejection.value)
      if !left.remove(value), whole.value(at: path.components.dropFirst(base)) != value {
        report.rejectedDropped.append(path)
        rejectionsLost.insert(ObjectIdentifier(rejection))
      }
    }
  }
}

extension DocumentValue {
  /// The value at a path.
  fileprivate func value(at path: ArraySlice<FieldPath.Component>) -> DocumentValue? {
    guard let first = path.first else { return self }
    let inner =
      switch first {
      case .key(let key): self[key]
      case .index(let index): self[index]
      }
    return inner?.value(at: path.dropFirst())
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
  private let names: Set<String>
  private var paths: [FieldPath: Bool] = [:]
  private var nulls: [String: Int] = [:]
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
        let isKeptNull = tree[child].isNull && tree[child].flags.contains(.isKept)
        paths[FieldPath(path)] = isKeptNull
        if isKeptNull { nulls[name, default: 0] += 1 }
      }
      if !tree[child].flags.contains(.isDocument) { visit(child, of: tree) }
      path.removeLast()
      child = tree[child].next
      index += 1
    }
  }

  /// Takes the field at a path; whether there is one.
  mutating func take(_ path: FieldPath) -> Bool {
    guard let isKeptNull = paths[path] else { return false }
    return !isKeptNull || path.lastName.map { consumeNull($0) } ?? false
  }

  /// Takes any kept null with a name that is left; whether there is one.
  mutating func consumeNull(_ name: String) -> Bool {
    guard let count = nulls[name], count > 0 else { return false }
    nulls[name] = count - 1
    return true
  }
}

/// How many values there are, by what they are.
private typealias ValueCounts = [DocumentValue: Int]

extension ValueCounts {
  fileprivate mutating func add(_ value: DocumentValue) { self[value, default: 0] += 1 }

  /// Removes one of the values that are equal to one; whether there was any.
  fileprivate mutating func remove(_ value: DocumentValue) -> Bool {
    guard let count = self[value], count > 0 else { return false }
    self[value] = count - 1
    return true
  }
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
}
