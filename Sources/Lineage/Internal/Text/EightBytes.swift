/// Eight bytes of text in one word, with the first byte in the lowest bits.
struct EightBytes {
  let word: UInt64

  @inline(__always)
  init(_ bytes: ByteCursor) {
    word = UInt64(littleEndian: bytes.load(as: UInt64.self))
  }

  init(word: UInt64) {
    self.word = word
  }

  /// Loads eight bytes, with zeros for those beyond `end`.
  @inline(__always)
  init(_ bytes: ByteCursor, before end: ByteCursor) {
    self = end - bytes >= 8 ? EightBytes(bytes) : EightBytes(few: end - bytes, bytes)
  }

  @inline(never)
  private init(few count: Int, _ bytes: ByteCursor) {
    var word: UInt64 = 0
    for offset in 0..<count { word |= UInt64(bytes[offset]) << (8 * offset) }
    self.word = word
  }

  /// The same byte eight times.
  @inline(__always)
  init(repeating byte: UInt8) {
    word = Self.ones &* UInt64(byte)
  }

  /// Loads the last bytes of a text, fewer than eight, with zeros after them.
  @inline(__always)
  init(last count: Int, of text: ByteCursor, endingAt length: Int) {
    let last = text + (length &- count)
    if length >= 8 {
      word = EightBytes(last + count - 8).word &>> UInt64(truncatingIfNeeded: 8 &* (8 &- count))
    } else if count >= 4 {
      // The two halves overlap in the same bytes.
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

  /// A word with the lowest bit of each byte set.
  static var ones: UInt64 { 0x0101_0101_0101_0101 }
  /// A word with the highest bit of each byte set.
  static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// The high bit of each byte that is special in a string: a quote, a backslash, a control
  /// character, or part of a character beyond ASCII.
  ///
  /// A subtraction that borrows may also mark bytes after the first special one. So only the lowest
  /// mark is reliable; zero means that there is none.
  @inline(__always)
  var specialInString: UInt64 {
    (quotesAndControls | backslashes | word) & Self.highs
  }

  /// Like `specialInString`, with an additional character and without characters beyond ASCII.
  @inline(__always)
  func needsEscape(slash: EightBytes) -> UInt64 {
    let slashes = (word ^ slash.word) &- Self.ones
    return (quotesAndControls | backslashes | slashes) & ~word & Self.highs
  }

  @inline(__always)
  private var quotesAndControls: UInt64 {
    // With this bit flipped, the quote comes right after the control characters, and the space
    // doesn't.
    (word ^ (Self.ones &* 0x02)) &- Self.ones &* 0x21
  }

  @inline(__always)
  private var backslashes: UInt64 { (word ^ (Self.ones &* 0x5C)) &- Self.ones }

  /// The high bit of each quote and backslash. As above, only the lowest mark is reliable.
  @inline(__always)
  var quotesAndBackslashes: UInt64 {
    let quotes = (word ^ (Self.ones &* 0x22)) &- Self.ones
    return (quotes | backslashes) & ~word & Self.highs
  }

  /// The high bit of each byte that is zero in `word`. All marks are reliable.
  @inline(__always)
  private static func zeros(in word: UInt64) -> UInt64 {
    ~(((word & ~highs) &+ ~highs) | word) & highs
  }

  /// The number of bytes before the first backslash; eight if there is none.
  @inline(__always)
  var bytesBeforeBackslash: Int {
    (backslashes & ~(word ^ (Self.ones &* 0x5C)) & Self.highs).trailingZeroBitCount &>> 3
  }

  private var hasBackslash: Bool {
    @inline(__always) get { Self.zeros(in: word ^ (Self.ones &* 0x5C)) != 0 }
  }

  /// The high bit of each byte from the opening quote of a string up to its closing quote. The text
  /// must not contain escapes.
  @inline(__always)
  private func strings(goingOn isInString: Bool) -> UInt64 {
    let quotes = Self.zeros(in: word ^ (Self.ones &* 0x22)) >> 7
    // Each byte of the product is the number of quotes so far, which is odd inside a string.
    let counts = quotes &* Self.ones &+ (isInString ? Self.ones : 0)
    return counts << 7 & Self.highs
  }

  /// Where strings and brackets are in text, each as the high bits of bytes.
  struct Structure {
    /// The bytes in strings, from an opening quote up to a closing one.
    var strings: UInt64
    /// The brackets outside strings.
    var brackets: UInt64
  }

  /// The structure of the text; nil if there is a backslash.
  ///
  /// - Parameter before: All high bits if the bytes before these end inside a string, otherwise 0.
  @inline(__always)
  func structure(after before: UInt64) -> Structure? {
    // Text in ASCII, which most is, takes half the instructions.
    let withoutBackslashes = ~Self.zeros(inASCII: word ^ (Self.ones &* 0x5C)) & ~word
    guard withoutBackslashes & Self.highs == Self.highs else { return anyStructure(after: before) }
    let quotes = Self.zeros(inASCII: word ^ (Self.ones &* 0x22)) &>> 7
    let strings = ((quotes &* Self.ones) &<< 7 & Self.highs) ^ before
    let brackets = Self.zeros(inASCII: (word | (Self.ones &* 0x26)) ^ (Self.ones &* 0x7F))
    return Structure(strings: strings, brackets: brackets & ~strings)
  }

  @inline(never)
  private func anyStructure(after before: UInt64) -> Structure? {
    if hasBackslash { return nil }
    let strings = strings(goingOn: before != 0)
    return Structure(strings: strings, brackets: brackets & ~strings)
  }

  /// The high bit of each byte that is zero in `word`, if all bytes are ASCII.
  @inline(__always)
  private static func zeros(inASCII word: UInt64) -> UInt64 { ~(word &+ ~highs) & highs }

  /// The high bit of each bracket and brace.
  ///
  /// All four have the bits `0x59` in common. So do a few letters, but nothing else that JSON
  /// allows outside strings.
  @inline(__always)
  private var brackets: UInt64 {
    Self.zeros(in: (word | (Self.ones &* 0x26)) ^ (Self.ones &* 0x7F))
  }

  /// The number of opening brackets, which have the bit `0x02`, and closing ones, which have
  /// `0x04`.
  @inline(__always)
  func count(_ brackets: UInt64) -> (opening: Int, closing: Int) {
    (Self.count(brackets & word &<< 6), Self.count(brackets & word &<< 5))
  }

  /// The number of high bits, if no others are set. `nonzeroBitCount` takes four times as many instructions where the
  /// compiler can't assume that the processor counts bits.
  @inline(__always)
  private static func count(_ highs: UInt64) -> Int {
    Int(truncatingIfNeeded: ((highs &>> 7) &* ones) &>> 56)
  }

  /// The number of leading spaces.
  @inline(__always)
  var leadingSpaces: Int {
    (word ^ (Self.ones &* 0x20)).trailingZeroBitCount >> 3
  }
}

/// Thirty-two bytes of text in a vector.
struct ThirtyTwoBytes {
  let words: SIMD4<UInt64>

  @inline(__always)
  init(_ bytes: ByteCursor) {
    words = bytes.load(as: SIMD4<UInt64>.self)
  }

  /// The number of bytes before the first one marked by `EightBytes.needsEscape(slash:)`; 32 if there is none.
  @inline(__always)
  func plainCount(slash: EightBytes) -> Int {
    #if _endian(little)
      let words = words
    #else
      let words = SIMD4(
        words[0].byteSwapped, words[1].byteSwapped, words[2].byteSwapped, words[3].byteSwapped)
    #endif
    let ones = SIMD4(repeating: EightBytes.ones)
    let quotesAndControls =
      (words ^ SIMD4(repeating: EightBytes.ones &* 0x02))
      &- SIMD4(repeating: EightBytes.ones &* 0x21)
    let backslashes = (words ^ SIMD4(repeating: EightBytes.ones &* 0x5C)) &- ones
    let slashes = (words ^ SIMD4(repeating: slash.word)) &- ones
    let special = (quotesAndControls | backslashes | slashes) & ~words
    if (special[0] | special[1] | special[2] | special[3]) & EightBytes.highs == 0 { return 32 }
    var count = 0
    var index = 0
    while special[index] & EightBytes.highs == 0 {
      index &+= 1
      count &+= 8
    }
    return count &+ (special[index] & EightBytes.highs).trailingZeroBitCount &>> 3
  }
}

/// Four bytes of text in one word.
struct FourBytes {
  let word: UInt32

  @inline(__always)
  init(_ bytes: ByteCursor) {
    word = UInt32(littleEndian: bytes.load(as: UInt32.self))
  }

  init(word: UInt32) {
    self.word = word
  }

  static var `true`: UInt32 { 0x6575_7274 }
  static var null: UInt32 { 0x6C6C_756E }
  /// `false` without its last letter.
  static var fals: UInt32 { 0x736C_6166 }
  /// The closing quote of a key and the colon, without and with a space between them.
  static var quoteColon: UInt32 { 0x3A22 }
  static var quoteSpaceColon: UInt32 { 0x3A_2022 }
}
