/// What a document holds at the level of a type and the type does not declare.
///
/// Give the type one property of it, and nothing that a newer program wrote is lost when this one
/// saves the document:
///
/// ```swift
/// struct Contact: VersionedCodable {
///   static let version = 1
///   typealias PreviousVersion = NothingOlder
///   var name: String
///   var unknownFields = UnknownFields()
/// }
/// ```
///
/// Decoding collects every key of the object that the type's coding keys don't know; encoding writes
/// them back at the same level, with every digit and every character that they had.
///
/// They move along from version to version by `init(carryingOver:)`, and a field that is unknown to
/// version 2 and declared by version 3 arrives in version 3's property. What an older type declares is
/// never unknown to the newer one: a field that was removed is gone.
///
/// A step that sets all properties itself passes them on by `unknownFields = old.unknownFields`. If
/// there is a field among them that the new type declares, the document can't be read: its value would
/// be lost. Take it out with ``removing(_:)`` once its value is in the property.
///
/// A document of a newer version that was read as the newest known one remembers its own version
/// here, and has it again when it is written.
///
/// An optional property is nil both where its key is missing and where it is null. Which of the two it
/// was is remembered here too: a property that was null is written as null again, as long as it is nil.
///
/// Two keys that a decoder's strategy makes one declared field, such as `first_name` and `firstName`, are an
/// error: one of their values would be lost.
///
/// Coders that are used without `versioned:` or `unversioned:` find no unknown fields, and refuse to write a
/// value that has some: it would lose them.
public struct UnknownFields: Sendable {
  private struct Contents {
    var fields = DocumentObject()
    var spellings: [String: String] = [:]
    var nulls: [String] = []
    var newer: NewerDocument?
  }

  /// One or, where there is nothing to keep, none: most documents hold nothing unknown, and a property
  /// that is empty should cost next to nothing.
  private var contents: [Contents] = []

  /// The fields, in the order of the document.
  public var fields: DocumentObject {
    get { contents.first?.fields ?? DocumentObject() }
    _modify { yield &contents[index].fields }
  }

  /// How the document spelled the names, where a strategy for keys may have changed them.
  var spellings: [String: String] {
    get { contents.first?.spellings ?? [:] }
    _modify { yield &contents[index].spellings }
  }

  /// The names of declared fields that were null in the document.
  var nulls: [String] {
    get { contents.first?.nulls ?? [] }
    _modify { yield &contents[index].nulls }
  }

  /// What makes the document one of a newer version.
  var newer: NewerDocument? {
    get { contents.first?.newer }
    _modify { yield &contents[index].newer }
  }

  /// The index of the contents, which there are from here on.
  private var index: Int {
    mutating get {
      if contents.isEmpty { contents.append(Contents()) }
      return 0
    }
  }

  /// The key for a field that is to be added; nil if it is there already.
  ///
  /// Of two equal keys the first counts. Two keys that a strategy makes equal are not equal: the one that
  /// is spelled as its name keeps it, and another has its spelling for a name.
  mutating func makeRoom(for name: String, spelled spelling: String) -> String? {
    if fields[name] == nil { return name }
    if fields[spelling] == nil { return spelling }
    guard let other = spellings[spelling], other != spelling, fields[other] == nil else {
      return nil
    }
    fields.rename(spelling, to: other)
    spellings[other] = other
    spellings[spelling] = nil
    return spelling
  }

  /// Makes a collection of nothing.
  public init() { UnknownFieldsMade.note() }

  /// The value of an unknown field; setting it to nil removes the field.
  public subscript(name: String) -> DocumentValue? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  /// Returns the others, without some that a step has taken care of.
  ///
  /// ```swift
  /// color = old.unknownFields["color"]?.string ?? "white"
  /// unknownFields = old.unknownFields.removing("color")
  /// ```
  ///
  /// - Parameter names: The names of the fields to leave out.
  /// - Returns: The fields with other names.
  public func removing(_ names: String...) -> UnknownFields {
    var rest = self
    for name in names where rest.fields[name] != nil {
      rest.fields[name] = nil
      rest.spellings[name] = nil
    }
    return rest
  }

  /// Whether there are none.
  public var isEmpty: Bool { contents.first?.fields.isEmpty ?? true }
}

// MARK: - Conformances

extension UnknownFields: Hashable {
  /// Compares the fields, and the version of a newer document.
  public static func == (first: UnknownFields, second: UnknownFields) -> Bool {
    first.fields == second.fields && first.newer == second.newer
  }

  /// Hashes the fields.
  public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

extension UnknownFields: ExpressibleByDictionaryLiteral {
  /// Makes a collection of fields; of equal names the first counts.
  public init(dictionaryLiteral fields: (String, DocumentValue)...) {
    self.fields = DocumentObject(fields)
    UnknownFieldsMade.note()
  }
}

extension UnknownFields: CustomStringConvertible {
  /// The fields in the manner of JSON.
  public var description: String { fields.description }
}

extension UnknownFields: Codable {
  /// Finds nothing: unknown fields stand beside the property, where only our decoder looks.
  public init(from decoder: any Decoder) throws { self.init() }

