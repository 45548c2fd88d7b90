/// What becomes of the fields that no type declares, and of what else came with the document, when a value is
/// turned back into an older one.
struct DowngradeLosses {
  /// The path to the value.
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  let journal: Journal?

  /// Refuses a value in which an unknown field is lost to a declared one, and reports what has been left out.
  func check(
    _ value: AnyObject, as link: ChainLink, downgraded older: AnyObject, as target: ChainLink
  ) throws {
    let after: FieldWriter
    do {
      after = try tree(of: older, as: target)
    } catch let error as ShadowedField {
      throw error.explained(in: target.type, at: codingPath)
    } catch {
      // Writing it will say so.
      return
    }
    guard let journal, let before = try? tree(of: value, as: link) else { return }
    // What is in a value inside has been noted with the value around it.
    let own = codingPath.isEmpty ? journal : Journal()
    let start = own.beginSteps()
    var search = KeptValues(in: before.tree.view, under: FieldPath(codingPath).components, own)
    search.visit(0)
    own.noteLost(from: after, under: codingPath.count, since: start)
    if own !== journal { journal.noteLostInside(own.report) }
  }

  private func tree(of value: AnyObject, as link: ChainLink) throws -> FieldWriter {
    try FieldWriter.inMemory(userInfo: userInfo, carriesFields: false) {
      try link.encode(value, to: $0)
    }
  }
}

/// A walk over the tree of a value for what it keeps besides its declared fields.
private struct KeptValues {
  private let tree: FieldTree.View
  private let journal: Journal
  private var path: [FieldPath.Component]

  init(in tree: FieldTree.View, under path: [FieldPath.Component], _ journal: Journal) {
    self.tree = tree
    self.path = path
    self.journal = journal
  }

  mutating func visit(_ slot: UInt32) {
    let kind = tree[slot].kind
    guard kind == .object || kind == .array else { return }
    var child = tree[slot].firstChild
    var index = 0
    while child != 0 {
      path.append(kind == .array ? .index(index) : .key(tree.key(of: child)))
      note(child)
      path.removeLast()
      child = tree[child].next
      index += 1
    }
  }

  private mutating func note(_ slot: UInt32) {
    let flags = tree[slot].flags
    if flags.contains(.isUndeclared), let value = try? DocumentValue(slot, of: tree) {
      journal.noteKept(at: FieldPath(path), value)
    } else if flags.contains(.isRejected), let value = try? DocumentValue(slot, of: tree) {
      journal.noteRejected(at: FieldPath(path), value)
    } else if flags.contains(.isKept), tree[slot].isNull {
      journal.noteKeptNull(at: FieldPath(path))
    } else if !flags.contains(.isDocument) {
      visit(slot)
    }
  }
}
