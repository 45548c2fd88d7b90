/// What is wrong with a value that nothing replaces, although it is lenient.
struct NotReplaced: ExplainedProblem {
  let problem: String

  var description: String {
    """
    \(problem) @Lenient has nothing to replace it with, because the type that has the property is neither \
    DefaultFillable nor ZeroFillable.
    """
  }
}
