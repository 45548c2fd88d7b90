/// The characters that JSON gives a meaning, as bytes.
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
  static var zero: UInt8 { 0x30 }
  static var space: UInt8 { 0x20 }
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }

  /// The byte's value as a decimal digit; 10 or more where it is none.
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

  /// The byte's value as a hexadecimal digit, nil where it is none.
  @inline(__always)
  static func hexDigit(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return digit(byte) }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}

/// Eight bytes of text looked at together, the first one in the lowest bits.
struct EightBytes {
  let word: UInt64

  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>) {
    word = UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  init(word: UInt64) {
    self.word = word
  }

  /// The same byte eight times.
  @inline(__always)
  init(repeating byte: UInt8) {
    word = Self.ones &* UInt64(byte)
  }

  /// The last bytes of a text, fewer than eight, with zeros after them.
  @inline(__always)
  init(last count: Int, of text: UnsafePointer<UInt8>, endingAt length: Int) {
    let last = text + (length &- count)
    if length >= 8 {
      word = EightBytes(last + count - 8).word &>> UInt64(truncatingIfNeeded: 8 &* (8 &- count))
    } else if count >= 4 {
      // The two halves overlap, and agree where they do.
      word =
        UInt64(FourBytes(last).word)
        | UInt64(FourBytes(last + count - 4).word) &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
    } else {
      let middle = count >> 1
      word =
        UInt64(last[0]) | UInt64(last[middle]) &<< UInt64(truncatingIfNeeded: 8 &* middle)
        | UInt64(last[count - 1]) &<< UInt64(truncatingIfNeeded: 8 &* (count &- 1))
    }
  }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// A set high bit for each byte that is special in a string: a quote, a backslash, a control
  /// character, or a part of a character beyond ASCII.
  ///
  /// A subtraction that borrows may mark bytes after the first special one too. So the lowest mark
  /// is always right, and zero means that there is none.
  @inline(__always)
  var specialInString: UInt64 {
    // With one bit changed, a quote is right above the control characters, and a space isn't.
    let quotesAndControls = (word ^ (Self.ones &* 0x02)) &- Self.ones &* 0x21
    let backslashes = (word ^ (Self.ones &* 0x5C)) &- Self.ones
    return (quotesAndControls | backslashes | word) & Self.highs
  }

  /// A set high bit for each quote and backslash; as above, only the lowest mark counts.
  @inline(__always)
  var quotesAndBackslashes: UInt64 {
    let quotes = (word ^ (Self.ones &* 0x22)) &- Self.ones
    let backslashes = (word ^ (Self.ones &* 0x5C)) &- Self.ones
    return (quotes | backslashes) & ~word & Self.highs
  }

  /// A set high bit for each byte that is zero in `word`, and for no other.
  @inline(__always)
  private static func zeros(in word: UInt64) -> UInt64 {
    ~(((word & ~highs) &+ ~highs) | word) & highs
  }

  var hasBackslash: Bool {
    @inline(__always) get { Self.zeros(in: word ^ (Self.ones &* 0x5C)) != 0 }
  }

  /// A set high bit for each byte that is in a string, from its first quote up to its last, where
  /// nothing is escaped.
  @inline(__always)
  func strings(goingOn isInString: Bool) -> UInt64 {
    let quotes = Self.zeros(in: word ^ (Self.ones &* 0x22)) >> 7
    // The product adds up, in each byte, the quotes so far. It is odd inside a string.
    let counts = quotes &* Self.ones &+ (isInString ? Self.ones : 0)
    return counts << 7 & Self.highs
  }

  /// A set high bit for each bracket and brace.
  ///
  /// What all four have in common is `0x59`. A few letters have that too, and nothing else that JSON
  /// has between strings.
  @inline(__always)
  var brackets: UInt64 {
    Self.zeros(in: (word | (Self.ones &* 0x26)) ^ (Self.ones &* 0x7F))
  }

  /// How many of some brackets open and close something: the former have `0x02`, the latter `0x04`.
  @inline(__always)
  func count(_ brackets: UInt64) -> (opening: Int, closing: Int) {
    ((brackets & word << 6).nonzeroBitCount, (brackets & word << 5).nonzeroBitCount)
  }

  /// As `specialInString`, with one more character and without what is beyond ASCII.
  @inline(__always)
  func needsEscape(slash: EightBytes) -> UInt64 {
    // With that bit turned, a quote follows the control characters, and a space does not.
    let quotesAndControls = (word ^ (Self.ones &* 0x02)) &- Self.ones &* 0x21
    let backslashes = (word ^ (Self.ones &* 0x5C)) &- Self.ones
    let slashes = (word ^ slash.word) &- Self.ones
    return (quotesAndControls | backslashes | slashes) & ~word & Self.highs
  }

  /// How many spaces the bytes begin with.
  @inline(__always)
  var leadingSpaces: Int {
    (word ^ (Self.ones &* 0x20)).trailingZeroBitCount >> 3
  }

  /// How many decimal digits the bytes begin with. As above, only the lowest mark counts.
  @inline(__always)
  var leadingDigits: Int {
    let values = word ^ (Self.ones &* 0x30)
    let others = (values | (values &+ Self.ones &* 0x76)) & Self.highs
    return others.trailingZeroBitCount >> 3
  }

  /// Whether all eight bytes are decimal digits.
  @inline(__always)
  var areDigits: Bool {
    (word & 0xF0F0_F0F0_F0F0_F0F0) | ((word &+ 0x0606_0606_0606_0606) & 0xF0F0_F0F0_F0F0_F0F0) >> 4
      == 0x3333_3333_3333_3333
  }

  /// The number that eight digits make.
  @inline(__always)
  var number: UInt64 {
    let digits = word &- Self.ones &* 0x30
    let pairs = digits &* 10 &+ digits >> 8
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    return
      ((pairs & mask) &* 0x000F_4240_0000_0064
      &+ (pairs >> 16 & mask) &* 0x0000_2710_0000_0001) >> 32
  }
}

