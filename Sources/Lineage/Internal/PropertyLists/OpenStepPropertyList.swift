#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a property list in the old text format, or a strings file.
///
/// It has only strings, data, arrays and dictionaries: `{ a = (b, "c d", <00ff>); }`. A strings
/// file has the members of a dictionary without braces, and a key without a value is its own value.
///
/// Foundation's reader for this format crashes on text such as `"\UD800"`.
struct OpenStepPropertyList: TextPropertyList {
  let text: [UInt8]
  var position = 0
  private var builder: PropertyListBuilder

  init(_ text: [UInt8], _ builder: PropertyListBuilder) {
    self.text = text
    self.builder = builder
  }

  mutating func read() throws(PropertyListError) {
    guard String(validating: text, as: UTF8.self) != nil else {
      throw PropertyListError(.invalidUTF8)
    }
    if isStringsFile() {
      builder.open(.object)
      while try beginMember() {
        try readValue()
        try skip(ASCII.semicolon, orExpect: "';'")
      }
      builder.close()
    } else {
      try readValue()
    }
    skipSpace()
    guard position == text.count else { throw error(.contentAfterValue) }
  }

  /// Whether the document begins with a string that isn't the whole document.
  private func isStringsFile() -> Bool {
    var copy = self
    copy.skipSpace()
    guard copy.isAtString, (try? copy.string()) != nil else { return false }
    copy.skipSpace()
    return copy.position < text.count
  }

  // MARK: - Values

  /// Reads a value with all nested values.
  private mutating func readValue() throws(PropertyListError) {
    let outerDepth = builder.depth
    repeat {
      var isFirst = try beginValue()
      while builder.depth > outerDepth {
        if builder.container == .array {
          skipSpace()
          if isFirst || consumeIfPresent(ASCII.comma) {
            skipSpace()
            if peek() != ASCII.closeParenthesis { break }
          }
          try skip(ASCII.closeParenthesis, orExpect: "',' or ')'")
        } else {
          if !isFirst { try skip(ASCII.semicolon, orExpect: "';'") }
          if try beginMember() { break }
          try skip(ASCII.closeBrace, orExpect: "a key or '}'")
        }
        builder.close()
        isFirst = false
      }
    } while builder.depth > outerDepth
  }

  /// Reads a string or data, or opens a container.
  ///
  /// - Returns: Whether it is a container.
  private mutating func beginValue() throws(PropertyListError) -> Bool {
    skipSpace()
    switch peek() {
    case ASCII.openBrace, ASCII.openParenthesis:
      if builder.isTooDeep { throw error(.tooDeep(limit: DocumentDepth.maximum)) }
      builder.open(peek() == ASCII.openBrace ? .object : .array)
      position += 1
      return true
    case ASCII.lessThan:
      let data = try data()
      builder.add(builder.add(.data(data)))
    default:
      guard isAtString else {
        guard position < text.count else { throw error(.unexpectedEnd(inside: "a value")) }
        throw error(.unexpectedCharacter(expected: "a value"))
      }
      addString(try string())
    }
    return false
  }

  /// Reads up to the value of the next member. Keys without a value are added on the way.
  ///
  /// - Returns: False if there are no more members.
  private mutating func beginMember() throws(PropertyListError) -> Bool {
    while true {
      skipSpace()
      guard isAtString else { return false }
      let key = try string()
      builder.setKey(builder.addText(key[...]), isASCII: key.withBytes { $0.isASCII })
      skipSpace()
      guard consumeIfPresent(ASCII.semicolon) else { break }
      addString(key)
    }
    try skip(ASCII.equals, orExpect: "'=' or ';'")
    return true
  }

  private mutating func addString(_ characters: [UInt8]) {
    let text = builder.addText(characters[...])
    let isNull = characters == PropertyListReader.textOfNil
    builder.add(
      TreeNode(isNull ? .null : .plainText, start: text.start, length: text.length))
  }

  private mutating func data() throws(PropertyListError) -> Data {
    let start = position
    position += 1
    var data = Data()
    while peek() != ASCII.greaterThan {
      guard position < text.count else { throw error(.unexpectedEnd(inside: "data"), at: start) }
      if !skipSpaceCharacter() {
        guard position + 1 < text.count, let high = ASCII.hexDigit(text[position]),
          let low = ASCII.hexDigit(text[position + 1])
        else { throw error(.malformedData) }
        data.append(high << 4 | low)
        position += 2
      }
    }
    position += 1
    return data
  }

  // MARK: - Strings

