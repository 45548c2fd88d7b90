extension DocumentWriter {
  /// Stores a key until the value that is being encoded is complete.
  func store(_ key: any CodingKey) -> PathKey {
    state.pointee.keys.append(key)
    return PathKey(storedAt: state.pointee.keys.count - 1)
  }

  /// The coding key of a value in a container; nil at the root.
  private func codingKey(
    _ key: PathKey, of slot: UInt32, in container: Int
  ) -> (any CodingKey)? {
    switch key.kind {
    case .root: nil
    case .super: AnyCodingKey.super
    case .index(let index): AnyCodingKey(index: index)
    case .member: container < 0 ? nil : writtenKey(of: slot, in: container)
    case .byte(let byte, let type): state.pointee.keyNames.key(ofByte: byte, ofKeysAt: type)
    // If user code uses an encoder after its value is complete, its key may no longer be stored.
    case .stored(let index): index < state.pointee.keys.count ? state.pointee.keys[index] : nil
    }
  }

  private func writtenKey(of slot: UInt32, in index: Int) -> any CodingKey {
    if container(index).isArray { return AnyCodingKey(index: count(ofContainer: index) - 1) }
    return AnyCodingKey(ofMember: writtenName(of: slot, in: index))
  }

  func codingPath(ofContainer index: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var index = index
    while index >= 0 {
      let opened = container(index)
      let parent = Int(opened.parent.index)
      if let key = codingKey(opened.key, of: opened.slot, in: parent) { path.append(key) }
      index = parent
    }
    return state.pointee.pathOfRoot + path.reversed()
  }

  func codingPath(of encoder: ValueEncoder) -> [any CodingKey] {
    // User code may ask an encoder for its path after the container was closed.
    let container = encoder.container < state.pointee.containers.count ? encoder.container : -1
    var path = codingPath(ofContainer: container)
    if let key = codingKey(encoder.key, of: encoder.slot, in: container) { path.append(key) }
    return path
  }

  // MARK: - Objects inside others

  /// Whether containers were opened since another one.
  @inline(__always)
  func hasContainers(after index: Int) -> Bool { state.pointee.containers.count > index + 1 }

  /// The object of a value in a tree that was just encoded; nil if it isn't an object.
  func latestObject(at slot: UInt32) -> Int? {
    guard tree.slots[slot].kind == .object else { return nil }
    return (0..<state.pointee.containers.count).last { container($0).slot == slot }
  }

  /// The object that a type has opened inside its own, by its path there; nil if it has opened none.
  func object(at path: [String], inside object: Int) -> Int? {
    var object = object
    for name in path {
      let nested = (object + 1..<state.pointee.containers.count).first { index in
        container(index).parent == container(object).id && nameOfObject(index) == name
      }
      guard let nested else { return nil }
      object = nested
    }
    return object
  }

  /// The objects that the root's type has opened inside its own, outer before inner.
  var nestedObjects: [(path: [String], slot: UInt32)] {
    var paths: [Int: [String]] = [:]
    return (0..<state.pointee.containers.count).compactMap { index in
      let container = container(index)
      if container.parent == .root {
        paths[index] = []
        return nil
      }
      guard let outer = paths[Int(container.parent.index)], let name = nameOfObject(index) else {
        return nil
      }
      paths[index] = outer + [name]
      return (outer + [name], container.slot)
    }
  }

  /// The name of the field that has an object; nil for an array.
  private func nameOfObject(_ index: Int) -> String? {
    let container = container(index)
    if container.isArray { return nil }
    let key = codingKey(container.key, of: container.slot, in: Int(container.parent.index))
    return key?.stringValue
  }
}
