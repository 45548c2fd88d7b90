import Foundation

/// How many times as long an operation takes for twice as many values: 2 if the time is linear, 4
/// if it is quadratic.
///
/// It counts the processor time of the thread, because other tests run at the same time, and repeats a
/// measurement that seems to show growth, up to twelve times.
///
/// - Parameters:
///   - count: The smaller number of values.
///   - prepare: Makes the operation to measure for a number of values.
func growth(doubling count: Int, _ prepare: (Int) throws -> () throws -> Void) throws -> Double {
  let short = try prepare(count)
  let long = try prepare(count * 2)
  var best = (short: Double.infinity, long: Double.infinity)
  for round in 1...12 {
    best.short = min(best.short, try threadTime(of: short))
    best.long = min(best.long, try threadTime(of: long))
    if round >= 3, best.long / best.short < 2.5 { break }
  }
  return best.long / best.short
}

/// The seconds of processor time that the current thread spends on something.
private func threadTime(of work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    // By its bytes: which module the members of `timespec` come from differs from build to build.
    withUnsafeTemporaryAllocation(of: timespec.self, capacity: 1) { time in
      guard let address = time.baseAddress else { return 0 }
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, address)
      let bytes = UnsafeRawPointer(address)
      let nanoseconds = bytes.load(fromByteOffset: MemoryLayout<Int>.size, as: Int.self)
      return Double(bytes.load(as: Int.self)) + Double(nanoseconds) / 1e9
    }
  }
  let start = now()
  try work()
  return now() - start
}
