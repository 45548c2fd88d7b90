import Foundation
import Lineage

/// The third phase of a check: samples as the first fixtures of each version that has none and never had one.
struct SampledFixtures {
  let shipped: ShippedFindings
  /// The facts with the samples.
  let facts: CheckFacts
  private(set) var failures: [FixtureFailure] = []
  private(set) var writes: [FileWrite] = []

  init(_ shipped: ShippedFindings) throws {
    self.shipped = shipped
    let facts = shipped.facts
    let check = facts.check
    let versions = check.chain.filter {
      facts.listing.cases(of: $0).isEmpty && !facts.isMissed($0)
    }
    for version in versions {
      var obstacle: String?
      if check.mayRecord {
        do {
          writes += try Self.samples(of: version, in: check.formats[0])
          continue
        } catch {
          obstacle = "\(error)"
        }
      }
      failures.append(.missingFixture(of: version, because: obstacle, in: check))
    }
    self.facts = writes.isEmpty ? facts : try facts.adding(writes, of: versions)
  }

  private static func samples(
    of version: DocumentVersion, in format: FixtureFormat
  ) throws -> [FileWrite] {
    try version.samples(in: format).enumerated().map { index, sample in
      let name = index == 0 ? "sample" : "sample\(index + 1)"
      return FileWrite(file: FixtureCase.file(name, of: version, in: format), data: sample)
    }
  }
}
