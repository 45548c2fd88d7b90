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
    return AnyCodingKey(ofMember: keyWritten(at: slot, in: index))
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

  /// The place of a nil in an object of a type, or in one that the type has opened inside its own; nil if it is in the
  /// value of a field.
  func place(
    of omitted: OmittedNils.Entry, inside object: Int
  ) -> (container: Int, path: [String])? {
    guard isOpen(omitted.container) else { return nil }
    let container = Int(omitted.container.index)
    var path: [String] = []
    var outer = container
    while outer != object {
      guard outer > object, let name = nameOfObject(outer) else { return nil }
      path.insert(name, at: 0)
      outer = Int(self.container(outer).parent.index)
    }
    return (container, path)
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
