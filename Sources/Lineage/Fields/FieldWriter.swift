#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Builds the tree that encoders write into.
///
/// With a `JSONEncoder` at hand its strategies apply at once; without one, dates and the like stay
/// what they are until the tree reaches a format.
final class FieldWriter {
  let tree = FieldTree(slotCapacity: 64, textCapacity: 512)

  /// An object or array that may still grow.
  private struct OpenContainer: BitwiseCopyable {
    let slot: UInt32
    /// The container around it, -1 at the root.
    let parent: Int
    /// Its index there, where that is an array.
    let position: Int
    var last: UInt32 = 0
    /// The keys are data, so that no strategy converts them.
    var keepsKeys = false
    /// The members are too many to look through: their names are in `State.names`.
    var hasNames = false
  }

  private struct State {
    var json: JSONEncoder?
    var userInfo: [CodingUserInfoKey: Any] = [:]
    var convertsKeys = false
    var isInMemory = false
    var carriesFields = false
    var containers = Arena<OpenContainer>(capacity: 16)
    /// The members of large containers by name.
    var names: [Int: [String: UInt32]] = [:]
    /// What types called the keys that a strategy gave other names.
    var originalNames: [UInt32: String] = [:]
    /// The versions of newer values, by the slots they are written to.
    var newerDocuments: [UInt32: NewerDocument] = [:]
    /// The older types as which versioned values inside are written.
    var nestedVersions: [any VersionedCodable.Type] = []
    let plans = PlanTable()
  }

  /// Behind a pointer for the same reason as the storage of a tree.
  private let state: UnsafeMutablePointer<State>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    state.pointee.plans.deallocate()
    state.pointee.containers.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Starts a tree.
  func begin(json: JSONEncoder?, userInfo: [CodingUserInfoKey: Any]) -> FieldEncoder {
    state.pointee.json = json
    state.pointee.userInfo = userInfo
    if let json {
      if case .useDefaultKeys = json.keyEncodingStrategy {
      } else {
        state.pointee.convertsKeys = true
      }
    }
    let root = tree.append(FieldSlot(.nothing))
    return FieldEncoder(writer: self, slot: root, container: -1)
  }

  /// Forgets everything, so that the memory can serve another value.
  func reset() {
    tree.removeAll()
    state.pointee.json = nil
    state.pointee.userInfo = [:]
    state.pointee.convertsKeys = false
    state.pointee.isInMemory = false
    state.pointee.carriesFields = false
    state.pointee.containers.removeAll(keepingCapacityUpTo: 1024)
    state.pointee.names = [:]
    state.pointee.originalNames = [:]
    state.pointee.newerDocuments = [:]
  }

  var json: JSONEncoder? { state.pointee.json }

  /// Whether the tree stays in memory, for this program to read: the nil of an optional is written
  /// there, and the versions of values inside are noted beside them.
  var isInMemory: Bool { state.pointee.isInMemory }
  var userInfo: [CodingUserInfoKey: Any] { json?.userInfo ?? state.pointee.userInfo }

  /// The tree of a value without its version: what defaults and carry-over start from.
  ///
  /// - Parameter carriesFields: Whether fields that are more than scalars may stand in it as they are.
  static func tree<Value: Encodable>(
    of value: Value, userInfo: [CodingUserInfoKey: Any] = [:], carriesFields: Bool = false
  ) throws -> FieldTree {
    try tree(userInfo: userInfo) {
      $0.writer.state.pointee.carriesFields = carriesFields
      try value.encode(to: $0)
    }
  }

  /// A tree that stays in memory.
  static func tree(
    userInfo: [CodingUserInfoKey: Any], _ build: (FieldEncoder) throws -> Void
  ) throws -> FieldTree {
    let writer = FieldWriter()
    writer.state.pointee.isInMemory = true
    try build(writer.begin(json: nil, userInfo: userInfo))
    try writer.tree.checkSize(of: "a value in memory")
    return writer.tree
  }

  /// Takes a field of the root as it is, if the tree may hold such.
  func carry<Value: Encodable>(_ value: Value, at slot: () -> UInt32, in container: Int) -> Bool {
    guard state.pointee.carriesFields, self.container(container).parent < 0 else { return false }
    guard !state.pointee.plans.encodingPlan(for: Value.self).isLeaf,
      !(Value.self is any SchemaVersion.Type)
    else { return false }
    let carried = TypedCarriedValue(value, userInfo: userInfo)
    setValue(tree.addNative(.carried(carried)), at: slot())
    return true
  }

