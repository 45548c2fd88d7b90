// Values that are written to a tree in memory, to compare, change or decode their fields.

extension DocumentWriter {
  /// The tree of a value in memory, without its version.
  static func tree<Value: Encodable>(
    of value: Value, userInfo: [CodingUserInfoKey: Any]
  ) throws -> DocumentTree {
    try writer(of: value, userInfo: userInfo, sizeLimit: SizeLimit()).tree
  }

  /// The defaults of a type, which are the fields of a new value.
  static func defaults<Value: Encodable>(
    _ value: Value, userInfo: [CodingUserInfoKey: Any]
  ) throws -> WrittenDefaults {
    let writer = try writer(of: value, userInfo: userInfo, sizeLimit: SizeLimit())
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
    return try writer(of: value, userInfo: userInfo, sizeLimit: limit).tree
  }

  private static func writer<Value: Encodable>(
    of value: Value, userInfo: [CodingUserInfoKey: Any], sizeLimit: SizeLimit
  ) throws -> DocumentWriter {
    let writer = DocumentWriter()
    writer.state.pointee.mode = .fields
    writer.state.pointee.sizeLimit = sizeLimit
    try value.encode(to: writer.begin(userInfo: userInfo))
    // The tree is never written, so no unknown field is lost if a declared one has its name.
    try writer.tree.checkSize()
    return writer
  }

  /// A writer with the fields of a value that is being migrated.
  static func writing(
    _ mode: Mode, userInfo: [CodingUserInfoKey: Any], _ build: (ValueEncoder) throws -> Void
  ) throws -> DocumentWriter {
    let writer = DocumentWriter()
    try writer.write(mode, userInfo: userInfo, build)
    return writer
  }

  /// Writes the fields of a value that is being migrated.
  func write(
    _ mode: Mode, userInfo: [CodingUserInfoKey: Any], _ build: (ValueEncoder) throws -> Void
  ) throws {
    state.pointee.mode = mode
    try build(begin(userInfo: userInfo))
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
