/// The fields of an old value as a tree, ready to be decoded as another type.
struct EncodedFields {
  private let writer: DocumentWriter
  /// The details of the newer document that the old value came from, if any.
  private let newer: PreservedVersion?

  init(_ writer: DocumentWriter, of type: any Any.Type) {
    self.writer = writer
    newer = writer.newerVersion(at: 0, as: type)
  }

  var tree: DocumentTree { writer.tree }

  /// The names of the old type's fields.
  var names: DeclaredKeyTypes { writer.state.pointee.rootKeys }

  /// Applies a step's edits.
  func apply(_ fields: CarriedFields, reportBuilder: ReportBuilder?) throws -> FieldChanges {
    // Steps have few edits, so comparing names takes less than making sets of them.
    func isSet(_ name: String) -> Bool { fields.settings.contains { $0.name == name } }
    var replaced: [String] = []
    var used: [String] = []
    let otherNames = fields.otherNames
    try tree.editMembers { own, member in
      let name = otherNames[member] ?? own
      let newName = fields.renamings.first { $0.old == name }?.new
      let isDropped = fields.dropped.contains(name)
      let isUnknown =
        fields.unknownFields != nil && writer.state.pointee.preserved.unknown.contains(member)
        && !writer.state.pointee.preserved.nulls.contains(member)
      if newName != nil || isDropped {
        if isUnknown { used.append(own) }
        if tree.slots[member].flags.contains(.isUndeclared) {
          try reportBuilder?.recordHandled(own, DocumentValue(member, of: tree.view))
        }
        if tree.isNullWritten(at: member) {
          reportBuilder?.recordNullHandled(name, as: isDropped ? nil : newName)
        }
      }
      if isDropped { return nil }
      if let newName { return isSet(newName) ? nil : newName }
      if isSet(name) || isUnknown { return nil }
      guard fields.renamings.contains(where: { $0.new == name }) else { return own }
      if !tree.slots[member].flags.contains(.isUndeclared), !tree.slots[member].isNull {
        replaced.append(name)
      }
      return nil
    }
    for setting in fields.settings { tree.addMember(setting.name, setting.value) }
    if var unknown = fields.unknownFields?.value {
      unknown.nulls.removeAll { name in
        fields.dropped.contains(name) || fields.renamings.contains { $0.old == name }
      }
      try add(unknown, without: used)
    }
    return FieldChanges(fields: fields, replaced: replaced)
  }

  /// Adds the unknown fields that a step has set, without those that it has renamed or dropped.
  @inline(never)
  private func add(_ unknown: UnknownFields, without used: [String]) throws {
    if tree.slots[0].kind != .object { tree.slots[0].setValue(TreeNode(.object)) }
    let others = used.reduce(unknown) { $0.removing($1) }
    try writer.add(others, to: writer.reopenRoot()) { _ in false }
    try writer.finishTree()
  }

  /// Updates a version that a type stores in its own property.
  func renewVersion(from old: any Any.Type, to new: any Any.Type) {
    // Most types leave the version to the library.
    let property = VersionProperty.of(new)
    if property.withObject({ $0.isMissing(in: tree) }) { return }
    renewVersion(from: old, to: property)
  }

  @inline(never)
  private func renewVersion(from old: any Any.Type, to new: Unretained<VersionProperty>) {
    guard let new = new.object.known, let old = VersionProperty.of(old).object.known,
      old.location == new.location
    else { return }
    tree.renew(new.location.keys[...], to: new.version)
  }

  /// How the new type decodes a value of a newer version, or one that was in such a value and has no version of its own;
  /// nil if the value isn't newer.
  ///
  /// The tree has all fields of the old type, so the fields that the document itself has are listed
  /// separately.
  @inline(never)
  func versionToPreserve(
    of old: any Any.Type, as type: any Any.Type, changes: FieldChanges?
  ) -> VersionToPreserve? {
    guard let newer else { return nil }
    if let recorded = newer.origin.recorded {
      guard let versioned = type as? any VersionedCodable.Type,
        versioned.version.anyVersion.isOlder(than: recorded.version) == true,
        !versioned.isOlderVersion(of: old)
      else { return nil }
    } else if type is any VersionedCodable.Type {
      return nil
    }
    return VersionToPreserve(
      newer.origin, as: type, fields: changes?.newFields(of: newer.fields) ?? newer.fields)
  }
}

/// The property in which a type may store its version, which is looked up once: finding out that a
/// type conforms to a protocol takes as long as carrying over a field.
private final class VersionProperty: @unchecked Sendable {
  struct Known {
    let location: VersionLocation
    let version: AnyVersion
  }

  /// Where a type has its version; nil if it has none.
  let known: Known?
  /// The first key of the location, which is never deallocated; nil if it can't be compared by its
  /// bytes.
  private let firstName: KeyName?

  private static let ofTypes = TypeTable<VersionProperty>()

  static func of(_ type: any Any.Type) -> Unretained<VersionProperty> {
    ofTypes.object(of: type, orStoring: VersionProperty(of: type))
  }

  private init(of type: any Any.Type) {
    known = (type as? any VersionedCodable.Type).map {
      Known(location: $0._versionLocation, version: $0.version.anyVersion)
    }
    firstName = known?.location.keys.first.flatMap { KeyName(copying: $0) }
  }

  /// Whether a tree is known not to have the property.
  func isMissing(in tree: DocumentTree) -> Bool {
    guard let firstName else { return known == nil }
    let root = tree.slots[0]
    return root.kind != .object || tree.view.member(firstName, from: root.firstChild) == 0
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
  /// Whether a field is a null that is written in any case, or one that was decoded as a value.
  fileprivate func isNullWritten(at slot: UInt32) -> Bool {
    isNull(at: slot)
      && (slots[slot].kind == .native || slots[slot].flags.contains(.isAlwaysWritten))
  }

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
}
