#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes what encoders write, and makes JSON text of it or a tree.
///
/// For JSON it writes text at once, since nearly all types write their fields one after the other. When
/// one goes back to something that it has left, the text so far is read into a tree, where everything
/// can be reached, and the tree takes the rest; see `DocumentWriter+Text.swift`. Other formats and values
/// in memory begin with a tree.
///
/// Values are known by numbers in the order in which they were begun, which are their slots in the tree,
/// so it makes no difference to an encoder whether there is one yet.
///
/// With a `JSONEncoder` at hand its strategies apply at once; without one, dates and the like stay
/// what they are until the tree reaches a format.
final class DocumentWriter {
  let tree = DocumentTree(slotCapacity: 64, textCapacity: 512)

  struct State: ~Copyable {
    var json: JSONEncodingOptions?
    var userInfo: [CodingUserInfoKey: Any] = [:]
    var convertsKeys = false
    var isInMemory = false
    var carriesFields = false
    var sizeLimit = SizeLimit()
    /// The names that the type at the root has for its fields, where fields are carried.
    var rootNames = DeclaredKeyTypes()
    /// The unknown fields in memory that have met declared ones.
    var nameCollisions: [NameCollision] = []
    /// The containers of all values that are being encoded, those of inner values after those of outer
    /// ones.
    var containers = Arena<OpenContainer>(capacity: 16)
    /// The serial number of the latest container.
    var latestSerial: UInt32 = 0
    /// The members of large containers by name.
    var names: [Int: MemberNames] = [:]
    /// The containers by their slots, for those that were asked for more than once.
    var reopened = ReopenedContainers()
    /// Keys on the paths to the values that are being encoded.
    var keys: [any CodingKey] = []
    /// The types of keys that are noted as bytes.
    var keyTypes: [any CodingKey.Type] = []
    /// The versions of newer values, by the slots they are written to.
    var newerDocuments: [UInt32: NewerDocument] = [:]
    /// The older types as which versioned values inside are written.
    var nestedVersions: [any VersionedCodable.Type] = []
    /// The members that are unknown fields, which give way to declared ones.
    var unknownMembers: Set<UInt32> = []
    /// Writes the report; nil if the caller didn't ask for one.
    var reportBuilder: ReportBuilder?
    /// The rejected values of lenient properties, in memory, with what a report has noted of them.
    var rejectedValues: [(value: DocumentValue, rejection: Rejection?)] = []
    var keyNames = KeyNamesTable<WriterPlace>()
    var containersInUse = ContainersInUse<WriterPlace>()
    /// Whether containers may be lent: not after the value is written.
    var lendsContainers = false
    var text = StreamedText()
    var stack = StackSpace()
    /// In the pool, the next writer there.
    var nextIdle: Unmanaged<DocumentWriter>?
  }

  /// Behind a pointer for the same reason as the storage of a tree.
  let state: UnsafeMutablePointer<State>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    state.pointee.keyNames.deallocate()
    state.pointee.containers.deallocate()
    state.pointee.text.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Starts with a value, as a tree.
  func begin(userInfo: [CodingUserInfoKey: Any]) -> ValueEncoder {
    state.pointee.userInfo = userInfo
    tree.append(TreeNode(.nothing))
    return ValueEncoder(writer: self, slot: 0, container: -1, key: .root)
  }

  /// Forgets everything, so that the memory can serve another value.
  func reset() {
    if !tree.isEmpty { tree.removeAll() }
    state.pointee.text.removeAll()
    if isJSON { state.pointee.json = nil }
    state.pointee.convertsKeys = false
    state.pointee.isInMemory = false
    state.pointee.carriesFields = false
    state.pointee.sizeLimit = SizeLimit()
    state.pointee.containers.removeAll(keepingCapacityUpTo: 1024)
    if state.pointee.reportBuilder != nil { state.pointee.reportBuilder = nil }
    if !userInfo.isEmpty { state.pointee.userInfo = [:] }
    if !state.pointee.names.isEmpty { state.pointee.names = [:] }
    state.pointee.reopened.removeAll(from: 0)
    if !state.pointee.keys.isEmpty { state.pointee.keys = [] }
    if !state.pointee.newerDocuments.isEmpty { state.pointee.newerDocuments = [:] }
    if !state.pointee.unknownMembers.isEmpty { state.pointee.unknownMembers = [] }
    if !state.pointee.rejectedValues.isEmpty { state.pointee.rejectedValues = [] }
    if !state.pointee.nameCollisions.isEmpty { state.pointee.nameCollisions = [] }
  }

