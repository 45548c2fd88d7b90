import Foundation

/// The CPU time of this thread, which is least affected by other programs on the machine.
enum CPUTime {
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The average seconds for one run of `work`.
  static func seconds(_ repetitions: Int = 1, _ work: () throws -> Void) rethrows -> Double {
    let start = now
    for _ in 0..<repetitions { try work() }
    return (now - start) / Double(repetitions)
  }
}
