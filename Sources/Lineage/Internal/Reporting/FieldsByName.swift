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
      // An unknown field is kept as a whole. A step may have moved others into a value without a type.
      if !value.flags.contains(.isUndeclared) { visit(child, of: tree) }
    }
  }
}
