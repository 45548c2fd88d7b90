import Foundation
import Lineage
import LineageStore

extension CommandRun {
  mutating func filter() throws -> ExitCode {
    let kind = try kindOfLines()
    if kind.chain.links.first?.location.keys.isEmpty == true {
      throw UsageError(
        "the version of \(kind.name) is stored outside of its documents, so lines don't tell it.",
        verb: .filter)
    }
    let options = try filterOptions()
    if ProcessCalls.isTerminal(0) {
      terminal.say("Reading documents from the terminal, one in each line. Ctrl-D ends them.")
    }
    let monitor = ProgressMonitor(terminal, invocation.progress, noun: "line")
    var counters = HadoopCounters(terminal, isActive: invocation.countsForHadoop)
    let migrator = kind.lineMigrator(LineOptions(options))
    let filter = LineFilter(migrator: migrator, options: options)
    let summary: FilterSummary
    do {
      defer { monitor.finish() }
      summary = try filter.run(from: 0, to: 1) { counts in
        monitor.update(WorkProgress(documents: counts.lines, bytes: counts.bytes))
        counters.tell(counts, atOnce: false)
      }
    }
    counters.tell(summary.counts, atOnce: true)
    try tell(summary, kind)
    return summary.exceedsMaximumErrors ? .failures : .success
  }

  private func filterOptions() throws -> FilterOptions {
    var options = FilterOptions()
    options.jobs = invocation.jobs ?? 1
    options.errors = invocation.errors.map { URL(filePath: $0, directoryHint: .notDirectory) }
    options.maximumErrors = invocation.maximumErrors
    options.includesInput = invocation.includesInput
    options.keySeparator = invocation.keySeparator
    options.isLineBuffered = invocation.isLineBuffered
    if let column = invocation.column {
      guard let path = FieldPath(column), !path.components.isEmpty else {
        throw UsageError("'\(column)' isn't a field, such as row.document.", verb: .filter)
      }
      options.column = try path.components.map { component in
        guard case .key(let key) = component else {
          throw UsageError(
            "'\(column)' has an index. A document is in a field of each line, such as row.document.",
            verb: .filter)
        }
        return key
      }
    }
    return options
  }

  private func tell(_ summary: FilterSummary, _ kind: any DocumentKind) throws {
    if summary.isCutShort, let (line, failure) = summary.firstFailure {
      if invocation.errors == nil {
        terminal.complain(
          """
          \(table.name): line \(Wording.number(line)): \(failure.message) The lines before it were written. To go \
          on after such lines, use --errors FILE.
          """)
      } else {
        terminal.complain(
          "\(table.name): more than \(limitText) failed; stopped at line \(Wording.number(summary.lines))."
        )
      }
      return
    }
    var parts = [
      "\(Wording.count(summary.lines, "line")): \(Wording.number(summary.migrated)) migrated",
      "\(Wording.number(summary.current)) current",
    ]
    if summary.newer > 0 {
      parts.append("\(Wording.number(summary.newer)) newer than this program")
    }
    if summary.blank > 0 { parts.append("\(Wording.number(summary.blank)) without a document") }
    if summary.failed > 0 {
      parts.append("\(Wording.number(summary.failed)) failed (see \(invocation.errors ?? ""))")
    }
    terminal.say("\(table.name): \(parts.joined(separator: ", ")).")
    for (path, count) in summary.lost.sorted(by: { $0.key < $1.key }) {
      terminal.say(
        """
        \(table.name): \(Wording.count(count, "document")) lost the field \(path), which version \
        \(kind.target) doesn't have.
        """)
    }
  }

  private var limitText: String {
    switch invocation.maximumErrors {
    case .count(let count)?: Wording.count(count, "line")
    case .percent(let percent)?: "\(percent) % of the lines"
    case nil: "no line"
    }
  }
}

/// The counters of Hadoop Streaming, which are lines on standard error.
private struct HadoopCounters {
  private let terminal: Terminal
  private let isActive: Bool
  private var told = LineCounts()
  private var lastTime = ContinuousClock.now

  init(_ terminal: Terminal, isActive: Bool) {
    self.terminal = terminal
    self.isActive = isActive
  }

  /// Tells by how much the counters have grown, every ten seconds, which also shows that the task is alive.
  mutating func tell(_ counts: LineCounts, atOnce: Bool) {
    guard isActive, atOnce || ContinuousClock.now - lastTime > .seconds(10) else { return }
    lastTime = ContinuousClock.now
    let pairs = [
      ("current", counts.current - told.current), ("migrated", counts.migrated - told.migrated),
      ("newer", counts.newer - told.newer), ("blank", counts.blank - told.blank),
      ("failed", counts.failed - told.failed),
    ]
    for (name, growth) in pairs where growth > 0 {
      terminal.complain("reporter:counter:Lineage,\(name),\(growth)")
    }
    told = counts
  }
}
