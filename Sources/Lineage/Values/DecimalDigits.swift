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

extension DocumentValue {
  /// Whether two values have the same content, with arrays in the same order. The text of numbers may differ.
  package func isSameInOrder(as other: DocumentValue) -> Bool {
    switch (self, other) {
    case (.array(let elements), .array(let others)):
      elements.count == others.count
        && zip(elements, others).allSatisfy { $0.isSameInOrder(as: $1) }
    case (.object(let members), .object(let others)):
      members.count == others.count
        && members.allSatisfy { others[$0]?.isSameInOrder(as: $1) ?? false }
    case (.number(let number), .number(let other)):
      number == other
        || DecimalDigits(number.literal).map { $0 == DecimalDigits(other.literal) } ?? false
    default: self == other
    }
  }
}
