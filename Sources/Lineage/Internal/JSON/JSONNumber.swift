#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Converts JSON numbers.
///
/// `JSONIndexer` has already validated the text and determined its kind. All conversions take time
/// proportional to the length of the text, regardless of the exponent, and return nil for a number
/// that the type can't represent.
enum JSONNumber {
  /// The integer for digits with or without a minus, if they are so few that it fits in 64 bits.
  @inline(__always)
  static func shortInteger(_ text: ByteCursor, _ length: Int) -> Int64? {
    guard length < JSONDecimalText<Int>.maximumDigitCount else { return nil }
    let isNegative = text.pointee == ASCII.minus
    var magnitude: Int64 = 0
    var index = isNegative ? 1 : 0
    while index < length {
      magnitude = magnitude &* 10 &+ Int64(ASCII.digit(text[index]))
      index &+= 1
    }
    return isNegative ? 0 &- magnitude : magnitude
  }

  /// The integer for a text, even if it is written like `1.0` or `1e2`.
  ///
  /// Unlike `JSONDecoder`, which goes through `Double`, this never rounds: `1.00000000000000000001`
  /// is no integer, and `9223372036854775807.0` is one.
  static func integer<T: FixedWidthInteger>(
    _ type: T.Type, _ text: Bytes, kind: NodeKind
  ) -> T? {
    if kind == .json5NumberText {
      switch JSON5Number(text) {
      case .infinity, .nan: return nil
      case .hexadecimal(let isNegative, let digits):
        return integer(digits, zeros: 0 as Int, radix: 16, isNegative: isNegative)
      case .decimal: break
      }
    }
    return integer(type, JSONDecimalText<Int>(text))
  }

  /// The integer for a number, as above.
  static func integer<T: FixedWidthInteger, Word>(
    _ type: T.Type, _ number: JSONDecimalText<Word>
  ) -> T? {
    guard number.significand != 0 else { return 0 }
    var digits = number.digits[...]
    var zeros: Word = 0
    while let last = digits.last, last == ASCII.zero || last == ASCII.point {
      if last == ASCII.zero { zeros += 1 }
      digits.removeLast()
    }
    zeros = zeros.addingSaturated(number.lastExponent)
    guard zeros >= 0 else { return nil }
    return integer(digits, zeros: zeros, radix: 10, isNegative: number.isNegative)
  }

  /// The integer for digits followed by zeros; nil if it doesn't fit in the type.
  private static func integer<T: FixedWidthInteger, Word: FixedWidthInteger>(
    _ digits: Slice<Bytes>, zeros: Word, radix: T, isNegative: Bool
  ) -> T? {
    var value: T = 0
    for byte in digits where byte != ASCII.point {
      let digit = T(truncatingIfNeeded: ASCII.hexDigit(byte) ?? 0)
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: radix)
      let (sum, overflow) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if isTooLarge || overflow { return nil }
      value = sum
    }
    guard value != 0 else { return 0 }
    var rest = zeros
    while rest > 0 {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: radix)
      if isTooLarge { return nil }
      value = product
      rest -= 1
    }
    return value
  }

  /// The number nearest to a text.
  ///
  /// It is nil if the number is too large for the type, or nonzero but too small to be
  /// distinguished from zero.
  @inline(__always)
  static func double(_ text: Bytes, kind: NodeKind) -> Double? {
    kind == .json5NumberText ? json5FloatingPoint(text) : floatingPoint(text)
  }

  /// Like `double`, but rounded only once: a conversion from `Double` would round twice.
  @inline(__always)
  static func float(_ text: Bytes, kind: NodeKind) -> Float? {
    kind == .json5NumberText ? json5FloatingPoint(text) : floatingPoint(text)
  }

  @inline(__always)
  private static func floatingPoint<T: JSONFloatingPoint>(
    _ text: Bytes
  ) -> T? {
    if let start = text.baseAddress, let number = ShortDecimal(start, length: text.count),
      let value = T(nearest: number)
    {
      return value
    }
    return anyFloatingPoint(text)
  }

  @inline(never) @_specialize(where T == Double) @_specialize(where T == Float)
  private static func anyFloatingPoint<T: JSONFloatingPoint>(
    _ text: Bytes
  ) -> T? {
    let number = JSONDecimalText<Int>(text)
    guard let magnitude = T(nearest: number) else { return nil }
    return number.isNegative ? -magnitude : magnitude
  }

  private static func json5FloatingPoint<T: JSONFloatingPoint>(
    _ text: Bytes
  ) -> T? {
    switch JSON5Number(text) {
    case .infinity(let isNegative): isNegative ? -.infinity : .infinity
    case .nan: .nan
    case .hexadecimal(let isNegative, let digits):
      hexadecimal(digits, isNegative).flatMap(T.init(exactly:))
    case .decimal: floatingPoint(text)
    }
  }

  /// The magnitude of a hexadecimal number; nil if the text isn't one, or it has more than 128
  /// bits.
  static func hexadecimal(_ text: Bytes) -> UInt128? {
    guard case .hexadecimal(_, let digits) = JSON5Number(text) else { return nil }
    return integer(digits, zeros: 0 as Int, radix: 16, isNegative: false)
  }

  /// A hexadecimal number for a type that isn't an integer type. As in `JSONDecoder`, it is limited
  /// to 64 bits.
  private static func hexadecimal(
    _ digits: Slice<Bytes>, _ isNegative: Bool
  ) -> Int128? {
    guard let value: Int128 = integer(digits, zeros: 0 as Int, radix: 16, isNegative: isNegative),
      value >= Int128(Int64.min), value <= Int128(UInt64.max)
    else { return nil }
    return value
  }

  /// The number with up to 38 digits; nil if the exponent is out of the range of `Decimal`.
  static func decimal(_ text: Bytes, kind: NodeKind) -> Decimal? {
    if kind == .json5NumberText {
      switch JSON5Number(text) {
      case .infinity, .nan: return .nan
      case .hexadecimal(let isNegative, let digits):
        guard let value = hexadecimal(digits, isNegative) else { return nil }
        return Decimal(string: String(value))
      case .decimal: break
      }
    }
    return shortDecimal(text) ?? Decimal(string: String(decoding: text, as: UTF8.self))
  }

  /// The number for a few digits without an exponent; nil for other texts, and for zero, whose text says how many
  /// digits it has. Foundation takes ten times as long to parse the text.
  private static func shortDecimal(_ text: Bytes) -> Decimal? {
    guard let start = text.baseAddress, let number = ShortDecimal(start, length: text.count),
      number.significand != 0
    else { return nil }
    return Decimal(
      sign: number.isNegative ? .minus : .plus, exponent: -number.placeCount,
      significand: Decimal(number.significand))
  }
}

/// The kinds of JSON5 numbers.
private enum JSON5Number {
  case infinity(isNegative: Bool)
  case nan
  case hexadecimal(isNegative: Bool, digits: Slice<Bytes>)
  case decimal

  init(_ text: Bytes) {
    let isNegative = text.first == ASCII.minus
    let unsigned = isNegative || text.first == ASCII.plus ? text.dropFirst() : text[...]
    switch unsigned.first {
    case 0x49: self = .infinity(isNegative: isNegative)
    case 0x4E: self = .nan
    case ASCII.zero where unsigned.dropFirst().first.map { $0 | 0x20 } == 0x78:
      self = .hexadecimal(isNegative: isNegative, digits: unsigned.dropFirst(2))
    default: self = .decimal
    }
  }
}
