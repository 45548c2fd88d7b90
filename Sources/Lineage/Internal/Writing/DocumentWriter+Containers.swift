#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DocumentWriter {
  @inline(__always)
  func container(_ index: Int) -> OpenContainer {
    state.pointee.containers[UInt32(truncatingIfNeeded: index)]
  }

  func count(ofContainer index: Int) -> Int {
    Int(container(index).count)
  }

  /// The index of a container that a program has.
  @inline(__always)
  func index(of id: ContainerID, _ kind: NodeKind) -> Int {
    isOpen(id) ? Int(id.index) : addOrphan(kind)
  }

  func isOpen(_ id: ContainerID) -> Bool {
    id.index < state.pointee.containers.count && container(Int(id.index)).id == id
  }

  /// Adds a container that belongs to no value.
  ///
  /// What is written to a container whose value is complete goes there, and so nowhere, as with
  /// Foundation's encoders.
  @inline(never)
  private func addOrphan(_ kind: NodeKind) -> Int {
    if isText { changeToTree() }
    return addContainer(
      kind, at: tree.append(TreeNode(kind)), in: -1, key: .root, keepsKeys: false)
  }

  /// Opens the value in a slot as a container, or finds it open already.
  func open(
    _ kind: NodeKind, at slot: UInt32, in parent: Int, key: WriterKey, keepsKeys: Bool = false
  ) -> Int {
    let isText = isAwaited(slot)
    if isText {
      state.pointee.text.take()
    } else if let opened = reopen(kind, at: slot, in: parent, key: key, keepsKeys: keepsKeys) {
      return opened
    }
    let index = addContainer(kind, at: slot, in: parent, key: key, keepsKeys: keepsKeys)
    if isText { state.pointee.text.open(container(index).id, isArray: kind == .array) }
    return index
  }

  @inline(__always)
  private func addContainer(
    _ kind: NodeKind, at slot: UInt32, in parent: Int, key: WriterKey, keepsKeys: Bool
  ) -> Int {
    let index = state.pointee.containers.count
    state.pointee.latestSerial &+= 1
    state.pointee.containers.append(
      OpenContainer(
        slot: slot,
        id: ContainerID(
          index: Int32(truncatingIfNeeded: index), serial: state.pointee.latestSerial),
        // A program may use an encoder when the container around its value is open no more.
        parent: parent >= 0 && parent < index ? container(parent).id : .root, key: key,
        isArray: kind == .array, keepsKeys: keepsKeys, firstKey: state.pointee.text.keyCount))
    return index
  }

  /// Finds the value in a slot open already, or makes a container of it in the tree.
  @inline(never)
  private func reopen(
    _ kind: NodeKind, at slot: UInt32, in parent: Int, key: WriterKey, keepsKeys: Bool
  ) -> Int? {
    if isText {
      if let opened = openContainer(kind, at: slot) { return opened }
      changeToTree()
    }
    if let opened = openContainer(kind, at: slot) { return opened }
    if tree.slots[slot].kind == kind { return addComplete(kind, at: slot, in: parent, key: key) }
    precondition(
      tree.slots[slot].kind == .nothing || tree.slots[slot].kind == .null,
      """
      A type asked its encoder for a container after it had encoded something else in its place: \
      encode(to:) writes one object, one array or one single value.
      """)
    tree.slots[slot].setValue(TreeNode(kind))
    if keepsKeys { tree.slots[slot].flags.insert(.keepsKeys) }
    return nil
  }

  /// Opens a container whose value is complete.
  private func addComplete(
    _ kind: NodeKind, at slot: UInt32, in parent: Int, key: WriterKey
  ) -> Int {
    let index = addContainer(kind, at: slot, in: parent, key: key, keepsKeys: false)
    withContainer(index) {
      $0.count = tree.slots[slot].count
      $0.last = tree.lastChild(of: slot)
      $0.recordInternationalKey()
    }
    return index
  }

  /// The container that is open in a slot.
  private func openContainer(_ kind: NodeKind, at slot: UInt32) -> Int? {
    if isText {
      return openInText {
        container($0).slot == slot && container($0).isArray == (kind == .array)
      }
    }
    guard tree.slots[slot].kind == kind else { return nil }
    return state.pointee.reopened.container(at: slot, among: state.pointee.containers)
  }

  /// The object in a slot, which is made where there is nothing yet; nil where there is something else.
  func object(
    at slot: UInt32, in parent: Int, key: WriterKey, replacesNull: Bool
  ) -> Int? {
    if isText, !isAwaited(slot), let object = openContainer(.object, at: slot) { return object }
    let kind = kind(at: slot)
    guard kind == .object || kind == .nothing || kind == .null && replacesNull else { return nil }
    return open(.object, at: slot, in: parent, key: key)
  }

  /// The object in a slot that a type has just written.
  func openObject(at slot: UInt32) -> Int? {
    openContainer(.object, at: slot)
  }

  /// What a slot has.
  func kind(at slot: UInt32) -> NodeKind {
    if isAwaited(slot) { return .nothing }
    if isText {
      if openContainer(.object, at: slot) != nil { return .object }
      changeToTree()
    }
    return tree.slots[slot].kind
  }

  // MARK: - Elements and members

  @inline(__always)
  func addElement(to index: Int) -> UInt32 {
    if resumeText(in: index) { return state.pointee.text.begin() }
    let slot = tree.append(TreeNode(.nothing))
    chain(slot, in: index)
    return slot
  }

  /// The slot of a member: at the end, or in the place of the one that has the name.
  ///
  /// - Parameter key: The key that the program used, for strategies that look at it.
  func addMember(_ name: String, to index: Int, key: (any CodingKey)? = nil) -> UInt32 {
    let written = writtenName(of: name, in: index, key: key)
    let (slot, isLinked) = beginMember(written, in: index)
    if !isLinked { link(slot, named: written, in: index) }
    return slot
  }

  /// The slot of a member with a name that was learned.
  func addMember(_ name: KeyName, to index: Int, key: (any CodingKey)? = nil) -> UInt32 {
    beginText(name, in: index) ?? addMember(name.string, to: index, key: key)
  }

  /// The slot of a member whose key is known to be new, and whose name is written as it is.
  @inline(__always)
  func addNewMember(_ name: String, to index: Int) -> UInt32 {
    var name = name
    return name.withUTF8 { addNewMember($0, to: index) }
  }

  /// The slot of a new member whose key is no `String`. It is never looked for, because no name equals it.
  func addNewMember(_ key: IllFormedString, to index: Int) -> UInt32 {
    withContainer(index) { $0.recordOtherKey() }
    if resumeText(in: index) { return state.pointee.text.begin(key) }
    let slot = tree.append(TreeNode(.nothing))
    tree.setKey(key, of: slot)
    chain(slot, in: index)
    return slot
  }

  /// The slot of a member that is about to be encoded.
  ///
  /// In text, a new member is begun at once. In a tree, the member belongs to the object only from
  /// `link(_:named:in:)` on, so that a value that can't be encoded leaves the object as it was.
  func beginMember(_ name: String, in index: Int) -> (slot: UInt32, isLinked: Bool) {
    if isText {
      let exists = existingMember(name, in: index) != nil
      // To look for the member may take the tree.
      if isText, !exists { return (addNewMember(name, to: index), true) }
      if isText { changeToTree() }
    }
    let slot = tree.append(TreeNode(.nothing))
    tree.setKey(name, of: slot)
    return (slot, false)
  }

  /// Adds a slot to an object, or puts it in the place of the member that has the name.
  func link(_ slot: UInt32, named name: String, in index: Int) {
    if let existing = existingMember(name, in: index) {
      replace(existing, by: slot, in: index)
    } else {
      recordKey(tree.view.keyText(of: tree.slots[slot]), of: index)
      chain(slot, in: index)
      if container(index).hasNames { state.pointee.names[index]?.slots[name] = slot }
    }
  }

  @inline(__always)
  private func addNewMember(_ key: UnsafeBufferPointer<UInt8>, to index: Int) -> UInt32 {
    recordKey(key, of: index)
    let slot: UInt32
    if resumeText(in: index) {
      slot = state.pointee.text.begin(key)
    } else {
      slot = tree.append(TreeNode(.nothing))
      tree.setKey(key, of: slot)
      chain(slot, in: index)
    }
    if container(index).hasNames {
      state.pointee.names[index]?.slots[String(decoding: key, as: UTF8.self)] = slot
    }
    return slot
  }

  @inline(__always)
  private func recordKey(_ key: UnsafeBufferPointer<UInt8>, of index: Int) {
    withContainer(index) {
      $0.recordOtherKey()
      $0.hashes |= TreeNode.bit(ofHash: TreeNode.hash(key))
      if !key.isASCII { $0.recordInternationalKey() }
    }
  }

  /// The slot of a new member that may have a spelling which no strategy gives it.
  func addUnknownMember(_ name: String, spelled spelling: String?, to index: Int) -> UInt32 {
    guard convertsKeys(of: index) else {
      let slot = addNewMember(name, to: index)
      if let spelling, isInMemory { tree.note(spelling: spelling, of: slot) }
      return slot
    }
    return addNewMember(spelling ?? convertKey(AnyCodingKey(name), in: index), to: index)
  }

  /// Remembers that a member is an unknown field.
  func recordUnknown(_ slot: UInt32) {
    state.pointee.unknownMembers.insert(slot)
    if isInMemory { tree.slots[slot].flags.insert(.isUndeclared) }
  }

  /// Leaves the place of an unknown field to a declared one of its name.
  @inline(never)
  private func removeUnknown(_ unknown: UInt32, to declared: UInt32, in index: Int) {
    // A null that was kept for a declared field is none of the unknown ones.
    guard let value = try? DocumentValue(unknown, of: tree.view), value != .null else { return }
    recordMeeting(at: declared, named: tree.view.key(of: declared), in: index, of: value)
  }

  /// Removes a member.
  func removeMember(_ name: String, from index: Int) {
    if isText { changeToTree() }
    guard let slot = member(name, in: index) else { return }
    unlink(slot, from: index)
  }

  /// Removes a value from its container, if it is still in it.
  func unlink(_ slot: UInt32, from index: Int) {
    guard let previous = previous(of: slot, in: index) else { return }
    setNext(of: previous, to: tree.slots[slot].next, in: index)
    tree.slots[slot].next = 0
    tree.slots[container(index).slot].count -= 1
    withContainer(index) { $0.count -= 1 }
    guard container(index).hasNames else { return }
    state.pointee.names[index]?.slots[tree.view.key(of: slot)] = nil
    state.pointee.names[index]?.previous?[slot] = nil
  }

  /// Gives the place of a member to another slot.
  ///
  /// Containers and encoders over the old slot may be in use. The slot is in no object from now on, so
  /// what is written to them goes nowhere.
  private func replace(_ existing: UInt32, by slot: UInt32, in index: Int) {
    guard existing != slot, let previous = previous(of: existing, in: index) else { return }
    tree.slots[slot].copyKey(of: tree.slots[existing])
    setNext(of: previous, to: slot, in: index)
    setNext(of: slot, to: tree.slots[existing].next, in: index)
    tree.slots[existing].next = 0
    if state.pointee.unknownMembers.remove(existing) != nil {
      removeUnknown(existing, to: slot, in: index)
    }
    guard container(index).hasNames else { return }
    state.pointee.names[index]?.slots[tree.view.key(of: slot)] = slot
    state.pointee.names[index]?.previous?[existing] = nil
  }

  /// What comes before a value in its container, 0 for the first one; nil if the value isn't there.
  private func previous(of slot: UInt32, in index: Int) -> UInt32? {
    guard isIntact(index) else { return nil }
    if container(index).hasNames {
      if state.pointee.names[index]?.previous == nil {
        state.pointee.names[index]?.previous = tree.predecessors(in: container(index).slot)
      }
      return state.pointee.names[index]?.previous?[slot]
    }
    var previous: UInt32 = 0
    var child = tree.slots[container(index).slot].firstChild
    while child != slot {
      if child == 0 { return nil }
      previous = child
      child = tree.slots[child].next
    }
    return previous
  }

  private func setNext(of previous: UInt32, to slot: UInt32, in index: Int) {
    if previous == 0 {
      tree.slots[container(index).slot].firstChild = slot
    } else {
      tree.slots[previous].next = slot
    }
    if slot == 0 { withContainer(index) { $0.last = previous } }
    if container(index).hasNames { state.pointee.names[index]?.previous?[slot] = previous }
  }

  /// The slot of a member of the library's own, also in an object whose other keys are data.
  ///
  /// - Parameter replacesUnknown: Whether an unknown field of the name makes way.
  func libraryMember(_ name: String, in index: Int, replacesUnknown: Bool) -> UInt32 {
    let written = state.pointee.convertsKeys ? convertKey(AnyCodingKey(name), in: index) : name
    if let existing = existingMember(written, in: index) {
      // What makes way for the library's own is no unknown field that a declared one has met.
      guard replacesUnknown, state.pointee.unknownMembers.remove(existing) != nil else {
        return existing
      }
    }
    let (slot, isLinked) = beginMember(written, in: index)
    if !isLinked { link(slot, named: written, in: index) }
    return slot
  }

  /// The slot of a member that is there.
  func member(_ name: String, in index: Int, key: (any CodingKey)? = nil) -> UInt32? {
    existingMember(writtenName(of: name, in: index, key: key), in: index)
  }

  /// The slot of a member that is there and that a type has declared.
  func declaredMember(
    _ name: String, in index: Int, key: (any CodingKey)? = nil
  ) -> UInt32? {
    member(name, in: index, key: key).flatMap {
      state.pointee.unknownMembers.contains($0) ? nil : $0
    }
  }

  /// The slot of a member that is there, by its key as it is written.
  func existingMember(_ name: String, in index: Int) -> UInt32? {
    var name = name
    let isNew = name.withUTF8 { !container(index).mayHave(TreeNode.hash($0)) && $0.isASCII }
    if isNew || container(index).count == 0 { return nil }
    if container(index).hasNames { return state.pointee.names[index]?.slots[name] }
    // Text remembers the keys of what is open.
    if isText, !isOpenInText(index) { changeToTree() }
    if !isText, !isIntact(index) { return nil }
    if container(index).count <= 24 {
      if isText { return textMember(name, in: index) }
      let object = container(index).slot
      let found =
        container(index).hasInternationalKeys || !name.utf8.allSatisfy { $0 < 0x80 }
        ? tree.member(equalTo: name, in: object) : tree.view.member(name, of: object)
      return found == 0 ? nil : found
    }
    let names = isText ? textNames(in: index) : tree.names(in: container(index).slot)
    // From here on each new name has to be entered there, so that none is written by its byte alone.
    withContainer(index) {
      $0.hasNames = true
      $0.recordOtherKey()
    }
    state.pointee.names[index] = MemberNames(slots: names)
    return names[name]
  }

  @inline(__always)
  private func withContainer(_ index: Int, _ change: (inout OpenContainer) -> Void) {
    change(&state.pointee.containers[UInt32(truncatingIfNeeded: index)])
  }

  /// Whether the slot of a container has it still: a type may write a single value over it, which counts.
  @inline(__always)
  private func isIntact(_ index: Int) -> Bool {
    let container = container(index)
    return tree.slots[container.slot].kind == (container.isArray ? .array : .object)
  }

  @inline(__always)
  func chain(_ slot: UInt32, in index: Int) {
    guard isIntact(index) else { return }
    let container = container(index)
    if container.last == 0 {
      tree.slots[container.slot].firstChild = slot
    } else {
      tree.slots[container.last].next = slot
    }
    tree.slots[container.slot].count += 1
    withContainer(index) {
      $0.count += 1
      $0.last = slot
    }
    if container.hasNames { state.pointee.names[index]?.previous?[slot] = container.last }
  }
}

