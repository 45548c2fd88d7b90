extension Field {
  /// The error for a value that isn't of a type.
  func mismatch(_ type: any Any.Type) -> DecodingError {
    // Foundation throws this for all types except `Bool` in JSON.
    if kind == .null || kind == .nothing, type != Bool.self || isInPropertyList {
      return error(.null) { .valueNotFound(type, $0) }
    }
    if kind == .illFormedText, type is String.Type {
      return error(.illFormedString) { .dataCorrupted($0) }
    }
    if kind.isNumber, type is any Numeric.Type {
      return error(.outOfRange(TypeName.of(type))) { .dataCorrupted($0) }
    }
    let expected = Self.name(of: type)
    return error(.wrongType(expected: expected, found: nameOfKind)) { .typeMismatch(type, $0) }
  }

  private var nameOfKind: String {
    guard kind == .native else { return kind.name }
    return switch tree.native(of: tree[slot]) {
    case .date: "a date"
    case .data: "data"
    case .decimal, .int128, .uint128: "a number"
    case .url, .carried: kind.name
    }
  }

  /// The error for a value that nests too deeply for the stack.
  @inline(never)
  func stackEnds() -> DecodingError {
    error(.stackEnds, at: codingPathOnSmallStack) { .dataCorrupted($0) }
  }

  /// The error for a value of the right type that is malformed.
  func malformed(_ expected: String) -> DecodingError {
    error(.malformed(expected)) { .dataCorrupted($0) }
  }

  /// The error for a key that must be a `String`, but can't be represented by one.
  func illFormedKey() -> DecodingError {
    error(.illFormedKey) { .dataCorrupted($0) }
  }

  /// The error for a key that the key strategy converts to the name of another one.
  func keyConvertedTwice() -> DecodingError {
    error(.keyConvertedTwice) { .dataCorrupted($0) }
  }

  private func error(
    _ problem: ValueProblem, at codingPath: [any CodingKey]? = nil,
    _ make: (DecodingError.Context) -> DecodingError
  ) -> DecodingError {
    make(
      .init(
        codingPath: codingPath ?? self.codingPath, debugDescription: problem.description,
        underlyingError: problem))
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "an object"
    case is [Any].Type: "an array"
    case is String.Type: "a string"
    case is Bool.Type: "a boolean"
    case is any Numeric.Type: "a number"
    default: TypeName.shown(type)
    }
  }
}
