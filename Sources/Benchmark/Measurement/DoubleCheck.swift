import Foundation
import Lineage

/// Compares how doubles are written with `JSONEncoder`, and whether they decode as themselves.
enum DoubleCheck {
  /// A value that is written like its array in an object, because it has no version.
  private struct Numbers: VersionedCodable {
    static var version: Int? { nil }
    typealias PreviousVersion = NothingOlder
    var values: [Double]
  }

  /// Checks a number of doubles, and describes the result.
  ///
  /// - Parameter count: The number of doubles, which is rounded up to a multiple of ten thousand.
  static func run(_ count: Int) throws -> String {
    let start = ContinuousClock.now
    var random = SplitMix(seed: UInt64(bitPattern: Int64(count)))
    var checked = 0
    while checked < count {
      let numbers = Numbers(values: (0..<10_000).map { _ in number(&random) })
      let written = try JSONEncoder().encode(versioned: numbers)
      let expected = try JSONEncoder().encode(numbers)
      if written != expected { throw UsageError(firstDifference(written, expected)) }
      let decoded = try JSONDecoder().decode(versioned: Numbers.self, from: written)
      for (found, number) in zip(decoded.values, numbers.values)
      where found.bitPattern != number.bitPattern {
        throw UsageError("\(number) is decoded as \(found).")
      }
      checked += numbers.values.count
    }
    return
      "\(checked) doubles are the same as Foundation's. It took \(ContinuousClock.now - start)."
  }

  private static func firstDifference(_ written: Data, _ expected: Data) -> String {
    let texts = [written, expected].map {
      String(decoding: $0, as: UTF8.self).split(separator: ",")
    }
    let difference = zip(texts[0], texts[1]).first { $0 != $1 }
    return difference.map { "A double is written as \($0) instead of \($1)." }
      ?? "The documents have different lengths."
  }

  /// A finite double of one of the kinds that documents have, or with any bits.
  private static func number(_ random: inout SplitMix) -> Double {
    switch random.number(below: 8) {
    case 0: return Double.random(in: -180...180, using: &random)
    case 1:
      let digits = Double(random.next() >> UInt64(random.number(below: 64)))
      return digits / [1, 10, 1e3, 1e6, 1e9, 1e15][random.number(below: 6)]
    case 2:
      let exponent = random.number(below: 2045) - 1022
      return neighbor(of: Double(sign: .plus, exponent: exponent, significand: 1), &random)
    case 3: return neighbor(of: Double("1e\(random.number(below: 616) - 308)") ?? 0, &random)
    case 4: return neighbor(of: 0x1p53, &random)
    default:
      let number = Double(bitPattern: random.next())
      return number.isFinite ? number : 0
    }
  }

  /// One of the sixteen numbers around a positive number.
  private static func neighbor(of number: Double, _ random: inout SplitMix) -> Double {
    Double(bitPattern: number.bitPattern - 8 + UInt64(random.number(below: 17)))
  }
}
