extension DecodingError {
  /// What our own decoder has found wrong, in words that quote nothing.
  var ownProblem: String? {
    guard let context, context.isOwn else { return nil }
    return context.debugDescription
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
  fileprivate var isOwn: Bool { underlyingError is any ExplainedProblem }

  fileprivate var plain: DecodingError.Context {
    isOwn ? .init(codingPath: codingPath, debugDescription: debugDescription) : self
  }
}
