extension FieldWriter {
  /// Writes unknown fields beside the declared ones, which count where both have a name.
  func add(_ unknown: UnknownFields, to container: Int) throws {
    let mark = mark
    for (name, value) in unknown.fields {
      if let key = unknown.fields.illFormedKey(name) {
        let slot = addNewMember(key, to: container)
        try write(value, to: FieldEncoder(writer: self, slot: slot, container: container))
        end(slot, since: mark)
        noteUnknown(slot)
        continue
      }
      let spelling = unknown.spellings[name]
      if isTaken(name, spelled: spelling, in: container) {
        if isInMemory, let declared = declaredMember(name, in: container) {
          noteMeeting(at: declared, in: container, of: value)
        }
        continue
      }
      let slot = addUnknownMember(name, spelled: spelling, to: container)
      try write(value, to: FieldEncoder(writer: self, slot: slot, container: container))
      end(slot, since: mark)
      noteUnknown(slot)
    }
    for name in unknown.nulls { addNull(name, spelled: unknown.spellings[name], to: container) }
    if let newer = unknown.newer { noteNewer(newer, of: container) }
  }

  /// Whether a declared field has the name, or any member the spelling.
  ///
  /// Two names that a strategy makes equal are two unknown fields, each with a spelling of its own.
  private func isTaken(_ name: String, spelled spelling: String?, in container: Int) -> Bool {
    guard let spelling else { return member(name, in: container) != nil }
    return declaredMember(name, in: container) != nil
      || existingMember(spelling, in: container) != nil
  }
}
