// How nil is written. A document omits the field, or has a null if the type encodes one. A tree in
// memory always has a null, and a flag that says which of the two it represents.

extension DocumentWriter {
  /// Records in memory that a property is nil and omitted from documents.
  func recordOmitted(_ name: String, in container: Int) {
    if let known = member(name, in: container) {
      // A nil doesn't overwrite what the type has written for the key, or a preserved null.
      if !state.pointee.unknownMembers.contains(known)
        || tree.slots[known].flags.contains(.isAlwaysWritten)
      {
        return
      }
      // A document has the null among the unknown fields in place of the nil.
      if tree.slots[known].kind == .null { return markNullOfDocument(known) }
    }
    let slot = addMember(name, to: container)
    writeNull(at: slot)
    tree.slots[slot].flags.insert(.isOmitted)
  }

  /// Writes the null that the document had for a declared field, unless the field has a value now.
  ///
  /// Its key is spelled as that of the field would be, not as in the document: the field may be
  /// written later, and one document with both couldn't be read.
  func addNull(_ name: String, to container: Int) {
    if isLeftOut(name, of: container) { return }
    if let known = member(name, in: container) {
      guard isInMemory else { return }
      tree.slots[known].flags.insert(.isNullOfDocument)
      guard tree.slots[known].flags.contains(.isOmitted) else { return }
      tree.slots[known].flags.remove(.isOmitted)
      return markAlwaysWritten(known)
    }
    let slot = addUnknownMember(name, spelled: nil, to: container)
    writeNull(at: slot)
    recordUnknown(slot)
    state.pointee.preservedNulls.insert(slot)
    markNullOfDocument(slot)
  }

  /// Leaves out the null that the document had for a field whose type tells null from nothing, so that the nil isn't
  /// that null.
  func leaveOutNull(_ name: String, of container: Int) {
    if let known = member(name, in: container), state.pointee.preservedNulls.contains(known) {
      removeMember(name, from: container)
    }
    let id = self.container(container).id
    if state.pointee.nullsLeftOut[container]?.object != id {
      state.pointee.nullsLeftOut[container] = NullsLeftOut(object: id)
    }
    state.pointee.nullsLeftOut[container]?.names.append(name)
  }

  private func isLeftOut(_ name: String, of container: Int) -> Bool {
    guard let left = state.pointee.nullsLeftOut[container] else { return false }
    return left.object == self.container(container).id && left.names.contains(name)
  }

  /// Records in memory that a null is written because the document had one. The type declares the
  /// field, but has omitted it.
  private func markNullOfDocument(_ slot: UInt32) {
    guard isInMemory else { return }
    tree.slots[slot].flags.remove(.isUndeclared)
    tree.slots[slot].flags.insert(.isNullOfDocument)
    markAlwaysWritten(slot)
  }

  /// Records in memory that a value is written even if it equals its default.
  func markAlwaysWritten(_ slot: UInt32) {
    if isInMemory { tree.slots[slot].flags.insert(.isAlwaysWritten) }
  }
}

/// The nulls of an object's declared fields that aren't preserved, because their types would have read them as null.
struct NullsLeftOut {
  let object: ContainerID
  fileprivate(set) var names: [String] = []
}
