import Foundation
import Lineage
import LineageStore

extension CommandRun {
  mutating func filter() throws -> ExitCode {
    let kind = try kindOfLines()
    let options = try filterOptions()
    try checkThatOutputIsAnotherFile()
    if ProcessCalls.isTerminal(0) {
      terminal.say("Reading documents from the terminal, one on each line. End with Ctrl-D.")
    }
    var counters = HadoopCounters(terminal, isActive: invocation.countsForHadoop)
    let monitor = ProgressMonitor(terminal, invocation.progress, noun: "line")
    let summary: FilterSummary
    var written = LineCounts()
    do {
      defer { monitor.finish() }
      summary = try migration.filter(from: 0, to: 1, options: options, stop: stop) { counts in
        written = counts
        monitor.update(WorkProgress(documents: counts.lines, bytes: counts.bytes))
        counters.report(counts, atOnce: false)
      }
    } catch {
      complainOfLosses(written, kind)
      throw error
    }
    counters.report(summary.counts, atOnce: true)
    saySummary(summary)
    complainOfLosses(summary.counts, kind)
    return summary.hasFailed ? .failures : .success
  }

  /// Fails if the filter would read what it has written, without end.
  private func checkThatOutputIsAnotherFile() throws {
    let calls = RetriedCalls(SystemCalls())
    guard let input = try? calls.status(of: .standardInput), input.kind == .file,
      let output = try? calls.status(of: .standardOutput), output.isSameFile(as: input)
    else { return }
    throw UsageError(
      """
      standard input and standard output are the same file. Write to another file, and rename it afterwards. If the \
      output was redirected with '>', the shell has emptied the file.
      """, verb: .filter)
  }

  private func filterOptions() throws -> FilterOptions {
    var options = FilterOptions()
    options.jobs = invocation.jobs ?? 1
    options.errors = invocation.errors.map { URL(literalPath: $0, directoryHint: .notDirectory) }
    options.maximumErrors = invocation.maximumErrors
    options.includesInput = invocation.includesInput
    options.keySeparator = invocation.keySeparator
    options.column = try columnKeys()
    options.decodesCurrentLines = invocation.decodesAll
    options.isLineBuffered = invocation.isLineBuffered
    return options
  }

  private func saySummary(_ summary: FilterSummary) {
    if summary.isCutShort, let (line, failure) = summary.firstFailure {
      if invocation.errors == nil {
        terminal.complain(
          """
          \(table.name): line \(Wording.number(line)): \(failure.message) The lines before it were written. To \
          continue after such lines, use --errors FILE.
          """)
      } else {
        terminal.complain(
          "\(table.name): more than \(limitText) failed. Stopped at line \(Wording.number(summary.lines))."
        )
      }
      return
    }
    var parts = [
      "\(Wording.count(summary.lines, "line")): \(Wording.number(summary.migrated)) migrated",
      "\(Wording.number(summary.current)) current",
    ]
    if summary.newer > 0 {
      parts.append("\(Wording.number(summary.newer)) newer than \(newestKnown)")
    }
    if summary.blank > 0 { parts.append("\(Wording.number(summary.blank)) without a document") }
    if summary.failed > 0 {
      parts.append("\(Wording.number(summary.failed)) failed (see \(invocation.errors ?? ""))")
    }
    terminal.say("\(table.name): \(parts.joined(separator: ", ")).")
    if summary.hasFailed, invocation.maximumErrors != nil {
      terminal.complain("\(table.name): more than \(limitText) failed.")
    }
  }

  /// Says which fields the lines that were written have lost, even with `--quiet`, because nothing else records it.
  private func complainOfLosses(_ counts: LineCounts, _ kind: any DocumentKind) {
    for (path, count) in counts.lost.sorted(by: { $0.key < $1.key }) {
      terminal.complain(
        """
        \(table.name): \(Wording.count(count, "document")) lost a value of the field \(path) in the migration to \
        version \(kind.target).
        """)
    }
    if counts.otherLosses > 0 {
      terminal.complain(
        "\(table.name): other fields were lost \(Wording.count(counts.otherLosses, "time")).")
    }
  }

  private var limitText: String {
    switch invocation.maximumErrors {
    case .count(let count)?: Wording.count(count, "line")
    case .percent(let percent)?: "\(percent) % of the lines"
    case nil: "0 lines"
    }
  }
}

/// The counters of Hadoop Streaming, which are lines on standard error.
private struct HadoopCounters {
  private let terminal: Terminal
  private let isActive: Bool
  private var reported = LineCounts()
  private var lastTime = ContinuousClock.now

  init(_ terminal: Terminal, isActive: Bool) {
    self.terminal = terminal
    self.isActive = isActive
  }

  /// Reports by how much the counters have grown, at most every ten seconds while there is input.
  mutating func report(_ counts: LineCounts, atOnce: Bool) {
    guard isActive, atOnce || ContinuousClock.now - lastTime > .seconds(10) else { return }
    lastTime = ContinuousClock.now
    let pairs = [
      ("current", counts.current - reported.current),
      ("migrated", counts.migrated - reported.migrated),
      ("newer", counts.newer - reported.newer), ("blank", counts.blank - reported.blank),
      ("failed", counts.failed - reported.failed),
    ]
    for (name, growth) in pairs where growth > 0 {
      terminal.report("reporter:counter:Lineage,\(name),\(growth)")
    }
    reported = counts
  }
}
