#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What an array in a document is in Swift.
package enum ArrayOrigin {
  case set
  /// A dictionary whose keys aren't those of an object: each key is followed by its value.
  case dictionary
  /// An array, or a type that writes its elements itself.
  case other
}

extension VersionedEncoder {
  /// Finds what the arrays in a value's document are in Swift. Nothing is known of those that another library's encoder
  /// writes.
  package func forEachArray<Value: VersionedCodable>(
    in value: Value, _ body: (FieldPath, ArrayOrigin) -> Void
  ) throws {
    let writer = WriterPool.acquire()
    defer { WriterPool.recycle(writer) }
    let encoder: ValueEncoder
    if let json = plainJSON {
      encoder = writer.beginTree(json)
    } else if let list = plainPropertyList {
      encoder = writer.beginPropertyList(userInfo: list.userInfo)
    } else {
      return
    }
    try writer.encode(value, to: encoder)
    var path = FieldPath()
    try writer.finishTree().view.forEachArray(at: 0, &path, body)
  }
}

extension DocumentTree.View {
  fileprivate func forEachArray(
    at slot: UInt32, _ path: inout FieldPath, _ body: (FieldPath, ArrayOrigin) -> Void
  ) {
    let isArray = self[slot].kind == .array
    if isArray { body(path, self[slot].origin) }
    for (index, child) in children(of: slot).enumerated() {
      path.components.append(isArray ? .index(index) : .key(key(of: child)))
      forEachArray(at: child, &path, body)
      path.components.removeLast()
    }
  }
}

extension TreeNode {
  fileprivate var origin: ArrayOrigin {
    if flags.contains(.hasUnorderedPairs) { return .dictionary }
    return flags.contains(.isUnordered) ? .set : .other
  }
}
