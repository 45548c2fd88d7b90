// The special rules for writing the fields of a `DefaultFillable` value.
//
// An optional whose default isn't nil is written as null when it is nil, because a missing field
// would be filled with the default. If `encodesDefaults` is false, fields that equal their defaults
// are omitted. This isn't recursive: a nested value is one field here, and its own type decides what
// it omits.
//
// A newer document relies on the defaults of its own version. So a field that it omitted is omitted
// again unless user code has changed it, and all other fields are written.
//
// An object may be of a subclass with other defaults. It may be read as either class, so it is written
// whole, with a null for each nil that either class would fill.

extension TypeDefaults {
  /// Encodes a value of the type, or of a subclass.
  func encode(
    _ value: some Encodable, to encoder: ValueEncoder, _ encodeFields: () throws -> Void
  ) throws {
    try encodeFields()
    let writer = encoder.writer
    if writer.isInMemory {
      // A type whose defaults can't be encoded still migrates.
      let isMigrating = !writer.state.pointee.marksNulls
      do { try recordNils(of: value, at: encoder) } catch  where isMigrating {}
      return
    }
    let own = ofOwnType(value)
    guard let container = writer.existingContainer(.object, at: encoder.slot) else { return }
    let missing =
      own === self
      ? try namesOfFields(missingIn: container, of: writer)
      : try namesOfFields(missingIn: container, ofSubclassWith: own, of: writer)
    let newer = try writer.newerVersionWritten(at: encoder.slot, as: Swift.type(of: value))
    let omits =
      try newer == nil && !encodesDefaults && own === self
      && (isVersioned || writer.mayOmitDefaults())
    if newer != nil || omits {
      let captured = try writer.defaults(of: own).tree
      let tree = try DocumentWriter.tree(
        of: value, toCompareWith: captured, userInfo: writer.userInfo)
      for name in own.namesOfFields(of: captured, thatEqual: tree)
      where newer?.fields.contains(name) != true && !writer.downgrades(name, in: tree) {
        writer.removeMember(name, from: container)
      }
    }
    writer.writeNulls(missing, to: container)
    if writer.hasContainers(after: container) {
      try own.forNestedObjects(in: container, of: writer, writer.writeNulls)
      if own !== self { try forNestedObjects(in: container, of: writer, writer.writeNulls) }
    }
  }

  /// Calls a closure for each object that the type has opened inside its own, with the names of the fields with defaults
  /// that it doesn't have.
  @inline(never)
  private func forNestedObjects(
    in object: Int, of writer: DocumentWriter, _ body: ([String], Int) -> Void
  ) throws {
    let defaults = try writer.defaults(of: self)
    for fields in defaults.nestedFields {
      guard let nested = writer.object(at: fields.path, inside: object) else { continue }
      let missing = writer.names(
        of: fields, of: defaults, missingIn: nested, address: Unretained(fields).address)
      body(missing, nested)
    }
  }

  /// The defaults of the class that an object is of.
  private func ofOwnType(_ value: some Encodable) -> TypeDefaults {
    isClass ? Self.of(Swift.type(of: value)) ?? self : self
  }

  /// Records the nils of a value in memory that a document has as nulls, because their defaults aren't nil.
  func recordNils(of value: some Encodable, at encoder: ValueEncoder) throws {
    guard let object = encoder.writer.latestObject(at: encoder.slot) else { return }
    let own = ofOwnType(value)
    try own.recordNils(in: object, of: encoder.writer)
    if own !== self { try recordNils(in: object, of: encoder.writer) }
  }

  private func recordNils(in object: Int, of writer: DocumentWriter) throws {
    for name in try namesOfFields(missingIn: object, of: writer) {
      writer.recordOmitted(name, in: object)
    }
    if writer.hasContainers(after: object) {
      try forNestedObjects(in: object, of: writer) { missing, nested in
        for name in missing { writer.recordOmitted(name, in: nested) }
      }
    }
    if writer.state.pointee.marksNulls { try markNulls(in: object, of: writer) }
  }

  @inline(never)
  private func markNulls(in object: Int, of writer: DocumentWriter) throws {
    let defaults = try writer.defaults(of: self)
    for fields in [defaults.fields] + defaults.nestedFields {
      guard let object = writer.object(at: fields.path, inside: object) else { continue }
      for name in fields.names {
        let member = writer.tree.view.member(name, of: writer.container(object).slot)
        if member != 0, writer.tree.slots[member].flags.contains(.isOmitted) {
          writer.markAlwaysWritten(member)
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
    if writer.hasAllFields(ofDefaultsAt: address, in: index) { return [] }
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
    let defaults = try writer.defaults(of: self)
    return writer.names(of: defaults.fields, of: defaults, missingIn: index, address: address)
  }

  private var address: UInt { Unretained(self).address }
}

extension DocumentWriter {
  /// Whether an object was written with all keys that have defaults, as far as their bytes tell.
  ///
  /// - Parameter address: What identifies the defaults.
  @inline(__always)
  fileprivate func hasAllFields(ofDefaultsAt address: UInt, in index: Int) -> Bool {
    let container = container(index)
    guard let names = container.names else { return false }
    return names.pointee.defaultedKeys.areAll(in: container.writtenBytes, ofType: address)
  }

  /// The names of the fields that an object doesn't have.
  fileprivate func names(
    of fields: DefaultedFields, of defaults: CapturedDefaults, missingIn index: Int, address: UInt
  ) -> [String] {
    if hasAllFields(ofDefaultsAt: address, in: index) { return [] }
    let missing = self.fields(fields.names, arePlain: fields.areNamesPlain, missingFrom: index)
    if missing.isEmpty, !defaults.dependOnUserInfo {
      container(index).names?.pointee.setDefaultedKeys(fields.names, of: address)
    }
    return missing
  }

  fileprivate func writeNulls(_ names: [String], to object: Int) {
    for name in names { writeNull(at: addMember(name, to: object)) }
  }

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
