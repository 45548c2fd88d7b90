import Foundation
import Lineage

// The messages about fixtures: what happened, then what to do, with the command. The messages about
// the lock are in `FixtureFailure+LockTexts.swift`.

extension FixtureFailure {
  // MARK: - The chain

  static func brokenChain(_ document: String, _ problem: VersionChain.Problem) -> FixtureFailure {
    FixtureFailure(
      .chainIsValid, "The versions of \(document) are not linked correctly: \(problem)",
      remedy: "This is a mistake in the program: fix the types.")
  }

  static func interruptedChain(
    at version: AnyVersion, known: String, hasShipped: Bool, renumbered: DocumentVersion?,
    in check: FixtureCheck
  ) -> FixtureFailure {
    let chain = check.chain
    let cause = renumbered.map { type in
      """
      \(type.typeName), now \(type.version.inWords), has the same shape: if its `version` was changed, undo \
      that.\u{20}
      """
    }
    let leftOut = renumbered == nil ? chain.stepSkipping(version) : ""
    return FixtureFailure(
      .chainIsComplete, file: known,
      """
      \(version.inWords.capitalizedFirst) of \(check.document) is in \(known), but it is missing from the \
      chain, which has only \(chain.inWords).
      """,
      remedy: hasShipped
        ? """
        Documents of \(version.inWords) can no longer be opened. \(cause ?? "")Add its type back to the \
        chain; a version that has shipped stays there.\(leftOut)
        """
        : """
        That version isn't marked as shipped. If there are no documents of it, delete its folder and \
        its entry in \(SchemaLock.file); if there are, add its type back to the chain.
        """)
  }

  // MARK: - Files

  static func noFixture(
    of version: DocumentVersion, because: String?, in check: FixtureCheck
  ) -> FixtureFailure {
    let place = check.folder.shownPath(of: version.folder)
    let offer =
      because.map { "A sample couldn't be generated: \($0)" }
      ?? check.recording.advice("Or generate a sample", .missing)
    return FixtureFailure(
      .versionHasFixture, file: place,
      """
      There is no fixture of \(version.version.inWords) of \(check.document) (\(version.typeName)), so \
      nothing shows that its documents still open.
      """,
      remedy: "Put a document that this version has written into \(place). \(offer)")
  }

  static func strayFile(_ file: String, in check: FixtureCheck) -> FixtureFailure {
    let endings = check.formats.map { ".\($0.fileExtension)" }.joined(separator: " and ")
    return FixtureFailure(
      .fileBelongsToVersion, file: file,
      """
      \(file) doesn't belong to a fixture. Fixtures are files that end in \(endings), in the folder of their \
      version, with files beside them that end in .expected and in .notes.json.
      """,
      remedy: """
        Rename it, delete it, or name its format in MigrationFixtures(of:formats:).
        """)
  }

  static func folderAmongFixtures(
    _ place: String, _ version: DocumentVersion, in folder: FixtureFolder
  ) -> FixtureFailure {
    FixtureFailure(
      .fileBelongsToVersion, file: place,
      "\(place) is a folder. The folder of a version contains only files.",
      remedy: """
        Move its files to \(folder.shownPath(of: version.folder)) if they are fixtures of \
        \(version.version.inWords), or delete it.
        """)
  }

  static func renamedDocument(former: String, in check: FixtureCheck) -> FixtureFailure {
    let (document, folder, newest) = (check.document, check.folder, check.newest)
    let place = folder.shownFolder(of: document)
    return FixtureFailure(
      .folderIsOfDocument, file: place,
      """
      There are no fixtures in \(place), but those in \(folder.shownFolder(of: former)) seem to be of the \
      same document. Was \(former) renamed to \(document)?
      """,
      remedy: """
        If it was, move the folder to \(place), or pass its name: \
        MigrationFixtures(of: \(newest.typeName).self, named: "\(former)"). If \(document) is another \
        document, put its first fixture into \(folder.shownPath(of: newest.folder)). Until then, nothing \
        is checked or recorded.
        """)
  }

