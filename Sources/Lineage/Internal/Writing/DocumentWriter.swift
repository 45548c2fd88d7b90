#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Turns what encoders write into JSON text or a tree.
///
/// For JSON it writes text directly, because nearly all types encode their fields one after the
/// other. If a type returns to a container that it has left, the text so far is read into a tree,
/// where every value can be reached, and the rest is added to the tree; see
/// `DocumentWriter+Text.swift`. For other formats and for values in memory it builds a tree from
/// the beginning.
///
/// Values are numbered in the order in which they begin. The number of a value is also its slot in
/// the tree, so encoders work the same with text and with a tree.
///
/// With a `JSONEncoder`, its strategies are applied at once. Without one, dates and other native
/// values are stored unchanged until the tree is written in a format.
final class DocumentWriter: PooledObject {
  let tree: DocumentTree
  /// The tree, to check whether something else retains it.
  private let unretainedTree: Unretained<DocumentTree>

  /// What a value is written as.
  enum Mode: UInt8 {
    /// A document.
    case document
    /// A property list: dictionaries are written in the order of their keys, as `PropertyListEncoder` does.
    case propertyList
    /// A tree in memory, to look at the fields of a value.
    case fields
    /// Fields in memory to decode as the next version. Those that aren't scalars are stored as Swift values, unless
    /// that would save nothing.
    case carriedFields
    /// Fields in memory to find those that a step has lost. The nils that a document has as nulls are marked.
    case checkedFields

    /// Whether it is a tree that stays in memory and is only read by this process. Then nil is written as null, and the
    /// tree records the versions of nested values.
    @inline(__always)
    var isInMemory: Bool {
      switch self {
      case .document, .propertyList: false
      case .fields, .carriedFields, .checkedFields: true
      }
    }
  }

  struct State: ~Copyable {
    var mode = Mode.document
    var json: JSONEncodingOptions?
    var userInfo: [CodingUserInfoKey: Any] = [:]
    /// Whether a type has asked for `userInfo`.
    var hasAskedForUserInfo = false
    var defaultsOfCall = DefaultsOfCall()
    var keyConversion = KeyConversion.none
    var convertsKeys: Bool { keyConversion != .none }
    var sizeLimit = SizeLimit()
    /// The coding keys of the root's type, if fields are carried.
    var rootNames = DeclaredKeyTypes()
    /// The unknown fields that have the name of a declared one.
    var nameCollisions: [NameCollision] = []
    /// The containers of all values that are being encoded, outer before inner.
    var containers = Arena<OpenContainer>(capacity: 16)
    /// The serial number of the latest container.
    var latestSerial: UInt32 = 0
    /// The members of large containers by name.
    var memberNames: [Int: MemberNames] = [:]
    /// The nils that types leave out of objects inside their own.
    var nilsNoticed = NoticedNils()
    /// The containers by slot, for types that ask for the same container more than once.
    var reopened = ReopenedContainers()
    /// The path of the root, if another library's encoder writes what is around it.
    var pathOfRoot: [any CodingKey] = []
    /// The type whose `encode(to:)` its plan has called to find out how it encodes.
    var typeInQuestion: ObjectIdentifier?
    /// Keys on the paths to the values that are being encoded.
    var keys: [any CodingKey] = []
    /// The version information that is stored in values from newer documents, by the slots they are
    /// written to.
    var preservedVersions: [UInt32: PreservedVersion] = [:]
    var omissions = Omissions.allowed
    /// The older types that nested versioned values are written as.
    var nestedVersions: [any VersionedCodable.Type] = []
    /// The objects under `super`, in which superclasses are encoded.
    var superclassObjects: Set<UInt32> = []
    /// The members that are unknown fields. Declared fields of the same name replace them.
    var unknownMembers: Set<UInt32> = []
    /// Those of them that are preserved nulls of declared fields.
    var preservedNulls: Set<UInt32> = []
    /// The report; nil if the caller didn't ask for one.
    var reportBuilder: ReportBuilder?
    /// In memory, the rejected values of lenient properties, with their entries in the report.
    var rejectedValues: [RejectedValue] = []
    var keyNames = KeyNamesTable()
    var containersInUse = ContainersInUse()
    /// Whether containers may be reused. It is false after the value is written.
    var reusesContainers = false
    var text = StreamedText()
    var stack = StackSpace()
  }

  /// A pointer, for the same reason as the storage of a `DocumentTree`.
  let state: Reference<State>

  override init() {
    state = Reference(allocating: State())
    tree = DocumentTree(slotCapacity: 64, textCapacity: 512)
    unretainedTree = Unretained(tree)
  }

  deinit {
    state.pointee.keyNames.deallocate()
    state.pointee.containers.deallocate()
    state.pointee.text.deallocate()
    state.deallocate()
  }

  /// Whether nothing else retains the writer's tree.
  var ownsTreeAlone: Bool {
    var tree = unretainedTree
    return tree.isRetainedOnce()
  }

