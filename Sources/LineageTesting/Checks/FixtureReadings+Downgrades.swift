import Foundation
import Lineage
import LineageSchemas

// Checking `downgraded()`, with which programs write documents for those that haven't been updated.

extension FixtureReadings {
  /// Downgrades the fixtures of `Downgradable` versions, and migrates the results again.
  ///
  /// - Returns: The failures.
  func downgradeFailures() -> [FixtureFailure] {
    var staleNotes = StaleNotes(facts.listing)
    return migratable.flatMap { own in
      let (failures, stale) = downgrade(own)
      return failures + staleNotes.add(stale, of: own.fixture, in: facts.check)
    }
  }

  /// Downgrades a fixture.
  ///
  /// - Returns: The failures, and the entries of the notes that don't apply.
  private func downgrade(_ own: OwnReading) -> (failures: [FixtureFailure], stale: [String]) {
    let fixture = own.fixture
    var failures: [FixtureFailure] = []
    var unused = fixture.notes
    do {
      if let downgrade = try TriedDowngrade(
        of: own.rewritten, fixture.version, in: fixture.format, chain: facts.check.chain)
      {
        (failures, unused.downgradeLoses) = checkResult(of: downgrade, own)
      }
    } catch {
      // What a document that can't be downgraded would lose isn't known.
      unused.downgradeLoses = []
      if !fixture.notes.downgradeFails || !error.isFromDowngrade {
        failures.append(.failedDowngrade(fixture, because: error, in: facts.check))
      }
      unused.downgradeFails = false
    }
    let stale = unused.downgradeLoses.map { "downgradeLoses \($0)" }
    return (failures, stale + (unused.downgradeFails ? ["downgradeFails"] : []))
  }

  /// Checks the document of the previous version.
  ///
  /// - Returns: The failures, and the paths of noted losses that didn't occur.
  private func checkResult(
    of downgrade: TriedDowngrade, _ own: OwnReading
  ) -> (failures: [FixtureFailure], unusedLosses: [String]) {
    let fixture = own.fixture
    let file = facts.check.path(of: fixture)
    do {
      let instability = try downgrade.instability(
        facts.schema(of: downgrade.older), notes: fixture.notes)
      if !instability.isEmpty {
        return ([.unstableDowngrade(file, downgrade, differences: instability)], [])
      }
      var accepted = NotedPaths(fixture.notes.downgradeLoses)
      let losses = try downgrade.losses(
        of: own.rewritten, facts.schema(of: downgrade.newer), notes: fixture.notes
      )
      .filter { !accepted.contain($0.path) }
      let failures: [FixtureFailure] =
        losses.isEmpty
        ? [] : [.lossyDowngrade(fixture, downgrade, differences: losses, in: facts.check)]
      return (failures, accepted.unused)
    } catch {
      return ([.unreadableDowngrade(file, downgrade, because: error)], [])
    }
  }
}
