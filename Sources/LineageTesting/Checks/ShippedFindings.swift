import Foundation
import Lineage
import LineageSchemas

/// The second phase of a check: what has changed of the versions that have shipped.
///
/// These changes are the cause of many other failures. If there is one, nothing is recorded.
struct ShippedFindings {
  /// The facts for the later phases, which may not record if something has changed.
  let facts: CheckFacts
  /// The fixtures of shipped versions.
  let readings: ReadingBatch
  let failures: [FixtureFailure]

  init(_ facts: CheckFacts) throws {
    let check = facts.check
    let lost = facts.lostVersions()
    let causes =
      facts.lostEntries() + facts.unmarkedVersions()
      + (try facts.changedEntries())
      + (check.hasShippedVersions ? facts.changedStrategies() : [])
      + facts.changedNestedDocuments()
      + check.chain.filter(check.isShipped).compactMap(facts.changedShape)
      + facts.changedFixtures() + facts.changedResults()
    let hasCause = lost.contains(where: \.hasShipped) || !causes.isEmpty
    let expectations = facts.changedExpectations(given: hasCause ? check.blocked() : check)
    readings = ReadingBatch(
      of: facts.listing.cases.filter { check.isShipped($0.version) },
      hasCause ? facts.blocked() : facts)
    let lostExpectations = facts.lostExpectations(in: readings)

    failures =
      lost.map { facts.interruptedChain(at: $0) } + causes + expectations + readings.failures
      + lostExpectations
    let isUnchanged =
      !hasCause && expectations.isEmpty && lostExpectations.isEmpty
      && readings.lockedAreIntact(check)
    self.facts = isUnchanged ? facts : facts.blocked()
  }
}

// MARK: - The chain

extension CheckFacts {
  /// A version that has fixtures or a lock entry, but is no longer in the chain.
  fileprivate struct LostVersion {
    let version: AnyVersion
    /// The path of what it is known from, in messages.
    let file: String
    let hasShipped: Bool
  }

  fileprivate func lostVersions() -> [LostVersion] {
    var told = Set(check.chain.map(\.version))
    var found: [(AnyVersion, String)] = []
    for name in listing.foldersOfNoVersion {
      guard let version = lostVersion(inFolder: name) else { continue }
      told.insert(version)
      found.append((version, check.folder.shownPath(of: name)))
    }
    for entry in check.lock.versions where !told.contains(entry.version) {
      found.append((entry.version, check.lockFile))
    }
    return found.map { version, file in
      LostVersion(
        version: version, file: file,
        hasShipped: check.options.hasShipped && check.lock.entry(for: version)?.shipped != false)
    }
  }

  fileprivate func interruptedChain(at lost: LostVersion) -> FixtureFailure {
    .interruptedChain(
      at: lost.version, known: lost.file, hasShipped: lost.hasShipped,
      renumbered: renumberedType(of: lost.version), in: check)
  }

  /// The version of the chain that a lost one seems to have become: one that isn't in the lock, with its shape.
  private func renumberedType(of lost: AnyVersion) -> DocumentVersion? {
    guard let locked = check.lock.entry(for: lost) else { return nil }
    return check.chain.first { version in
      check.lock.entry(for: version.version) == nil
        && Schema.differences(from: locked.schema, to: schema(of: version)).isEmpty
    }
  }

  /// The failures for versions that the lock doesn't mark as shipped, although it lists their fixtures, which it does for
  /// shipped ones only.
  fileprivate func unmarkedVersions() -> [FixtureFailure] {
    check.chain.filter { version in
      !check.isShipped(version)
        && check.lock.entry(for: version.version)?.fixtures.isEmpty == false
    }.map { .notMarkedAsShipped($0, in: check) }
  }
}

// MARK: - The lock

extension CheckFacts {
  /// Whether the lock has lost the entry of a version that an earlier run has recorded: its fixtures have expectations, or
  /// those of older ones are of its form.
  func lostEntry(of version: DocumentVersion) -> Bool {
    if !check.options.hasShipped || check.lock.entry(for: version.version) != nil { return false }
    return listing.cases(of: version).contains { $0.expectation != nil }
      || version.index == check.newest.index
        && listing.cases.contains { fixture in
          fixture.expectation.map { version.isVersion(of: $0, in: fixture.format) } ?? false
        }
  }

