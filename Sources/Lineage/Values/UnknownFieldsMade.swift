import Synchronization

/// Whether a type makes an `UnknownFields` while it decodes itself, as one does whose property for them has
/// that as its default.
///
/// Only such a type is looked at for a property that it forgot to give a key: to look at the properties of
/// a single value takes as long as to decode a hundred documents.
enum UnknownFieldsMade {
  private static let moment = Atomic<Int>(0)
  private static let latest = Atomic<Int>(-1)

  /// Notes that one is made. Nothing is written but the first time after a moment was asked for, so that
  /// threads don't wait for each other.
  @inline(__always)
  static func note() {
    let now = moment.load(ordering: .relaxed)
    if latest.load(ordering: .relaxed) < now { latest.max(now, ordering: .relaxed) }
  }

  /// A moment that begins now.
  static func newMoment() -> Int {
    moment.add(1, ordering: .relaxed).newValue
  }

  /// Whether one was made since a moment began, on any thread.
  static func isAny(since moment: Int) -> Bool {
    latest.load(ordering: .relaxed) >= moment
  }
}
