#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// How scalars are written, as nodes of a tree or as JSON text.

extension ScalarValue where Self: FixedWidthInteger {
  @inline(__always)
  func node(in tree: DocumentTree) -> TreeNode {
    // Binary property lists have more bytes for these types, even if the number is small.
    if Self.self == UInt64.self || Self.self == UInt.self {
      return TreeNode(.unsigned, bits: UInt64(truncatingIfNeeded: self))
    }
    if let number = Int64(exactly: self) {
      return TreeNode(.signed, bits: UInt64(bitPattern: number))
    }
    if let number = UInt64(exactly: self) { return TreeNode(.unsigned, bits: number) }
    if let number = Int128(exactly: self) { return tree.addNative(.int128(number)) }
    return tree.addNative(.uint128(UInt128(self)))
  }

  @inline(__always)
  func append(to output: inout OutputBuffer) {
    if let number = Int64(exactly: self) {
      output.append(number)
    } else if let number = UInt64(exactly: self) {
      output.append(number)
    } else {
      output.append(description)
    }
  }
}

extension Bool {
  func node(in tree: DocumentTree) -> TreeNode { TreeNode(self ? .true : .false) }

  @inline(__always)
  func append(to output: inout OutputBuffer) { output.append(self) }
}

extension String {
  func node(in tree: DocumentTree) -> TreeNode {
    let (start, length) = tree.addEncodedText(self)
    return TreeNode(.plainText, start: start, length: length)
  }

  @inline(__always)
  func append(to output: inout OutputBuffer) { output.append(string: self) }
}

extension Double {
  func node(in tree: DocumentTree) -> TreeNode { TreeNode(.double, bits: bitPattern) }

  @inline(__always)
  func append(to output: inout OutputBuffer) { output.append(self) }

  var isConforming: Bool {
    @inline(__always) get { isFinite }
  }
}

extension Float {
  func node(in tree: DocumentTree) -> TreeNode { TreeNode(.float, bits: UInt64(bitPattern)) }

  @inline(__always)
  func append(to output: inout OutputBuffer) { output.append(self) }

  var isConforming: Bool {
    @inline(__always) get { isFinite }
  }
}
