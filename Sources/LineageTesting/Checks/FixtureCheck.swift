import Foundation
import Lineage

/// One look at all the fixtures of a document, which notes what is wrong and records what it may.
struct FixtureCheck {
  let folder: FixtureFolder
  /// The versions, the oldest first.
  let chain: [DocumentVersion]
  let formats: [FixtureFormat]
  let mode: RecordingMode
  var lock: SchemaLock
  private(set) var failures: [FixtureFailure] = []
  private(set) var recorded: [String] = []
  /// The shapes of the versions, once they have been learned.
  private(set) var schemas: [Schema] = []

  init(
    folder: FixtureFolder, chain: [DocumentVersion], formats: [FixtureFormat], mode: RecordingMode
  ) throws {
    self.folder = folder
    self.chain = chain
    self.formats = formats
    self.mode = mode
    lock = SchemaLock(document: folder.document)
    if let data = try folder.data(of: SchemaLock.file) { lock = try SchemaLock(from: data) }
  }

  var document: String { folder.document }
  var newest: DocumentVersion { chain[chain.count - 1] }

  /// Whether documents of a version may be in the world, so that nothing about it may change.
  func isShipped(_ version: DocumentVersion) -> Bool {
    version.index < newest.index || lock.entry(for: version.version)?.shipped == true
  }

  /// Whether the run may write what isn't there yet.
  var mayRecord: Bool { mode != .never && folder.source != nil }

  mutating func note(_ failure: FixtureFailure) {
    failures.append(failure)
  }

  /// Writes a file, which makes the run fail.
  mutating func record(_ data: Data, to file: String) throws {
    try folder.write(data, to: file)
    recorded.append(folder.shownPath(of: file))
  }

  /// Ends the look: what was recorded is a failure too.
  mutating func finish() -> [FixtureFailure] {
    if !recorded.isEmpty { note(.recorded(recorded)) }
    return failures
  }

  // MARK: - All rules

  mutating func run() throws {
    if let former = formerFolder() {
      return note(.renamedDocument(document, former: former, in: folder))
    }
    var listing = try FixtureListing(of: folder, chain: chain, formats: formats)
    noteStrays(listing)
    for version in chain where !listing.cases.contains(where: { $0.version.index == version.index })
    {
      if try recordSample(of: version) {
        listing = try FixtureListing(of: folder, chain: chain, formats: formats)
      }
    }
    schemas = learnedSchemas(from: listing.cases)
    for fixture in listing.cases { try check(fixture) }
    try checkShapes()
    checkPromises(listing.cases)
  }

  /// The folder that fixtures of this document stand in, under the name of a type that is an older one by
  /// now; nil where they stand in their own.
  private func formerFolder() -> String? {
    guard folder.contents().isEmpty else { return nil }
    let older = Set(chain.dropLast().map(\.typeName))
    return folder.otherDocuments().first(where: older.contains)
  }

  private mutating func noteStrays(_ listing: FixtureListing) {
    for name in listing.strangeFolders {
      if let version = oldVersion(inFolder: name) {
        note(
          .interruptedChain(
            document, at: version, known: folder.shownPath(of: name), chain: chain,
            hasShipped: lock.hasShipped(version)))
      } else {
        note(
          .strangeFolder(folder.shownPath(of: name), document: document, chain: chain))
      }
    }
    for file in listing.strays {
      note(.strayFile(folder.shownPath(of: file), formats: formats))
    }
    for (file, error) in listing.brokenNotes {
      note(.unreadable(folder.shownPath(of: file), because: error))
    }
  }

  /// The version that a folder is named for, if the chain once had it: the lock knows it, or it is a
  /// lower number than the newest.
  private func oldVersion(inFolder name: String) -> AnyVersion? {
    let known = lock.versions.map(\.version)
    if let index = VersionFolder.names(for: known).firstIndex(of: name) { return known[index] }
    if name == "unversioned" { return .unversioned }
    guard name.first == "v", let number = Int(name.dropFirst()),
      case .integer(let newest) = newest.version, number < newest
    else { return nil }
    return .integer(number)
  }

  /// Has a sample of a version become its first fixture.
  private mutating func recordSample(of version: DocumentVersion) throws -> Bool {
    var obstacle: String?
    if mayRecord, let format = formats.first {
      do {
        let file = FixtureCase.file("sample", of: version, in: format)
        try record(try version.sample(in: format), to: file)
        return true
      } catch {
        obstacle = "\(error)"
      }
    }
    note(.noFixture(document, version, in: folder, because: obstacle))
    return false
  }

