// How nil is written. A document omits the field, or has a null if the type encodes one. A tree in
// memory always has a null, and a flag that says which of the two it represents.

extension DocumentWriter {
  /// Records in memory that a property is nil and omitted from documents.
  func recordOmitted(_ name: String, in container: Int) {
    if let known = member(name, in: container) {
      // A nil doesn't overwrite what the type has written for the key, or a preserved null.
      if !state.pointee.preserved.unknown.contains(known)
        || tree.slots[known].flags.contains(.isAlwaysWritten)
      {
        return
      }
      // A document has the null among the unknown fields in place of the nil.
      if tree.slots[known].kind == .null { return recordNilAsNull(known) }
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
    state.pointee.preserved.nulls.insert(slot)
    recordNilAsNull(slot)
  }

  /// Records in memory that the document had a null for a field that its type has decoded as a value. If the field is nil
  /// now, the null is removed.
  func recordNullDecoded(_ name: String, in container: Int) {
    guard isInMemory, let known = member(name, in: container),
      !tree.slots[known].flags.contains(.isOmitted)
    else { return }
    tree.slots[known].flags.insert(.isNullOfDocument)
  }

  /// Records in memory that a null is written because the document had one. The type declares the
  /// field, but has omitted it.
  private func recordNilAsNull(_ slot: UInt32) {
    guard isInMemory else { return }
    tree.slots[slot].flags.remove(.isUndeclared)
    tree.slots[slot].flags.insert(.isNullOfDocument)
    markAlwaysWritten(slot)
  }

  /// Whether it matters in memory which nils a document has as nulls. At the root of fields that are carried over, the
  /// new type reads an omitted nil as nil. A nested value may be written as a document, which needs its nulls.
  func marksNulls(ofObjectAt slot: UInt32) -> Bool {
    switch state.pointee.mode {
    case .checkedFields: true
    case .carriedFields: slot != 0
    default: false
    }
  }

  /// Records in memory that a nil, which was recorded as omitted, is written as null.
  func markNil(_ name: String, in index: Int) {
    guard marksNulls(ofObjectAt: container(index).slot), let known = member(name, in: index),
      tree.slots[known].flags.contains(.isOmitted)
    else { return }
    markAlwaysWritten(known)
  }

  /// Records in memory that a value is written even if it equals its default.
  func markAlwaysWritten(_ slot: UInt32) {
    if isInMemory { tree.slots[slot].flags.insert(.isAlwaysWritten) }
  }

  /// Records in memory that a value is written even if it equals its default, if it is null.
  func markNullAlwaysWritten(_ slot: UInt32) {
    if isInMemory, tree.isNull(at: slot) { markAlwaysWritten(slot) }
  }
}
