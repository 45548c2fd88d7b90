/// A field that a value has among its unknown ones and declares as well, with another value.
///
/// Only one of the two can be written, so the other would be lost. It happens when a step passes the
/// unknown fields of an older version on by itself: `unknownFields = old.unknownFields`.
struct ShadowedField: Error {
  /// Where it is in the value that was encoded.
  let codingPath: [any CodingKey]

  func explained(in type: any Any.Type, at codingPath: [any CodingKey]) -> MigrationError {
    MigrationError(
      .unknownFieldIsDeclared, in: type, chain: .ofContent(type), at: codingPath + self.codingPath)
  }
}

extension FieldWriter {
  /// An unknown field that has met a declared one of its name.
  struct Meeting {
    let slot: UInt32
    let codingPath: [any CodingKey]
    let unknown: DocumentValue
  }

  /// Notes that a member has the name of an unknown field.
  func noteMeeting(at slot: UInt32, in container: Int, of unknown: DocumentValue) {
    state.pointee.meetings.append(
      Meeting(
        slot: slot,
        codingPath: codingPath(ofContainer: container) + [FieldKey(tree.view.key(of: slot))],
        unknown: unknown))
  }

  /// Refuses a value that would lose an unknown field to a declared one.
  func checkMeetings() throws {
    for meeting in state.pointee.meetings
    where try DocumentValue(meeting.slot, of: tree.view) != meeting.unknown {
      throw ShadowedField(codingPath: meeting.codingPath)
    }
  }
}
