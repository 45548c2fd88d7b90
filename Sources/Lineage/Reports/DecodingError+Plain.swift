extension DecodingError {
  /// The description of a problem found by Lineage's own decoder, which quotes nothing.
  ///
  /// The problem itself has the words: a type that rethrows the error may have changed the others.
  var ownProblem: String? {
    guard let problem = context?.underlyingError as? any ExplainedProblem else { return nil }
    return "\(problem)"
  }

  /// Whether the value isn't of the kind that a strategy of the decoder expects.
  var isAboutStrategy: Bool {
    if case .wrongForm? = context?.underlyingError as? ValueProblem { true } else { false }
  }

  /// Whether an array was found where another kind of value was expected.
  var foundArray: Bool {
    guard case .wrongType(_, let found)? = context?.underlyingError as? ValueProblem else {
      return false
    }
    return found == ValueProblem.array
  }

  /// Whether nothing replaces a lenient value that an older version has rejected.
  var isAboutRejectedValue: Bool {
    (context?.underlyingError as? NotReplaced)?.wasRejected == true
  }

  /// The error as a plain decoder throws it, without the underlying `ExplainedProblem`, which would
  /// repeat the `debugDescription` when the error is printed.
  var plain: DecodingError { withContext(\.plain) }

  /// The error of other code, with what is known of its problem.
  func explained(by problem: ValueProblem) -> DecodingError {
    withContext {
      if $0.underlyingError != nil { return $0 }
      return Context(
        codingPath: $0.codingPath, debugDescription: $0.debugDescription, underlyingError: problem)
    }
  }

  /// The error with another problem in place of its own.
  func explained(anewBy problem: some ExplainedProblem) -> DecodingError {
    withContext { problem.context(at: $0.codingPath) }
  }

  private func withContext(_ change: (Context) -> Context) -> DecodingError {
    switch self {
    case .keyNotFound(let key, let context): .keyNotFound(key, change(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, change(context))
    case .typeMismatch(let type, let context): .typeMismatch(type, change(context))
    case .dataCorrupted(let context): .dataCorrupted(change(context))
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
