// A value from a newer document is written with the version of that document, and with the fields that it had.

extension DocumentWriter {
  /// Records the version information that an object's value has stored from its document.
  func preserve(_ version: PreservedVersion, of index: Int) {
    state.pointee.preserved.versions[container(index).slot] = version
  }

  /// Whether a value has stored version information from its document.
  @inline(__always)
  var hasPreservedVersions: Bool { !state.pointee.preserved.versions.isEmpty }

  /// The version information of the newer document that the value in a slot was read from, as this
  /// type; nil if the document wasn't newer.
  func newerVersion(at slot: UInt32, as type: any Any.Type) -> PreservedVersion? {
    preservedVersion(at: slot, as: type).flatMap { $0.origin.isNewer ? $0 : nil }
  }

  /// The version information of the document that the value in a slot was read from, as this type.
  func preservedVersion(at slot: UInt32, as type: any Any.Type) -> PreservedVersion? {
    guard hasPreservedVersions else { return nil }
    let document = state.pointee.preserved.versions[slot]
    return document?.type == ObjectIdentifier(type) ? document : nil
  }

  /// Like `newerVersion(at:as:)`, but nil for a value without a version of its own that is written to a document of the
  /// current version: what it omits would have the defaults of that version.
  func newerVersionWritten(at slot: UInt32, as type: any Any.Type) throws -> PreservedVersion? {
    guard let newer = newerVersion(at: slot, as: type) else { return nil }
    return try newer.origin == .partOfNewer && mayOmitDefaults() ? nil : newer
  }

  /// Omits a field that equals its default, or writes it as null if it is null in the newer document of its value.
  func omit(_ name: String, of newer: PreservedVersion?, from index: Int) {
    if newer?.fields.filledNulls.contains(name) == true {
      writeNull(at: addMember(name, to: index))
    } else {
      removeMember(name, from: index)
    }
  }

  /// Whether values that don't know which fields their document had may omit some.
  func mayOmitDefaults() throws -> Bool {
    switch state.pointee.omissions {
    case .allowed: return true
    case .forbidden, .never: return false
    case .undecided(let isNewer):
      let isNewer = try isNewer()
      state.pointee.omissions = isNewer ? .forbidden : .allowed
      return !isNewer
    }
  }

  /// Whether no value omits its defaults.
  var neverOmitsDefaults: Bool {
    if case .never = state.pointee.omissions { true } else { false }
  }

  /// Writes a value with the fields that equal their defaults, also those of types that leave them out.
  func withAllDefaults(_ encode: () throws -> Void) rethrows {
    let outer = state.pointee.omissions
    defer { state.pointee.omissions = outer }
    state.pointee.omissions = .never
    try encode()
  }

  /// Records in memory which fields the newer document of a value had.
  @inline(never)
  func recordNewerFields<Value>(of value: Value, at slot: UInt32) {
    guard isInMemory, let newer = newerVersion(at: slot, as: Swift.type(of: value)) else { return }
    tree.record(newerFields: newer.fields, of: slot)
  }
}

/// Whether values omit the fields that equal their defaults. In a value of a newer version, those without a version of
/// their own don't, because that version may have other defaults.
enum Omissions {
  case allowed
  case forbidden
  /// No value omits its defaults, not even one with a version of its own, because the document is compared with others.
  case never
  /// It depends on whether the value around them is newer, which is found out when it matters.
  case undecided(isNewer: () throws -> Bool)
}