  func encode<Value: Encodable>(_ value: Value, to encoder: FieldEncoder) throws {
    try state.pointee.plans.encodingPlan(for: Value.self).encode(value, to: encoder)
  }

  func write<Value: FieldScalar>(_ value: Value, at slot: UInt32, in container: Int) throws {
    let written = try value.slot(in: self) { self.codingPath(ofContainer: container, slot: slot) }
    setValue(written, at: slot)
  }

  func setValue(_ value: FieldSlot, at slot: UInt32) {
    tree.slots[slot].setValue(value)
  }

  // MARK: - Containers

  /// Opens the value in a slot as a container, or finds it open already.
  func open(_ kind: FieldKind, at slot: UInt32, in parent: Int, keepsKeys: Bool = false) -> Int {
    if tree.slots[slot].kind == kind, let opened = openContainer(at: slot) { return opened }
    precondition(
      tree.slots[slot].kind == .nothing || tree.slots[slot].kind == .null,
      """
      A type asked its encoder for a container after it had encoded something else in its place: \
      encode(to:) writes one object, one array or one single value.
      """)
    tree.slots[slot].setValue(FieldSlot(kind))
    if keepsKeys { tree.slots[slot].flags.insert(.keepsKeys) }
    return Int(
      state.pointee.containers.append(
        OpenContainer(
          slot: slot, parent: parent, position: parent < 0 ? 0 : count(ofContainer: parent) - 1,
          keepsKeys: keepsKeys)))
  }

  private func openContainer(at slot: UInt32) -> Int? {
    // A slot that was overwritten has been a container before; the last one counts.
    (0..<state.pointee.containers.count).last { container($0).slot == slot }
  }

  private func container(_ index: Int) -> OpenContainer {
    state.pointee.containers[UInt32(index)]
  }

  func count(ofContainer index: Int) -> Int {
    Int(tree.slots[container(index).slot].count)
  }

  func addElement(to index: Int) -> UInt32 {
    let slot = tree.append(FieldSlot(.nothing))
    chain(slot, in: index)
    return slot
  }

  /// The slot of a member, new or, for a key that is there already, to be overwritten.
  func addMember(_ name: String, to index: Int) -> UInt32 {
    if convertsKeys(of: index) {
      let slot = overwrittenMember(convertKey(name, in: index), in: index)
      state.pointee.originalNames[slot] = name
      return slot
    }
    return overwrittenMember(name, in: index)
  }

  private func overwrittenMember(_ name: String, in index: Int) -> UInt32 {
    guard let existing = existingMember(name, in: index) else {
      return addNewMember(name, to: index)
    }
    tree.slots[existing].setValue(FieldSlot(.nothing))
    return existing
  }

  /// The slot of a member whose key is known to be new.
  func addNewMember(_ name: String, to index: Int) -> UInt32 {
    let slot = tree.append(FieldSlot(.nothing))
    tree.setKey(name, of: slot)
    chain(slot, in: index)
    if container(index).hasNames { state.pointee.names[index]?[name] = slot }
    return slot
  }

  /// The slot of a new member that may have a spelling which no strategy gives it.
  func addUnknownMember(_ name: String, spelled spelling: String?, to index: Int) -> UInt32 {
    guard convertsKeys(of: index) else {
      let slot = addNewMember(name, to: index)
      if let spelling, isInMemory { tree.note(spelling: spelling, of: slot) }
      return slot
    }
    let slot = addNewMember(spelling ?? convertKey(name, in: index), to: index)
    state.pointee.originalNames[slot] = name
    return slot
  }

  /// Remembers that an object is of a newer version than its type.
  func noteNewer(_ document: NewerDocument, of index: Int) {
    state.pointee.newerDocuments[container(index).slot] = document
  }

  /// What makes the value in a slot newer than the type that it is encoded as.
  func newerDocument(at slot: UInt32, as type: any Any.Type) -> NewerDocument? {
    let document = state.pointee.newerDocuments[slot]
    return document?.type == ObjectIdentifier(type) ? document : nil
  }

