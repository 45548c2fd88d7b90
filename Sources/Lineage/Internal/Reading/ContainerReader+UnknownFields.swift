extension ContainerReader {
  /// The members that a type doesn't declare and that aren't Lineage's own.
  ///
  /// - Parameters:
  ///   - property: The byte of the key of the property that collects them.
  ///   - keys: The cached names of the type's keys.
  ///   - isDeclared: Whether a name is that of a field.
  func unknownFields(
    collectedBy property: Int, keyNames keys: KeyNames.Pointer?, isDeclared: (String) -> Bool
  ) throws -> UnknownFields {
    let frame = try frame
    var unknown = beginUnknownFields(in: frame)
    guard frame.tree[frame.slot].kind == .object else { return unknown }
    // Whether a key is that of a field depends on the other keys, unless all are regular.
    let dependOnOthers = state.pointee.settings.convertsKeys && !hasOnlyRegularKeys(frame)
    var learned = LearnedNames(of: dependOnOthers ? nil : keys, besides: property)
    var nulls: Set<String> = []
    // A subclass may have asked for some members already.
    lazy var asked =
      frame.flags.contains(.listsAskedMembers) ? state.membersAsked(inFrame: frameIndex) : []
    for slot in frame.tree.children(of: frame.slot) {
      switch try membership(of: slot, in: frame, &learned, isDeclared) {
      case .field(let name):
        let kind = frame.tree[slot].kind
        guard kind == .null || kind == .native else { continue }
        let field = field(slot, in: frame.tree)
        guard kind == .null || field.carriesNull else { continue }
        preserveNull(
          field, named: name ?? readName(of: slot, in: frame), unlessIn: &nulls, in: &unknown)
      case .none(let name):
        guard isUndeclared(frame.tree[slot], in: frame), !asked.contains(slot) else { continue }
        let field = field(slot, in: frame.tree)
        if let original = field.convertedOriginal, original != name, isDeclared(original) {
          throw field.keyConvertedTwice()
        }
        try collect(
          field, named: name, spelled: frame.tree.key(of: slot), in: frame, into: &unknown)
      }
    }
    return unknown
  }

  /// What a member is to the type that collects its unknown fields.
  private enum Membership {
    /// A field that the type declares. Its name is nil if it is the one that the key is read as.
    case field(named: String?)
    /// No field of the type, with the name that its key is read as.
    case none(named: String)
  }

  @inline(__always)
  private func membership(
    of slot: UInt32, in frame: Frame, _ learned: inout LearnedNames,
    _ isDeclared: (String) -> Bool
  ) throws -> Membership {
    let member = frame.tree[slot]
    if learned.areDeclared(member, in: frame.tree) { return .field(named: nil) }
    let name = readName(of: slot, in: frame)
    if member.flags.contains(.illFormedKey) || learned.areUndeclared(member, in: frame.tree) {
      return .none(named: name)
    }
    if let other = nameInSnakeCase(of: slot, named: name, in: frame, isDeclared) {
      try checkKey(of: slot, named: other, in: frame)
      return .field(named: other)
    }
    guard isDeclared(name) else {
      // Without a strategy for snake_case, finding this out takes no longer than looking it up.
      let key = frame.tree.key(of: slot)
      if state.convertsFromSnakeCase, SnakeCase.hasFewNames(writtenAs: key) {
        learned.addUndeclared(key)
      }
      return .none(named: name)
    }
    try checkKey(of: slot, named: name, in: frame)
    learned.addDeclared(frame.tree.key(of: slot))
    return .field(named: name)
  }

  private func readName(of slot: UInt32, in frame: Frame) -> String {
    state.name(of: slot, in: frame.tree, object: Int32(frameIndex))
  }

  /// Whether all keys of an object are regular in snake_case.
  private func hasOnlyRegularKeys(_ frame: Frame) -> Bool {
    guard frame.flags.contains(.isInSnakeCase) else { return false }
    return frame.tree.children(of: frame.slot).allSatisfy { member in
      let node = frame.tree[member]
      return !node.mayEqualOtherKeys && SnakeCase.isRegular(frame.tree.keyText(of: node))
    }
  }

  /// The name of the field that is written as a key in snake_case, although that is read as another name; nil if there
  /// is none.
  private func nameInSnakeCase(
    of member: UInt32, named name: String, in frame: Frame, _ isDeclared: (String) -> Bool
  ) -> String? {
    guard state.convertsFromSnakeCase, !isDeclared(name) else { return nil }
    let key = spelling(of: member, in: frame.tree)
    return SnakeCase.firstName(writtenAs: key) {
      guard isDeclared($0) else { return false }
      let first = firstMember(named: $0)
      return first != 0 && spelling(of: first, in: frame.tree) == key
    }
  }

  /// Throws an error if a key is converted to the name of a declared field that has another key
  /// too. There is nowhere to preserve its value: written with its own spelling, it might become
  /// the field's value when the document is read again, depending on the order of the keys.
  ///
  /// Of two equal keys the first wins, as everywhere in JSON.
  private func checkKey(of member: UInt32, named name: String, in frame: Frame) throws {
    guard state.pointee.settings.convertsKeys else { return }
    let first = firstMember(named: name)
    if first == 0 || first == member || frame.tree.key(of: first) == frame.tree.key(of: member) {
      return
    }
    throw field(member, in: frame.tree).keyConvertedTwice()
  }

  /// Adds a member to the unknown fields, unless it is Lineage's own.
  ///
  /// - Parameter original: Its key in the document, before a key strategy converts it.
  func collect(
    _ field: Field, named name: String, spelled original: String,
    in frame: Frame, into unknown: inout UnknownFields
  ) throws {
    let libraryKeys = frame.libraryKeys?.object
    let spelled = libraryKeys.map {
      state.field(of: frame).spelled(name, ofKey: original, among: $0)
    }
    if let libraryKeys, let spelled,
      libraryKeys.hasLeaf(
        spelled,
        isVersion: FoundVersion(at: .key(name), in: state.field(of: frame))?.version != nil)
    {
      return
    }
    if let key = field.tree.illFormedKey(of: field.slot) {
      let value = try field.encodingCarriedValue().documentValue()
      unknown.storedFields.add(value, forKey: key)
      return recordCollected(field, value, in: frame)
    }
    let inner = spelled.flatMap { libraryKeys?.inside($0) }
    if inner != nil, field.slot != 0 {
      // Of two equal keys the first wins, even if it only contains the version and isn't collected.
      let first = frame.tree.member(original, of: frame.slot)
      if first != 0, first != field.slot { return }
    }
    if let inner, let object = field.foreignValue {
      if object.hasOnly(inner) { return }
      try object.checkThatVersionIsFound(among: inner)
    }
    unknown.storedFields.makeRoom(for: original)
    guard let key = unknown.makeRoom(for: name, spelled: original) else { return }
    var value = try field.encodingCarriedValue().documentValue()
    if let inner {
      value = value.removing(inner, in: field)
      if value.object?.isEmpty == true { return }
    }
    unknown[key] = value
    if let spelling = field.spelling { unknown.spellings[key] = spelling }
    recordCollected(field, value, in: frame)
  }

  private func recordCollected(_ field: Field, _ value: DocumentValue, in frame: Frame) {
    state.pointee.steps.unknownFieldsCollected += 1
    if state.pointee.marksReads { state.markMemberRead(field.slot, in: field.tree) }
    if state.pointee.carryOver.isActive {
      // It was recorded when it was read from the document.
      if state.owns(frame.tree) {
        frame.tree.slots[Int(field.slot)].flags.insert(.isCollected)
      }
      if !frame.tree[frame.slot].flags.contains(.isUndecoded) { return }
    }
    if let reportBuilder = state.pointee.reportBuilder {
      reportBuilder.recordUnknownKept(at: field.path, value)
    }
  }

  /// Stores that a declared field is null, so that it is written as null if it is still nil, unless its type decodes the
  /// null as a value.
  ///
  /// - Parameter nulls: The names of the nulls that were stored so far. Of equal keys the first
  ///   wins.
  func preserveNull(
    _ field: Field, named name: String, unlessIn nulls: inout Set<String>,
    in unknown: inout UnknownFields
  ) {
    guard !field.isOmitted, nulls.insert(name).inserted else { return }
    unknown.nulls.append(name)
    unknown.nullsDecoded = nullsDecoded
    if let reportBuilder = state.pointee.reportBuilder {
      reportBuilder.recordPreservedNull(
        at: path(to: name), isCarriedOver: state.pointee.carryOver.isActive,
        isWrittenByType: nullsDecoded.contains(name))
    }
  }

  /// Records that the type of the object has decoded a null as a value, such as a `DocumentValue?`.
  func recordNullDecoded(_ name: String) { nullsDecoded.insert(name) }

  /// The nulls of the object that its type decodes as values, also later. A nil isn't one of them.
  private var nullsDecoded: NullNames {
    if let known = state.pointee.frameDetails.nullsDecoded[frameIndex] { return known }
    let names = NullNames()
    state.pointee.frameDetails.nullsDecoded[frameIndex] = names
    return names
  }

  /// Whether no type has declared a member. In a document, this is true of all members that the
  /// current type doesn't know. While values are carried over, it isn't true of the fields that the
  /// older type had.
  private func isUndeclared(_ member: TreeNode, in frame: Frame) -> Bool {
    if !state.pointee.carryOver.isActive || member.flags.contains(.isUndeclared) { return true }
    let object = frame.tree[frame.slot].flags
    return object.contains(.isUndecoded) || object.contains(.keysAreData)
  }
}

