/// Finds the fields that have one of some names and that a document written from a tree would have.
struct WrittenFields {
  private enum Kind {
    /// A null that is written because the document had one.
    case keptNull(named: String)
    /// A null that its type writes in any case.
    case nullOfType(at: FieldPath)
    case value
  }

  private let names: Set<String>
  /// The path that a field had before the steps.
  private let oldestPath: (FieldPath) -> FieldPath
  private var paths: [FieldPath: Kind] = [:]
  private var keptNulls: [String: Int] = [:]
  private var nullsOfTypes: [String: Int] = [:]
  /// The nulls that types write, by their paths without indices, because steps may move elements.
  private var nullsInLists: [FieldPath: Int] = [:]
  private var path: [FieldPath.Component] = []

  init(names: Set<String>, oldestPath: @escaping (FieldPath) -> FieldPath) {
    self.names = names
    self.oldestPath = oldestPath
  }

  /// - Parameter isUntyped: Whether the value is one without a type, or in one.
  mutating func visit(_ slot: UInt32, of tree: DocumentTree.View, isUntyped: Bool = false) {
    let kind = tree[slot].kind
    for (index, child) in tree.children(of: slot).enumerated() {
      let name = kind == .array ? "" : tree.key(of: child)
      path.append(kind == .array ? .index(index) : .key(name))
      if kind == .object, tree[child].isWritten, names.contains(name) {
        record(tree[child], named: name, isUntyped: isUntyped)
      }
      visit(child, of: tree, isUntyped: isUntyped || tree[child].flags.contains(.isUndecoded))
      path.removeLast()
    }
  }

  private mutating func record(_ value: TreeNode, named name: String, isUntyped: Bool) {
    let path = FieldPath(path)
    // In a value without a type, the name is data, so that even a null is only found by its path.
    switch isUntyped ? nil : value.nullForm {
    case nil, .omitted, .encoded:
      record(.value, at: path)
    case .ofDocument:
      record(.keptNull(named: name), at: path)
      keptNulls[name, default: 0] += 1
    case .ofType, .value:
      record(.nullOfType(at: path), at: path)
      nullsOfTypes[name, default: 0] += 1
      nullsInLists[path.withoutIndices, default: 0] += 1
    }
  }

  private mutating func record(_ kind: Kind, at path: FieldPath) {
    paths[path] = kind
    let oldest = oldestPath(path)
    if oldest != path, paths[oldest] == nil { paths[oldest] = kind }
  }

  /// Consumes the field at a path. Returns whether there is one.
  mutating func consume(_ path: FieldPath) -> Bool {
    switch paths[path] {
    case nil: false
    case .value: true
    case .keptNull(let name): consumeKeptNull(name)
    case .nullOfType(let path): consumeNullOfType(inListsOf: path)
    }
  }

  /// Consumes any remaining preserved null with a name. Returns whether there is one.
  mutating func consumeKeptNull(_ name: String) -> Bool {
    keptNulls.removeOne(name)
  }

  /// Consumes any remaining null with a name that its type writes. Returns whether there is one.
  mutating func consumeNullOfType(_ name: String) -> Bool {
    nullsOfTypes.removeOne(name)
  }

  /// Consumes such a null at a path, or at a path that only differs in the indices of elements.
  mutating func consumeNullOfType(inListsOf path: FieldPath) -> Bool {
    guard nullsInLists.removeOne(path.withoutIndices) else { return false }
    return path.lastName.map { consumeNullOfType($0) } ?? false
  }
}
