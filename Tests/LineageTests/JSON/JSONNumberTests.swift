import Foundation
import Testing

@testable import Lineage

struct JSONNumberTests {
  private func ours<Value: Decodable>(_ text: String, _ type: Value.Type) -> Value? {
    try? JSONDecoder().decode(unversioned: [Value].self, from: Data("[\(text)]".utf8)).first
  }

  private func foundations<Value: Decodable>(_ text: String, _ type: Value.Type) -> Value? {
    try? JSONDecoder().decode([Value].self, from: Data("[\(text)]".utf8)).first
  }

  @Test func `every double is decoded exactly`() {
    var random = JSONRandom(seed: 8)
    let numbers = (0..<JSONRandom.count(5_000)).map { _ in Double(bitPattern: random.next()) }

    let differing = numbers.first { number in
      number.isFinite && ours("\(number)", Double.self)?.bitPattern != number.bitPattern
    }

    #expect(differing == nil)
  }

  @Test func `every float is decoded exactly`() {
    var random = JSONRandom(seed: 9)
    let numbers = (0..<JSONRandom.count(5_000)).map { _ in
      Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    }

    let differing = numbers.first { number in
      number.isFinite && ours("\(number)", Float.self)?.bitPattern != number.bitPattern
    }

    #expect(differing == nil)
  }

  @Test func `any digits decode as the same double as with JSONDecoder`() {
    var random = JSONRandom(seed: 10)
    let texts = (0..<JSONRandom.count(3_000)).map { _ in Self.digits(&random) }

    let differing = texts.first { text in
      ours(text, Double.self)?.bitPattern != foundations(text, Double.self)?.bitPattern
    }

    #expect(differing == nil)
  }

  /// Such numbers are parsed eight digits at a time, and each length is another case.
  @Test func `short numbers of any length are the nearest ones`() throws {
    var random = JSONRandom(seed: 14)
    var texts: [String] = []
    for (sign, whole) in [("", 1), ("-", 1), ("", 0), ("-", 0)] {
      for places in 0...21 {
        for first in 0...21 where whole == 1 || first == 0 {
          let digits = (0..<(first + places)).map { _ in "\(random.number(below: 10))" }.joined()
          let start = whole == 0 ? "0" : "\(1 + random.number(below: 9))"
          let fraction = places == 0 ? "" : ".\(digits.suffix(places))"
          texts.append("\(sign)\(start)\(digits.prefix(first))\(fraction)")
        }
      }
    }

    for text in texts {
      let double = try #require(Double(text))
      #expect(ours(text, Double.self)?.bitPattern == double.bitPattern, "\(text)")
      let float = try #require(Float(text))
      #expect(ours(text, Float.self)?.bitPattern == float.bitPattern, "\(text)")
      #expect(ours("\(text)e0", Double.self)?.bitPattern == double.bitPattern, "\(text)")
    }
  }

  @Test func `any digits decode as the nearest float`() {
    var random = JSONRandom(seed: 11)
    let texts = (0..<JSONRandom.count(3_000)).map { _ in Self.digits(&random) }

    let differing = texts.first { text in
      let expected = Float(text).flatMap { float -> Float? in
        let isZero = !text.prefix { $0 != "e" }.contains { ("1"..."9").contains($0) }
        return float.isFinite && (float != 0 || isZero) ? float : nil
      }
      return ours(text, Float.self)?.bitPattern != expected?.bitPattern
    }

    #expect(differing == nil)
  }

  @Test(arguments: [
    "1e-07", "1e5", "1.5e+3", "1e400", "1e-400", "1e2147483647", "1e-2147483648", "1e2147483648",
    "1e99999999999999999999", "-1e-99999999999999999999", "0e99999999999", "1000e2147483647",
    "0.001e-2147483648", "123456789012345678901234567890e-10", "1.7976931348623157e308",
    "100000000000000000000000000000000000000000e-40", "5e-324", "12e3", "9223372036854775807",
  ])
  func `a number decodes the same with a 32-bit Int`(text: String) {
    expectEqualReading(of: text, withWordsOf: Int32.self)
  }

  @Test func `any digits decode the same with a 32-bit or 16-bit Int`() {
    var random = JSONRandom(seed: 12)

    for _ in 0..<JSONRandom.count(2_000) {
      let text = Self.digits(&random)
      expectEqualReading(of: text, withWordsOf: Int32.self)
      expectEqualReading(of: text, withWordsOf: Int16.self)
    }
  }

