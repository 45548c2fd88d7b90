#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Keyed archives refer to their objects by identifiers, for which there is no Swift type. Lineage
// decodes an identifier as the dictionary `{"CF$UID": 5}`, which is its form in XML. Encoding that
// as XML restores the identifier, but in the binary format, where identifiers are a separate kind
// of object, an encoder writes a dictionary.

extension BinaryPropertyList {
  /// Returns a document with identifiers in place of the dictionaries that an encoder has written
  /// for them.
  ///
  /// Each identifier overwrites its dictionary. If it doesn't fit, because it needs more than 16
  /// bits and the document has fewer than 256 objects, the dictionary remains.
  static func restoringIdentifiers(in data: Data) -> Data {
    guard let list = try? BinaryPropertyList([UInt8](data), PropertyListBuilder(DocumentTree()))
    else { return data }
    var bytes = list.bytes
    var hasIdentifiers = false
    for object in 0..<list.objectCount {
      guard let (offset, identifier) = try? list.identifier(in: object) else { continue }
      let size = size(ofIdentifier: identifier)
      guard size <= 2 * list.referenceSize else { continue }
      hasIdentifiers = true
      bytes[offset] = 0x80 | UInt8(size - 1)
      for index in 0..<size {
        bytes[offset + size - index] = UInt8(truncatingIfNeeded: identifier >> (8 * index))
      }
    }
    return hasIdentifiers ? Data(bytes) : data
  }

  /// The number of bytes that an identifier is written with.
  static func size(ofIdentifier identifier: UInt32) -> Int {
    identifier <= 0xFF ? 1 : identifier <= 0xFFFF ? 2 : 4
  }

  /// The identifier that a dictionary represents, and its offset; nil if it doesn't represent one.
  private func identifier(
    in object: Int
  ) throws(PropertyListError) -> (offset: Int, identifier: UInt32)? {
    let offset = try offset(of: object)
    guard bytes[offset] == 0xD1 else { return nil }
    let key = try self.offset(of: reference(at: offset + 1, 0))
    let value = try self.offset(of: reference(at: offset + 1, 1))
    guard bytes[key...].starts(with: [0x56] + Self.identifierKey.utf8), bytes[value] & ~0x3 == 0x10
    else { return nil }
    let bits = try bits(at: value, size: 1 << Int(bytes[value] & 0x3), of: "an integer")
    return UInt32(exactly: bits).map { (offset, $0) }
  }
}
