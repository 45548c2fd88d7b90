extension DocumentTree {
  /// Renames the root's members, and removes those whose new name is nil.
  func editMembers(_ newName: (String, UInt32) throws -> String?) rethrows {
    guard slots[0].kind == .object else { return }
    var last: UInt32 = 0
    var count: UInt32 = 0
    for member in Array(members(of: 0)) {
      let name = view.key(of: member)
      guard let newName = try newName(name, member) else { continue }
      if newName != name { setKey(newName, of: member) }
      if last == 0 { slots[0].firstChild = member } else { slots[last].next = member }
      last = member
      count += 1
    }
    if last == 0 { slots[0].firstChild = 0 } else { slots[last].next = 0 }
    slots[0].count = count
  }
}
