/// The report of a call while it is being written; all sessions of the call share it.
final class Journal {
  var report = MigrationReport()
  /// What the unknown fields are that types keep.
  private var keptValues: [FieldPath: DocumentValue] = [:]

  /// Nulls that types keep.
  private var keptNulls: Set<FieldPath> = []
  /// Unknown fields that steps have taken care of, by their names.
  private var arrived: [String: [DocumentValue]] = [:]

  private var rejected: Set<FieldPath> = []
  /// The rejected values that have to be in what their documents become.
  private var rejectedValues: [FieldPath: DocumentValue] = [:]
  private var newer: Set<FieldPath> = []

  /// How far the report has come, to return to where an attempt fails.
  struct Mark {
    fileprivate let nested, newer, filled, rejected, kept, dropped: Int
    fileprivate let nullsDropped, rejectedDropped, fieldsToAdd: Int
    fileprivate let carryOverDropped, carryOverRenamed, notes: Int
  }

  var mark: Mark {
    Mark(
      nested: report.nestedMigrations.count, newer: report.newerValuesRead.count,
      filled: report.filled.count, rejected: report.rejected.count,
      kept: report.unknownFieldsKept.count, dropped: report.unknownFieldsDropped.count,
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
    cut(&report.newerValuesRead, to: mark.newer) { newer.remove($0.path) }
    cut(&report.filled, to: mark.filled)
    cut(&report.fieldsToAdd, to: mark.fieldsToAdd)
    cut(&report.rejected, to: mark.rejected) {
      rejected.remove($0)
      rejectedValues[$0] = nil
    }
    cut(&report.rejectedDropped, to: mark.rejectedDropped)
    cut(&report.unknownFieldsKept, to: mark.kept) { keptValues[$0] = nil }
    cut(&report.unknownFieldsDropped, to: mark.dropped)
    cut(&report.nullsDropped, to: mark.nullsDropped)
    cut(&report.carryOverDropped, to: mark.carryOverDropped)
    cut(&report.carryOverRenamed, to: mark.carryOverRenamed)
    cut(&report.notes, to: mark.notes)
  }

  /// Notes the types, oldest first, by which a value has come to its newest version.
  func noteWalk(
    through types: @autoclosure () -> [String], as version: AnyVersion, isCurrent: Bool,
    _ field: Field
  ) {
    let isRoot = isDocument(field)
    if !isRoot && isCurrent { return }
    let types = types()
    if isRoot {
      report.versionFound = version
      report.typesWalked = types
    } else {
      report.nestedMigrations.append(
        .init(path: FieldPath(field.codingPath), versionFound: version, typesWalked: types))
    }
  }

  func noteNewer(_ version: AnyVersion, _ field: Field) {
    let path = FieldPath(field.codingPath)
    guard newer.insert(path).inserted else { return }
    report.newerValuesRead.append(.init(path: path, version: version))
  }

  /// Notes the version of a document that is refused.
  func noteRefused(_ version: AnyVersion, _ field: Field) {
    if isDocument(field) { report.versionFound = version }
  }

  /// Whether a field is the document itself, and not a value that stands for it at the root.
  private func isDocument(_ field: Field) -> Bool {
    field.step == Frame.rootStep && field.state.pointee.base == nil && report.typesWalked.isEmpty
  }

  /// Notes a value that didn't decode, instead of what was noted while that was tried.
  func noteRejected(_ field: Field, _ value: DocumentValue, since mark: Mark?) {
    if let mark { rollBack(to: mark) }
    // One that an older version has rejected is in the report, by its path in the document.
    if field.isRejected { return }
    let path = FieldPath(field.codingPath)
    if rejected.insert(path).inserted { report.rejected.append(path) }
    rejectedValues[path] = value
  }

  /// Notes a lenient value that did decode. One that an older version had rejected isn't rejected any
  /// more.
  func noteAccepted(_ field: Field) {
    guard field.isRejected else { return }
    var path = FieldPath(field.codingPath)
    if rejectedValues[path] == nil, let value = try? DocumentValue(field),
      let known = rejectedValues.first(where: { $0.value == value })
    {
      path = known.key
    }
    rejectedValues[path] = nil
    if rejected.remove(path) != nil { report.rejected.removeAll { $0 == path } }
  }

  /// Notes an unknown field that a type keeps. One that was kept before, by an older type that passed
  /// it on, is not noted again.
  func noteKept(_ field: Field, _ value: DocumentValue) {
    let path = FieldPath(field.codingPath)
    if keptValues.updateValue(value, forKey: path) == nil { report.unknownFieldsKept.append(path) }
  }

  /// Notes a null under an optional field, which is lost when the value is written.
  func noteNull(at path: FieldPath) {
    if !keptNulls.contains(path) { report.nullsDropped.append(path) }
  }

  /// Notes a null that a type keeps, whether or not its field was read before.
  func noteKeptNull(_ field: Field) {
    let path = FieldPath(field.codingPath)
    guard keptNulls.insert(path).inserted,
      let noted = report.nullsDropped.lastIndex(of: path)
    else { return }
    report.nullsDropped.remove(at: noted)
  }

  // MARK: - What steps do with fields

  /// Notes that an unknown field has been decoded into a declared one, or taken care of by a step.
  func noteArrived(_ name: String, _ value: DocumentValue?) {
    if let value, !keptValues.isEmpty { arrived[name, default: []].append(value) }
  }

  /// Begins to note what becomes of a value's unknown fields and rejected values.
  ///
  /// - Returns: What to give to `noteLost(from:since:)` when the steps are taken.
  func beginSteps() -> Mark {
    arrived = [:]
    return mark
  }

  /// Whether a value has rejected ones that have to be in what the steps make of it.
  func hasRejected(since start: Mark) -> Bool { report.rejected.count > start.rejected }

  /// Notes the unknown fields and the rejected values that an older version had and that the steps have
  /// not passed on.
  ///
  /// - Parameters:
  ///   - writer: A writer with the value that has come out of the steps.
  ///   - base: How many components the path of that value has.
  ///   - start: What `beginSteps()` has returned.
  func noteLost(from writer: FieldWriter, under base: Int, since start: Mark) {
    noteUnknownLost(from: writer.tree, since: start)
    noteRejectedLost(from: writer, under: base, since: start)
    arrived = [:]
  }

  private func noteUnknownLost(from tree: FieldTree, since start: Mark) {
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

  private func noteRejectedLost(from writer: FieldWriter, under base: Int, since start: Mark) {
    let own = report.rejected[start.rejected...].filter { rejectedValues[$0] != nil }
    if own.isEmpty { return }
    guard let whole = try? DocumentValue(0, of: writer.tree.view) else { return }
    var left: [DocumentValue: Int] = [:]
    for value in writer.state.pointee.rejectedValues { left[value, default: 0] += 1 }
    for path in own {
      guard let value = rejectedValues[path] else { continue }
      if let count = left[value], count > 0 {
        left[value] = count - 1
      } else if whole.value(at: path.components.dropFirst(base)) != value {
        report.rejectedDropped.append(path)
        rejectedValues[path] = nil
      }
    }
  }

  /// Notes what carrying fields over has left behind, and what has other names now.
  ///
  /// - Parameters:
  ///   - renamings: The names that fields had, and those that they have now.
  ///   - replaced: The old names of fields that a step gave another value.
  ///   - oldName: The name that a field had before the step.
  func noteCarriedOver(
    in session: Session, renamings: [(old: String, new: String)] = [], replaced: [String] = [],
    oldName: (String) -> String = { $0 }
  ) {
    let base = FieldPath(session.state.codingPath(ofFrame: -1)).components
    var fields: [FieldPath] = []
    noteCarriedOver(in: session, to: &fields)
    for index in fields.indices {
      guard case .key(let name) = fields[index].components[base.count] else { continue }
      fields[index].components[base.count] = .key(oldName(name))
    }
    fields += replaced.map { FieldPath(base + [.key($0)]) }
    report.carryOverRenamed += renamings.map {
      .init(path: FieldPath(base + [.key($0.old)]), newName: $0.new)
    }
    report.carryOverDropped += fields
  }

  private func noteCarriedOver(in session: Session, to dropped: inout [FieldPath]) {
    var search = UnreadMembers(in: session, isNilLost: false)
    search.visit(0)
    dropped += search.found
    for member in search.arrived {
      noteArrived(search.tree.key(of: member), try? DocumentValue(member, of: search.tree))
    }
    for value in session.state.pointee.encodedValues { noteCarriedOver(in: value, to: &dropped) }
  }

  /// Notes the members of the document that nobody asked for.
  func noteUnknown(in session: Session) {
    report.unknownFieldsDropped += unread(in: session)
  }

  private func unread(in session: Session) -> [FieldPath] {
    let state = session.state
    var found: [FieldPath] = []
    if state.pointee.foreign.isEmpty {
      var search = UnreadMembers(in: session, isNilLost: true)
      search.visit(0)
      found = search.found
    } else {
      var visited: Set<ObjectIdentifier> = []
      for field in state.pointee.foreign
      where !field.isTakenWhole && visited.insert(ObjectIdentifier(field)).inserted {
        let path = FieldPath(field.codingPath).components
        for key in field.keys where !field.namesRead.contains(key) {
          found.append(FieldPath(path + [.key(key)]))
        }
      }
    }
    return found
  }
}

extension Field {
  /// Whether an older version of the value has rejected it.
  fileprivate var isRejected: Bool {
    !isForeign && tree[slot].flags.contains(.isRejected)
  }
}

/// A walk over a tree for the members that nobody asked for.
private struct UnreadMembers {
  let tree: FieldTree.View
  let base: [FieldPath.Component]
  let isNilLost: Bool
  private(set) var found: [FieldPath] = []
  /// Those that no type had declared, and that somebody asked for.
  private(set) var arrived: [UInt32] = []
  /// The values around the one that is visited, and which of an array's elements they are. Paths are
  /// made of it for what is found, which is little or nothing.
  private var trail: [(slot: UInt32, index: Int?)] = []

  init(in session: Session, isNilLost: Bool) {
    tree = session.root.tree
    base = FieldPath(session.state.codingPath(ofFrame: -1)).components
    self.isNilLost = isNilLost
  }

  mutating func visit(_ slot: UInt32) {
    let kind = tree[slot].kind
    guard kind == .object || kind == .array else { return }
    var child = tree[slot].firstChild
    var index = 0
    while child != 0 {
      let value = tree[child]
      let position = kind == .array ? index : nil
      if value.flags.isSuperset(of: [.isRead, .isUndeclared]) { arrived.append(child) }
      if kind == .object, !value.flags.contains(.isRead) {
        if isNilLost || !value.isNull { found.append(path(to: child, position)) }
      } else if value.kind == .object || value.kind == .array {
        trail.append((child, position))
        visit(child)
        trail.removeLast()
      }
      child = value.next
      index += 1
    }
  }

  private func path(to slot: UInt32, _ index: Int?) -> FieldPath {
    let trail = trail + [(slot, index)]
    return FieldPath(
      base + trail.map { $0.index.map { .index($0) } ?? .key(tree.key(of: $0.slot)) })
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
  var undeclared: [String: [DocumentValue]] = [:]
  var declared: [String: [DocumentValue]] = [:]

  init(names: Set<String>) {
    self.names = names
  }

  mutating func visit(_ slot: UInt32, of tree: FieldTree.View) {
    let kind = tree[slot].kind
    guard kind == .object || kind == .array else { return }
    var child = tree[slot].firstChild
    while child != 0 {
      let value = tree[child]
      if kind == .object {
        let name = tree.key(of: child)
        if names.contains(name), let value = try? DocumentValue(child, of: tree) {
          if tree[child].flags.contains(.isUndeclared) {
            undeclared[name, default: []].append(value)
          } else {
            declared[name, default: []].append(value)
          }
        }
      }
      // What is inside a value without a type belongs to it.
      if !value.flags.contains(.isDocument) { visit(child, of: tree) }
      child = value.next
    }
  }
}

extension [String: [DocumentValue]] {
  /// Removes one of the values that are equal to one; whether there was any.
  fileprivate mutating func remove(_ value: DocumentValue, named name: String) -> Bool {
    guard let index = self[name]?.firstIndex(of: value) else { return false }
    self[name]?.remove(at: index)
    return true
  }
}

extension FieldPath {
  /// The name of the field that it leads to; nil where that is an element.
  fileprivate var lastName: String? {
    if case .key(let name)? = components.last { name } else { nil }
  }
}
