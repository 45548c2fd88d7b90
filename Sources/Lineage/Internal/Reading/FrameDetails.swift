/// What only few frames need. It is stored here to keep `Frame` small.
struct FrameDetails {
  /// The maps of frames with `usesKeyMap`, by their `keyMap`.
  var keyMaps: [KeyMap] = []
  /// The keys in coding paths that are larger than a byte.
  var storedKeys: [any CodingKey] = []
  /// The fresh defaults of the records that are being decoded, by the frames of the records.
  var freshDefaults: [UInt32: DecodingSession] = [:]
  /// The names that classes have asked for in objects of foreign decoders, by their frames.
  var namesAsked: [UInt32: Set<String>] = [:]
  /// The versions to preserve, by the frames they are decoded in.
  var versionsToPreserve: [UInt32: VersionToPreserve] = [:]
  /// The nulls that types have decoded as values, by the frames of the objects they are in.
  var nullsDecoded: [UInt32: NullNames] = [:]
  /// The number of containers so far for which it isn't known whether user code has stored them. It is never reset,
  /// because it is only compared.
  var untracedContainers: UInt = 0

  mutating func reset() {
    if !keyMaps.isEmpty { keyMaps = [] }
    if !storedKeys.isEmpty { storedKeys = [] }
    if !freshDefaults.isEmpty { freshDefaults = [:] }
    if !namesAsked.isEmpty { namesAsked = [:] }
    if !versionsToPreserve.isEmpty { versionsToPreserve = [:] }
    if !nullsDecoded.isEmpty { nullsDecoded = [:] }
  }

  /// Removes what a frame only has while its value is being decoded. Its fresh defaults retain its decoder.
  mutating func endValue(ofFrame frame: UInt32) {
    if !namesAsked.isEmpty { namesAsked[frame] = nil }
    if !freshDefaults.isEmpty { freshDefaults[frame] = nil }
  }

  // MARK: - Releasing frames

  /// What there was before some frames.
  struct Mark: BitwiseCopyable {
    fileprivate var keyMaps = 0
    fileprivate var storedKeys = 0
    fileprivate var freshDefaults = 0
    fileprivate var untracedContainers: UInt = 0
  }

  var mark: Mark {
    Mark(
      keyMaps: keyMaps.count, storedKeys: storedKeys.count, freshDefaults: freshDefaults.count,
      untracedContainers: untracedContainers)
  }

  /// Whether a container or a session may refer to frames since a mark.
  func mayBeReferredTo(since mark: Mark) -> Bool {
    untracedContainers != mark.untracedContainers || freshDefaults.count != mark.freshDefaults
  }

  /// Removes what the frames since a mark have.
  mutating func removeAll(of frames: Range<Int>, since mark: Mark) {
    keyMaps.removeLast(keyMaps.count - mark.keyMaps)
    storedKeys.removeLast(storedKeys.count - mark.storedKeys)
    versionsToPreserve.removeAll(of: frames)
    nullsDecoded.removeAll(of: frames)
  }
}

extension Dictionary where Key == UInt32 {
  /// Removes what some frames have, which are the latest.
  fileprivate mutating func removeAll(of frames: Range<Int>) {
    if isEmpty { return }
    // There may be many of either.
    if frames.count < count {
      for frame in frames { self[UInt32(frame)] = nil }
    } else {
      self = filter { $0.key < frames.lowerBound }
    }
  }
}

/// A map from the names of an object's members to their slots. Of equal names the first wins.
typealias KeyMap = [String: UInt32]
