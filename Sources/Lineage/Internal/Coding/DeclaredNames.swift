/// Names that a type of keys is known to declare, for the types that collect their unknown fields.
struct DeclaredNames {
  private var names: [KeyName] = []
  /// The byte of the key of the property that collects the others, which isn't a field.
  private var property: Int?

  func deallocate() {
    for name in names { name.deallocate() }
  }

  /// Removes the names, and stores no more: no key has the byte -1.
  mutating func forget() {
    deallocate()
    names = []
    property = -1
  }

  /// Whether a member has one of the names.
  ///
  /// - Parameter expected: The index of the name to try first. Names are added in the order of
  ///   members, so it is the index after that of the last name.
  @inline(__always)
  func contains(
    _ member: TreeNode, in tree: DocumentTree.View, besides property: Int,
    expecting expected: inout Int
  ) -> Bool {
    guard property == self.property else { return false }
    if expected >= names.count || !names[expected].isKey(of: member, in: tree) {
      guard let found = names.firstIndex(where: { $0.isKey(of: member, in: tree) }) else {
        return false
      }
      expected = found
    }
    expected += 1
    return true
  }

  /// Whether a name is among them.
  func contains(_ name: KeyName) -> Bool {
    name.withBytes { text in
      guard let start = text.baseAddress else { return false }
      return names.contains { $0.isText(start, text.count) }
    }
  }

  mutating func learn(_ name: String, besides property: Int) {
    if self.property == nil { self.property = property }
    // The number is limited, because a type whose keys accept any name would declare all of them.
    guard property == self.property, names.count < 256, let name = KeyName(copying: name) else {
      return
    }
    names.append(name)
  }
}
