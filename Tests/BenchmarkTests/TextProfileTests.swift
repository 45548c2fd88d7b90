import Foundation
import Lineage
import Testing

@testable import Benchmark

/// The documents stay like the public ones that they resemble.
struct TextProfileTests {
  struct Figures: Equatable, Sendable {
    var depth: Int
    /// Of the bytes, those between tokens.
    var spaces = 0.0
    /// Of the string values, those beyond ASCII, and those with escapes.
    var beyondASCII = 0.0
    var escaped = 0.0
    /// Of the members, those that no type declares.
    var undeclared = 0.0
    /// The numbers in hundreds, and the most significant digits of one.
    var integers = 0
    var decimals = 0
    var digits = 0
  }

  @Test(arguments: [
    (
      "microblog", 630,
      Figures(
        depth: 11, spaces: 0.25, beyondASCII: 0.14, escaped: 0.04, undeclared: 0.09, integers: 31,
        digits: 18)
    ),
    (
      "microblog-escaped", 520,
      Figures(
        depth: 11, beyondASCII: 0.14, escaped: 0.42, undeclared: 0.09, integers: 31, digits: 18)
    ),
    (
      "events", 64,
      Figures(depth: 7, spaces: 0.18, escaped: 0.01, undeclared: 0.04, integers: 2, digits: 9)
    ),
    ("people", 490, Figures(depth: 5, beyondASCII: 0.31, integers: 50, digits: 4)),
    ("builds", 130, Figures(depth: 3, spaces: 0.26, digits: 1)),
    ("coordinates", 2190, Figures(depth: 7, decimals: 1114, digits: 17)),
    ("mesh", 620, Figures(depth: 4, integers: 448, decimals: 360, digits: 12)),
    ("numbers", 150, Figures(depth: 2, decimals: 100, digits: 12)),
    ("symbols", 2640, Figures(depth: 8, escaped: 0.01, integers: 170, digits: 3)),
    ("notebook", 1420, Figures(depth: 6, spaces: 0.05, escaped: 0.31, integers: 5, digits: 2)),
    ("specification", 320, Figures(depth: 12, spaces: 0.35, decimals: 1, digits: 3)),
    ("any-value", 84, Figures(depth: 5, integers: 12, decimals: 12, digits: 6)),
  ])
  func `a document has the size, depth and values of its public relatives`(
    name: String, kilobytes: Double, expected: Figures
  ) throws {
    let document = try SampleDocumentTests.document(name)
    let text = try document.makeText(.full)

    let profile = TextProfile(of: text)
    let undeclared = try undeclared(in: text, of: document)

    func share(_ part: Int, of whole: Int) -> Double {
      (100 * Double(part) / Double(max(1, whole))).rounded() / 100
    }
    #expect(abs(Double(profile.bytes) / 1000 / kilobytes - 1) < 0.05)
    #expect(
      Figures(
        depth: profile.depth, spaces: share(profile.spaces, of: profile.bytes),
        beyondASCII: share(profile.beyondASCII, of: profile.strings),
        escaped: share(profile.escaped, of: profile.strings),
        undeclared: share(undeclared, of: profile.members),
        integers: (profile.integers + 50) / 100, decimals: (profile.decimals + 50) / 100,
        digits: profile.mostDigits) == expected)
  }

  /// The number of members that the document's types don't declare.
  private func undeclared<Value>(
    in text: Data, of document: some AnySampleDocument<Value>
  ) throws -> Int {
    var report = MigrationReport()
    _ = try document.decoder.decode(versioned: Value.self, from: text, report: &report)
    return report.unknownFieldsDropped.count
  }
}