  static func sharedFolder(
    _ folder: String, _ type: String, _ other: String, typeName: String
  ) -> FixtureFailure {
    FixtureFailure(
      .folderIsOfDocument, file: folder,
      """
      \(folder) is the folder of two types, \([type, other].sorted().joined(separator: " and ")), but \
      each type needs its own fixtures.
      """,
      remedy: """
        Give one of them its own folder: MigrationFixtures(of: \(typeName).self, named: "…").
        """)
  }

  static func strangeFolder(
    _ folder: String, in check: FixtureCheck
  ) -> FixtureFailure {
    let chain = check.chain
    return FixtureFailure(
      .fileBelongsToVersion, file: folder,
      """
      \(folder) doesn't belong to a version of \(check.document). The chain has \(chain.inWords), with the \
      folders \(chain.shortened.map { $0?.folder ?? "…" }.joined(separator: ", ")).
      """,
      remedy: """
        If documents of this version exist, add its type to the chain, or correct the folder's name; \
        otherwise delete it.
        """)
  }

  /// A problem that ends the check.
  static func uncheckable(_ file: String?, because error: any Error) -> FixtureFailure {
    unreadable(
      file, because: error, remedy: "Until this is fixed, the fixtures aren't checked.")
  }

  static func brokenNotes(_ file: String, because error: any Error) -> FixtureFailure {
    unreadable(file, because: error, remedy: "Fix the notes. Until then, they are ignored.")
  }

