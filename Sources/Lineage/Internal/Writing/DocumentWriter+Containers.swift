// The containers that are open, and the members and elements that are added to them.
//
// A slot is the number of a value. An `index` is that of an open container in `state.containers`.

extension DocumentWriter {
  @inline(__always)
  func container(_ index: Int) -> OpenContainer {
    state.pointee.containers[UInt32(truncatingIfNeeded: index)]
  }

  func count(ofContainer index: Int) -> Int {
    Int(container(index).count)
  }

  /// The index of an open container, or that of a new orphan if it is no longer open.
  @inline(__always)
  func index(of id: ContainerID, _ kind: NodeKind) -> Int {
    isOpen(id) ? Int(id.index) : addOrphan(kind)
  }

  func isOpen(_ id: ContainerID) -> Bool {
    id.index < state.pointee.containers.count && container(Int(id.index)).id == id
  }

  /// Adds an orphan: a container that belongs to no value.
  ///
  /// User code can store a container and write to it after its value is complete. Those writes go
  /// to an orphan and are lost, as with Foundation's `JSONEncoder`.
  @inline(never)
  private func addOrphan(_ kind: NodeKind) -> Int {
    if isText { changeToTree() }
    let encoder = ValueEncoder(
      writer: self, slot: tree.append(TreeNode(kind)), container: -1, key: .root)
    return addContainer(kind, in: encoder)
  }

  /// Opens the value of an encoder as a container, or returns the container that is already open
  /// there.
  func open(_ kind: NodeKind, in encoder: ValueEncoder, keysAreData: Bool = false) -> Int {
    let isText = isAwaited(encoder.slot)
    if isText {
      state.pointee.text.endAwaiting()
    } else if let opened = reopen(kind, in: encoder, keysAreData: keysAreData) {
      return opened
    }
    let index = addContainer(kind, in: encoder, keysAreData: keysAreData)
    if isText { state.pointee.text.open(container(index).id, isArray: kind == .array) }
    return index
  }

  @inline(__always)
  private func addContainer(
    _ kind: NodeKind, in encoder: ValueEncoder, keysAreData: Bool = false
  ) -> Int {
    let index = state.pointee.containers.count
    let parent = encoder.container
    state.pointee.latestSerial &+= 1
    state.pointee.containers.append(
      OpenContainer(
        slot: encoder.slot,
        id: ContainerID(
          index: Int32(truncatingIfNeeded: index), serial: state.pointee.latestSerial),
        // User code may use an encoder after its enclosing container was closed.
        parent: parent >= 0 && parent < index ? container(parent).id : .root, key: encoder.key,
        isArray: kind == .array, keysAreData: keysAreData, firstKey: state.pointee.text.keyCount))
    return index
  }

  /// Returns the container that was opened before in the slot of an encoder. Otherwise makes the
  /// slot a container of the tree and returns nil.
  @inline(never)
  private func reopen(_ kind: NodeKind, in encoder: ValueEncoder, keysAreData: Bool) -> Int? {
    let slot = encoder.slot
    if isText {
      if let opened = existingContainer(kind, at: slot) { return opened }
      changeToTree()
    }
    if !keysAreData, tree.slots[slot].flags.contains(.isUndecoded) { shareObject(slot) }
    if let opened = existingContainer(kind, at: slot) { return opened }
    if tree.slots[slot].kind == kind { return addComplete(kind, in: encoder) }
    guard tree.slots[slot].kind == .nothing || tree.slots[slot].kind == .null else {
      let path = FieldPath(encoder.codingPath).description
      preconditionFailure(
        """
        A type asked its encoder for a container\(path.isEmpty ? "" : " at '\(path)'") after it had \
        encoded something else in its place: encode(to:) writes one object, one array or one single value.
        """)
    }
    tree.slots[slot].setValue(TreeNode(kind))
    if keysAreData { tree.slots[slot].flags.insert(.keysAreData) }
    return nil
  }

  /// Marks the members of an object of data as such, instead of the object, because a type adds fields to it.
  private func shareObject(_ slot: UInt32) {
    tree.slots[slot].flags.subtract([.isUndecoded, .keysAreData])
    for member in tree.children(of: slot) { tree.slots[member].flags.insert(.isUndeclared) }
  }

