// What steps do with the fields of a value.
//
// A step is the program's own code: it gets a value of the old type and returns one of the new type. Nothing tells what
// has become of an unknown field, a rejected value or a preserved null of the old one. So the value that the steps of a
// document return is written to a tree, where each of these is searched, in this order:
//
// 1. By identity: a rejected value that a step has passed on is the same `Rejection`.
// 2. At its place: the path that it had, with the names that the steps have given to the fields on the way.
// 3. By its name and value, anywhere else: a step may have moved it. What is found is consumed, so that of two equal
//    fields, one can be lost. A null has no value to compare, so its name has to do.
//
// Found as what it was, it is kept. An unknown field is handled, rather than lost, if it is found as a declared one, or
// if the step has said what becomes of it: by renaming or dropping it, or by reading it and writing an equal field. For
// example, the type of `{"version":1,"color":"red"}` doesn't declare `color`:
//
// | The step | The field |
// | --- | --- |
// | copies `old.unknownFields` | is kept: the tree has an undeclared `color` with that value at its place |
// | sets `frame.color` to `old.unknownFields["color"]` | is handled: read, and a declared `color` has that value |
// | renames it to `tint` | is handled |
// | sets `frame.color` to `"red"` | is lost: equal, but not read |

extension ReportBuilder {
  /// Records that an unknown field was decoded as a declared one, or handled by a step.
  func recordHandled(_ name: String, _ value: DocumentValue?) {
    if let value, !keptValues.isEmpty { steps.addHandled(name, value) }
  }

  /// Records that a step has dropped a preserved null, or renamed its field.
  func recordNullHandled(_ name: String, as newName: String?) {
    steps.addHandledNull(name, as: newName)
  }

  /// Carries fields over. If that fails, a step may catch the error and do something else with them.
  func undoingHandledIfThrown<Value>(_ carryOver: () throws -> Value) rethrows -> Value {
    let mark = steps.mark
    do {
      return try carryOver()
    } catch {
      steps.rollBack(to: mark)
      throw error
    }
  }

  /// Begins to record what the steps of a value do with its unknown fields, preserved nulls and
  /// rejected values.
  ///
  /// - Parameter read: The unknown fields that the steps have read, if they have already run.
  /// - Returns: The mark to pass to `recordLost(from:under:since:)` after the steps.
  func beginSteps(recording read: UnknownFieldsRead? = nil) -> Mark {
    steps = StepReport(fieldsRead: read ?? UnknownFieldsRead())
    return mark
  }

  /// Whether a value contains rejected values, or nulls, that the steps have to preserve.
  func hasSomethingToKeep(since start: Mark) -> Bool {
    rejections.hasMore(since: start.rejections)
      || preservedNulls.hasMore(since: start.preservedNulls)
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
  }

  /// Adds what a nested value has lost while it was written as an older version, although the
  /// enclosing value still had it.
  func recordLostInside(_ inside: ReportBuilder) {
    willRecord()
    // A type that catches an error may write a value twice.
    func isNew(_ path: FieldPath) -> Bool { nestedLosses.paths.insert(path).inserted }
    report.unknownFieldsDropped += inside.report.unknownFieldsDropped.filter(isNew)
    report.rejectedDropped += inside.report.rejectedDropped.filter(isNew)
    for path in inside.report.nullsDropped.filter(isNew) {
      preservedNulls.remove(path)
      report.nullsDropped.append(path)
    }
    nestedLosses.values.merge(inside.nestedLosses.values) { first, _ in first }
  }