  private func expectEqualReading<Word: FixedWidthInteger & SignedInteger>(
    of text: String, withWordsOf type: Word.Type
  ) {
    let bytes = Array(text.utf8)
    bytes.withBytes { bytes in
      let narrow = JSONDecimalText<Word>(bytes)
      let wide = JSONDecimalText<Int64>(bytes)
      #expect(Double(nearest: narrow)?.bitPattern == Double(nearest: wide)?.bitPattern, "\(text)")
      #expect(Float(nearest: narrow)?.bitPattern == Float(nearest: wide)?.bitPattern, "\(text)")
      #expect(
        JSONNumber.integer(Int64.self, narrow) == JSONNumber.integer(Int64.self, wide), "\(text)")
      #expect(
        JSONNumber.integer(UInt128.self, narrow) == JSONNumber.integer(UInt128.self, wide),
        "\(text)")
    }
  }

  /// Numbers at or very close to the midpoint of two doubles.
  @Test(arguments: [
    "9007199254740993", "9007199254740992.99999999999999999999", "9007199254740993.00000000000001",
    "1.00000000000000011102230246251565404236316680908203125",
    "1.00000000000000011102230246251565404236316680908203124",
    "1.00000000000000011102230246251565404236316680908203126",
    "2.4703282292062327208e-324", "2.4703282292062327209e-324", "4.940656458412465441765e-324",
    "2.2250738585072011360574097967091319759348195463516456480e-308",
    "2.22507385850720113605740979670913197593481954635164565e-308",
    "1.797693134862315807e308", "1.797693134862315808e308", "179769313486231580793e289",
    "8.5e-46", "7.006492321624085e-46", "7.006492321624086e-46", "3.4028235677973366e38",
    "3.4028235677973362e38", "1.1754943508222875e-38", "16777217", "16777217.0000001",
  ])
  func `a number between two others is rounded to the even one`(text: String) {
    let expected = foundations(text, Double.self)

    let number = ours(text, Double.self)

    #expect(number?.bitPattern == expected?.bitPattern)
  }

  private static func digits(_ random: inout JSONRandom) -> String {
    func digits(_ count: Int) -> String {
      (0..<count).map { _ in "\(random.number(below: 10))" }.joined()
    }
    let lengths = [0, 1, 5, 15, 16, 17, 18, 19, 20, 25, 40, 400, 900]
    var text = random.chance(50) ? "-" : ""
    text +=
      random.chance(20) ? "0" : "\(1 + random.number(below: 9))" + digits(random.pick(lengths))
    if text.hasSuffix("0") || random.chance(70) { text += "." + digits(1 + random.pick(lengths)) }
    // JSONDecoder rejects 0e5, although it is a valid number.
    if random.chance(60), text.count > 2 {
      let exponent = random.pick([-20, 0, 5, 20, 300, -300, -330, 330]) + random.number(below: 20)
      text += "e\(exponent)"
    }
    return text
  }

  struct Integer: Sendable, CustomTestStringConvertible {
    let text: String
    let int: Int?
    var testDescription: String { text }
  }

  @Test(arguments: [
    Integer(text: "1.0", int: 1), Integer(text: "1e2", int: 100), Integer(text: "-0", int: 0),
    Integer(text: "-0.0", int: 0), Integer(text: "0e99999999999999999999", int: 0),
    Integer(text: "0.00e-5", int: 0), Integer(text: "1500e-2", int: 15),
    Integer(text: "1.5", int: nil), Integer(text: "1e-1", int: nil),
    Integer(text: "1e19", int: nil),
    Integer(text: "9223372036854775807", int: .max), Integer(text: "9223372036854775808", int: nil),
    Integer(text: "-9223372036854775808", int: .min),
    Integer(text: "-9223372036854775809", int: nil),
    Integer(text: "1e99999999999999999999", int: nil),
    Integer(text: "1e-99999999999999999999", int: nil),
    // JSONDecoder rounds these to a Double first.
    Integer(text: "9223372036854775807.0", int: .max),
    Integer(text: "9007199254740993.0", int: 9_007_199_254_740_993),
    Integer(text: "1.00000000000000000001", int: nil), Integer(text: "1e-400", int: nil),
  ])
  func `an integer is exact or an error, however it is written`(integer: Integer) {
    let number = ours(integer.text, Int.self)

    #expect(number == integer.int)
  }

  @Test func `a number that does not fit is an error that says so`() throws {
    let data = Data(#"{"body":{"size":300}}"#.utf8)
    struct Box: Codable { var size: UInt8 }

    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Letter<Box>.self, from: data)
    }

    #expect(
      error?.description.contains(
        "At body.size: The number doesn't fit in UInt8.") == true)
  }

  @Test func `a decimal keeps its digits`() throws {
    let text =
      "[1.10,0.1,12345678901234567890.1234567890,-1e-20,99999999999999999999999999999999999999]"
    let expected = try JSONDecoder().decode([Decimal].self, from: Data(text.utf8))

    let decimals = try JSONDecoder().decode(unversioned: [Decimal].self, from: Data(text.utf8))

    #expect(decimals == expected)
    #expect(decimals.map(\.description) == expected.map(\.description))
  }

  @Test func `short decimals are those of Foundation, to the last bit`() throws {
    var random = SystemRandomNumberGenerator()
    let texts = (0..<5_000).map { _ in
      let digits = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      let places = Int.random(in: 0..<digits.count, using: &random)
      let whole = digits.dropLast(places).joined().trimmingPrefix { $0 == "0" }
      let sign = Bool.random(using: &random) ? "-" : ""
      let fraction = places == 0 ? "" : ".\(digits.suffix(places).joined())"
      return "\(sign)\(whole.isEmpty ? "0" : whole)\(fraction)"
    }
    let document = Data("[\(texts.joined(separator: ","))]".utf8)

    let decimals = try JSONDecoder().decode(unversioned: [Decimal].self, from: document)

    for (text, decimal) in zip(texts, decimals) {
      let expected = try #require(Decimal(string: text))
      #expect(decimal == expected, "\(text)")
      #expect(decimal.description == expected.description, "\(text)")
      #expect(decimal.exponent == expected.exponent, "\(text)")
      #expect(decimal.sign == expected.sign, "\(text)")
      #expect(decimal.significand == expected.significand, "\(text)")
    }
  }

  @Test(arguments: [
    Double.infinity, -Double.infinity, Double.nan, -0.0, 0.0, 1e300, .leastNonzeroMagnitude, 1e16,
    123456789.125,
  ])
  func `a double is written as JSONEncoder writes it`(number: Double) throws {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "?")
    let expected = try encoder.encode(Letter(body: [number]))

    let written = try encoder.encode(versioned: Letter(body: [number]))

    #expect(String(decoding: written, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  @Test func `integers of any length are written with all digits`() throws {
    let powers = sequence(first: UInt64(1)) { $0.multipliedReportingOverflow(by: 10).partialValue }
    let positive = powers.prefix(20).flatMap { [$0 - 1, $0, $0 + 1, $0 / 10 * 7, $0 / 3] }
    let negative = positive.prefix(90).map { -Int64($0) }

    let written = try JSONEncoder().encode(unversioned: [
      positive.map { Int128($0) }, negative.map { Int128($0) },
    ])

    let expected =
      "[[\(positive.map(\.description).joined(separator: ","))],"
      + "[\(negative.map(\.description).joined(separator: ","))]]"
    #expect(String(decoding: written, as: UTF8.self) == expected)
  }

  @Test func `decimals with few digits are written as JSONEncoder writes them`() throws {
    var random = JSONRandom(seed: 13)
    let numbers = (0..<2_000).map { index in
      let magnitude = Double(random.number(below: random.pick([10, 1000, 1_000_000, 1 << 40])))
      return (index.isMultiple(of: 2) ? magnitude : -magnitude)
        / random.pick([1, 10, 1e3, 1e6, 1e8])
    }

    let written = try JSONEncoder().encode(unversioned: numbers)

    let expected = try JSONEncoder().encode(numbers)
    #expect(String(decoding: written, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  @Test func `every number is written as JSONEncoder writes it`() throws {
    var random = JSONRandom(seed: 12)
    let doubles = (0..<500).map { _ in Double(bitPattern: random.next()) }.filter(\.isFinite)
    let floats = (0..<500).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
    struct Numbers: Codable {
      var doubles: [Double]
      var floats: [Float]
      var integers: [Int64]
      var large: [UInt128]
      var small: [Int128]
    }
    let letter = Letter(
      body: Numbers(
        doubles: doubles, floats: floats.filter(\.isFinite),
        integers: [.min, .max, 0, -1, 9, 10, 99, 100, 101, 12345, -98765],
        large: [.max, 0, 1 << 64, UInt128(UInt64.max)],
        small: [.min, .max, -1, 1 << 63, -(1 << 63) - 1]
      ))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let expected = try encoder.encode(letter)

    let written = try encoder.encode(versioned: letter)

    #expect(written == expected)
  }
}
