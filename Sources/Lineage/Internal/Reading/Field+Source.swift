// Where a value comes from: a node of a tree, or another library's decoder.
//
// A field of a foreign decoder refers to a tree with a single null. So everything that only looks
// at a node, such as its flags, needs no distinction. Most of what needs one is here, and the rest
// of the reader calls these functions. It asks `isForeign` itself only where more differs than how
// a value is looked up: the container that opens it, what is recorded when it is read, how keys are
// converted, and what is faster in a tree.

extension Field {
  /// The foreign value; nil if the value is in a tree.
  var foreignValue: ForeignValue? { state.foreignValue(at: foreign) }

  /// The foreign decoder to decode the value as a type; nil if the value is in a tree.
  func foreignDecoder(for type: any Any.Type) throws -> (any Decoder)? {
    try foreignValue?.decoder(for: type)
  }

  var isNull: Bool {
    isForeign ? foreignValue?.isNull ?? false : kind.isNull
  }

  /// Whether this is the nil of a property that is omitted from documents.
  var isOmitted: Bool {
    kind == .nothing || tree[slot].flags.contains(.isOmitted)
  }

  // MARK: - Elements and members

  /// Decodes the elements of an array one by one.
  func mapElements<Value>(_ decode: (Field) throws -> Value) throws -> [Value] {
    if kind == .array {
      return try state.readingAsWhole(slot, in: tree) {
        try decodeElements(in: Int32(decoder(filling: .error).frameIndex), decode)
      }
    }
    var elements = try foreignElements()
    var values: [Value] = []
    while !elements.isAtEnd { values.append(try elements.useElement(decode)) }
    return values
  }

  /// The value as an array of a foreign decoder, all of whose elements will be decoded. Throws an error for a value in
  /// a tree, which isn't an array.
  func foreignElements() throws -> ForeignElements {
    guard isForeign else { throw mismatch([Any].self) }
    return try decoder(filling: .error).foreignElements()
  }

  /// Decodes the members of an object whose keys are data. Of equal keys the first wins.
  func mapMembers<Value>(_ decode: (Field) throws -> Value) throws -> [String: Value] {
    guard let object = foreignValue else { return try mapMembersInTree(decode) }
    let frame = decoder(filling: .error).frameIndex
    state.pointee.frames[frame].flags.insert(.keysAreData)
    return try object.mapMembers(
      except: allLibraryKeys,
      recordingRead: state.pointee.marksReads ? { state.markNameRead($0, in: object) } : nil
    ) { member in
      try decode(state.field(of: member, parent: Int32(frame), pathKey: .member))
    }
  }

  private func mapMembersInTree<Value>(
    _ decode: (Field) throws -> Value
  ) throws -> [String: Value] {
    guard kind == .object else { throw mismatch([String: Any].self) }
    let libraryKeys = allLibraryKeys
    let frame = decoder(filling: .error).frameIndex
    if state.pointee.carryOver.isActive { state.recordRootKeys(AnyCodingKey.self, ofFrame: frame) }
    state.pointee.frames[frame].flags = .keysAreData
    let count = tree[slot].count
    if count == 0 { return [:] }
    var names = DistinctNames(of: slot, in: tree)
    var batch = FrameBatch(of: count, in: state)
    defer { batch.end() }
    return try Dictionary(capacity: Int(count)) { values in
      for child in tree.children(of: slot) {
        let member = Field(
          state: state, tree: tree, slot: child, parent: Int32(frame), pathKey: .member)
        if !tree[child].flags.isDisjoint(with: .notInDictionaries) {
          if tree[child].flags.contains(.illFormedKey) { throw member.illFormedKey() }
          if state.pointee.marksReads { state.markMemberRead(child, in: tree) }
          continue
        }
        let key = tree.key(of: child)
        // Of equal keys the first wins, and the others are reported as dropped.
        guard names.isNew(child, key), libraryKeys.map({ owns(child, among: $0) }) != true else {
          continue
        }
        if state.pointee.marksReads { state.markMemberRead(child, in: tree, isRequest: true) }
        values.add(key, try decode(member.encodingCarriedValue()))
        batch.endElement()
      }
    }
  }

  /// Throws the error for a value that is known not to be an object.
  func checkObject() throws {
    if !isForeign, kind != .object { throw mismatch([String: Any].self) }
  }

  // MARK: - Paths

  /// The decoder whose own coding path ends at this value; nil if there is none.
  private var decoderWithPath: ForeignValue? { state.decoderWithPath(to: foreign, pathKey) }

  var codingPath: [any CodingKey] {
    if let decoderWithPath { return decoderWithPath.codingPath }
    return state.codingPath(of: self)
  }

  /// The coding path, if computing it takes little stack. That of another library's decoder may take
  /// much.
  var codingPathOnSmallStack: [any CodingKey] { isForeign ? [] : codingPath }

  /// Whether the value is inside a document.
  var isNested: Bool { parent >= 0 || !codingPath.isEmpty }

  /// The path for a report, made without a coding key for each component.
  var path: FieldPath {
    if let decoderWithPath { return FieldPath(decoderWithPath.codingPath) }
    return FieldPath(state.path(ofFrame: parent).components + (component.map { [$0] } ?? []))
  }

  /// The key of the value in its container; nil at the root.
  var key: (any CodingKey)? {
    if let decoderWithPath { return decoderWithPath.codingPath.last }
    return keyInTree
  }

