import Foundation
import Testing

@testable import LineageStore

/// What is left of a document when the power is cut at any moment of a change.
struct PowerCutTests {
  @Test func `a power cut leaves the old document or the new one`() {
    var states = 0
    for scenario in Scenario.powerCuts {
      let result = scenario.cutPower(limit: 250)
      #expect(result.violations == [:], "\(scenario)")
      #expect(result.error == nil, "\(scenario)")
      states += result.states
    }
    #expect(states > 10_000)
  }
}

extension Scenario {
  /// All changes, on disks that can exchange names and on those that can't, with documents of one page and of more.
  fileprivate static var powerCuts: [Scenario] {
    Change.allCases.flatMap { change in
      [Durability.full, .ordered].flatMap { durability in
        [
          Scenario(change, size: 100, durability: durability),
          Scenario(change, size: 16_000, durability: durability),
          Scenario(change, size: 9_000, durability: durability, limits: [.exchange, .exclusive]),
          Scenario(
            change, size: 100, durability: durability, limits: [.exchange, .exclusive, .links]),
        ]
      }
    }
  }
}
