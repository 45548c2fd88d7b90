import Foundation
import Testing

@testable import Lineage

struct BadInputTests {
  // MARK: - Truncated

  @Test(arguments: HostileDocuments.all)
  func `every prefix of a JSON document is an error that says what to do`(document: String) {
    let data = Data(document.utf8)

    for length in 0..<data.count {
      let error = #expect(throws: MigrationError.self) {
        try JSONDecoder().decode(versioned: Diary.self, from: data.prefix(length))
      }
      #expect(error?.reason == .unreadable)
      #expect(
        error?.description.contains("It may be damaged, cut off, or in another format.") == true)
      #expect(error?.description.contains(HostileDocuments.marker) == false)
    }
  }

  @Test(arguments: PropertyListTests.formats)
  func `every prefix of a property list is a MigrationError`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let diary = try JSONDecoder().decode(
      versioned: Diary.self, from: Data(HostileDocuments.current.utf8))
    let encoder = PropertyListEncoder(format)
    let data = try encoder.encode(versioned: diary)

    let problems = (0..<data.count).compactMap { length in
      HostileOutcome.problem {
        _ = try PropertyListDecoder().decode(versioned: Diary.self, from: data.prefix(length))
      }
    }

    #expect(problems.isEmpty)
  }

  @Test func `every prefix of a document in another format is a MigrationError`() throws {
    let diary = try JSONDecoder().decode(
      versioned: Diary.self, from: Data(HostileDocuments.current.utf8))
    let text = try ForeignTextEncoder().encode(versioned: diary)

    for length in 0..<text.count {
      let error = #expect(throws: MigrationError.self) {
        try ForeignTextDecoder().decode(versioned: Diary.self, from: String(text.prefix(length)))
      }
      #expect(error?.description.contains(HostileDocuments.marker) == false)
    }
  }

  // MARK: - Not UTF-8

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFF], [0xFE], [0xE2, 0x82],
      [0xC3, 0x28],
    ] as [[UInt8]])
  func `a string that is not UTF-8 is an error with its location`(bytes: [UInt8]) {
    let data = Data("{\"owner\":\n\"TOPSECRET".utf8) + Data(bytes) + Data(" and more text\"}".utf8)

    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Diary.self, from: data)
    }

    #expect(
      error?.description.contains("Line 2, column 11: The bytes aren't valid UTF-8.") == true)
    #expect(error?.description.contains(HostileDocuments.marker) == false)
  }

  @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `a key that is not UTF-8 is an error with its location`(bytes: [UInt8]) throws {
    let data = Data("{\"a".utf8) + Data(bytes) + Data("\":1}".utf8)

    let error = try migrationError {
      try JSONDecoder().decode(unversioned: [String: Int].self, from: data)
    }

    #expect(error.description.contains("Line 1, column 4: The bytes aren't valid UTF-8."))
  }

  // MARK: - Deep

  struct Nesting: Sendable, CustomTestStringConvertible {
    let opening: String
    let closing: String
    var testDescription: String { opening + "…" + closing }
  }

  static let nestings = [
    Nesting(opening: "[", closing: "]"), Nesting(opening: "[", closing: ""),
    Nesting(opening: "{\"a\":", closing: "}"), Nesting(opening: "{\"a\":", closing: ""),
    Nesting(opening: "[{\"version\":", closing: "}]"),
    Nesting(opening: "{\"version\":[", closing: ""),
    Nesting(opening: "{\"album\":", closing: "}"), Nesting(opening: "[ \n", closing: " ]"),
  ]

  @Test(arguments: nestings)
  func `100,000 levels are an error that has the limit`(nesting: Nesting) {
    let text =
      String(repeating: nesting.opening, count: 100_000)
      + String(repeating: nesting.closing, count: 100_000)

    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Diary.self, from: Data(text.utf8))
    }

    #expect(error?.description.contains("nested too deeply; at most 512 levels") == true)
  }

  @Test func `100,000 levels of JSON5 are an error that has the limit`() throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    decoder.assumesTopLevelDictionary = true
    let text = String(repeating: "a:{", count: 100_000)

    let error = try migrationError {
      try decoder.decode(versioned: Diary.self, from: Data(text.utf8))
    }

    #expect(error.description.contains("nested too deeply; at most 512 levels"))
  }

  @Test func `100,000 levels before the version are an error that has the limit`() throws {
    let levels = 100_000
    let text =
      "{\"x\":" + String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
      + ",\"version\":1}"

    let error = try migrationError {
      try JSONDecoder().version(of: Diary.self, in: Data(text.utf8))
    }

    #expect(error.description.contains("nested too deeply; at most 512 levels"))
  }

  @Test func `100,000 levels after the version are not read to find it`() throws {
    let text = "{\"version\":1,\"x\":" + String(repeating: "[", count: 100_000)

    #expect(try JSONDecoder().version(of: Diary.self, in: Data(text.utf8)) == 1)
    #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Diary.self, from: Data(text.utf8))
    }
  }

  // MARK: - Long

  struct LongNumber: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String

    /// Repeats a digit a million times between two other parts of a number.
    init(_ start: String, _ digit: String, _ end: String = "", count: Int = 1_000_000) {
      testDescription = "\(start)\(digit)…\(end)"
      text = start + String(repeating: digit, count: count) + end
    }
  }

  static let ones = [
    LongNumber("1", "0", "e-1000000"), LongNumber("0.", "0", "1e1000000", count: 999_999),
    LongNumber("1.", "0"),
  ]

  @Test(
    arguments: ones + [
      LongNumber("", "9"), LongNumber("-", "1"), LongNumber("0.", "3"), LongNumber("1", "0"),
      LongNumber("0.", "0", "1"), LongNumber("1e", "9"), LongNumber("1e-", "9"),
      LongNumber("0e", "9"),
    ])
  func `a number of a million digits is decoded, or an error`(number: LongNumber) {
    let data = Data("[\(number.text)]".utf8)
    let decoder = JSONDecoder()

    let problem =
      HostileOutcome.problem { _ = try decoder.decode(unversioned: [Int].self, from: data) }
      ?? HostileOutcome.problem { _ = try decoder.decode(unversioned: [UInt128].self, from: data) }
      ?? HostileOutcome.problem { _ = try decoder.decode(unversioned: [Double].self, from: data) }
      ?? HostileOutcome.problem { _ = try decoder.decode(unversioned: [Float].self, from: data) }
      ?? HostileOutcome.problem { _ = try decoder.decode(unversioned: [Decimal].self, from: data) }

    #expect(problem == nil)
  }

  @Test(arguments: ones)
  func `a number of a million digits that equals one is 1`(number: LongNumber) throws {
    let data = Data("[\(number.text)]".utf8)

    #expect(try JSONDecoder().decode(unversioned: [Int].self, from: data) == [1])
    #expect(try JSONDecoder().decode(unversioned: [Double].self, from: data) == [1])
  }

  @Test(arguments: ["7", "\"x\"", "-1.5", "x"])
  func `a version of a million characters is an error of sensible length`(piece: String) {
    let long =
      piece.hasPrefix("\"")
      ? "\"" + String(repeating: "x", count: 1_000_000) + "\""
      : piece + String(repeating: "7", count: 1_000_000)
    let data = Data("{\"version\":\(long)}".utf8)

    let error = #expect(throws: MigrationError.self) {
      try JSONDecoder().decode(versioned: Diary.self, from: data)
    }

    #expect(error.map { $0.description.count < 1_000 } == true)
  }

  @Test func `a string of a million characters is read`() throws {
    let text = String(repeating: "ab\\né", count: 250_000)

    let strings = try JSONDecoder().decode(
      unversioned: [String].self, from: Data("[\"\(text)\"]".utf8))

    #expect(strings.first?.utf8.count == 1_250_000)
  }

  @Test func `an object with many members is decoded quickly`() throws {
    let members = (0..<20_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    struct Last: Codable { var key19999: Int }

    let last = try JSONDecoder().decode(unversioned: Last.self, from: Data("{\(members)}".utf8))
    let all = try JSONDecoder().decode(
      unversioned: [String: Int].self, from: Data("{\(members)}".utf8))

    #expect(last.key19999 == 19_999)
    #expect(all.count == 20_000)
  }

  // MARK: - Random

  @Test func `random bytes are a MigrationError`() {
    var random = JSONRandom(seed: 18)

    for _ in 0..<JSONRandom.count(1_000) {
      let bytes = (0..<random.number(below: 60)).map { _ in UInt8(truncatingIfNeeded: random.next())
      }
      #expect(throws: MigrationError.self, "\(bytes)") {
        try JSONDecoder().decode(versioned: Diary.self, from: Data(bytes))
      }
    }
  }

  @Test(arguments: [
    "bplist00", "<?xml version=\"1.0\"?><plist>", "<plist><dict><key>", "{", "(", "\u{FEFF}",
  ])
  func `random bytes after the head of a property list are a MigrationError`(head: String) {
    var random = JSONRandom(seed: 19)

    for _ in 0..<JSONRandom.count(100) {
      let bytes = (0..<random.number(below: 80)).map { _ in UInt8(truncatingIfNeeded: random.next())
      }
      let problem = HostileOutcome.problem {
        _ = try PropertyListDecoder().decode(
          versioned: Diary.self, from: Data(head.utf8) + Data(bytes))
      }
      #expect(problem == nil, "\(bytes)")
    }
  }
}
