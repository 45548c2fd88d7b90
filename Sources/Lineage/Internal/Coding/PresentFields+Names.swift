extension PresentFields {
  func contains(_ name: String) -> Bool {
    names.contains(name)
      || !keysInSnakeCase.isEmpty && keysInSnakeCase.contains(SnakeCase.snake(name))
  }

  /// The fields without those that have some names.
  func removing(_ removed: [String]) -> PresentFields {
    PresentFields(
      names: names.subtracting(removed),
      keysInSnakeCase: keysInSnakeCase.subtracting(removed.map { SnakeCase.snake($0) }))
  }

  /// The fields with others that have some names.
  func adding(_ added: [String]) -> PresentFields {
    PresentFields(names: names.union(added), keysInSnakeCase: keysInSnakeCase)
  }
}
