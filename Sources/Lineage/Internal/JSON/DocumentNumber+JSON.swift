#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DocumentNumber {
  /// Creates a number from its text; nil if the text isn't a valid JSON number.
  public init?(_ characters: String) {
    var text = characters
    let isNumber = text.withBytes { text in
      var slots = Arena<TreeNode>(capacity: 4)
      defer { slots.deallocate() }
      try? JSONIndexer.index(text, into: &slots, syntax: JSONSyntax())
      return slots.count == 1 && slots[0].kind.isNumber && slots[0].length == text.count
    }
    guard isNumber else { return nil }
    literal = characters
  }

  /// The number as an `Int`; nil if it can't be represented exactly.
  public var int: Int? { integer() }
  /// The nearest double; nil if the number is out of range.
  public var double: Double? {
    Double(literal).flatMap { $0.isFinite || !isFinite ? $0 : nil }
  }
  /// The number as a decimal; nil if it can't be represented.
  public var decimal: Decimal? {
    guard isFinite else { return nil }
    var literal = literal
    return literal.withBytes { JSONNumber.decimal($0, kind: kind) }
  }

  /// The number as an integer type; nil if it can't be represented exactly.
  public func integer<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
    guard isFinite else { return nil }
    var literal = literal
    return literal.withBytes { JSONNumber.integer(type, $0, kind: kind) }
  }

  var kind: NodeKind {
    if isInteger { return .integerText }
    return isFinite && !isHexadecimal ? .numberText : .json5NumberText
  }
}

// MARK: - JSON5

extension DocumentNumber {
  /// Creates a number from its text in a JSON5 document, converted to JSON without losing digits,
  /// or unchanged if JSON can't represent it.
  init(json5 text: Bytes) {
    let isNegative = text.first == ASCII.minus
    let unsigned = text.dropFirst(text.signLength)
    var magnitude = String(decoding: unsigned, as: UTF8.self)
    if let integer = JSONNumber.hexadecimal(Bytes(rebasing: unsigned)) {
      magnitude = "\(integer)"
    } else if unsigned.first == ASCII.point {
      magnitude = "0" + magnitude
    } else if let point = magnitude.firstIndex(of: "."),
      magnitude[point...].dropFirst().first?.isNumber != true
    {
      magnitude.remove(at: point)
    }
    literal = isNegative ? "-" + magnitude : magnitude
  }

  /// The double to which an encoder's strategy for non-conforming floats applies; nil if the number
  /// is written as it is.
  ///
  /// It is nil for an infinity or NaN of a JSON5 document, unless the strategy writes these as
  /// strings: such a document can be saved, and decoded again by the decoder it came from.
  func nonConforming(isWrittenAsText: Bool) -> Double? {
    if isFinite { return nil }
    let isOfDocument = literal.hasSuffix("Infinity") || literal.hasSuffix("NaN")
    return isOfDocument && !isWrittenAsText ? nil : double
  }
}

extension Bytes {
  /// The length of the sign: 1 or 0.
  fileprivate var signLength: Int { first == ASCII.minus || first == ASCII.plus ? 1 : 0 }
}

extension DocumentValue {
  /// The version that this is if it is in the place of one; nil if it can't be a version.
  var possibleVersion: AnyVersion? {
    switch self {
    case .string(let text): .string(text)
    case .number(let number): number.int.map { .integer($0) }
    default: nil
    }
  }
}