  /// Reopens a container whose value is complete.
  private func addComplete(_ kind: NodeKind, in encoder: ValueEncoder) -> Int {
    let index = addContainer(kind, in: encoder)
    withContainer(index) {
      $0.count = tree.slots[encoder.slot].count
      $0.last = tree.lastChild(of: encoder.slot)
      $0.recordInternationalKey()
    }
    return index
  }

  /// The container that is open in a slot; nil if there is none.
  func existingContainer(_ kind: NodeKind, at slot: UInt32) -> Int? {
    if isText {
      return openInText {
        container($0).slot == slot && container($0).isArray == (kind == .array)
      }
    }
    guard tree.slots[slot].kind == kind else { return nil }
    return state.pointee.reopened.container(at: slot, among: state.pointee.containers)
  }

  /// The object of an encoder, which is opened if nothing is written yet; nil if something else is.
  func object(in encoder: ValueEncoder, replacesNull: Bool) -> Int? {
    let slot = encoder.slot
    if isText, !isAwaited(slot), let object = existingContainer(.object, at: slot) {
      return object
    }
    let kind = kind(at: slot)
    guard kind == .object || kind == .nothing || kind == .null && replacesNull else { return nil }
    return open(.object, in: encoder)
  }

  /// The kind of the value in a slot.
  func kind(at slot: UInt32) -> NodeKind {
    if isAwaited(slot) { return .nothing }
    if isText {
      if existingContainer(.object, at: slot) != nil { return .object }
      changeToTree()
    }
    return tree.slots[slot].kind
  }

  // MARK: - Elements and members

  @inline(__always)
  func addElement(to index: Int) -> UInt32 {
    if resumeText(in: index) { return state.pointee.text.begin() }
    let slot = tree.append(TreeNode(.nothing))
    appendChild(slot, to: index)
    return slot
  }

  /// The slot for a member: a new one at the end, or one that replaces the member of the same name.
  ///
  /// - Parameter key: The key that user code used, for custom key strategies.
  func addMember(_ name: String, to index: Int, key: (any CodingKey)? = nil) -> UInt32 {
    addMember(written: writtenName(of: name, in: index, key: key), to: index)
  }

  /// The slot for a member whose key isn't converted.
  func addMember(written name: String, to index: Int) -> UInt32 {
    let (slot, isLinked) = beginMember(name, in: index)
    if !isLinked { setMember(slot, named: name, of: index) }
    return slot
  }

  /// The slot for a member whose name is cached, as it is written.
  func addMember(_ name: KeyName, to index: Int) -> UInt32 {
    beginText(name, in: index) ?? addMember(written: name.string, to: index)
  }

  /// The slot for a new member of a tree, if the byte of its key is enough to know that it is new;
  /// nil if it has to be looked up by name.
  func addToTree(
    _ name: String, ofByte byte: Int, of names: KeyNames.Pointer, in index: Int
  ) -> UInt32? {
    if isText { return nil }
    guard let name = names.name(name, ofByte: byte) else { return nil }
    let object = state.pointee.containers.pointer(to: UInt32(truncatingIfNeeded: index))
    guard object.pointee.mayBegin(byte, of: names) else { return nil }
    object.pointee.hashes |= TreeNode.bit(ofHash: name.hash)
    let slot = tree.append(TreeNode(.nothing))
    name.withBytes { tree.setKey($0, of: slot) }
    appendChild(slot, to: index)
    return slot
  }

  /// The slot for a member whose name is known to be new and is written without conversion.
  @inline(__always)
  func addNewMember(_ name: String, to index: Int) -> UInt32 {
    var name = name
    return name.withBytes { addNewMember($0, to: index) }
  }

  /// The slot for a new member whose key a `String` can't represent. It is never looked up, because
  /// no name equals it.
  func addNewMember(_ key: IllFormedString, to index: Int) -> UInt32 {
    withContainer(index) { $0.recordOtherKey() }
    if resumeText(in: index) { return state.pointee.text.begin(key) }
    let slot = tree.append(TreeNode(.nothing))
    tree.setKey(key, of: slot)
    appendChild(slot, to: index)
    return slot
  }

