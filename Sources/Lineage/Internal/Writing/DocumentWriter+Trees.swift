// Values that are written to a tree in memory, to compare, change or decode their fields.

extension DocumentWriter {
  /// The tree of a value in memory, without its version.
  static func tree<Value: Encodable>(
    of value: Value, userInfo: [CodingUserInfoKey: Any]
  ) throws -> DocumentTree {
    try inspecting(.fields, userInfo: userInfo) { try value.encode(to: $0) }.tree
  }

  /// The defaults of a type, which are the fields of a new value.
  static func defaults<Value: Encodable>(
    _ value: Value, userInfo: [CodingUserInfoKey: Any]
  ) throws -> WrittenDefaults {
    let writer = try inspecting(.fields, userInfo: userInfo) { try value.encode(to: $0) }
    return WrittenDefaults(
      tree: writer.tree, nestedObjects: writer.nestedObjects,
      isEnum: Mirror(reflecting: value).displayStyle == .enum,
      hasAskedForUserInfo: writer.state.pointee.hasAskedForUserInfo)
  }

  /// The tree of a value to compare with another tree. A field that is larger than all of that tree is replaced with a
  /// placeholder, because it can't be equal.
  static func tree<Value: Encodable>(
    of value: Value, toCompareWith other: DocumentTree, userInfo: [CodingUserInfoKey: Any]
  ) throws -> DocumentTree {
    var limit = SizeLimit()
    limit.maximum = other.slots.count
    return try inspecting(.fields, userInfo: userInfo, sizeLimit: limit) {
      try value.encode(to: $0)
    }.tree
  }

  /// A writer with a value that is only inspected, so that no unknown field is lost if a declared one has its name.
  static func inspecting(
    _ mode: Mode, userInfo: [CodingUserInfoKey: Any], sizeLimit: SizeLimit = SizeLimit(),
    _ build: (ValueEncoder) throws -> Void
  ) throws -> DocumentWriter {
    let writer = DocumentWriter()
    writer.state.pointee.sizeLimit = sizeLimit
    try build(writer.begin(mode, userInfo: userInfo))
    try writer.tree.checkSize()
    return writer
  }

  /// A writer with a value. Throws an error if part of the value is lost in its tree.
  static func writing(
    _ mode: Mode, userInfo: [CodingUserInfoKey: Any], _ build: (ValueEncoder) throws -> Void
  ) throws -> DocumentWriter {
    let writer = DocumentWriter()
    try writer.write(mode, userInfo: userInfo, build)
    return writer
  }

  /// Writes a value as a tree. Throws an error if part of the value is lost in it.
  func write(
    _ mode: Mode, userInfo: [CodingUserInfoKey: Any], _ build: (ValueEncoder) throws -> Void
  ) throws {
    try build(begin(mode, userInfo: userInfo))
    try finishTree()
  }

  /// Returns the tree of a complete value. Throws an error if part of the value is lost in it.
  @discardableResult
  func finishTree() throws -> DocumentTree {
    try tree.checkSize()
    try checkNameCollisions()
    return tree
  }

  /// The value in memory, with its rejected values.
  var written: WrittenValue {
    WrittenValue(tree: tree, rejectedValues: state.pointee.preserved.rejected)
  }

  /// Whether fields are stored as Swift values instead of being encoded.
  @inline(__always)
  var carriesFields: Bool { state.pointee.mode == .carriedFields }

  /// Stores a field as a Swift value, unless that would save nothing. Returns whether it did.
  @inline(never)
  func carry<Value: Encodable>(_ value: Value, at slot: UInt32) -> Bool {
    guard PlanCache.encodingPlan(for: Value.self).isCarried else { return false }
    write(.carried(carried(value)), at: slot)
    return true
  }

  func carried<Value: Encodable>(_ value: Value) -> CarriedValue {
    TypedCarriedValue(value, userInfo: userInfo)
  }
}
