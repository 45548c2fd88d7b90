/// What is wrong with a field. Its description quotes nothing of the document.
///
/// It is the underlying error of every `DecodingError` that Lineage throws, which distinguishes
/// them from errors whose text may quote the data.
enum ValueProblem: ExplainedProblem, Hashable {
  case missing
  case required(MigrationReport.FilledField.Cause)
  case noDefault(MigrationReport.FilledField.Cause)
  case noZero(String, MigrationReport.FilledField.Cause)
  case wrongType(expected: String, found: String)
  /// The value isn't of the kind that a strategy of the decoder expects.
  case wrongForm(expected: String, found: String)
  case outOfRange(String)
  /// An integer was expected, and a number with a fraction or an exponent was found.
  case notWhole(String)
  case malformed(String)
  case illFormedString
  case illFormedKey
  case keyConvertedTwice
  case wrongKey(String)
  case hiddenVersion
  case endOfArray
  case outlivedContainer
  case tooDeep
  case stackEnds

  /// What an array is called.
  static let array = "an array"
}

extension ValueProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .missing: "The field is missing, and it has no default."
    case .required(let cause):
      "The field is \(cause), and a @Required field is never filled."
    case .noDefault(let cause):
      "The field is \(cause), and `init()` encodes no value for it."
    case .noZero(let type, let cause):
      "The field is \(cause), and \(TypeName.shown(type)) has no zero value to fill it with."
    case .wrongType(let expected, let found), .wrongForm(let expected, let found):
      "Expected \(expected), found \(found)."
    case .outOfRange(let type): "The number doesn't fit in \(TypeName.shown(type))."
    case .notWhole(let type):
      "The number isn't a whole number, or doesn't fit in \(TypeName.shown(type))."
    case .malformed(let expected): "The value isn't \(expected)."
    case .illFormedString:
      "The string contains one half of a surrogate pair, such as \"\\ud83d\", so it isn't Unicode text."
    case .illFormedKey:
      "A key contains one half of a surrogate pair, such as \"\\ud83d\", so it isn't Unicode text."
    case .keyConvertedTwice:
      """
      The key decoding strategy converts two keys of the object to the same name, so one value would be \
      lost.
      """
    case .wrongKey(let type): "The key can't be converted to \(TypeName.shown(type))."
    case .hiddenVersion:
      """
      The decoder's key strategy has changed the key of a version, which can't be told from the fields beside it. \
      Decode with decode(versioned:from:) or a VersionedJSONDecoder.
      """
    case .endOfArray: "The array has fewer elements than its type decodes."
    case .tooDeep: "The document nests deeper than \(DocumentDepth.maximum) levels."
    case .stackEnds:
      """
      The value nests too deeply for the stack of this thread. Decode it on a thread with a larger stack.
      """
    case .outlivedContainer: "A decoding container was used after decoding had ended."
    }
  }
}

extension Error {
  /// Whether the error says that the stack is too small for a value.
  var isAboutStack: Bool {
    if let error = self as? MigrationError { return error.isAboutStack }
    if case .dataCorrupted(let context)? = self as? DecodingError {
      return context.underlyingError as? ValueProblem == .stackEnds
    }
    if case .invalidValue(_, let context)? = self as? EncodingError {
      return context.underlyingError as? EncodingProblem == .stackEnds
    }
    return false
  }
}