  static func brokenExpectation(
    of fixture: FixtureCase, because error: any Error, in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.file)
    let expectation = check.folder.shownPath(of: fixture.expectationFile)
    let restoring = """
      Restore it from version control. Until then, the result of migrating \(file) isn't checked.
      """
    return unreadable(
      expectation, because: error,
      remedy: check.isShipped(check.newest)
        ? restoring
        : """
        \(restoring) \
        \(check.recording.advice("If it was never reviewed, record it", .missing, removing: expectation))
        """)
  }

  static func unwritable(_ file: String, because error: any Error) -> FixtureFailure {
    FixtureFailure(
      .filesAreReadable, file: file, "\(file) can't be written. \(error.localizedDescription)",
      remedy: """
        Until this is fixed, nothing more is recorded. To run the tests without recording anything, set \
        \(RecordingMode.variable) to \(RecordingMode.never).
        """)
  }

  private static func unreadable(
    _ file: String?, because error: any Error, remedy: String
  ) -> FixtureFailure {
    let own = error as? UnreadableFile
    return FixtureFailure(
      .filesAreReadable, file: file,
      own?.description ?? file.map { "\($0) can't be read. \(error)" } ?? "\(error)",
      remedy: remedy)
  }

  // MARK: - A fixture and its own version

  /// - Parameter exists: Whether there is such a file. A document that comes from the test may have none.
  static func undecodable(
    _ file: String, exists: Bool = true, _ version: DocumentVersion, because error: any Error,
    in check: FixtureCheck
  ) -> FixtureFailure {
    let correcting =
      "\(notMarked(version)). If not, correct the type"
    let replacing = check.recording.advice(
      "\(correcting), or replace the file. To record a new one", .newest, removing: file)
    let changing =
      check.isShipped(version)
      ? """
      The version has shipped, so there are documents like this one: change the type so that it reads \
      them again.
      """
      : exists ? replacing : "\(correcting)."
    let isAboutStrategy = (error as? MigrationError)?.isAboutStrategy == true
    let isDamaged = (error as? MigrationError)?.reason == .unreadable
    return FixtureFailure(
      .fixtureDecodes, file: file,
      """
      \(file) does not decode as \(version.typeName), the type of \(version.version.inWords). \
      \(error)
      """,
      remedy: isAboutStrategy
        ? """
        If the program's coders have other strategies, pass these coders: MigrationFixtures(of:formats:). If \
        they don't: \(changing)
        """
        : isDamaged
          ? """
          If a merge or an editor has damaged the file, restore it from version control. If the program writes \
          such documents, pass its coders: MigrationFixtures(of:formats:).
          """ : changing)
  }

  static func wrongFolder(
    _ fixture: FixtureCase, found: AnyVersion?, in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.file)
    return FixtureFailure(
      .fixtureIsOfItsVersion, file: file,
      """
      \(file) is in the folder of \(fixture.version.version.inWords), but it is a document of \
      \((found ?? .unversioned).inWords).
      """,
      remedy: "Move it to the folder of its version.")
  }

  static func unknownFields(
    _ fixture: FixtureCase, paths: [FieldPath], in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.file)
    return FixtureFailure(
      .fixtureHasNoUnknownFields, file: file,
      "\(file) has fields that \(fixture.version.typeName), the type of its version, does not know:",
      lines: paths.map { "unknown  \($0)" },
      remedy: """
        \(check.isShipped(fixture.version)
          ? "If this version wrote them, its type has to read them."
          : "If they were removed from the type, which hasn't shipped, remove them from the file, too.") \
        If documents contain the fields of other programs by design, and the type preserves them, pass \
        allowsUnknownFields: true. \
        \(exemption("unknown", paths, of: fixture, in: check))
        """)
  }

  static func filledFields(
    _ fixture: FixtureCase, differences: [FieldDifference], in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.file)
    let version = fixture.version
    return FixtureFailure(
      .fixtureHasAllFields, file: file,
      "\(file) has no value for fields that \(version.typeName) fills and always writes:",
      differences: differences,
      remedy: """
        \(exemption("filled", differences.map(\.path), of: fixture, in: check)). \
        \(check.isShipped(version)
          ? """
          If these fields were added to the type after \(version.version.inWords) had shipped, move \
          them to \(check.nextVersion.name).
          """
          : check.recording.advice("If they were just added to the type, rewrite the file", .newest))
        """)
  }

  /// How to say in the notes that a fixture is intentionally special.
  private static func exemption(
    _ list: String, _ paths: [FieldPath], of fixture: FixtureCase, in check: FixtureCheck
  ) -> String {
    let notes = check.folder.shownPath(of: fixture.notesFile)
    return #"If this is a special case, note it in \#(notes): {"\#(list)": [\#(paths.quoted)]}"#
  }

  static func rejectedValues(
    _ fixture: FixtureCase, paths: [FieldPath], in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.file)
    return FixtureFailure(
      .fixtureHasNoRejectedValues, file: file,
      "\(file) has values that \(fixture.version.typeName) rejects and replaces with a default:",
      lines: paths.map { "rejected \($0)" },
      remedy: """
        If this version wrote them, its type has to accept them. \
        \(exemption("rejected", paths, of: fixture, in: check))
        """)
  }

  static func changedType(
    _ fixture: FixtureCase, differences: [FieldDifference], found: Attached, in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.file)
    return FixtureFailure(
      .typeWritesFixtureAgain, file: file,
      "\(fixture.version.typeName) no longer writes \(file) as it is:", differences: differences,
      remedy: unorderedAdvice(differences) + undoingOrRewriting(fixture.version, in: check),
      attachments: [found])
  }

  static func staleNotes(
    _ fixture: FixtureCase, _ entries: [String], in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.notesFile)
    return FixtureFailure(
      .notesAreTrue, file: file,
      "\(file) contains notes that don't apply:", lines: entries,
      remedy: "Remove them, so that they can't hide a real failure.")
  }

  // MARK: - A fixture and the newest version

  static func failedMigration(
    _ file: String, from version: DocumentVersion, to newest: DocumentVersion,
    because error: any Error
  ) -> FixtureFailure {
    FixtureFailure(
      .fixtureMigrates, file: file,
      """
      \(file) does not migrate from \(version.version.inWords) to \(newest.version.inWords) \
      (\(newest.typeName)). \(error)
      """,
      remedy: "There are documents like this one: change the steps so that they accept it.")
  }

  static func noExpectation(of fixture: FixtureCase, in check: FixtureCheck) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.file)
    let expectation = check.folder.shownPath(of: fixture.expectationFile)
    return FixtureFailure(
      .fixtureHasExpectation, file: file,
      "The result of migrating \(file) hasn't been reviewed: there is no \(expectation).",
      remedy: check.recording.advice("Record and review it", .missing))
  }

  static func unexpectedResult(
    _ fixture: FixtureCase, differences: [FieldDifference], result: Attached,
    in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.file)
    let expectation = check.folder.shownPath(of: fixture.expectationFile)
    let cause = "If a step is wrong, or an older type was changed by mistake, fix that."
    let command =
      check.isShipped(check.newest)
      ? check.recording.advice(
        """
        \(check.newest.version.inWords.capitalizedFirst) has shipped, so documents have been migrated to what \
        the file says. \(cause) If the new result is right, remove the line of \(fixture.fileName) from \
        \(check.lockFile), and record both again
        """,
        .missing, removing: expectation)
      : check.recording.advice("\(cause) If the new result is right, record it", .newest)
    return FixtureFailure(
      .fixtureMeetsExpectation, file: file,
      "\(file) doesn't migrate to the document in \(expectation):", differences: differences,
      remedy: unorderedAdvice(differences) + command, attachments: [result])
  }

  static func unreadableNewest(
    _ file: String, _ newest: DocumentVersion, because error: any Error
  ) -> FixtureFailure {
    FixtureFailure(
      .newestFormIsStable, file: file,
      "The \(newest.typeName) from \(file) can't be decoded again after it was encoded. \(error)",
      remedy: "Make init(from:) and encode(to:) of \(newest.typeName) consistent.")
  }

  static func unstableNewest(
    _ file: String, _ newest: DocumentVersion, differences: [FieldDifference]
  ) -> FixtureFailure {
    FixtureFailure(
      .newestFormIsStable, file: file,
      "The \(newest.typeName) from \(file) changes when it is encoded and decoded:",
      differences: differences,
      remedy: "Make init(from:) and encode(to:) of \(newest.typeName) consistent.")
  }

  // MARK: - A fixture and the previous version

  static func failedDowngrade(
    _ fixture: FixtureCase, because error: any Error, in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.file)
    let older = check.chain[fixture.version.index - 1]
    return FixtureFailure(
      .fixtureDowngrades, file: file,
      "\(file) can't be downgraded to \(older.version.inWords) (\(older.typeName)). \(error)",
      remedy: """
        If programs of \(older.version.inWords) need such documents, fix `downgraded()` of \
        \(fixture.version.typeName). If this one has no equivalent there, note that in \
        \(check.folder.shownPath(of: fixture.notesFile)): {"downgradeFails": true}
        """)
  }

  static func unreadableDowngrade(
    _ file: String, _ downgrade: Downgrade, because error: any Error
  ) -> FixtureFailure {
    FixtureFailure(
      .fixtureDowngrades, file: file,
      """
      \(file) becomes a document that \(downgrade.older.typeName) can't read when it is downgraded to \
      \(downgrade.older.version.inWords). \(error)
      """,
      remedy: readableDowngrade(downgrade))
  }

  static func unstableDowngrade(
    _ file: String, _ downgrade: Downgrade, differences: [FieldDifference]
  ) -> FixtureFailure {
    FixtureFailure(
      .fixtureDowngrades, file: file,
      """
      \(file) becomes a document that \(downgrade.older.typeName) writes differently when it is \
      downgraded to \(downgrade.older.version.inWords):
      """,
      differences: differences, remedy: readableDowngrade(downgrade))
  }

  private static func readableDowngrade(_ downgrade: Downgrade) -> String {
    """
    Fix `downgraded()` of \(downgrade.newer.typeName): programs of \(downgrade.older.version.inWords) \
    must be able to read what it makes.
    """
  }

  static func lossyDowngrade(
    _ fixture: FixtureCase, _ downgrade: Downgrade, differences: [FieldDifference],
    in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.folder.shownPath(of: fixture.file)
    return FixtureFailure(
      .downgradeLosesNothing, file: file,
      """
      \(file) changes when it is downgraded to \(downgrade.older.version.inWords) \
      (\(downgrade.older.typeName)) and migrated again:
      """,
      differences: differences,
      remedy: """
        Fix `downgraded()` of \(downgrade.newer.typeName), if \(downgrade.older.typeName) can represent \
        this. If it can't, note the loss in \(check.folder.shownPath(of: fixture.notesFile)): \
        {"downgradeLoses": [\(differences.map(\.path).quoted)]}
        """)
  }

  // MARK: - Fuzzing

  static func nothingMigrated(_ document: String, _ version: DocumentVersion) -> FixtureFailure {
    FixtureFailure(
      .fuzzedDocumentsAreHandled,
      """
      The steps rejected every generated document of \(version.version.inWords) of \(document), so \
      nothing was tested.
      """,
      remedy:
        "If they should accept such documents, fix them. If not, add fixtures that they do accept.")
  }

  static func nothingGenerated(_ document: String, _ version: DocumentVersion) -> FixtureFailure {
    FixtureFailure(
      .fuzzedDocumentsAreHandled,
      """
      \(version.typeName), the type of \(version.version.inWords) of \(document), rejects all \
      generated documents, so only a few known ones were tested.
      """,
      remedy: """
        Add fixtures with other values: with \(DocumentSource.enoughFixtures) or more, those are tested. Or, \
        if init(from:) has rules for some values, such as a checksum, decode them with a type of their own: \
        documents are then generated with its values in the fixtures.
        """)
  }

  static func nothingToFuzz(because error: NoSample) -> FixtureFailure {
    FixtureFailure(
      .fuzzedDocumentsAreHandled, "\(error)", remedy: "Until then, there is nothing to fuzz.")
  }

  // MARK: - Recording

  static func recorded(_ files: [String], _ review: CheckFindings.Review) -> FixtureFailure {
    let beginning = review.start.map { oldest in
      """
      \(oldest.version.inWords.capitalizedFirst) is the oldest in the chain: documents of older versions can't \
      be opened. \(oldest.withStep(from: "one"))

      """
    }
    return FixtureFailure(
      .nothingIsRecorded, file: files.first, "Recorded:",
      lines: files.flatMap { file in
        [file] + (review.remarks[file] ?? []).map { "  \($0)" }
      }
        + review.renumbered.map {
          "In the newest version, \($0): older documents get another case, unless the step converts them"
        },
      remedy: """
        \(beginning ?? "")Review what was written, commit it, and run the tests again. A run that records \
        always fails, so that nothing is recorded without a review.
        """)
  }

  static func strangeName(_ name: String) -> FixtureFailure {
    FixtureFailure(
      .fileBelongsToVersion,
      """
      The test records a document as '\(name)', which can't be the name of a fixture: no check would find \
      it.
      """,
      remedy: """
        Give it a name without slashes that doesn't begin with a period, nor end in .expected or .notes.
        """)
  }

  static func notRecorded(
    _ file: String, case name: String, in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .versionHasFixture, file: file,
      "There is no \(file) yet, which the test records as '\(name)'.",
      remedy: check.recording.advice("Record and review it", .missing))
  }

  static func changedRecord(
    _ file: String, differences: [FieldDifference], mayBeRewritten: Bool, found: Attached,
    in check: FixtureCheck
  ) -> FixtureFailure {
    let version = check.newest
    let advice =
      mayBeRewritten
      ? rewriting(version, in: check)
      : check.recording.advice(
        """
        The file has notes or different formatting, so it is never rewritten; if the change is right, \
        record it
        """, .missing, removing: file)
    return FixtureFailure(
      .recordedDocumentIsUnchanged, file: file,
      "The document that the test records is not the one in \(file):", differences: differences,
      remedy: unorderedAdvice(differences)
        + (check.isShipped(version)
          ? """
          \(version.version.inWords.capitalizedFirst) has shipped, so its files are never rewritten. \
          If the type has changed, undo that and add \(check.nextVersion.name); if the test has, record the document \
          under another name.
          """
          : """
          If a value differs each time, such as an identifier or the time, give it a fixed one in the \
          test. \(advice)
          """),
      attachments: [found])
  }

  static func lossyRecord(_ file: String, _ typeName: String, paths: [String]) -> FixtureFailure {
    FixtureFailure(
      .recordedDocumentRoundTrips, file: file,
      "The \(typeName) that the test records changes when it is encoded and decoded:",
      lines: paths.map { "differs  \($0)" },
      remedy: "Make init(from:) and encode(to:) of \(typeName) consistent.")
  }

  /// What to do about a change of a version.
  ///
  /// - Parameter shared: The names of changed types that newer versions use, too.
  static func undoingOrRewriting(
    _ version: DocumentVersion, shared: [String] = [], in check: FixtureCheck
  ) -> String {
    check.isShipped(version)
      ? undoing(version, shared: shared, next: check.nextVersion) : rewriting(version, in: check)
  }

  /// What to do about a change of an unshipped version.
  private static func rewriting(_ version: DocumentVersion, in check: FixtureCheck) -> String {
    check.recording.advice(
      "\(notMarked(version)). If not, and the change is right, record it", .newest)
  }

  /// The first part of the advice for a version that the lock doesn't say has shipped.
  private static func notMarked(_ version: DocumentVersion) -> String {
    """
    \(version.version.inWords.capitalizedFirst) is not marked as shipped. If it has shipped, undo the \
    change, and set "shipped" to true in \(SchemaLock.file)
    """
  }

  /// What to do about a change of a shipped version.
  ///
  /// - Parameter shared: The names of changed types that newer versions use, too.
  private static func undoing(
    _ version: DocumentVersion, shared: [String], next: NextVersion
  ) -> String {
    let hasShipped = "\(version.version.inWords.capitalizedFirst) has shipped"
    let own = version.typeName
    guard let name = shared.first else {
      return "\(hasShipped), so undo the change to \(own). \(next.advice)"
    }
    let (them, copies) =
      shared.count == 1 ? ("it", "a copy of it as it was") : ("them", "copies of them as they were")
    return """
      \(hasShipped), so undo the change to \(shared.joined(separator: " and ")). Newer versions use \
      \(them), too: to make the change in \(next.name) only, give \(own) \(copies), such as \
      \(own).\(name).
      """
  }

  private static func unorderedAdvice(_ differences: [FieldDifference]) -> String {
    let arrays = differences.filter { $0.kind == .reordered }.map(\.path)
    if arrays.isEmpty { return "" }
    return """
      If the order doesn't matter, note that beside the file: \
      {"unordered": [\(arrays.quoted)]}.\u{20}
      """
  }
}

