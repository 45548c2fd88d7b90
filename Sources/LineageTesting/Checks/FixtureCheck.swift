import Foundation
import Lineage
import LineageSchemas

/// A check of all fixtures of a document, which collects failures and records missing files.
///
/// A check first lists the files, and checks that shipped versions are unchanged. Only then does it
/// check everything that depends on them. So causes are reported before their consequences, and the
/// result of a mistake in a frozen type is never recorded.
struct FixtureCheck {
  let folder: FixtureFolder
  /// The versions, the oldest first.
  let chain: [DocumentVersion]
  let options: FixtureOptions
  var recording: Recording
  var lock: SchemaLock
  private(set) var failures: [FixtureFailure] = []
  private(set) var recorded: [String] = []
  /// The contents of the folder, set by `establishFacts()`.
  private(set) var listing = FixtureListing()
  /// The current shapes of the versions' types, set by `establishFacts()`.
  private(set) var learned: [LearnedVersion] = []
  /// The fixtures that their own versions can decode, by file.
  private(set) var readings: [String: FixtureReading] = [:]
  /// The files of all fixtures that have been checked.
  private var seen: Set<String> = []
  /// The files of the fixtures that their own versions write back unchanged.
  private(set) var intact: Set<String> = []
  /// The digests of the expectations that are met, by file.
  private(set) var metExpectations: [String: String] = [:]
  /// How many fixtures an entry of notes doesn't apply to, by the file of the notes.
  private var staleNotes: [String: [String: Int]] = [:]
  /// What the reports of migrations say, by the file of the expectation.
  private var remarks: [String: [String]] = [:]
  private let gapsBefore: Set<String>
  /// The oldest version, if its number says that there were others before it, and there was no lock; otherwise nil.
  private let unlockedStart: DocumentVersion?

  init(
    folder: FixtureFolder, chain: [DocumentVersion], options: FixtureOptions, recording: Recording
  ) throws {
    self.folder = folder
    self.chain = chain
    self.options = options
    self.recording = recording
    let data = try folder.data(of: SchemaLock.file)
    lock = try data.map(SchemaLock.init(from:)) ?? SchemaLock(document: folder.document)
    gapsBefore = Set(lock.gaps)
    unlockedStart =
      if data == nil, case .integer(2...) = chain[0].version { chain[0] } else { nil }
  }

  var document: String { folder.document }
  var formats: [FixtureFormat] { options.formats }
  var newest: DocumentVersion { chain[chain.count - 1] }
  var lockFile: String { folder.shownPath(of: SchemaLock.file) }

  /// Whether users may have documents of a version, so that it must not change.
  func isShipped(_ version: DocumentVersion) -> Bool {
    options.hasShipped
      && (version.index < newest.index || lock.entry(for: version.version)?.shipped == true)
  }

  /// The fixtures of a version.
  func cases(of version: DocumentVersion) -> [FixtureCase] {
    listing.cases.filter { $0.version.index == version.index }
  }

  // MARK: - Results

  mutating func note(_ failure: FixtureFailure) {
    failures.append(failure)
  }

  /// Adds a failure about a shipped version that has changed. After that, nothing is recorded.
  mutating func noteCause(_ failure: FixtureFailure) {
    note(failure)
    recording.isBlocked = true
  }

  /// Whether missing files may be written.
  var mayRecord: Bool { recording.addsFiles && folder.source != nil }

  /// Whether changed files of a version may be replaced.
  func mayReplace(_ version: DocumentVersion) -> Bool {
    recording.replacesFiles && folder.source != nil && !isShipped(version)
  }

  /// Writes a file, which makes the run fail.
  mutating func record(_ data: Data, to file: String) throws {
    do {
      try folder.write(data, to: file)
    } catch {
      throw UnwritableFile(file: folder.shownPath(of: file), underlyingError: error)
    }
    recorded.append(folder.shownPath(of: file))
  }

  /// Ends the check and returns the failures, including one for recorded files.
  ///
  /// - Parameter recorded: The files that this check or an earlier repetition of it has recorded.
  mutating func finish(recorded: [String]) -> [FixtureFailure] {
    if recorded.isEmpty { return failures }
    note(
      .recorded(recorded, remarks: remarks, renumbered: renumberedCases, start: unlockedStart))
    let gaps = lock.gaps.filter { !gapsBefore.contains($0) }
    if !gaps.isEmpty { note(.incompleteShapes(gaps, lock: lockFile)) }
    return failures
  }

  /// The cases of enums that have another raw value in the newest version than in the one before. An expectation doesn't
  /// show that a number means another case.
  private var renumberedCases: [SchemaDifference] {
    guard chain.count > 1, learned.count == chain.count else { return [] }
    let (older, newer) = (learned[chain.count - 2], learned[chain.count - 1])
    return Schema.differences(from: older.schema, to: newer.schema).filter {
      if case .renumbered = $0.kind { true } else { false }
    }
  }

  // MARK: - All rules

