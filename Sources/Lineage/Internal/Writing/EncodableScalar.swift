#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A scalar that is encoded without a container.
protocol EncodableScalar: ScalarValue {
  /// Encodes an array of values.
  static func encodeArray(_ values: [Self], to encoder: ValueEncoder) throws
}

extension EncodableScalar {
  // A requirement with one implementation, so that the code is specialized for each type. The
  // methods of a generic class are compiled once for all types, and slow.

  static func encodeArray(_ values: [Self], to encoder: ValueEncoder) throws {
    let writer = encoder.writer
    let container = encoder.open(.array)
    try values.withSpan { values in
      var index = writer.appendText(of: values, to: container)
      if index == 0 { index = writer.appendNodes(of: values, to: container) }
      while index < values.count {
        try writer.writeElement(values[index], in: container)
        index += 1
      }
    }
  }
}

extension Bool: EncodableScalar {}
extension String: EncodableScalar {}
extension Double: EncodableScalar {}
extension Float: EncodableScalar {}
extension Int: EncodableScalar {}
extension Int8: EncodableScalar {}
extension Int16: EncodableScalar {}
extension Int32: EncodableScalar {}
extension Int64: EncodableScalar {}
extension Int128: EncodableScalar {}
extension UInt: EncodableScalar {}
extension UInt8: EncodableScalar {}
extension UInt16: EncodableScalar {}
extension UInt32: EncodableScalar {}
extension UInt64: EncodableScalar {}
extension UInt128: EncodableScalar {}

extension EncodableScalar {
  /// The text that the encoder's strategy has for a number that JSON can't represent; nil outside
  /// JSON.
  @inline(never)
  func nonConformingText(
    in writer: DocumentWriter, at path: () -> [any CodingKey]
  ) throws -> String? {
    guard writer.isJSON else { return nil }
    guard let texts = writer.state.pointee.json?.nonConformingTexts else {
      throw EncodingProblem.notFinite.error(for: self, at: path())
    }
    return nonConformingText(among: texts)
  }
}
