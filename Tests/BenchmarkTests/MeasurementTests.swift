import Foundation
import Testing

@testable import Benchmark

struct MeasurementTests {
  @Test(arguments: [
    ([3.0], 3.0, 3.0, 3.0), ([4, 1, 2], 2, 1, 4), ([4, 1, 2, 3], 2.5, 1, 4),
  ])
  func `a figure has the median of its samples and their spread`(
    samples: [Double], median: Double, lowest: Double, highest: Double
  ) {
    let figure = Figure(of: samples)

    #expect([figure.median, figure.lowest, figure.highest] == [median, lowest, highest])
  }

  @Test(arguments: [(Group.Ratio.speed, 4.0), (.cost, 0.25)])
  func `a ratio says how much better or how much more`(ratio: Group.Ratio, expected: Double) {
    #expect(ratio.of(0.5, to: 2) == expected)
  }

  @Test func `case names are unique, and each case has work for all its columns`() throws {
    let groups = try Group.all(.quick)
    let cases = groups.flatMap { group in group.cases.map { (group, $0) } }

    #expect(Set(cases.map(\.1.name)).count == cases.count)
    for (group, next) in cases {
      #expect(next.name.hasPrefix(group.name + "/"))
      #expect(try next.prepare().work.count == group.columns.count)
    }
  }

  @Test func `a folder without JSON files is rejected`() {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().path()

    #expect(throws: UsageError("There is no JSON file in the folder '\(folder)'.")) {
      try Group.all(.quick, folder: folder)
    }
  }
}
