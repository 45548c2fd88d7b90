#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type that the standard containers have methods for, such as `Int`.
protocol ScalarValue: Codable, SendableMetatype {
  /// The value of a node; nil if the node has something else.
  static func read(_ node: TreeNode, _ tree: DocumentTree.View) -> Self?
  /// Decodes a member of an object with another library's decoder.
  static func decode(from members: ForeignMembers, forKey key: AnyCodingKey) throws -> Self
  /// Decodes the next element of an array with another library's decoder.
  static func decode(from elements: inout any UnkeyedDecodingContainer) throws -> Self
  /// The value as a node of a tree that is being built.
  func node(in tree: DocumentTree) -> TreeNode
  /// Writes the value as JSON text.
  func append(to output: inout OutputBuffer)
  /// Whether JSON can represent the value.
  var isConforming: Bool { get }
  /// The text that a strategy has for a number that JSON can't represent.
  func nonConformingText(among texts: NonConformingTexts) -> String
  /// The number that a strategy has a text for; nil if it isn't that of a number.
  static func nonConforming(_ text: String, among texts: NonConformingTexts) -> Self?
  /// The value of a missing field that is filled with zero.
  static var zero: Self { get }
}

extension ScalarValue {
  var isConforming: Bool {
    @inline(__always) get { true }
  }

  func nonConformingText(among texts: NonConformingTexts) -> String { "" }

  static func nonConforming(_ text: String, among texts: NonConformingTexts) -> Self? { nil }
}

// MARK: - Integers

extension ScalarValue where Self: FixedWidthInteger {
  @inline(__always)
  static func read(_ node: TreeNode, _ tree: DocumentTree.View) -> Self? {
    if node.kind == .integerText,
      let number = JSONNumber.shortInteger(tree.text + node.start, node.length)
    {
      return Self(exactly: number)
    }
    return readOnSlowPath(node, tree)
  }

  @inline(never)
  private static func readOnSlowPath(_ node: TreeNode, _ tree: DocumentTree.View) -> Self? {
    switch node.kind {
    case .integerText, .numberText, .json5NumberText:
      JSONNumber.integer(Self.self, tree.text(of: node), kind: node.kind)
    case .signed: Self(exactly: Int64(bitPattern: node.bits))
    case .unsigned: Self(exactly: node.bits)
    case .double: Self(exactly: Double(bitPattern: node.bits))
    case .float: Self(exactly: Float(bitPattern: UInt32(node.bits)))
    case .native:
      switch tree.native(of: node) {
      case .int128(let number): Self(exactly: number)
      case .uint128(let number): Self(exactly: number)
      case .decimal(let number): Self("\(number)")
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
  func nonConformingText(among texts: NonConformingTexts) -> String {
    if isNaN { return texts.nan }
    return self > 0 ? texts.positive : texts.negative
  }

  /// The value of a number that was never text, rounded as if it had been; nil if it is out of
  /// range.
  fileprivate static func readValue(_ node: TreeNode, _ tree: DocumentTree.View) -> Self? {
    let value: Self? =
      switch node.kind {
      case .signed: Self(Int64(bitPattern: node.bits))
      case .unsigned: Self(node.bits)
      case .native:
        switch tree.native(of: node) {
        case .int128(let number): Self(number)
        case .uint128(let number): Self(number)
        case .decimal(let number): Double("\(number)").map { Self($0) }
        default: nil
        }
      default: nil
      }
    return value?.isInfinite == true ? nil : value
  }

  static func nonConforming(_ text: String, among texts: NonConformingTexts) -> Self? {
    switch text {
    case texts.positive: .infinity
    case texts.negative: -.infinity
    case texts.nan: .nan
    default: nil
    }
  }
}

extension Double: ScalarValue {
  @inline(__always)
  static func read(_ node: TreeNode, _ tree: DocumentTree.View) -> Double? {
    switch node.kind {
    case .integerText, .numberText, .json5NumberText:
      JSONNumber.double(tree.text(of: node), kind: node.kind)
    case .double: Double(bitPattern: node.bits)
    // Converted from the digits that it is printed with: 0.1 stays 0.1.
    case .float: Double("\(Float(bitPattern: UInt32(node.bits)))")
    default: readValue(node, tree)
    }
  }
}

extension Float: ScalarValue {
  @inline(__always)
  static func read(_ node: TreeNode, _ tree: DocumentTree.View) -> Float? {
    switch node.kind {
    case .integerText, .numberText, .json5NumberText:
      JSONNumber.float(tree.text(of: node), kind: node.kind)
    case .float: Float(bitPattern: UInt32(node.bits))
    case .double: rounded(Double(bitPattern: node.bits))
    default: readValue(node, tree)
    }
  }

  /// A number rounded from the digits that it is printed with; nil if it is out of range.
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
  static func read(_ node: TreeNode, _ tree: DocumentTree.View) -> Bool? {
    switch node.kind {
    case .true: true
    case .false: false
    default: nil
    }
  }
}

extension String: ScalarValue {
  static let zero = ""

  @inline(__always)
  static func read(_ node: TreeNode, _ tree: DocumentTree.View) -> String? {
    switch node.kind {
    case .plainText where node.flags.contains(.sharesText): tree.sharedString(node)
    case .plainText: JSONText.string(tree.text(of: node), escaped: false)
    case .escapedText: JSONText.string(tree.text(of: node), escaped: true)
    default: readNative(node, tree)
    }
  }

  /// The text of a URL, which JSON has as a string.
  @inline(never)
  private static func readNative(_ node: TreeNode, _ tree: DocumentTree.View) -> String? {
    guard node.kind == .native, case .url(let url) = tree.native(of: node) else { return nil }
    return url.absoluteString
  }
}
