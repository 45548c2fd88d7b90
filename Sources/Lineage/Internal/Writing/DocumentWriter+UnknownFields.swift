extension DocumentWriter {
  /// Writes unknown fields beside the declared ones. Where both have a name, they have to be equal.
  func add(_ unknown: UnknownFields, to container: Int) throws {
    let mark = mark
    for (name, value) in unknown.kept {
      if let key = unknown.kept.illFormedKey(name) {
        let slot = addNewMember(key, to: container)
        try write(value, to: ValueEncoder(writer: self, slot: slot, container: container))
        end(slot, since: mark)
        recordUnknown(slot)
        continue
      }
      let spelling = unknown.spellings[name]
      if let taken = member(named: name, spelled: spelling, in: container) {
        if !state.pointee.unknownMembers.contains(taken) {
          recordMeeting(at: taken, named: name, in: container, of: value)
        }
        continue
      }
      let slot = addUnknownMember(name, spelled: spelling, to: container)
      try write(value, to: ValueEncoder(writer: self, slot: slot, container: container))
      end(slot, since: mark)
      recordUnknown(slot)
    }
    for name in unknown.nulls { addNull(name, spelled: unknown.spellings[name], to: container) }
    if let newer = unknown.newer { recordNewer(newer, of: container) }
  }

  /// The declared field that has the name, or else any member that has the spelling.
  ///
  /// Two names that a strategy makes equal are two unknown fields, each with a spelling of its own. A
  /// declared `userID` has the spelling of an unknown `userId`, which a strategy made of `user_id`.
  private func member(
    named name: String, spelled spelling: String?, in container: Int
  ) -> UInt32? {
    guard let spelling else { return member(name, in: container) }
    return declaredMember(name, in: container) ?? existingMember(spelling, in: container)
  }
}
