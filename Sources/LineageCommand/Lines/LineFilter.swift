import Foundation
import Lineage
import LineageStore

/// Reads lines, migrates them, and writes them in the same order.
struct LineFilter: Sendable {
  let migrator: any LineMigrating
  let options: FilterOptions
  /// The end of the work because too many lines failed.
  private struct TooManyErrors: Error {}

  /// A file that can't be read or written.
  struct StreamFailure: Error {
    enum Stream {
      case input, output, errors
    }

    let stream: Stream
    let error: SystemError
  }

  /// - Parameter progress: Called with what was done so far, after each batch.
  /// - Throws: `CancellationError` if the task was cancelled before all lines were read.
  func run(
    from input: Int32, to output: Int32, stop: StopSign, progress: (LineCounts) -> Void
  ) throws -> FilterSummary {
    let records = try openRecords(besides: input, output)
    let jobs = options.isLineBuffered ? 1 : options.jobs
    let reader = LineReader(
      input, size: LineReader.size(for: jobs), deliveringAtOnce: options.isLineBuffered)
    var summary = FilterSummary()
    let migrator = migrator
    do {
      try OrderedWork(jobs: jobs).run {
        try stop.checkCancellation()
        return try Self.reading(reader)
      } work: { lines in
        migrator.migrate(lines)
      } finish: { lines in
        try finish(lines, &summary, records, output)
        progress(summary.counts)
      }
    } catch is TooManyErrors {
      summary.isCutShort = true
    }
    if summary.failed > 0, !summary.hasFailed {
      summary.hasFailed =
        options.maximumErrors?.isExceeded(by: summary.failed, ofAll: summary.lines) ?? true
    }
    return summary
  }

  private func openRecords(besides input: Int32, _ output: Int32) throws -> RecordFile? {
    guard let path = options.errors?.path(percentEncoded: false) else { return nil }
    let problem = RecordFile.problemAppending(
      to: path, whileReading: Descriptor(input), writing: Descriptor(output))
    if let problem {
      throw DocumentFailure(
        .notWritten, message: "Records can't be appended to '\(path)': \(problem).")
    }
    do {
      return try RecordFile(path, isConfidential: options.includesInput)
    } catch {
      throw StreamFailure(stream: .errors, error: error)
    }
  }

  static func reading(_ reader: LineReader) throws(StreamFailure) -> LineBatch? {
    do {
      return try reader.next()
    } catch {
      throw StreamFailure(stream: .input, error: error)
    }
  }

  private func finish(
    _ lines: MigratedLines, _ summary: inout FilterSummary, _ records: RecordFile?, _ output: Int32
  ) throws {
    for (index, failure) in lines.failures.enumerated() {
      if summary.firstFailure == nil {
        summary.firstFailure = (summary.counts.lines + failure.counts.lines, failure.failure)
      }
      // Everything before the line is written, before its failure is told.
      let failed = summary.failed + index + 1
      let isLast = records == nil || options.maximumErrors?.isExceeded(by: failed) ?? false
      if isLast { try write(lines.output.prefix(failure.outputCount), output) }
      if let records {
        do {
          try records.append(
            FailureRecord(
              failure, after: summary.counts, includingInput: options.includesInput))
        } catch let error as SystemError {
          throw StreamFailure(stream: .errors, error: error)
        }
      }
      if isLast {
        summary.counts += failure.counts
        summary.counts.failed += 1
        summary.hasFailed = true
        throw TooManyErrors()
      }
    }
    try write(lines.output, output)
    summary.counts += lines.counts
  }

  private func write(_ data: Data, _ output: Int32) throws(StreamFailure) {
    do {
      try ProcessCalls.write(data, to: output)
    } catch {
      throw StreamFailure(stream: .output, error: error)
    }
  }
}
