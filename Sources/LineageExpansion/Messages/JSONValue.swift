/// A JSON value of a message.
///
/// The plugin has its own, because Foundation would double the time that it takes to start.
enum JSONValue {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  /// A string of a message, still with its escapes, because most are never asked for.
  case escaped(EscapedText)
  case array([JSONValue])
  /// An object, with its members in the order of the text, so that answers are the same every time.
  case object([(name: String, value: JSONValue)])

  /// The member with this name; nil also if the value isn't an object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var string: String? {
    if case .string(let string) = self { return string }
    if case .escaped(let escaped) = self { return JSONReader.unescape(escaped.bytes) }
    return nil
  }

  var number: Int? {
    if case .number(let number) = self { number } else { nil }
  }

  var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}

/// The bytes of a string between its quotes.
struct EscapedText {
  let bytes: ArraySlice<UInt8>
}

// MARK: - Writing

extension JSONValue {
  /// The JSON text in UTF-8.
  var text: [UInt8] {
    var text: [UInt8] = []
    write(to: &text)
    return text
  }

  private func write(to text: inout [UInt8]) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let bool): text += (bool ? "true" : "false").utf8
    case .number(let number): text += String(number).utf8
    case .string(let string): Self.write(string, to: &text)
    case .escaped(let escaped):
      text.append(UInt8(ascii: "\""))
      text += escaped.bytes
      text.append(UInt8(ascii: "\""))
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        element.write(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &text)
        text.append(UInt8(ascii: ":"))
        member.value.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): text += #"\""#.utf8
      case UInt8(ascii: "\\"): text += #"\\"#.utf8
      case UInt8(ascii: "\n"): text += #"\n"#.utf8
      case 0..<0x20: text += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
