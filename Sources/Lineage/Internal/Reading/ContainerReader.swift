/// An object or array that is being decoded, on which all containers are built.
///
/// It has everything that doesn't depend on the type of the coding key, and finds the members of
/// objects in trees.
struct ContainerReader: BitwiseCopyable {
  let state: DecodingState.Pointer
  private let generation: UInt32
  let frameIndex: UInt32

  init(state: DecodingState.Pointer, frame: UInt32) {
    self.state = state
    self.generation = state.pointee.generation
    self.frameIndex = frame
  }

  /// A reader that is never read from.
  init(unusedIn state: DecodingState.Pointer) {
    self.state = state
    self.generation = 0
    self.frameIndex = 0
  }

  /// The frame. Throws an error if its session has ended.
  var frame: Frame {
    @inline(__always) get throws {
      guard state.pointee.generation == generation else {
        throw ValueProblem.outlivedContainer.decodingError
      }
      return state.pointee.frames[frameIndex]
    }
  }

  var isLive: Bool { state.pointee.generation == generation }

  /// The coding path for user code, which may ask for it on several threads at once.
  var codingPath: [any CodingKey] {
    isLive ? state.uncachedCodingPath(ofFrame: Int32(frameIndex)) : []
  }

  /// The coding path for an error.
  var codingPathOfError: [any CodingKey] {
    isLive ? state.codingPath(ofFrame: Int32(frameIndex)) : []
  }

  /// The path to a member, for the report.
  func path(to name: String) -> FieldPath {
    var path = isLive ? state.path(ofFrame: Int32(frameIndex)) : FieldPath()
    path.components.append(.key(name))
    return path
  }

  /// A member of the object, whose value may be in another tree.
  @inline(__always)
  func field(
    _ slot: UInt32, in tree: DocumentTree.View, pathKey: PathKey = .member
  ) -> Field {
    Field(state: state, tree: tree, slot: slot, parent: Int32(frameIndex), pathKey: pathKey)
  }

  // MARK: - Finding members

  // Of two members with the same key the first wins. `MemberPlaces` matches members with keys in
  // the order of the document, so a type may ask for its fields in any order. Keys whose names
  // aren't cached are searched for from the first member on, or in a map if there are many members
  // or keys that can't be compared by their bytes.

  /// The maximum number of members to search one by one. Larger objects use a map.
  private static let maximumLookedThrough: UInt32 = 64

  /// Prepares an object for lookups.
  @inline(__always)
  func prepare() {
    let frame = state.pointee.frames.pointer(to: frameIndex)
    if state.pointee.marksReads, state.owns(frame.pointee.tree) {
      frame.pointee.flags.insert(.marksReads)
    }
    if state.pointee.settings.convertsKeys, !frame.pointee.flags.contains(.keysAreData),
      state.convertsKeys(of: frame.pointee.slot, in: frame.pointee.tree)
    {
      frame.pointee.flags.insert(state.convertsFromSnakeCase ? .isInSnakeCase : .usesKeyMap)
    } else if state.pointee.carryOver.isActive, state.convertsFromSnakeCase,
      frame.pointee.tree.owner.object.hasSpellings
    {
      // An unknown field may be what an older type has kept of a field of this type, under another name.
      frame.pointee.flags.insert(.usesKeyMap)
    }
  }

  /// The cached names of a type's keys, as the object has them.
  @inline(__always)
  func names<Key: CodingKey>(of type: Key.Type) -> KeyNames.Pointer? {
    if state.pointee.settings.convertsKeys, isInSnakeCase {
      return state.pointee.keyNames.namesInSnakeCase(of: type)
    }
    return state.pointee.keyNames.names(of: type)
  }

  private var isInSnakeCase: Bool {
    state.pointee.frames.pointer(to: frameIndex).pointee.flags.contains(.isInSnakeCase)
  }

  /// The result of looking up a member by the byte of its key.
  struct Member {
    let tree: DocumentTree.View
    /// The index of the member; 0 if there is none.
    let index: UInt32

    /// The result if the member has to be looked up by name.
    static var undecided: Member { Member(tree: .nothing, index: DocumentTree.View.undecided) }

    var isFound: Bool { index &+ 1 > 1 }
    var isAbsent: Bool { index == 0 }

    var node: TreeNode {
      @inline(__always) get { tree[index] }
    }
  }

  /// Looks up a member by a single-byte key.
  ///
  /// Nearly every field is decoded through here, so this is the fastest path.
  @inline(__always)
  func member(
    _ string: String, ofByte byte: Int, _ names: KeyNames.Pointer
  ) -> Member {
    guard isLive else { return .undecided }
    guard let name = names.name(string, ofByte: byte) else {
      return search(string, ofByte: byte, names)
    }
    return member(name, ofByte: byte, names)
  }

  /// Looks up a member by the cached name of a single-byte key.
  @inline(__always)
  func member(
    _ name: KeyName, ofByte byte: Int, _ names: KeyNames.Pointer
  ) -> Member {
    let frame = state.pointee.frames.pointer(to: frameIndex)
    var places = MemberPlaces(state.pointee.memberPlaces, at: frame.pointee.places)
    if !places.belong(to: names) { places = findPlaces(of: names) }
    guard places.contain(byte: byte) else { return requested(search(name)) }
    let next = places.nextMember
    var member = places[byte]
    if member == 0, next != 0 {
      let slot = frame.pointee.tree.slots.reference(to: Int(next))
      if name.isKey(of: slot.pointee, in: frame.pointee.tree) {
        places[byte] = next
        places.nextMember = slot.pointee.next
        places.latest = byte &+ 1
        member = next
      } else {
        member = matchMembers(in: places, names, upTo: byte)
      }
    }
    if member == 0 { return Member(tree: frame.pointee.tree, index: 0) }
    if member == MemberPlaces.undecided { return requested(search(name)) }
    return Member(tree: frame.pointee.tree, index: found(member, in: frame))
  }

