// The special rules for writing the fields of a `DefaultFillable` value.
//
// An optional whose default isn't nil is written as null when it is nil, because a missing field
// would be filled with the default. If `encodesDefaults` is false, fields that equal their defaults
// are omitted. This isn't recursive: a nested value is one field here, and its own type decides what
// it omits.
//
// A newer document relies on the defaults of its own version. So a field that it omitted is omitted
// again unless user code has changed it, and all other fields are written. A field that is null in the document is
// written as null again if it was filled with a default that it still has.
//
// An object may be of a subclass with other defaults. It may be read as either class, so it is written
// whole, with a null for each nil that either class would fill.

extension TypeDefaults {
  /// Encodes a value of the type, or of a subclass.
  func encode(
    _ value: some Encodable, to encoder: ValueEncoder, _ encodeFields: () throws -> Void
  ) throws {
    let writer = encoder.writer
    let nils = writer.beginValueWithDefaults()
    defer { writer.endValueWithDefaults(since: nils) }
    try encodeFields()
    if writer.isInMemory, !writer.marksNulls(ofObjectAt: encoder.slot) { return }
    let own = isClass ? Self.of(Swift.type(of: value)) ?? self : self
    if writer.isInMemory {
      try markNulls(at: encoder)
      if own !== self { try own.markNulls(at: encoder) }
      return
    }
    guard let container = writer.existingContainer(.object, at: encoder.slot) else { return }
    let missing =
      own === self
      ? try namesOfFields(missingIn: container, of: writer)
      : try namesOfFields(missingIn: container, ofSubclassWith: own, of: writer)
    if !encodesDefaults || writer.hasPreservedVersions {
      try omitDefaults(of: value, own, from: container, of: writer)
    }
    for name in missing { writer.writeNull(at: writer.addMember(name, to: container)) }
    if writer.hasOmittedNils(since: nils) {
      try own.writeOmittedNils(since: nils, in: container, of: writer)
      if own !== self { try writeOmittedNils(since: nils, in: container, of: writer) }
    }
  }

  /// Omits the fields that equal their defaults from an object, if its document omits them.
  ///
  /// It is a function of its own, because copies of the stored version would cost a small value 5 %.
  @inline(never)
  private func omitDefaults(
    of value: some Encodable, _ own: TypeDefaults, from object: Int, of writer: DocumentWriter
  ) throws {
    let slot = writer.container(object).slot
    let newer = try writer.newerVersionWritten(at: slot, as: Swift.type(of: value))
    let omits =
      try newer == nil && !encodesDefaults && own === self && !writer.neverOmitsDefaults
      && (isVersioned || writer.mayOmitDefaults())
    guard newer != nil || omits else { return }
    let captured = try writer.defaults(of: own).tree
    let tree = try DocumentWriter.tree(
      of: value, toCompareWith: captured, userInfo: writer.userInfo)
    for name in own.namesOfFields(of: captured, thatEqual: tree)
    where newer?.fields.contains(name) != true && !writer.downgrades(name, in: tree) {
      writer.omit(name, of: newer, from: object)
    }
  }

  /// Writes a null for each nil that the type has omitted from an object that it opens inside its own, or from one
  /// with keys of any name, if the default there isn't nil.
  @inline(never)
  private func writeOmittedNils(
    since start: Int, in object: Int, of writer: DocumentWriter
  ) throws {
    let defaults = try writer.defaults(of: self)
    for omitted in writer.omittedNils(since: start) {
      guard let (container, path) = writer.place(of: omitted, inside: object),
        defaults.hasDefault(omitted.name, at: path),
        writer.declaredMember(omitted.name, in: container) == nil
      else { continue }
      writer.writeNull(at: writer.addMember(omitted.name, to: container))
    }
  }

  /// Marks the nils in memory that a document has as nulls, because their defaults aren't nil.
  private func markNulls(at encoder: ValueEncoder) throws {
    let tree = encoder.writer.tree
    let defaults = try encoder.writer.defaults(of: self)
    for fields in [defaults.fields] + defaults.nestedFields {
      guard let object = tree.view.value(at: fields.path, in: encoder.slot) else { continue }
      for name in fields.names {
        let member = tree.view.member(name, of: object)
        if member != 0, tree.slots[member].flags.contains(.isOmitted) {
          encoder.writer.markAlwaysWritten(member)
        }
      }
    }
  }

  /// The names of the fields with defaults that an object doesn't have, except among its unknown
  /// fields.
  ///
  /// Nearly always it has all of them. If all its keys were written by their bytes, that is known
  /// without their names, which take a tenth of the time for a small document.
  @inline(__always)
  private func namesOfFields(
    missingIn index: Int, of writer: DocumentWriter
  ) throws -> [String] {
    let container = writer.container(index)
    if let names = container.names,
      names.pointee.defaultedKeys.containsAll(in: container.writtenBytes, ofType: address)
    {
      return []
    }
    return try findNamesOfFields(missingIn: index, of: writer)
  }

  /// The names of the fields with defaults that an object of a subclass doesn't have: those with a
  /// default of the subclass, and those that it inherits with one of this class.
  @inline(never)
  private func namesOfFields(
    missingIn index: Int, ofSubclassWith defaults: TypeDefaults, of writer: DocumentWriter
  ) throws -> [String] {
    let missing = try defaults.namesOfFields(missingIn: index, of: writer)
    let declared = try writer.defaults(of: defaults)
    let inherited = try namesOfFields(missingIn: index, of: writer)
    return missing
      + inherited.filter { declared.tree.view.member($0, of: 0) != 0 && !missing.contains($0) }
  }

  @inline(never)
  private func findNamesOfFields(
    missingIn index: Int, of writer: DocumentWriter
  ) throws -> [String] {
    // The names in a dictionary, and those of an enum's cases, aren't fields that are nil when they are missing.
    let container = writer.container(index)
    if container.isDictionary { return [] }
    let defaults = try writer.defaults(of: self)
    if defaults.isEnum { return [] }
    let fields = defaults.fields
    let missing = writer.names(fields.names, arePlain: fields.areNamesPlain, missingFrom: index)
    if missing.isEmpty, !defaults.dependOnUserInfo {
      container.names?.pointee.setDefaultedKeys(fields.names, of: address)
    }
    return missing
  }

  private var address: UInt { Unretained(self).address }
}

extension DocumentWriter {
  /// Whether a field has a versioned value that may be written as an older type. The programs that the
  /// document is for may have another default for it.
  fileprivate func downgrades(_ name: String, in tree: DocumentTree) -> Bool {
    guard !state.pointee.nestedVersions.isEmpty, tree.hasVersions else { return false }
    let member = tree.view.member(name, of: 0)
    return member != 0 && tree.hasVersion(in: member)
  }
}

extension DocumentTree {
  /// Whether a value has a recorded version, or contains one that has.
  fileprivate func hasVersion(in slot: UInt32) -> Bool {
    version(of: slot) != nil || children(of: slot).contains { hasVersion(in: $0) }
  }
}
