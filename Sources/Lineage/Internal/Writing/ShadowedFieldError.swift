/// The error for a field that a value declares and also has among its unknown fields, with another
/// value, for two unknown fields with the same key, or for an unknown field in the place of a version.
///
/// Only one of the two can be written, so the other would be lost. This happens when a step or
/// another conversion copies all unknown fields, `unknownFields = old.unknownFields`, or when a program
/// sets one.
struct ShadowedFieldError: Error {
  /// The path to the field in what is encoded.
  let codingPath: [any CodingKey]

  /// The error for a value that another library's encoder writes.
  var encodingError: EncodingError {
    EncodingProblem.unknownFieldIsDeclared.error(for: "a value", at: codingPath)
  }

  func explained(in type: any Any.Type, at codingPath: [any CodingKey]) -> MigrationError {
    MigrationError(
      .unknownFieldIsDeclared, in: type, at: codingPath + self.codingPath)
  }
}

extension DocumentWriter {
  /// An unknown field that has the name of a declared one, or the key of another unknown one.
  struct NameCollision {
    /// The member that is written: the declared field, or an unknown one if that was written first or the
    /// declared one is omitted.
    let slot: UInt32
    let codingPath: [any CodingKey]
    let unknown: DocumentValue
    /// Whether the member is an unknown field, too, with the same key.
    let isOfUnknown: Bool
  }

  /// Records that a member has the key of an unknown field, which isn't written.
  func recordCollision(
    at slot: UInt32, named name: String, in container: Int, of unknown: DocumentValue,
    isOfUnknown: Bool = false
  ) {
    state.pointee.preserved.collisions.append(
      NameCollision(
        slot: slot, codingPath: codingPath(ofContainer: container) + [AnyCodingKey(name)],
        unknown: unknown, isOfUnknown: isOfUnknown))
  }

  /// Throws an error if an unknown field would be lost to another field with another value.
  func checkNameCollisions() throws {
    if state.pointee.preserved.collisions.isEmpty { return }
    if isText { changeToTree() }
    if let shadowed = try shadowedFields.first {
      throw ShadowedFieldError(codingPath: shadowed.codingPath)
    }
  }

  /// The unknown fields that are lost to another field with another value.
  var shadowedFields: [NameCollision] {
    get throws {
      try state.pointee.preserved.collisions.filter { collision in
        // An unknown field of a subclass as well, whose changes the superclass writes.
        if state.pointee.superclassObjects.contains(collision.slot) { return false }
        let isOmitted =
          !collision.isOfUnknown && state.pointee.preserved.unknown.contains(collision.slot)
        return try isOmitted
          || !DocumentValue(collision.slot, of: tree.view).isSame(as: collision.unknown)
      }
    }
  }
}

extension DocumentValue {
  /// Whether two values are equal, regardless of how their numbers are spelled.
  fileprivate func isSame(as other: DocumentValue) -> Bool {
    switch (self, other) {
    case (.number(let own), .number(let other)): own.isSame(as: other)
    case (.array(let own), .array(let other)):
      own.count == other.count && zip(own, other).allSatisfy { $0.isSame(as: $1) }
    case (.object(let own), .object(let other)):
      own.count == other.count
        && own.allSatisfy { name, value in other[name].map { value.isSame(as: $0) } ?? false }
    default: self == other
    }
  }
}

extension DocumentNumber {
  /// Whether two numbers are equal, regardless of how they are spelled. An integer is compared with all its
  /// digits, a number with a fraction as a double.
  fileprivate func isSame(as other: DocumentNumber) -> Bool {
    if self == other { return true }
    guard isInteger else { return double != nil && double == other.double }
    if let own = integer(as: Int128.self), let other = other.integer(as: Int128.self) {
      return own == other
    }
    return !other.isInteger && double != nil && double == other.double
  }
}
