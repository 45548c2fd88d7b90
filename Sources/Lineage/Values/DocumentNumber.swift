#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A number by its characters, so that `1.10`, `1e400` and a hundred digits stay what they are.
///
/// Two numbers are equal if their characters are.
public struct DocumentNumber: Hashable, Sendable {
  /// The characters: those of the document, or the shortest that say the same.
  public let literal: String

  init(literal: String) {
    self.literal = literal
  }

  /// Makes a number of an integer.
  public init(_ value: some BinaryInteger) { literal = "\(value)" }
  /// Makes a number of a double.
  public init(_ value: Double) { literal = "\(value)" }
  /// Makes a number of a decimal.
  public init(_ value: Decimal) { literal = "\(value)" }

  /// Whether it is neither infinite nor NaN.
  var isFinite: Bool { isHexadecimal || literal.utf8.last.map(ASCII.isDigit) == true }

  /// Whether it was written as a whole number.
  var isInteger: Bool {
    literal.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus }
  }

  var isHexadecimal: Bool { literal.utf8.contains { $0 | 0x20 == 0x78 } }
}

extension DocumentNumber: CustomStringConvertible {
  /// The characters.
  public var description: String { literal }
}
