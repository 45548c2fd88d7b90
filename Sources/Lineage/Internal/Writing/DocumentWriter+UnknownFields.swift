extension DocumentWriter {
  /// Writes unknown fields next to the declared ones. An unknown field that has the key of a declared
  /// one, or of another unknown one, must have the same value.
  ///
  /// - Parameter isDeclared: Whether a name is that of a field, which may be omitted because it is nil.
  func add(
    _ unknown: UnknownFields, to container: Int, isDeclared: (String) -> Bool
  ) throws {
    let mark = mark
    for (name, value) in unknown.storedFields {
      if let key = unknown.storedFields.illFormedKey(name) {
        let slot = addNewMember(key, to: container)
        try write(value, to: ValueEncoder(writer: self, slot: slot, container: container))
        end(slot, since: mark)
        recordUnknown(slot)
        continue
      }
      let spelling = unknown.spellings[name]
      if let existing = member(named: name, spelled: spelling, in: container, isDeclared) {
        // Only a tree in memory has a member for the nil, in whose place a document has the null.
        if value == .null, isInMemory, tree.slots[existing].flags.contains(.isOmitted) {
          addNull(name, to: container)
          continue
        }
        // A null has no data, so nothing is lost if another value is written.
        if value == .null { continue }
        recordCollision(
          at: existing, named: name, in: container, of: value,
          isOfUnknown: state.pointee.preserved.unknown.contains(existing))
        continue
      }
      let slot = addUnknownMember(name, spelled: spelling, to: container)
      try write(value, to: ValueEncoder(writer: self, slot: slot, container: container))
      end(slot, since: mark)
      recordUnknown(slot)
      // A null has no data: the declared field is read from it as nil.
      if value != .null, isDeclared(name) || isDeclared(nameRead(from: name)) {
        recordCollision(at: slot, named: name, in: container, of: value)
      }
    }
    let decoded = unknown.nullsDecoded
    for name in unknown.nulls {
      if decoded?.contains(name) == true {
        recordNullDecoded(name, in: container)
      } else {
        addNull(name, to: container)
      }
    }
    if let version = unknown.preservedVersion { preserve(version, of: container) }
  }

  /// Records the property of the root that collects its unknown fields, while fields are carried over.
  func recordCollector(_ key: some CodingKey, of index: Int) {
    guard carriesFields, container(index).slot == 0 else { return }
    state.pointee.rootKeys.addCollector(key.stringValue)
  }

  /// The slot for a new member whose original key may differ from what the key strategy writes.
  func addUnknownMember(_ name: String, spelled spelling: String?, to index: Int) -> UInt32 {
    guard convertsKeys(of: index) else {
      let slot = addNewMember(name, to: index)
      if let spelling, isInMemory { tree.record(spelling: spelling, of: slot) }
      return slot
    }
    return addNewMember(spelling ?? convertKey(AnyCodingKey(name), in: index), to: index)
  }

  /// Records that a member is an unknown field.
  func recordUnknown(_ slot: UInt32) {
    state.pointee.preserved.unknown.insert(slot)
    if !isText { tree.slots[slot].flags.insert(.isUndeclared) }
  }

  /// Records that a declared field, or one of Lineage's own members, has replaced an unknown field of
  /// the same name.
  @inline(never)
  func recordReplaced(_ unknown: UInt32, by declared: UInt32, in index: Int) {
    // A preserved null belongs to a declared field and isn't an unknown field.
    guard let value = try? DocumentValue(unknown, of: tree.view), value != .null else { return }
    recordCollision(at: declared, named: tree.view.key(of: declared), in: index, of: value)
  }

  /// The declared field with a name, or else any member with a spelling.
  ///
  /// Two unknown fields whose names a strategy would convert to the same key have different
  /// spellings. A declared `userID` is written as `user_id`, which is also the spelling of the
  /// unknown field `userId`.
  private func member(
    named name: String, spelled spelling: String?, in container: Int,
    _ isDeclared: (String) -> Bool
  ) -> UInt32? {
    guard let spelling else { return member(name, in: container) }
    // `UserName` would be written as `user_name`, which is read as `userName`, so it isn't that field.
    let mayBeDeclared = isDeclared(name) || isReadAsWritten(name)
    return mayBeDeclared
      ? declaredMember(name, in: container) ?? member(written: spelling, in: container)
      : member(written: spelling, in: container)
  }
}