  /// Begins to write a value as a tree.
  func begin(userInfo: [CodingUserInfoKey: Any]) -> ValueEncoder {
    state.pointee.userInfo = userInfo
    tree.append(TreeNode(.nothing))
    return ValueEncoder(writer: self, slot: 0, container: -1, key: .root)
  }

  /// Begins to write a value as the tree of a property list.
  func beginPropertyList(userInfo: [CodingUserInfoKey: Any]) -> ValueEncoder {
    state.pointee.stack = .aroundHere
    state.pointee.reusesContainers = true
    state.pointee.mode = .propertyList
    return begin(userInfo: userInfo)
  }

  /// Removes everything, so that the memory can be reused for another value.
  ///
  /// That includes neither what is known about keys, nor `latestSerial`, by which a container that user code has stored
  /// is told from later ones. `omissions`, `nestedVersions`, `nilsNoticed` and `typeInQuestion` are restored by the
  /// functions that set them, the containers are reclaimed by `endCall()`, `stack` is set when a value begins, and
  /// `pathOfRoot` only in writers that aren't reused.
  func reset() {
    if !tree.isEmpty { tree.removeAll() }
    state.pointee.text.removeAll()
    if isJSON { state.pointee.json = nil }
    state.pointee.keyConversion = .none
    state.pointee.mode = .document
    state.pointee.sizeLimit = SizeLimit()
    state.pointee.containers.removeAll(keepingCapacityUpTo: 1024)
    if state.pointee.reportBuilder != nil { state.pointee.reportBuilder = nil }
    if !userInfo.isEmpty { state.pointee.userInfo = [:] }
    state.pointee.hasAskedForUserInfo = false
    if !state.pointee.defaultsOfCall.isEmpty { state.pointee.defaultsOfCall = DefaultsOfCall() }
    if !state.pointee.memberNames.isEmpty { state.pointee.memberNames = [:] }
    state.pointee.reopened.removeAll(from: 0)
    if !state.pointee.keys.isEmpty { state.pointee.keys = [] }
    if !state.pointee.preservedVersions.isEmpty { state.pointee.preservedVersions = [:] }
    if !state.pointee.unknownMembers.isEmpty { state.pointee.unknownMembers = [] }
    if !state.pointee.superclassObjects.isEmpty { state.pointee.superclassObjects = [] }
    if !state.pointee.preservedNulls.isEmpty { state.pointee.preservedNulls = [] }
    if !state.pointee.rejectedValues.isEmpty { state.pointee.rejectedValues = [] }
    if !state.pointee.nameCollisions.isEmpty { state.pointee.nameCollisions = [] }
    state.pointee.rootNames.removeAll()
  }

  /// Ends the writing of a value, and reclaims its containers.
  ///
  /// - Returns: Whether user code has released all containers.
  func endCall() -> Bool {
    state.pointee.reusesContainers = false
    state.pointee.containersInUse.reclaimAll(lookingAt: .max)
    return !state.pointee.containersInUse.areStored
  }

  @inline(__always)
  var latestContainer: ReusedContainer.Pointer? {
    state.pointee.containersInUse.latest
  }

  @inline(__always)
  func reclaim(since latest: ReusedContainer.Pointer?) {
    state.pointee.containersInUse.reclaim(since: latest)
  }

  /// Whether the strategies of a `JSONEncoder` apply.
  var isJSON: Bool { state.pointee.json != nil }

  /// Whether a tree in memory is written, instead of a document.
  var isInMemory: Bool { state.pointee.mode.isInMemory }
  var userInfo: [CodingUserInfoKey: Any] { state.pointee.json?.userInfo ?? state.pointee.userInfo }

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

  /// The tree of a value to compare with another tree. A field that is larger than all of that tree
  /// is replaced by a placeholder, because it can't be equal.
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
    WrittenValue(tree: tree, rejectedValues: state.pointee.rejectedValues)
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

