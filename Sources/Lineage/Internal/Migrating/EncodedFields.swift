/// The fields of an old value as a tree, ready to be decoded as another type.
struct EncodedFields {
  let tree: DocumentTree
  /// The names of the old type's fields.
  let names: DeclaredKeyTypes
  /// The details of the newer document that the old value came from, if any.
  private let newer: NewerDocument?

  init<Old: Encodable>(of old: Old, userInfo: [CodingUserInfoKey: Any]) throws {
    let writer = try DocumentWriter.inMemory(userInfo: userInfo, carriesFields: true) {
      try old.encode(to: $0)
    }
    tree = writer.tree
    names = writer.state.pointee.rootNames
    newer = writer.newerDocument(at: 0, as: Old.self)
  }

  /// Applies a step's edits.
  func apply(_ fields: CarriedFields, reportBuilder: ReportBuilder?) throws -> FieldChanges {
    let newNames = Dictionary(uniqueKeysWithValues: fields.renamings.map { ($0.old, $0.new) })
    let targets = Set(newNames.values)
    let set = Set(fields.settings.map(\.name))
    let dropped = Set(fields.dropped)
    var replaced: [String] = []
    try tree.editMembers { name, member in
      let newName = newNames[name]
      if newName != nil || dropped.contains(name) {
        if tree.slots[member].flags.contains(.isUndeclared) {
          try reportBuilder?.recordArrived(name, DocumentValue(member, of: tree.view))
        }
        if tree.slots[member].isNull, tree.slots[member].flags.contains(.isKept) {
          reportBuilder?.recordNullArrived(name, as: dropped.contains(name) ? nil : newName)
        }
      }
      if dropped.contains(name) { return nil }
      if let newName { return set.contains(newName) ? nil : newName }
      if set.contains(name) { return nil }
      guard targets.contains(name) else { return name }
      if !tree.slots[member].flags.contains(.isUndeclared), !tree.slots[member].isNull {
        replaced.append(name)
      }
      return nil
    }
    for setting in fields.settings { tree.addMember(setting.name, setting.value) }
    return FieldChanges(fields: fields, replaced: replaced)
  }

  /// Updates a version that a type stores in its own property.
  func renewVersion(from old: any Any.Type, to new: any Any.Type) {
    guard let old = old as? any VersionedCodable.Type, let new = new as? any VersionedCodable.Type
    else { return }
    tree.renewVersion(from: old, to: new)
  }

  /// How the new type decodes a value of a newer version; nil if the value isn't newer.
  ///
  /// The tree has all fields of the old type, so the fields that the document itself has are listed
  /// separately.
  @inline(never)
  func newerReading(
    of old: any Any.Type, as type: any Any.Type, changes: FieldChanges?
  ) -> NewerReading? {
    guard let newer, let versioned = type as? any VersionedCodable.Type,
      versioned.version.anyVersion.isOlder(than: newer.recorded.version) == true,
      !versioned.isOlderVersion(of: old)
    else { return nil }
    return NewerReading(
      recorded: newer.recorded, type: ObjectIdentifier(type),
      fields: changes?.newNames(of: newer.fields) ?? newer.fields)
  }
}

extension VersionedCodable {
  /// Whether this is an older version of another type.
  fileprivate static func isOlderVersion(of other: any Any.Type) -> Bool {
    guard let newer = other as? any VersionedCodable.Type, newer != Self.self else { return false }
    return newer.chainLinks.links.contains { $0.type == Self.self }
  }
}

extension DocumentTree {
  /// Adds a member to the root, which becomes an object if it isn't one.
  fileprivate func addMember(_ name: String, _ value: CarriedValue?) {
    if slots[0].kind != .object { slots[0].setValue(TreeNode(.object)) }
    let last = lastChild(of: 0)
    let member = append(value.map { addNative(.carried($0)) } ?? TreeNode(.null))
    if value == nil { slots[member].flags.insert(.isOmitted) }
    setKey(name, of: member)
    if last == 0 { slots[0].firstChild = member } else { slots[last].next = member }
    slots[0].count += 1
  }

  fileprivate func renewVersion(
    from old: any VersionedCodable.Type, to new: any VersionedCodable.Type
  ) {
    guard old._versionLocation == new._versionLocation else { return }
    var slot: UInt32 = 0
    for key in new._versionLocation.keys {
      slot = view.member(key, of: slot)
      if slot == 0 { return }
    }
    switch new.version.anyVersion {
    case .integer(let number) where slots[slot].kind.isNumber:
      slots[slot].setValue(TreeNode(.signed, bits: UInt64(bitPattern: Int64(number))))
    case .string(let text) where slots[slot].kind == .plainText:
      let (start, length) = addText(text)
      slots[slot].setValue(TreeNode(.plainText, start: start, length: length))
    default: break
    }
  }
}