  /// The slot for a member that is about to be encoded.
  ///
  /// In text, a new member is written at once. In a tree, `setMember(_:named:of:)` adds it to the object
  /// later, so that a value that can't be encoded leaves the object unchanged.
  func beginMember(_ name: String, in index: Int) -> (slot: UInt32, isLinked: Bool) {
    if isText {
      let exists = member(written: name, in: index) != nil
      // The lookup may have changed to a tree.
      if isText, !exists { return (addNewMember(name, to: index), true) }
      if isText { changeToTree() }
    }
    let slot = tree.append(TreeNode(.nothing))
    tree.setKey(name, of: slot)
    return (slot, false)
  }

  /// Adds a slot to an object, or replaces the member of the same name with it.
  func setMember(_ slot: UInt32, named name: String, of index: Int) {
    if let existing = member(written: name, in: index) {
      replace(existing, by: slot, in: index)
    } else {
      recordKey(tree.view.keyText(of: tree.slots[slot]), of: index)
      appendChild(slot, to: index)
      if container(index).hasNames { state.pointee.membersByName[index]?.slots[name] = slot }
    }
  }

  @inline(__always)
  private func addNewMember(_ key: Bytes, to index: Int) -> UInt32 {
    recordKey(key, of: index)
    let slot: UInt32
    if resumeText(in: index) {
      slot = state.pointee.text.begin(key)
    } else {
      slot = tree.append(TreeNode(.nothing))
      tree.setKey(key, of: slot)
      appendChild(slot, to: index)
    }
    if container(index).hasNames {
      state.pointee.membersByName[index]?.slots[String(decoding: key, as: UTF8.self)] = slot
    }
    return slot
  }

  @inline(__always)
  private func recordKey(_ key: Bytes, of index: Int) {
    withContainer(index) {
      $0.recordOtherKey()
      $0.hashes |= TreeNode.bit(ofHash: TreeNode.hash(key))
      if !key.isASCII { $0.recordInternationalKey() }
    }
  }

  func removeMember(_ name: String, from index: Int) {
    // A property that is nil was never written.
    guard let slot = member(name, in: index) else { return }
    if isText { changeToTree() }
    unlink(slot, from: index)
  }

  /// Removes a value from its container, if it is still there.
  func unlink(_ slot: UInt32, from index: Int) {
    guard let previous = previous(of: slot, in: index) else { return }
    setNext(of: previous, to: tree.slots[slot].next, in: index)
    tree.slots[slot].next = 0
    tree.slots[container(index).slot].count -= 1
    withContainer(index) {
      $0.count -= 1
      $0.recordOtherKey()
    }
    guard container(index).hasNames else { return }
    state.pointee.membersByName[index]?.slots[tree.view.key(of: slot)] = nil
    state.pointee.membersByName[index]?.previous?[slot] = nil
  }

  /// Replaces a member with another slot.
  ///
  /// User code may still use containers and encoders of the old slot. That slot no longer belongs
  /// to the object, so what they write is lost.
  private func replace(_ existing: UInt32, by slot: UInt32, in index: Int) {
    guard existing != slot, let previous = previous(of: existing, in: index) else { return }
    tree.slots[slot].copyKey(of: tree.slots[existing])
    setNext(of: previous, to: slot, in: index)
    setNext(of: slot, to: tree.slots[existing].next, in: index)
    tree.slots[existing].next = 0
    if state.pointee.preserved.unknown.remove(existing) != nil {
      recordReplaced(existing, by: slot, in: index)
    }
    guard container(index).hasNames else { return }
    state.pointee.membersByName[index]?.slots[tree.view.key(of: slot)] = slot
    state.pointee.membersByName[index]?.previous?[existing] = nil
  }

