/// The state of a writer when a value began, to return to.
struct WriterMark: BitwiseCopyable {
  fileprivate let containers: Int
  fileprivate let keys: Int
}

/// A member or element whose value is being encoded.
struct OpenValue {
  let encoder: ValueEncoder
  fileprivate let mark: WriterMark
  /// Whether the value is already in its container. If not, it is added when it is complete.
  fileprivate let isLinked: Bool
  /// In an object, the key as it is written.
  fileprivate let name: String
}

extension DocumentWriter {
  @inline(__always)
  var mark: WriterMark {
    WriterMark(containers: state.pointee.containers.count, keys: state.pointee.keys.count)
  }

  /// Begins a member.
  ///
  /// - Parameter name: The name of the key, converted by the key strategy.
  func beginMember(
    _ key: @autoclosure () -> PathKey, named name: String, in index: Int
  ) -> OpenValue {
    let mark = mark
    let (slot, isLinked) = beginMember(name, in: index)
    return OpenValue(
      encoder: ValueEncoder(writer: self, slot: slot, container: index, key: key()), mark: mark,
      isLinked: isLinked, name: name)
  }

  func beginElement(in index: Int) -> OpenValue {
    let mark = mark
    let key = PathKey(index: count(ofContainer: index))
    let isLinked = resumeText(in: index)
    let slot = isLinked ? state.pointee.text.begin() : tree.append(TreeNode(.nothing))
    return OpenValue(
      encoder: ValueEncoder(writer: self, slot: slot, container: index, key: key), mark: mark,
      isLinked: isLinked, name: "")
  }

  /// Encodes a value that has begun. If that throws, everything that the value has written is
  /// removed, and a member that it would have replaced is preserved.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, as begun: OpenValue) throws {
    do {
      if hasSizeLimit {
        try encodeWithinLimit(value, to: begun.encoder)
      } else {
        try encode(value, to: begun.encoder)
      }
    } catch {
      remove(begun.encoder, isLinked: begun.isLinked, since: begun.mark)
      throw error
    }
    end(begun)
  }

  /// Ends a value that has been encoded, and adds it to its container.
  @inline(never)
  func end(_ begun: OpenValue) {
    end(begun.encoder.slot, since: begun.mark)
    if begun.isLinked { return }
    let container = begun.encoder.container
    if self.container(container).isArray {
      appendChild(begun.encoder.slot, to: container)
    } else {
      setMember(begun.encoder.slot, named: begun.name, of: container)
    }
  }

  /// Ends a value and closes its containers. What is written to them after that is lost.
  @inline(__always)
  func end(_ slot: UInt32, since mark: WriterMark) {
    if state.pointee.containers.count > mark.containers || state.pointee.keys.count > mark.keys {
      forgetContainers(of: slot, since: mark)
    }
  }

  @inline(never)
  private func forgetContainers(of slot: UInt32, since mark: WriterMark) {
    closeText(from: mark.containers)
    var count = state.pointee.containers.count
    while count > mark.containers {
      let last = container(count - 1)
      // User code may have opened a container inside an outer one, of which it has a copy. That one
      // stays open.
      guard last.slot == slot || last.parent.index >= mark.containers || last.parent == .root else {
        break
      }
      if last.hasNames { state.pointee.membersByName[count - 1] = nil }
      count -= 1
    }
    state.pointee.containers.removeAll(from: count)
    state.pointee.reopened.removeAll(from: count)
    let storedKeys = state.pointee.keys.count - mark.keys
    if count == mark.containers, storedKeys > 0 { state.pointee.keys.removeLast(storedKeys) }
  }

  /// Closes all containers and opens the root again, whose members may have been edited in the tree.
  func reopenRoot() -> Int {
    end(0, since: WriterMark(containers: 0, keys: 0))
    return ValueEncoder(writer: self, slot: 0, container: -1, key: .root).open(.object)
  }

  /// Removes the keys that were stored since a mark, unless a container was opened that may refer
  /// to them.
  func forgetKeys(since mark: WriterMark) {
    guard state.pointee.containers.count == mark.containers else { return }
    state.pointee.keys.removeLast(state.pointee.keys.count - mark.keys)
  }

  /// Removes a value that could not be encoded.
  @inline(never)
  func remove(_ encoder: ValueEncoder, isLinked: Bool, since mark: WriterMark) {
    // Nothing can be removed from text.
    if isText { changeToTree() }
    forgetContainers(of: encoder.slot, since: mark)
    discardRecords(inside: encoder.slot)
    if isLinked { unlink(encoder.slot, from: encoder.container) }
  }

  /// Encodes a value in place of the encoder's own, as a single-value container does.
  func encodeWhole<Value: Encodable>(_ value: Value, to encoder: ValueEncoder) throws {
    let mark = mark
    do {
      try encode(value, to: encoder)
    } catch {
      if !isMissing(encoder.slot) { clear(encoder.slot, since: mark) }
      throw error
    }
    fill(encoder)
  }

  /// Writes an empty object if a value has encoded nothing.
  @inline(__always)
  func fill(_ encoder: ValueEncoder) {
    if !isInMemory, isMissing(encoder.slot) { _ = encoder.open(.object) }
  }

  private func isMissing(_ slot: UInt32) -> Bool {
    isAwaited(slot) || !isText && tree.slots[slot].kind == .nothing
  }

  /// Removes what was written to a slot.
  private func clear(_ slot: UInt32, since mark: WriterMark) {
    if isText { changeToTree() }
    forgetContainers(of: slot, since: mark)
    discardRecords(inside: slot)
    state.pointee.preserved.versions[slot] = nil
    tree.slots[slot].setValue(TreeNode(.nothing))
  }

  /// Discards what was recorded about a value that isn't written after all, and about the values inside it.
  private func discardRecords(inside slot: UInt32) {
    if !state.pointee.preserved.hasRecords { return }
    // The value may have written to an object around it, too.
    let slots = tree.slots(inside: slot)
    state.pointee.preserved.collisions.removeAll { slots.contains($0.slot) }
    state.pointee.preserved.rejected.removeAll { slots.contains($0.slot) }
  }
}

extension DocumentTree {
  /// The slots of a value and of all values inside it.
  fileprivate func slots(inside slot: UInt32) -> Set<UInt32> {
    var slots: Set<UInt32> = [slot]
    var containers = [slot]
    while let container = containers.popLast() {
      for child in children(of: container) {
        slots.insert(child)
        containers.append(child)
      }
    }
    return slots
  }
}