  mutating func run() throws {
    guard try establishFacts() else { return }
    noteStrays()
    try recordSamples()
    noteChangedDrafts()
    for fixture in listing.cases where !seen.contains(fixture.file) { try read(fixture) }
    for fixture in listing.cases { try checkMigration(of: fixture) }
    try checkLock()
    checkNestedDocuments()
    checkPromises()
    checkDowngrades()
  }

  /// Lists the files, learns the types, and checks that shipped versions are unchanged.
  ///
  /// - Returns: Whether to continue the check with this folder.
  mutating func establishFacts() throws -> Bool {
    listing = try FixtureListing(of: folder, chain: chain, formats: formats)
    learned = learnedVersions(from: listing.cases)
    if let former = formerFolder() {
      note(.renamedDocument(newest, former: former, in: folder))
      return false
    }
    if !options.hasShipped, let entry = lock.versions.first(where: \.shipped) {
      note(.shippedAfterAll(document, entry.version, lock: lockFile))
      return false
    }
    noteLostVersions()
    noteUnmarkedVersions()
    noteChangedVersions()
    noteChangedFixtures()
    noteChangedExpectations()
    for fixture in listing.cases where isShipped(fixture.version) { try read(fixture) }
    return true
  }

  private mutating func noteStrays() {
    for name in listing.strangeFolders where lostVersion(inFolder: name) == nil {
      note(.strangeFolder(folder.shownPath(of: name), document: document, chain: chain))
    }
    for file in listing.strays {
      note(.strayFile(folder.shownPath(of: file), formats: formats))
    }
    for (name, version) in listing.folders {
      note(.folderAmongFixtures(folder.shownPath(of: name), version, in: folder))
    }
    for (file, error) in listing.brokenNotes {
      note(.brokenNotes(folder.shownPath(of: file), because: error))
    }
  }

  // MARK: - Samples

  /// Records samples as the first fixtures of each version that has none and never had one.
  private mutating func recordSamples() throws {
    let versions = chain.filter { cases(of: $0).isEmpty && !isMissed($0) }
    for version in versions {
      var obstacle: String?
      if mayRecord {
        do {
          let samples = try version.samples(in: formats[0])
          for (sample, name) in zip(samples, ["sample", "sample2"]) {
            try record(sample, to: FixtureCase.file(name, of: version, in: formats[0]))
          }
          continue
        } catch let error as UnwritableFile {
          throw error
        } catch {
          obstacle = "\(error)"
        }
      }
      note(.noFixture(document, version, in: folder, because: obstacle, recording))
    }
    if recorded.isEmpty { return }
    listing = try FixtureListing(of: folder, chain: chain, formats: formats)
    for version in versions {
      learned[version.index] = LearnedVersion(version, examples: cases(of: version))
    }
  }

  // MARK: - One fixture

  /// Decodes a fixture as its own version, and compares it with what the version's type encodes.
  private mutating func read(_ fixture: FixtureCase) throws {
    var reading = FixtureReading(
      of: fixture, own: learned[fixture.version.index].schema,
      newest: learned[newest.index].schema, allowsUnknownFields: options.allowsUnknownFields)
    let file = folder.shownPath(of: fixture.file)
    let version = fixture.version
    let isShipped = isShipped(version)
    let isFirstLook = seen.insert(fixture.file).inserted
    do {
      try reading.rewrite()
    } catch {
      block(by: fixture)
      if let migration = error as? MigrationError, migration.path.components.isEmpty,
        case .newerVersion(let found, _) = migration.reason,
        chain.contains(where: { $0.version == found })
      {
        return note(.wrongFolder(file, of: version, found: found))
      }
      return note(
        .undecodable(file, version, because: error, isShipped: isShipped, recording))
    }
    if version.location != .external, reading.report.versionFound != version.version {
      return note(.wrongFolder(file, of: version, found: reading.report.versionFound))
    }
    let sorted = reading.sorted()
    if mayReplace(version), reading.mayBeRewritten, sorted.isOutdated, isFirstLook {
      if !sorted.unknown.isEmpty { noteDifferences(sorted, of: fixture, reading) }
      try record(reading.rewritten, to: fixture.file)
      let rewritten = fixture.rewritten(as: reading.rewritten)
      listing.replace(rewritten)
      return try read(rewritten)
    }
    if sorted.isInOrder { intact.insert(fixture.file) } else { block(by: fixture) }
    noteDifferences(sorted, of: fixture, reading)
    // For a fixture of the newest version, the differences already say what is wrong with its
    // newest form.
    if version.index == newest.index, !sorted.isInOrder { return }
    readings[fixture.file] = reading
  }

  /// Blocks recording if the fixture is locked: its shipped type could decode and encode it before,
  /// so the type has changed.
  private mutating func block(by fixture: FixtureCase) {
    let listed = lock.entry(for: fixture.version.version)?.fixtures[fixture.fileName]
    if isShipped(fixture.version), listed == fixture.digest { recording.isBlocked = true }
  }

