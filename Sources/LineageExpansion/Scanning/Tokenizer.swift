/// Divides source text into tokens, as the compiler's lexer does.
///
/// Every byte is part of a token or of the space between two, whatever the text is. The work is linear
/// in the length of the text, and interpolations may be nested a few dozen levels deep.
struct Tokenizer {
  /// What ends the text too early, such as a string without an end.
  struct Problem {
    let offset: Int
    let message: String
  }

  private let bytes: [UInt8]
  private var position = 0
  private var isFirstOnLine = true
  private var depth = 0
  /// The operator whose characters are being read: its end and its fixity.
  private var openOperator: (end: Int, fixity: Token.Fixity)?
  /// Whether the last token was `func` or `operator`, so that a name follows: `/` begins no regular expression.
  private var expectsOperator = false
  private(set) var problem: Problem?
  /// What is between the parentheses of interpolations, without those in others.
  private(set) var interpolations: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The next token; one of kind `end` at the end of the text, and after a problem.
  mutating func next() -> Token {
    if let openOperator, position < openOperator.end { return operatorCharacter(isJoined: true) }
    openOperator = nil
    let start = position
    skipSpace()
    followsSpace = position > start || start == 0
    guard problem == nil, let byte = peek() else { return token(.end, from: position) }
    let token = token(beginningWith: byte)
    isFirstOnLine = false
    expectsOperator = token.kind == .word && isOperatorIntroducer(token.range)
    return token
  }

  private func isOperatorIntroducer(_ word: Range<Int>) -> Bool {
    word.count == 4 && bytes[word].elementsEqual("func".utf8)
      || word.count == 8 && bytes[word].elementsEqual("operator".utf8)
  }

  // MARK: - Bytes

  private var followsSpace = false

  private func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private func token(_ kind: Token.Kind, from start: Int) -> Token {
    Token(
      kind: kind, range: start..<position, isFirstOnLine: isFirstOnLine, followsSpace: followsSpace)
  }

  private mutating func fail(at offset: Int, _ message: String) {
    if problem == nil { problem = Problem(offset: offset, message: message) }
  }

