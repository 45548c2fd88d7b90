import Foundation
import Lineage

// The documents that are measured, made by a generator with a fixed seed. Their types are plain
// Codable for Foundation and versioned for Lineage, with the same fields.

struct SettingsDocument: VersionedCodable {
  static let version: Int? = nil
  typealias PreviousVersion = NothingOlder
  var theme = "dark"
  var fontSize = 14
  var lineHeight = 1.5
  var wrapsLines = true
  var tabSize = 4
  var recent = ["a.txt", "notes/b.txt", "a/longer/path/to/a/file.md"]
  var title = "Editor settings"
  var lastOpened: Int? = 1_699_999_999
  var showsSidebar = false
  var language = "en_US"
}

struct LibraryDocument: VersionedCodable {
  static let version: Int? = nil
  typealias PreviousVersion = NothingOlder
  var title: String
  var members: [Member]

  struct Member: Codable {
    var id: Int
    var guid: String
    var isActive: Bool
    var balance: Double
    var age: Int
    var name: String
    var email: String
    var tags: [String]
    var latitude: Double
    var longitude: Double
    var loans: [Loan]
    var note: String?
  }

  struct Loan: Codable {
    var id: Int
    var title: String
  }

  static func make(members: Int, _ random: inout SplitMix) -> LibraryDocument {
    LibraryDocument(
      title: "library",
      members: (0..<members).map { id in
        Member(
          id: id, guid: random.word(32), isActive: random.next() % 2 == 0,
          balance: Double(random.next() % 1_000_000) / 100, age: Int(random.next() % 90),
          name: random.word(12), email: "\(random.word(8))@example.com",
          tags: (0..<4).map { _ in random.word(6) },
          latitude: Double(Int(random.next() % 180_000_000)) / 1_000_000 - 90,
          longitude: Double(Int(random.next() % 360_000_000)) / 1_000_000 - 180,
          loans: (0..<2).map { Loan(id: $0, title: random.word(14)) },
          note: random.next() % 3 == 0 ? random.word(20) : nil)
      })
  }
}

struct OutlineDocument: VersionedCodable {
  static let version: Int? = nil
  typealias PreviousVersion = NothingOlder
  var rings: [[[Double]]]

  static func make(points: Int, _ random: inout SplitMix) -> OutlineDocument {
    func coordinate() -> Double { Double(Int(random.next() % 360_000_000)) / 1_000_000 - 180 }
    return OutlineDocument(
      rings: (0..<points / 100).map { _ in (0..<100).map { _ in [coordinate(), coordinate()] } })
  }
}

// MARK: - A chain of ten additive steps

struct Growth0: VersionedCodable, DefaultFillable {
  static let version = 0
  typealias PreviousVersion = NothingOlder
  var rows: [FilledRow] = []
}

struct Growth<Previous: VersionedCodable>: VersionedCodable, DefaultFillable
where Previous.Version == Int {
  static var version: Int { Previous.version + 1 }
  typealias PreviousVersion = Previous
  var rows: [FilledRow] = []
  var added = 1
}

typealias Growth5 = Growth<Growth<Growth<Growth<Growth<Growth0>>>>>
typealias Growth10 = Growth<Growth<Growth<Growth<Growth<Growth5>>>>>

struct FilledRow: DefaultFillable {
  var id = 0
  var name = "nobody"
  var email = "nobody@example.com"
  var balance = 0.5
  var isActive = true
  var tags: [String] = []
}

extension FilledRow {
  static func make(_ count: Int) -> [FilledRow] {
    var random = SplitMix(seed: 2)
    return (0..<count).map { _ in
      FilledRow(
        id: Int(random.next() % 10_000), name: random.word(12), email: random.word(20),
        balance: Double(random.next() % 10_000) / 100, isActive: false,
        tags: (0..<3).map { _ in random.word(6) })
    }
  }
}

// MARK: - Random numbers

/// A small generator that gives the same numbers everywhere.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func word(_ length: Int) -> String {
    String((0..<length).map { _ in Character(Unicode.Scalar(UInt8(97 + next() % 26))) })
  }
}
