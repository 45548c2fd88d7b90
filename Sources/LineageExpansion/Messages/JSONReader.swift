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
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func object() -> JSONValue? {
    var members: [(String, JSONValue)] = []
    position += 1
    if skip("}") { return .object([]) }
    repeat {
      skipSpace()
      guard let name = string(), skip(":"), let value = value() else { return nil }
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

  private mutating func string() -> String? {
    guard byte == UInt8(ascii: "\"") else { return nil }
    position += 1
    var unescaped: [UInt8] = []
    var start = position
    while let byte {
      switch byte {
      case UInt8(ascii: "\""):
        let end = position
        position += 1
        // Most strings have no escapes and need no array of their own.
        if unescaped.isEmpty { return String(decoding: text[start..<end], as: UTF8.self) }
        unescaped += text[start..<end]
        return String(decoding: unescaped, as: UTF8.self)
      case UInt8(ascii: "\\"):
        unescaped += text[start..<position]
        position += 1
        guard appendEscape(to: &unescaped) else { return nil }
        start = position
      default:
        position += 1
      }
    }
    return nil
  }

  /// Appends the character of an escape, whose backslash has been read.
  private mutating func appendEscape(to unescaped: inout [UInt8]) -> Bool {
    guard let byte else { return false }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): unescaped.append(0x0A)
    case UInt8(ascii: "r"): unescaped.append(0x0D)
    case UInt8(ascii: "t"): unescaped.append(0x09)
    case UInt8(ascii: "b"): unescaped.append(0x08)
    case UInt8(ascii: "f"): unescaped.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(byte)
    case UInt8(ascii: "u"):
      guard let unit = hexUnit() else { return false }
      var scalar = UInt32(unit)
      if UTF16.isLeadSurrogate(unit), text[position...].starts(with: #"\u"#.utf8) {
        position += 2
        guard let trail = hexUnit() else { return false }
        scalar = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) &- 0xDC00) & 0x3FF
      }
      unescaped += String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8
    default: return false
    }
    return true
  }

  private mutating func hexUnit() -> UInt16? {
    guard position + 4 <= text.count else { return nil }
    defer { position += 4 }
    return UInt16(String(decoding: text[position..<position + 4], as: UTF8.self), radix: 16)
  }
}