  /// The failure for a lock that has lost entries. New ones would describe the types as they are now, and not as they were
  /// when they shipped.
  fileprivate func lostEntries() -> [FixtureFailure] {
    let lost = check.chain.filter(lostEntry)
    return lost.isEmpty ? [] : [.lostEntries(of: lost, in: check)]
  }
}

extension CheckFacts {
  /// The failures for entries of shipped versions that have changed since they were recorded.
  fileprivate func changedEntries() throws -> [FixtureFailure] {
    try check.chain.filter { version in
      guard check.isShipped(version), let entry = check.lock.entry(for: version.version),
        let digest = entry.digest
      else { return false }
      return try digest != entry.currentDigest()
    }.map { .changedEntry(of: $0, in: check) }
  }
}

// MARK: - The fixtures

extension CheckFacts {
  /// Whether the fixtures of a shipped version are gone. No sample may replace them.
  func isMissed(_ version: DocumentVersion) -> Bool {
    check.isShipped(version) && listing.cases(of: version).isEmpty
      && check.lock.entry(for: version.version)?.shipped == true
  }

  /// The failures for fixtures of shipped versions that are missing or have changed.
  fileprivate func changedFixtures() -> [FixtureFailure] {
    check.chain.filter(check.isShipped).compactMap { version in
      let changes = changes(ofFixturesOf: version)
      if !changes.isEmpty { return .changedFixtures(version, changes: changes, in: check) }
      return isMissed(version) ? .lostFixtures(of: version, in: check) : nil
    }
  }

  private func changes(ofFixturesOf version: DocumentVersion) -> [String] {
    let cases = listing.cases(of: version)
    let listed = check.lock.entry(for: version.version)?.fixtures ?? [:]
    return listed.sorted { $0.key < $1.key }.compactMap { name, digest in
      guard let found = cases.first(where: { $0.fileName == name }) else {
        return "missing  \(check.folder.shownPath(of: "\(version.folder)/\(name)"))"
      }
      if found.digest != digest { return "changed  \(check.folder.shownPath(of: found.file))" }
      return version.index < check.newest.index && isExpectationLost(of: found)
        ? missingExpectation(of: found) : nil
    }
  }

  private func missingExpectation(of fixture: FixtureCase) -> String {
    "missing  \(check.expectationPath(of: fixture))"
  }
}

// MARK: - The expectations

extension CheckFacts {
  /// The digest of what a fixture migrates to as the newest version that has shipped; nil if there is none, or if the line
  /// of the fixture was removed, so that both may be recorded again.
  private func lockedResult(
    of fixture: FixtureCase
  ) -> (version: DocumentVersion, digest: String)? {
    guard let version = check.newestShipped, check.lockedDigest(of: fixture) != nil,
      let entry = check.lock.entry(for: version.version),
      let digest = entry.expectations?[fixture.expectationFile]
    else { return nil }
    return (version, digest)
  }

  /// The digest of a fixture's expectation in the lock, for a newest version that has shipped; otherwise nil.
  func lockedExpectation(of fixture: FixtureCase) -> String? {
    lockedResult(of: fixture).flatMap { $0.version.index == check.newest.index ? $0.digest : nil }
  }

  /// The digests of what fixtures migrate to as a version that has shipped, if their expectations are of that version and
  /// don't accept anything else.
  func results(of version: DocumentVersion) -> [String: String]? {
    var digests: [String: String] = [:]
    for fixture in listing.cases {
      guard let expectation = fixture.expectation,
        check.outdatedVersion(ofExpectationOf: fixture)?.index == version.index,
        let migrated = try? self.migrated(fixture, to: version)
      else { continue }
      let digest = fixture.digest(ofExpectation: migrated.newestData)
      if digest == fixture.digest(ofExpectation: expectation) {
        digests[fixture.expectationFile] = digest
      }
    }
    return digests.isEmpty ? nil : digests
  }

  private func migrated(
    _ fixture: FixtureCase, to version: DocumentVersion
  ) throws -> MigratedFixture {
    try MigratedFixture(fixture, schema(of: fixture.version), to: version, schema(of: version))
  }

