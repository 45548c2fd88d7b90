/// The shape of one version of a document: its root and its types.
package struct Schema: Hashable, Sendable {
  package var root: Shape
  /// The types, by the names that shapes use for them.
  package var types: [String: TypeShape]

  package init(root: Shape, types: [String: TypeShape]) {
    self.root = root
    self.types = types
  }

  /// Removes unused types, which were only requested by failed runs.
  mutating func removeUnusedTypes() {
    let used = Set(reachableTypes)
    types = types.filter { used.contains($0.key) }
  }

  /// The names of the described types that the root contains, in the order of their first
  /// occurrence. Fields are sorted by name.
  var reachableTypes: [String] {
    var names: [String] = []
    var seen: Set<String> = []
    var open = root.names[...]
    while let name = open.popFirst() {
      guard seen.insert(name).inserted, let type = types[name] else { continue }
      names.append(name)
      open += type.shapes.flatMap(\.names)
    }
    return names
  }
}
