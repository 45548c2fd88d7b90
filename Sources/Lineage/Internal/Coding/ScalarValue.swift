#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type that coders know by name: the leaves of every document.
protocol ScalarValue: Codable, SendableMetatype {
  /// The value in a slot; nil where the slot has something else.
  static func read(_ slot: TreeNode, _ tree: DocumentTree.View) -> Self?
  /// Decodes a value, with everything that may be said about one that is not there.
  static func decode(_ field: Field) throws -> Self
  /// Decodes an array of values.
  static func decodeArray(_ array: Field, of frame: Int32) throws -> [Self]
  /// Encodes an array of values.
  static func encodeArray(_ values: [Self], to encoder: ValueEncoder) throws
  /// Decodes a member of somebody else's object.
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Self
  /// Decodes the next element of somebody else's array.
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Self
  /// The value as a slot of a tree that is being built.
  func slot(in tree: DocumentTree) -> TreeNode
  /// Writes the value as JSON text.
  func append(to output: inout JSONOutput)
  /// Whether JSON has a way to write the value.
  var isConforming: Bool { get }
  /// What the encoder's strategy has instead of a number that JSON has no way to write.
  func nonConformingText(in writer: DocumentWriter, at path: () -> [any CodingKey]) throws
    -> String?
  /// The value that stands for "nothing yet".
  static var zero: Self { get }
  /// The value of text that the strategy for non-conforming floats gives a meaning to.
  static func nonConforming(_ text: String, positive: String, negative: String, nan: String)
    -> Self?
}

extension ScalarValue {
  // Requirements with one implementation, so that each type has code of its own: the methods of a
  // generic class are compiled once for all types, and slow.

  static func decode(_ field: Field) throws -> Self {
    if field.isForeign { return try Self(from: field.foreignDecoder) }
    let slot = field.tree[field.slot]
    if let value = read(slot, field.tree) { return value }
    if slot.kind == .plainText || slot.kind == .escapedText, field.isJSON,
      case .convertFromString(let positive, let negative, let nan)? =
        field.state.pointee.json?.nonConformingFloatDecodingStrategy,
      let text = String.read(slot, field.tree),
      let value = nonConforming(text, positive: positive, negative: negative, nan: nan)
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
    // Where the type of the elements is known, to add them one by one is cheaper than to lend memory
    // for all of them.
    let count = array.tree[array.slot].count
    if count == 0 { return [] }
    var values: [Self] = []
    values.reserveCapacity(Int(count))
    var next = array.tree[array.slot].firstChild
    while next != 0 {
      let slot = array.tree[next]
      if let value = read(slot, array.tree) {
        values.append(value)
      } else {
        values.append(try decode(array.element(next, at: values.count, in: frame)))
      }
      next = slot.next
    }
    return values
  }

  static func encodeArray(_ values: [Self], to encoder: ValueEncoder) throws {
    let writer = encoder.writer
    let container = encoder.open(.array)
    try values.withUnsafeBufferPointer { values in
      for index in values.indices { try writer.writeElement(values[index], in: container) }
    }
  }

  static func nonConforming(
    _ text: String, positive: String, negative: String, nan: String
  ) -> Self? { nil }
}

// MARK: - Integers

extension ScalarValue where Self: FixedWidthInteger {
  @inline(__always)
  static func read(_ slot: TreeNode, _ tree: DocumentTree.View) -> Self? {
    if slot.kind == .integerText,
      let number = JSONNumber.shortInteger(tree.text + slot.start, slot.length)
    {
      return Self(exactly: number)
    }
    return readOnSlowPath(slot, tree)
  }

