/// A syntax error in a property list: what is wrong, and where.
///
/// Like `JSONSyntaxError`, it never quotes the document.
struct PropertyListError: ExplainedProblem, Equatable, Sendable {
  enum Problem: Equatable, Sendable {
    case empty
    case tooLarge
    case tooDeep(limit: Int)
    // Text
    case unknownEncoding
    case invalidEncoding
    case invalidUTF8
    case unexpectedEnd(inside: String)
    case unexpectedCharacter(expected: String)
    // XML
    case unknownElement
    case malformedTag
    case documentType
    case emptyElement(XMLElement)
    case closingTag(expected: XMLElement)
    case keyExpected
    case valueExpected
    case secondValue
    case unknownEntity
    case invalidCharacterReference
    case malformed(XMLElement)
    // Binary
    case unknownVersion
    case malformedTrailer
    case referenceOutOfBounds
    case objectOutOfBounds(String)
    case unknownMarker
    case keyIsNoString
    case containsItself
    case tooManyValues(limit: Int)
    case tooMuchContent(limit: Int)
    case nonASCIICharacter
    case invalidUTF16
    // OpenStep
    case unterminatedString
    case malformedData
    case contentAfterValue
  }

  /// The location of the problem in the document.
  enum Place: Equatable, Sendable {
    /// Counted from 1; a line ends with a line feed, a carriage return, or both.
    case line(Int)
    /// Counted from 0.
    case byte(Int)
    case document
  }

  let problem: Problem
  let place: Place

  init(_ problem: Problem, at place: Place = .document) {
    self.problem = problem
    self.place = place
  }
}

extension PropertyListError.Place {
  /// The line of a position in a text.
  static func line(of position: Int, in text: [UInt8]) -> PropertyListError.Place {
    var line = 1
    var previous: UInt8 = 0
    for byte in text.prefix(position) {
      let isLineBreak =
        byte == ASCII.carriageReturn
        || byte == ASCII.lineFeed && previous != ASCII.carriageReturn
      if isLineBreak { line += 1 }
      previous = byte
    }
    return .line(line)
  }
}

// MARK: - CustomStringConvertible

extension PropertyListError: CustomStringConvertible {
  var description: String {
    switch place {
    case .line(let line): "Line \(line): \(problem)"
    case .byte(let byte): "Byte \(byte): \(problem)"
    case .document: problem.description
    }
  }
}

extension PropertyListError.Problem: CustomStringConvertible {
  var description: String {
    switch self {
    case .empty: "The document is empty; a property list was expected."
    case .tooLarge: "The document is 4 GiB or more, which is too large."
    case .tooDeep(let limit): "The property list nests deeper than \(limit) levels."
    case .unknownEncoding:
      "The XML declares a text encoding that can't be read; UTF-8, UTF-16, US-ASCII or ISO-8859-1 "
        + "was expected."
    case .invalidEncoding: "The text is neither UTF-8 nor complete UTF-16 or UTF-32."
    case .invalidUTF8: "The text contains bytes that are not UTF-8."
    case .unexpectedEnd(let construct): "The document ends inside \(construct)."
    case .unexpectedCharacter(let expected): "Unexpected character; \(expected) was expected."
    case .unknownElement: "Unknown element; an element of a property list was expected."
    case .malformedTag: "Malformed tag; the name of an element was expected."
    case .documentType:
      "Malformed document type; <!DOCTYPE plist …> without declarations of its own was expected."
    case .emptyElement(let element): "<\(element)/> is empty; a value was expected in it."
    case .closingTag(let element): "Unexpected content; </\(element)> was expected."
    case .keyExpected: "Unexpected element in a <dict>; a <key> or </dict> was expected."
    case .valueExpected: "A <key> has no value after it."
    case .secondValue: "<plist> contains a second value; </plist> was expected."
    case .unknownEntity: "Unknown entity; one of &amp; &lt; &gt; &quot; &apos; was expected."
    case .invalidCharacterReference: "A character reference is not a Unicode character."
    case .malformed(let element): "The content of <\(element)> is not \(element.expectation)."
    case .unknownVersion: "Unknown version of the binary format; 'bplist0' was expected."
    case .malformedTrailer: "The trailer, in the last 32 bytes, doesn't match the document."
    case .referenceOutOfBounds: "A reference points outside the document."
    case .objectOutOfBounds(let object): "The document ends inside \(object)."
    case .unknownMarker: "Unknown type of object."
    case .keyIsNoString: "The key of a dictionary is not a string."
    case .containsItself: "An array or dictionary contains itself."
    case .tooManyValues(let limit):
      "With its shared objects expanded, the property list has more than \(limit) values, which is too "
        + "many for its size."
    case .tooMuchContent(let limit):
      "The property list has more than \(limit) bytes of strings and data, which is too many for its "
        + "size: its objects overlap."
    case .nonASCIICharacter: "An ASCII string contains bytes that are not ASCII."
    case .invalidUTF16: "A string contains half of a UTF-16 surrogate pair."
    case .unterminatedString: "A quoted string has no closing quotation mark."
    case .malformedData: "Malformed data; pairs of hexadecimal digits were expected."
    case .contentAfterValue: "Unexpected content after the property list."
    }
  }
}
