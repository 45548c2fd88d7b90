#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DocumentNumber {
  /// Makes a number of its characters, if they are a number by the rules of JSON.
  public init?(_ characters: String) {
    var text = characters
    let isNumber = text.withUTF8 { text in
      var slots = Arena<TreeNode>(capacity: 4)
      defer { slots.deallocate() }
      try? JSONIndexer.index(text, into: &slots, syntax: JSONSyntax())
      return slots.count == 1 && slots[0].kind.isNumber && slots[0].length == text.count
    }
    guard isNumber else { return nil }
    literal = characters
  }

  /// The number as an `Int`, if it is one exactly.
  public var int: Int? { integer() }
  /// The number as the nearest double; nil where it is larger than all of them.
  public var double: Double? {
    Double(literal).flatMap { $0.isFinite || !isFinite ? $0 : nil }
  }
  /// The number as a decimal.
  public var decimal: Decimal? {
    guard isFinite else { return nil }
    var literal = literal
    return literal.withUTF8 { JSONNumber.decimal($0, kind: kind) }
  }

  /// The number as an integer type, if it is one exactly.
  public func integer<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
    guard isFinite else { return nil }
    var literal = literal
    return literal.withUTF8 { JSONNumber.integer(type, $0, kind: kind) }
  }

  var kind: NodeKind {
    if isInteger { return .integerText }
    return isFinite && !isHexadecimal ? .numberText : .json5NumberText
  }
}

// MARK: - JSON5

extension DocumentNumber {
  /// Makes a number of its characters in a JSON5 document: in the form that JSON has for it, digit for
  /// digit, or as it is where JSON has none.
  init(json5 text: UnsafeBufferPointer<UInt8>) {
    let isNegative = text.first == ASCII.minus
    let unsigned = text.dropFirst(text.signLength)
    var magnitude = String(decoding: unsigned, as: UTF8.self)
    if let integer = JSONNumber.hexadecimal(UnsafeBufferPointer(rebasing: unsigned)) {
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

  /// The double that an encoder's strategy for non-conforming floats has to write instead of the number.
  ///
  /// It has none for an infinity or NaN of a JSON5 document, unless it writes these as strings: such a
  /// document can be saved, and is read again by the decoder that it came from.
  func nonConforming(
    by strategy: JSONEncoder.NonConformingFloatEncodingStrategy?
  ) -> Double? {
    if isFinite { return nil }
    let isOfDocument = literal.hasSuffix("Infinity") || literal.hasSuffix("NaN")
    guard isOfDocument, let strategy else { return isOfDocument ? nil : double }
    if case .convertToString = strategy { return double }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many of the bytes are a sign.
  fileprivate var signLength: Int { first == ASCII.minus || first == ASCII.plus ? 1 : 0 }
}
