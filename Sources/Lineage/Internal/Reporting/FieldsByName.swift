/// Finds the fields of a tree that have one of some names, declared and undeclared ones.
struct FieldsByName {
  let names: Set<String>
  var undeclared: [String: ValueCounts] = [:]
  var declared: [String: ValueCounts] = [:]

  init(names: Set<String>) {
    self.names = names
  }

  mutating func visit(_ slot: UInt32, of tree: DocumentTree.View) {
    let kind = tree[slot].kind
    for child in tree.children(of: slot) {
      let value = tree[child]
      if kind == .object {
        let name = tree.key(of: child)
        if names.contains(name), !value.flags.contains(.isOmitted),
          let value = try? DocumentValue(child, of: tree)
        {
          if tree[child].flags.contains(.isUndeclared) {
            undeclared[name, default: [:]].add(value)
          } else {
            declared[name, default: [:]].add(value)
          }
        }
      }
      // The members of a value without a type are part of that value.
      if !value.flags.contains(.isUndecoded) { visit(child, of: tree) }
    }
  }
}
