extension DecodingState.Pointer {
  /// A keyed container for an object.
  @inline(__always)
  func container<Key: CodingKey>(
    over object: ContainerReader, keyedBy type: Key.Type
  ) -> KeyedDecodingContainer<Key> {
    forgetNullsDecoded(inFrame: object.frameIndex)
    guard let names = object.names(of: type) else {
      pointee.frameDetails.untracedContainers &+= 1
      return KeyedDecodingContainer(KeyedReader(object))
    }
    if let idle = pointee.containersInUse.reuseIdle(names) {
      idle.enclosing(ReusedReader.self).pointee.object = object
      return idle.retained(as: KeyedDecodingContainer<Key>.self)
    }
    return newContainer(over: object, keyedBy: type, names)
  }

  /// Forgets which nulls another type has decoded in the same object: what it has made of them isn't part of this one.
  @inline(__always)
  func forgetNullsDecoded(inFrame frame: UInt32) {
    if !pointee.frameDetails.nullsDecoded.isEmpty {
      pointee.frameDetails.nullsDecoded[frame] = nil
    }
  }

  @inline(never)
  private func newContainer<Key: CodingKey>(
    over object: ContainerReader, keyedBy type: Key.Type, _ names: KeyNames.Pointer
  ) -> KeyedDecodingContainer<Key> {
    guard names.pointee.isWorthReusingContainers(), ContainerLayout.decodingContainersAreReferences
    else {
      pointee.frameDetails.untracedContainers &+= 1
      return KeyedDecodingContainer(KeyedReader<Key>(object, names))
    }
    let memory = ReusedReader.Pointer.allocate()
    let container = KeyedDecodingContainer(KeyedReader<Key>(object, names, in: memory))
    memory.initialize(
      to: ReusedReader(container: ReusedContainer(container, names), object: object))
    pointee.containersInUse.markInUse(memory.containerPointer())
    return container
  }
}

extension ContainerLayout {
  /// Whether a `KeyedDecodingContainer` is a single reference to a box that contains the
  /// `KeyedReader`.
  fileprivate static let decodingContainersAreReferences: Bool = {
    assert(MemoryLayout<ReusedReader>.offset(of: \.container) == 0)
    // This container is never read from. It begins with the address of the state, by which the
    // check recognizes it.
    let state = DecodingState.Pointer.allocate()
    defer { state.deallocateUninitialized() }
    return isReference(
      KeyedDecodingContainer(KeyedReader<AnyCodingKey>(ContainerReader(unusedIn: state))),
      toBoxWith: state.address)
  }()
}
