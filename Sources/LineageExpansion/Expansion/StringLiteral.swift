extension TokenList {
  /// The value of a string literal on one line and without interpolation; nil for anything else.
  func stringValue(_ range: Range<Int>) -> String? {
    guard range.count == 1, self[range.lowerBound].kind == .string else { return nil }
    var text = Substring(text(range))
    let hashes = text.prefix { $0 == "#" }
    text = text.dropFirst(hashes.count).dropLast(hashes.count)
    guard text.count >= 2, !text.hasPrefix("\"\"\"") else { return nil }
    text = text.dropFirst().dropLast()
    var value = ""
    while let character = text.popFirst() {
      if character == "\\", text.hasPrefix(hashes) {
        text = text.dropFirst(hashes.count)
        guard let escaped = Self.escaped(&text) else { return nil }
        value.append(escaped)
      } else {
        value.append(character)
      }
    }
    return value
  }

  private static func escaped(_ text: inout Substring) -> Character? {
    switch text.popFirst() {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "0": return "\0"
    case "\"": return "\""
    case "'": return "'"
    case "\\": return "\\"
    case "u" where text.hasPrefix("{"):
      let digits = text.dropFirst().prefix { $0 != "}" }
      text = text.dropFirst(digits.count + 2)
      return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { Character($0) }
    default: return nil
    }
  }
}
