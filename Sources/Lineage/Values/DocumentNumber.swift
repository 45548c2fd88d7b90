#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A number stored as text, so that `1.10`, `1e400` and a hundred digits are preserved.
///
/// Two numbers are equal if their characters are.
public struct DocumentNumber: Hashable, Sendable {
  /// The text of the number: that of the document, or the shortest for a value that was set.
  public let literal: String

  init(literal: String) {
    self.literal = literal
  }

  /// Creates a number from an integer.
  public init(_ value: some BinaryInteger) { literal = "\(value)" }
  /// Creates a number from a double.
  public init(_ value: Double) { literal = "\(value)" }
  /// Creates a number from a decimal.
  public init(_ value: Decimal) {
    // A decimal prints "NaN", which is a literal of JSON5 documents and is written unchanged.
    literal = value.isNaN ? "\(Double.nan)" : "\(value)"
  }

  /// Whether it is neither infinite nor NaN.
  var isFinite: Bool { literal.utf8.last.map(ASCII.isDigit) == true || isHexadecimal }

  /// Whether it is written as an integer.
  var isInteger: Bool {
    literal.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus }
  }

  var isHexadecimal: Bool { literal.utf8.contains { $0 | 0x20 == 0x78 } }
}

extension DocumentNumber: CustomStringConvertible {
  /// The text of the number.
  public var description: String { literal }
}