  // MARK: - Values

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, to encoder: ValueEncoder) throws {
    // Plans are never released, so there is no need to retain one.
    try PlanCache.unretainedEncodingPlan(for: Value.self)
      .withObject { try $0.encode(value, to: encoder) }
  }

  /// Writes a scalar. The strategy for non-conforming floats applies to it.
  @inline(__always)
  func write<Value: EncodableScalar>(_ value: Value, to encoder: ValueEncoder) throws {
    if !value.isConforming,
      let text = try value.nonConformingText(in: self, at: { codingPath(of: encoder) })
    {
      return write(text, at: encoder.slot)
    }
    write(value, at: encoder.slot)
  }

  /// Writes a scalar that the format can represent.
  @inline(__always)
  func write<Value: EncodableScalar>(_ value: Value, at slot: UInt32) {
    if continueText(with: slot) {
      value.append(to: &state.pointee.text.output)
    } else {
      setValue(value.node(in: tree), at: slot)
    }
  }

  /// Writes a scalar as the next element of an array.
  @inline(__always)
  func writeElement<Value: EncodableScalar>(_ value: Value, in container: Int) throws {
    if value.isConforming, resumeText(in: container) {
      state.pointee.text.countValue()
      value.append(to: &state.pointee.text.output)
    } else {
      try writeAnyElement(value, in: container)
    }
  }

  /// Writes scalars as text at the end of an array, up to one that the format can't represent.
  ///
  /// - Returns: The number of scalars that it has written.
  @inline(__always)
  func appendText<Value: EncodableScalar>(of values: Span<Value>, to index: Int) -> Int {
    guard state.pointee.text.isReady(forIndex: index) else { return 0 }
    let array = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: index))
    var count = 0
    while count < values.count, values[count].isConforming {
      if count > 0 || array.pointee.count > 0 { state.pointee.text.output.append(ASCII.comma) }
      values[count].append(to: &state.pointee.text.output)
      count &+= 1
    }
    array.pointee.count &+= UInt32(truncatingIfNeeded: count)
    state.pointee.text.countValues(count)
    return count
  }

  /// Like `appendText(of:to:)`, for a tree.
  func appendNodes<Value: EncodableScalar>(of values: Span<Value>, to index: Int) -> Int {
    if isText { return 0 }
    var count = 0
    while count < values.count, values[count].isConforming {
      chain(tree.append(values[count].node(in: tree)), in: index)
      count &+= 1
    }
    return count
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

  /// Writes a value that each format encodes by its own rules.
  func write(_ native: NativeValue, at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.append(native)
    } else {
      setValue(tree.addNative(native), at: slot)
    }
  }

  /// Writes a UUID as text.
  func write(_ uuid: UUID, at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.append(UUIDText(uuid))
    } else {
      write(uuid.uuidString, at: slot)
      tree.slots[slot].flags.insert(.isUUID)
    }
  }

  /// Writes a string that a `String` can't represent.
  func write(_ string: IllFormedString, at slot: UInt32) {
    if continueText(with: slot) {
      state.pointee.text.output.append(string)
    } else {
      let (start, length) = tree.addText(string.literal)
      setValue(TreeNode(.illFormedText, start: start, length: length), at: slot)
    }
  }

  /// Writes a number exactly as it was spelled.
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

  /// Records the version information that an object's value has stored from its document.
  func preserve(_ version: PreservedVersion, of index: Int) {
    state.pointee.preservedVersions[container(index).slot] = version
  }

  /// Whether a value has stored version information from its document.
  @inline(__always)
  var hasPreservedVersions: Bool { !state.pointee.preservedVersions.isEmpty }

  /// The version information of the newer document that the value in a slot was read from, as this
  /// type; nil if the document wasn't newer.
  func newerVersion(at slot: UInt32, as type: any Any.Type) -> PreservedVersion? {
    preservedVersion(at: slot, as: type).flatMap { $0.isNewer ? $0 : nil }
  }

  /// The version information of the document that the value in a slot was read from, as this type.
  func preservedVersion(at slot: UInt32, as type: any Any.Type) -> PreservedVersion? {
    guard hasPreservedVersions else { return nil }
    let document = state.pointee.preservedVersions[slot]
    return document?.type == ObjectIdentifier(type) ? document : nil
  }

  /// Like `newerVersion(at:as:)`, but nil for a value without a version of its own that is written to a document of the
  /// current version: what it omits would have the defaults of that version.
  func newerVersionWritten(at slot: UInt32, as type: any Any.Type) throws -> PreservedVersion? {
    guard let newer = newerVersion(at: slot, as: type) else { return nil }
    return try newer.recorded == nil && mayOmitDefaults() ? nil : newer
  }

  /// Omits a field that equals its default, or writes it as null if it is null in the newer document of its value.
  func leaveOut(_ name: String, of newer: PreservedVersion?, from index: Int) {
    if newer?.fields.filledNulls.contains(name) == true {
      writeNull(at: addMember(name, to: index))
    } else {
      removeMember(name, from: index)
    }
  }

  /// Whether values that don't know which fields their document had may omit some.
  func mayOmitDefaults() throws -> Bool {
    switch state.pointee.omissions {
    case .allowed: return true
    case .forbidden: return false
    case .undecided(let isNewer):
      let isNewer = try isNewer()
      state.pointee.omissions = isNewer ? .forbidden : .allowed
      return !isNewer
    }
  }

  /// Records in memory which fields the newer document of a value had.
  @inline(never)
  func recordNewerFields<Value>(of value: Value, at slot: UInt32) {
    guard isInMemory, let newer = newerVersion(at: slot, as: Swift.type(of: value)) else { return }
    tree.record(newerFields: newer.fields, of: slot)
  }

  /// Writes a value with its nested versioned values as older types.
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

/// Whether values without a version of their own omit the fields that equal their defaults. In a value of a newer version
/// they don't, because that version may have other defaults.
enum Omissions {
  case allowed
  case forbidden
  /// It depends on whether the value around them is newer, which is found out when it matters.
  case undecided(isNewer: () throws -> Bool)
}
