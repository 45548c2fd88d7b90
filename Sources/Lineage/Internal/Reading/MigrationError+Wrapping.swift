extension MigrationError {
  /// The error for data that couldn't be decoded, unless a nested value has already thrown a
  /// `MigrationError`.
  static func undecodable(
    _ error: any Error, version: AnyVersion, in documentType: any Any.Type, _ field: Field
  ) -> MigrationError {
    if let migration = error as? MigrationError { return migration }
    if let unusable = error as? UnusableDefaults {
      return MigrationError(
        .unusableDefaults(type: unusable.typeName), in: documentType,
        at: field.codingPath, underlying: unusable.underlying)
    }
    return MigrationError(
      .undecodable(version: version), in: documentType,
      at: error.codingPath ?? field.codingPath,
      isNested: !error.isAboutStack && field.isNested, underlying: error)
  }
}

extension MigrationError {
  /// The underlying error, if a foreign decoder may have thrown it, which only that decoder can
  /// explain.
  var foreignError: (any Error)? {
    guard case .undecodable = reason, !(underlyingError is DecodingError) else { return nil }
    return underlyingError
  }

  /// The error with the explanation that a foreign decoder has given its own error.
  ///
  /// Foundation's decoders throw errors of private types, and convert them to `DecodingError`s at
  /// the end.
  func withForeignError(_ error: any Error) -> MigrationError {
    guard foreignError != nil, error is DecodingError else { return self }
    return MigrationError(self, underlying: error)
  }
}
