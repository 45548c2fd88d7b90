/// A syntax error in a JSON document: what is wrong, and where.
///
/// It never quotes the document, so it can be logged where the document must not be.
struct JSONSyntaxError: ExplainedProblem, Equatable, Sendable {
  enum Problem: Equatable, Sendable {
    case emptyDocument
    case unexpectedEnd(inside: Construct)
    case unexpectedCharacter(expected: Expectation)
    case controlCharacter
    case invalidEscape
    case invalidUnicodeEscape
    case invalidUTF8
    /// The document looks like UTF-16 or UTF-32, but isn't valid.
    case invalidEncoding
    case malformedNumber
    case leadingZero
    case trailingContent
    case tooDeep(limit: Int)
    case tooLarge
  }

  /// The construct that isn't complete.
  enum Construct: Equatable, Sendable {
    case object, array, string, number, comment
  }

  /// What was expected.
  enum Expectation: Equatable, Sendable {
    case value, element, elementOrEndOfArray, key, keyOrEndOfObject, colon
    case commaOrEndOfArray, commaOrEndOfObject, commaOrEndOfDocument
  }

  let problem: Problem
  /// Counted from 1; a line ends with a line feed, a carriage return, or both.
  let line: Int
  /// Counted from 1, in Unicode scalars of the line.
  let column: Int
  /// Counted from 0, in bytes of the document's UTF-8.
  let offset: Int

  /// Computes the line and the column of a byte offset.
  @inline(never)
  init(_ problem: Problem, at offset: Int, in text: Bytes) {
    var line = 1
    var column = 1
    var previous: UInt8 = 0
    for byte in text.prefix(offset) {
      switch byte {
      case 0x0A where previous == 0x0D: break
      case 0x0A, 0x0D:
        line += 1
        column = 1
      case 0x80...0xBF: break
      default: column += 1
      }
      previous = byte
    }
    self.problem = problem
    self.line = line
    self.column = column
    self.offset = offset
  }
}

// MARK: - CustomStringConvertible

extension JSONSyntaxError: CustomStringConvertible {
  var description: String {
    switch problem {
    case .emptyDocument, .tooLarge, .invalidEncoding: problem.description
    default: "Line \(line), column \(column): \(problem)"
    }
  }
}

extension JSONSyntaxError.Problem: CustomStringConvertible {
  var description: String {
    switch self {
    case .emptyDocument:
      "The document is empty; a JSON value was expected."
    case .unexpectedEnd(let construct):
      "The document ends inside \(construct)."
    case .unexpectedCharacter(let expected):
      "Unexpected character; \(expected) was expected."
    case .controlCharacter:
      "A string contains a control character, such as a tab or a line break; "
        + "an escape like \\t or \\n was expected."
    case .invalidEscape:
      "A string contains an invalid escape; one of \" \\ / b f n r t u was expected after the backslash."
    case .invalidUnicodeEscape:
      "A \\u escape is incomplete; four hexadecimal digits were expected."
    case .invalidUTF8:
      "The bytes aren't valid UTF-8."
    case .invalidEncoding:
      "The document looks like UTF-16 or UTF-32, but its bytes aren't valid in that encoding."
    case .malformedNumber:
      "A number is malformed; digits were expected, "
        + "with an optional fraction like .5 and an optional exponent like e10."
    case .leadingZero:
      "A number begins with a zero that is followed by more digits; "
        + "a number without leading zeros was expected."
    case .trailingContent:
      "There is more text after the value; the end of the document was expected."
    case .tooDeep(let limit):
      "Arrays and objects are nested too deeply; at most \(limit) levels are supported."
    case .tooLarge:
      "The document is too large; less than 4 GiB are supported."
    }
  }
}

extension JSONSyntaxError.Construct: CustomStringConvertible {
  var description: String {
    switch self {
    case .object: "an object that isn't closed"
    case .array: "an array that isn't closed"
    case .string: "a string that isn't closed"
    case .number: "a number that isn't complete"
    case .comment: "a comment that isn't closed"
    }
  }
}

extension JSONSyntaxError.Expectation: CustomStringConvertible {
  var description: String {
    switch self {
    case .value, .element: "a value"
    case .elementOrEndOfArray: "a value or ']'"
    case .key: "a key"
    case .keyOrEndOfObject: "a key or '}'"
    case .colon: "':'"
    case .commaOrEndOfArray: "',' or ']'"
    case .commaOrEndOfObject: "',' or '}'"
    case .commaOrEndOfDocument: "',' or the end of the document"
    }
  }
}
