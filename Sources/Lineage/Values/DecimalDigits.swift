/// A decimal number of any size. Numbers of the same value are equal, however they are written.
package struct DecimalDigits: Hashable, Sendable {
  private var isNegative = false
  /// The digits, which neither begin nor end with a zero.
  private var digits: [UInt8] = []
  /// The power of ten that the number `0.DIGITS` is multiplied by.
  private var exponent = 0

  /// Creates a number from its text; nil if that isn't a decimal number, or its exponent is too large.
  package init?(_ literal: String) {
    var text = literal.utf8[...]
    if let sign = text.first, sign == UInt8(ascii: "-") {
      isNegative = true
      text = text.dropFirst()
    }
    let mantissa = text.prefix { ![UInt8(ascii: "e"), UInt8(ascii: "E")].contains($0) }
    if mantissa.endIndex != text.endIndex {
      let written = text[mantissa.endIndex...].dropFirst()
      guard let value = Int(String(Substring(written))), value.magnitude < Int.max / 2 else {
        return nil
      }
      exponent = value
    }
    let parts = mantissa.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let all = parts.flatMap { $0 }
    guard let whole = parts.first, !all.isEmpty,
      all.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    let zero = UInt8(ascii: "0")
    let significant = all.drop { $0 == zero }
    digits = Array(significant)
    while digits.last == zero { digits.removeLast() }
    exponent += whole.count - (all.count - significant.count)
    if digits.isEmpty { (isNegative, exponent) = (false, 0) }
  }
}
