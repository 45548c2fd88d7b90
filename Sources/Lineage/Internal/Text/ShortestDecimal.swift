/// The shortest decimal that parses as a binary number; of several, the nearest to it.
///
/// All decimals between the midpoints to the neighbors of a number parse as the number. So do the
/// midpoints themselves if its significand is even. With the largest power of ten that isn't larger
/// than this interval as the unit, one or two integers are in the interval, or more with a smaller
/// first digit. If one of them is a multiple of ten, it is the only one, and the shortest. Otherwise
/// the nearest is (Schubfach, Giulietti 2020).
///
/// Everything is compared in quarters of the unit, so that the middle between two integers is a
/// number too. The products with the power of ten are rounded to odd: if they aren't exact, their
/// last bit is set. A rounded product is then less than, equal to or greater than an even number if
/// the exact product is.
///
/// Example: `0.3` is 5404319552844595 * 2^-54. The interval has a width of 2^-54, so the unit is
/// 10^-17, in which the number is 29999999999999998.9. Of the multiples of ten around it,
/// 29999999999999990 and 30000000000000000, only the second is in the interval.
struct ShortestDecimal {
  /// The first of 17 digits, the last of which may be zeros.
  let firstDigit: UInt8
  /// The other digits as text, with the first one in the lowest bits.
  let otherDigits: UInt128
  /// The number of digits without the zeros at the end.
  let count: Int
  /// The number of digits before the decimal point, which is negative if there are zeros after it.
  let pointPosition: Int

  /// - Parameter magnitude: A positive finite number.
  @inline(__always)
  init<Number: JSONFloatingPoint>(_ magnitude: Number) {
    var (significand, exponent) = Self.shortest(magnitude)
    // Make it 17 digits. A float has at most nine; a subnormal number may have any number.
    if significand < 1_000_000_000 {
      significand &*= 100_000_000
      exponent &-= 8
    }
    while significand < 10_000_000_000_000_000 {
      significand &*= 10
      exponent &-= 1
    }
    pointPosition = exponent &+ 17

    let (first, others) = significand.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
    let (high, low) = others.quotientAndRemainder(dividingBy: EightBytes.digitLimit)
    let (upper, lower) = (EightBytes(digitsOf: high), EightBytes(digitsOf: low))
    firstDigit = ASCII.zero &+ UInt8(truncatingIfNeeded: first)
    otherDigits = UInt128(upper.word) | UInt128(lower.word) &<< 64
    let zeros = low == 0 ? 8 &+ upper.trailingZeroDigits : lower.trailingZeroDigits
    count = 17 &- zeros
  }

  @inline(__always)
  private static func shortest<Number: JSONFloatingPoint>(
    _ magnitude: Number
  ) -> (significand: UInt64, exponent: Int) {
    let fraction = UInt64(magnitude.significandBitPattern)
    let storedExponent = Int(magnitude.exponentBitPattern)
    let bits = Number.significandBitCount
    let bias = (1 << (Number.exponentBitCount - 1)) - 1
    let significand = storedExponent == 0 ? fraction : fraction | 1 &<< UInt64(bits)
    let binaryExponent = max(storedExponent, 1) &- bias &- bits
    // The neighbor below a power of two is only half as far away.
    let isPowerOfTwo = fraction == 0 && storedExponent > 1

    // The decimal logarithm of the interval's width, rounded down.
    let exponent =
      (binaryExponent &* 1_262_611 &- (isPowerOfTwo ? 524_031 : 0)) &>> 22
    let power = PowerOfTen[0 &- exponent]
    let factor = power.roundedUp(exponent: 0 &- exponent)
    let shift = UInt64(truncatingIfNeeded: binaryExponent &+ power.exponent &+ 128)

    let quarters = 4 &* significand
    let value = product(quarters &<< shift, factor)
    let isOdd = significand & 1
    let lower = product((quarters &- (isPowerOfTwo ? 1 : 2)) &<< shift, factor) &+ isOdd
    let upper = product((quarters &+ 2) &<< shift, factor) &- isOdd

    let floor = value &>> 2
    if floor >= 10 {
      let tens = floor / 10
      let isInside = lower <= 40 &* tens
      let isNextInside = 40 &* tens &+ 40 <= upper
      if isInside != isNextInside { return (tens &+ (isNextInside ? 1 : 0), exponent &+ 1) }
    }
    let isInside = lower <= 4 &* floor
    let isNextInside = 4 &* floor &+ 4 <= upper
    if isInside != isNextInside { return (floor &+ (isNextInside ? 1 : 0), exponent) }
    let middle = 4 &* floor &+ 2
    let roundsUp = value > middle || value == middle && floor & 1 == 1
    return (floor &+ (roundsUp ? 1 : 0), exponent)
  }

  /// The product without its last 128 bits, rounded to odd.
  ///
  /// The factor is up to 1 larger than the power, so the bits after these 64 may be up to 1 larger
  /// than those of the exact product.
  @inline(__always)
  private static func product(_ number: UInt64, _ factor: UInt128) -> UInt64 {
    let low = UInt64(truncatingIfNeeded: factor).multipliedFullWidth(by: number).high
    let (high, middle) = UInt64(truncatingIfNeeded: factor &>> 64).multipliedFullWidth(by: number)
    let (sum, overflow) = middle.addingReportingOverflow(low)
    return (high &+ (overflow ? 1 : 0)) | (sum > 1 ? 1 : 0)
  }
}
