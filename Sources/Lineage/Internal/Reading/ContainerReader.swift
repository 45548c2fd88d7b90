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
  static let maximumLookedThrough: UInt32 = 64

  /// Records how the members of an object are looked up.
  @inline(__always)
  func chooseLookup() {
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

  var isInSnakeCase: Bool {
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
    if !places.belongs(to: names) { places = findPlaces(of: names) }
    guard places.contains(byte: byte) else { return requested(search(name)) }
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
      if places.belongs(to: names) { return places }
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
      if names.pointee.dependsOnAllKeys { matchMembers(in: places, names) }
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
        if places.contains(byte: found), places[found] == 0 {
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
  func search(_ name: KeyName) -> UInt32 {
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
  func found(_ member: UInt32, in frame: Reference<Frame>) -> UInt32 {
    if frame.pointee.flags.isDisjoint(with: .noticesReads) { return member }
    if frame.pointee.flags.contains(.marksReads) {
      state.recordRead(member, in: frame.pointee.tree, isRequest: true)
    }
    if frame.pointee.flags.contains(.listsAskedMembers) {
      state.pointee.membersAsked.append(AskedMember(slot: member, frame: frameIndex))
    }
    return member
  }
}
