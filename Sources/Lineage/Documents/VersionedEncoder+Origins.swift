#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a value in a document is in Swift.
package enum ValueOrigin {
  case set
  /// A dictionary whose keys aren't those of an object: each key is followed by its value.
  case dictionary
  /// A value of a type of the system, such as `DateInterval`, whose parts mean nothing on their own.
  case indivisible
  /// Anything else, such as an array, or a type that writes its elements itself.
  case other
}

extension VersionedEncoder {
  /// Finds what the arrays and the indivisible values in a value's document with all its fields are in Swift. Nothing is
  /// known of those that another library's encoder writes.
  package func forEachOrigin<Value: VersionedCodable>(
    in value: Value, _ body: (FieldPath, ValueOrigin) -> Void
  ) throws {
    var path = FieldPath()
    _ = try withTree(of: value) { $0.forEachOrigin(at: 0, &path, body) }
  }

  /// A hash of a value's document with all its fields, for which the order of sets and dictionaries doesn't matter; nil
  /// if another library's encoder writes the document.
  package func hashIgnoringOrderOfSets<Value: VersionedCodable>(of value: Value) throws -> Int? {
    try withTree(of: value) { tree in
      var hasher = Hasher()
      try tree.hashIgnoringOrderOfSets(at: 0, into: &hasher)
      return hasher.finalize()
    }
  }

  private func withTree<Value: VersionedCodable, Result>(
    of value: Value, _ body: (DocumentTree.View) throws -> Result
  ) throws -> Result? {
    let writer = WriterPool.acquire()
    defer { WriterPool.recycle(writer) }
    let encoder: ValueEncoder
    if let json = plainJSON {
      encoder = writer.beginTree(json)
    } else if let list = plainPropertyList {
      encoder = writer.beginPropertyList(userInfo: list.userInfo)
    } else {
      return nil
    }
    try writer.withAllDefaults { try writer.encode(value, to: encoder) }
    return try body(writer.finishTree().view)
  }
}

extension DocumentTree.View {
  fileprivate func forEachOrigin(
    at slot: UInt32, _ path: inout FieldPath, _ body: (FieldPath, ValueOrigin) -> Void
  ) {
    let isArray = self[slot].kind == .array
    let origin = self[slot].origin
    if isArray || origin == .indivisible { body(path, origin) }
    for (index, child) in children(of: slot).enumerated() {
      path.components.append(isArray ? .index(index) : .key(key(of: child)))
      forEachOrigin(at: child, &path, body)
      path.components.removeLast()
    }
  }

  fileprivate func hashIgnoringOrderOfSets(at slot: UInt32, into hasher: inout Hasher) throws {
    let node = self[slot]
    hasher.combine(node.kind)
    switch node.kind {
    case .signed, .unsigned, .double: hasher.combine(node.bits)
    case .array where node.origin == .other || node.origin == .indivisible:
      hasher.combine(node.count)
      for element in children(of: slot) {
        try hashIgnoringOrderOfSets(at: element, into: &hasher)
      }
    case .array, .object:
      // The sum of all hashes doesn't depend on their order.
      var sum = 0
      var isKey = false
      var hasherOfPair = Hasher()
      for child in children(of: slot) where !self[child].flags.contains(.isOmitted) {
        isKey = node.origin == .dictionary && !isKey
        if node.kind == .object { hasherOfPair.combine(key(of: child)) }
        try hashIgnoringOrderOfSets(at: child, into: &hasherOfPair)
        if isKey { continue }
        sum &+= hasherOfPair.finalize()
        hasherOfPair = Hasher()
      }
      hasher.combine(sum)
    default: hasher.combine(try DocumentValue(slot, of: self))
    }
  }
}

extension TreeNode {
  fileprivate var origin: ValueOrigin {
    switch kind {
    case .native: .indivisible
    case .object: flags.contains(.isIndivisibleObject) ? .indivisible : .other
    case .array where flags.contains(.hasUnorderedPairs): .dictionary
    case .array where flags.contains(.isUnordered): .set
    case .array where flags.contains(.isIndivisibleArray): .indivisible
    default: .other
    }
  }
}