  // MARK: - Looking values up without decoding them

  /// The value of a key, looked up without opening a container.
  func member(_ name: String) -> Field? {
    if let object = foreignValue {
      guard (try? object.open()) != nil, let child = try? object.member(object.name(ofKey: name))
      else { return nil }
      return state.field(of: child, parent: parent, pathKey: .member)
    }
    let found =
      state.convertsKeys(of: slot, in: tree) ? convertedMember(name) : tree.member(name, of: slot)
    return found == 0 ? nil : field(ofMember: found, parent: parentOfMembers)
  }

  /// A member of this object, which is in a tree.
  func field(ofMember member: UInt32) -> Field {
    field(ofMember: member, parent: parentOfMembers)
  }

  private func field(ofMember member: UInt32, parent: Int32) -> Field {
    Field(state: state, tree: tree, slot: member, parent: parent, pathKey: .member)
  }

  /// The frame of members that are looked up without opening a container. Only a custom key strategy is told their whole
  /// path.
  private var parentOfMembers: Int32 {
    state.hasCustomKeyStrategy ? Int32(openFrame(filling: .error, libraryKeys: nil)) : parent
  }

  /// The members with their names as types see them, without those whose names equal that of an earlier one.
  var namedMembers: [(name: String, field: Field)] {
    if let foreignValue {
      return foreignValue.keys.compactMap { name in member(name).map { (name, $0) } }
    }
    guard kind == .object else { return [] }
    var known: Set<String> = []
    let parent = parentOfMembers
    return tree.children(of: slot).compactMap { child in
      let name = state.name(ofOwn: child, in: self)
      guard known.insert(name).inserted else { return nil }
      return (name, field(ofMember: child, parent: parent))
    }
  }

  private func convertedMember(_ name: String) -> UInt32 {
    guard kind == .object else { return 0 }
    let path = codingPath
    let camel = state.convertsFromSnakeCase ? SnakeCase.camel(name) : name
    var otherSpelling: UInt32 = 0
    for member in tree.children(of: slot) {
      let key = tree.key(of: member)
      let converted = state.convertKey(key, at: path)
      if key == name || converted == name { return member }
      if otherSpelling == 0, converted == camel { otherSpelling = member }
    }
    return otherSpelling
  }

  /// The name that the key strategy makes of a key of this object, whose keys it doesn't convert.
  func convertedName(ofKey key: String) -> String {
    foreignValue?.convertedName(ofKey: key) ?? state.convertKey(key, at: codingPath)
  }

  /// Records from now on what types ask for in the value, even if no report needs it.
  func beginMarkingReads() {
    state.pointee.marksReads = true
    foreignValue?.beginRecordingReads()
  }

  /// Whether a type has asked for a member, if that is recorded.
  func hasRead(_ member: Field, named name: String) -> Bool {
    foreignValue.map { $0.reads?.hasRead($0.name(ofKey: name)) == true }
      ?? member.tree[member.slot].flags.contains(.isRead)
  }

  /// Records that a member was read.
  func markMemberRead(_ member: Field, named name: String) {
    if let foreignValue {
      return state.markNameRead(foreignValue.name(ofKey: name), in: foreignValue)
    }
    state.markMemberRead(member.slot, in: member.tree)
  }

  /// Forgets that a member was read.
  func forgetMemberRead(_ member: Field, named name: String) {
    if let foreignValue {
      foreignValue.reads?.remove(.name(foreignValue.name(ofKey: name)))
    } else {
      member.state.forgetMemberRead(member.slot, in: member.tree)
    }
  }

  /// The value as a version. It must not be null.
  func foundVersion(prefersText: Bool) -> FoundVersion {
    foreignValue.map { FoundVersion(from: $0.decoder, prefersText: prefersText) }
      ?? FoundVersion(tree[slot], in: tree)
  }

  /// The value as one of any shape, with everything in it.
  func documentValue() throws -> DocumentValue {
    guard let foreignValue else { return try documentValueInTree() }
    let isKnown = state.pointee.settings.hasForeignKeysInSnakeCase
    let keys = foreignValue.mayConvertKeys && !isKnown ? ForeignKeys() : nil
    let value = try foreignValue.documentValue(checking: keys)
    state.markReadAsWhole(foreignValue)
    if keys?.isInSnakeCase == true { state.pointee.settings.hasForeignKeysInSnakeCase = true }
    return value
  }
}

extension DecodingState.Pointer {
  /// A foreign value as a field.
  func field(of value: ForeignValue, parent: Int32, pathKey: PathKey) -> Field {
    pointee.foreign.append(value)
    return Field(
      state: self, tree: .null, slot: 0, parent: parent, pathKey: pathKey,
      foreign: Int32(pointee.foreign.count - 1))
  }

  /// The foreign value of a field or frame; nil if it is one of a tree.
  func foreignValue(at index: Int32) -> ForeignValue? {
    index < 0 ? nil : pointee.foreign[Int(index)]
  }

  /// The foreign value whose decoder's coding path ends at a field or frame. The elements of arrays
  /// don't have decoders of their own in all libraries.
  func decoderWithPath(to index: Int32, _ pathKey: PathKey) -> ForeignValue? {
    pathKey == .member || pathKey == .root ? foreignValue(at: index) : nil
  }
}
