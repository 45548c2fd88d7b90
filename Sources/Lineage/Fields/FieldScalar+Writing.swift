#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// How scalars stand in a tree that an encoder builds.

extension FieldScalar where Self: FixedWidthInteger {
  @inline(__always)
  func slot(in writer: FieldWriter, at path: () -> [any CodingKey]) throws -> FieldSlot {
    if let number = Int64(exactly: self) {
      return FieldSlot(.signed, bits: UInt64(bitPattern: number))
    }
    if let number = UInt64(exactly: self) { return FieldSlot(.unsigned, bits: number) }
    if let number = Int128(exactly: self) { return writer.tree.addNative(.int128(number)) }
    return writer.tree.addNative(.uint128(UInt128(self)))
  }
}

extension Bool {
  func slot(in writer: FieldWriter, at path: () -> [any CodingKey]) throws -> FieldSlot {
    FieldSlot(self ? .true : .false)
  }
}

extension String {
  func slot(in writer: FieldWriter, at path: () -> [any CodingKey]) throws -> FieldSlot {
    let (start, length) = writer.tree.addText(self)
    return FieldSlot(.plainText, start: start, length: length)
  }
}

extension Double {
  func slot(in writer: FieldWriter, at path: () -> [any CodingKey]) throws -> FieldSlot {
    if !isFinite, let text = try writer.nonConformingText(for: self, at: path) {
      return try text.slot(in: writer, at: path)
    }
    return FieldSlot(.double, bits: bitPattern)
  }
}

extension Float {
  func slot(in writer: FieldWriter, at path: () -> [any CodingKey]) throws -> FieldSlot {
    if !isFinite, let text = try writer.nonConformingText(for: self, at: path) {
      return try text.slot(in: writer, at: path)
    }
    return FieldSlot(.float, bits: UInt64(bitPattern))
  }
}

extension FieldWriter {
  /// How the encoder's strategy writes a number that JSON has no way to write; nil outside JSON.
  fileprivate func nonConformingText<Value: BinaryFloatingPoint>(
    for value: Value, at path: () -> [any CodingKey]
  ) throws -> String? {
    guard let json else { return nil }
    guard
      case .convertToString(let positive, let negative, let nan) =
        json.nonConformingFloatEncodingStrategy
    else {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: path(),
          debugDescription: """
            JSON can't write a number that is not finite. Give the encoder a \
            nonConformingFloatEncodingStrategy.
            """))
    }
    if value.isNaN { return nan }
    return value > 0 ? positive : negative
  }
}
