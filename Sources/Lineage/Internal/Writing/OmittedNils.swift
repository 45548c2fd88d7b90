/// The nils that types omit from objects that they open inside their own, while a value with defaults is encoded.
///
/// Such an object is only known by its name to the defaults around it, which are those of the whole value.
struct OmittedNils {
  /// A nil that was omitted.
  struct Entry {
    let container: ContainerID
    let name: String
  }

  fileprivate var all: [Entry] = []
  /// How many values with defaults are being encoded.
  fileprivate var values = 0
  /// Whether there may be such objects.
  fileprivate(set) var isNeeded = false
}

extension DocumentWriter {
  /// Begins a value with defaults.
  @inline(__always)
  func beginValueWithDefaults() -> Int {
    state.pointee.omittedNils.values &+= 1
    return state.pointee.omittedNils.all.count
  }

  /// Ends a value with defaults.
  @inline(__always)
  func endValueWithDefaults(since count: Int) {
    state.pointee.omittedNils.values &-= 1
    if state.pointee.omittedNils.isNeeded { forgetNils(since: count) }
  }

  @inline(never)
  private func forgetNils(since count: Int) {
    state.pointee.omittedNils.all.removeLast(state.pointee.omittedNils.all.count - count)
    if state.pointee.omittedNils.values == 0 { state.pointee.omittedNils.isNeeded = false }
  }

  @inline(__always)
  func hasOmittedNils(since count: Int) -> Bool {
    state.pointee.omittedNils.all.count > count
  }

  func omittedNils(since count: Int) -> ArraySlice<OmittedNils.Entry> {
    state.pointee.omittedNils.all[count...]
  }

  /// Records them from now on, because a type has opened an object inside its own.
  @inline(never)
  func startRecordingOmittedNils() {
    if state.pointee.omittedNils.values > 0 { state.pointee.omittedNils.isNeeded = true }
  }

  /// Records a nil that a type omits.
  func recordOmittedNil(_ name: String, in container: Int) {
    state.pointee.omittedNils.all.append(
      OmittedNils.Entry(container: self.container(container).id, name: name))
  }
}
