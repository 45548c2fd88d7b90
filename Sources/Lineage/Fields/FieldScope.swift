/// An object or an array that is being decoded: what both containers are made of.
///
/// Everything that does not depend on the type of the coding key is here.
struct FieldScope: BitwiseCopyable {
  let state: SessionState.Pointer
  private let generation: UInt32
  let frameIndex: UInt32

  init(state: SessionState.Pointer, frame: UInt32) {
    self.state = state
    self.generation = state.pointee.generation
    self.frameIndex = frame
  }

  /// The frame, if the session that made it still lasts.
  var frame: Frame {
    @inline(__always) get throws {
      guard state.pointee.generation == generation else {
        throw FieldProblem.outlivedContainer.decodingError
      }
      return state.pointee.frames[frameIndex]
    }
  }

  var isLive: Bool { state.pointee.generation == generation }

  var codingPath: [any CodingKey] {
    isLive ? state.codingPath(ofFrame: Int32(frameIndex)) : []
  }

  @inline(__always)
  func field(_ slot: UInt32, in frame: Frame) -> Field {
    Field(
      state: state, tree: frame.tree, slot: slot, parent: Int32(frameIndex), step: Frame.memberStep)
  }

  // MARK: - Finding members

  /// Gets an object ready for looking up keys.
  func prepare() {
    let frame = state.pointee.frames[frameIndex]
    if frame.flags.contains(.isPrepared) || frame.isForeign { return }
    var flags = frame.flags.union(.isPrepared)
    let object = frame.tree[frame.slot]
    let convertsKeys =
      !frame.flags.contains(.keepsKeys) && state.convertsKeys(of: frame.slot, in: frame.tree)
    if convertsKeys || object.count > 64 || !frame.tree.hasPlainKeys(frame.slot) {
      flags.insert(.usesKeyMap)
    }
    state.pointee.frames[frameIndex].flags = flags
    state.pointee.frames[frameIndex].cursor = object.firstChild
  }

  /// The member with a key, 0 where there is none.
  @inline(__always)
  func member(_ name: String, in frame: Frame) -> UInt32 {
    if frame.flags.contains(.usesKeyMap) { return mappedMember(name, in: frame) }
    var name = name
    let found = name.withUTF8 { key -> UInt32 in
      // Types ask in the order of their declaration, and that is how we write: look there first.
      let expected = frame.cursor
      if expected != 0 {
        let slot = frame.tree[expected]
        if frame.tree.hasKey(slot, key) {
          state.pointee.frames[frameIndex].cursor = slot.next
          return expected
        }
      }
      return search(key, in: frame)
    }
    if found == 0 { return missedMember(name, in: frame) }
    noteRead(found, in: frame)
    return found
  }

  private func search(_ key: UnsafeBufferPointer<UInt8>, in frame: Frame) -> UInt32 {
    guard frame.tree[frame.slot].kind == .object else { return 0 }
    let hash = key.baseAddress.map { FieldSlot.hash($0, key.count) } ?? 0
    var member = frame.tree[frame.slot].firstChild
    while member != 0 {
      let slot = frame.tree[member]
      if slot.keyHash == hash, frame.tree.hasKey(slot, key) {
        state.pointee.frames[frameIndex].cursor = slot.next
        return member
      }
      member = slot.next
    }
    return 0
  }

  /// Two spellings of a letter with an accent are the same key, as they are the same `String`.
  private func missedMember(_ name: String, in frame: Frame) -> UInt32 {
    name.utf8.allSatisfy { $0 < 0x80 } ? 0 : mappedMember(name, in: frame)
  }

  private func mappedMember(_ name: String, in frame: Frame) -> UInt32 {
    let found = keyMap(in: frame)[name] ?? 0
    if found != 0 { noteRead(found, in: frame) }
    return found
  }

  private func keyMap(in frame: Frame) -> KeyMap {
    if frame.keyMap >= 0 { return state.pointee.keyMaps[Int(frame.keyMap)] }
    guard frame.tree[frame.slot].kind == .object else { return [:] }
    var map = KeyMap(minimumCapacity: Int(frame.tree[frame.slot].count))
    var member = frame.tree[frame.slot].firstChild
    while member != 0 {
      let name = state.name(of: member, in: frame.tree, object: Int32(frameIndex))
      if map[name] == nil { map[name] = member }
      member = frame.tree[member].next
    }
    state.pointee.frames[frameIndex].keyMap = Int32(state.pointee.keyMaps.count)
    state.pointee.keyMaps.append(map)
    return map
  }

  /// Remembers that a member was asked for, where somebody will want to know.
  @inline(__always)
  private func noteRead(_ slot: UInt32, in frame: Frame) {
    if state.pointee.tracksReads || frame.flags.contains(.tracksReads) {
      state.markRead(slot, in: frame.tree)
    }
  }

  /// The names of all members, each once, as they stand in the document.
  var names: [String] {
    guard let frame = try? frame else { return [] }
    if frame.isForeign { return state.pointee.foreign[Int(frame.foreign)].keys }
    if frame.flags.contains(.usesKeyMap) {
      return keyMap(in: frame).sorted { $0.value < $1.value }.map(\.key)
    }
    guard frame.tree[frame.slot].kind == .object else { return [] }
    var names: [String] = []
    names.reserveCapacity(Int(frame.tree[frame.slot].count))
    var member = frame.tree[frame.slot].firstChild
    while member != 0 {
      names.append(frame.tree.key(of: member))
      member = frame.tree[member].next
    }
    return names
  }
}

extension SessionState.Pointer {
  /// Remembers that a member was asked for, so that the others can be reported.
  func markRead(_ slot: UInt32, in tree: FieldTree.View) {
    let own = pointee.tree ?? pointee.document
    guard tree.owner.toOpaque() == Unmanaged.passUnretained(own).toOpaque() else { return }
    tree.slots[Int(slot)].flags.insert(.isRead)
  }
}
