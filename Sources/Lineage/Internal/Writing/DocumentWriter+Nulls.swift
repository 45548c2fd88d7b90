// What becomes of nil. A document has no field for it, or a null where the type says so. A tree in memory
// always has a null, and remembers which of the two it stands for.

extension DocumentWriter {
  /// Notes in memory that a property is nil and left out of documents.
  func recordOmitted(_ name: String, in container: Int) {
    // A nil leaves alone what the type has written under the key, and a null that is kept.
    if let known = member(name, in: container),
      !state.pointee.unknownMembers.contains(known) || tree.slots[known].flags.contains(.isKept)
    {
      return
    }
    let slot = addMember(name, to: container)
    writeNull(at: slot)
    tree.slots[slot].flags.insert(.isOmitted)
  }

  /// Writes the null of a declared field, unless the field has a value.
  func addNull(_ name: String, spelled spelling: String?, to container: Int) {
    if let known = member(name, in: container) {
      guard isInMemory else { return }
      tree.slots[known].flags.insert(.isKeptNull)
      guard tree.slots[known].flags.contains(.isOmitted) else { return }
      tree.slots[known].flags.remove(.isOmitted)
      return recordKept(known)
    }
    let slot = addUnknownMember(name, spelled: spelling, to: container)
    writeNull(at: slot)
    recordUnknown(slot)
    recordKept(slot)
    // The type does declare it, and has left it out.
    if isInMemory {
      tree.slots[slot].flags.remove(.isUndeclared)
      tree.slots[slot].flags.insert(.isKeptNull)
    }
  }

  /// Notes in memory that a value is written even where it equals its default.
  func recordKept(_ slot: UInt32) {
    if isInMemory { tree.slots[slot].flags.insert(.isKept) }
  }
}
