import Foundation
import Lineage
import Testing

@testable import LineageTesting

/// Types that have shipped, and begin to change the values that they read.
struct ChangedReadingTests {
  /// What a type makes of the values that it reads.
  fileprivate protocol Reading {
    static func text(_ text: String) -> String
    static func names(_ names: [String]) -> [String]
    static func count(_ count: Int) -> Int
    static func date(_ date: Date) -> Date
  }

  private struct Page<Changed: Reading>: VersionedCodable {
    static var version: Int { 1 }
    typealias PreviousVersion = NothingOlder
    enum CodingKeys: CodingKey { case text, names, count, date }
    var text: String
    var names: [String]
    var count: Int
    var date: Date

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      text = Changed.text(try container.decode(String.self, forKey: .text))
      names = Changed.names(try container.decode([String].self, forKey: .names))
      count = Changed.count(try container.decode(Int.self, forKey: .count))
      date = Changed.date(try container.decode(Date.self, forKey: .date))
    }
  }

  private enum Unchanged: Reading {}

  private enum Trimming: Reading {
    static func text(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }
  }

  private enum Lowering: Reading {
    static func text(_ text: String) -> String { text.lowercased() }
  }

  private enum Folding: Reading {
    static func text(_ text: String) -> String {
      text.folding(options: .diacriticInsensitive, locale: nil)
    }
  }

  private enum Cutting: Reading {
    static func names(_ names: [String]) -> [String] { Array(names.prefix(2)) }
  }

  private enum Sorting: Reading {
    static func names(_ names: [String]) -> [String] { names.sorted() }
  }

  private enum Clamping: Reading {
    static func count(_ count: Int) -> Int { min(count, 100) }
  }

  private enum Rounding: Reading {
    static func date(_ date: Date) -> Date {
      Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.rounded())
    }
  }

  private func isNoticed<Changed: Reading>(_ type: Changed.Type) throws -> Bool {
    let directory = TemporaryFixtures().setUp(Page<Unchanged>.self)
    try directory.ship(Page<Unchanged>.self)
    return directory.failures(of: Page<Changed>.self).contains {
      $0.contains("no longer writes MigrationFixtures/Poem/v1/sample2.json as it is")
    }
  }

  @Test func `a shipped type that begins to change what it reads is found`() throws {
    #expect(try isNoticed(Trimming.self))
    #expect(try isNoticed(Lowering.self))
    #expect(try isNoticed(Folding.self))
    #expect(try isNoticed(Cutting.self))
    #expect(try isNoticed(Sorting.self))
    #expect(try isNoticed(Clamping.self))
    #expect(try isNoticed(Rounding.self))
    #expect(try !isNoticed(Unchanged.self))
  }
}

extension ChangedReadingTests.Reading {
  static func text(_ text: String) -> String { text }
  static func names(_ names: [String]) -> [String] { names }
  static func count(_ count: Int) -> Int { count }
  static func date(_ date: Date) -> Date { date }
}
