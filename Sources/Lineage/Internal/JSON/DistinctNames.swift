/// Tells for the members of an object, one after the other, whether they are the first with their
/// name, which wins.
///
/// The names of most objects are a few that differ in a cheap hash, so that no name is compared.
struct DistinctNames {
  private let tree: DocumentTree.View
  private let object: TreeNode
  /// The hashes of the members so far, which can all be compared by their bytes.
  private var hashes: UInt64 = 0
  /// The names so far, if they are many, or if one can't be compared by its bytes.
  private var names: Set<String>?

  /// The number of members that are compared by their bytes if their hashes are equal.
  private static let fewMembers = 64

  init(of object: UInt32, in tree: DocumentTree.View) {
    self.tree = tree
    self.object = tree[object]
    if self.object.count > Self.fewMembers { names = [] }
  }

  /// Whether no member before this one has its name.
  mutating func isNew(_ member: UInt32, _ name: @autoclosure () -> String) -> Bool {
    let node = tree[member]
    if names != nil || node.mayEqualOtherKeys { return isNewName(member, name()) }
    let key = tree.keyText(of: node)
    let bit = TreeNode.bit(ofHash: TreeNode.hash(key))
    if hashes & bit != 0, follows(member, key) { return false }
    hashes |= bit
    return true
  }

  /// Whether a member before this one has the same bytes as its key.
  private func follows(_ member: UInt32, _ key: Bytes) -> Bool {
    for other in tree.children(of: object) {
      if other == member { return false }
      if tree.hasKey(tree[other], key) { return true }
    }
    return false
  }

  @inline(never)
  private mutating func isNewName(_ member: UInt32, _ name: String) -> Bool {
    if names == nil {
      var before: Set<String> = []
      for other in tree.children(of: object) {
        if other == member { break }
        before.insert(tree.key(of: other))
      }
      names = before
    }
    return names?.insert(name).inserted ?? true
  }
}
