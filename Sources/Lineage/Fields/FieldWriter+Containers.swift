#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FieldWriter {
  @inline(__always)
  func container(_ index: Int) -> OpenContainer {
    state.pointee.containers[UInt32(truncatingIfNeeded: index)]
  }

  func count(ofContainer index: Int) -> Int {
    Int(container(index).count)
  }

  /// Opens the value in a slot as a container, or finds it open already.
  func open(_ kind: FieldKind, at slot: UInt32, in parent: Int, keepsKeys: Bool = false) -> Int {
    let isText = isAwaited(slot)
    if isText {
      state.pointee.text.take()
    } else if let opened = reopen(kind, at: slot, keepsKeys: keepsKeys) {
      return opened
    }
    let position = parent < 0 ? 0 : container(parent).count &- 1
    let index = Int(
      state.pointee.containers.append(
        OpenContainer(
          slot: slot, parent: parent, isArray: kind == .array, keepsKeys: keepsKeys,
          position: position, firstKey: state.pointee.text.keyCount)))
    if isText { state.pointee.text.open(index, isArray: kind == .array) }
    return index
  }

  /// Finds the value in a slot open already, or makes a container of it in the tree.
  @inline(never)
  private func reopen(_ kind: FieldKind, at slot: UInt32, keepsKeys: Bool) -> Int? {
    if isText {
      if let opened = openContainer(kind, at: slot) { return opened }
      changeToTree()
    }
    if let opened = openContainer(kind, at: slot) { return opened }
    precondition(
      tree.slots[slot].kind == .nothing || tree.slots[slot].kind == .null,
      """
      A type asked its encoder for a container after it had encoded something else in its place: \
      encode(to:) writes one object, one array or one single value.
      """)
    tree.slots[slot].setValue(FieldSlot(kind))
    if keepsKeys { tree.slots[slot].flags.insert(.keepsKeys) }
    return nil
  }

  /// The container that is open in a slot.
  private func openContainer(_ kind: FieldKind, at slot: UInt32) -> Int? {
    if isText {
      return openInText {
        container($0).slot == slot && container($0).isArray == (kind == .array)
      }
    }
    guard tree.slots[slot].kind == kind else { return nil }
    // A slot that was overwritten has been a container before; the last one counts.
    return (0..<state.pointee.containers.count).last { container($0).slot == slot }
  }

  /// The object in a slot, which is made where there is nothing yet; nil where there is something else.
  func object(at slot: UInt32, in parent: Int) -> Int? {
    if isText, !isAwaited(slot), let object = openContainer(.object, at: slot) { return object }
    let kind = kind(at: slot)
    guard kind == .object || kind == .nothing else { return nil }
    return open(.object, at: slot, in: parent)
  }

  /// The object in a slot that a type has just written.
  func openObject(at slot: UInt32) -> Int? {
    openContainer(.object, at: slot)
  }

  /// What stands in a slot.
  func kind(at slot: UInt32) -> FieldKind {
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
    let slot = tree.append(FieldSlot(.nothing))
    chain(slot, in: index)
    return slot
  }

  /// The slot of a member, new or, for a key that is there already, to be overwritten.
  func addMember(_ name: String, to index: Int) -> UInt32 {
    if convertsKeys(of: index) {
      let slot = add(convertKey(name, in: index), to: index)
      state.pointee.originalNames[slot] = name
      return slot
    }
    return add(name, to: index)
  }

  /// The slot of a member with a name that was learned.
  func addMember(_ name: FieldName, to index: Int) -> UInt32 {
    beginText(name, in: index) ?? addMember(name.string, to: index)
  }

  /// The slot of a member whose key is known to be new.
  func addNewMember(_ name: String, to index: Int) -> UInt32 {
    add(name, to: index, isNew: true)
  }

  /// The slot of a new member whose key is no `String`. It is never looked for, since nobody has its name.
  func addNewMember(_ key: IllFormedString, to index: Int) -> UInt32 {
    withContainer(index) { $0.noteOtherKey() }
    if resumeText(in: index) { return state.pointee.text.begin(key) }
    let slot = tree.append(FieldSlot(.nothing))
    tree.setKey(key, of: slot)
    chain(slot, in: index)
    return slot
  }

  @inline(__always)
  private func add(_ name: String, to index: Int, isNew: Bool = false) -> UInt32 {
    var name = name
    let slot = name.withUTF8 { key -> UInt32? in
      let hash = FieldSlot.hash(key)
      guard isNew || !container(index).mayHave(hash) else { return nil }
      return addNewMember(key, hash, to: index)
    }
    if let slot {
      if container(index).hasNames { state.pointee.names[index]?[name] = slot }
      return slot
    }
    if let existing = existingMember(name, in: index) {
      if isText { changeToTree() }
      if state.pointee.unknownMembers.remove(existing) != nil {
        giveWay(existing, in: index)
      }
      tree.slots[existing].setValue(FieldSlot(.nothing))
      return existing
    }
    return add(name, to: index, isNew: true)
  }

  @inline(__always)
  private func addNewMember(
    _ key: UnsafeBufferPointer<UInt8>, _ hash: UInt16, to index: Int
  ) -> UInt32 {
    withContainer(index) {
      $0.noteOtherKey()
      $0.hashes |= OpenContainer.bit(hash)
    }
    if resumeText(in: index) { return state.pointee.text.begin(key) }
    let slot = tree.append(FieldSlot(.nothing))
    tree.setKey(key, of: slot)
    chain(slot, in: index)
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

  /// Remembers that a member is an unknown field.
  func noteUnknown(_ slot: UInt32) {
    state.pointee.unknownMembers.insert(slot)
    if isInMemory { tree.slots[slot].flags.insert(.isUndeclared) }
  }

  /// Leaves the place of an unknown field to a declared one of its name.
  @inline(never)
  private func giveWay(_ slot: UInt32, in index: Int) {
    guard isInMemory else { return }
    tree.slots[slot].flags.remove(.isUndeclared)
    if let value = try? DocumentValue(slot, of: tree.view) {
      noteMeeting(at: slot, in: index, of: value)
    }
  }

  /// Takes a member out again.
  func removeMember(_ name: String, from index: Int) {
    if isText { changeToTree() }
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
    withContainer(index) {
      $0.count -= 1
      if next == 0 { $0.last = previous }
    }
    if container(index).hasNames { state.pointee.names[index]?[tree.view.key(of: slot)] = nil }
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
    member(name, in: index).flatMap { state.pointee.unknownMembers.contains($0) ? nil : $0 }
  }

  /// The slot of a member that is there, by its key as it is written.
  func existingMember(_ name: String, in index: Int) -> UInt32? {
    var name = name
    guard container(index).mayHave(name.withUTF8 { FieldSlot.hash($0) }) else { return nil }
    if container(index).hasNames { return state.pointee.names[index]?[name] }
    // Text remembers the keys of what is open.
    if isText, !isOpenInText(index) { changeToTree() }
    if container(index).count <= 24 {
      if isText { return textMember(name, in: index) }
      let found = tree.view.member(name, of: container(index).slot)
      return found == 0 ? nil : found
    }
    let names = isText ? textNames(in: index) : tree.names(in: container(index).slot)
    // From here on each new name has to be entered there, so that none is written by its byte alone.
    withContainer(index) {
      $0.hasNames = true
      $0.noteOtherKey()
    }
    state.pointee.names[index] = names
    return names[name]
  }

  @inline(__always)
  private func withContainer(_ index: Int, _ change: (inout OpenContainer) -> Void) {
    change(&state.pointee.containers[UInt32(truncatingIfNeeded: index)])
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
    withContainer(index) {
      $0.count += 1
      $0.last = slot
    }
  }
}

