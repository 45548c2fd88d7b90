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
    var rootKeys = DeclaredKeyTypes()
    /// The containers of all values that are being encoded, outer before inner.
    var containers = Arena<OpenContainer>(capacity: 16)
    /// The serial number of the latest container.
    var latestSerial: UInt32 = 0
    /// The members of large containers by name.
    var membersByName: [Int: MembersByName] = [:]
    /// The nils that types omit from objects inside their own.
    var omittedNils = OmittedNils()
    /// The containers by slot, for types that ask for the same container more than once.
    var reopened = ReopenedContainers()
    /// The path of the root, if another library's encoder writes what is around it.
    var pathOfRoot: [any CodingKey] = []
    /// The type whose `encode(to:)` its plan has called to find out how it encodes.
    var typeInQuestion: ObjectIdentifier?
    /// Keys on the paths to the values that are being encoded.
    var keys: [any CodingKey] = []
    /// What the values have stored of their documents.
    var preserved = PreservedMembers()
    var omissions = Omissions.allowed
    /// The older types that nested versioned values are written as.
    var nestedVersions: [any VersionedCodable.Type] = []
    /// The objects under `super`, in which superclasses are encoded.
    var superclassObjects: Set<UInt32> = []
    /// The report; nil if the caller didn't ask for one.
    var reportBuilder: ReportBuilder?
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
  func begin(_ mode: Mode, userInfo: [CodingUserInfoKey: Any]) -> ValueEncoder {
    state.pointee.mode = mode
    state.pointee.userInfo = userInfo
    tree.append(TreeNode(.nothing))
    return ValueEncoder(writer: self, slot: 0, container: -1, key: .root)
  }

  /// Begins to write a value as the tree of a property list.
  func beginPropertyList(userInfo: [CodingUserInfoKey: Any]) -> ValueEncoder {
    state.pointee.stack = .aroundHere
    state.pointee.reusesContainers = true
    return begin(.propertyList, userInfo: userInfo)
  }

  /// Removes everything, so that the memory can be reused for another value.
  ///
  /// That includes neither what is known about keys, nor `latestSerial`, by which a container that user code has stored
  /// is told from later ones. `omissions`, `nestedVersions`, `omittedNils` and `typeInQuestion` are restored by the
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
    if !state.pointee.membersByName.isEmpty { state.pointee.membersByName = [:] }
    state.pointee.reopened.removeAll(from: 0)
    if !state.pointee.keys.isEmpty { state.pointee.keys = [] }
    if !state.pointee.preserved.isEmpty { state.pointee.preserved = PreservedMembers() }
    if !state.pointee.superclassObjects.isEmpty { state.pointee.superclassObjects = [] }
    state.pointee.rootKeys.removeAll()
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

  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, to encoder: ValueEncoder) throws {
    // Plans are never released, so there is no need to retain one.
    try PlanCache.unretainedEncodingPlan(for: Value.self)
      .withObject { try $0.encode(value, to: encoder) }
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
