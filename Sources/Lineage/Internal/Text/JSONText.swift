/// Decodes JSON strings.
///
/// `JSONIndexer` has already validated all bytes, so escapes are complete and the rest is UTF-8.
enum JSONText {
  /// The string for the text between two quotes, which must not be ill-formed.
  @inline(__always)
  static func string(_ bytes: Bytes, escaped: Bool) -> String {
    escaped ? unescaped(bytes) : String(valid: bytes)
  }

  @inline(never)
  private static func unescaped(_ bytes: Bytes) -> String {
    withUnescaped(bytes) { String(valid: $0) }
  }

  /// The string for a text that may be ill-formed or cut off, whose wrong parts become U+FFFD.
  static func repaired(_ bytes: Bytes, escaped: Bool) -> String {
    escaped
      ? withUnescaped(bytes) { String(decoding: $0, as: UTF8.self) }
      : String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a key with escapes equals a key in plain UTF-8.
  static func escapedKey(_ bytes: Bytes, equals key: Bytes) -> Bool {
    // An escape is never shorter than its character in UTF-8, and at most six times as long. So
    // what is unescaped for a key is not much longer than the key.
    guard key.count <= bytes.count, bytes.count <= 6 * key.count else { return false }
    return withUnescaped(bytes) { $0.elementsEqual(key) }
  }

  /// Calls a closure with the UTF-8 of a string with escapes.
  ///
  /// An unpaired surrogate becomes the three bytes that UTF-8 would have for it. They never occur
  /// in valid text, so it equals only itself.
  static func withUnescaped<Result>(_ text: Bytes, _ body: (Bytes) -> Result) -> Result {
    // The last bytes are appended as part of a word.
    withByteScratch(capacity: text.count + 8) { scratch in
      if let start = text.baseAddress {
        unescape(from: start, to: start + text.count, into: &scratch)
      }
      return body(scratch.bytes)
    }
  }

  /// Appends no more bytes than it reads, even if the text is incomplete.
  @inline(never)
  private static func unescape(
    from start: ByteCursor, to end: ByteCursor, into scratch: inout ByteScratch
  ) {
    var cursor = start
    while cursor < end {
      if end - cursor >= 8 {
        let first = cursor
        let bytes = EightBytes(cursor)
        let plain = bytes.bytesBeforeBackslash
        if plain > 0 {
          scratch.append(bytes.word, count: plain)
          cursor += plain
          continue
        }
        while end - cursor >= 8, case let escape = EightBytes(cursor), escape.isUnicodeEscape,
          case let unit = escape.escapedDigits.hexadecimal, unit >> 11 != 0x1B
        {
          append(UInt32(unit), to: &scratch)
          cursor += 6
        }
        if cursor > first { continue }
      }
      let byte = cursor.pointee
      cursor += 1
      guard byte == ASCII.backslash, cursor < end else {
        append(UInt32(byte), to: &scratch, count: 1)
        continue
      }
      let escaped = cursor.pointee
      cursor += 1
      switch escaped {
      case 0x62: append(0x08, to: &scratch)
      case 0x66: append(0x0C, to: &scratch)
      case 0x6E: append(0x0A, to: &scratch)
      case 0x72: append(0x0D, to: &scratch)
      case 0x74: append(0x09, to: &scratch)
      case 0x75: append(unicodeScalar(at: &cursor, before: end), to: &scratch)
      // JSON5:
      case 0x76: append(0x0B, to: &scratch)
      case ASCII.zero: append(0, to: &scratch)
      case 0x78: append(hexadecimal(digits: 2, at: &cursor, before: end), to: &scratch)
      default: append(UInt32(escaped), to: &scratch, count: 1)
      }
    }
  }

  /// Appends up to four bytes, beginning with the lowest.
  @inline(__always)
  private static func append(_ bytes: UInt32, to scratch: inout ByteScratch, count: Int) {
    scratch.append(UInt64(bytes), count: count)
  }

  /// Appends a scalar or a surrogate in UTF-8.
  @inline(__always)
  private static func append(_ scalar: UInt32, to scratch: inout ByteScratch) {
    if scalar < 0x80 { return append(scalar, to: &scratch, count: 1) }
    let last: UInt32 = scalar & 0x3F | 0x80
    if scalar < 0x800 {
      let lead: UInt32 = scalar >> 6 | 0xC0
      return append(lead | last << 8, to: &scratch, count: 2)
    }
    let middle: UInt32 = scalar >> 6 & 0x3F | 0x80
    let ending: UInt32 = middle | last << 8
    if scalar < 0x10000 {
      let lead: UInt32 = scalar >> 12 | 0xE0
      return append(lead | ending << 8, to: &scratch, count: 3)
    }
    let second: UInt32 = scalar >> 12 & 0x3F | 0x80
    let lead: UInt32 = scalar >> 18 | 0xF0
    append(lead | second << 8 | ending << 16, to: &scratch, count: 4)
  }

  /// Parses what follows `\u`, which may be a surrogate pair.
  @inline(never)
  private static func unicodeScalar(
    at cursor: inout ByteCursor, before end: ByteCursor
  ) -> UInt32 {
    let unit = hexadecimal(digits: 4, at: &cursor, before: end)
    guard unit >> 10 == 0x36, end - cursor >= 2, cursor[0] == ASCII.backslash, cursor[1] == 0x75
    else { return unit }
    var next = cursor + 2
    let low = hexadecimal(digits: 4, at: &next, before: end)
    guard low >> 10 == 0x37 else { return unit }
    cursor = next
    return 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
  }

  @inline(__always)
  private static func hexadecimal(
    digits: Int, at cursor: inout ByteCursor, before end: ByteCursor
  ) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      value <<= 4
      guard cursor < end else { continue }
      value |= UInt32(ASCII.hexDigit(cursor.pointee) ?? 0)
      cursor += 1
    }
    return value
  }
}
