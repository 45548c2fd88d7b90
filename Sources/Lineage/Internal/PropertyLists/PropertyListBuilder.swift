/// Builds the tree of a property list, value by value in document order.
///
/// It tracks the open containers, so readers don't need recursion.
struct PropertyListBuilder {
  private let tree: DocumentTree
  private var open: [OpenContainer] = []
  private var key: Key?

  private struct OpenContainer {
    let slot: UInt32
    let kind: NodeKind
    var lastChild: UInt32 = 0
    var count: UInt32 = 0
    var hasInternationalKeys = false
  }

  private struct Key {
    let text: TreeText
    let flags: TreeNode.Flags
  }

  init(_ tree: DocumentTree) {
    self.tree = tree
  }

  var depth: Int { open.count }
  /// The kind of the innermost open container.
  var container: NodeKind? { open.last?.kind }
  /// The number of values so far.
  var valueCount: Int { tree.slots.count }
  /// Whether one more container would nest too deeply.
  var isTooDeep: Bool { open.count >= DocumentDepth.maximum }

  mutating func reserve(_ values: Int) { tree.reserve(values) }

  // MARK: - Values

  /// Sets the key of the next member.
  mutating func setKey(_ text: TreeText, isASCII: Bool, isShared: Bool = false) {
    var flags: TreeNode.Flags = isASCII ? [] : .internationalKey
    if isShared { flags.insert(.sharesKey) }
    key = Key(text: text, flags: flags)
    if !isASCII { open[open.count - 1].hasInternationalKeys = true }
  }

  /// Adds a value to the innermost open container, or as the root.
  @discardableResult
  mutating func add(_ value: TreeNode) -> UInt32 {
    var node = value
    if let key {
      node.setKey(
        start: key.text.start, length: key.text.length, flags: node.flags.union(key.flags))
      self.key = nil
    }
    let slot = tree.append(node)
    guard let last = open.indices.last else { return slot }
    if open[last].lastChild == 0 {
      tree.slots[open[last].slot].firstChild = slot
    } else {
      tree.slots[open[last].lastChild].next = slot
    }
    open[last].lastChild = slot
    open[last].count += 1
    return slot
  }

  /// Opens a container, to which values are added until it is closed.
  mutating func open(_ kind: NodeKind) {
    let slot = add(TreeNode(kind))
    open.append(OpenContainer(slot: slot, kind: kind))
  }

  mutating func close() {
    let container = open.removeLast()
    tree.slots[container.slot].count = container.count
    if container.kind == .object, container.count > 1 { moveRepeatedKeys(of: container) }
  }

  /// Adds a member whose key is ASCII.
  mutating func addMember(_ name: String, _ value: TreeNode) {
    setKey(tree.addText(name), isASCII: true)
    add(value)
  }

  // MARK: - Text

  func addText(_ bytes: ArraySlice<UInt8>) -> TreeText { tree.addText(bytes) }
  func addText(_ text: String) -> TreeText { tree.addText(text) }
  func share(_ text: TreeNode) { tree.share(text.start, length: text.length) }
  func add(_ native: NativeValue) -> TreeNode { tree.addNative(native) }

  // MARK: - Keys

  /// In property lists, the last of two equal keys wins, but a tree is searched for the first. The others are moved to
  /// the end, so that a report lists them.
  private func moveRepeatedKeys(of container: OpenContainer) {
    // In small dictionaries, comparing all keys is faster than converting them to strings.
    if container.count <= 16, !container.hasInternationalKeys {
      guard hasEqualBytesInKeys(of: container) else { return }
    }
    var members: [UInt32] = []
    var places: [String: Int] = [:]
    var repeated: [UInt32] = []
    for member in tree.children(of: container.slot) {
      if let earlier = places.updateValue(members.count, forKey: tree.view.key(of: member)) {
        repeated.append(members[earlier])
        members[earlier] = 0
      }
      members.append(member)
    }
    if repeated.isEmpty { return }
    var next: UInt32 = 0
    for member in (members + repeated).reversed() where member != 0 {
      tree.slots[member].next = next
      next = member
    }
    tree.slots[container.slot].firstChild = next
  }

  private func hasEqualBytesInKeys(of container: OpenContainer) -> Bool {
    let view = tree.view
    var member = view[container.slot].firstChild
    while member != 0 {
      let key = view.keyText(of: view[member])
      var other = view[member].next
      while other != 0 {
        if view.hasKey(view[other], key) { return true }
        other = view[other].next
      }
      member = view[member].next
    }
    return false
  }
}

/// A range of a tree's own text.
typealias TreeText = (start: Int, length: Int)
