import Foundation

/// The measurements of a group as text.
struct Table {
  let group: Group

  var header: String {
    let columns = group.columns.enumerated().map { index, name in
      index == 0 ? name.padded(to: 12) : name.padded(to: 36)
    }
    return """
      \(group.name): \(group.explanation)
      \("".padded(to: 24))\("bytes".padded(to: 10))\(columns.joined())
      """
  }

  func row(_ measurement: Measurement) -> String {
    let name = name(of: measurement)
    let bytes = measurement.bytes == 0 ? "" : "\(measurement.bytes)"
    let columns = measurement.columns.map { column -> String in
      let amount = self.amount(column.amount.median).padded(to: 12)
      guard let ratio = column.ratio else { return amount }
      let spread = String(format: "%.2f–%.2f", ratio.lowest, ratio.highest)
      return amount + String(format: "%.2f×", ratio.median).padded(to: 10) + spread.padded(to: 14)
    }
    return "\(name.padding(toLength: 24, withPad: " ", startingAt: 0))\(bytes.padded(to: 10))"
      + columns.joined()
  }

  /// The geometric mean of the speed-ups, as the documents are very different.
  func footer(_ measurements: [Measurement]) -> String {
    guard group.ratio == .speed, measurements.count > 2 else { return "" }
    let ratios = measurements.compactMap { measurement in
      measurement.columns.last?.ratio.map { (name: name(of: measurement), ratio: $0.median) }
    }
    guard let slowest = ratios.min(by: { $0.ratio < $1.ratio }) else { return "" }
    let mean = exp(ratios.map { log($0.ratio) }.reduce(0, +) / Double(ratios.count))
    return String(format: "geometric mean of Lineage: %.2f×; the slowest: ", mean)
      + slowest.name + String(format: " %.2f×\n", slowest.ratio)
  }

  /// The name without the group's.
  private func name(of measurement: Measurement) -> String {
    String(measurement.name.dropFirst(group.name.count + 1))
  }

  private func amount(_ value: Double) -> String {
    if group.name == "memory" { return String(format: "%.1f MB", value / 1e6) }
    return switch value {
    case ..<1e-6: String(format: "%.0f ns", value * 1e9)
    case ..<1e-3: String(format: "%.1f µs", value * 1e6)
    default: String(format: "%.2f ms", value * 1e3)
    }
  }
}

extension String {
  /// The text aligned to the right in a column.
  fileprivate func padded(to width: Int) -> String {
    String(repeating: " ", count: max(1, width - count)) + self
  }
}
