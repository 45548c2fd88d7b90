#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A scalar that is decoded without a container.
protocol DecodableScalar: ScalarValue {
  /// Decodes a value in a tree, or throws the error for a value that doesn't decode.
  static func decode(_ field: Field) throws -> Self
  /// Decodes an array of values.
  static func decodeArray(_ array: Field, of frame: Int32) throws -> [Self]
}

extension DecodableScalar {
  // Requirements with one implementation, so that the code is specialized for each type. The
  // methods of a generic class are compiled once for all types, and slow.

  static func decode(_ field: Field) throws -> Self {
    let node = field.tree[field.slot]
    if let value = read(node, field.tree) { return value }
    if node.kind == .plainText || node.kind == .escapedText, field.isJSON,
      let texts = field.state.outermost.pointee.settings.json?.nonConformingTexts,
      let text = String.read(node, field.tree), let value = nonConforming(text, among: texts)
    {
      return value
    }
    throw field.mismatch(Self.self)
  }

  /// The value of a field in a tree.
  @inline(__always)
  static func read(_ field: Field) -> Self? {
    read(field.tree[field.slot], field.tree)
  }

  static func decodeArray(_ array: Field, of frame: Int32) throws -> [Self] {
    let count = Int(array.tree[array.slot].count)
    if count == 0 { return [] }
    return try [Self](capacity: count) { values in
      for element in array.tree.children(of: array.slot) {
        if let value = read(array.tree[element], array.tree) {
          values.append(value)
        } else {
          values.append(try decode(array.element(element, at: values.count, in: frame)))
        }
      }
    }
  }
}

extension Bool: DecodableScalar {}
extension String: DecodableScalar {}
extension Double: DecodableScalar {}
extension Float: DecodableScalar {}
extension Int: DecodableScalar {}
extension Int8: DecodableScalar {}
extension Int16: DecodableScalar {}
extension Int32: DecodableScalar {}
extension Int64: DecodableScalar {}
extension Int128: DecodableScalar {}
extension UInt: DecodableScalar {}
extension UInt8: DecodableScalar {}
extension UInt16: DecodableScalar {}
extension UInt32: DecodableScalar {}
extension UInt64: DecodableScalar {}
extension UInt128: DecodableScalar {}