  /// The sibling before a value in its container; 0 for the first value, nil if the value isn't in
  /// the container.
  private func previous(of slot: UInt32, in index: Int) -> UInt32? {
    guard isIntact(index) else { return nil }
    if container(index).hasNames {
      if state.pointee.membersByName[index]?.previous == nil {
        state.pointee.membersByName[index]?.previous = tree.predecessors(in: container(index).slot)
      }
      return state.pointee.membersByName[index]?.previous?[slot]
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
    if container(index).hasNames { state.pointee.membersByName[index]?.previous?[slot] = previous }
  }

  /// The slot of an existing member.
  func member(_ name: String, in index: Int, key: (any CodingKey)? = nil) -> UInt32? {
    member(written: writtenName(of: name, in: index, key: key), in: index)
  }

  /// The slot of an existing member that isn't an unknown field.
  func declaredMember(
    _ name: String, in index: Int, key: (any CodingKey)? = nil
  ) -> UInt32? {
    member(name, in: index, key: key).flatMap {
      state.pointee.preserved.unknown.contains($0) ? nil : $0
    }
  }

  /// The slot of a member, by its key as it is written.
  func member(written name: String, in index: Int) -> UInt32? {
    var name = name
    let isNew = name.withBytes { !container(index).mayHave(TreeNode.hash($0)) && $0.isASCII }
    if isNew || container(index).count == 0 { return nil }
    if container(index).hasNames { return state.pointee.membersByName[index]?.slots[name] }
    // Text stores only the keys of open containers.
    if isText, !isOpenInText(index) { changeToTree() }
    if !isText, !isIntact(index) { return nil }
    if container(index).count <= (isText ? 64 : 24) {
      if isText { return textMember(name, in: index) }
      let object = container(index).slot
      let found =
        container(index).hasInternationalKeys || !name.isASCII
        ? tree.member(equalTo: name, in: object) : tree.view.member(name, of: object)
      return found == 0 ? nil : found
    }
    let names = namesOfMembers(in: index)
    // From now on each new name must be added to the dictionary, so no member may be written by the
    // byte of its key alone.
    withContainer(index) {
      $0.hasNames = true
      $0.recordOtherKey()
    }
    state.pointee.membersByName[index] = MembersByName(slots: names)
    return names[name]
  }

  /// The members of an object by their keys as they are written.
  func membersByKey(in index: Int) -> [String: UInt32] {
    if container(index).hasNames, let known = state.pointee.membersByName[index] {
      return known.slots
    }
    if isText, !isOpenInText(index) { changeToTree() }
    return isText || isIntact(index) ? namesOfMembers(in: index) : [:]
  }

  private func namesOfMembers(in index: Int) -> [String: UInt32] {
    isText ? textNames(in: index) : tree.names(in: container(index).slot)
  }

  @inline(__always)
  private func withContainer(_ index: Int, _ change: (inout OpenContainer) -> Void) {
    change(&state.pointee.containers[UInt32(truncatingIfNeeded: index)])
  }

  /// Whether the slot still has the container. A type may overwrite it with a single value, which
  /// wins.
  @inline(__always)
  private func isIntact(_ index: Int) -> Bool {
    let container = container(index)
    return tree.slots[container.slot].kind == (container.isArray ? .array : .object)
  }

  @inline(__always)
  func appendChild(_ slot: UInt32, to index: Int) {
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
    if container.hasNames { state.pointee.membersByName[index]?.previous?[slot] = container.last }
  }
}

extension DocumentTree {
  /// The members of an object by name.
  fileprivate func names(in object: UInt32) -> [String: UInt32] {
    var names: [String: UInt32] = [:]
    for member in children(of: object) {
      if view.illFormedKey(of: member) == nil { names[view.key(of: member)] = member }
    }
    return names
  }

  /// The sibling before each value of a container; 0 for the first.
  fileprivate func predecessors(in container: UInt32) -> [UInt32: UInt32] {
    var predecessors: [UInt32: UInt32] = [:]
    var previous: UInt32 = 0
    for child in children(of: container) {
      predecessors[child] = previous
      previous = child
    }
    return predecessors
  }

  /// The member whose key is canonically equivalent to a name; 0 if there is none.
  fileprivate func member(equalTo name: String, in object: UInt32) -> UInt32 {
    var member = slots[object].firstChild
    while member != 0, view.key(of: member) != name { member = slots[member].next }
    return member
  }
}