  /// Ends the report of writing a value.
  func endWriting() {
    if nestedLosses.paths.isEmpty { return }
    willRecord()
    let kept = Set(report.unknownFieldsKept)
    report.unknownFieldsKept.removeAll { nestedLosses.paths.contains($0) }
    // The enclosing value may have had the others elsewhere before it was downgraded.
    var moved: [String: ValueCounts] = [:]
    for (path, value) in nestedLosses.values
    where nestedLosses.paths.contains(path) && !kept.contains(path) {
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
    let kept = Array(report.unknownFieldsKept[start.report.unknownFieldsKept...])
    report.unknownFieldsKept.removeSubrange(start.report.unknownFieldsKept...)
    report.unknownFieldsDropped += kept
    for path in kept { keptValues[path] = nil }
    recordLost(rejections.remaining(since: start.rejections))
  }

  private func recordUnknownLost(from tree: DocumentTree, under base: Int, since start: Mark) {
    // A copy, because mutating the report's array would copy all of it while a slice refers to it.
    let kept = Array(report.unknownFieldsKept[start.report.unknownFieldsKept...])
    if kept.isEmpty { return }
    willRecord()
    let outcomes = outcomes(of: kept, in: tree, under: base)
    func paths(of outcome: Outcome) -> [FieldPath] {
      zip(kept, outcomes).filter { $1 == outcome }.map(\.0)
    }
    let stillKept = paths(of: .kept)
    for (path, outcome) in zip(kept, outcomes) where outcome != .kept {
      let value = keptValues.removeValue(forKey: path)
      if outcome == .lost { nestedLosses.values[path] = value }
    }
    report.unknownFieldsKept.replaceSubrange(start.report.unknownFieldsKept..., with: stillKept)
    let isRecorded = Set(report.carryOverDropped[start.report.carryOverDropped...])
    report.unknownFieldsDropped += paths(of: .lost).filter { !isRecorded.contains($0) }
  }

  /// What steps have done with an unknown field.
  private enum Outcome {
    case kept, handled, lost
  }

  /// What the steps have done with each of some unknown fields.
  private func outcomes(of kept: [FieldPath], in tree: DocumentTree, under base: Int) -> [Outcome?]
  {
    let values = kept.map { keptValues[$0] }
    var search = FieldsByName(names: Set(kept.compactMap(\.lastName)))
    search.visit(0, of: tree.view)
    // Fields that haven't moved come first, so that none of them is mistaken for an equal one that
    // is lost.
    let places = PathSearch(for: kept.map { renamed.newestPath(of: $0).dropFirst(base) })
      .slots(in: tree.view)
    var outcomes = kept.indices.map { index -> Outcome? in
      guard let name = kept[index].lastName, let value = values[index], let slot = places[index]
      else { return nil }
      return outcome(ofUnmoved: value, named: name, at: slot, in: tree, &search)
    }
    for (index, path) in kept.enumerated() where outcomes[index] == nil {
      guard let name = path.lastName, let value = values[index] else { continue }
      outcomes[index] = outcome(ofMoved: value, named: name, &search)
    }
    return outcomes
  }

  /// What the steps have done with an unknown field, if it is still at its place, which is `slot`; otherwise nil.
  private func outcome(
    ofUnmoved value: DocumentValue, named name: String, at slot: UInt32, in tree: DocumentTree,
    _ search: inout FieldsByName
  ) -> Outcome? {
    let flags = tree.slots[slot].flags
    guard !flags.contains(.isOmitted), let written = try? DocumentValue(slot, of: tree.view),
      written == value || value.isDocument(of: written, at: slot, in: tree)
    else { return nil }
    if flags.contains(.isUndeclared) {
      _ = search.undeclared.remove(written, named: name)
      return .kept
    }
    _ = search.declared.remove(written, named: name)
    _ = steps.handled.remove(value, named: name)
    return .handled
  }

  /// What the steps have done with an unknown field that isn't at its place, as far as equal values with its name tell.
  private func outcome(
    ofMoved value: DocumentValue, named name: String, _ search: inout FieldsByName
  ) -> Outcome {
    if search.undeclared.remove(value, named: name) { return .kept }
    if steps.handled.remove(value, named: name) { return .handled }
    let wasRead = steps.fieldsRead.contains(name)
    return wasRead && search.declared.remove(value, named: name) ? .handled : .lost
  }

  private func recordNullsLost(from tree: DocumentTree, under base: Int, since start: Mark) {
    let kept = preservedNulls.remaining(since: start.preservedNulls)
    if kept.isEmpty { return }
    willRecord()
    let newNames = steps.handledNulls.values.joined().compactMap { $0 }
    let place = kept[0].components.prefix(base)
    let newestNames = kept.compactMap { renamed.newestPath(of: $0).lastName }
    var search = WrittenFields(names: Set(kept.compactMap(\.lastName) + newestNames + newNames)) {
      [renamed] written in
      renamed.oldestPath(of: FieldPath(place + written.components)).dropFirst(base)
    }
    search.visit(0, of: tree.view)
    // Nulls that haven't moved, or only have another name, come first.
    let moved = kept.filter { path in
      guard let name = path.lastName else { return false }
      var written = path.dropFirst(base)
      if search.consume(written) { return false }
      if let newName = steps.handledNulls[name]?.popLast() {
        guard let newName else { return false }
        written.components[written.components.count - 1] = .key(newName)
      }
      return !search.consume(written)
    }
    for path in moved {
      let written = path.dropFirst(base)
      guard let name = path.lastName,
        !search.consumeKeptNull(name), !search.consumeNullOfType(inListsOf: written),
        !preservedNulls.isOfType(path) || !search.consumeNullOfType(name)
      else { continue }
      preservedNulls.remove(path)
      if !wasNull(at: path) { report.nullsDropped.append(path) }
    }
  }

  private func recordRejectedLost(from written: WrittenValue, under base: Int, since start: Mark) {
    let rejected = rejections.remaining(since: start.rejections)
    if rejected.isEmpty { return }
    willRecord()
    let identities = Set(rejected.map(ObjectIdentifier.init))
    var passedOn: Set<ObjectIdentifier> = []
    // Values that weren't read for this report are identified by being equal.
    var unidentified: ValueCounts = [:]
    for value in written.rejectedValues {
      if let rejection = value.rejection, identities.contains(ObjectIdentifier(rejection)),
        passedOn.insert(ObjectIdentifier(rejection)).inserted
      {
        continue
      }
      unidentified.add(value.value)
    }
    // A value that hasn't moved may now be a value without a type. If it is still a rejected one,
    // it was identified above.
    let missing = rejected.filter { !passedOn.contains(ObjectIdentifier($0)) }
    if missing.isEmpty { return }
    let tree = written.tree.view
    let places = PathSearch(for: missing.map { renamed.newestPath(of: $0.path).dropFirst(base) })
    let moved = zip(missing, places.slots(in: tree)).filter { rejection, slot in
      guard let slot, !tree[slot].flags.contains(.isRejected) else { return true }
      // Another type may have decoded it, and spell its numbers differently.
      return (try? DocumentValue(slot, of: tree).isSameInOrder(as: rejection.value)) != true
    }.map(\.0)
    recordLost(moved.filter { !unidentified.remove($0.value) })
  }

  private func recordLost(_ rejected: [Rejection]) {
    for rejection in rejected where rejections.lose(rejection) {
      report.rejectedDropped.append(rejection.path)
    }
  }
}
