/// The parts of a decimal number of up to 21 characters without an exponent, as nearly all numbers are.
///
/// `JSONDecimalText` parses any number. This takes less than half the instructions, and leaves out what a short number
/// doesn't need: all of its digits fit in a word.
struct ShortDecimal {
  private(set) var isNegative: Bool
  /// All digits.
  private(set) var significand: UInt64 = 0
  /// The number of digits after the point.
  private(set) var placeCount = 0

  /// Parses a number that `JSONIndexer` has validated; nil if it is longer, has an exponent, or begins as only JSON5
  /// allows.
  @inline(__always)
  init?(_ text: ByteCursor, length: Int) {
    guard length <= 21 else { return nil }
    isNegative = text.pointee == ASCII.minus
    let first = isNegative ? 1 : 0
    var index = first
    while index < length, ASCII.isDigit(text[index]) {
      significand = significand &* 10 &+ UInt64(ASCII.digit(text[index]))
      index &+= 1
    }
    var digitCount = index &- first
    guard digitCount > 0 else { return nil }
    if index < length {
      guard text[index] == ASCII.point else { return nil }
      index &+= 1
      placeCount = length &- index
      digitCount &+= placeCount
      guard append(text, from: index, to: length) else { return nil }
    }
    guard digitCount <= JSONDecimalText<Int>.maximumDigitCount else { return nil }
  }

  /// Appends digits; false if there is anything else among them. There are other characters before the first.
  @inline(__always)
  private mutating func append(_ text: ByteCursor, from first: Int, to end: Int) -> Bool {
    var index = first
    while end &- index >= 8 {
      let digits = EightBytes(text + index)
      guard digits.areDigits else { return false }
      significand = significand &* EightBytes.digitLimit &+ digits.number
      index &+= 8
    }
    if index == end { return true }
    if end >= 8 {
      let count = end &- index
      let digits = EightBytes(text + (end &- 8)).keepingLast(count)
      guard digits.areDigits else { return false }
      significand = significand &* Self.powers[count] &+ digits.number
      return true
    }
    while index < end {
      guard ASCII.isDigit(text[index]) else { return false }
      significand = significand &* 10 &+ UInt64(ASCII.digit(text[index]))
      index &+= 1
    }
    return true
  }

  private static let powers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000,
  ]
}
