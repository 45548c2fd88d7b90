/// A field that a value has among its unknown ones and declares as well, with another value.
///
/// Only one of the two can be written, so the other would be lost. It happens when a step or another
/// conversion passes unknown fields on by itself: `unknownFields = old.unknownFields`.
struct ShadowedFieldError: Error {
  /// Where it is in the value that was encoded.
  let codingPath: [any CodingKey]

  /// The error for a value that another library's encoder writes.
  func explained(at codingPath: [any CodingKey]) -> EncodingError {
    .invalidValue(
      "a value",
      .init(
        codingPath: codingPath + self.codingPath,
        debugDescription: """
          The value declares this field, but also has it among its unknown fields with another value, so \
          one of the two would be lost. Remove it from the unknown fields: unknownFields.removing(…).
          """))
  }

  func explained(in type: any Any.Type, at codingPath: [any CodingKey]) -> MigrationError {
    MigrationError(
      .unknownFieldIsDeclared, in: type, chain: .ofContent(type), at: codingPath + self.codingPath)
  }
}

extension DocumentWriter {
  /// An unknown field that has met a declared one of its name.
  struct NameCollision {
    let slot: UInt32
    let codingPath: [any CodingKey]
    let unknown: DocumentValue
  }

  /// Notes that a member has the name of an unknown field.
  func recordMeeting(
    at slot: UInt32, named name: String, in container: Int, of unknown: DocumentValue
  ) {
    // A superclass keeps the unknown fields that are in its own object.
    if name == AnyCodingKey.super.stringValue { return }
    state.pointee.nameCollisions.append(
      NameCollision(
        slot: slot, codingPath: codingPath(ofContainer: container) + [AnyCodingKey(name)],
        unknown: unknown))
  }

  /// Forgets what was noted inside a value that isn't written after all.
  func discardCollisions(inside slot: UInt32) {
    if state.pointee.nameCollisions.isEmpty { return }
    // Slots are numbered in the order in which they begin.
    state.pointee.nameCollisions.removeAll { $0.slot >= slot }
  }

  /// Refuses a value that would lose an unknown field to a declared one.
  func checkNameCollisions() throws {
    if state.pointee.nameCollisions.isEmpty { return }
    if isText { changeToTree() }
    for meeting in state.pointee.nameCollisions
    where try !DocumentValue(meeting.slot, of: tree.view).isSame(as: meeting.unknown) {
      throw ShadowedFieldError(codingPath: meeting.codingPath)
    }
  }
}

extension DocumentValue {
  /// Whether two values are equal, however their numbers are spelled.
  fileprivate func isSame(as other: DocumentValue) -> Bool {
    switch (self, other) {
    case (.number(let own), .number(let other)):
      own == other || own.double != nil && own.double == other.double
    case (.array(let own), .array(let other)):
      own.count == other.count && zip(own, other).allSatisfy { $0.isSame(as: $1) }
    case (.object(let own), .object(let other)):
      own.count == other.count
        && own.allSatisfy { name, value in other[name].map { value.isSame(as: $0) } ?? false }
    default: self == other
    }
  }
}
