/// What is wrong with a value that can't be encoded. Its text quotes nothing of the value.
///
/// It is the underlying error of every `EncodingError` that Lineage throws, which distinguishes
/// them from errors whose text may quote the data.
enum EncodingProblem: Error, Hashable {
  case notFinite
  case decimalIsNaN
  case notFiniteDate
  case unsupportedStrategy(for: String)
  case illFormedString
  case illFormedKey
  case stringReadAsNil
  case unsupportedNumber
  case unsupportedInteger
  case unknownFieldsWouldBeLost
  case unknownFieldIsDeclared
  case equalKeys(String, String)
  case unlistedCase(String?, of: String)
  case tagCantBeAdded(key: String, of: String)
  case nothing
  case tooLong
  case tooDeep
  case stackEnds

  /// The error for a value. Pass the type of one that may contain a document, because printing the
  /// error would print it.
  func error(for value: Any, at codingPath: [any CodingKey] = []) -> EncodingError {
    .invalidValue(
      value, .init(codingPath: codingPath, debugDescription: text, underlyingError: self))
  }
}

extension EncodingProblem {
  private var text: String {
    switch self {
    case .notFinite:
      """
      JSON can't write a number that is not finite. Give the encoder a nonConformingFloatEncodingStrategy.
      """
    case .decimalIsNaN:
      """
      JSON can't write a decimal that is not a number, because no decoder reads one. Use an optional, and nil for \
      it.
      """
    case .notFiniteDate:
      """
      A date that is not finite can't be written as a number of seconds. Give the encoder a \
      dateEncodingStrategy of your own.
      """
    case .unsupportedStrategy(let values):
      "This version of Lineage doesn't support the encoder's strategy for \(values)."
    case .illFormedString: ValueProblem.illFormedString.description
    case .illFormedKey: ValueProblem.illFormedKey.description
    case .stringReadAsNil:
      """
      A property list can't contain the string "$null", because it would be read as nil. Write JSON, or \
      another string.
      """
    case .unsupportedNumber:
      """
      The number doesn't fit any number type that the encoder supports. Write JSON, or the number as a string.
      """
    case .unsupportedInteger:
      """
      The integer doesn't fit any integer type that the encoder supports, so it would be rounded. Write \
      JSON, or the number as a string.
      """
    case .unknownFieldsWouldBeLost:
      """
      A plain encoder would lose the unknown fields of this value, or the nulls that it was read with. Use \
      encode(versioned:) or encode(unversioned:), or a VersionedJSONEncoder.
      """
    case .unknownFieldIsDeclared:
      """
      The unknown fields contain this key, which is also the key of another field or of the version. Only one \
      of the two values can be written. Remove it from the unknown fields: \
      unknownFields = unknownFields.removing(…).
      """
    case .equalKeys(let first, let second):
      """
      The encoder's key strategy writes \(first == second ? "two values under the key '\(first)'" : """
        '\(first)' and '\(second)' under one key
        """), and only one of the two can be written. Remove it from the unknown fields: unknownFields = \
      unknownFields.removing(…). If it is the version, change the type's versionLocation.
      """
    case .unlistedCase(nil, let union): "The payloads of \(union) don't include this case."
    case .unlistedCase(let label?, let union):
      """
      The payloads of \(union) don't include the case '\(label)'. Add it: \
      UnionPayload("\(label)", \(label)) { if case .\(label)(let it) = $0 { it } else { nil } }, with the tag \
      that it has in the data.
      """
    case .tagCantBeAdded(let key, let union):
      """
      The payload of \(union) isn't an object, or has a field of its own under '\(key)', so its tag can't be \
      written.
      """
    case .nothing: "The value did not encode anything."
    case .tooLong: "The value's text is 4 GiB or more, which is too long."
    case .tooDeep:
      "The value nests deeper than \(DocumentDepth.maximum) levels, which JSON readers refuse."
    case .stackEnds:
      """
      The value nests too deeply for the stack of this thread. Encode it on a thread with a larger stack.
      """
    }
  }
}

extension EncodingError {
  /// The description of a problem found by Lineage itself, which quotes nothing.
  package var ownProblem: String? {
    guard case .invalidValue(_, let context) = self,
      context.underlyingError is EncodingProblem
    else { return nil }
    return context.debugDescription
  }
}
