import Foundation

/// The number of failed lines that is still a success.
public enum ErrorLimit: Hashable, Sendable {
  /// A number of lines. The filter stops at the first failure beyond it.
  case count(Int)
  /// A part of all lines, from 0 to 100.
  case percent(Double)

  /// Whether so many failures are too many, whatever lines follow.
  func isExceeded(by failures: Int) -> Bool {
    if case .count(let limit) = self { failures > limit } else { false }
  }

  /// Whether so many failures are too many for all lines.
  func isExceeded(by failures: Int, ofAll lines: Int) -> Bool {
    switch self {
    case .count(let limit): failures > limit
    case .percent(let limit):
      // In decimal: as a binary fraction, 0.57 is slightly less, and 57 of 10,000 lines would exceed it.
      Decimal(string: "\(limit)").map { Decimal(failures) * 100 > $0 * Decimal(lines) }
        ?? (Double(failures) * 100 > limit * Double(lines))
    }
  }
}