  @inline(never)
  private static func readOnSlowPath(_ slot: TreeNode, _ tree: DocumentTree.View) -> Self? {
    switch slot.kind {
    case .integerText, .numberText, .json5NumberText:
      JSONNumber.integer(Self.self, tree.text(of: slot), kind: slot.kind)
    case .signed: Self(exactly: Int64(bitPattern: slot.bits))
    case .unsigned: Self(exactly: slot.bits)
    case .double: Self(exactly: Double(bitPattern: slot.bits))
    case .float: Self(exactly: Float(bitPattern: UInt32(slot.bits)))
    case .native:
      switch tree.native(of: slot) {
      case .int128(let number): Self(exactly: number)
      case .uint128(let number): Self(exactly: number)
      default: nil
      }
    default: nil
    }
  }
}

extension Int: ScalarValue {}
extension Int8: ScalarValue {}
extension Int16: ScalarValue {}
extension Int32: ScalarValue {}
extension Int64: ScalarValue {}
extension Int128: ScalarValue {}
extension UInt: ScalarValue {}
extension UInt8: ScalarValue {}
extension UInt16: ScalarValue {}
extension UInt32: ScalarValue {}
extension UInt64: ScalarValue {}
extension UInt128: ScalarValue {}

// MARK: - Floating-point numbers

extension ScalarValue where Self: BinaryFloatingPoint {
  /// The value of a number that was never text, rounded as if it had been; nil where it is beyond the range.
  fileprivate static func readValue(_ slot: TreeNode, _ tree: DocumentTree.View) -> Self? {
    let value: Self? =
      switch slot.kind {
      case .signed: Self(Int64(bitPattern: slot.bits))
      case .unsigned: Self(slot.bits)
      case .native:
        switch tree.native(of: slot) {
        case .int128(let number): Self(number)
        case .uint128(let number): Self(number)
        case .decimal(let number): Double("\(number)").map { Self($0) }
        default: nil
        }
      default: nil
      }
    return value?.isInfinite == true ? nil : value
  }

  static func nonConforming(
    _ text: String, positive: String, negative: String, nan: String
  ) -> Self? {
    switch text {
    case positive: .infinity
    case negative: -.infinity
    case nan: .nan
    default: nil
    }
  }
}

extension Double: ScalarValue {
  @inline(__always)
  static func read(_ slot: TreeNode, _ tree: DocumentTree.View) -> Double? {
    switch slot.kind {
    case .integerText, .numberText, .json5NumberText:
      JSONNumber.double(tree.text(of: slot), kind: slot.kind)
    case .double: Double(bitPattern: slot.bits)
    // By the digits that it is written with: 0.1 stays 0.1.
    case .float: Double("\(Float(bitPattern: UInt32(slot.bits)))")
    default: readValue(slot, tree)
    }
  }
}

extension Float: ScalarValue {
  @inline(__always)
  static func read(_ slot: TreeNode, _ tree: DocumentTree.View) -> Float? {
    switch slot.kind {
    case .integerText, .numberText, .json5NumberText:
      JSONNumber.float(tree.text(of: slot), kind: slot.kind)
    case .float: Float(bitPattern: UInt32(slot.bits))
    case .double: rounded(Double(bitPattern: slot.bits))
    default: readValue(slot, tree)
    }
  }

  /// A number rounded by the digits that it is written with; nil where it is beyond the range.
  @inline(never)
  private static func rounded(_ number: Double) -> Float? {
    guard let rounded = Float("\(number)"), rounded.isInfinite == number.isInfinite,
      rounded.isZero == number.isZero
    else { return nil }
    return rounded
  }
}

// MARK: - Others

extension Bool: ScalarValue {
  static let zero = false

  @inline(__always)
  static func read(_ slot: TreeNode, _ tree: DocumentTree.View) -> Bool? {
    switch slot.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }
}

extension String: ScalarValue {
  static let zero = ""

  @inline(__always)
  static func read(_ slot: TreeNode, _ tree: DocumentTree.View) -> String? {
    switch slot.kind {
    case .plainText where slot.flags.contains(.sharesText): tree.sharedString(slot)
    case .plainText: JSONText.string(tree.text(of: slot), escaped: false)
    case .escapedText: JSONText.string(tree.text(of: slot), escaped: true)
    default: nil
    }
  }
}