// MARK: - Writing

extension EightBytes {
  static var null: EightBytes { EightBytes(word: UInt64(FourBytes.null)) }
  static var `true`: EightBytes { EightBytes(word: UInt64(FourBytes.true)) }
  static var `false`: EightBytes { EightBytes(word: 0x65_736C_6166) }

  /// The smallest number that has more digits than eight.
  static var digitLimit: UInt64 { 100_000_000 }

  /// The eight digits of a number, with zeros before them.
  ///
  /// The number is halved three times: into two numbers of four digits, four of two, eight of one, each
  /// half in bits of its own. A division is a multiplication and a shift, exact for numbers so small.
  @inline(__always)
  init(digitsOf number: UInt64) {
    let (high, low) = number.quotientAndRemainder(dividingBy: 10_000)
    let fours = high | low << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let pairs = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    word = (tens | (pairs &- tens &* 10) << 8) | Self.ones &* 0x30
  }

  /// How many zeros eight digits begin with, that are not all zeros.
  @inline(__always)
  var leadingZeroDigits: Int {
    (word ^ (Self.ones &* 0x30)).trailingZeroBitCount >> 3
  }

  /// How many zeros eight digits end with.
  @inline(__always)
  var trailingZeroDigits: Int {
    (word ^ (Self.ones &* 0x30)).leadingZeroBitCount >> 3
  }
}

/// Four bytes of text looked at together.
struct FourBytes {
  let word: UInt32

  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>) {
    word = UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
  }

  static var `true`: UInt32 { 0x6575_7274 }
  static var null: UInt32 { 0x6C6C_756E }
  /// All of `false` but its end.
  static var fals: UInt32 { 0x736C_6166 }
  /// The quote that closes a key and the colon, the latter perhaps after a space.
  static var quoteColon: UInt32 { 0x3A22 }
  static var quoteSpaceColon: UInt32 { 0x3A_2022 }
}
