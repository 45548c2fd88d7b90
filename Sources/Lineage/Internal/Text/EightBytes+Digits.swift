extension EightBytes {
  /// The number of leading decimal digits. As in `specialInString`, only the lowest mark is
  /// reliable.
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

  /// The last one to seven bytes, with zeros as digits in place of the others.
  @inline(__always)
  func keepingLast(_ count: Int) -> EightBytes {
    let others = UInt64(truncatingIfNeeded: 8 &- count) &<< 3
    let zeros = (Self.ones &* 0x30) &>> (64 &- others)
    return EightBytes(word: (word &>> others) &<< others | zeros)
  }

  /// The value of eight digits.
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

  /// The smallest number with more than eight digits.
  static var digitLimit: UInt64 { 100_000_000 }

  /// The digits of a number below `digitLimit`, padded with leading zeros.
  ///
  /// The number is split three times: into two numbers of four digits, four of two, and eight of
  /// one, all in one word. Each division is a multiplication and a shift, which is exact for such
  /// small numbers.
  @inline(__always)
  init(digitsOf number: UInt64) {
    let (high, low) = number.quotientAndRemainder(dividingBy: 10_000)
    let fours = high | low << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let pairs = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
    word = (tens | (pairs &- tens &* 10) << 8) | Self.ones &* 0x30
  }

  /// The number of leading zeros in eight digits, which aren't all zeros.
  @inline(__always)
  var leadingZeroDigits: Int {
    (word ^ (Self.ones &* 0x30)).trailingZeroBitCount >> 3
  }

  /// The number of trailing zeros in eight digits.
  @inline(__always)
  var trailingZeroDigits: Int {
    (word ^ (Self.ones &* 0x30)).leadingZeroBitCount >> 3
  }
}
