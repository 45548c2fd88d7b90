import Synchronization

/// What tells work to finish what it has begun, and to leave the rest.
final class StopSign: Sendable {
  private let isStoppedByTask = Atomic(false)

  func stop() { isStoppedByTask.store(true, ordering: .relaxed) }

  /// Throws if the task was cancelled.
  func checkCancellation() throws {
    if isStoppedByTask.load(ordering: .relaxed) { throw CancellationError() }
  }

  /// Whether the task was cancelled, or a signal has asked the program to end.
  var isStopped: Bool {
    isStoppedByTask.load(ordering: .relaxed) || Signals.interruption != nil
  }
}
