// Members that are found by their names, because the keys of their types aren't known by their bytes, or are converted.

extension ContainerReader {
  /// The member with a key, which a type asks for; 0 if there is none.
  func member<Key: CodingKey>(_ key: Key, _ name: String) -> UInt32 {
    var name = name
    var member = DocumentTree.View.undecided
    name.withBytes { key in
      guard !key.isEmpty, let start = key.baseAddress else { return }
      member = search(KeyName(start, length: key.count))
    }
    // Keys that are canonically equivalent in Unicode are the same key, because they are equal as
    // `String`s.
    if member == DocumentTree.View.undecided || member == 0 && !name.isASCII {
      member = firstMember(named: name, isReadAsAnother: Key.readsAsAnother(name))
    }
    if member == 0 { return 0 }
    return found(member, in: state.pointee.frames.pointer(to: frameIndex))
  }

  /// The member that has a name in snake_case, which is read as another name: `userURL` is written as `user_url`, and
  /// read as `userUrl`. 0 if there is none.
  private func member(inSnakeCase name: String, in map: KeyMap) -> UInt32 {
    guard SnakeCase.mayChange(name), state.convertsFromSnakeCase else { return 0 }
    let key = SnakeCase.snake(name)
    guard let member = map[SnakeCase.camel(key)] else { return 0 }
    return spelling(of: member, in: state.pointee.frames[frameIndex].tree) == key ? member : 0
  }

  /// The key of a member in the document, which may differ from its name in a tree of carried values.
  func spelling(of member: UInt32, in tree: DocumentTree.View) -> String {
    tree.owner.object.spellings[member] ?? tree.key(of: member)
  }

  /// The first member with a name, which wins. It isn't marked as read.
  ///
  /// - Parameter isReadAsAnother: Whether the name in snake_case is that of another key.
  func firstMember(
    named name: String, isReadAsAnother: @autoclosure () -> Bool = false
  ) -> UInt32 {
    let isReadAsAnother = state.convertsFromSnakeCase && isReadAsAnother()
    if isInSnakeCase, !isReadAsAnother, let member = onlyMember(readAs: name) { return member }
    let map = keyMap(in: state.pointee.frames[frameIndex])
    return map[name] ?? (isReadAsAnother ? 0 : member(inSnakeCase: name, in: map))
  }

  /// The only member that is read as a name in snake_case, or 0 if there is none; nil if keys that aren't regular, or
  /// too many of them, have to be converted to find out.
  private func onlyMember(readAs name: String) -> UInt32? {
    let frame = state.pointee.frames.pointer(to: frameIndex)
    let object = frame.pointee.tree[frame.pointee.slot]
    guard !frame.pointee.flags.contains(.usesKeyMap), object.kind == .object,
      object.count <= Self.maximumLookedThrough
    else { return nil }
    let tree = frame.pointee.tree
    var key = SnakeCase.snake(name)
    let dependsOnAllKeys = SnakeCase.mayChange(name) && SnakeCase.camel(key) != name
    return key.withBytes { key in
      guard !key.isEmpty, SnakeCase.isRegular(key), let start = key.baseAddress else { return nil }
      let key = KeyName(start, length: key.count)
      var found: UInt32 = 0
      var member = object.firstChild
      while member != 0, found == 0 || dependsOnAllKeys {
        let node = tree[member]
        if node.mayEqualOtherKeys { return nil }
        if key.isKey(of: node, in: tree) {
          if found == 0 { found = member }
        } else if !SnakeCase.isRegular(tree.keyText(of: node)) {
          return nil
        }
        member = node.next
      }
      return found
    }
  }

  private func keyMap(in frame: Frame) -> KeyMap {
    if frame.keyMap >= 0 { return state.pointee.frameDetails.keyMaps[Int(frame.keyMap)] }
    guard frame.tree[frame.slot].kind == .object else { return [:] }
    var map = KeyMap(minimumCapacity: Int(frame.tree[frame.slot].count))
    for member in frame.tree.children(of: frame.slot) {
      let name = state.name(of: member, in: frame.tree, object: Int32(frameIndex))
      if map[name] == nil { map[name] = member }
    }
    state.pointee.frames[frameIndex].keyMap = Int32(state.pointee.frameDetails.keyMaps.count)
    state.pointee.frameDetails.keyMaps.append(map)
    return map
  }

  /// The names of all members without duplicates, except those of properties that are nil.
  var names: [String] {
    guard let frame = try? frame else { return [] }
    guard frame.tree[frame.slot].kind == .object else { return [] }
    if state.pointee.settings.convertsKeys { return distinctConvertedNames(in: frame) }
    var names: [String] = []
    names.reserveCapacity(Int(frame.tree[frame.slot].count))
    var distinct = DistinctNames(of: frame.slot, in: frame.tree)
    for member in frame.tree.children(of: frame.slot)
    where !frame.tree[member].flags.contains(.isOmitted) {
      let name = frame.tree.key(of: member)
      if distinct.isNew(member, name) { names.append(name) }
    }
    return names
  }

  private func distinctConvertedNames(in frame: Frame) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for member in frame.tree.children(of: frame.slot)
    where !frame.tree[member].flags.contains(.isOmitted) {
      let name = state.name(of: member, in: frame.tree, object: Int32(frameIndex))
      if known.insert(name).inserted { names.append(name) }
    }
    return names
  }
}
