import Foundation
import Lineage
import LineageSchemas

/// What a check is about: a document's folder, versions and lock, and what the run may write.
///
/// A check runs in phases. Each is a value that is made from the one before it and doesn't change. It has failures, and
/// the files that it proposes to write:
///
///     CheckFacts → ShippedFindings → SampledFixtures → FixtureReadings → FixtureMigrations → LockUpdates
///
/// `ShippedFindings` decides whether anything may be recorded. So causes are reported before their consequences, and the
/// result of a mistake in a frozen type is never recorded. Files are written after the last phase.
struct FixtureCheck {
  let folder: FixtureFolder
  /// The versions, the oldest first.
  let chain: [DocumentVersion]
  let options: FixtureOptions
  private(set) var recording: Recording
  /// The lock in the folder, or an empty one.
  let lock: SchemaLock
  private let hasLock: Bool

  init(
    folder: FixtureFolder, chain: [DocumentVersion], options: FixtureOptions, recording: Recording
  ) throws {
    self.folder = folder
    self.chain = chain
    self.options = options
    self.recording = recording
    let data = try folder.data(of: SchemaLock.file)
    lock = try data.map(SchemaLock.init(from:)) ?? SchemaLock(document: folder.document)
    hasLock = data != nil
  }

  var document: String { folder.document }
  var formats: [FixtureFormat] { options.formats }
  var newest: DocumentVersion { chain[chain.count - 1] }

  // MARK: - Paths in messages

  var lockFile: String { folder.shownPath(of: SchemaLock.file) }

  func path(of fixture: FixtureCase) -> String { folder.shownPath(of: fixture.file) }

  func expectationPath(of fixture: FixtureCase) -> String {
    folder.shownPath(of: fixture.expectationFile)
  }

  func notesPath(of fixture: FixtureCase) -> String { folder.shownPath(of: fixture.notesFile) }

  // MARK: - Versions

  /// The oldest version, if its number says that there were others before it, and there is no lock yet; otherwise nil.
  var unlockedStart: DocumentVersion? {
    if !hasLock, case .integer(2...) = chain[0].version { chain[0] } else { nil }
  }

  /// Whether users may have documents of a version, so that it must not change.
  func isShipped(_ version: DocumentVersion) -> Bool {
    options.hasShipped
      && (version.index < newest.index || lock.entry(for: version.version)?.shipped == true)
  }

  /// Whether users may have any documents.
  var hasShippedVersions: Bool { chain.contains(where: isShipped) }

  /// The newest version that has shipped; nil if none has.
  var newestShipped: DocumentVersion? { chain.last(where: isShipped) }

  /// The digest of a fixture in the lock; nil if it isn't there.
  func lockedDigest(of fixture: FixtureCase) -> String? {
    lock.entry(for: fixture.version.version)?.fixtures[fixture.fileName]
  }

  /// The version that the expectation of a fixture is of, if the newest one was added later; otherwise nil.
  func outdatedVersion(ofExpectationOf fixture: FixtureCase) -> DocumentVersion? {
    guard let expectation = fixture.expectation, !isShipped(newest) else { return nil }
    let older = chain[..<newest.index]
    if newest.location != .external {
      return older.last { $0.isVersion(of: expectation, in: fixture.format) }
    }
    // The document doesn't say it. All expectations are recorded together with the entry of the newest version.
    return lock.entry(for: newest.version) == nil
      ? older.last { lock.entry(for: $0.version) != nil } : nil
  }

  // MARK: - What may be written

  /// Whether missing files may be written.
  var mayRecord: Bool { recording.addsFiles && folder.source != nil }

  /// Whether changed files of a version may be replaced.
  func mayReplace(_ version: DocumentVersion) -> Bool {
    recording.replacesFiles && folder.source != nil && !isShipped(version)
  }

  /// The same check after a change of a shipped version was found, so that nothing is recorded.
  func blocked() -> FixtureCheck {
    var check = self
    check.recording = recording.blocked()
    return check
  }

  // MARK: - All rules

  /// Checks all rules.
  func run(_ findings: inout CheckFindings) throws {
    guard let shipped = try shippedFindings(&findings) else { return }
    findings.failures += shipped.facts.misplacedFiles()
    findings.review.mayHaveShipped = shipped.facts.unlockedNewest

    let sampled = try SampledFixtures(shipped)
    findings.add(sampled.failures, sampled.writes)
    findings.review.hiddenChanges = sampled.facts.hiddenChanges
    findings.failures += sampled.facts.changedDrafts()

    let readings = FixtureReadings(sampled)
    findings.add(readings.failures, readings.writes)

    let migrations = FixtureMigrations(readings)
    findings.add(migrations.failures, migrations.writes)
    findings.review.remarks = migrations.remarks

    let updates = try LockUpdates(migrations)
    findings.add(updates.failures, updates.writes)
    findings.review.gaps = updates.newGaps

    // The checks of both documents may be running in parallel for the first time, and recording.
    if findings.writes.isEmpty { findings.failures += readings.facts.uncheckedDocuments() }
    findings.failures += readings.facts.brokenPromises(given: updates.lock)
    findings.failures += readings.downgradeFailures()
  }

  /// Lists the files, learns the types, and checks that shipped versions are unchanged.
  ///
  /// - Returns: The findings; nil if the folder seems to be of another document or of one that hasn't shipped, so that the
  ///   check can't continue.
  func shippedFindings(_ findings: inout CheckFindings) throws -> ShippedFindings? {
    let facts = try CheckFacts(self)
    findings.review.start = unlockedStart
    findings.review.hiddenChanges = facts.hiddenChanges
    findings.review.resembling = facts.resemblingFolder
    if let contradiction = facts.contradiction() {
      findings.failures.append(contradiction)
      return nil
    }
    let shipped = try ShippedFindings(facts)
    findings.failures += shipped.failures
    return shipped
  }
}
