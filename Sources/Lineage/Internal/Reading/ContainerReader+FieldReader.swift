// What a `FieldReader` asks an object for.

extension ContainerReader {
  /// The member with a key whose name was cached with those of all others. This is one function for
  /// all types of fields, so that it doesn't use up the registers of its callers.
  @inline(never)
  func member(at index: Int, _ names: KeyNames.Pointer) -> Member {
    guard let name = names.name(ofByte: index) else { return .undecided }
    return member(name, ofByte: index, names)
  }

  var tree: DocumentTree.View {
    @inline(__always) get { state.pointee.frames.pointer(to: frameIndex).pointee.tree }
  }

  /// Whether it is reported which fields keep their initial values.
  var isReporting: Bool { state.pointee.reportBuilder != nil }

  /// The first member of the object; 0 if there is none.
  var firstMember: UInt32 {
    @inline(__always) get {
      let frame = state.pointee.frames.pointer(to: frameIndex)
      let object = frame.pointee.tree[frame.pointee.slot]
      return object.kind == .object ? object.firstChild : 0
    }
  }

  /// Whether keys can be compared byte by byte, and nothing records which members are read.
  var mayReadInOrder: Bool {
    @inline(__always) get {
      let flags = state.pointee.frames.pointer(to: frameIndex).pointee.flags.rawValue
      return flags & (Frame.Flags.usesKeyMap.rawValue | Frame.Flags.noticesReads.rawValue) == 0
    }
  }

  @inline(__always)
  var isObjectInTree: Bool {
    let frame = state.pointee.frames.pointer(to: frameIndex)
    return !frame.pointee.isForeign && frame.pointee.tree[frame.pointee.slot].kind == .object
  }

  /// Matches all members with keys whose names are cached.
  ///
  /// - Returns: The index of the first key's place; 0 if members have to be looked up one by one.
  @inline(never)
  func findAllPlaces(of names: KeyNames.Pointer) -> UInt32 {
    let frame = state.pointee.frames.pointer(to: frameIndex)
    var places = MemberPlaces(state.pointee.memberPlaces, at: frame.pointee.places)
    if !places.belongs(to: names) { places = findPlaces(of: names) }
    matchMembers(in: places, names)
    let first = frame.pointee.places
    places = MemberPlaces(state.pointee.memberPlaces, at: first)
    return places.belongs(to: names) && places.contains(byte: names.pointee.learnedCount - 1)
      ? first + UInt32(MemberPlaces.header) : 0
  }

  /// The member of a key, found by `findAllPlaces(of:)`.
  @inline(__always)
  func place(_ index: Int, of places: UInt32) -> UInt32 {
    state.pointee.memberPlaces[places &+ UInt32(truncatingIfNeeded: index)]
  }
}