  /// Ends the writing of a value, and takes back what was lent for it.
  ///
  /// - Returns: Whether nobody has a container any more.
  func end() -> Bool {
    state.pointee.lendsContainers = false
    state.pointee.containersInUse.reclaimAll(lookingAt: .max)
    return !state.pointee.containersInUse.areKept
  }

  @inline(__always)
  var latestLent: ReusedContainer<WriterPlace>.Pointer? { state.pointee.containersInUse.latest }

  @inline(__always)
  func reclaim(since latest: ReusedContainer<WriterPlace>.Pointer?) {
    state.pointee.containersInUse.reclaim(since: latest)
  }

  /// Whether JSON is written, so that the encoder's strategies say how.
  var isJSON: Bool { state.pointee.json != nil }

  /// Whether the tree stays in memory, for this program to read: the nil of an optional is written
  /// there, and the versions of values inside are noted beside them.
  var isInMemory: Bool { state.pointee.isInMemory }
  var userInfo: [CodingUserInfoKey: Any] { state.pointee.json?.userInfo ?? state.pointee.userInfo }

  /// The tree of a value without its version, in memory: what defaults start from.
  static func tree<Value: Encodable>(
    of value: Value, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> DocumentTree {
    try tree(of: value, userInfo: userInfo, sizeLimit: SizeLimit())
  }

  /// The tree of a value to compare with another tree: what is larger than all of that is left out.
  static func tree<Value: Encodable>(
    of value: Value, toCompareWith other: DocumentTree, userInfo: [CodingUserInfoKey: Any]
  ) throws -> DocumentTree {
    var limit = SizeLimit()
    limit.maximum = other.slots.count
    return try tree(of: value, userInfo: userInfo, sizeLimit: limit)
  }

  private static func tree<Value: Encodable>(
    of value: Value, userInfo: [CodingUserInfoKey: Any], sizeLimit: SizeLimit
  ) throws -> DocumentTree {
    let writer = DocumentWriter()
    writer.state.pointee.isInMemory = true
    writer.state.pointee.sizeLimit = sizeLimit
    try value.encode(to: writer.begin(userInfo: userInfo))
    try writer.tree.checkSize()
    return writer.tree
  }

  /// A writer with a value that goes from one version to the next.
  ///
  /// - Parameter carriesFields: Whether fields that are more than scalars may be there as they are.
  static func inMemory(
    userInfo: [CodingUserInfoKey: Any], carriesFields: Bool,
    _ build: (ValueEncoder) throws -> Void
  ) throws -> DocumentWriter {
    let writer = DocumentWriter()
    writer.state.pointee.isInMemory = true
    writer.state.pointee.carriesFields = carriesFields
    try build(writer.begin(userInfo: userInfo))
    try writer.tree.checkSize()
    try writer.checkNameCollisions()
    return writer
  }

  /// The value in memory.
  var written: WrittenValue {
    WrittenValue(tree: tree, rejectedValues: state.pointee.rejectedValues)
  }

  /// Whether the tree may hold fields of objects as they are.
  @inline(__always)
  var carriesFields: Bool { state.pointee.carriesFields }

  /// Takes a field as it is, unless there is nothing to gain.
  @inline(never)
  func carry<Value: Encodable>(_ value: Value, at slot: UInt32) -> Bool {
    guard !PlanCache.encodingPlan(for: Value.self).isLeaf,
      !(Value.self is any SchemaVersion.Type)
    else { return false }
    let carried = TypedCarriedValue(value, userInfo: userInfo)
    write(.carried(carried), at: slot)
    return true
  }

  // MARK: - Values

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, to encoder: ValueEncoder) throws {
    // Plans live forever, so nobody has to hold on to one.
    try PlanCache.unretainedEncodingPlan(for: Value.self)
      ._withUnsafeGuaranteedRef { try $0.encode(value, to: encoder) }
  }