// MARK: - Keys and paths

extension FieldWriter {
  /// The names of a type's keys, where they are bytes and stand in the text as they are.
  @inline(__always)
  func names<Key: CodingKey>(of type: Key.Type) -> KeyNames<WriterPlace>.Pointer? {
    state.pointee.lendsContainers && isText && !state.pointee.convertsKeys
      ? state.pointee.keyNames.names(of: type) : nil
  }

  private func convertsKeys(of index: Int) -> Bool {
    state.pointee.convertsKeys && !container(index).keepsKeys
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

  func codingPath(ofContainer index: Int) -> [any CodingKey] {
    guard index >= 0 else { return [] }
    let opened = container(index)
    return codingPath(ofContainer: opened.parent)
      + key(of: opened.slot, in: opened.parent, position: Int(opened.position))
  }

  func codingPath(ofContainer index: Int, slot: UInt32) -> [any CodingKey] {
    guard index >= 0 else { return [] }
    // Paths are asked for while a value is written, and that is the last one of its container.
    return codingPath(ofContainer: index)
      + key(of: slot, in: index, position: count(ofContainer: index) - 1)
  }

  private func key(of slot: UInt32, in index: Int, position: Int) -> [any CodingKey] {
    guard index >= 0 else { return [] }
    if container(index).isArray { return [FieldKey(index: position)] }
    return [FieldKey(state.pointee.originalNames[slot] ?? writtenKey(of: slot, in: index))]
  }

  private func writtenKey(of slot: UInt32, in index: Int) -> String {
    if isText {
      if let key = textKey(of: slot, in: index) { return key }
      changeToTree()
    }
    return tree.view.key(of: slot)
  }
}

extension FieldTree {
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
}
