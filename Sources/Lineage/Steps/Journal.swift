/// The report of a call while it is being written; all sessions of the call share it.
final class Journal {
  var report = MigrationReport()
  /// What the unknown fields are that types keep.
  private var keptValues: [FieldPath: DocumentValue] = [:]

  /// Nulls that types keep.
  private var keptNulls: Set<FieldPath> = []

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

  func noteWalk(of chain: ChainLinks, from start: Int, as version: AnyVersion, _ field: Field) {
    let isRoot = isDocument(field)
    if !isRoot && start == 0 { return }
    let types = chain.links[0...start].reversed().map(\.typeName)
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
    let path = FieldPath(field.codingPath)
    if rejected.insert(path).inserted { report.rejected.append(path) }
    rejectedValues[path] = value
  }

  /// Notes a lenient value that did decode. An older version may have rejected it and carried it over.
  func noteAccepted(_ field: Field) {
    if rejectedValues.isEmpty || field.state.pointee.base == nil { return }
    rejectedValues[FieldPath(field.codingPath)] = nil
  }

  /// Notes the values that an older version of a value had rejected and that a step did not take along.
  func noteRejectedLost(
    from value: some Encodable, under codingPath: [any CodingKey], rejectedBefore: Int
  ) throws {
    let own = report.rejected[rejectedBefore...].filter { rejectedValues[$0] != nil }
    if own.isEmpty { return }
    let (tree, written) = try FieldWriter.treeWithRejectedValues(of: value)
    let whole = DocumentValue(0, of: tree.view)
    var left: [DocumentValue: Int] = [:]
    for value in written { left[value, default: 0] += 1 }
    for path in own {
      guard let value = rejectedValues[path] else { continue }
      if let count = left[value], count > 0 {
        left[value] = count - 1
      } else if whole.value(at: path.components.dropFirst(codingPath.count)) != value {
        report.rejectedDropped.append(path)
        rejectedValues[path] = nil
      }
    }
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

  /// Notes the unknown fields that an older version of a value had and that a step did not pass on.
  func noteLost(
    from value: some Encodable, under codingPath: [any CodingKey], keptBefore: Int
  ) throws {
    let base = FieldPath(codingPath).components
    let own = report.unknownFieldsKept[keptBefore...].filter {
      $0.components.count == base.count + 1 && $0.components.starts(with: base)
    }
    if own.isEmpty { return }
    let tree = try FieldWriter.tree(of: value)
    let values = DocumentValue(0, of: tree.view).object ?? DocumentObject()
    let lost = own.filter { path in
      guard case .key(let name)? = path.components.last else { return false }
      return values[name] != keptValues[path]
    }
    if lost.isEmpty { return }
    let isLost = Set(lost)
    let isNoted = Set(report.carryOverDropped)
    report.unknownFieldsKept.removeAll(where: isLost.contains)
    report.unknownFieldsDropped += lost.filter { !isNoted.contains($0) }
    for path in lost { keptValues[path] = nil }
  }

  /// Notes the members of the document that nobody asked for.
  func noteUnknown(in session: Session) {
    report.unknownFieldsDropped += unread(in: session)
  }

  /// Notes the fields of an older version that the newer one did not ask for.
  func noteDropped(by session: Session) {
    report.carryOverDropped += unread(in: session, isNilLost: false)
  }

  /// Notes the fields of an older version that the newer one has under other names.
  func noteRenamed(_ names: [(old: String, new: String)], in session: Session) {
    let base = FieldPath(session.state.codingPath(ofFrame: -1)).components
    report.carryOverRenamed += names.map {
      .init(path: FieldPath(base + [.key($0.old)]), newName: $0.new)
    }
  }

  private func unread(in session: Session, isNilLost: Bool = true) -> [FieldPath] {
    let state = session.state
    var found: [FieldPath] = []
    if state.pointee.foreign.isEmpty {
      var search = UnreadMembers(
        tree: session.root.tree, base: FieldPath(state.codingPath(ofFrame: -1)).components,
        isNilLost: isNilLost)
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

/// A walk over a tree for the members that nobody asked for.
private struct UnreadMembers {
  let tree: FieldTree.View
  let base: [FieldPath.Component]
  let isNilLost: Bool
  private(set) var found: [FieldPath] = []
  /// The values around the one that is visited, and which of an array's elements they are. Paths are
  /// made of it for what is found, which is little or nothing.
  private var trail: [(slot: UInt32, index: Int?)] = []

  init(tree: FieldTree.View, base: [FieldPath.Component], isNilLost: Bool) {
    self.tree = tree
    self.base = base
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
