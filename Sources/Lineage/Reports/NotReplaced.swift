/// What is wrong with a value that nothing replaces, although it is lenient.
struct NotReplaced: ExplainedProblem {
  let problem: String
  /// Whether an older version has rejected the value already.
  let wasRejected: Bool

  var description: String {
    """
    \(problem) @Lenient has nothing to replace it with, because the type that has the property is neither \
    DefaultFillable nor ZeroFillable.
    """
  }
}
