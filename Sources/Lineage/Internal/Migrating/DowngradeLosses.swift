/// Finds undeclared fields, rejected values and nulls that are lost when a value is downgraded.
struct DowngradeLosses {
  /// The path to the value.
  let codingPath: [any CodingKey]
  let reportBuilder: ReportBuilder?
  let downgrade: Downgrade

  /// Throws an error if an unknown field conflicts with a declared one, and reports what was lost.
  func check(
    _ value: AnyObject, as link: ChainLink, downgraded older: AnyObject, as target: ChainLink
  ) throws {
    let after: DocumentWriter
    do {
      after = try written(older, as: target)
      try after.checkNameCollisions()
    } catch let error as ShadowedFieldError {
      throw error.explained(in: target.type, at: codingPath)
    } catch {
      // Encoding the value will throw the same error.
      return
    }
    guard let reportBuilder else { return }
    let before: DocumentWriter
    do {
      before = try written(value, as: link)
    } catch  where error.isAboutStack {
      throw error
    } catch {
      return
    }
    // The content of a nested value has already been recorded with the enclosing value.
    let own = codingPath.isEmpty ? reportBuilder : ReportBuilder()
    let start = own.beginSteps(recording: downgrade.fieldsRead)
    defer { own.renamed.rollBack(to: start.renamed) }
    let path = FieldPath(codingPath)
    own.steps.handledNulls = downgrade.handledNulls
    for (value, names) in downgrade.renamings { own.renamed.add(names, in: path + value) }
    var search = PreservedValues(in: before.tree.view, under: path.components, own)
    search.visit(0)
    for shadowed in try before.shadowedFields {
      own.recordUnknownKept(at: path + FieldPath(shadowed.codingPath), shadowed.unknown)
    }
    own.recordLost(from: after.written, under: codingPath.count, since: start)
    if own !== reportBuilder { reportBuilder.recordLostInside(own) }
  }

  private func written(_ value: AnyObject, as link: ChainLink) throws -> DocumentWriter {
    try DocumentWriter.inspecting(.checkedFields, userInfo: downgrade.userInfo) {
      try link.encode(value, to: $0)
    }
  }
}

/// Searches the tree of a value for undeclared fields, rejected values and preserved nulls.
private struct PreservedValues {
  private let tree: DocumentTree.View
  private let reportBuilder: ReportBuilder
  private var path: [FieldPath.Component]

  init(
    in tree: DocumentTree.View, under path: [FieldPath.Component], _ reportBuilder: ReportBuilder
  ) {
    self.tree = tree
    self.path = path
    self.reportBuilder = reportBuilder
  }

  mutating func visit(_ slot: UInt32) {
    let kind = tree[slot].kind
    for (index, child) in tree.children(of: slot).enumerated() {
      path.append(kind == .array ? .index(index) : .key(tree.key(of: child)))
      recordPreserved(child)
      path.removeLast()
    }
  }

  private mutating func recordPreserved(_ slot: UInt32) {
    let flags = tree[slot].flags
    if flags.contains(.isUndeclared), let value = try? DocumentValue(slot, of: tree) {
      reportBuilder.recordUnknownKept(at: FieldPath(path), value)
    } else if flags.contains(.isRejected), let value = try? DocumentValue(slot, of: tree) {
      reportBuilder.recordRejected(at: FieldPath(path), value)
    } else if let form = tree[slot].nullForm {
      switch form {
      case .ofDocument: reportBuilder.recordPreservedNull(at: FieldPath(path))
      case .ofType where flags.contains(.isOmitted): break
      case .ofType, .value:
        reportBuilder.recordPreservedNull(at: FieldPath(path), isWrittenByType: true)
      case .omitted, .encoded: break
      }
    } else if !flags.contains(.isUndecoded) {
      visit(slot)
    }
  }
}
