import Synchronization

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
  private(set) var json: JSONEncoder?
  private var foreignUserInfo: [CodingUserInfoKey: Any] = [:]
  private var convertsKeys = false
  private var containers: [OpenContainer] = []
  /// What types called the keys that a strategy gave other names.
  private var originalNames: [UInt32: String] = [:]
  private var plans = PlanTable()

  /// An object or array that may still grow.
  private struct OpenContainer {
    let slot: UInt32
    /// The container around it, -1 at the root.
    let parent: Int
    var last: UInt32 = 0
    /// The members by name, once they are too many to look through.
    var names: [String: UInt32]?
    /// The keys are data, so that no strategy converts them.
    var keepsKeys = false
  }

  /// Starts a tree.
  func begin(json: JSONEncoder?, userInfo: [CodingUserInfoKey: Any]) -> FieldEncoder {
    self.json = json
    foreignUserInfo = userInfo
    if let json, case .useDefaultKeys = json.keyEncodingStrategy {
      convertsKeys = false
    } else {
      convertsKeys = json != nil
    }
    let root = tree.append(FieldSlot(.nothing))
    return FieldEncoder(writer: self, slot: root, container: -1)
  }

  /// Forgets everything, so that the memory can serve another value.
  func reset() {
    tree.removeAll()
    json = nil
    foreignUserInfo = [:]
    containers.removeAll(keepingCapacity: true)
    originalNames.removeAll()
  }

  deinit {
    plans.deallocate()
  }

  var userInfo: [CodingUserInfoKey: Any] { json?.userInfo ?? foreignUserInfo }

  /// The tree of a value without its version: what defaults and carry-over start from.
  static func tree<Value: Encodable>(
    of value: Value, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> FieldTree {
    let writer = FieldWriter()
    try value.encode(to: writer.begin(json: nil, userInfo: userInfo))
    return writer.tree
  }

  func encode<Value: Encodable>(_ value: Value, to encoder: FieldEncoder) throws {
    try plans.encodingPlan(for: Value.self).encode(value, to: encoder)
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
    if tree.slots[slot].kind == kind,
      let opened = containers.lastIndex(where: { $0.slot == slot })
    {
      return opened
    }
    precondition(
      tree.slots[slot].kind == .nothing || tree.slots[slot].kind == .null,
      """
      A type asked its encoder for a container after it had encoded something else in its place: \
      encode(to:) writes one object, one array or one single value.
      """)
    tree.slots[slot].setValue(FieldSlot(kind))
    containers.append(OpenContainer(slot: slot, parent: parent, keepsKeys: keepsKeys))
    return containers.count - 1
  }

  func count(ofContainer container: Int) -> Int {
    Int(tree.slots[containers[container].slot].count)
  }

  func addElement(to container: Int) -> UInt32 {
    let slot = tree.append(FieldSlot(.nothing))
    chain(slot, in: container)
    return slot
  }

  /// The slot of a member, new or, for a key that is there already, to be overwritten.
  func addMember(_ name: String, to container: Int) -> UInt32 {
    let converts = convertsKeys && !containers[container].keepsKeys
    let written = converts ? convertKey(name, in: container) : name
    if let existing = existingMember(written, in: container) {
      tree.slots[existing].setValue(FieldSlot(.nothing))
      return existing
    }
    let slot = addNewMember(written, to: container)
    if converts { originalNames[slot] = name }
    return slot
  }

  /// The slot of a member whose key is known to be new.
  func addNewMember(_ name: String, to container: Int) -> UInt32 {
    let slot = tree.append(FieldSlot(.nothing))
    tree.setKey(name, of: slot)
    chain(slot, in: container)
    if containers[container].names != nil { containers[container].names?[name] = slot }
    return slot
  }

  func member(_ name: String, in container: Int) -> UInt32? {
    let converts = convertsKeys && !containers[container].keepsKeys
    return existingMember(converts ? convertKey(name, in: container) : name, in: container)
  }

  private func existingMember(_ name: String, in container: Int) -> UInt32? {
    if let names = containers[container].names { return names[name] }
    let object = containers[container].slot
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
    containers[container].names = names
    return names[name]
  }

  private func chain(_ slot: UInt32, in container: Int) {
    let parent = containers[container].slot
    let last = containers[container].last
    if last == 0 {
      tree.slots[parent].firstChild = slot
    } else {
      tree.slots[last].next = slot
    }
    tree.slots[parent].count += 1
    containers[container].last = slot
  }

  private func convertKey(_ name: String, in container: Int) -> String {
    guard let json else { return name }
    switch json.keyEncodingStrategy {
    case .useDefaultKeys: return name
    case .convertToSnakeCase: return SnakeCase.snake(name)
    case .custom(let convert):
      return convert(codingPath(ofContainer: container) + [FieldKey(name)]).stringValue
    #if canImport(Darwin)
      @unknown default: return name
    #endif
    }
  }

  // MARK: - Paths

  func codingPath(ofContainer container: Int) -> [any CodingKey] {
    guard container >= 0 else { return [] }
    let opened = containers[container]
    return codingPath(ofContainer: opened.parent, slot: opened.slot)
  }

  func codingPath(ofContainer container: Int, slot: UInt32) -> [any CodingKey] {
    guard container >= 0 else { return [] }
    let parent = containers[container].slot
    let key: FieldKey
    if tree.slots[parent].kind == .object {
      key = FieldKey(originalNames[slot] ?? tree.view.key(of: slot))
    } else {
      var index = 0
      var element = tree.slots[parent].firstChild
      while element != slot, element != 0 {
        index += 1
        element = tree.slots[element].next
      }
      key = FieldKey(index: index)
    }
    return codingPath(ofContainer: container) + [key]
  }
}

/// The writers that nobody uses at the moment; a new one for each call costs more than a small value.
enum WriterPool {
  private struct Idle: @unchecked Sendable {
    var writers: [FieldWriter] = []
  }

  private static let idle = Mutex(Idle())

  static func take() -> FieldWriter {
    idle.withLock { idle in Idle(writers: idle.writers.popLast().map { [$0] } ?? []) }
      .writers.first ?? FieldWriter()
  }

  /// Keeps a writer for the next value, unless somebody has kept an encoder that uses it.
  static func giveBack(_ writer: consuming FieldWriter) {
    var writer: FieldWriter = writer
    guard isKnownUniquelyReferenced(&writer) else { return }
    writer.reset()
    let returned = Idle(writers: [writer])
    idle.withLock { $0.writers += returned.writers }
  }
}