  /// Takes a member out again.
  func removeMember(_ name: String, from index: Int) {
    guard let slot = member(name, in: index) else { return }
    let object = container(index).slot
    var previous: UInt32 = 0
    var member = tree.slots[object].firstChild
    while member != slot, member != 0 {
      previous = member
      member = tree.slots[member].next
    }
    let next = tree.slots[slot].next
    if previous == 0 {
      tree.slots[object].firstChild = next
    } else {
      tree.slots[previous].next = next
    }
    tree.slots[object].count -= 1
    if next == 0 { state.pointee.containers[UInt32(index)].last = previous }
    if container(index).hasNames { state.pointee.names[index]?[tree.view.key(of: slot)] = nil }
  }

  /// Writes a value whose versioned values inside are written as older types.
  func withNestedVersions(
    _ types: [any VersionedCodable.Type], _ encode: () throws -> Void
  ) rethrows {
    if types.isEmpty { return try encode() }
    let outer = state.pointee.nestedVersions
    defer { state.pointee.nestedVersions = outer }
    state.pointee.nestedVersions = types + outer
    try encode()
  }

  /// The older link as which values of a chain are written at the moment; nil for the newest itself.
  func nestedVersion(of chain: ChainLinks) -> ChainLink? {
    if state.pointee.nestedVersions.isEmpty { return nil }
    return chain.links.dropFirst().first { link in
      state.pointee.nestedVersions.contains { $0 == link.type }
    }
  }

  /// The slot of a member of the library's own, also in an object whose other keys are data.
  func ownMember(_ name: String, in index: Int) -> UInt32 {
    let written = state.pointee.convertsKeys ? convertKey(name, in: index) : name
    return existingMember(written, in: index) ?? addNewMember(written, to: index)
  }

  /// The slot of a member that is there.
  func member(_ name: String, in index: Int) -> UInt32? {
    existingMember(convertsKeys(of: index) ? convertKey(name, in: index) : name, in: index)
  }

  /// The slot of a member that is there and that a type has declared.
  func declaredMember(_ name: String, in index: Int) -> UInt32? {
    member(name, in: index).flatMap {
      tree.slots[$0].flags.contains(.isUnknown) ? nil : $0
    }
  }

  private func convertsKeys(of index: Int) -> Bool {
    state.pointee.convertsKeys && !container(index).keepsKeys
  }

  private func existingMember(_ name: String, in index: Int) -> UInt32? {
    if container(index).hasNames { return state.pointee.names[index]?[name] }
    let object = container(index).slot
    if tree.slots[object].count <= 24 {
      let found = tree.view.member(name, of: object)
      return found == 0 ? nil : found
    }
    var names: [String: UInt32] = [:]
    var member = tree.slots[object].firstChild
    while member != 0 {
      names[tree.view.key(of: member)] = member
      member = tree.slots[member].next
    }
    state.pointee.containers[UInt32(index)].hasNames = true
    state.pointee.names[index] = names
    return names[name]
  }

  @inline(__always)
  private func chain(_ slot: UInt32, in index: Int) {
    let container = container(index)
    if container.last == 0 {
      tree.slots[container.slot].firstChild = slot
    } else {
      tree.slots[container.last].next = slot
    }
    tree.slots[container.slot].count += 1
    state.pointee.containers[UInt32(index)].last = slot
  }

  private func convertKey(_ name: String, in index: Int) -> String {
    guard let json else { return name }
    switch json.keyEncodingStrategy {
    case .useDefaultKeys: return name
    case .convertToSnakeCase: return SnakeCase.snake(name)
    case .custom(let convert):
      return convert(codingPath(ofContainer: index) + [FieldKey(name)]).stringValue
    #if canImport(Darwin)
      @unknown default: return name
    #endif
    }
  }

  // MARK: - Paths

  func codingPath(ofContainer index: Int) -> [any CodingKey] {
    guard index >= 0 else { return [] }
    let opened = container(index)
    return codingPath(ofContainer: opened.parent)
      + key(of: opened.slot, in: opened.parent, position: opened.position)
  }

  func codingPath(ofContainer index: Int, slot: UInt32) -> [any CodingKey] {
    guard index >= 0 else { return [] }
    // Paths are asked for while a value is written, and that is the last one of its container.
    return codingPath(ofContainer: index)
      + key(of: slot, in: index, position: count(ofContainer: index) - 1)
  }

  private func key(of slot: UInt32, in container: Int, position: Int) -> [any CodingKey] {
    guard container >= 0 else { return [] }
    if tree.slots[self.container(container).slot].kind == .array {
      return [FieldKey(index: position)]
    }
    return [FieldKey(state.pointee.originalNames[slot] ?? tree.view.key(of: slot))]
  }
}
