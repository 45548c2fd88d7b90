/// Parses what JSON5 adds to JSON.
///
/// The grammar is that of <https://spec.json5.org>, except that a line continuation becomes a line
/// break in the string, as in `JSONDecoder`. None of this has to be fast.
extension JSONIndexer {
  /// Skips white space and comments.
  @inline(never)
  func skipJSON5Space(_ first: Cursor) throws(JSONSyntaxError) -> Cursor {
    var cursor = first
    while cursor < end {
      switch cursor.pointee {
      case ASCII.tab...ASCII.carriageReturn, ASCII.space:
        cursor += 1
      case ASCII.slash:
        guard let comment = try commentEnd(at: cursor) else { return cursor }
        cursor = comment
      case 0x80...:
        let (scalar, next) = try character(at: cursor)
        guard scalar.isJSON5Space else { return cursor }
        cursor = next
      default:
        return cursor
      }
    }
    return cursor
  }

  /// The content of a comment is ignored, and not even checked to be valid UTF-8.
  private func commentEnd(at slash: Cursor) throws(JSONSyntaxError) -> Cursor? {
    var cursor = slash + 2
    switch peek(slash + 1) {
    case ASCII.slash:
      while cursor < end, cursor.pointee != ASCII.lineFeed, cursor.pointee != ASCII.carriageReturn {
        cursor += 1
      }
      return cursor
    case ASCII.asterisk:
      while end - cursor >= 2 {
        if cursor[0] == ASCII.asterisk, cursor[1] == ASCII.slash { return cursor + 2 }
        cursor += 1
      }
      throw error(.unexpectedEnd(inside: .comment), at: end)
    default:
      return nil
    }
  }

  func json5Scalar(
    at cursor: Cursor, expecting value: JSONSyntaxError.Expectation
  ) throws(JSONSyntaxError) -> Scalar {
    switch peek(cursor) {
    case ASCII.apostrophe:
      Scalar(try restOfString(at: cursor, from: cursor + 1))
    case 0x30...0x39, ASCII.plus, ASCII.minus, ASCII.point, 0x49, 0x4E:
      try json5Number(at: cursor)
    default:
      try literal(at: cursor, expecting: value)
    }
  }

  // MARK: Keys

  /// Parses a key in single quotes or without quotes.
  func json5Key(at first: Cursor, orEnd: Bool) throws(JSONSyntaxError) -> Text {
    if peek(first) == ASCII.apostrophe { return try restOfString(at: first, from: first + 1) }
    var key = Text(start: first, end: first, next: first, hasEscapes: false)
    while key.end < end {
      let isEscape = key.end.pointee == ASCII.backslash
      let (scalar, next) = try isEscape ? escapedCharacter(at: key.end) : character(at: key.end)
      guard key.end == first ? scalar.canStartJSON5Key : scalar.canContinueJSON5Key else {
        if isEscape { throw error(.invalidEscape, at: key.end) }
        break
      }
      key.hasEscapes = key.hasEscapes || isEscape
      key.isASCII = key.isASCII && key.end.pointee < 0x80
      key.end = next
    }
    guard key.end > first else {
      throw misplaced(at: first, expecting: orEnd ? .keyOrEndOfObject : .key)
    }
    key.next = key.end
    return key
  }

  private func character(
    at cursor: Cursor
  ) throws(JSONSyntaxError) -> (scalar: Unicode.Scalar, next: Cursor) {
    if cursor.pointee < 0x80 { return (Unicode.Scalar(cursor.pointee), cursor + 1) }
    let next = try characterEnd(at: cursor)
    let bytes = Bytes(start: cursor, count: next - cursor)
    let text = String(decoding: bytes, as: UTF8.self)
    return (text.unicodeScalars.first ?? "\u{FFFD}", next)
  }

  private func escapedCharacter(
    at backslash: Cursor
  ) throws(JSONSyntaxError) -> (scalar: Unicode.Scalar, next: Cursor) {
    let next: Cursor
    switch peek(backslash + 1) {
    case 0x75: next = try unicodeEscapeEnd(at: backslash)
    case 0x78: next = try json5EscapeEnd(at: backslash)
    default: throw error(.invalidEscape, at: backslash)
    }
    // It may be an unpaired surrogate.
    let text = JSONText.repaired(
      Bytes(start: backslash, count: next - backslash), escaped: true)
    return (text.unicodeScalars.first ?? "\u{FFFD}", next)
  }

  // MARK: Strings

  /// Validates an escape that only JSON5 allows.
  func json5EscapeEnd(at backslash: Cursor) throws(JSONSyntaxError) -> Cursor {
    let escaped = backslash + 1
    switch escaped.pointee {
    case ASCII.apostrophe, 0x76, ASCII.lineFeed:
      return escaped + 1
    case ASCII.carriageReturn:
      return peek(escaped + 1) == ASCII.lineFeed ? escaped + 2 : escaped + 1
    case ASCII.zero where !ASCII.isDigit(peek(escaped + 1)):
      return escaped + 1
    case 0x78:
      guard end - escaped >= 3 else { throw error(.unexpectedEnd(inside: .string), at: end) }
      if ASCII.hexDigit(escaped[1]) != nil, ASCII.hexDigit(escaped[2]) != nil { return escaped + 3 }
    default:
      break
    }
    throw error(.invalidEscape, at: backslash)
  }

  // MARK: Numbers

  private func json5Number(at first: Cursor) throws(JSONSyntaxError) -> Scalar {
    var cursor = first
    let hasPlus = cursor.pointee == ASCII.plus
    if hasPlus || cursor.pointee == ASCII.minus { cursor += 1 }
    let digits = cursor
    if begins(with: "Infinity", at: cursor) {
      return Scalar(.json5NumberText, from: first, to: cursor + 8)
    }
    if begins(with: "NaN", at: cursor) {
      return Scalar(.json5NumberText, from: first, to: cursor + 3)
    }
    if peek(cursor) == ASCII.zero, peek(cursor + 1) | 0x20 == 0x78 {
      cursor += 2
      while ASCII.hexDigit(peek(cursor)) != nil { cursor += 1 }
      guard cursor > digits + 2 else { throw malformedNumber(at: cursor) }
      return Scalar(.json5NumberText, from: first, to: cursor)
    }

    cursor = skipDigits(cursor)
    let integerDigits = cursor - digits
    if integerDigits > 1, digits.pointee == ASCII.zero { throw error(.leadingZero, at: digits) }
    var kind = NodeKind.integerText
    if peek(cursor) == ASCII.point {
      let fraction = cursor + 1
      cursor = skipDigits(fraction)
      guard integerDigits > 0 || cursor > fraction else { throw malformedNumber(at: cursor) }
      kind = integerDigits > 0 && cursor > fraction ? .numberText : .json5NumberText
    } else if integerDigits == 0 {
      throw malformedNumber(at: cursor)
    }
    let end = try skipExponent(cursor)
    if end > cursor, kind == .integerText { kind = .numberText }
    return Scalar(hasPlus ? .json5NumberText : kind, from: first, to: end)
  }
}

extension Unicode.Scalar {
  fileprivate var isJSON5Space: Bool {
    switch self {
    case "\u{FEFF}", "\u{2028}", "\u{2029}": true
    default: properties.generalCategory == .spaceSeparator
    }
  }

  fileprivate var canStartJSON5Key: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      true
    default:
      self == "$" || self == "_"
    }
  }

  fileprivate var canContinueJSON5Key: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
    default: canStartJSON5Key || self == "\u{200C}" || self == "\u{200D}"
    }
  }
}