// MARK: - Keys

extension DocumentWriter {
  /// The names of a type's keys, where they are bytes and stand in the text as they are.
  @inline(__always)
  func names<Key: CodingKey>(of type: Key.Type) -> KeyNames<WriterPlace>.Pointer? {
    state.pointee.lendsContainers && isText && !state.pointee.convertsKeys
      ? state.pointee.keyNames.names(of: type) : nil
  }

  private func convertsKeys(of index: Int) -> Bool {
    state.pointee.convertsKeys && !container(index).keepsKeys
  }

  /// The name under which a member is written.
  func writtenName(of name: String, in index: Int, key: (any CodingKey)? = nil) -> String {
    convertsKeys(of: index) ? convertKey(key ?? AnyCodingKey(name), in: index) : name
  }

  private func convertKey(_ key: any CodingKey, in index: Int) -> String {
    guard let strategy = state.pointee.json?.keyEncodingStrategy else { return key.stringValue }
    switch strategy {
    case .useDefaultKeys: return key.stringValue
    case .convertToSnakeCase: return SnakeCase.snake(key.stringValue)
    case .custom(let convert): return convert(codingPath(ofContainer: index) + [key]).stringValue
    #if canImport(Darwin)
      @unknown default: return key.stringValue
    #endif
    }
  }

