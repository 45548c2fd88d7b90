#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes a tree as a property list, like `PropertyListEncoder`.
///
/// It leaves to Foundation's encoder what follows rules of that encoder: numbers that don't fit in 64
/// bits, dates before 1583, decimal numbers, and all errors.
enum PropertyListWriter {
  enum Failure: Error {
    /// The encoder has to write the tree itself.
    case isLeftToEncoder
    case stackEnds
  }

  /// The document; nil if it is left to the encoder.
  static func write(
    _ tree: DocumentTree, as format: PropertyListDecoder.PropertyListFormat
  ) throws -> Data? {
    // Anything else at the root is an error.
    guard tree.view[0].kind.isContainer else { return nil }
    tree.encodeURLs()
    do throws(Failure) {
      switch format {
      case .xml: return try XMLPropertyListWriter.write(tree)
      case .binary: return try BinaryPropertyListWriter.write(tree)
      default: return nil
      }
    } catch {
      switch error {
      case .isLeftToEncoder: return nil
      case .stackEnds: throw EncodingProblem.stackEnds.error(for: "a value")
      }
    }
  }
}

extension DocumentTree.View {
  /// A number that is known only as text.
  func propertyListNumber(_ node: TreeNode) throws(PropertyListWriter.Failure) -> TreeNode {
    guard let number = number(fromTextOf: node) else { throw .isLeftToEncoder }
    return number
  }

  /// The text of a string or key that property lists can hold.
  func propertyListText(_ text: Bytes) throws(PropertyListWriter.Failure) -> Bytes {
    // Readers of the format would read it as null.
    if text.elementsEqual(PropertyListReader.textOfNil) { throw .isLeftToEncoder }
    return text
  }

  /// The text of a key.
  func propertyListKey(_ member: TreeNode) throws(PropertyListWriter.Failure) -> Bytes {
    if member.flags.contains(.escapedKey) { throw .isLeftToEncoder }
    return keyText(of: member)
  }
}

extension DocumentTree {
  /// Replaces all URLs with what they encode.
  fileprivate func encodeURLs() {
    if natives.isEmpty { return }
    var slot: UInt32 = 0
    // A base is one of the slots that are added.
    while slot < slots.count {
      if slots[slot].kind == .native, case .url(let url) = view.native(of: slots[slot]) {
        encode(url, at: slot)
      }
      slot += 1
    }
  }

  private func encode(_ url: URL, at slot: UInt32) {
    let text = addText(url.relativeString)
    let relative = append(TreeNode(.plainText, start: text.start, length: text.length))
    setKey("relative", of: relative)
    slots[slot].setValue(TreeNode(.object))
    slots[slot].firstChild = relative
    slots[slot].count = 1
    guard let url = url.baseURL else { return }
    let base = append(addNative(.url(url)))
    setKey("base", of: base)
    slots[relative].next = base
    slots[slot].count = 2
  }
}
