extension DocumentTree.View {
  /// A tree with a single `nothing` node, which represents a missing value.
  static var nothing: DocumentTree.View { SingleNode.nothing.view }

  /// A tree with a single null.
  static var null: DocumentTree.View { SingleNode.null.view }

  /// A tree with a single node. It never changes, so all threads may read it, and is never released.
  private struct SingleNode: @unchecked Sendable {
    static let nothing = SingleNode(.nothing)
    static let null = SingleNode(.null)

    let view: DocumentTree.View

    private init(_ kind: NodeKind) {
      let tree = DocumentTree(slotCapacity: 1)
      tree.append(TreeNode(kind))
      view = Unretained(retaining: tree).object.view
    }
  }

  /// Whether this is the tree that represents a missing value.
  var isNothing: Bool { owner == Self.nothing.owner }

  /// A view of text without a tree, for nodes that aren't in one.
  init(of text: Bytes) {
    self = .nothing
    if let start = text.baseAddress { self.text = start }
  }

  func text(of node: TreeNode) -> Bytes {
    Bytes(start: text + node.start, count: node.length)
  }

  /// The number of a node that has it only as text, as an integer of up to 64 bits or a double.
  ///
  /// - Returns: The first kind of number that represents it, as encoders of other formats write it; nil for
  ///   larger integers, and for numbers out of the range of a double.
  func number(fromTextOf node: TreeNode) -> TreeNode? {
    let text = text(of: node)
    guard node.kind == .integerText else {
      return JSONNumber.double(text, kind: node.kind)
        .map { TreeNode(.double, bits: $0.bitPattern) }
    }
    if let number = JSONNumber.integer(Int64.self, text, kind: node.kind) {
      // Only a double has a zero with a sign.
      return number == 0 && text.first == ASCII.minus
        ? TreeNode(.double, bits: (-0.0).bitPattern)
        : TreeNode(.signed, bits: UInt64(bitPattern: number))
    }
    return JSONNumber.integer(UInt64.self, text, kind: node.kind)
      .map { TreeNode(.unsigned, bits: $0) }
  }

  func native(of node: TreeNode) -> NativeValue {
    owner.object.natives[node.start]
  }

  func keyText(of node: TreeNode) -> Bytes {
    Bytes(start: text + Int(node.keyStart), count: Int(node.keyLength))
  }

  func key(of slot: UInt32) -> String {
    if let key = illFormedKey(of: slot) { return key.literal }
    let node = self[slot]
    if node.flags.contains(.sharesKey) { return sharedKey(node) }
    return JSONText.string(keyText(of: node), escaped: node.flags.contains(.escapedKey))
  }

  /// The key of a member of an object whose keys are names, as the strategy for snake_case converts it.
  func keyInSnakeCase(of member: UInt32, in object: UInt32) -> String {
    let key = key(of: member)
    if self[object].flags.contains(.keysAreData) { return key }
    return owner.object.spellings[member] ?? SnakeCase.snake(key)
  }

  /// The key of a member, if a `String` can't represent it.
  func illFormedKey(of slot: UInt32) -> IllFormedString? {
    let node = self[slot]
    return node.flags.contains(.illFormedKey) ? IllFormedString(escaped: keyText(of: node)) : nil
  }

  /// Whether a member's key has these bytes. The key must not have escapes.
  @inline(__always)
  func hasKey(_ node: TreeNode, _ key: Bytes) -> Bool {
    guard Int(node.keyLength) == key.count else { return false }
    guard let bytes = key.baseAddress else { return true }
    return Bytes.areEqual(text + Int(node.keyStart), bytes, key.count)
  }

  /// The first member with a key; 0 if there is none. It works for any object and needs no session.
  func member(_ name: String, of object: UInt32) -> UInt32 {
    guard self[object].kind == .object else { return 0 }
    var name = name
    return name.withBytes { key in
      var member = self[object].firstChild
      while member != 0 {
        let node = self[member]
        let isFound =
          node.flags.contains(.escapedKey)
          ? JSONText.escapedKey(keyText(of: node), equals: key)
          : hasKey(node, key)
        if isFound { return member }
        member = node.next
      }
      return 0
    }
  }

  /// The value at a path of names from an object; nil if there is none.
  func value(at path: [String], in object: UInt32) -> UInt32? {
    var found = object
    for name in path {
      found = member(name, of: found)
      if found == 0 { return nil }
    }
    return found
  }

  /// The number at a path of names; nil if there is none, or if finding it needs the slow path.
  @inline(__always)
  func number(at path: KeyNamePath, in value: UInt32) -> Int? {
    guard path.count > 0 else { return nil }
    var found = value
    for index in 0..<path.count {
      guard self[found].kind == .object else { return nil }
      found = member(path[index], from: self[found].firstChild)
      if found == 0 || found == Self.undecided { return nil }
    }
    if self[found].kind == .signed { return Int(exactly: Int64(bitPattern: self[found].bits)) }
    guard self[found].kind == .integerText,
      let number = JSONNumber.shortInteger(text + self[found].start, self[found].length)
    else { return nil }
    return Int(exactly: number)
  }

  /// The result of a search that has to be repeated with names, because a key on the way can't be
  /// compared by its bytes.
  static var undecided: UInt32 { .max }

  /// The first member with a name, searched from a member on; 0 if there is none, or `undecided`.
  @inline(__always)
  func member(_ name: KeyName, from first: UInt32) -> UInt32 {
    var member = first
    while member != 0 {
      let node = self[member]
      if node.mayEqualOtherKeys { return Self.undecided }
      if name.isKey(of: node, in: self) { return member }
      member = node.next
    }
    return 0
  }
}
