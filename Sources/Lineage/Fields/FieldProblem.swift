/// What is wrong with a field, in words that contain nothing of the document.
///
/// It stands as the underlying error in every `DecodingError` of our own, which is how those are told
/// from errors whose text may quote the data.
enum FieldProblem: Error, Hashable {
  case missing
  case null
  case required(MigrationReport.FilledField.Cause)
  case noDefault(MigrationReport.FilledField.Cause)
  case noZero(String, MigrationReport.FilledField.Cause)
  case wrongType(expected: String, found: String)
  case outOfRange(String)
  case malformed(String)
  case illFormedString
  case illFormedKey
  case keyConvertedTwice
  case endOfArray
  case outlivedContainer
  case tooDeep
  case stackEnds
}

extension FieldProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .missing: "The field is missing, and it has no default."
    case .null: "The field is null, and it has no default."
    case .required(let cause):
      "The field is \(cause), and a @Required field is never filled."
    case .noDefault(let cause):
      "The field is \(cause), and encoding the type's init() gives it no default."
    case .noZero(let type, let cause):
      "The field is \(cause), and \(TypeName.shown(type)) has no zero value to fill it with."
    case .wrongType(let expected, let found): "Expected \(expected), found \(found)."
    case .outOfRange(let type): "The number doesn't fit in \(TypeName.shown(type))."
    case .malformed(let expected): "The value isn't \(expected)."
    case .illFormedString:
      "The string contains one half of a surrogate pair, such as \"\\ud83d\", so it isn't Unicode text."
    case .illFormedKey:
      "A key contains one half of a surrogate pair, such as \"\\ud83d\", so it isn't Unicode text."
    case .keyConvertedTwice:
      """
      The object has two keys that the decoder's strategy for keys makes one, so one of their values would \
      be lost.
      """
    case .endOfArray: "The array has fewer elements than its type decodes."
    case .tooDeep: "The document nests deeper than \(JSONIndexer.maximumDepth) levels."
    case .stackEnds:
      """
      The value nests too deeply for the stack of this thread. Decode it on a thread with a larger stack.
      """
    case .outlivedContainer: "A decoding container was used after decoding had ended."
    }
  }
}

extension FieldProblem {
  /// The error for a value that can't be read at all.
  var decodingError: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: description, underlyingError: self))
  }
}

extension FieldProblem {
  /// The error for a value that can't be written because the stack has no room for it.
  @inline(never)
  static func stackEnds(at codingPath: [any CodingKey]) -> EncodingError {
    .invalidValue(
      "a value",
      .init(
        codingPath: codingPath,
        debugDescription: """
          The value nests too deeply for the stack of this thread. Encode it on a thread with a larger \
          stack.
          """))
  }
}

extension FieldKind {
  /// What a person would call it.
  var name: String {
    switch self {
    case .nothing: "nothing"
    case .null: "null"
    case .true, .false: "a boolean"
    case .integerText, .numberText, .json5NumberText, .signed, .unsigned, .double, .float:
      "a number"
    case .plainText, .escapedText, .illFormedText: "a string"
    case .native: "a value of another type"
    case .array: "an array"
    case .object: "an object"
    }
  }

  var isNumber: Bool {
    switch self {
    case .integerText, .numberText, .json5NumberText, .signed, .unsigned, .double, .float: true
    default: false
    }
  }
}

extension Field {
  /// The error for a value that is not of a type.
  func mismatch(_ type: any Any.Type) -> DecodingError {
    let kind = isForeign ? .null : kind
    // Foundation makes this difference for all types but one in JSON.
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

  /// The error for a value that the stack has no room for.
  @inline(never)
  func stackEnds() -> DecodingError {
    error(.stackEnds) { .dataCorrupted($0) }
  }

  /// The error for a value of the right type that makes no sense.
  func malformed(_ expected: String) -> DecodingError {
    error(.malformed(expected)) { .dataCorrupted($0) }
  }

  /// The error for a key that has to be a `String`, and can't be one.
  func illFormedKey() -> DecodingError {
    error(.illFormedKey) { .dataCorrupted($0) }
  }

  /// The error for a key that is another one already, by the strategy for keys.
  func keyConvertedTwice() -> DecodingError {
    error(.keyConvertedTwice) { .dataCorrupted($0) }
  }

  private func error(
    _ problem: FieldProblem, _ make: (DecodingError.Context) -> DecodingError
  ) -> DecodingError {
    make(
      .init(codingPath: codingPath, debugDescription: problem.description, underlyingError: problem)
    )
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
