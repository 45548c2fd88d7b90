extension PresentFields {
  func contains(_ name: String) -> Bool {
    if filledNulls.contains(name) { return false }
    return names.contains(name)
      || !keysInSnakeCase.isEmpty && keysInSnakeCase.contains(SnakeCase.snake(name))
  }

  /// The fields without those that have some names.
  func removing(_ removed: [String]) -> PresentFields {
    PresentFields(
      names: names.subtracting(removed),
      keysInSnakeCase: keysInSnakeCase.subtracting(removed.map { SnakeCase.snake($0) }),
      filledNulls: NullNames(filledNulls.names.subtracting(removed)))
  }

  /// The fields with others that have some names.
  ///
  /// - Parameters:
  ///   - added: The names of fields that have values.
  ///   - nulls: The names of fields that were filled, because they are null.
  func adding(_ added: [String], nulls: [String]) -> PresentFields {
    PresentFields(
      names: names.union(added), keysInSnakeCase: keysInSnakeCase,
      filledNulls: NullNames(filledNulls.names.union(nulls).subtracting(added)))
  }
}
