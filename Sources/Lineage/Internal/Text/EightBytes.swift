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

  /// The bytes from one on, as many as there are before an end, and zeros after them.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) {
    self = end - bytes >= 8 ? EightBytes(bytes) : EightBytes(few: end - bytes, bytes)
  }

  @inline(never)
  private init(few count: Int, _ bytes: UnsafePointer<UInt8>) {
    var word: UInt64 = 0
    for offset in 0..<count { word |= UInt64(bytes[offset]) << (8 * offset) }
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

  /// The lowest bit of each byte.
  static var ones: UInt64 { 0x0101_0101_0101_0101 }
  /// The highest bit of each byte.
  static var highs: UInt64 { 0x8080_8080_8080_8080 }

  /// A set high bit for each byte that is special in a string: a quote, a backslash, a control
  /// character, or a part of a character beyond ASCII.
  ///
  /// A subtraction that borrows may mark bytes after the first special one too. So the lowest mark
  /// is always right, and zero means that there is none.
  @inline(__always)
  var specialInString: UInt64 {
    (quotesAndControls | backslashes | word) & Self.highs
  }

  /// As `specialInString`, with one more character and without what is beyond ASCII.
  @inline(__always)
  func needsEscape(slash: EightBytes) -> UInt64 {
    let slashes = (word ^ slash.word) &- Self.ones
    return (quotesAndControls | backslashes | slashes) & ~word & Self.highs
  }

  @inline(__always)
  private var quotesAndControls: UInt64 {
    // With one bit changed, a quote is right above the control characters, and a space isn't.
    (word ^ (Self.ones &* 0x02)) &- Self.ones &* 0x21
  }

  @inline(__always)
  private var backslashes: UInt64 { (word ^ (Self.ones &* 0x5C)) &- Self.ones }

  /// A set high bit for each quote and backslash; as above, only the lowest mark counts.
  @inline(__always)
  var quotesAndBackslashes: UInt64 {
    let quotes = (word ^ (Self.ones &* 0x22)) &- Self.ones
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

  /// How many spaces the bytes begin with.
  @inline(__always)
  var leadingSpaces: Int {
    (word ^ (Self.ones &* 0x20)).trailingZeroBitCount >> 3
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
