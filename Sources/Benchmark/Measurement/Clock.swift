import Foundation

/// What time is measured by.
enum Clock {
  /// The CPU time of this thread, which is least affected by other programs on the machine.
  case cpu
  /// The time that passes, with the time that a disk takes.
  case wall

  var now: Double {
    var time = timespec()
    clock_gettime(self == .cpu ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The average seconds for one run of `work`.
  func seconds(_ repetitions: Int = 1, _ work: () throws -> Void) rethrows -> Double {
    let start = now
    for _ in 0..<repetitions { try work() }
    return (now - start) / Double(repetitions)
  }
}
