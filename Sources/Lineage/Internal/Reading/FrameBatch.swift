/// The elements of an array, or the members of a dictionary, whose frames are let go while others are decoded.
///
/// Frames stay until the end of a document, because a decoder that a value has kept needs them. Hardly any
/// value does so, and the frames of many small elements take several times the memory of everything else.
/// So decoders of elements hold a lease of their own. When nobody has that lease any more, no decoder is left;
/// if it is certain that no container is left either, the next elements use the same frames.
struct FrameBatch {
  private let state: DecodingState.Pointer
  private var session: DecodingSession?
  private var mark = FrameMark()
  /// As soon as there are so many frames, those of the elements are let go.
  private var limit = Int.max

  /// Fewer elements than these are no burden, nor is it one to look for decoders once for so many frames.
  private static let size = 256

  @inline(__always)
  init(of count: UInt32, in state: DecodingState.Pointer) {
    self.state = state
    if count > Self.size { begin() }
  }

  @inline(never)
  private mutating func begin() {
    session = DecodingSession(within: state.lease)
    mark = state.frameMark
    limit = mark.frames + Self.size
  }

  @inline(__always)
  mutating func endElement() {
    if state.pointee.frames.count >= limit { releaseFrames() }
  }

  @inline(never)
  private mutating func releaseFrames() {
    if isKnownUniquelyReferenced(&session), state.releaseFrames(since: mark) { return }
    // These frames stay, and those of the next elements may go.
    endLease()
    begin()
  }

  @inline(__always)
  mutating func end() {
    if limit != .max { endLease() }
  }

  @inline(never)
  private mutating func endLease() {
    session?.endWithin()
    session = nil
  }
}

/// What there was before some values were decoded.
struct FrameMark: BitwiseCopyable {
  fileprivate(set) var frames = 0
  fileprivate var lent: ReusedContainer<ContainerReader>.Pointer?
  fileprivate var keptContainers = 0
  fileprivate var untracedContainers: UInt = 0
  fileprivate var recordsWithDefaults = 0
}

extension DecodingState.Pointer {
  fileprivate var frameMark: FrameMark {
    FrameMark(
      frames: pointee.frames.count, lent: pointee.containersInUse.latest,
      keptContainers: pointee.containersInUse.keptCount,
      untracedContainers: pointee.untracedContainers,
      recordsWithDefaults: pointee.freshDefaults.count)
  }

  /// Forgets the frames that were made since, of which no decoder is left; not if a container may be.
  fileprivate func releaseFrames(since mark: FrameMark) -> Bool {
    let now = frameMark
    guard now.lent == mark.lent, now.keptContainers == mark.keptContainers,
      now.untracedContainers == mark.untracedContainers,
      now.recordsWithDefaults == mark.recordsWithDefaults
    else { return false }
    pointee.frames.removeAll(from: mark.frames)
    if !pointee.newerVersions.isEmpty {
      pointee.newerVersions = pointee.newerVersions.filter { $0.key < mark.frames }
    }
    return true
  }
}
