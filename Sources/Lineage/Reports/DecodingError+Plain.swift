extension DecodingError {
  /// What our own decoder has found wrong, in words that quote nothing.
  ///
  /// It is said by the problem itself. A type that throws the error again may have put words of its own beside
  /// it.
  var ownProblem: String? {
    guard let problem = context?.underlyingError as? any ExplainedProblem else { return nil }
    return "\(problem)"
  }

  /// The error as a plain decoder throws it. What is wrong is said by `debugDescription` alone: printed
  /// beside an underlying error that says the same, it would be said twice.
  var plain: DecodingError {
    switch self {
    case .keyNotFound(let key, let context): .keyNotFound(key, context.plain)
    case .valueNotFound(let type, let context): .valueNotFound(type, context.plain)
    case .typeMismatch(let type, let context): .typeMismatch(type, context.plain)
    case .dataCorrupted(let context): .dataCorrupted(context.plain)
    @unknown default: self
    }
  }

  private var context: Context? {
    switch self {
    case .keyNotFound(_, let context), .valueNotFound(_, let context),
      .typeMismatch(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

extension DecodingError.Context {
  fileprivate var plain: DecodingError.Context {
    switch underlyingError {
    case is any ExplainedProblem:
      .init(codingPath: codingPath, debugDescription: debugDescription)
    // A type has caught an error of ours, and thrown its own.
    case let error as DecodingError:
      .init(
        codingPath: codingPath, debugDescription: debugDescription, underlyingError: error.plain)
    default: self
    }
  }
}
