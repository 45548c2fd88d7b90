/// A mistake in a step that carries fields over.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum CarryOverMistake: Hashable, Sendable {
  /// The step renames or drops a field that the old type doesn't have.
  case noOldField(String)
  /// The step sets a field that the new type doesn't have, or renames another field to it.
  case noNewField(String)
  /// The step has contradictory instructions for a field.
  case contradiction(String)
  /// The step renames, drops, removes or sets the property that collects the unknown fields as if it were a field, or
  /// sets a field to an `UnknownFields`.
  case unknownFields(String)
}

extension CarryOverMistake {
  /// The predicate of a sentence whose subject is the step, or the downgrade.
  func happening(from old: String, to new: String) -> String {
    switch self {
    case .noOldField(let name):
      "renames or drops '\(FieldPath([.key(name)]))', but \(old) has no such field."
    case .noNewField(let name):
      "sets '\(FieldPath([.key(name)]))', or renames a field to it, but \(new) has no such field."
    case .contradiction(let name):
      "has contradictory instructions for the field '\(FieldPath([.key(name)]))'."
    case .unknownFields(let name):
      """
      uses '\(FieldPath([.key(name)]))' like a field, but it collects the unknown fields, or the other way \
      round.
      """
    }
  }

  func remedy(from old: String, to new: String) -> String {
    switch self {
    case .noOldField:
      """
      This is a mistake in the program: use a name that \(old) encodes. If only some documents \
      have the field, check fields.contains(_:) first.
      """
    case .noNewField: "This is a mistake in the program: use a name that \(new) decodes."
    case .contradiction: "This is a mistake in the program: rename, drop or set the field once."
    case .unknownFields:
      """
      This is a mistake in the program: rename, drop or remove an unknown field by its own name. To add \
      one, or to replace all of them, set their property to an UnknownFields.
      """
    }
  }
}