  /// Refuses to lose them: unknown fields stand beside the property, where only our encoder puts them.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      UnknownFields.self,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: """
          A plain encoder would lose the unknown fields of this value, or the nulls that it was read \
          with. Use encode(versioned:) or encode(unversioned:), or a VersionedJSONEncoder.
          """))
  }
}

extension KeyedDecodingContainer {
  /// Collects the unknown fields, without a field of the property's own name.
  public func decode(_ type: UnknownFields.Type, forKey key: Key) throws -> UnknownFields {
    try decodeIfPresent(type, forKey: key) ?? UnknownFields()
  }
}

extension KeyedEncodingContainer {
  /// Writes the unknown fields beside the others; other coders than ours can't.
  public mutating func encode(_ value: UnknownFields, forKey key: Key) throws {
    if value.isEmpty && value.nulls.isEmpty && value.newer == nil { return }
    try encodeIfPresent(value, forKey: key)
  }
}

// MARK: - Reading

extension FieldScope {
  /// The members that a type does not declare and that the library has no use for itself.
  ///
  /// - Parameters:
  ///   - key: The key of the property that collects them, as a byte.
  ///   - keys: What is remembered of the type's keys.
  ///   - isDeclared: Whether a name is that of a field.
  func unknownFields(
    besides key: Int, _ keys: KeyNames<FieldScope>.Pointer?, isDeclared: (String) -> Bool
  ) throws -> UnknownFields {
    let frame = try frame
    var unknown = UnknownFields()
    state.pointee.frames[frameIndex].flags.insert(.collectsUnknown)
    if let newer = state.pointee.newerVersions[frameIndex] {
      newer.readableSince?.markRead(in: field(of: frame))
      unknown.newer = NewerDocument(
        newer, fields: newer.fields ?? (newer.isNewer ? Set(names) : []))
    }
    if frame.isForeign {
      for name in names {
        guard let field = try present(name, in: frame) else { continue }
        if isDeclared(name) {
          if field.isNull { keepNull(field, named: name, in: &unknown) }
        } else {
          try collect(field, at: 0, named: name, in: frame, into: &unknown)
        }
      }
    } else {
      let keys = state.pointee.convertsKeys ? nil : keys
      var slot = frame.tree[frame.slot].kind == .object ? frame.tree[frame.slot].firstChild : 0
      var expected = 0
      while slot != 0 {
        let member = frame.tree[slot]
        if let keys,
          keys.pointee.declared.contain(member, in: frame.tree, besides: key, expecting: &expected)
        {
          if member.kind == .null {
            let name = state.name(of: slot, in: frame.tree, object: Int32(frameIndex))
            keepNull(field(slot, in: frame.tree), named: name, in: &unknown)
          }
          slot = member.next
          continue
        }
        let name = state.name(of: slot, in: frame.tree, object: Int32(frameIndex))
        // A subclass may have asked for it before.
        let isAsked =
          frame.flags.contains(.tracksReads) && frame.tree[slot].flags.contains(.isRead)
        if !member.flags.contains(.illFormedKey), isDeclared(name) {
          try checkKey(of: slot, named: name, in: frame)
          keys?.pointee.declared.learn(name, besides: key)
          if member.kind == .null {
            keepNull(field(slot, in: frame.tree), named: name, in: &unknown)
          }
        } else if !isAsked, isUndeclared(member, in: frame) {
          try collect(field(slot, in: frame.tree), at: slot, named: name, in: frame, into: &unknown)
        }
        slot = member.next
      }
    }
    return unknown
  }

  /// Refuses a second key of a declared field, whose value has no place to be kept in: under its own
  /// spelling it would be the field's value for the next reader, or not, as the keys are sorted.
  ///
  /// Of two equal keys the first counts, as in all of JSON.
  private func checkKey(of member: UInt32, named name: String, in frame: Frame) throws {
    guard state.pointee.convertsKeys else { return }
    let first = firstMember(named: name)
    if first == 0 || first == member || frame.tree.key(of: first) == frame.tree.key(of: member) {
      return
    }
    throw field(member, in: frame.tree).keyConvertedTwice()
  }

  private func collect(
    _ field: Field, at member: UInt32, named name: String, in frame: Frame,
    into unknown: inout UnknownFields
  ) throws {
    let owned = frame.owned?.takeUnretainedValue()
    let original = field.isForeign ? name : field.tree.key(of: field.slot)
    if owned?.leaves.contains(name) == true || owned?.leaves.contains(original) == true {
      // Only a version is the library's own.
      guard name == VersionLocation.readableSinceKey,
        VersionFound(at: .key(name), in: self.field(of: frame))?.version == nil
      else { return }
    }
    if !field.isForeign, let key = field.tree.illFormedKey(of: field.slot) {
      let value = try DocumentValue(field.encodingCarriedValue())
      unknown.fields.add(value, forKey: key)
      return noteKept(field, at: member, value, in: frame)
    }
    unknown.fields.makeRoom(for: original)
    guard let key = unknown.makeRoom(for: name, spelled: original) else { return }
    var value = try DocumentValue(field.encodingCarriedValue())
    if let inner = owned?.inner[name] {
      value = value.removing(inner) { state.convertKey($0, at: field.codingPath) }
      if value.object?.isEmpty == true { return }
    }
    unknown[key] = value
    if let spelling = field.spelling { unknown.spellings[key] = spelling }
    noteKept(field, at: member, value, in: frame)
  }

  private func noteKept(
    _ field: Field, at member: UInt32, _ value: DocumentValue, in frame: Frame
  ) {
    state.pointee.unknownFieldsCollected += 1
    if state.pointee.tracksReads, !field.isForeign { state.markRead(field.slot, in: field.tree) }
    if state.pointee.carriesValues {
      // It has been noted when it was read from the document.
      if state.owns(frame.tree) {
        frame.tree.slots[Int(member)].flags.remove(.isUndeclared)
      }
      if !frame.tree[frame.slot].flags.contains(.isDocument) { return }
    }
    if let journal = state.pointee.journal {
      journal.noteKept(at: FieldPath(field.codingPath), value)
    }
  }

  /// Remembers that a declared field is null, to write it so if it is nil then.
  private func keepNull(_ field: Field, named name: String, in unknown: inout UnknownFields) {
    if field.isOmitted || unknown.nulls.contains(name) { return }
    unknown.nulls.append(name)
    if let spelling = field.spelling { unknown.spellings[name] = spelling }
    if let journal = state.pointee.journal {
      journal.noteKeptNull(
        at: FieldPath(field.codingPath), isCarriedOver: state.pointee.carriesValues)
    }
  }

  /// Whether a member is one that no type has declared. In a document, all are that the type at hand
  /// doesn't know. While fields are carried over, those that the older type had are not.
  private func isUndeclared(_ member: FieldSlot, in frame: Frame) -> Bool {
    !state.pointee.carriesValues || member.flags.contains(.isUndeclared)
      || !frame.tree[frame.slot].flags.isDisjoint(with: [.isDocument, .keepsKeys])
  }

  private func field(of frame: Frame) -> Field {
    Field(
      state: state, tree: frame.tree, slot: frame.slot, parent: frame.parent, step: frame.step,
      foreign: frame.foreign)
  }
}

extension Field {
  /// How the document spells the key, where a strategy for keys may have changed it.
  fileprivate var spelling: String? {
    if isForeign { return nil }
    if let kept = tree.owner.takeUnretainedValue().spellings[slot] { return kept }
    guard state.pointee.convertsKeys, parent >= 0 else { return nil }
    let object = state.pointee.frames[UInt32(parent)].slot
    return state.convertsKeys(of: object, in: tree) ? tree.key(of: slot) : nil
  }
}

extension DocumentValue {
  /// The value without the members that are the library's own, and without what is empty then.
  func removing(_ owned: OwnedKeys, _ convert: (String) -> String) -> DocumentValue {
    guard case .object(var object) = self else { return self }
    for key in object.keys {
      let name = convert(key)
      if owned.leaves.contains(name) { object[key] = nil }
      guard let inner = owned.inner[name] else { continue }
      object[key] = object[key]?.removing(inner, convert)
      if object[key]?.object?.isEmpty == true { object[key] = nil }
    }
    return .object(object)
  }
}

// MARK: - Writing

extension FieldWriter {
  /// Writes unknown fields beside the declared ones, which count where both have a name.
  func add(_ unknown: UnknownFields, to container: Int) throws {
    let mark = mark
    for (name, value) in unknown.fields {
      if let key = unknown.fields.illFormedKey(name) {
        let slot = addNewMember(key, to: container)
        try write(value, to: FieldEncoder(writer: self, slot: slot, container: container))
        end(slot, since: mark)
        noteUnknown(slot)
        continue
      }
      let spelling = unknown.spellings[name]
      if isTaken(name, spelled: spelling, in: container) {
        if isInMemory, let declared = declaredMember(name, in: container) {
          noteMeeting(at: declared, in: container, of: value)
        }
        continue
      }
      let slot = addUnknownMember(name, spelled: spelling, to: container)
      try write(value, to: FieldEncoder(writer: self, slot: slot, container: container))
      end(slot, since: mark)
      noteUnknown(slot)
    }
    for name in unknown.nulls { addNull(name, spelled: unknown.spellings[name], to: container) }
    if let newer = unknown.newer { noteNewer(newer, of: container) }
  }

  /// Whether a declared field has the name, or any member the spelling.
  ///
  /// Two names that a strategy makes equal are two unknown fields, each with a spelling of its own.
  private func isTaken(_ name: String, spelled spelling: String?, in container: Int) -> Bool {
    guard let spelling else { return member(name, in: container) != nil }
    return declaredMember(name, in: container) != nil
      || existingMember(spelling, in: container) != nil
  }
}
