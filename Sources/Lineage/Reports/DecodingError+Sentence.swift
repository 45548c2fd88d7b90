extension DecodingError {
  /// A sentence about an error of other code.
  ///
  /// The error's own text may quote the document, so it is only compared with known texts of Swift and Foundation.
  var sentence: String {
    switch self {
    case .keyNotFound: "The field is missing."
    case .valueNotFound: "The value is null or missing."
    case .typeMismatch(let type, let context) where context.debugDescription == Self.wrongCase:
      "Expected an object whose only key is a case of \(TypeName.shown(type))."
    case .typeMismatch(let type, let context):
      "Expected \(TypeName.shown(type)), found \(context.kindFound ?? "a value of another type")."
    case .dataCorrupted(let context): context.corruption ?? "The value isn't valid."
    @unknown default: "The value can't be decoded."
    }
  }

  /// The text for an enum with payloads whose coding Swift synthesizes.
  private static let wrongCase = "Invalid number of keys found, expected one."
}

extension DecodingError.Context {
  /// The kind of value that one of Foundation's decoders has found.
  fileprivate var kindFound: String? {
    let kinds = [
      "a string": "a string", "a string/data": "a string", "number": "a number",
      "bool": "a boolean", "an array": "an array", "a dictionary": "an object",
    ]
    return kinds.first { debugDescription.hasSuffix(" but found \($0.key) instead.") }?.value
  }

  /// What isn't valid about a value, if the type is one of the standard library's or Foundation's.
  fileprivate var corruption: String? {
    if debugDescription == "Attempted to decode UUID from invalid UUID string." {
      return "The value isn't a UUID."
    }
    if debugDescription == "Invalid URL string." { return "The value isn't a URL." }
    return typeOfRawValue.map { type in
      """
      The value isn't a raw value of \(TypeName.shown(type)); for cases that newer programs add, use \
      OpenEnum<\(TypeName.shown(type))>.
      """
    }
  }

  /// The type for which the standard library has found no case or value with a raw value of the document.
  private var typeOfRawValue: String? {
    let beginning = "Cannot initialize "
    guard debugDescription.hasPrefix(beginning) else { return nil }
    let rest = debugDescription.dropFirst(beginning.count)
    // The text after it quotes the document.
    return rest.firstRange(of: " from invalid ").map { String(rest[..<$0.lowerBound]) }
  }
}
