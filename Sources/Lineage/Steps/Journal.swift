/// The report of a call while it is being written; all sessions of the call share it.
final class Journal {
  var report = MigrationReport()
  /// What the unknown fields are that types keep.
  private var keptValues: [FieldPath: FieldValue] = [:]

  /// How far the report has come, to return to where an attempt fails.
  struct Mark {
    fileprivate let counts: [Int]
  }

  var mark: Mark {
    Mark(counts: [
      report.nestedMigrations.count, report.newerValuesRead.count, report.filled.count,
      report.rejected.count, report.unknownFieldsKept.count, report.unknownFieldsDropped.count,
      report.carryOverDropped.count, report.notes.count,
    ])
  }

  /// Takes back what was noted since.
  func rollBack(to mark: Mark) {
    let now = self.mark.counts
    let surplus = zip(now, mark.counts).map { $0 - $1 }
    report.nestedMigrations.removeLast(surplus[0])
    report.newerValuesRead.removeLast(surplus[1])
    report.filled.removeLast(surplus[2])
    report.rejected.removeLast(surplus[3])
    report.unknownFieldsKept.removeLast(surplus[4])
    report.unknownFieldsDropped.removeLast(surplus[5])
    report.carryOverDropped.removeLast(surplus[6])
    report.notes.removeLast(surplus[7])
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
    let newer = MigrationReport.NewerValue(path: FieldPath(field.codingPath), version: version)
    if !report.newerValuesRead.contains(newer) { report.newerValuesRead.append(newer) }
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
  func noteRejected(_ field: Field, since mark: Mark?) {
    if let mark { rollBack(to: mark) }
    let path = FieldPath(field.codingPath)
    if !report.rejected.contains(path) { report.rejected.append(path) }
  }

  /// Notes an unknown field that a type keeps. One that was kept before, by an older type that passed
  /// it on, is not noted again.
  func noteKept(_ field: Field, _ value: FieldValue) {
    let path = FieldPath(field.codingPath)
    if !report.unknownFieldsKept.contains(path) { report.unknownFieldsKept.append(path) }
    keptValues[path] = value
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
    for path in own {
      guard case .key(let name)? = path.components.last else { continue }
      let slot = tree.view.member(name, of: 0)
      if slot != 0, FieldValue(slot, of: tree.view) == keptValues[path] { continue }
      report.unknownFieldsKept.removeAll { $0 == path }
      if !report.carryOverDropped.contains(path) { report.unknownFieldsDropped.append(path) }
    }
  }

  /// Notes the members of the document that nobody asked for.
  func noteUnknown(in session: Session) {
    report.unknownFieldsDropped += unread(in: session)
  }

  /// Notes the fields of an older version that the newer one did not ask for.
  func noteDropped(by session: Session) {
    report.carryOverDropped += unread(in: session, isNilLost: false)
  }

  private func unread(in session: Session, isNilLost: Bool = true) -> [FieldPath] {
    let state = session.state
    var found: [FieldPath] = []
    if state.pointee.foreign.isEmpty {
      let base = FieldPath(state.codingPath(ofFrame: -1)).components
      collectUnread(0, in: session.root.tree, path: base, isNilLost: isNilLost, into: &found)
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

  private func collectUnread(
    _ slot: UInt32, in tree: FieldTree.View, path: [FieldPath.Component], isNilLost: Bool,
    into found: inout [FieldPath]
  ) {
    let container = tree[slot]
    guard container.kind == .object || container.kind == .array else { return }
    var child = container.firstChild
    var index = 0
    while child != 0 {
      let isMember = container.kind == .object
      let own = path + [isMember ? .key(tree.key(of: child)) : .index(index)]
      if isMember, !tree[child].flags.contains(.isRead) {
        if isNilLost || !tree[child].isNull { found.append(FieldPath(own)) }
      } else {
        collectUnread(child, in: tree, path: own, isNilLost: isNilLost, into: &found)
      }
      child = tree[child].next
      index += 1
    }
  }
}
