/// The statistics of a figure that was measured several times.
struct Figure: Codable, Equatable {
  let median: Double
  let lowest: Double
  let highest: Double

  /// - Parameter samples: At least one.
  init(of samples: [Double]) {
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    median =
      sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    lowest = sorted[0]
    highest = sorted[sorted.count - 1]
  }
}

/// The measurements of a case.
struct Measurement: Codable, Equatable {
  struct Column: Codable, Equatable {
    let name: String
    /// Seconds, or bytes for measurements of memory.
    let amount: Figure
    /// The ratio to the first column; nil for the first column itself.
    let ratio: Figure?
  }

  let name: String
  /// The size of the document, or 0 if it is irrelevant.
  let bytes: Int
  let columns: [Column]
}

/// How long and how often to measure.
struct Effort {
  let rounds: Int
  /// The minimum duration of a sample.
  let seconds: Double

  static let full = Effort(rounds: 9, seconds: 0.03)
  /// Checks that everything works, without reliable times.
  static let quick = Effort(rounds: 1, seconds: 0)
}

extension Group {
  /// Measures a case in rounds, each of which measures every column once.
  func measure(_ chosen: Case, _ effort: Effort) throws -> Measurement {
    let subject = try chosen.prepare()
    let samplers = try subject.work.map { try $0.sampler(atLeast: effort.seconds) }
    let rounds = try (0..<effort.rounds).map { _ in try samplers.map { try $0() } }
    let measured = columns.indices.map { column in
      Measurement.Column(
        name: columns[column], amount: Figure(of: rounds.map { $0[column] }),
        ratio: column == 0 ? nil : Figure(of: rounds.map { ratio.of($0[column], to: $0[0]) }))
    }
    return Measurement(name: chosen.name, bytes: subject.bytes, columns: measured)
  }
}

extension Group.Ratio {
  func of(_ amount: Double, to first: Double) -> Double {
    self == .speed ? first / amount : amount / first
  }
}

extension Work {
  /// Returns a closure that measures one sample, after a warm-up run.
  fileprivate func sampler(atLeast seconds: Double) throws -> () throws -> Double {
    switch self {
    case .repeated(let work): return try Self.sampler(of: work, by: .cpu, atLeast: seconds)
    case .timed(let work): return try Self.sampler(of: work, by: .wall, atLeast: seconds)
    case .inFreshProcess(let probe, let document):
      return { try probe.runInFreshProcess(document) }
    case .known(let figure):
      return { figure }
    }
  }

  private static func sampler(
    of work: @escaping () throws -> Void, by clock: Clock, atLeast seconds: Double
  ) throws -> () throws -> Double {
    try work()
    let once = try clock.seconds { try work() }
    let repetitions = max(1, Int(seconds / max(once, 1e-8)))
    return { try clock.seconds(repetitions, work) }
  }
}
