/// Releases the frames of an array's elements, or of a dictionary's members, while others are
/// decoded.
///
/// Frames normally live until the end of the document, because a decoder that user code has stored
/// needs them. Hardly any code stores one, and the frames of many small elements take several times
/// the memory of everything else. So the decoders of elements retain a session of their own. If
/// nothing else retains it, no decoder is left. If no container can be left either, the next
/// elements reuse the frames.
struct FrameBatch {
  private let state: DecodingState.Pointer
  private var session: DecodingSession?
  private var mark = FrameMark()
  /// The number of frames at which those of the elements are released.
  private var limit = Int.max
  /// The first frame that the enclosing batch will release.
  private var outerStart: UInt32 = 0

  /// The frames of fewer elements take little memory, and checking for decoders once per so many
  /// frames takes little time.
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
    outerStart = state.pointee.startOfBatch
    state.pointee.startOfBatch = UInt32(mark.frames)
  }

  @inline(__always)
  mutating func endElement() {
    if state.pointee.frames.count >= limit { releaseFrames() }
  }

  @inline(never)
  private mutating func releaseFrames() {
    if isKnownUniquelyReferenced(&session), state.releaseFrames(since: mark) { return }
    // These frames remain, but those of the next elements may be released.
    endLease()
    begin()
  }

  @inline(__always)
  mutating func end() {
    if session != nil { endLease() }
  }

  @inline(never)
  private mutating func endLease() {
    session?.endWithin()
    session = nil
    state.pointee.startOfBatch = outerStart
  }
}

/// The state of a session before some values were decoded.
private struct FrameMark: BitwiseCopyable {
  var frames = 0
  var memberPlaces = 0
  var details = FrameDetails.Mark()
  var latestContainer: ReusedContainer.Pointer?
  var storedContainers = 0
}

extension DecodingState.Pointer {
  fileprivate var frameMark: FrameMark {
    FrameMark(
      frames: pointee.frames.count, memberPlaces: pointee.memberPlaces.count,
      details: pointee.frameDetails.mark, latestContainer: pointee.containersInUse.latest,
      storedContainers: pointee.containersInUse.storedCount)
  }

  /// Releases the frames since a mark, which no decoder refers to. Returns false if a container may
  /// refer to them.
  fileprivate func releaseFrames(since mark: FrameMark) -> Bool {
    guard pointee.containersInUse.latest == mark.latestContainer,
      pointee.containersInUse.storedCount == mark.storedContainers,
      !pointee.frameDetails.mayBeReferredTo(since: mark.details)
    else { return false }
    let frames = mark.frames..<pointee.frames.count
    pointee.removeFrames(from: mark.frames)
    pointee.memberPlaces.removeAll(from: mark.memberPlaces)
    pointee.frameDetails.removeAll(of: frames, since: mark.details)
    return true
  }
}
