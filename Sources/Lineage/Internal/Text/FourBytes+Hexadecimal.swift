extension FourBytes {
  /// Whether all bytes are hexadecimal digits.
  var isHexadecimal: Bool {
    @inline(__always) get {
      // In each byte, an addition sets the high bit if the byte is at least some character. Bytes
      // beyond ASCII carry into the next one, but these are no digits themselves.
      let letters: UInt32 = word | 0x2020_2020
      let isDigit: UInt32 = (word &+ 0x5050_5050) & ~(word &+ 0x4646_4646)
      let isLetter: UInt32 = (letters &+ 0x1F1F_1F1F) & ~(letters &+ 0x1919_1919)
      return (isDigit | isLetter) & ~word & 0x8080_8080 == 0x8080_8080
    }
  }

  /// The value of four hexadecimal digits; any other 16 bits if the bytes aren't digits.
  var hexadecimal: UInt16 {
    @inline(__always) get {
      // In ASCII, the lowest bits of `A` are those of 1.
      let digits: UInt32 = (word & 0x0F0F_0F0F) &+ (word >> 6 & 0x0101_0101) &* 9
      let pairs: UInt32 = (digits << 4 | digits >> 8) & 0x00FF_00FF
      return UInt16(truncatingIfNeeded: pairs << 8 | pairs >> 16)
    }
  }
}

extension EightBytes {
  /// Whether an escape begins here that is `\u` and four more bytes.
  var isUnicodeEscape: Bool {
    @inline(__always) get { word & 0xFFFF == 0x755C }
  }

  /// The four bytes of such an escape.
  var escapedDigits: FourBytes {
    @inline(__always) get { FourBytes(word: UInt32(truncatingIfNeeded: word >> 16)) }
  }

  /// Whether a valid escape of a character begins here, `\u` and four digits that aren't a
  /// surrogate.
  var isEscapedCharacter: Bool {
    @inline(__always) get {
      // The surrogates are `d800` to `dfff`.
      isUnicodeEscape && escapedDigits.isHexadecimal
        && (word >> 16 & 0xDF != 0x44 || word >> 24 & 0xFF < 0x38)
    }
  }
}
