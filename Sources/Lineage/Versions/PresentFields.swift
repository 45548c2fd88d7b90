/// The fields that an object of a document has.
struct PresentFields: Sendable {
  var names: Set<String> = []
  /// The keys of an object in snake_case, of which `user_url` is that of a field `userUrl` or `userURL`.
  var keysInSnakeCase: Set<String> = []
  /// Those that were filled, because they are null. They don't count as present. As long as they have the values that
  /// they were filled with, they are written as null again: the newer program may tell null from that value.
  var filledNulls = NullNames()
}

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