  /// Writes a scalar as a value of its own.
  @inline(__always)
  func write<Value: EncodableScalar>(_ value: Value, to encoder: ValueEncoder) throws {
    if !value.isConforming,
      let text = try value.nonConformingText(in: self, at: { codingPath(of: encoder) })
    {
      return write(text, at: encoder.slot)
    }
    write(value, at: encoder.slot)
  }

  /// Writes a scalar that the format can write.
  @inline(__always)
  func write<Value: EncodableScalar>(_ value: Value, at slot: UInt32) {
    if continueText(with: slot) {
      value.append(to: &state.pointee.text.output)
    } else {
      setValue(value.slot(in: tree), at: slot)
    }
  }

  /// Writes a scalar as the next element of an array.
  @inline(__always)
  func writeElement<Value: EncodableScalar>(_ value: Value, in container: Int) throws {
    if value.isConforming, resumeText(in: container) {
      state.pointee.text.pass()
      value.append(to: &state.pointee.text.output)
    } else {
      try writeAnyElement(value, in: container)
    }
  }

  @inline(never)
  private func writeAnyElement<Value: EncodableScalar>(_ value: Value, in container: Int) throws {
    if !value.isConforming,
      let text = try value.nonConformingText(
        in: self,
        at: {
          codingPath(ofContainer: container) + [AnyCodingKey(index: count(ofContainer: container))]
        })
    {
      return write(text, at: addElement(to: container))
    }
    write(value, at: addElement(to: container))
  }

  func writeNull(at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.appendNull()
    } else {
      setValue(TreeNode(.null), at: slot)
    }
  }

  /// Writes a value that formats have rules of their own for.
  func write(_ native: NativeValue, at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.append(native)
    } else {
      setValue(tree.addNative(native), at: slot)
    }
  }

  /// Writes a string that no `String` can hold.
  func write(_ string: IllFormedString, at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.append(string)
    } else {
      let (start, length) = tree.addText(string.literal)
      setValue(TreeNode(.illFormedText, start: start, length: length), at: slot)
    }
  }

  /// Writes a number by its characters.
  func write(_ number: DocumentNumber, at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.append(number.literal)
    } else {
      let (start, length) = tree.addText(number.literal)
      setValue(TreeNode(number.kind, start: start, length: length), at: slot)
    }
  }

  private func setValue(_ value: TreeNode, at slot: UInt32) {
    tree.slots[slot].setValue(value)
  }

  /// Remembers that an object is of a newer version than its type.
  func recordNewer(_ document: NewerDocument, of index: Int) {
    state.pointee.newerDocuments[container(index).slot] = document
  }

  /// What makes the value in a slot newer than the type that it is encoded as.
  func newerDocument(at slot: UInt32, as type: any Any.Type) -> NewerDocument? {
    documentRead(at: slot, as: type).flatMap { $0.isNewer ? $0 : nil }
  }

  /// What the document said of its version that the value in a slot was read from as its type.
  func documentRead(at slot: UInt32, as type: any Any.Type) -> NewerDocument? {
    if state.pointee.newerDocuments.isEmpty { return nil }
    let document = state.pointee.newerDocuments[slot]
    return document?.type == ObjectIdentifier(type) ? document : nil
  }

  /// Writes a value, and versioned values inside as older types.
  func withNestedVersions(
    _ types: [any VersionedCodable.Type], _ encode: () throws -> Void
  ) rethrows {
    if types.isEmpty { return try encode() }
    let outer = state.pointee.nestedVersions
    defer { state.pointee.nestedVersions = outer }
    state.pointee.nestedVersions = types + outer
    try encode()
  }
}
