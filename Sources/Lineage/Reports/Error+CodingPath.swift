extension Error {
  /// The path of a `DecodingError`, including the key that was not found.
  package var codingPath: [any CodingKey]? {
    switch self as? DecodingError {
    case .keyNotFound(let key, let context): context.codingPath + [key]
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    default: nil
    }
  }
}
