/// The characters of JSON's syntax, as bytes.
enum ASCII {
  static var quote: UInt8 { 0x22 }
  static var apostrophe: UInt8 { 0x27 }
  static var backslash: UInt8 { 0x5C }
  static var slash: UInt8 { 0x2F }
  static var asterisk: UInt8 { 0x2A }
  static var comma: UInt8 { 0x2C }
  static var colon: UInt8 { 0x3A }
  static var openBracket: UInt8 { 0x5B }
  static var closeBracket: UInt8 { 0x5D }
  static var openBrace: UInt8 { 0x7B }
  static var closeBrace: UInt8 { 0x7D }
  static var plus: UInt8 { 0x2B }
  static var minus: UInt8 { 0x2D }
  static var point: UInt8 { 0x2E }
  static var underscore: UInt8 { 0x5F }
  static var zero: UInt8 { 0x30 }
  static var space: UInt8 { 0x20 }
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }

  /// The value of a decimal digit; 10 or more if the byte isn't one.
  @inline(__always)
  static func digit(_ byte: UInt8) -> UInt8 {
    byte &- zero
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte &- zero < 10
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26
  }

  /// The value of a hexadecimal digit; nil if the byte isn't one.
  @inline(__always)
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return digit(byte) }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}

extension String {
  /// Whether all characters are ASCII.
  var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
