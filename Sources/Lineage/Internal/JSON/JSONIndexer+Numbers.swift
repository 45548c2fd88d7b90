extension JSONIndexer {
  /// Parses a number according to RFC 8259, beginning with its first digit or its minus.
  func number(at first: Cursor) throws(JSONSyntaxError) -> Scalar {
    var cursor = first
    if cursor.pointee == ASCII.minus { cursor += 1 }
    let digits = cursor
    cursor = skipDigits(cursor)
    guard cursor > digits else { throw malformedNumber(at: cursor) }
    if digits.pointee == ASCII.zero, cursor > digits + 1 {
      throw error(.leadingZero, at: digits)
    }
    let next = peek(cursor)
    if next != ASCII.point, next | 0x20 != 0x65 {
      return Scalar(.integerText, from: first, to: cursor)
    }
    if next == ASCII.point {
      let fraction = cursor + 1
      cursor = skipDigits(fraction)
      guard cursor > fraction else { throw malformedNumber(at: cursor) }
    }
    return Scalar(.numberText, from: first, to: try skipExponent(cursor))
  }

  @inline(__always)
  func skipDigits(_ first: Cursor) -> Cursor {
    var cursor = first
    while end - cursor >= 8 {
      let digits = EightBytes(cursor).leadingDigits
      cursor += digits
      if digits < 8 { return cursor }
    }
    while cursor < end, ASCII.isDigit(cursor.pointee) { cursor += 1 }
    return cursor
  }

  /// The position after an exponent, or the same position if there is none.
  @inline(__always)
  func skipExponent(_ first: Cursor) throws(JSONSyntaxError) -> Cursor {
    guard peek(first) | 0x20 == 0x65 else { return first }
    var digits = first + 1
    if peek(digits) == ASCII.plus || peek(digits) == ASCII.minus { digits += 1 }
    let end = skipDigits(digits)
    guard end > digits else { throw malformedNumber(at: end) }
    return end
  }

  /// The error for a missing digit.
  func malformedNumber(at cursor: Cursor) -> JSONSyntaxError {
    error(cursor < end ? .malformedNumber : .unexpectedEnd(inside: .number), at: cursor)
  }
}
