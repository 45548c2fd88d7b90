import Foundation

/// Two ways to do the same, measured in turns.
struct Comparison {
  let name: String
  let bytes: Int
  let baseline: () throws -> Void
  let ours: () throws -> Void

  /// Takes the median of interleaved rounds of thread CPU time, which other programs on the machine
  /// disturb least.
  func measure(rounds: Int) throws -> (baseline: Double, ours: Double, spread: ClosedRange<Double>)
  {
    let repetitions = try max(1, Int(0.02 / max(seconds(baseline, 1), 1e-7)))
    var baselines: [Double] = []
    var own: [Double] = []
    for _ in 0..<rounds {
      baselines.append(try seconds(baseline, repetitions))
      own.append(try seconds(ours, repetitions))
    }
    let ratios = zip(baselines, own).map { $0 / $1 }.sorted()
    return (median(baselines), median(own), ratios[0]...ratios[ratios.count - 1])
  }

  private func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  private func seconds(_ work: () throws -> Void, _ repetitions: Int) rethrows -> Double {
    let start = Self.cpuTime
    for _ in 0..<repetitions { try work() }
    return (Self.cpuTime - start) / Double(repetitions)
  }

  private static var cpuTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

extension Comparison {
  static let header =
    "case                            bytes    baseline        ours   ratio  spread"

  func row(rounds: Int) throws -> String {
    let (baseline, ours, spread) = try measure(rounds: rounds)
    return [
      name.padding(toLength: 28, withPad: " ", startingAt: 0),
      String(format: "%9d %9.1fµs %9.1fµs", bytes, baseline * 1e6, ours * 1e6),
      String(format: "%6.2f×", baseline / ours),
      String(format: "%.2f–%.2f", spread.lowerBound, spread.upperBound),
    ].joined(separator: " ")
  }
}
