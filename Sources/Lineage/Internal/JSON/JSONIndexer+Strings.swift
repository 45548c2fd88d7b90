extension JSONIndexer {
  /// The text of a string or a key, without quotes.
  struct Text {
    var start: Cursor
    var end: Cursor
    /// The position after the closing quote.
    var next: Cursor
    var hasEscapes: Bool
    var isASCII = true
    /// Whether it contains the escape of an unpaired surrogate.
    var isIllFormed = false
  }

  /// The end of a run of characters that aren't special in a string: the first special one, or a
  /// position less than eight bytes before the end of the document.
  @inline(__always)
  func plainEnd(_ first: Cursor) -> Cursor {
    var cursor = first
    while end - cursor >= 8 {
      let special = EightBytes(cursor).specialInString
      if special != 0 { return cursor + special.trailingZeroBitCount >> 3 }
      cursor += 8
    }
    return cursor
  }

  /// Parses a string in double quotes, beginning at the opening quote.
  func string(at quote: Cursor) throws(JSONSyntaxError) -> Text {
    try restOfString(at: quote, from: plainEnd(quote + 1))
  }

  /// Parses a string with an opening quote at `quote`, which is known to be plain up to `cursor`.
  @inline(never)
  func restOfString(at quote: Cursor, from cursor: Cursor) throws(JSONSyntaxError) -> Text {
    var cursor = cursor
    var hasEscapes = false
    var isASCII = true
    var isIllFormed = false
    let isDoubleQuoted = quote.pointee == ASCII.quote
    while cursor < end {
      if isDoubleQuoted, end - cursor >= 8 {
        let special = EightBytes(cursor).specialInString
        if special == 0 {
          cursor += 8
          continue
        }
        cursor += special.trailingZeroBitCount >> 3
      }
      let byte = cursor.pointee
      if byte >= 0x80 {
        // If one character is beyond ASCII, the next ones usually are too.
        isASCII = false
        repeat {
          let known = end - cursor >= 8 ? EightBytes(cursor).leadingInternationalBytes : 0
          cursor = known > 0 ? cursor + known : try characterEnd(at: cursor)
        } while cursor < end && cursor.pointee >= 0x80
      } else if byte == quote.pointee {
        return Text(
          start: quote + 1, end: cursor, next: cursor + 1, hasEscapes: hasEscapes,
          isASCII: isASCII, isIllFormed: isIllFormed)
      } else if byte == ASCII.backslash {
        hasEscapes = true
        while end - cursor >= 8, EightBytes(cursor).isEscapedCharacter { cursor += 6 }
        guard cursor < end, cursor.pointee == ASCII.backslash else { continue }
        let end = try escapeEnd(at: cursor)
        if isLoneSurrogate(from: cursor, to: end) { isIllFormed = true }
        cursor = end
      } else if byte < ASCII.space {
        throw error(.controlCharacter, at: cursor)
      } else {
        cursor += 1
      }
    }
    throw error(.unexpectedEnd(inside: .string), at: end)
  }

  /// Validates a character beyond ASCII: no overlong form, no surrogate, nothing above U+10FFFF.
  @inline(__always)
  func characterEnd(at cursor: Cursor) throws(JSONSyntaxError) -> Cursor {
    let word = UInt32(truncatingIfNeeded: EightBytes(cursor, before: end).word)
    if word & 0xC0_C0F0 == 0x80_80E0 {
      if EightBytes.isInThreeBytes(UInt64(word)) { return cursor + 3 }
    } else if word & 0xC0E0 == 0x80C0 {
      if word & 0x1E != 0 { return cursor + 2 }
    } else if word & 0xC0C0_C0F8 == 0x8080_80F0 {
      let plane = (word & 0x07) << 2 | (word >> 12 & 0x03)
      if plane >= 1, plane <= 16 { return cursor + 4 }
    }
    throw error(.invalidUTF8, at: cursor)
  }

  private func escapeEnd(at backslash: Cursor) throws(JSONSyntaxError) -> Cursor {
    let escaped = backslash + 1
    guard escaped < end else { throw error(.unexpectedEnd(inside: .string), at: end) }
    switch escaped.pointee {
    case ASCII.quote, ASCII.backslash, ASCII.slash, 0x62, 0x66, 0x6E, 0x72, 0x74:
      return escaped + 1
    case 0x75:
      return try unicodeEscapeEnd(at: backslash)
    default:
      if syntax.allowsJSON5 { return try json5EscapeEnd(at: backslash) }
      throw error(.invalidEscape, at: backslash)
    }
  }

  /// Whether an escape is an unpaired surrogate: `\ud800` to `\udfff`, without a second one.
  @inline(__always)
  private func isLoneSurrogate(from backslash: Cursor, to end: Cursor) -> Bool {
    end - backslash == 6 && backslash[2] | 0x20 == 0x64 && ASCII.hexDigit(backslash[3]) ?? 0 >= 8
  }

  /// Validates `\u` with four digits, or two of these that form a surrogate pair.
  func unicodeEscapeEnd(at backslash: Cursor) throws(JSONSyntaxError) -> Cursor {
    let unit = try codeUnit(at: backslash)
    let next = backslash + 6
    guard unit >> 10 == 0x36, end - next >= 2, next[0] == ASCII.backslash, next[1] == 0x75,
      try codeUnit(at: next) >> 10 == 0x37
    else { return next }
    return next + 6
  }

  /// The value of `\u` with four digits.
  private func codeUnit(at backslash: Cursor) throws(JSONSyntaxError) -> UInt16 {
    if end - backslash >= 6, case let digits = FourBytes(backslash + 2), digits.isHexadecimal {
      return digits.hexadecimal
    }
    var unit: UInt16 = 0
    for offset in 2..<6 {
      guard end - backslash > offset else {
        throw error(.unexpectedEnd(inside: .string), at: end)
      }
      guard let digit = ASCII.hexDigit(backslash[offset]) else {
        throw error(.invalidUnicodeEscape, at: backslash)
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
