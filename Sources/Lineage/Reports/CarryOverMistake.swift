/// What a step that carries fields over says about them, and can't be so.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum CarryOverMistake: Hashable, Sendable {
  /// It renames or drops a field that the old type doesn't have.
  case noOldField(String)
  /// It sets a field, or renames one to it, that the new type doesn't have.
  case noNewField(String)
  /// It says two things about one field.
  case contradiction(String)
}

extension CarryOverMistake {
  /// The end of a sentence that begins with the step.
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
