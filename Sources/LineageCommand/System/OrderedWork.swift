import Foundation
import Synchronization

/// Work on many things by several threads, with results in the order of the things.
///
/// One thread reads what there is to do, and gets the results, so that neither needs a lock. As little is in memory at a
/// time as keeps the others busy.
struct OrderedWork {
  let jobs: Int

  /// Does the work until there is nothing more to do, or something throws.
  ///
  /// - Parameters:
  ///   - next: Returns the next thing, or nil.
  ///   - work: Does the work, on any thread.
  ///   - finish: Gets the results in order.
  func run<Thing: Sendable, Result: Sendable>(
    next: () throws -> Thing?, work: @escaping @Sendable (Thing) -> Result,
    finish: (Result) throws -> Void
  ) throws {
    let queue = WorkQueue<Thing, Result>()
    var threads = 0
    while jobs > 1, threads < jobs, ProcessCalls.startThread({ queue.work(work) }) { threads += 1 }
    // Also where the system has no room for threads.
    guard threads > 0 else {
      while let thing = try next() { try finish(work(thing)) }
      return
    }
    defer { queue.stop(threads) }
    var begun = 0
    var finished = 0
    while let thing = try next() {
      queue.add(thing, as: begun)
      begun += 1
      if begun - finished >= threads * 2 {
        try finish(queue.result(of: finished))
        finished += 1
      }
    }
    while finished < begun {
      try finish(queue.result(of: finished))
      finished += 1
    }
  }
}

/// The things to do and the results, between threads.
private final class WorkQueue<Thing: Sendable, Result: Sendable>: Sendable {
  private struct State {
    var things: [(number: Int, thing: Thing?)] = []
    var results: [Int: Result] = [:]
  }

  private let state = Mutex(State())
  private let thingsAdded = DispatchSemaphore(value: 0)
  private let resultsAdded = DispatchSemaphore(value: 0)
  private let stopped = DispatchSemaphore(value: 0)

  func add(_ thing: Thing?, as number: Int) {
    state.withLock { $0.things.append((number, thing)) }
    thingsAdded.signal()
  }

  /// Waits for a result.
  func result(of number: Int) -> Result {
    while true {
      if let result = state.withLock({ $0.results.removeValue(forKey: number) }) { return result }
      resultsAdded.wait()
    }
  }

  /// What a thread does.
  func work(_ body: (Thing) -> Result) {
    while true {
      thingsAdded.wait()
      // There may be fewer things than signals after the rest was left.
      guard
        let (number, next) = state.withLock({ $0.things.isEmpty ? nil : $0.things.removeFirst() })
      else { continue }
      guard let thing = next else { break }
      let result = body(thing)
      state.withLock { $0.results[number] = result }
      resultsAdded.signal()
    }
    stopped.signal()
  }

  /// Waits until all threads have finished what they have begun, and leaves the rest.
  func stop(_ threads: Int) {
    state.withLock { $0.things = [] }
    for _ in 0..<threads { add(nil, as: -1) }
    for _ in 0..<threads { stopped.wait() }
  }
}
