import Foundation
import LineageStore
import Synchronization

/// What a command writes: data on standard output, and messages and progress on standard error.
final class Terminal: Sendable {
  private struct State {
    var output = Data()
    /// Whether the last line of standard error is progress, which the next message replaces.
    var showsProgress = false
  }

  let name: String
  let isQuiet: Bool
  let usesColor: Bool
  let isErrorTerminal: Bool
  private let isOutputTerminal: Bool
  private let state = Mutex(State())

  init(name: String, isQuiet: Bool, allowsColor: Bool) {
    self.name = name
    self.isQuiet = isQuiet
    let environment = ProcessInfo.processInfo.environment
    isOutputTerminal = ProcessCalls.isTerminal(1)
    isErrorTerminal = ProcessCalls.isTerminal(2) && environment["TERM"] != "dumb"
    usesColor =
      allowsColor && isOutputTerminal && environment["TERM"] != "dumb"
      && (environment["NO_COLOR"] ?? "").isEmpty
  }

  // MARK: - Data

  /// Writes a line of data.
  func print(_ line: String) throws {
    let isFull = state.withLock {
      $0.output.append(contentsOf: line.utf8)
      $0.output.append(0x0A)
      return $0.output.count >= 1 << 16
    }
    if isFull || isOutputTerminal { try flush() }
  }

  /// Writes what hasn't been written yet.
  func flush() throws {
    if isOutputTerminal { clearProgress() }
    let output = state.withLock { state in
      defer { state.output.removeAll() }
      return state.output
    }
    do {
      try ProcessCalls.write(output, to: 1)
    } catch {
      throw LineFilter.StreamFailure(stream: .output, error: error)
    }
  }

  // MARK: - Messages

  /// Writes a message that `--quiet` hides: what the command has done.
  func say(_ text: String) {
    if !isQuiet { writeLine(text) }
  }

  /// Writes a message that `--quiet` doesn't hide: what failed, or was lost.
  func complain(_ text: String) { writeLine(text) }

  /// Writes a line that was requested: counters, and progress as JSON or after a signal.
  func report(_ line: String) { writeLine(line) }

  private func writeLine(_ text: String) {
    state.withLock { state in
      // If standard error can't be written, there is nowhere to say so.
      try? ProcessCalls.write(
        Data(((state.showsProgress ? "\r\u{1B}[K" : "") + text + "\n").utf8), to: 2)
      state.showsProgress = false
    }
  }

  /// Shows progress in the last line of the terminal, until the next message or progress replaces it.
  func showProgress(_ progress: String) {
    state.withLock { state in
      let width = ProcessCalls.columns(of: 2) ?? 80
      try? ProcessCalls.write(Data("\r\u{1B}[K\(progress.prefix(width - 1))".utf8), to: 2)
      state.showsProgress = true
    }
  }

  /// Removes progress from the terminal.
  func clearProgress() {
    state.withLock { state in
      if state.showsProgress { try? ProcessCalls.write(Data("\r\u{1B}[K".utf8), to: 2) }
      state.showsProgress = false
    }
  }

  // MARK: - People

  /// Whether there is a person who can be asked.
  var hasPerson: Bool { ProcessCalls.isTerminal(0) && isErrorTerminal }

  /// Asks a question that is answered with yes or no.
  func confirms(_ question: String) -> Bool {
    try? ProcessCalls.write(Data("\(question) [y/N] ".utf8), to: 2)
    let answer = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    return answer == "y" || answer == "yes"
  }

  /// Highlighted text, if the terminal has colors.
  func emphasized(_ text: String) -> String { usesColor ? "\u{1B}[33m\(text)\u{1B}[0m" : text }
}
