import Foundation

/// What a JSON text is made of, in the figures that decide which parts of a coder it exercises.
struct TextProfile {
  private(set) var bytes = 0
  /// The bytes between tokens.
  private(set) var spaces = 0
  private(set) var members = 0
  private(set) var depth = 0
  /// The strings that are values, and those of them with characters beyond ASCII or with escapes.
  private(set) var strings = 0
  private(set) var beyondASCII = 0
  private(set) var escaped = 0
  private(set) var integers = 0
  private(set) var decimals = 0
  /// The most significant digits of a number.
  private(set) var mostDigits = 0

  init(of text: Data) {
    let text = [UInt8](text)
    bytes = text.count
    var index = 0
    var depth = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"): spaces += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        self.depth = max(self.depth, depth)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ":"): members += 1
      case UInt8(ascii: "\""): index = readString(text, from: index)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        index = readNumber(text, from: index)
      default: break
      }
      index += 1
    }
  }

  /// Returns the index of the closing quote.
  private mutating func readString(_ text: [UInt8], from start: Int) -> Int {
    var end = start + 1
    var hasEscapes = false
    var isBeyondASCII = false
    while text[end] != UInt8(ascii: "\"") {
      isBeyondASCII = isBeyondASCII || text[end] >= 0x80
      if text[end] == UInt8(ascii: "\\") {
        hasEscapes = true
        end += 1
        isBeyondASCII = isBeyondASCII || text[end] == UInt8(ascii: "u")
      }
      end += 1
    }
    let next = text[end...].dropFirst().first { $0 != UInt8(ascii: " ") }
    if next == UInt8(ascii: ":") { return end }
    strings += 1
    beyondASCII += isBeyondASCII ? 1 : 0
    escaped += hasEscapes ? 1 : 0
    return end
  }

  /// Returns the index of the last character.
  private mutating func readNumber(_ text: [UInt8], from start: Int) -> Int {
    let number = text[start...].prefix { !",]}\n ".utf8.contains($0) }
    let mantissa = number.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    if number.allSatisfy({ $0 != UInt8(ascii: ".") }) { integers += 1 } else { decimals += 1 }
    let significant = mantissa.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let digits = significant.drop { $0 == UInt8(ascii: "0") }.count
    mostDigits = max(mostDigits, digits)
    return number.endIndex - 1
  }
}