  // MARK: - One fixture

  private mutating func check(_ fixture: FixtureCase) throws {
    var reading = FixtureReading(
      of: fixture, own: schemas[fixture.version.index], newest: schemas[newest.index])
    let file = folder.shownPath(of: fixture.file)
    let version = fixture.version
    do {
      try reading.rewrite()
    } catch {
      return note(
        .undecodable(file, version, because: error, isShipped: isShipped(version)))
    }
    if version.location != .external, reading.report.versionFound != version.version {
      return note(.wrongFolder(file, of: version, found: reading.report.versionFound))
    }
    let sorted = reading.sorted()
    if mode == .newest, reading.mayBeRewritten, !isShipped(version), sorted.isOutdated {
      if !sorted.unknown.isEmpty { noteDifferences(sorted, of: fixture, reading) }
      return try record(reading.rewritten, to: fixture.file)
    }
    noteDifferences(sorted, of: fixture, reading)
    // What the newest form of a newest document should be is settled by what is wrong with it.
    if version.index == newest.index, !sorted.isInOrder { return }
    do {
      try reading.migrate(to: newest)
    } catch let error as FixtureReading.UnreadableNewestForm {
      return note(.unreadableNewest(file, newest, because: error.underlyingError))
    } catch {
      return note(.failedMigration(file, from: version, to: newest, because: error))
    }
    if !reading.instability.isEmpty {
      note(.unstableNewest(file, newest, differences: reading.instability))
    }
    try checkExpectation(of: fixture, reading)
  }

  /// Notes how a fixture differs from what its own version's type writes.
  private mutating func noteDifferences(
    _ sorted: FixtureReading.Sorted, of fixture: FixtureCase, _ reading: FixtureReading
  ) {
    let file = folder.shownPath(of: fixture.file)
    let notes = folder.shownPath(of: fixture.notesFile)
    let version = fixture.version
    if !sorted.unknown.isEmpty {
      note(.unknownFields(file, version, paths: sorted.unknown, notes: notes))
    }
    if !sorted.filled.isEmpty {
      note(
        .filledFields(
          file, version, differences: sorted.filled, notes: notes, isShipped: isShipped(version),
          next: chain.nextVersion))
    }
    if !sorted.rejected.isEmpty {
      note(.rejectedValues(file, version, paths: sorted.rejected, notes: notes))
    }
    if !sorted.changed.isEmpty {
      note(
        .changedType(
          file, version, differences: sorted.changed, isShipped: isShipped(version),
          next: chain.nextVersion, found: fixture.attached(reading.rewritten)))
    }
    if !sorted.staleNotes.isEmpty { note(.staleNotes(notes, sorted.staleNotes)) }
  }

  /// Compares what a fixture becomes with what somebody has said that it should become.
  private mutating func checkExpectation(
    of fixture: FixtureCase, _ reading: FixtureReading
  ) throws {
    guard let expectation = fixture.expectation else {
      if reading.isNewestForm, fixture.version.index == newest.index { return }
      if mayRecord { return try record(reading.newestData, to: fixture.expectationFile) }
      return note(
        .noExpectation(
          folder.shownPath(of: fixture.file),
          expectation: folder.shownPath(of: fixture.expectationFile)))
    }
    let file = folder.shownPath(of: fixture.expectationFile)
    let expected: DocumentValue
    do {
      expected = try fixture.format.value(from: expectation)
    } catch {
      return note(.unreadable(file, because: error))
    }
    let differences = reading.differences(from: expected)
    if differences.isEmpty { return }
    if mode == .newest, !isShipped(newest) {
      return try record(reading.newestData, to: fixture.expectationFile)
    }
    note(
      .unexpectedResult(
        folder.shownPath(of: fixture.file), expectation: file, differences: differences,
        result: fixture.attached(reading.newestData), canRecord: !isShipped(newest)))
  }
}

extension FixtureCase {
  /// A document to look at beside the fixture.
  func attached(_ data: Data) -> FixtureFailure.Attached {
    FixtureFailure.Attached(name: "\(name).found.\(format.fileExtension)", content: data)
  }
}
