package import Lineage

extension DocumentValue {
  /// Whether a value is compatible with this one: it is equal apart from the spelling of numbers
  /// and from parts that differ each time.
  package func allows(_ other: DocumentValue) -> Bool {
    switch (self, other) {
    case (.volatile, _): return true
    case (.number(let own), .number(let other)): return own.amountsToTheSame(as: other)
    case (.array(let own), .array(let other)):
      return own.count == other.count && zip(own, other).allSatisfy { $0.allows($1) }
    case (.object(let own), .object(let other)):
      return own.count == other.count
        && own.allSatisfy { key, value in other[key].map { value.allows($0) } ?? false }
    default: return self == other
    }
  }
}

extension DocumentNumber {
  /// Whether two numbers have the same value, regardless of how they are written.
  package func amountsToTheSame(as other: DocumentNumber) -> Bool {
    if self == other { return true }
    if let own = DecimalDigits(literal), let other = DecimalDigits(other.literal) {
      return own == other
    }
    // One of them is infinite, hexadecimal, or has an extreme exponent.
    guard let double else { return false }
    return double == other.double
  }
}
