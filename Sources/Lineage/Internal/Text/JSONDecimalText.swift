/// A decimal number taken apart: sign, significant digits, power of ten.
///
/// It reads every form without a letter in front of its digits: `12`, `-0.5e+3`, and `.5` or `+5.`
/// from JSON5. The bytes have passed a `JSONIndexer`, so the form itself is not checked again.
///
/// `Word` is `Int` but in tests, which use `Int32` to run this code as a machine with 32 bits does.
/// Exponents saturate: one beyond the bounds of `Word` stays at the bound.
struct JSONDecimalText<Word: FixedWidthInteger & SignedInteger> {
  private(set) var isNegative = false
  /// The first digits that are not leading zeros, as many as fit.
  private(set) var significand: UInt64 = 0
  /// How many digits `significand` has at most.
  private(set) var digitCount = 0
  /// How many digits follow those of `significand`.
  private(set) var remainingDigitCount: Word = 0
  /// Some digit after those of `significand` is not zero.
  private(set) var isTruncated = false
  /// The power of ten that belongs to the last of all digits.
  private(set) var lastExponent: Word = 0
  /// Everything between sign and exponent.
  private(set) var digits = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// The power of ten that belongs to the last digit of `significand`.
  @inline(__always)
  var exponent: Word { lastExponent.addingSaturated(remainingDigitCount) }

  /// As many digits as a `UInt64` always holds.
  static var maximumDigitCount: Int { 19 }

  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    if text[0] == ASCII.minus || text[0] == ASCII.plus {
      isNegative = text[0] == ASCII.minus
      index = 1
    }
    let firstDigit = index
    index =
      text.count <= Self.maximumDigitCount
      ? readAllDigits(of: text, from: index) : readDigits(of: text, from: index)
    digits = UnsafeBufferPointer(rebasing: text[firstDigit..<index])
    if index < text.count {
      lastExponent = lastExponent.addingSaturated(Self.exponent(text[(index + 1)...]))
    }
  }

  /// Reads the digits of a number so short that all of them fit, as those of most numbers do.
  @inline(__always)
  private mutating func readAllDigits(of text: UnsafeBufferPointer<UInt8>, from first: Int) -> Int {
    guard let start = text.baseAddress else { return first }
    let count = text.count
    var index = readRun(of: start, from: first, to: count)
    digitCount = index &- first
    guard index < count, start[index] == ASCII.point else { return index }
    let fraction = index &+ 1
    index = fraction
    // Where there are many digits, most of them are those of a fraction.
    while count &- index >= 8, case let digits = EightBytes(start + index), digits.areDigits {
      significand = significand &* 100_000_000 &+ digits.number
      index &+= 8
    }
    index = readRun(of: start, from: index, to: count)
    digitCount &+= index &- fraction
    lastExponent = Word(truncatingIfNeeded: fraction &- index)
    return index
  }

  @inline(__always)
  private mutating func readRun(
    of text: UnsafePointer<UInt8>, from first: Int, to end: Int
  ) -> Int {
    var index = first
    while index < end, ASCII.isDigit(text[index]) {
      significand = significand &* 10 &+ UInt64(ASCII.digit(text[index]))
      index &+= 1
    }
    return index
  }

  @inline(never)
  private mutating func readDigits(of text: UnsafeBufferPointer<UInt8>, from first: Int) -> Int {
    var index = first
    var isFraction = false
    while index < text.count {
      let byte = text[index]
      if ASCII.isDigit(byte) {
        if isFraction { lastExponent &-= 1 }
        if digitCount < Self.maximumDigitCount {
          significand = significand &* 10 &+ UInt64(ASCII.digit(byte))
          if significand != 0 { digitCount &+= 1 }
        } else {
          remainingDigitCount &+= 1
          if byte != ASCII.zero { isTruncated = true }
        }
      } else if byte == ASCII.point {
        isFraction = true
      } else {
        break
      }
      index &+= 1
    }
    return index
  }

  /// What follows the `e`.
  private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Word {
    var value: Word = 0
    for byte in text where ASCII.isDigit(byte) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      value = overflow ? .max : product.addingSaturated(Word(ASCII.digit(byte)))
    }
    return text.first == ASCII.minus ? -value : value
  }
}

extension FixedWidthInteger where Self: SignedInteger {
  /// The sum, or the bound that it is beyond.
  @inline(__always)
  func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