  private var isAtString: Bool {
    let byte = peek()
    return byte == ASCII.quote || byte == ASCII.apostrophe || Self.isUnquoted(byte)
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || "_$/:.-".utf8.contains(byte)
  }

  private mutating func string() throws(PropertyListError) -> [UInt8] {
    let start = position
    let quote = text[position]
    guard quote == ASCII.quote || quote == ASCII.apostrophe else {
      while Self.isUnquoted(peek()) { position += 1 }
      return Array(text[start..<position])
    }
    position += 1
    var characters: [UInt8] = []
    while position < text.count, text[position] != quote {
      if text[position] == ASCII.backslash {
        position += 1
        // After a backslash, a character that isn't ASCII is read like any other.
        if peek() < 0x80 { characters += String(try escapedCharacter()).utf8 }
      } else {
        characters.append(text[position])
        position += 1
      }
    }
    guard position < text.count else { throw error(.unterminatedString, at: start) }
    position += 1
    return characters
  }

  /// Parses the escape after a backslash.
  private mutating func escapedCharacter() throws(PropertyListError) -> Character {
    let start = position
    let byte = peek()
    switch byte {
    case 0x30...0x37: return octalCharacter()
    case 0x55:
      var units: [UInt16] = [try hexadecimalUnit()]
      if UTF16.isLeadSurrogate(units[0]), begins(with: "\\U") {
        position += 1
        units.append(try hexadecimalUnit())
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw error(.invalidCharacterReference, at: start)
      }
      return text.first ?? "\0"
    default: break
    }
    guard position < text.count else { throw error(.unterminatedString) }
    position += 1
    switch byte {
    case 0x61: return "\u{7}"
    case 0x62: return "\u{8}"
    // Foundation reads \f and \v as these, too.
    case 0x66: return "\u{12}"
    case 0x6E: return "\n"
    case 0x72: return "\r"
    case 0x74: return "\t"
    case 0x76: return "\u{11}"
    default: return Character(Unicode.Scalar(byte))
    }
  }

  /// Parses up to three octal digits, which are a byte in the NeXTSTEP encoding.
  private mutating func octalCharacter() -> Character {
    let start = position
    var number: UInt8 = 0
    while position < start + 3, (0x30...0x37).contains(peek()) {
      number = number << 3 | ASCII.digit(text[position])
      position += 1
    }
    // Two of the codes have no character. Foundation decodes them as U+FFFD.
    return String(bytes: [number], encoding: .nextstep)?.first ?? "\u{FFFD}"
  }

  /// Parses a `U` and up to four digits.
  private mutating func hexadecimalUnit() throws(PropertyListError) -> UInt16 {
    let start = position
    position += 1
    var unit: UInt16 = 0
    var digitCount = 0
    while digitCount < 4, let digit = ASCII.hexDigit(peek()) {
      unit = unit << 4 | UInt16(digit)
      digitCount += 1
      position += 1
    }
    guard digitCount > 0 else { throw error(.invalidCharacterReference, at: start) }
    return unit
  }

  // MARK: - Characters

  private mutating func consumeIfPresent(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  private mutating func skip(
    _ byte: UInt8, orExpect expected: String
  ) throws(PropertyListError) {
    skipSpace()
    guard !consumeIfPresent(byte) else { return }
    guard position < text.count else { throw error(.unexpectedEnd(inside: "a container")) }
    throw error(.unexpectedCharacter(expected: expected))
  }

  /// Skips white space and comments.
  private mutating func skipSpace() {
    while position < text.count {
      if skipSpaceCharacter() { continue }
      if begins(with: "//") {
        while position < text.count, !isAtLineBreak { position += 1 }
      } else if begins(with: "/*") {
        position += 2
        while position < text.count, !begins(with: "*/") { position += 1 }
        position = min(position + 2, text.count)
      } else {
        return
      }
    }
  }

  private var isAtLineBreak: Bool {
    peek() == ASCII.lineFeed || peek() == ASCII.carriageReturn || isAtSeparator
  }

  /// Whether a line or paragraph separator comes next.
  private var isAtSeparator: Bool {
    peek() == 0xE2 && (begins(with: "\u{2028}") || begins(with: "\u{2029}"))
  }

  private mutating func skipSpaceCharacter() -> Bool {
    let byte = peek()
    if byte == ASCII.space || byte &- ASCII.tab < 5 {
      position += 1
    } else if isAtSeparator {
      position += 3
    } else {
      return false
    }
    return true
  }
}
