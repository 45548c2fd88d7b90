/// A carried value, and the document that it is written as, which is made when it is needed.
///
/// A session decodes the value from another tree, which has a null for each omitted field and the version of a value
/// beside it. The two trees have the same indices and keys, except that the document may have keys in snake_case, like the
/// one that is migrated.
final class CarriedDocument {
  private let value: CarriedValue
  private var document: DocumentTree?
  /// The slot in the document for each slot of the session's tree, 0 for a value that isn't in the document;
  /// empty until a value is looked up.
  private var slots: [UInt32] = []

  init(_ value: CarriedValue) {
    self.value = value
  }

  /// The slot of a value of the session, with the document; nil if the document doesn't have it.
  func place(of field: Field) throws -> (document: DocumentTree, slot: UInt32)? {
    let isInSnakeCase = field.state.carriesFromSnakeCase
    let document =
      try document ?? field.tree(of: value) { try $0.document(isInSnakeCase: isInSnakeCase) }
    self.document = document
    if field.slot == 0 { return (document, 0) }
    if slots.isEmpty {
      slots = document.view.slots(ofValuesIn: field.tree, isInSnakeCase: isInSnakeCase)
    }
    let slot = slots[Int(field.slot)]
    return slot == 0 ? nil : (document, slot)
  }
}

extension DocumentTree.View {
  /// The slots of the values at the same places as those of another tree, by the slots there.
  ///
  /// - Parameter isInSnakeCase: Whether the keys in this tree are those that a strategy converts names to.
  fileprivate func slots(
    ofValuesIn other: DocumentTree.View, isInSnakeCase: Bool
  ) -> [UInt32] {
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
        var found = next
        if isObject {
          let key =
            isInSnakeCase ? other.keyInSnakeCase(of: child, in: container) : other.key(of: child)
          if next == 0 || self.key(of: next) != key {
            found = member(key, of: slots[Int(container)])
          }
        }
        if found == 0 { continue }
        slots[Int(child)] = found
        next = self[found].next
        if other[child].kind.isContainer { containers.append(child) }
      }
    }
    return slots
  }
}
