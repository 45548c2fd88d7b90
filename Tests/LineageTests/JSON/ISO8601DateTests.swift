import Foundation
import Testing

@testable import Lineage

/// Compares dates in ISO 8601 format with what Foundation reads and writes.
struct ISO8601DateTests {
  private func expectEqualReading(
    of text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let document = Data("[\"\(text)\"]".utf8)
    let expected = try? decoder.decode([Date].self, from: document)

    let dates = try? decoder.decode(unversioned: [Date].self, from: document)

    #expect(dates == expected, "\(text)", sourceLocation: sourceLocation)
  }

  private func expectEqualWriting(
    of dates: [Date], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let expected = String(decoding: try encoder.encode(dates), as: UTF8.self)

    let written = String(decoding: try encoder.encode(unversioned: dates), as: UTF8.self)

    let difference = zip(
      written.split(separator: ","), expected.split(separator: ",")
    ).first { $0 != $1 }
    #expect(difference == nil, sourceLocation: sourceLocation)
    #expect(written.utf8.count == expected.utf8.count, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "2024-02-29T12:34:56Z", "2000-02-29T00:00:00Z", "2023-02-28T23:59:59Z", "1970-01-01T00:00:00Z",
    "1969-12-31T23:59:59Z", "2001-01-01T00:00:00Z", "2000-12-31T23:59:59Z", "1583-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ])
  func `a usual text is a date without the help of Foundation`(text: String) {
    #expect(Array(text.utf8).withBytes { ISO8601Date($0) } != nil)
    expectEqualReading(of: text)
  }

  @Test(arguments: [
    // Days that don't exist
    "2023-02-29T12:34:56Z", "2023-02-30T00:00:00Z", "1900-02-29T00:00:00Z", "2023-04-31T00:00:00Z",
    "2023-01-00T00:00:00Z", "2023-01-32T00:00:00Z", "2023-00-01T00:00:00Z", "2023-13-01T00:00:00Z",
    // Before and at the change of calendars, and long years
    "1582-10-04T00:00:00Z", "1582-10-05T00:00:00Z", "1582-10-14T23:59:59Z", "1582-10-15T00:00:00Z",
    "1582-12-31T23:59:59Z", "1500-02-29T00:00:00Z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z",
    "10000-01-01T00:00:00Z", "-001-01-01T00:00:00Z", "+2023-01-01T00:00:00Z",
    // Times that don't exist
    "2023-01-01T24:00:00Z", "2023-01-01T25:00:00Z", "2023-01-01T23:60:00Z", "2023-12-31T23:59:60Z",
    "2023-12-31T23:59:61Z",
    // Offsets and fractions
    "2023-01-01T00:00:00+00:00", "2023-01-01T00:00:00+0000", "2023-01-01T00:00:00+01:00",
    "2023-01-01T00:00:00-0130", "2023-01-01T00:00:00+24:00", "2023-01-01T00:00:00UTC",
    "2023-01-01T00:00:00GMT+1", "2023-01-01T00:00:00.5Z", "2023-01-01T00:00:00.000Z",
    // Other forms
    "2023-01-01t00:00:00Z", "2023-01-01T00:00:00z", "2023-01-01 00:00:00Z", "20230101T000000Z",
    "2023-1-1T0:0:0Z", "2023-01-01T00:00Z", "2023-W01-1T00:00:00Z", "2023-01-01T00:00:00",
    "2023-01-01T00:00:00Z ", "2023-01-01T00:00:00Zx", " 2023-01-01T00:00:00Z",
    "2023-01-01T00:00:00Y", "2023-01-01T00:00:0:Z", "2023-01-01T00:00:0/Z", "/023-01-01T00:00:00Z",
    ":023-01-01T00:00:00Z", "2023_01_01T00:00:00Z", "2023-01-01T00-00-00Z", "2023-01-01T00:00:0éZ",
    "é23-01-01T00:00:00Z", "２０２３-01-01T00:00:00Z", "", "Z", "aaaaaaaaaaaaaaaaaaaa",
    #"2023-01-01T00:00:0\u0030Z"#, #"2023-01-01\u0054"#, #"2023-01-01T0\/:00:0"#,
  ])
  func `an odd text is what it is for JSONDecoder`(text: String) {
    #expect(Array(text.utf8).withBytes { ISO8601Date($0) } == nil)
    expectEqualReading(of: text)
  }

  @Test func `every byte of a date counts`() {
    let text = Array("2024-02-29T12:34:56Z".utf8)

    for index in text.indices {
      for byte in UInt8.min...UInt8.max where byte != text[index] {
        var changed = text
        changed[index] = byte
        let isDigit = ASCII.isDigit(text[index])
        if changed.withBytes({ ISO8601Date($0) }) != nil {
          #expect(isDigit && ASCII.isDigit(byte), "\(byte) at \(index)")
        }
      }
    }
  }

  @Test func `every day of four centuries is read and written as by Foundation`()
    throws
  {
    let day = 86_400.0
    let first = Date(timeIntervalSinceReferenceDate: -13_190_860_800 + 43_200)
    let last = Date(timeIntervalSinceReferenceDate: 252_423_993_599)
    let dates =
      (0..<146_500).map { first + day * Double($0) }
      + (0..<2_000).map { last - day * Double($0) }

    try expectEqualWriting(of: dates)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(
      try decoder.decode(unversioned: [Date].self, from: encoder.encode(unversioned: dates))
        == dates)
  }

  @Test func `dates around every boundary are written as JSONEncoder writes them`() throws {
    let boundaries: [Double] = [
      0, -978_307_200, -13_190_860_800, -13_197_600_000, -63_114_076_800, -63_145_699_200,
      252_423_993_600, 63_113_904_000, 730_902_896, 694_224_000, 31_622_400,
    ]
    let distances: [Double] = [
      0, 1e-300, 1e-9, 1e-6, 0.001, 0.4999, 0.5, 0.999, 0.999_999, 1, 1.5, 60, 86_399.5, 86_400,
    ]
    let dates = boundaries.flatMap { boundary in
      distances.flatMap { [boundary + $0, boundary - $0] } + [boundary.nextUp, boundary.nextDown]
    }

    try expectEqualWriting(of: dates.map { Date(timeIntervalSinceReferenceDate: $0) })
  }

  @Test(arguments: [
    Double.infinity, -.infinity, .nan, 1e10, 1e13, -1e13, 1e18, -1e18, 1e300, -1e300,
    .greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, -0.0,
    Date.distantPast.timeIntervalSinceReferenceDate,
    Date.distantFuture.timeIntervalSinceReferenceDate,
  ])
  func `a moment far away is written as JSONEncoder writes it`(seconds: Double) throws {
    try expectEqualWriting(of: [Date(timeIntervalSinceReferenceDate: seconds)])
  }

  @Test func `any moments are written and read as by Foundation`() throws {
    var random = JSONRandom(seed: 31)
    let seconds = (0..<JSONRandom.count(30_000)).map { _ in
      let second = Double.random(in: -14e9...260e9, using: &random).rounded()
      return random.pick([
        second, second.nextDown, second.nextUp, second + 0.5, second - 0.25,
        second + Double.random(in: 0..<1, using: &random),
        (second / 86_400).rounded() * 86_400, ((second / 86_400).rounded() * 86_400).nextDown,
      ])
    }

    try expectEqualWriting(of: seconds.map { Date(timeIntervalSinceReferenceDate: $0) })
  }

  @Test func `texts of random fields are read as by JSONDecoder`() {
    var random = JSONRandom(seed: 32)

    for _ in 0..<JSONRandom.count(3_000) {
      let fields = [13, 33, 26, 62, 63].map { random.number(below: $0) }
      let digits = fields.map { $0 < 10 ? "0\($0)" : "\($0)" }
      let year = random.pick(["2023", "2024", "1900", "2000", "1583", "1582", "1970", "9999"])
      let date = "\(year)-\(digits[0])-\(digits[1])T\(digits[2]):\(digits[3]):\(digits[4])"
      expectEqualReading(of: date + random.pick(["Z", "Z", "Z", "z", "", "+00", "x"]))
    }
  }

  struct Dated: Codable {
    var text = "a"
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var link = URL(string: "https://example.com/")
  }

  @Test(arguments: [
    JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .prettyPrinted],
    [.sortedKeys, .withoutEscapingSlashes],
  ])
  func `dates and URLs among other fields are written as JSONEncoder writes them`(
    formatting: JSONEncoder.OutputFormatting
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    encoder.dateEncodingStrategy = .iso8601
    let values = ["a": [Dated()], "b": [Dated(), Dated()]]
    let expected = try encoder.encode(values)

    let written = try encoder.encode(unversioned: values)

    #expect(String(decoding: written, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  /// A type that writes a second date to a container it has left, which text can't do.
  struct Scattered: Encodable {
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      var inner = list.nestedUnkeyedContainer()
      try list.encode(Date(timeIntervalSinceReferenceDate: 1))
      try inner.encode(Date(timeIntervalSinceReferenceDate: 2))
      try inner.encode(Date(timeIntervalSinceReferenceDate: 0.5))
    }
  }

