import Foundation
import Synchronization

/// Reports progress: continuously on a terminal, as JSON with `--progress json`, and on SIGUSR1.
final class ProgressMonitor: Sendable {
  private let terminal: Terminal
  private let style: ProgressStyle
  private let state = Mutex(WorkProgress())
  private let begin = ContinuousClock.now
  private let ended = DispatchSemaphore(value: 0)
  /// What the documents are called: those in a stream are lines.
  private let noun: String
  private let watchEnded = DispatchSemaphore(value: 0)

  init(_ terminal: Terminal, _ style: ProgressStyle, noun: String) {
    self.terminal = terminal
    self.style = style
    self.noun = noun
    // Not counted by the thread, which may start after the first request.
    let requests = Signals.progressRequestCount
    let isWatched = ProcessCalls.startThread { [self] in
      watch(since: requests)
      watchEnded.signal()
    }
    if !isWatched { watchEnded.signal() }
  }

  func update(_ progress: WorkProgress) {
    state.withLock { $0 = progress }
  }

  /// Ends the progress, and removes it from the terminal.
  func finish() {
    ended.signal()
    watchEnded.wait()
    terminal.clearProgress()
  }

  /// - Parameter requests: The number of requests for the progress that aren't for this work.
  private func watch(since requests: Int) {
    var requests = requests
    var ticks = 0
    // The first line comes after half a second: most commands are finished by then.
    while ended.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      ticks += 1
      let progress = state.withLock(\.self)
      if Signals.progressRequestCount != requests {
        requests = Signals.progressRequestCount
        terminal.report("\(terminal.name): \(text(progress))")
      }
      switch style {
      case .json: if ticks % 10 == 0 { terminal.report(json(progress)) }
      case .automatic where terminal.isErrorTerminal && !terminal.isQuiet && ticks > 4:
        terminal.showProgress(text(progress))
      case .automatic, .none: break
      }
    }
  }

  private var seconds: Double {
    let time = (ContinuousClock.now - begin).components
    return Double(time.seconds) + Double(time.attoseconds) / 1e18
  }

  private func text(_ progress: WorkProgress) -> String {
    let rate = Double(progress.documents) / max(seconds, 0.001)
    var parts = [
      Wording.count(progress.documents, noun)
        + (progress.total.map { " of \(Wording.number($0))" } ?? "")
    ]
    // Undoing a migration counts documents only.
    if progress.bytes > 0 { parts.append("\(Wording.bytes(progress.bytes))") }
    parts.append("\(Wording.number(Int(rate)))/s")
    if let total = progress.total, rate > 0, total > progress.documents {
      parts.append("\(Wording.time(Double(total - progress.documents) / rate)) left")
    }
    return parts.joined(separator: ", ")
  }

  private func json(_ progress: WorkProgress) -> String {
    let total = progress.total.map { ",\"total\":\($0)" } ?? ""
    let seconds = (seconds * 1000).rounded() / 1000
    return """
      {"bytes":\(progress.bytes),"documents":\(progress.documents),"seconds":\(seconds)\(total)}
      """
  }
}