  /// The places of members for a type's keys. An object has several if it is decoded by several
  /// types, one after the other or inside each other.
  @inline(never)
  func findPlaces(of names: KeyNames.Pointer) -> MemberPlaces {
    let frame = state.pointee.frames.pointer(to: frameIndex)
    var index = frame.pointee.places
    while index != 0 {
      let places = MemberPlaces(state.pointee.memberPlaces, at: index)
      if places.belong(to: names) { return places }
      index = places.next
    }
    // While the elements of a large array are decoded, new places are released together with the
    // elements, so an object around the array can't have any.
    if frameIndex < state.pointee.startOfBatch {
      return MemberPlaces(state.pointee.memberPlaces, at: 0)
    }
    let others = frame.pointee.places
    frame.pointee.places = state.pointee.memberPlaces.append(
      contentsOf: names.pointee.unreadPlaces.words)
    let places = MemberPlaces(state.pointee.memberPlaces, at: frame.pointee.places)
    places.next = others
    let object = frame.pointee.tree[frame.pointee.slot]
    if frame.pointee.flags.contains(.usesKeyMap) {
      places.removeAll()
    } else if object.kind == .object {
      places.nextMember = object.firstChild
      if names.pointee.dependOnAllKeys { matchMembers(in: places, names) }
    }
    return places
  }

  /// Matches members with keys, up to the one with a key if that is given. Returns 0 if there is none,
  /// and `undecided` if the map has to be used.
  @inline(never) @discardableResult
  func matchMembers(
    in places: MemberPlaces, _ names: KeyNames.Pointer, upTo byte: Int? = nil
  ) -> UInt32 {
    let tree = state.pointee.frames.pointer(to: frameIndex).pointee.tree
    let isInSnakeCase = isInSnakeCase
    var member = places.nextMember
    var latest = places.latest
    while member != 0 {
      let node = tree[member]
      let found =
        node.mayEqualOtherKeys ? nil : names.byte(ofKeyOf: node, in: tree, after: &latest)
      if let found {
        if places.contain(byte: found), places[found] == 0 {
          places[found] = member
          if found == byte {
            places.nextMember = node.next
            places.latest = latest
            return member
          }
        }
      } else if node.mayEqualOtherKeys
        || isInSnakeCase && !SnakeCase.isRegular(tree.keyText(of: node))
      {
        places.removeAll()
        state.pointee.frames.pointer(to: frameIndex).pointee.flags.insert(.usesKeyMap)
        return MemberPlaces.undecided
      }
      member = node.next
    }
    places.nextMember = 0
    return 0
  }

  /// Looks up a member by the name of a key that has no place.
  @inline(never)
  private func search(
    _ string: String, ofByte byte: Int, _ names: KeyNames.Pointer
  ) -> Member {
    guard let name = names.pointee.learnedName(string, ofByte: byte) else { return .undecided }
    return requested(search(name))
  }

  /// The result of searching for a member that the type has asked for.
  @inline(never)
  private func requested(_ member: UInt32) -> Member {
    let frame = state.pointee.frames.pointer(to: frameIndex)
    if member == DocumentTree.View.undecided { return .undecided }
    let member = member == 0 ? 0 : found(member, in: frame)
    return Member(tree: frame.pointee.tree, index: member)
  }

  /// Looks up a member from the first one on. Returns 0 if there is none, and `undecided` if the map
  /// has to be used.
  private func search(_ name: KeyName) -> UInt32 {
    let frame = state.pointee.frames.pointer(to: frameIndex)
    let object = frame.pointee.tree[frame.pointee.slot]
    guard object.kind == .object else { return 0 }
    if frame.pointee.flags.contains(.isInSnakeCase) { return DocumentTree.View.undecided }
    if object.count > Self.maximumLookedThrough { frame.pointee.flags.insert(.usesKeyMap) }
    if frame.pointee.flags.contains(.usesKeyMap) { return DocumentTree.View.undecided }
    let member = frame.pointee.tree.member(name, from: object.firstChild)
    if member == DocumentTree.View.undecided { frame.pointee.flags.insert(.usesKeyMap) }
    return member
  }

  /// A member that was found. That a type has asked for it is recorded if the frame says so.
  @inline(__always)
  private func found(_ member: UInt32, in frame: Reference<Frame>) -> UInt32 {
    if frame.pointee.flags.isDisjoint(with: .noticesReads) { return member }
    if frame.pointee.flags.contains(.marksReads) {
      state.recordRead(member, in: frame.pointee.tree, isRequest: true)
    }
    if frame.pointee.flags.contains(.listsAskedMembers) {
      state.pointee.membersAsked.append(AskedMember(slot: member, frame: frameIndex))
    }
    return member
  }

  /// The member with a name, which a type asks for; 0 if there is none.
  func member(_ name: String) -> UInt32 {
    var name = name
    var member = DocumentTree.View.undecided
    name.withBytes { key in
      guard !key.isEmpty, let start = key.baseAddress else { return }
      member = search(KeyName(start, length: key.count))
    }
    // Keys that are canonically equivalent in Unicode are the same key, because they are equal as
    // `String`s.
    if member == DocumentTree.View.undecided || member == 0 && !name.isASCII {
      member = firstMember(named: name)
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
  func firstMember(named name: String) -> UInt32 {
    if isInSnakeCase, let member = onlyMember(readAs: name) { return member }
    let map = keyMap(in: state.pointee.frames[frameIndex])
    return map[name] ?? member(inSnakeCase: name, in: map)
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
