import Foundation
import Lineage

/// A fixture, and what its own version's type makes of it.
struct FixtureReading {
  /// The fixture, or the one that replaces it if it is outdated.
  let fixture: FixtureCase
  /// Nil if it doesn't decode, or is a document of another version.
  let own: OwnReading?

  /// Whether its type writes it back as it is, apart from what its notes explain.
  var isIntact: Bool { own?.differencesByRule.isEmpty == true }
}

/// The fourth phase of a check: all fixtures, decoded as their own versions.
struct FixtureReadings {
  /// The facts with the rewritten fixtures.
  let facts: CheckFacts
  /// The failures of all fixtures that `ShippedFindings` hasn't read.
  let failures: [FixtureFailure]
  let writes: [FileWrite]
  private let readings: [String: FixtureReading]

  init(_ sampled: SampledFixtures) {
    let shipped = sampled.shipped.readings.all
    let read = Set(shipped.map(\.fixture.file))
    let batch = ReadingBatch(
      of: sampled.facts.listing.cases.filter { !read.contains($0.file) }, sampled.facts)
    facts = sampled.facts.replacing(batch.all.map(\.fixture))
    failures = batch.failures
    writes = batch.writes
    readings = Dictionary(uniqueKeysWithValues: (shipped + batch.all).map { ($0.fixture.file, $0) })
  }

  /// The readings of fixtures that are worth migrating, in the order of the listing.
  ///
  /// For a fixture of the newest version, its differences already say what is wrong with its newest form.
  var migratable: [OwnReading] {
    facts.listing.cases.compactMap { fixture in
      guard let reading = readings[fixture.file] else { return nil }
      let isOfNewest = fixture.version.index == facts.check.newest.index
      return isOfNewest && !reading.isIntact ? nil : reading.own
    }
  }

  /// The fixtures of a version that its type writes back as they are.
  func intactFixtures(of version: DocumentVersion) -> [FixtureCase] {
    facts.listing.cases(of: version).filter { readings[$0.file]?.isIntact == true }
  }
}

/// Some fixtures, read as their own versions.
struct ReadingBatch {
  private(set) var all: [FixtureReading] = []
  private(set) var failures: [FixtureFailure] = []
  /// The files of outdated fixtures, as their types write them now.
  private(set) var writes: [FileWrite] = []
  private var staleNotes: StaleNotes

  init(of fixtures: [FixtureCase], _ facts: CheckFacts) {
    staleNotes = StaleNotes(facts.listing)
    for fixture in fixtures { read(fixture, facts) }
  }

  /// Whether all locked fixtures are intact. Their types could decode and encode them when they were locked, so otherwise
  /// a type has changed.
  func lockedAreIntact(_ check: FixtureCheck) -> Bool {
    all.allSatisfy { reading in
      reading.isIntact || check.lockedDigest(of: reading.fixture) != reading.fixture.digest
    }
  }

  private mutating func read(_ fixture: FixtureCase, _ facts: CheckFacts) {
    var reading = decode(fixture, facts)
    if let own = reading.own, own.differencesByRule.isOutdated, own.mayBeRewritten,
      facts.check.mayReplace(fixture.version)
    {
      if !own.differencesByRule.unknown.isEmpty { report(own, facts.check) }
      writes.append(FileWrite(file: fixture.file, data: own.rewritten))
      reading = decode(fixture.rewritten(as: own.rewritten), facts)
    }
    all.append(reading)
    if let own = reading.own { report(own, facts.check) }
  }

  /// Decodes a fixture as its own version.
  private mutating func decode(_ fixture: FixtureCase, _ facts: CheckFacts) -> FixtureReading {
    let version = fixture.version
    do {
      let own = try OwnReading(
        of: fixture, facts.schema(of: version),
        allowsUnknownFields: facts.check.options.allowsUnknownFields)
      if version.location == .external || own.report.versionFound == version.version {
        return FixtureReading(fixture: fixture, own: own)
      }
      let found = own.report.versionFound
      failures.append(.fixtureInWrongFolder(fixture, found: found, in: facts.check))
    } catch {
      if let migration = error as? MigrationError, migration.path.components.isEmpty,
        case .newerVersion(let found, _) = migration.reason,
        facts.check.chain.contains(where: { $0.version == found })
      {
        failures.append(.fixtureInWrongFolder(fixture, found: found, in: facts.check))
      } else {
        let file = facts.check.path(of: fixture)
        failures.append(.undecodable(file, version, because: error, in: facts.check))
      }
    }
    return FixtureReading(fixture: fixture, own: nil)
  }

  /// Reports how a fixture differs from what its own version's type encodes.
  private mutating func report(_ own: OwnReading, _ check: FixtureCheck) {
    let fixture = own.fixture
    let differences = own.differencesByRule
    if !differences.unknown.isEmpty {
      failures.append(.unknownFields(fixture, paths: differences.unknown, in: check))
    }
    if !differences.filled.isEmpty {
      failures.append(.filledFields(fixture, differences: differences.filled, in: check))
    }
    if !differences.rejected.isEmpty {
      failures.append(.rejectedValues(fixture, paths: differences.rejected, in: check))
    }
    if !differences.changed.isEmpty {
      failures.append(
        .writtenDifferently(
          fixture, differences: differences.changed, found: fixture.attached(own.rewritten),
          in: check))
    }
    failures += staleNotes.add(differences.staleNotes, of: fixture, in: check)
  }
}

/// Finds notes that apply to none of the fixtures that share them, which have the same name in several formats.
struct StaleNotes {
  /// How many fixtures share notes, by the file of the notes.
  private let sharing: [String: Int]
  /// How many of them an entry doesn't apply to.
  private var counts: [String: [String: Int]] = [:]

  init(_ listing: FixtureListing) {
    sharing = Dictionary(listing.cases.map { ($0.notesFile, 1) }, uniquingKeysWith: +)
  }

  /// Adds the entries that don't apply to a fixture.
  ///
  /// - Returns: The failure for those that don't apply to the others either, if there are any.
  mutating func add(
    _ entries: [String], of fixture: FixtureCase, in check: FixtureCheck
  ) -> [FixtureFailure] {
    let file = fixture.notesFile
    let stale = entries.filter { entry in
      counts[file, default: [:]][entry, default: 0] += 1
      return counts[file]?[entry] == sharing[file]
    }
    return stale.isEmpty ? [] : [.staleNotes(fixture, stale, in: check)]
  }
}

extension FixtureCase {
  /// A document to attach to a failure about the fixture.
  func attached(_ data: Data) -> FixtureFailure.Attached {
    FixtureFailure.Attached(name: "\(name).found.\(format.fileExtension)", content: data)
  }
}