/// Which keys are known to be those of fields, while the unknown fields of a type are collected.
private struct LearnedNames {
  /// The names of the type's keys; nil if nothing can be learned.
  private let keys: KeyNames.Pointer?
  /// The byte of the key of the property that collects the unknown fields.
  private let property: Int
  private var expectedDeclared = 0
  private var expectedUndeclared = 0

  init(of keys: KeyNames.Pointer?, besides property: Int) {
    self.keys = keys
    self.property = property
  }

  @inline(__always)
  mutating func areDeclared(_ member: TreeNode, in tree: DocumentTree.View) -> Bool {
    keys?.pointee.declared.contains(
      member, in: tree, besides: property, expecting: &expectedDeclared) == true
  }

  mutating func areUndeclared(_ member: TreeNode, in tree: DocumentTree.View) -> Bool {
    keys?.pointee.undeclared.contains(
      member, in: tree, besides: property, expecting: &expectedUndeclared) == true
  }

  func addDeclared(_ key: String) { keys?.pointee.declared.learn(key, besides: property) }

  func addUndeclared(_ key: String) { keys?.pointee.undeclared.learn(key, besides: property) }
}

extension Field {
  /// The name that the key strategy makes of the key in the document, for an unknown field that an older
  /// type has preserved.
  ///
  /// It differs from the field's name if another key is converted to that name too.
  fileprivate var convertedOriginal: String? {
    guard state.pointee.carryOver.isActive, let spelling = tree.owner.object.spellings[slot] else {
      return nil
    }
    return state.convertKey(spelling, at: codingPath.dropLast())
  }

  /// The spelling of the key in the document, if a key strategy may have changed it.
  fileprivate var spelling: String? {
    if let recorded = tree.owner.object.spellings[slot] { return recorded }
    guard state.pointee.settings.convertsKeys, parent >= 0 else { return nil }
    let object = state.pointee.frames[UInt32(parent)].slot
    return state.convertsKeys(of: object, in: tree) ? tree.key(of: slot) : nil
  }
}
