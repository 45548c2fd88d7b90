/// A carried value as a document, which knows where the values of the carried one are in it.
///
/// The session decodes another tree, which has a null for each omitted field and the version of a value
/// beside it. The two trees have the same keys and indices.
final class CarriedDocument {
  let tree: DocumentTree
  /// The slot in the document for each slot of the session's tree, 0 for a value that isn't in the document;
  /// empty until a value is looked up.
  private var slots: [UInt32] = []

  init(_ tree: DocumentTree) {
    self.tree = tree
  }

  /// The slot of a value of the session; nil if the document doesn't have it.
  func slot(of field: Field) -> UInt32? {
    if field.slot == 0 { return 0 }
    if slots.isEmpty { slots = tree.view.slots(ofValuesIn: field.tree) }
    let slot = slots[Int(field.slot)]
    return slot == 0 ? nil : slot
  }
}

extension DocumentTree.View {
  /// The slots of the values with the same keys and indices as those of another tree, by the slots there.
  fileprivate func slots(ofValuesIn other: DocumentTree.View) -> [UInt32] {
    var slots = [UInt32](repeating: 0, count: Int(other.owner.object.slots.count))
    // This is a loop, because the value may nest too deeply for the stack.
    var containers: [UInt32] = [0]
    while let container = containers.popLast() {
      let own = self[slots[Int(container)]]
      let isObject = other[container].kind == .object
      guard own.kind == other[container].kind else { continue }
      // The members are nearly always in the same order.
      var next = own.firstChild
      for child in other.children(of: container) where !other[child].flags.contains(.isOmitted) {
        let found =
          !isObject || next != 0 && hasKey(self[next], other.keyText(of: other[child]))
          ? next : member(other.key(of: child), of: slots[Int(container)])
        if found == 0 { continue }
        slots[Int(child)] = found
        next = self[found].next
        if other[child].kind == .object || other[child].kind == .array { containers.append(child) }
      }
    }
    return slots
  }
}
