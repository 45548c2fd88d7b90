import Foundation
import LineageStore
import Synchronization

/// What was checked, and what has failed.
struct Checks: Sendable {
  private static let count = Mutex(0)
  private static let failures = Mutex<[String]>([])

  /// What the checks are about.
  let subject: String

  /// Fails if a condition isn't met.
  func expect(_ condition: Bool, _ promise: String) {
    Self.count.withLock { $0 += 1 }
    if condition { return }
    Self.failures.withLock { $0.append("\(subject): not true that \(promise)") }
  }

  /// Fails unless an error is thrown that a function finds right.
  func expectError(
    _ promise: String, _ isExpected: (StoreError) -> Bool = { _ in true },
    from body: () throws -> Void
  ) {
    do {
      try body()
      expect(false, promise)
    } catch let error as StoreError {
      if !isExpected(error) { print("  \(subject): \(error)") }
      expect(isExpected(error), promise)
    } catch {
      print("  \(subject): \(error)")
      expect(false, promise)
    }
  }

  /// Fails if an error is thrown.
  func perform(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      expect(false, "nothing is thrown (\(error))")
    }
  }

  /// Calls a function on several threads, and waits for all of them.
  func perform(onThreads count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread {
        perform { try body(number) }
        group.leave()
      }.start()
    }
    group.wait()
  }

  /// Prints the result.
  ///
  /// - Returns: Whether all checks have passed, and there were any.
  static func report() -> Bool {
    let failures = failures.withLock(\.self)
    let count = count.withLock(\.self)
    for failure in failures { print("FAILED \(failure)") }
    print("\(count) checks, \(failures.count) failures")
    return failures.isEmpty && count > 0
  }
}

extension StoreError {
  var isChanged: Bool { if case .changed = self { true } else { false } }
  var isNewer: Bool { if case .newer = self { true } else { false } }
  var isNotWritten: Bool { if case .notWritten = self { true } else { false } }
  var isUncertain: Bool { if case .uncertain = self { true } else { false } }
}
