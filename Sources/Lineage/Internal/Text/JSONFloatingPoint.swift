/// A type that can be converted from decimal text to the nearest binary number.
///
/// `significand * 10^exponent` is computed in one of three ways, tried in this order:
///
/// 1. If the type represents both factors exactly, one multiplication or division by the processor
///    rounds only once (Clinger 1990). Most numbers that people write are of this kind.
/// 2. Otherwise, the significand is multiplied with the power of ten in 128 bits. The exact product
///    lies between two bounds that are very close together. If both round to the same number, that
///    is the result, although the product isn't exact (after Lemire 2021, with bounds in place of
///    his proof that the product is always precise enough).
/// 3. If the bounds round to different numbers, the standard library parses the text, with as many
///    digits as necessary.
///
/// Example for the second way: `9007199254740993e23` is about 2^129.4. The first 53 bits of the
/// product are followed by `0010…`, whatever its last bits are. So it is rounded down.
protocol JSONFloatingPoint: BinaryFloatingPoint, LosslessStringConvertible {
  /// The powers of ten that the type represents exactly, from 1 on.
  static var exactPowers: [Self] { get }
  /// Creates a positive number from its bits.
  init(magnitudeBits: UInt64)
  /// The number up to which the type represents all integers.
  static var integerLimit: Self { get }
  /// The value of a positive number up to the limit, if it is an integer.
  var exactInteger: UInt64? { get }
}

extension Double: JSONFloatingPoint {
  static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  init(magnitudeBits: UInt64) {
    self.init(bitPattern: magnitudeBits)
  }

  static var integerLimit: Double { 0x1p53 }

  var exactInteger: UInt64? {
    let integer = UInt64(self)
    return Double(integer) == self ? integer : nil
  }
}

extension Float: JSONFloatingPoint {
  static let exactPowers: [Float] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]

  init(magnitudeBits: UInt64) {
    self.init(bitPattern: UInt32(truncatingIfNeeded: magnitudeBits))
  }

  static var integerLimit: Float { 0x1p24 }

  var exactInteger: UInt64? {
    let integer = UInt64(self)
    return Float(integer) == self ? integer : nil
  }
}

extension JSONFloatingPoint {
  /// The number nearest to a short text; nil if only the third way finds it.
  @inline(__always) @_specialize(where Self == Double)
  init?(nearest number: ShortDecimal) {
    let magnitude: Self
    if let exact = Self(exact: number.significand, exponent: -number.placeCount) {
      magnitude = exact
    } else if let product = Self.shortProduct(number.significand, exponent: -number.placeCount) {
      magnitude = product
    } else {
      return nil
    }
    self = number.isNegative ? -magnitude : magnitude
  }

  /// The magnitude nearest to the text; nil if that is infinite, or zero although the text isn't.
  @inline(__always) @_specialize(where Self == Double, Word == Int)
  init?<Word>(nearest text: JSONDecimalText<Word>) {
    guard let exponent = Int(exactly: text.exponent) else {
      guard text.significand == 0 else { return nil }
      self = 0
      return
    }
    if text.digitCount < JSONDecimalText<Word>.maximumDigitCount,
      let exact = Self(exact: text.significand, exponent: exponent)
    {
      self = exact
      return
    }
    guard let number = Self.nearest(text, exponent) else { return nil }
    self = number
  }

  /// The first way: nil if the type can't represent both factors.
  @inline(__always)
  private init?(exact significand: UInt64, exponent: Int) {
    let powers = Self.exactPowers
    let significandLimit: UInt64 = 1 << UInt64(Self.significandBitCount + 1)
    guard significand < significandLimit, exponent.magnitude < UInt(powers.count) else {
      return nil
    }
    let significand = Self(significand)
    self = exponent < 0 ? significand / powers[-exponent] : significand * powers[exponent]
  }

  @inline(never) @_specialize(where Self == Double)
  private static func shortProduct(_ significand: UInt64, exponent: Int) -> Self? {
    significand == 0 ? 0 : product(significand, isTruncated: false, exponent)
  }

  @inline(never)
  private static func nearest<Word>(_ text: JSONDecimalText<Word>, _ exponent: Int) -> Self? {
    guard text.significand != 0 else { return 0 }
    guard PowerOfTen.exponents ~= exponent else { return nil }
    let number =
      product(text.significand, isTruncated: text.isTruncated, exponent) ?? decided(by: text)
    return number.isFinite && number != 0 ? number : nil
  }

  /// The second way. The significand isn't zero.
  @inline(__always)
  private static func product(
    _ digits: UInt64, isTruncated: Bool, _ exponent: Int
  ) -> Self? {
    let power = PowerOfTen[exponent]
    let isExact = PowerOfTen.exactExponents ~= exponent && !isTruncated
    let shift = digits.leadingZeroBitCount
    let significand = UInt128(digits << shift)

    // 64 bits times 128 bits make 192, of which `upper` has the first 128.
    let low = significand * (power.significand & UInt128(UInt64.max))
    let upper = significand * (power.significand >> 64) + low >> 64
    let rest = UInt64(truncatingIfNeeded: low)
    // Truncated digits may add up to 1 to the significand; the power may be up to 2 too small.
    let uncertainty =
      isExact ? 0 : 4 + (isTruncated ? (UInt128(1) << (64 + shift)) : 0)

    let leadingZeros = upper.leadingZeroBitCount
    let binaryExponent = 191 - leadingZeros + power.exponent - shift
    let bias = (1 << (exponentBitCount - 1)) - 1
    guard binaryExponent <= bias else { return .infinity }
    // The smaller a subnormal number is, the fewer bits it has.
    let missing = max(0, 1 - bias - binaryExponent)
    let dropped = 128 - leadingZeros - (significandBitCount + 1) + missing
    guard dropped <= 128 else { return 0 }

    let kept = UInt64(truncatingIfNeeded: upper >> dropped)
    let remainder = dropped == 128 ? upper : upper & ((1 << dropped) - 1)
    let half = UInt128(1) << (dropped - 1)
    let roundsUp: Bool
    if isExact {
      roundsUp = remainder > half || remainder == half && (rest != 0 || kept & 1 == 1)
    } else {
      roundsUp = remainder > half
      guard roundsUp || half - remainder > uncertainty else { return nil }
    }
    // Rounding up may correctly carry into the exponent. A normal number's first bit isn't stored;
    // adding it increments the exponent to its final value.
    let storedExponent = missing > 0 ? 0 : UInt64(binaryExponent + bias - 1)
    let bits = storedExponent << UInt64(significandBitCount) + kept + (roundsUp ? 1 : 0)
    return Self(magnitudeBits: bits)
  }

  /// The third way. No midpoint between two numbers has more than 767 digits, so of the digits
  /// after the 800th it only matters whether any is nonzero.
  private static func decided<Word>(by text: JSONDecimalText<Word>) -> Self {
    var digits: [UInt8] = []
    var exponent = text.lastExponent
    for byte in text.digits where byte != ASCII.point {
      if digits.count < 800 {
        if byte != ASCII.zero || !digits.isEmpty { digits.append(byte) }
      } else {
        exponent += 1
        if byte != ASCII.zero { digits[799] = max(digits[799], 0x31) }
      }
    }
    return Self("\(String(decoding: digits, as: UTF8.self))e\(exponent)") ?? 0
  }
}
