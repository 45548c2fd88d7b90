extension DocumentWriter {
  /// Writes a value of the library's own among the fields of a type, in objects that are made where
  /// they don't exist, or are null: read again, an object with nothing but this is nil.
  ///
  /// - Returns: Whether there is a place for it. There is none in what is no object, nor where the type
  ///   has put something else.
  func write(
    _ version: AnyVersion, under keys: [String], of encoder: ValueEncoder
  ) throws -> Bool {
    var slot = encoder.slot
    var container = encoder.container
    var reachedBy = encoder.key
    for (index, key) in keys.enumerated() {
      guard
        let object = object(at: slot, in: container, key: reachedBy, replacesNull: index > 0)
      else { return false }
      container = object
      reachedBy = .written
      slot = libraryMember(key, in: object, replacesUnknown: index == keys.count - 1)
    }
    if kind(at: slot) != .nothing { return has(version, at: slot) }
    switch version {
    case .integer(let number): write(number, at: slot)
    case .string(let text): write(text, at: slot)
    case .unversioned: break
    }
    return true
  }

  /// Whether a type has written what the library would.
  private func has(_ version: AnyVersion, at slot: UInt32) -> Bool {
    // In text, it is an object.
    if isText { return false }
    let written = tree.slots[slot]
    switch version {
    case .integer(let number): return Int.read(written, tree.view) == number
    case .string(let text): return String.read(written, tree.view) == text
    case .unversioned: return true
    }
  }
}
