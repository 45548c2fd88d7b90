/// The nils that types leave out of objects that they open inside their own, while a value with defaults is encoded.
///
/// Such an object is only known by its name to the defaults around it, which are those of the whole value.
struct NoticedNils {
  /// A nil that was left out.
  struct Left {
    let container: ContainerID
    let name: String
  }

  fileprivate var all: [Left] = []
  /// How many values with defaults are being encoded.
  fileprivate var values = 0
  /// Whether there may be such objects.
  fileprivate(set) var isNeeded = false
}

extension DocumentWriter {
  /// Begins a value with defaults.
  @inline(__always)
  func beginNoticingNils() -> Int {
    state.pointee.nilsNoticed.values &+= 1
    return state.pointee.nilsNoticed.all.count
  }

  /// Ends a value with defaults.
  @inline(__always)
  func endNoticingNils(since count: Int) {
    state.pointee.nilsNoticed.values &-= 1
    if state.pointee.nilsNoticed.isNeeded { forgetNils(since: count) }
  }

  @inline(never)
  private func forgetNils(since count: Int) {
    state.pointee.nilsNoticed.all.removeLast(state.pointee.nilsNoticed.all.count - count)
    if state.pointee.nilsNoticed.values == 0 { state.pointee.nilsNoticed.isNeeded = false }
  }

  @inline(__always)
  func hasNoticedNils(since count: Int) -> Bool {
    state.pointee.nilsNoticed.all.count > count
  }

  func nilsNoticed(since count: Int) -> ArraySlice<NoticedNils.Left> {
    state.pointee.nilsNoticed.all[count...]
  }

  /// Notices nils from now on, because a type has opened an object inside its own.
  @inline(never)
  func noticeNils() {
    if state.pointee.nilsNoticed.values > 0 { state.pointee.nilsNoticed.isNeeded = true }
  }

  /// Notices a nil that a type leaves out.
  func noticeNil(_ name: String, in container: Int) {
    state.pointee.nilsNoticed.all.append(
      NoticedNils.Left(container: self.container(container).id, name: name))
  }
}
