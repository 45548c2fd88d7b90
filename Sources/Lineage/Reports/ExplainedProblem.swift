/// An error of this package's own inside a `DecodingError`. Its description is that error's
/// `debugDescription`, and quotes nothing of the document.
protocol ExplainedProblem: Error {}
