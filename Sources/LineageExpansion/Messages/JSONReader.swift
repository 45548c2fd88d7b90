/// Reads a JSON text.
///
/// It accepts every valid text. It also accepts some invalid ones, since it only reads what the
/// compiler writes. Numbers with fractions are truncated, because no message has any.
struct JSONReader {
  private let text: [UInt8]
  private var position = 0
  private var depth = 0

  private init(_ text: [UInt8]) {
    self.text = text
  }

  /// The value of a text; nil if it isn't JSON.
  static func read(_ text: [UInt8]) -> JSONValue? {
    var reader = JSONReader(text)
    guard let value = reader.value() else { return nil }
    reader.skipSpace()
    return reader.position == text.count ? value : nil
  }

  private var byte: UInt8? { position < text.count ? text[position] : nil }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    skipSpace()
    guard byte == UInt8(ascii: expected) else { return false }
    position += 1
    return true
  }

  private mutating func value() -> JSONValue? {
    skipSpace()
    depth += 1
    defer { depth -= 1 }
    guard let byte, depth < 200 else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string().map { .escaped(EscapedText(bytes: $0)) }
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func object() -> JSONValue? {
    var members: [(name: String, value: JSONValue)] = []
    position += 1
    if skip("}") { return .object([]) }
    repeat {
      skipSpace()
      guard let name = memberName(), skip(":"), let value = value() else { return nil }
      members.append((name, value))
    } while skip(",")
    return skip("}") ? .object(members) : nil
  }

  private mutating func array() -> JSONValue? {
    var elements: [JSONValue] = []
    position += 1
    if skip("]") { return .array([]) }
    repeat {
      guard let value = value() else { return nil }
      elements.append(value)
    } while skip(",")
    return skip("]") ? .array(elements) : nil
  }

  private mutating func word(_ word: String, _ value: JSONValue) -> JSONValue? {
    guard text[position...].starts(with: word.utf8) else { return nil }
    position += word.utf8.count
    return value
  }

  private mutating func number() -> JSONValue? {
    let start = position
    while let byte, byte == UInt8(ascii: "-") || 0x30...0x39 ~= byte { position += 1 }
    let number = Int(String(decoding: text[start..<position], as: UTF8.self))
    while let byte, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
    return number.map { .number($0) }
  }

  private mutating func memberName() -> String? {
    string().flatMap { Self.unescape($0) }
  }

  /// The bytes of a string, between its quotes.
  private mutating func string() -> ArraySlice<UInt8>? {
    guard byte == UInt8(ascii: "\"") else { return nil }
    // Most of a message is in strings, so this loop does nothing but find the end.
    let text = self.text
    let start = position + 1
    var end = start
    while end < text.count {
      let next = text[end]
      if next == 0x22 {
        position = end + 1
        return text[start..<end]
      }
      end += next == 0x5C ? 2 : 1
    }
    return nil
  }

  // MARK: - Escapes

  /// The text of a string; nil if an escape isn't valid.
  static func unescape(_ bytes: ArraySlice<UInt8>) -> String? {
    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      if byte != 0x5C {
        unescaped.append(byte)
      } else if !appendEscape(bytes, &index, to: &unescaped) {
        return nil
      }
    }
    return String(decoding: unescaped, as: UTF8.self)
  }

  /// Appends the character of an escape, whose backslash has been read.
  private static func appendEscape(
    _ bytes: ArraySlice<UInt8>, _ index: inout Int, to unescaped: inout [UInt8]
  ) -> Bool {
    guard index < bytes.endIndex else { return false }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
    case UInt8(ascii: "u"):
      guard let unit = hexUnit(bytes, &index) else { return false }
      var scalar = UInt32(unit)
      if UTF16.isLeadSurrogate(unit), bytes[index...].starts(with: #"\u"#.utf8) {
        index += 2
        guard let trail = hexUnit(bytes, &index) else { return false }
        scalar = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) &- 0xDC00) & 0x3FF
      }
      unescaped += String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8
    default: return false
    }
    return true
  }

  private static func hexUnit(_ bytes: ArraySlice<UInt8>, _ index: inout Int) -> UInt16? {
    guard index + 4 <= bytes.endIndex else { return nil }
    defer { index += 4 }
    return UInt16(String(decoding: bytes[index..<index + 4], as: UTF8.self), radix: 16)
  }
}
