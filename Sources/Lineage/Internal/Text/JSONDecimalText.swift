/// The parts of a decimal number: sign, significant digits and power of ten.
///
/// It parses every form that doesn't begin with a letter: `12`, `-0.5e+3`, and `.5` or `+5.` in
/// JSON5. `JSONIndexer` has already validated the bytes.
///
/// `Word` is `Int` except in tests, which use `Int32` to run this code as on a 32-bit machine.
/// Exponents saturate at the bounds of `Word`.
struct JSONDecimalText<Word: FixedWidthInteger & SignedInteger> {
  private(set) var isNegative = false
  /// The first digits after leading zeros, as many as fit.
  private(set) var significand: UInt64 = 0
  /// The maximum number of digits in `significand`.
  private(set) var digitCount = 0
  /// The number of digits after those in `significand`.
  private(set) var remainingDigitCount: Word = 0
  /// Whether any digit after those in `significand` is nonzero.
  private(set) var isTruncated = false
  /// The power of ten of the last digit.
  private(set) var lastExponent: Word = 0
  /// The text between sign and exponent.
  private(set) var digits = Bytes()

  /// The power of ten of the last digit in `significand`.
  @inline(__always)
  var exponent: Word { lastExponent.addingSaturated(remainingDigitCount) }

  /// The number of digits that always fit in a `UInt64`.
  static var maximumDigitCount: Int { 19 }

  @inline(__always) @_specialize(where Word == Int)
  init(_ text: Bytes) {
    var index = 0
    if text[0] == ASCII.minus || text[0] == ASCII.plus {
      isNegative = text[0] == ASCII.minus
      index = 1
    }
    let firstDigit = index
    index = readDigits(of: text, from: index)
    digits = Bytes(rebasing: text[firstDigit..<index])
    if index < text.count {
      lastExponent = lastExponent.addingSaturated(Self.exponent(text[(index + 1)...]))
    }
  }

  private mutating func readDigits(of text: Bytes, from first: Int) -> Int {
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

  /// Parses the exponent after the `e`.
  private static func exponent(_ text: Slice<Bytes>) -> Word {
    var value: Word = 0
    for byte in text where ASCII.isDigit(byte) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      value = overflow ? .max : product.addingSaturated(Word(ASCII.digit(byte)))
    }
    return text.first == ASCII.minus ? -value : value
  }
}

extension FixedWidthInteger where Self: SignedInteger {
  /// The sum, clamped to the bounds of the type.
  @inline(__always)
  func addingSaturated(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
