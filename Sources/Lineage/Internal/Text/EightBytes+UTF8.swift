extension EightBytes {
  /// The length of the valid characters of two bytes at the beginning, or of two valid characters
  /// of three bytes; 0 if there is something else, which may be valid too.
  ///
  /// Most scripts have either two or three bytes per character.
  var leadingInternationalBytes: Int {
    @inline(__always) get {
      let pairs = leadingPairs
      if pairs > 0 { return pairs &* 2 }
      guard word & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0 else { return 0 }
      return Self.isInThreeBytes(word) && Self.isInThreeBytes(word >> 24) ? 6 : 0
    }
  }

  /// The number of leading characters of two bytes that are valid.
  @inline(__always)
  private var leadingPairs: Int {
    let differences: UInt64 = word & 0xC0E0_C0E0_C0E0_C0E0 ^ 0x80C0_80C0_80C0_80C0
    // One of these bits is set, unless a single byte would suffice for the character.
    let telling: UInt64 = word & 0x001E_001E_001E_001E
    let overlong: UInt64 = ~(telling &+ 0x001E_001E_001E_001E) & 0x0020_0020_0020_0020
    return (differences | overlong).trailingZeroBitCount &>> 4
  }

  /// Whether a character of three bytes requires them, and isn't a surrogate.
  @inline(__always)
  static func isInThreeBytes(_ word: UInt64) -> Bool {
    let telling: UInt64 = word & 0x200F
    return telling != 0 && telling != 0x200D
  }
}