  /// The failure for expectations that have changed since the newest version shipped, if there are any. A fixture still
  /// meets one that was edited together with the step.
  ///
  /// - Parameter check: The check, which is blocked if something else has changed.
  fileprivate func changedExpectations(given check: FixtureCheck) -> [FixtureFailure] {
    let changed = listing.cases.filter { fixture in
      guard let digest = lockedExpectation(of: fixture), let expectation = fixture.expectation
      else { return false }
      return fixture.digest(ofExpectation: expectation) != digest
    }
    if changed.isEmpty { return [] }
    let files = changed.map { check.folder.shownPath(of: $0.expectationFile) }
    return [.changedExpectations(files: files, in: check)]
  }

  /// The failures for fixtures that no longer migrate as they did when the newest version that has shipped was recorded.
  fileprivate func changedResults() -> [FixtureFailure] {
    listing.cases.compactMap { fixture in
      if let expectation = fixture.expectation,
        let version = check.outdatedVersion(ofExpectationOf: fixture), check.isShipped(version)
      {
        return changedResult(of: fixture, version, expectation)
      }
      return lockedResult(of: fixture).flatMap {
        changedResult(of: fixture, $0.version, locked: $0.digest)
      }
    }
  }

  /// Compares a fixture with an expectation of a version that has shipped since, before it is recorded for the newest
  /// version.
  private func changedResult(
    of fixture: FixtureCase, _ version: DocumentVersion, _ expectation: Data
  ) -> FixtureFailure? {
    guard let expected = try? fixture.format.value(from: expectation),
      let migrated = try? self.migrated(fixture, to: version)
    else { return nil }
    // The newest version of a nested document may be another one now.
    let differences = migrated.differences(from: expected).filter { difference in
      let place = schema(of: version).placeOfNestedDocument(difference.path)
      return place.map { expected.hasSameVersion(at: $0, as: migrated.newestForm) } ?? true
    }
    if differences.isEmpty { return nil }
    return .changedResult(
      fixture, of: version, differences: differences,
      result: fixture.attached(migrated.newestData), in: check)
  }

  /// Compares a fixture with the digest of its result, after its expectation was recorded for the next version.
  private func changedResult(
    of fixture: FixtureCase, _ version: DocumentVersion, locked digest: String
  ) -> FixtureFailure? {
    let isNewest = version.index == check.newest.index
    // `FixtureMigrations` compares the results of the newest version.
    if isNewest, !fixture.notes.migrationFails { return nil }
    let migrated: MigratedFixture
    do {
      migrated = try self.migrated(fixture, to: version)
    } catch {
      return .noLongerMigrates(fixture, to: version, because: error, in: check)
    }
    // Nested documents may have a newer version now, and the order may differ each time.
    let isComparable =
      !isNewest && !schema(of: version).hasNestedDocuments && fixture.notes.unordered.isEmpty
    if !isComparable || fixture.digest(ofExpectation: migrated.newestData) == digest { return nil }
    return .changedResult(
      fixture, of: version, result: fixture.attached(migrated.newestData), in: check)
  }

  /// Whether a fixture that was locked together with its expectation has none, so that none may be recorded in its place.
  ///
  /// Once the newest version has shipped, all fixtures of older ones in the lock have had theirs. One of the newest version
  /// needs one only if its type writes it differently, as it does once a nested document has a newer version.
  func isExpectationLost(of fixture: FixtureCase) -> Bool {
    fixture.expectation == nil && !fixture.notes.migrationFails && check.isShipped(check.newest)
      && check.lockedDigest(of: fixture) != nil
      && (fixture.version.index < check.newest.index || lockedExpectation(of: fixture) != nil)
  }

  /// The failure for lost expectations of fixtures of the newest version, which need one only if their type writes them
  /// differently.
  fileprivate func lostExpectations(in readings: ReadingBatch) -> [FixtureFailure] {
    let lost = readings.all.filter { reading in
      reading.isIntact && reading.own?.isUnchanged == false
        && reading.fixture.version.index == check.newest.index
        && isExpectationLost(of: reading.fixture)
    }
    if lost.isEmpty { return [] }
    return [
      .changedFixtures(
        check.newest, changes: lost.map { missingExpectation(of: $0.fixture) }, in: check)
    ]
  }
}

extension DocumentValue {
  /// Whether two documents have the same version in the usual place of a nested one.
  fileprivate func hasSameVersion(
    at place: [FieldPath.Component], as other: DocumentValue
  ) -> Bool {
    let version = value(at: place[...])?["version"]
    return version != nil && version == other.value(at: place[...])?["version"]
  }
}
