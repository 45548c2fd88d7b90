/// The underlying error of a `DecodingError` thrown by this package. Its description is that
/// error's `debugDescription`, and quotes nothing of the document.
protocol ExplainedProblem: Error, CustomStringConvertible {}

extension ExplainedProblem {
  /// What a `DecodingError` about the problem says.
  func context(at codingPath: [any CodingKey]) -> DecodingError.Context {
    .init(codingPath: codingPath, debugDescription: description, underlyingError: self)
  }

  /// The error for a value that can't be read at all.
  var decodingError: DecodingError { .dataCorrupted(context(at: [])) }

  /// The error for a document that can't be read at all.
  func migrationError(as type: any Any.Type) -> MigrationError {
    MigrationError(.unreadable, in: type, underlying: decodingError)
  }
}
