import Synchronization

/// Detects whether a type creates an `UnknownFields` while it is decoded, as types do that have
/// such a property with a default value.
///
/// Only such types are checked for an `UnknownFields` property without a coding key: inspecting the
/// properties of a single value takes as long as decoding a hundred documents.
enum UnknownFieldsMade {
  private static let moment = Atomic<Int>(0)
  private static let latest = Atomic<Int>(-1)

  /// Records that one was created. It writes only the first time after a call of `newMoment()`, so
  /// threads don't contend.
  @inline(__always)
  static func record() {
    let now = moment.load(ordering: .relaxed)
    if latest.load(ordering: .relaxed) < now { latest.max(now, ordering: .relaxed) }
  }

  /// Begins a new moment.
  static func newMoment() -> Int {
    moment.add(1, ordering: .relaxed).newValue
  }

  /// Whether any thread has created one since the moment began.
  static func isAny(since moment: Int) -> Bool {
    latest.load(ordering: .relaxed) >= moment
  }
}
