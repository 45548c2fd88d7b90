extension DocumentWriter {
  /// Writes a version among the fields of a type. Enclosing objects that are missing or null are
  /// created: when the document is read again, an object with nothing but the version is nil.
  ///
  /// - Returns: Whether the version is written. It isn't if an enclosing value isn't an object, or
  ///   if the type has written something else in its place.
  /// - Throws: `ShadowedFieldError` if it isn't written because of an unknown field.
  func write(
    _ version: AnyVersion, under keys: [String], of encoder: ValueEncoder
  ) throws -> Bool {
    var member = encoder
    var isUnknown = false
    for (index, key) in keys.enumerated() {
      guard let object = object(in: member, replacesNull: index > 0) else {
        if isUnknown { throw shadowed(by: keys.prefix(index), of: encoder) }
        return false
      }
      let slot = libraryMember(
        key, in: object, isVersion: index == keys.count - 1, isInUnknownField: isUnknown)
      member = ValueEncoder(writer: self, slot: slot, container: object)
      isUnknown = isUnknown || state.pointee.preserved.unknown.contains(slot)
    }
    let slot = member.slot
    let kind = kind(at: slot)
    // The version may replace a null among the unknown fields, which has no data.
    if kind != .nothing, !isUnknown || kind != .null {
      if has(version, at: slot) { return true }
      if isUnknown { throw shadowed(by: keys[...], of: encoder) }
      return false
    }
    switch version {
    case .integer(let number): write(number, at: slot)
    case .string(let text): write(text, at: slot)
    case .unversioned: break
    }
    return true
  }

  /// The slot for one of Lineage's own members. Its key is converted even if the other keys of the
  /// object are data.
  ///
  /// - Parameters:
  ///   - isVersion: Whether the member is a version, rather than an object around one. A `readableSince` replaces an
  ///     unknown field that isn't a version, because documents may have one.
  ///   - isInUnknownField: Whether the object is an unknown field or inside one.
  private func libraryMember(
    _ name: String, in index: Int, isVersion: Bool, isInUnknownField: Bool
  ) -> UInt32 {
    let written = state.pointee.convertsKeys ? convertKey(AnyCodingKey(name), in: index) : name
    if let existing = member(written: written, in: index) {
      let isUnknown = isInUnknownField || state.pointee.preserved.unknown.contains(existing)
      if !isVersion || !isUnknown { return existing }
      if isStray(existing, named: name) {
        state.pointee.preserved.unknown.remove(existing)
      } else if isInUnknownField {
        return existing
      }
    } else if state.pointee.convertsKeys {
      if let unknown = unknownMember(readAs: name, insteadOf: written, in: index) {
        // The document has the member under this spelling.
        if !isVersion { return unknown }
        if isStray(unknown, named: name) { unlink(unknown, from: index) }
      } else if let data = dataMember(readAs: name, insteadOf: written, in: index) {
        return data
      }
    }
    let slot = addMember(written: written, to: index)
    if !isText, !isInMemory { tree.slots[slot].flags.insert(.isUndeclared) }
    return slot
  }

  /// An unknown field with another spelling, which the strategy for decoding converts to the name of one of Lineage's
  /// own.
  private func unknownMember(
    readAs name: String, insteadOf written: String, in index: Int
  ) -> UInt32? {
    let spellings = [name, nameRead(from: name)]
    if spellings.allSatisfy({ $0 == written }) { return nil }
    return spellings.compactMap { member(written: $0, in: index) }.first {
      state.pointee.preserved.unknown.contains($0)
    }
  }

  /// The first member that isn't known to be a field, and that the strategy for decoding reads as one of Lineage's own.
  /// The strategy for encoding doesn't convert keys of data, so the object would have two members with the same name.
  ///
  /// A name that is spelled as it is written is found under that key before any other.
  private func dataMember(
    readAs name: String, insteadOf written: String, in index: Int
  ) -> UInt32? {
    guard state.pointee.keyConversion == .snakeCase, written != name, !container(index).hasFields
    else { return nil }
    let names = [name, nameRead(from: written)]
    return membersByKey(in: index).filter { key, slot in
      names.contains(SnakeCase.camel(key)) && !state.pointee.preserved.unknown.contains(slot)
        && !isStray(slot, named: name)
    }.values.min()
  }

  /// Whether a member is in the place of `readableSince`, but isn't a version.
  private func isStray(_ slot: UInt32, named name: String) -> Bool {
    guard name == VersionLocation.readableSinceKey else { return false }
    if isText { changeToTree() }
    let value = tree.slots[slot]
    return Int.read(value, tree.view) == nil && String.read(value, tree.view) == nil
  }

  /// The error for an unknown field in the place of a version.
  private func shadowed(
    by keys: ArraySlice<String>, of encoder: ValueEncoder
  ) -> ShadowedFieldError {
    ShadowedFieldError(codingPath: codingPath(of: encoder) + keys.map { AnyCodingKey($0) })
  }

  /// Whether a type has written the same version itself.
  private func has(_ version: AnyVersion, at slot: UInt32) -> Bool {
    // While there is text, the value is an open object.
    if isText { return false }
    let written = tree.slots[slot]
    switch version {
    case .integer(let number): return Int.read(written, tree.view) == number
    case .string(let text): return String.read(written, tree.view) == text
    case .unversioned: return true
    }
  }
}
