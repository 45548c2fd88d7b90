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
}

extension CarryOverMistake {
  /// The predicate of a sentence whose subject is the step.
  var happening: String {
    switch self {
    case .noOldField(let name):
      "renames or drops the field '\(FieldPath([.key(name)]))', which the old type doesn't have."
    case .noNewField(let name):
      "sets the field '\(FieldPath([.key(name)]))', or renames one to it, which the new type doesn't have."
    case .contradiction(let name):
      "says more than one thing about the field '\(FieldPath([.key(name)]))'."
    }
  }

  var remedy: String {
    switch self {
    case .noOldField:
      """
      This is a mistake in the program: use a name that the old type encodes. If only some documents \
      have the field, ask fields.contains(_:) first.
      """
    case .noNewField: "This is a mistake in the program: use a name that the new type decodes."
    case .contradiction: "This is a mistake in the program: rename, drop or set the field once."
    }
  }
}