  /// Reports how a fixture differs from what its own version's type encodes.
  private mutating func noteDifferences(
    _ sorted: FixtureReading.Sorted, of fixture: FixtureCase, _ reading: FixtureReading
  ) {
    let file = folder.shownPath(of: fixture.file)
    let notes = folder.shownPath(of: fixture.notesFile)
    let version = fixture.version
    let isShipped = isShipped(version)
    if !sorted.unknown.isEmpty {
      note(
        .unknownFields(
          file, version, paths: sorted.unknown, notes: notes, isShipped: isShipped))
    }
    if !sorted.filled.isEmpty {
      note(
        .filledFields(
          file, version, differences: sorted.filled, notes: notes, isShipped: isShipped,
          next: nextVersion, recording))
    }
    if !sorted.rejected.isEmpty {
      note(.rejectedValues(file, version, paths: sorted.rejected, notes: notes))
    }
    if !sorted.changed.isEmpty {
      note(
        .changedType(
          file, version, differences: sorted.changed, isShipped: isShipped,
          next: nextVersion, found: fixture.attached(reading.rewritten), recording))
    }
    noteStale(sorted.staleNotes, of: fixture)
  }

  /// Reports notes that apply to none of the fixtures that share them, which have the same name in several formats.
  mutating func noteStale(_ entries: [String], of fixture: FixtureCase) {
    let fixtures = listing.cases.filter { $0.notesFile == fixture.notesFile }
    let stale = entries.filter { entry in
      staleNotes[fixture.notesFile, default: [:]][entry, default: 0] += 1
      return staleNotes[fixture.notesFile]?[entry] == fixtures.count
    }
    if !stale.isEmpty { note(.staleNotes(folder.shownPath(of: fixture.notesFile), stale)) }
  }

  /// Migrates a fixture to the newest version, and compares the result with its expectation.
  private mutating func checkMigration(of fixture: FixtureCase) throws {
    guard var reading = readings[fixture.file] else { return }
    let file = folder.shownPath(of: fixture.file)
    do {
      try reading.migrate(to: newest)
    } catch let error as FixtureReading.UnreadableNewestForm {
      return note(.unreadableNewest(file, newest, because: error.underlyingError))
    } catch {
      return note(.failedMigration(file, from: fixture.version, to: newest, because: error))
    }
    remarks[folder.shownPath(of: fixture.expectationFile)] = reading.remarks
    noteStale(try reading.staleOrders(), of: fixture)
    if !reading.instability.isEmpty {
      note(.unstableNewest(file, newest, differences: reading.instability))
    }
    try checkExpectation(of: fixture, reading)
  }

  private mutating func checkExpectation(
    of fixture: FixtureCase, _ reading: FixtureReading
  ) throws {
    let file = folder.shownPath(of: fixture.file)
    let expectationFile = folder.shownPath(of: fixture.expectationFile)
    guard let expectation = fixture.expectation else {
      if reading.isNewestForm, fixture.version.index == newest.index { return }
      if isExpectationLost(of: fixture) {
        // Those of older fixtures have been reported.
        if fixture.version.index < newest.index { return }
        return noteCause(
          .changedFixtures(
            document, newest, changes: ["missing  \(expectationFile)"], lock: lockFile))
      }
      if mayRecord { return try recordExpectation(of: fixture, reading) }
      return note(.noExpectation(file, expectation: expectationFile, recording))
    }
    let expected: DocumentValue
    do {
      expected = try fixture.format.value(from: expectation)
    } catch {
      return note(
        .brokenExpectation(
          expectationFile, of: file, because: error, isShipped: isShipped(newest), recording))
    }
    let differences = reading.differences(from: expected)
    if differences.isEmpty {
      metExpectations[fixture.expectationFile] = fixture.digest(ofExpectation: expectation)
      return
    }
    if mayReplace(newest) {
      return try recordExpectation(of: fixture, reading)
    }
    note(
      .unexpectedResult(
        file, expectation: expectationFile, differences: differences, newest,
        result: fixture.attached(reading.newestData), isShipped: isShipped(newest), lock: lockFile,
        recording))
  }

  private mutating func recordExpectation(
    of fixture: FixtureCase, _ reading: FixtureReading
  ) throws {
    try record(reading.newestData, to: fixture.expectationFile)
    metExpectations[fixture.expectationFile] = fixture.digest(ofExpectation: reading.newestData)
  }
}

/// A file that can't be recorded, for example because the tests run without permission to write it.
private struct UnwritableFile: Error, CustomStringConvertible {
  let file: String
  let underlyingError: any Error

  var description: String {
    """
    \(file) can't be written. \(underlyingError.localizedDescription) To run the tests without recording \
    anything, set \(RecordingMode.variable) to \(RecordingMode.never).
    """
  }
}

extension FixtureCase {
  /// A document to attach to a failure about the fixture.
  func attached(_ data: Data) -> FixtureFailure.Attached {
    FixtureFailure.Attached(name: "\(name).found.\(format.fileExtension)", content: data)
  }
}
