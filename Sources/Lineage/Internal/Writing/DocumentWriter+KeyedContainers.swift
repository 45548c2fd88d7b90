extension DocumentWriter {
  /// A keyed container for an object.
  @inline(__always)
  func container<Key: CodingKey>(
    over index: Int, keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    guard let names = names(of: type, in: index) else {
      return containerWithoutNames(over: index, keyedBy: type)
    }
    state.pointee.containers[UInt32(truncatingIfNeeded: index)].expect(names)
    if let idle = state.pointee.containersInUse.reuseIdle(names) {
      idle.enclosing(ReusedWriter.self).pointee.object = ObjectWriter(self, index)
      return idle.retained(as: KeyedEncodingContainer<Key>.self)
    }
    return newContainer(over: index, keyedBy: type, names)
  }

  // A function of its own: in the other one, the runtime would look up the container's type for each object.
  @inline(never)
  private func containerWithoutNames<Key: CodingKey>(
    over index: Int, keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    recordKeys(haveAnyName: Key.isAnyName, in: index)
    return KeyedEncodingContainer(KeyedWriter(ObjectWriter(self, index), retaining: self))
  }

  /// Records that an object is written to with keys whose names aren't cached.
  func recordKeys(haveAnyName: Bool, in index: Int) {
    state.pointee.containers[UInt32(truncatingIfNeeded: index)].recordKeys(haveAnyName: haveAnyName)
    if haveAnyName { startRecordingOmittedNils() }
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(
    over index: Int, keyedBy type: Key.Type, _ names: KeyNames.Pointer
  ) -> KeyedEncodingContainer<Key> {
    let object = ObjectWriter(self, index)
    guard ContainerLayout.encodingContainersAreReferences else {
      return KeyedEncodingContainer(KeyedWriter<Key>(object, retaining: self, names))
    }
    let memory = ReusedWriter.Pointer.allocate()
    let container = KeyedEncodingContainer(KeyedWriter<Key>(object, names, in: memory))
    memory.initialize(
      to: ReusedWriter(container: ReusedContainer(container, names), object: object))
    state.pointee.containersInUse.markInUse(memory.containerPointer())
    return container
  }
}

extension ContainerLayout {
  /// Whether a `KeyedEncodingContainer` is a single reference to a box that contains the
  /// `KeyedWriter`.
  fileprivate static let encodingContainersAreReferences: Bool = {
    assert(MemoryLayout<ReusedWriter>.offset(of: \.container) == 0)
    // This container is never written to. It begins with the address of the writer, by which the
    // check recognizes it.
    let writer = DocumentWriter()
    return isReference(
      KeyedEncodingContainer(
        KeyedWriter<AnyCodingKey>(ObjectWriter(unusedIn: writer), retaining: writer)),
      toBoxWith: Unretained(writer).address)
  }()
}
