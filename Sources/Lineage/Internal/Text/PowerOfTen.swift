/// A power of ten as a binary number with 128 significant bits.
///
/// The true power is at least `significand * 2^exponent` and less than
/// `(significand + 2) * 2^exponent`. Powers of no more than 128 bits are exact.
struct PowerOfTen: Sendable {
  var significand: UInt128
  var exponent: Int

  /// The exponents that a `Double` needs. For reading: with 19 digits, a power below 10^-343 always
  /// results in zero, and one above 10^308 in infinity. For writing: up to 10^324, with which the
  /// smallest number is multiplied.
  static let exponents = -343...324
  /// The exponents of exact powers: 5^55 is the largest power of 5 below 2^128.
  static let exactExponents = 0...55

  /// The smallest integer that isn't less than the power, in units of `2^exponent`.
  @inline(__always)
  func roundedUp(exponent: Int) -> UInt128 {
    significand &+ (Self.exactExponents ~= exponent ? 0 : 1)
  }

  private static let all = makeAll()

  @inline(__always)
  static subscript(exponent: Int) -> PowerOfTen {
    all[exponent - exponents.lowerBound]
  }

  /// Computes each power from the previous one, upwards and downwards from 1.
  ///
  /// Intermediate results have 256 bits. Each step has an error in the last four bits at most, so
  /// after 343 steps the first 240 bits are still correct, and 128 are needed.
  private static func makeAll() -> [PowerOfTen] {
    var up: [PowerOfTen] = []
    var down: [PowerOfTen] = []
    var power = WideFloat.one
    for _ in 0...exponents.upperBound {
      up.append(power.rounded)
      power.multiplyByTen()
    }
    power = .one
    for _ in exponents.lowerBound..<0 {
      power.divideByTen()
      down.append(power.rounded)
    }
    return down.reversed() + up
  }
}

/// A number with 256 significant bits, truncated and not rounded.
private struct WideFloat {
  /// The bits, with the highest ones last. The highest bit is always set.
  private var words: [UInt64]
  private var exponent: Int

  static let one = WideFloat(words: [0, 0, 0, 1 << 63], exponent: -255)

  var rounded: PowerOfTen {
    PowerOfTen(significand: UInt128(words[3]) << 64 | UInt128(words[2]), exponent: exponent + 128)
  }

  mutating func multiplyByTen() {
    var carry: UInt64 = 0
    for index in words.indices {
      let (high, low) = words[index].multipliedFullWidth(by: 10)
      let (sum, overflow) = low.addingReportingOverflow(carry)
      words[index] = sum
      carry = high + (overflow ? 1 : 0)
    }
    let shift = 64 - carry.leadingZeroBitCount
    for index in words.indices {
      let next = index < 3 ? words[index + 1] : carry
      words[index] = words[index] >> shift | next << (64 - shift)
    }
    exponent += shift
  }

  mutating func divideByTen() {
    var remainder: UInt64 = 0
    for index in words.indices.reversed() {
      (words[index], remainder) = (10 as UInt64).dividingFullWidth((remainder, words[index]))
    }
    let shift = words[3].leadingZeroBitCount
    for index in words.indices.reversed() {
      let previous = index > 0 ? words[index - 1] : 0
      words[index] = words[index] << shift | previous >> (64 - shift)
    }
    exponent -= shift
  }
}
