import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The signals that a command answers by itself.
enum Signals {
  /// The signal that asked the program to end; 0 if there was none.
  private static let caught = Atomic<Int32>(0)
  private static let progressRequests = Atomic<Int>(0)

  /// The signal that has asked the program to end, if there was one.
  static var interruption: Int32? {
    let signal = caught.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// How often a person has asked for the progress.
  static var progressRequestCount: Int { progressRequests.load(ordering: .relaxed) }

  /// Ends the program by the broken pipe itself, also if a parent process ignores that signal.
  static func dieByBrokenPipes() {
    _ = signal(SIGPIPE, SIG_DFL)
  }

  /// Notes that a person asks for the progress instead of ending the program.
  static func noteProgressRequests() {
    _ = progressRequestCount
    _ = signal(SIGUSR1) { _ in
      _ = Signals.progressRequests.wrappingAdd(1, ordering: .relaxed)
    }
  }

  private static let endings = [SIGINT, SIGTERM, SIGHUP]

  /// Notes the first signal to end, so that the program finishes the document at hand; another one ends it at once.
  static func noteInterruptions() {
    _ = (interruption, endings)
    for number in endings {
      // What the parent process ignores for us, as `nohup` does, stays ignored.
      guard !isIgnored(number) else { continue }
      _ = signal(number) { number in
        Signals.caught.store(number, ordering: .relaxed)
        for number in Signals.endings { _ = signal(number, SIG_DFL) }
      }
    }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe action.__sigaction_u.__sa_handler
    #else
      let handler = unsafe action.__sigaction_handler.sa_handler
    #endif
    let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(handler, to: Int.self) == ignoring
  }

  /// Ends the program as the signal would have ended it.
  static func die(by number: Int32) -> Never {
    _ = signal(number, SIG_DFL)
    kill(getpid(), number)
    exit(128 + number)
  }
}
