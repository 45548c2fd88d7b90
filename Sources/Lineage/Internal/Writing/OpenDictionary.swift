/// An open object whose keys are data.
struct OpenDictionary {
  let index: Int
  /// Whether it was opened before, so that it may have members with the same keys.
  let isShared: Bool
}

extension DocumentWriter {
  /// Opens the value of an encoder as an object whose keys are data.
  func openDictionary(in encoder: ValueEncoder) -> OpenDictionary {
    let isShared = !isAwaited(encoder.slot) && kind(at: encoder.slot) == .object
    return OpenDictionary(
      index: open(.object, in: encoder, keysAreData: true), isShared: isShared)
  }

  /// The slot for a member of such an object.
  @inline(__always)
  func addMember(named key: String, to dictionary: OpenDictionary) -> UInt32 {
    dictionary.isShared
      ? addMember(written: key, to: dictionary.index) : addNewMember(key, to: dictionary.index)
  }
}