  /// The name that a member was written under.
  func writtenName(of slot: UInt32, in index: Int) -> String {
    if isText {
      if let key = textKey(of: slot, in: index) { return key }
      changeToTree()
    }
    return tree.view.key(of: slot)
  }
}

/// The members of a large object.
struct MemberNames {
  /// The slots by the names of the members.
  var slots: [String: UInt32]
  /// What comes before each slot, 0 before the first one; nil as long as nothing was moved.
  var previous: [UInt32: UInt32]?
}

/// Containers by their slots.
///
/// Few types ask for a container twice, so containers are only entered when one does.
struct ReopenedContainers {
  private var containers: [UInt32: Int] = [:]
  private var count = 0

  /// The container that is open in a slot.
  mutating func container(at slot: UInt32, among open: Arena<OpenContainer>) -> Int? {
    for index in count..<open.count { containers[open[UInt32(index)].slot] = index }
    count = open.count
    guard let index = containers[slot], index < count, open[UInt32(index)].slot == slot else {
      return nil
    }
    return index
  }

  /// Forgets the containers from an index on.
  @inline(__always)
  mutating func removeAll(from index: Int) {
    if count > index { count = index }
    if index == 0, !containers.isEmpty { containers = [:] }
  }
}

extension DocumentTree {
  /// The members of an object by name.
  fileprivate func names(in object: UInt32) -> [String: UInt32] {
    var names: [String: UInt32] = [:]
    var member = slots[object].firstChild
    while member != 0 {
      if view.illFormedKey(of: member) == nil { names[view.key(of: member)] = member }
      member = slots[member].next
    }
    return names
  }

  /// What comes before each value of a container.
  fileprivate func predecessors(in container: UInt32) -> [UInt32: UInt32] {
    var predecessors: [UInt32: UInt32] = [:]
    var previous: UInt32 = 0
    var child = slots[container].firstChild
    while child != 0 {
      predecessors[child] = previous
      previous = child
      child = slots[child].next
    }
    return predecessors
  }

  /// The member whose key equals a name as strings do, however their letters are spelled.
  fileprivate func member(equalTo name: String, in object: UInt32) -> UInt32 {
    var member = slots[object].firstChild
    while member != 0, view.key(of: member) != name { member = slots[member].next }
    return member
  }
}

extension UnsafeBufferPointer<UInt8> {
  var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