  private mutating func skipSpace() {
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        isFirstOnLine = true
        position += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0:
        position += 1
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        while let byte = peek(), !byte.isNewline { position += 1 }
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        skipBlockComment()
      default:
        return
      }
    }
  }

  private mutating func skipBlockComment() {
    let start = position
    var depth = 0
    repeat {
      guard let byte = peek() else { return fail(at: start, "this comment isn't terminated") }
      if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        if byte.isNewline { isFirstOnLine = true }
        position += 1
      }
    } while depth > 0
  }

  // MARK: - Tokens

  private mutating func token(beginningWith byte: UInt8) -> Token {
    let start = position
    switch byte {
    case UInt8(ascii: "\""):
      skipString(hashes: 0)
      return token(.string, from: start)
    case UInt8(ascii: "#"):
      return hashToken()
    case UInt8(ascii: "`"):
      repeat {
        position += 1
      } while peek().map { $0 != UInt8(ascii: "`") && !$0.isNewline } ?? false
      if peek() == UInt8(ascii: "`") {
        position += 1
      } else {
        fail(at: start, "this name has no closing backtick")
      }
      return token(.quotedWord, from: start)
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      position += 1
      return token(.open, from: start)
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      position += 1
      return token(.close, from: start)
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "@"),
      UInt8(ascii: "\\"):
      position += 1
      return token(.punctuation, from: start)
    case UInt8(ascii: ".") where peek(1) != UInt8(ascii: "."):
      position += 1
      return token(.punctuation, from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      skipNumber()
      return token(.number, from: start)
    default:
      if let length = wordLength(isHead: true) {
        position += length
        while let length = wordLength(isHead: false) { position += length }
        return token(.word, from: start)
      }
      if operatorLength() != nil { return firstOperatorCharacter() }
      position += 1
      return token(.stray, from: start)
    }
  }

  private mutating func skipNumber() {
    // A tuple's second element in `pair.0.1` is no fraction.
    let isElement = position > 0 && bytes[position - 1] == UInt8(ascii: ".")
    let isHex = peek() == UInt8(ascii: "0") && peek(1) == UInt8(ascii: "x")
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0.isWordByte && $0 < 0x80 } ?? false }
    while isDigit(peek()) {
      position += 1
      let last = bytes[position - 1] | 0x20
      let hasExponent = last == (isHex ? UInt8(ascii: "p") : UInt8(ascii: "e"))
      if hasExponent, peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { position += 1 }
      if !isElement, peek() == UInt8(ascii: "."), let next = peek(1),
        isHex ? next.isHexDigit : next.isDigit
      {
        position += 1
      }
    }
  }

  /// A raw string, a regex with hashes, or a directive.
  private mutating func hashToken() -> Token {
    let start = position
    var hashes = 0
    while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
    switch peek(hashes) {
    case UInt8(ascii: "\""):
      position += hashes
      skipString(hashes: hashes)
      return token(.string, from: start)
    case UInt8(ascii: "/"):
      if skipExtendedRegex(hashes: hashes) { return token(.regex, from: start) }
    default: break
    }
    position += hashes
    guard hashes == 1, let length = wordLength(isHead: true) else {
      return token(.punctuation, from: start)
    }
    position += length
    while let length = wordLength(isHead: false) { position += length }
    return token(.directive, from: start)
  }

  // MARK: - Strings

  private func isHashes(_ count: Int, at distance: Int) -> Bool {
    for index in 0..<count where peek(distance + index) != UInt8(ascii: "#") { return false }
    return true
  }

  private func isThreeQuotes() -> Bool {
    let quote = UInt8(ascii: "\"")
    return peek() == quote && peek(1) == quote && peek(2) == quote
  }

  /// Whether a raw string that begins with three quotes ends on the same line. It has one line then, and
  /// quotes in it: `#"""#`.
  private func endsOnItsLine(hashes: Int) -> Bool {
    var distance = 1
    while let byte = peek(distance), !byte.isNewline {
      distance += 1
      if byte == UInt8(ascii: "\""), isHashes(hashes, at: distance) { return true }
    }
    return false
  }

  /// Skips a string, from its first quote.
  private mutating func skipString(hashes: Int) {
    let start = position
    let isMultiline = isThreeQuotes() && !(hashes > 0 && endsOnItsLine(hashes: hashes))
    let quotes = isMultiline ? 3 : 1
    position += quotes
    while let byte = peek() {
      if byte == UInt8(ascii: "\""), isMultiline ? isThreeQuotes() : true,
        isHashes(hashes, at: quotes)
      {
        position += quotes + hashes
        return
      }
      if byte.isNewline, !isMultiline { break }
      if byte == UInt8(ascii: "\\"), isHashes(hashes, at: 1) {
        position += 1 + hashes
        if peek() == UInt8(ascii: "(") {
          skipInterpolation()
        } else if let escaped = peek(), isMultiline || !escaped.isNewline {
          position += 1
        }
        if problem != nil { return }
      } else {
        position += 1
      }
    }
    fail(at: start, "this string isn't terminated")
  }

  /// Skips an interpolation, from its parenthesis to after the matching one.
  private mutating func skipInterpolation() {
    let start = position
    guard depth < 40 else { return fail(at: start, "too many strings are nested here") }
    depth += 1
    let isFirst = isFirstOnLine
    defer {
      depth -= 1
      isFirstOnLine = isFirst
      openOperator = nil
    }
    var parentheses = 0
    repeat {
      let token = next()
      switch token.kind {
      case .open where bytes[token.range.lowerBound] == UInt8(ascii: "("): parentheses += 1
      case .close where bytes[token.range.lowerBound] == UInt8(ascii: ")"): parentheses -= 1
      case .end: return fail(at: start, "this interpolation isn't terminated")
      default: break
      }
    } while parentheses > 0
    if depth == 1 { interpolations.append(start + 1..<position - 1) }
  }

  // MARK: - Regular expressions

  /// Skips a regular expression with hashes; false if it is none.
  private mutating func skipExtendedRegex(hashes: Int) -> Bool {
    var end = position + hashes + 1
    let isMultiline = end < bytes.count && bytes[end].isNewline
    while end < bytes.count, isMultiline || !bytes[end].isNewline {
      if bytes[end] == UInt8(ascii: "\\") {
        end += 2
      } else if bytes[end] == UInt8(ascii: "/"), isHashes(hashes, at: end + 1 - position) {
        position = end + 1 + hashes
        return true
      } else {
        end += 1
      }
    }
    return false
  }

  /// The end of the regular expression between slashes that begins at an offset; nil if it is an
  /// operator.
  ///
  /// As in the compiler, a regular expression ends on its line, neither begins nor ends with a space,
  /// and closes no parenthesis that it hasn't opened.
  private func endOfPlainRegex(at start: Int) -> Int? {
    var end = start + 1
    guard end < bytes.count, !bytes[end].isSpace, bytes[end] != UInt8(ascii: "/") else {
      return nil
    }
    var parentheses = 0
    var isInSet = false
    while end < bytes.count, !bytes[end].isNewline {
      switch bytes[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "["): isInSet = true
      case UInt8(ascii: "]"): isInSet = false
      case UInt8(ascii: "(") where !isInSet: parentheses += 1
      case UInt8(ascii: ")") where !isInSet:
        parentheses -= 1
        if parentheses < 0 { return nil }
      case UInt8(ascii: "/"):
        return bytes[end - 1].isSpace && bytes[end - 2] != UInt8(ascii: "\\") ? nil : end + 1
      default: break
      }
      end += 1
    }
    return nil
  }

  // MARK: - Operators

  /// The first character of an operator, or a regular expression, which begins like one.
  private mutating func firstOperatorCharacter() -> Token {
    let start = position
    let isLeftBound = isLeftBound
    // After an operand, `?` and `!` are unwrapping, whatever follows.
    let first = bytes[start]
    if isLeftBound, first == UInt8(ascii: "?") || first == UInt8(ascii: "!") {
      openOperator = (start + 1, .postfix)
      return operatorCharacter(isJoined: false)
    }
    let mayHaveDots = first == UInt8(ascii: ".")
    while let length = operatorLength() {
      let byte = bytes[position]
      if byte == UInt8(ascii: "."), !mayHaveDots { break }
      if byte == UInt8(ascii: "/") {
        if peek(1) == UInt8(ascii: "/") || peek(1) == UInt8(ascii: "*"), position > start { break }
        if !isLeftBound, !expectsOperator, let end = endOfPlainRegex(at: position) {
          if position > start { break }
          position = end
          return token(.regex, from: start)
        }
      }
      position += length
    }
    let isRightBound = isRightBound(isLeftBound: isLeftBound)
    let fixity: Token.Fixity =
      isLeftBound == isRightBound ? .infix : isLeftBound ? .postfix : .prefix
    openOperator = (max(position, start + 1), fixity)
    position = start
    return operatorCharacter(isJoined: false)
  }

  private mutating func operatorCharacter(isJoined: Bool) -> Token {
    let start = position
    position += max(operatorLength() ?? 1, 1)
    var token = token(.operatorCharacter, from: start)
    if isJoined {
      token = Token(
        kind: .operatorCharacter, range: token.range, isFirstOnLine: false, followsSpace: false)
    }
    token.isJoined = isJoined
    token.fixity = openOperator?.fixity ?? .infix
    return token
  }

  private var isLeftBound: Bool {
    guard position > 0 else { return false }
    switch bytes[position - 1] {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"), 0:
      return false
    case UInt8(ascii: "/"):
      return !(position > 1 && bytes[position - 2] == UInt8(ascii: "*"))
    case let byte:
      return !byte.isSpace && !byte.isNewline
    }
  }

  private func isRightBound(isLeftBound: Bool) -> Bool {
    guard let byte = peek() else { return false }
    switch byte {
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: ":"), 0:
      return false
    case UInt8(ascii: "."):
      return !isLeftBound
    case UInt8(ascii: "/"):
      return !(peek(1) == UInt8(ascii: "/") || peek(1) == UInt8(ascii: "*"))
    default:
      return !byte.isSpace && !byte.isNewline
    }
  }

  // MARK: - Characters

  /// The length of the character here if it is one of a word.
  private func wordLength(isHead: Bool) -> Int? {
    guard let byte = peek() else { return nil }
    if byte < 0x80 { return byte.isWordByte && !(isHead && byte.isDigit) ? 1 : nil }
    let (scalar, length) = scalar()
    return Self.isOperator(scalar) ? nil : length
  }

  /// The length of the character here if it is one of an operator.
  private func operatorLength() -> Int? {
    guard let byte = peek() else { return nil }
    if byte < 0x80 { return "/=-+!*%<>&|^~?.".utf8.contains(byte) ? 1 : nil }
    let (scalar, length) = scalar()
    return Self.isOperator(scalar) ? length : nil
  }

  /// The character here, which isn't ASCII.
  private func scalar() -> (Unicode.Scalar, length: Int) {
    let end = min(position + 4, bytes.count)
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    let scalar = text.unicodeScalars.first ?? "\u{FFFD}"
    return (scalar, scalar == "\u{FFFD}" ? 1 : min(UTF8.width(scalar), end - position))
  }

  /// Whether a character that isn't ASCII can be part of an operator, says the grammar of Swift.
  private static func isOperator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7,
      0x2016, 0x2017, 0x2020...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E,
      0x2190...0x23FF, 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F, 0x3001...0x3003,
      0x3008...0x3020, 0x3030:
      true
    default:
      false
    }
  }
}

extension UInt8 {
  fileprivate var isNewline: Bool { self == 0x0A || self == 0x0D }
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0B || self == 0x0C }
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  fileprivate var isHexDigit: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= self | 0x20
  }

  /// Whether it is a letter, a digit, `_`, `$`, or part of a character that isn't ASCII.
  fileprivate var isWordByte: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || self == UInt8(ascii: "_")
      || self == UInt8(ascii: "$") || self >= 0x80
  }
}