// MARK: - Words

extension DocumentVersion {
  /// What to do if the version has a step from another one that isn't in the chain.
  fileprivate func withStep(from older: String) -> String {
    """
    If \(typeName) has a step from \(older), remove the typealias PreviousVersion of \(typeName), which leaves \
    it out of the chain.
    """
  }
}

extension [DocumentVersion] {
  /// The versions. A long list is shortened to the first and last ones.
  fileprivate var shortened: [DocumentVersion?] {
    let all = map(Optional.some)
    return count <= 8 ? all : all.prefix(5) + [nil] + all.suffix(2)
  }

  /// The versions in the middle of a sentence.
  fileprivate var inWords: String {
    shortened.map { $0.map { "\($0.version.inWords) (\($0.typeName))" } ?? "…" }
      .joined(separator: ", ")
  }

  /// What to do if the next newer version has a step from a version that isn't in the chain; empty if there is none.
  fileprivate func stepSkipping(_ version: AnyVersion) -> String {
    let newer = first { version == .unversioned || version.isOlder(than: $0.version) == true }
    return newer.map { " \($0.withStep(from: "it"))" } ?? ""
  }
}

extension [FieldPath] {
  fileprivate var quoted: String {
    map { "\($0)".debugDescription }.joined(separator: ", ")
  }
}
