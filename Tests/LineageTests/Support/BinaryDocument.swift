import Foundation

/// A binary property list built object by object, including ones that no encoder writes.
struct BinaryDocument {
  var objects: [[UInt8]]
  var root = 0
  var referenceSize = 1
  /// The places of further objects inside the last one.
  var objectsInLast: [Int] = []

  init(_ objects: [[UInt8]]) {
    self.objects = objects
  }

  /// A document whose root is an array with one element, object 1.
  static func element(_ bytes: [UInt8], _ others: [[UInt8]] = []) -> Data {
    BinaryDocument([[0xA1, 1], bytes] + others).data
  }

  var data: Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let last = offsets.last ?? 0
    offsets += objectsInLast.map { last + $0 }
    let table = bytes.count
    for offset in offsets { bytes += Self.bigEndian(offset, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, UInt8(referenceSize)]
    bytes += Self.bigEndian(offsets.count, 8) + Self.bigEndian(root, 8) + Self.bigEndian(table, 8)
    return Data(bytes)
  }

  static func bigEndian(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * (width - 1 - $0))) }
  }

  static func string(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + text.utf8 }
}
