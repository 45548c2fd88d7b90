/// The underlying error of a `DecodingError` thrown by this package. Its description is that
/// error's `debugDescription`, and quotes nothing of the document.
protocol ExplainedProblem: Error {}
