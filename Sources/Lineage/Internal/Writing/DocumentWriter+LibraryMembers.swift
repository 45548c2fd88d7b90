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
    var slot = encoder.slot
    var container = encoder.container
    var reachedBy = encoder.key
    var isUnknown = false
    for (index, key) in keys.enumerated() {
      guard
        let object = object(at: slot, in: container, key: reachedBy, replacesNull: index > 0)
      else {
        if isUnknown { throw shadowed(by: keys.prefix(index), of: encoder) }
        return false
      }
      container = object
      reachedBy = .written
      slot = libraryMember(key, in: object, isVersion: index == keys.count - 1)
      isUnknown = isUnknown || state.pointee.unknownMembers.contains(slot)
    }
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
