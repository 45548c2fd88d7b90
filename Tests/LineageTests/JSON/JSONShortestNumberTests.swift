import Foundation
import Testing

@testable import Lineage

/// Compares the texts of floating-point numbers with Foundation's.
///
/// `Benchmark --check-doubles` does the same for any number of doubles.
struct JSONShortestNumberTests {
  /// The first number whose text differs from that of `JSONEncoder`, or doesn't decode as the
  /// number.
  private func firstDifference<Number: BinaryFloatingPoint & Codable>(
    in numbers: [Number]
  ) throws -> String? {
    let numbers = numbers.filter(\.isFinite)
    let written = try JSONEncoder().encode(unversioned: numbers)
    let expected = try JSONEncoder().encode(numbers)
    if written != expected {
      let texts = [written, expected].map {
        String(decoding: $0, as: UTF8.self).split(separator: ",")
      }
      return zip(texts[0], texts[1]).first { $0 != $1 }.map { "\($0) instead of \($1)" }
        ?? "another number of texts"
    }
    let decoded = try JSONDecoder().decode(unversioned: [Number].self, from: written)
    return zip(decoded, numbers)
      .first { $0.sign != $1.sign || $0.exponent != $1.exponent || $0 != $1 }
      .map { "\($1) decodes as \($0)" }
  }

  /// A number with the numbers around it, positive and negative.
  private func around<Number: BinaryFloatingPoint>(_ number: Number) -> [Number] {
    var numbers = [number]
    for _ in 0..<3 {
      numbers.append((numbers.last ?? number).nextUp)
      numbers.insert((numbers.first ?? number).nextDown, at: 0)
    }
    return numbers + numbers.map { -$0 }
  }

  @Test func `any bits are the same number in text as with JSONEncoder`() throws {
    var random = JSONRandom(seed: 41)
    let count = JSONRandom.count(100_000)
    let doubles = (0..<count).map { _ in Double(bitPattern: random.next()) }
    let floats = (0..<count).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    }

    #expect(try firstDifference(in: doubles) == nil)
    #expect(try firstDifference(in: floats) == nil)
  }

  @Test func `numbers around powers of two are written as by JSONEncoder`() throws {
    let doubles = (-1074...1023).flatMap {
      around(Double(sign: .plus, exponent: $0, significand: 1))
    }
    let floats = (-149...127).flatMap { around(Float(sign: .plus, exponent: $0, significand: 1)) }

    #expect(try firstDifference(in: doubles) == nil)
    #expect(try firstDifference(in: floats) == nil)
  }

  @Test func `numbers around powers of ten are written as by JSONEncoder`() throws {
    let doubles = (-324...308).flatMap { exponent in
      ["1", "2", "5", "9.5", "1.7"].flatMap { around(Double("\($0)e\(exponent)") ?? 0) }
    }
    let floats = (-46...38).flatMap { exponent in
      ["1", "2", "5", "9.5", "1.7"].flatMap { around(Float("\($0)e\(exponent)") ?? 0) }
    }

    #expect(try firstDifference(in: doubles) == nil)
    #expect(try firstDifference(in: floats) == nil)
  }

  @Test func `subnormal numbers and the extremes are written as by JSONEncoder`() throws {
    let doubles =
      (0..<2_000).map { Double(bitPattern: $0) } + (0..<52).map { Double(bitPattern: 1 << $0) }
      + around(Double.leastNormalMagnitude) + around(Double.greatestFiniteMagnitude)
    let floats =
      (0..<2_000).map { Float(bitPattern: $0) } + (0..<23).map { Float(bitPattern: 1 << $0) }
      + around(Float.leastNormalMagnitude) + around(Float.greatestFiniteMagnitude)

    #expect(try firstDifference(in: doubles + doubles.map { -$0 }) == nil)
    #expect(try firstDifference(in: floats + floats.map { -$0 }) == nil)
  }

  @Test func `numbers at the limit of exact integers are written as by JSONEncoder`() throws {
    let doubles = [0x1p31, 0x1p32, 0x1p52, 0x1p53, 0x1p54, 0x1p63, 0x1p64, 1e15, 1e16, 1e9, 1e8]
    let floats: [Float] = [0x1p23, 0x1p24, 0x1p25, 0x1p31, 0x1p63, 1e7, 1e8]

    #expect(
      try firstDifference(
        in: doubles.flatMap { limit in
          (-500...500).flatMap { [limit + Double($0), limit + Double($0) / 8] }
        }) == nil)
    #expect(
      try firstDifference(
        in: floats.flatMap { limit in
          (-500...500).flatMap { [limit + Float($0), limit + Float($0) / 8] }
        }) == nil)
  }

  @Test func `decimals of any length are written as by JSONEncoder`() throws {
    var random = JSONRandom(seed: 42)
    let texts = (0..<JSONRandom.count(30_000)).map { _ in
      let digits = (0..<(1 + random.number(below: 17))).map { _ in "\(random.number(below: 10))" }
      let point = random.number(below: digits.count + 1)
      let number = "0" + digits[..<point].joined() + "." + digits[point...].joined() + "0"
      return number + random.pick(["", "", "", "e-3", "e-5", "e6", "e-20", "e20"])
    }

    #expect(try firstDifference(in: texts.compactMap { Double($0) }) == nil)
    #expect(try firstDifference(in: texts.compactMap { Float($0) }) == nil)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "-0"), (1.0, "1"), (-1.5, "-1.5"), (0.3, "0.3"),
    (0.1 + 0.2, "0.30000000000000004"),
    (0.0001, "0.0001"), (0.00001, "1e-05"), (1.5e-5, "1.5e-05"), (1e16, "1e+16"),
    (9_007_199_254_740_992, "9007199254740992"), (9_007_199_254_740_994, "9.007199254740994e+15"),
    (.leastNonzeroMagnitude, "5e-324"), (1.7976931348623157e308, "1.7976931348623157e+308"),
    (-65.613616999999977, "-65.61361699999998"), (1234567890123456.5, "1234567890123456.5"),
  ])
  func `a double has the shortest text`(number: Double, text: String) throws {
    let written = try JSONEncoder().encode(unversioned: number)

    #expect(String(decoding: written, as: UTF8.self) == text)
  }
}
