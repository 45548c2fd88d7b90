import Foundation
import Synchronization

/// What the cases of one kind have shown, for one writer.
struct Tally: Sendable {
  var cases = 0
  /// Cases in which at least one promise wasn't kept.
  var failed = 0
  var losses: [Loss: Int] = [:]

  mutating func add(_ found: Set<Loss>) {
    cases += 1
    if !found.isEmpty { failed += 1 }
    for loss in found { losses[loss, default: 0] += 1 }
  }
}

/// The table of all kinds of faults.
final class Results: Sendable {
  private struct State {
    var kinds: [String] = []
    var tallies: [String: [Bool: Tally]] = [:]
    var shown = 0
    var leftOut: [String] = []
  }

  private let state = Mutex(State())

  /// Adds a case, and shows the first losses of ours as they are found.
  func add(
    _ kind: String, _ writer: Writer, _ losses: Set<Loss>, _ label: @autoclosure () -> String
  ) {
    let isOurs = writer != .foundation
    let isShown = state.withLock { state in
      if !state.kinds.contains(kind) { state.kinds.append(kind) }
      state.tallies[kind, default: [:]][isOurs, default: Tally()].add(losses)
      if isOurs, !losses.isEmpty { state.shown += 1 }
      return isOurs && !losses.isEmpty && state.shown <= 40
    }
    if isShown {
      say("  LOSS \(kind), \(label()): \(losses.sorted().map(\.rawValue).joined(separator: ", "))")
    }
  }

  func leaveOut(_ what: String, _ why: String) {
    state.withLock { $0.leftOut.append("\(what): \(why)") }
    say("left out: \(what): \(why)")
  }

  func tally(_ kind: String? = nil, ours: Bool) -> Tally {
    state.withLock { state in
      var sum = Tally()
      for (name, tallies) in state.tallies where kind == nil || name == kind {
        guard let tally = tallies[ours] else { continue }
        sum.cases += tally.cases
        sum.failed += tally.failed
        sum.losses.merge(tally.losses, uniquingKeysWith: +)
      }
      return sum
    }
  }

  /// The table, as it is in `Docs/Durability.md`.
  var table: String {
    let (kinds, leftOut) = state.withLock { ($0.kinds, $0.leftOut) }
    var lines = [
      "| Fault | LineageStore: cases | losses | `.atomic`: cases | losses | which |",
      "| --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for kind in kinds {
      let (ours, theirs) = (tally(kind, ours: true), tally(kind, ours: false))
      let which = theirs.losses.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.key.rawValue) (\($0.value))" }.joined(separator: ", ")
      let others = theirs.cases == 0 ? "– | –" : "\(theirs.cases) | \(theirs.failed)"
      lines.append("| \(kind) | \(ours.cases) | \(ours.failed) | \(others) | \(which) |")
    }
    let ours = tally(ours: true)
    let theirs = tally(ours: false)
    lines.append("| all | \(ours.cases) | \(ours.failed) | \(theirs.cases) | \(theirs.failed) | |")
    return (lines + leftOut.map { "left out: \($0)" }).joined(separator: "\n")
  }
}
