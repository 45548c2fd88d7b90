import Foundation
import Lineage
import LineageSchemas

// Checking `downgraded()`, with which programs write documents for those that haven't been updated.

extension FixtureCheck {
  /// Downgrades the fixtures of `Downgradable` versions, and migrates the results again.
  mutating func checkDowngrades() {
    for fixture in listing.cases {
      guard let reading = readings[fixture.file] else { continue }
      let document = reading.rewritten
      var unused = fixture.notes
      do {
        if let downgrade = try Downgrade(
          of: document, fixture.version, in: fixture.format, chain: chain)
        {
          unused.downgradeLoses = checkResult(of: downgrade, document, fixture)
        }
      } catch {
        // What a document that can't be downgraded would lose isn't known.
        unused.downgradeLoses = []
        if !fixture.notes.downgradeFails || !error.isFromDowngrade {
          noteFailedDowngrade(of: fixture, because: error)
        }
        unused.downgradeFails = false
      }
      let stale = unused.downgradeLoses.map { "downgradeLoses \($0)" }
      noteStale(stale + (unused.downgradeFails ? ["downgradeFails"] : []), of: fixture)
    }
  }

  private mutating func noteFailedDowngrade(of fixture: FixtureCase, because error: any Error) {
    note(
      .failedDowngrade(
        folder.shownPath(of: fixture.file), fixture.version,
        to: chain[fixture.version.index - 1], because: error,
        notes: folder.shownPath(of: fixture.notesFile)))
  }

  /// Checks the document of the previous version.
  ///
  /// - Returns: The paths of noted losses that didn't occur.
  private mutating func checkResult(
    of downgrade: Downgrade, _ document: Data, _ fixture: FixtureCase
  ) -> [String] {
    let file = folder.shownPath(of: fixture.file)
    do {
      let instability = try downgrade.instability(
        learned[downgrade.older.index].schema, notes: fixture.notes)
      if !instability.isEmpty {
        note(.unstableDowngrade(file, downgrade, differences: instability))
        return []
      }
      var accepted = NotedPaths(fixture.notes.downgradeLoses)
      let losses = try downgrade.losses(
        of: document, learned[downgrade.newer.index].schema, notes: fixture.notes
      )
      .filter { !accepted.contain($0.path) }
      if !losses.isEmpty {
        note(
          .lossyDowngrade(
            file, downgrade, differences: losses,
            notes: folder.shownPath(of: fixture.notesFile)))
      }
      return accepted.unused
    } catch {
      note(.unreadableDowngrade(file, downgrade, because: error))
      return []
    }
  }
}
