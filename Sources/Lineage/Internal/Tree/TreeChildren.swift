/// The members or elements of a container in order; none for other values.
///
/// It can be iterated while the tree changes, as long as the links of its nodes stay.
struct TreeChildren<Tree: TreeNodes>: Sequence, IteratorProtocol {
  private let tree: Tree
  private var child: UInt32

  @inline(__always)
  init(of container: TreeNode, in tree: Tree) {
    self.tree = tree
    child = container.kind.isContainer ? container.firstChild : 0
  }

  @inline(__always) @_specialize(where Tree == DocumentTree.View)
  mutating func next() -> UInt32? {
    let current = child
    if current == 0 { return nil }
    child = tree[current].next
    return current
  }
}

/// The nodes of a tree by their slots.
protocol TreeNodes {
  subscript(slot: UInt32) -> TreeNode { get }
}

extension DocumentTree.View: TreeNodes {}

extension DocumentTree: TreeNodes {
  @inline(__always)
  subscript(slot: UInt32) -> TreeNode { slots[slot] }

  /// The members of an object in order; none for other values.
  func members(of object: UInt32) -> TreeChildren<DocumentTree> {
    TreeChildren(of: self[object].kind == .object ? self[object] : TreeNode(.nothing), in: self)
  }
}

extension TreeNodes {
  @inline(__always) @_specialize(where Self == DocumentTree.View)
  func children(of slot: UInt32) -> TreeChildren<Self> { TreeChildren(of: self[slot], in: self) }

  @inline(__always) @_specialize(where Self == DocumentTree.View)
  func children(of container: TreeNode) -> TreeChildren<Self> {
    TreeChildren(of: container, in: self)
  }
}