  @Test(arguments: JSONOption<JSONEncoder>.dates.prefix(4))
  func `dates that are written out of order are written as by JSONEncoder`(
    strategy: JSONOption<JSONEncoder>
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    strategy.apply(encoder)
    let expected = try encoder.encode(Scattered())

    let written = try encoder.encode(unversioned: Scattered())

    #expect(String(decoding: written, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
  }

  @Test(
    arguments: JSONOption<JSONDecoder>.dates.prefix(4),
    ["1", "1.5", "-0.0", "1e400", "null", "true", "[]", "{}", #""x""#, #""NaN""#, #""+""#, "[1]"])
  func `a value is a date or an error with its path where it is for JSONDecoder`(
    strategy: JSONOption<JSONDecoder>, text: String
  ) {
    let decoder = JSONDecoder()
    strategy.apply(decoder)
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "NaN")
    let document = Data(#"{"a":[\#(text)]}"#.utf8)
    func seconds(_ dates: [String: [Date]]) -> String {
      "\(dates.mapValues { $0.map(\.timeIntervalSinceReferenceDate) })"
    }
    let expected = try? seconds(decoder.decode([String: [Date]].self, from: document))

    do {
      let found = try decoder.decode(unversioned: [String: [Date]].self, from: document)
      #expect(seconds(found) == expected)
    } catch {
      #expect(expected == nil)
      #expect("\(error)".contains("At a[0]: "))
    }
  }
}
