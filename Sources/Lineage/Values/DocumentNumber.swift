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

  /// Makes a number of its characters, if they are a number by the rules of JSON.
  public init?(_ characters: String) {
    var text = characters
    let isNumber = text.withUTF8 { text in
      var slots = Arena<FieldSlot>(capacity: 4)
      defer { slots.deallocate() }
      try? JSONIndexer.index(text, into: &slots, syntax: JSONSyntax())
      return slots.count == 1 && slots[0].kind.isNumber && slots[0].length == text.count
    }
    guard isNumber else { return nil }
    literal = characters
  }

  /// Makes a number of an integer.
  public init(_ value: some BinaryInteger) { literal = "\(value)" }
  /// Makes a number of a double.
  public init(_ value: Double) { literal = "\(value)" }
  /// Makes a number of a decimal.
  public init(_ value: Decimal) { literal = "\(value)" }

  /// The number as an `Int`, if it is one exactly.
  public var int: Int? { integer() }
  /// The number as the nearest double; nil where it is larger than all of them.
  public var double: Double? {
    Double(literal).flatMap { $0.isFinite || !isFinite ? $0 : nil }
  }
  /// The number as a decimal.
  public var decimal: Decimal? { Decimal(string: literal) }

  /// The number as an integer type, if it is one exactly.
  public func integer<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
    guard isFinite else { return nil }
    var literal = literal
    return literal.withUTF8 { JSONNumber.integer(type, $0, kind: kind) }
  }

  /// Whether it is a number that JSON could write.
  var isFinite: Bool { literal.last?.isLetter != true }

  /// Whether it was written as a whole number.
  var isInteger: Bool {
    literal.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
  }

  var kind: FieldKind { isInteger ? .integerText : .numberText }
}

extension DocumentNumber: CustomStringConvertible {
  /// The characters.
  public var description: String { literal }
}
