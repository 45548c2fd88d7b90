extension Field {
  /// The error for a value that isn't of a type.
  @inline(never)
  func mismatch(_ type: any Any.Type) -> DecodingError {
    let kind = kind
    // Only a native value has a name of its own, and only `Bool` differs in property lists.
    if kind == .native || type == Bool.self && isInPropertyList {
      let mismatch = Mismatch(
        kind, for: type, nameOfKind: nameOfKind, isInPropertyList: isInPropertyList)
      return mismatch.error(for: type, at: codingPath)
    }
    return Mismatches.error(kind, for: type, at: codingPath)
  }

  /// The error for a value that may not be of the kind that a strategy of the decoder expects.
  ///
  /// - Parameters:
  ///   - type: The type that couldn't be decoded.
  ///   - context: What is known of the error, which remains if the value isn't of that kind only further inside.
  ///   - expected: What the strategy expects; nil if only the program knows.
  @inline(never)
  func mismatch(
    _ type: any Any.Type, _ context: DecodingError.Context, expected: String?
  ) -> DecodingError {
    guard let expected, context.codingPath.count == codingPath.count else {
      return .typeMismatch(type, context)
    }
    let problem = ValueProblem.wrongForm(expected: expected, found: nameOfKind)
    return .typeMismatch(type, problem.context(at: codingPath))
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
    make(problem.context(at: codingPath ?? self.codingPath))
  }
}
