/// A walk over a tree for the members and elements that no type asked for.
struct UnreadMembers {
  let tree: DocumentTree.View
  private let state: DecodingState.Pointer
  /// The value whose path is that of the session.
  private let root: UInt32
  private(set) var found: [FieldPath] = []
  /// The members that no older type had declared, but that a type has asked for.
  private(set) var handled: [UInt32] = []
  /// The containers around the value that is visited. Paths are only made for what is found, which is
  /// little or nothing.
  private var trail: [Container] = []

  private struct Container {
    let slot: UInt32
    /// The index of the container, if it is an element.
    let index: Int?
    /// What of it wasn't visited yet.
    var children: EnumeratedSequence<TreeChildren<DocumentTree.View>>.Iterator
  }

  init(in session: DecodingSession, root: UInt32 = 0) {
    tree = session.root.tree
    state = session.state
    self.root = root
  }

  /// Visits everything in a member of the root, or in the root itself.
  mutating func visit(from member: UInt32) {
    enter(member, at: nil)
    // A loop, because a document may nest too deeply for the stack.
    while let container = trail.last {
      guard let (position, child) = trail[trail.count - 1].children.next() else {
        trail.removeLast()
        continue
      }
      let value = tree[child]
      let isMember = tree[container.slot].kind == .object
      if value.isHandled { handled.append(child) }
      let isReadByElement =
        isMember || state.pointee.readLog.isReadByElement(container.slot, in: tree)
      let isRead =
        isReadByElement
        ? value.flags.contains(.isRead) : !state.pointee.readLog.isDiscarded(child)
      if !isRead {
        let key: FieldPath.Component = isMember ? .key(tree.key(of: child)) : .index(position)
        if !value.flags.contains(.isOmitted) { found.append(path(with: key)) }
      } else if value.kind.isContainer {
        enter(child, at: isMember ? nil : position)
      }
    }
  }

  private mutating func enter(_ slot: UInt32, at index: Int?) {
    trail.append(
      Container(
        slot: slot, index: index, children: tree.children(of: slot).enumerated().makeIterator()))
  }

  private func path(with key: FieldPath.Component) -> FieldPath {
    // The root has no component of its own.
    let components = trail.filter { $0.slot != root }.map { container in
      container.index.map { .index($0) } ?? FieldPath.Component.key(tree.key(of: container.slot))
    }
    return FieldPath(state.path(ofFrame: -1).components + components + [key])
  }
}

extension TreeNode {
  /// Whether a type has decoded an unknown field of an older type, and not as an unknown one.
  fileprivate var isHandled: Bool {
    flags.contains(.isRead) && flags.contains(.isUndeclared) && !flags.contains(.isCollected)
  }
}

extension DecodingState.Pointer {
  /// Whether types have asked for all members and elements in a value, none of them an unknown field of an older type. If
  /// so, as for most documents, there is no need to search for the others.
  func isFullyRead(_ slot: UInt32, in tree: DocumentTree.View) -> Bool {
    if pointee.readLog.hasDiscarded { return false }
    // A loop, because a document may nest too deeply for the stack.
    var containers = [slot]
    while let container = containers.popLast() {
      let isObject = tree[container].kind == .object
      let isReadByElement = isObject || pointee.readLog.isReadByElement(container, in: tree)
      for child in tree.children(of: container) {
        let node = tree[child]
        if isReadByElement, !node.flags.contains(.isRead) || node.isHandled { return false }
        if node.kind.isContainer { containers.append(child) }
      }
    }
    return true
  }
}
