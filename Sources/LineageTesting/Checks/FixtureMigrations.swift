import Foundation
import Lineage

/// The fifth phase of a check: the fixtures migrated to the newest version, and compared with their expectations.
struct FixtureMigrations {
  let readings: FixtureReadings
  private(set) var failures: [FixtureFailure] = []
  private(set) var writes: [FileWrite] = []
  /// What the reports of migrations say, by the path of the expectation in messages.
  private(set) var remarks: [String: [String]] = [:]
  /// The digests of the expectations that are met, by file.
  private(set) var metExpectations: [String: String] = [:]
  /// The indices of the versions whose steps lose unknown fields of the document.
  private var lossySteps: Set<Int> = []

  init(_ readings: FixtureReadings) {
    self.readings = readings
    var staleNotes = StaleNotes(readings.facts.listing)
    for own in readings.migratable { migrate(own, &staleNotes) }
  }

  private var check: FixtureCheck { readings.facts.check }

  private mutating func migrate(_ own: OwnReading, _ staleNotes: inout StaleNotes) {
    let fixture = own.fixture
    let file = check.path(of: fixture)
    let newest = check.newest
    let migrated: MigratedFixture
    do {
      let facts = readings.facts
      migrated = try MigratedFixture(
        fixture, facts.schema(of: fixture.version), to: newest, facts.schema(of: newest))
    } catch let error as MigratedFixture.UnreadableNewestForm {
      return failures.append(.unreadableNewest(file, newest, because: error.underlyingError))
    } catch {
      if fixture.notes.migrationFails, error.isFromStep { return }
      let mayFail = readings.facts.lockedExpectation(of: fixture) == nil
      return failures.append(
        .failedMigration(fixture, to: newest, because: error, mayFail: mayFail, in: check))
    }
    if fixture.notes.migrationFails {
      failures += staleNotes.add(["migrationFails"], of: fixture, in: check)
    }
    remarks[check.expectationPath(of: fixture)] = migrated.remarks
    failures += staleNotes.add(migrated.staleOrders, of: fixture, in: check)
    findLostUnknownFields(of: fixture)
    if !migrated.instability.isEmpty {
      failures.append(.unstableNewest(file, newest, differences: migrated.instability))
    }
    if let expectation = fixture.expectation,
      check.outdatedVersion(ofExpectationOf: fixture) == nil
    {
      compare(migrated, of: fixture, with: expectation)
    } else if fixture.version.index < newest.index || !own.isUnchanged {
      expect(migrated, of: fixture)
    }
  }

  /// Reports the step that loses unknown fields of a fixture, unless another fixture has shown it. A step may have
  /// replaced a value in the document on purpose, so what that loses is a remark.
  private mutating func findLostUnknownFields(of fixture: FixtureCase) {
    guard let document = try? fixture.format.value(from: fixture.data),
      let lost = try? LostUnknownFields(
        in: document, of: fixture.version, chain: check.chain,
        readings.facts.learned.map(\.schema), fixture.format)
    else { return }
    remarks[check.expectationPath(of: fixture), default: []] += lost.placesInside.map { place in
      "unknown: \(place) (the step to \(lost.version.version.inWords) may have lost unknown fields there)"
    }
    guard let difference = lost.ofDocument, lossySteps.insert(lost.version.index).inserted else {
      return
    }
    failures.append(.lossyStep(fixture, lost.version, difference, in: check))
  }

  private mutating func compare(
    _ migrated: MigratedFixture, of fixture: FixtureCase, with expectation: Data
  ) {
    let expected: DocumentValue
    do {
      expected = try fixture.format.value(from: expectation)
    } catch {
      return failures.append(.brokenExpectation(of: fixture, because: error, in: check))
    }
    let differences = migrated.differences(from: expected)
    if differences.isEmpty {
      metExpectations[fixture.expectationFile] = fixture.digest(ofExpectation: expectation)
    } else if check.mayReplace(check.newest) {
      record(migrated, of: fixture)
    } else {
      failures.append(
        .unexpectedResult(
          fixture, differences: differences, result: fixture.attached(migrated.newestData),
          in: check))
    }
  }

  /// Records the first expectation of a fixture, or the first of the newest version.
  private mutating func expect(_ migrated: MigratedFixture, of fixture: FixtureCase) {
    // `ShippedFindings` has reported those that were lost.
    if readings.facts.isExpectationLost(of: fixture) { return }
    if check.mayRecord {
      record(migrated, of: fixture)
    } else {
      failures.append(.missingExpectation(of: fixture, in: check))
    }
  }

  private mutating func record(_ migrated: MigratedFixture, of fixture: FixtureCase) {
    let data = migrated.newestData
    writes.append(FileWrite(file: fixture.expectationFile, data: data))
    metExpectations[fixture.expectationFile] = fixture.digest(ofExpectation: data)
  }
}
