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
    _ document: String, at version: AnyVersion, known: String, chain: [DocumentVersion],
    hasShipped: Bool, renumbered: DocumentVersion?
  ) -> FixtureFailure {
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
      \(version.inWords.capitalizedFirst) of \(document) is in \(known), but it is missing from the \
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
    _ document: String, _ version: DocumentVersion, in folder: FixtureFolder, because: String?,
    _ recording: Recording
  ) -> FixtureFailure {
    let place = folder.shownPath(of: version.folder)
    let offer =
      because.map { "A sample couldn't be generated: \($0)" }
      ?? recording.advice("Or generate a sample", .missing)
    return FixtureFailure(
      .versionHasFixture, file: place,
      """
      There is no fixture of \(version.version.inWords) of \(document) (\(version.typeName)), so \
      nothing shows that its documents still open.
      """,
      remedy: "Put a document that this version has written into \(place). \(offer)")
  }

  static func strayFile(_ file: String, formats: [FixtureFormat]) -> FixtureFailure {
    let endings = formats.map { ".\($0.fileExtension)" }.joined(separator: " and ")
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

  static func renamedDocument(
    _ newest: DocumentVersion, former: String, in folder: FixtureFolder
  ) -> FixtureFailure {
    let document = folder.document
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
    _ folder: String, document: String, chain: [DocumentVersion]
  ) -> FixtureFailure {
    FixtureFailure(
      .fileBelongsToVersion, file: folder,
      """
      \(folder) doesn't belong to a version of \(document). The chain has \(chain.inWords), with the \
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
    _ expectation: String, of file: String, because error: any Error, isShipped: Bool,
    _ recording: Recording
  ) -> FixtureFailure {
    let restoring = """
      Restore it from version control. Until then, the result of migrating \(file) isn't checked.
      """
    return unreadable(
      expectation, because: error,
      remedy: isShipped
        ? restoring
        : """
        \(restoring) \
        \(recording.advice("If it was never reviewed, record it", .missing, removing: expectation))
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

  /// - Parameter recording: Nil if the document comes from the test, so that there may be no file.
  static func undecodable(
    _ file: String, _ version: DocumentVersion, because error: any Error, isShipped: Bool,
    _ recording: Recording?
  ) -> FixtureFailure {
    let correcting = "The version is not marked as shipped: correct the type"
    let replacing = recording?.advice(
      "\(correcting), or replace the file. To record a new one", .newest, removing: file)
    let changing =
      isShipped
      ? """
      The version has shipped, so there are documents like this one: change the type so that it reads \
      them again.
      """
      : replacing ?? "\(correcting)."
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
    _ file: String, of version: DocumentVersion, found: AnyVersion?
  ) -> FixtureFailure {
    FixtureFailure(
      .fixtureIsOfItsVersion, file: file,
      """
      \(file) is in the folder of \(version.version.inWords), but it is a document of \
      \((found ?? .unversioned).inWords).
      """,
      remedy: "Move it to the folder of its version.")
  }

  static func unknownFields(
    _ file: String, _ version: DocumentVersion, paths: [FieldPath], notes: String, isShipped: Bool
  ) -> FixtureFailure {
    FixtureFailure(
      .fixtureHasNoUnknownFields, file: file,
      "\(file) has fields that \(version.typeName), the type of its version, does not know:",
      lines: paths.map { "unknown  \($0)" },
      remedy: """
        \(isShipped
          ? "If this version wrote them, its type has to read them."
          : "If they were removed from the type, which hasn't shipped, remove them from the file, too.") \
        If documents contain the fields of other programs by design, and the type preserves them, pass \
        allowsUnknownFields: true. \
        \(exemption("unknown", paths, notes))
        """)
  }

  static func filledFields(
    _ file: String, _ version: DocumentVersion, differences: [FieldDifference], notes: String,
    isShipped: Bool, next: NextVersion, _ recording: Recording
  ) -> FixtureFailure {
    FixtureFailure(
      .fixtureHasAllFields, file: file,
      "\(file) has no value for fields that \(version.typeName) fills and always writes:",
      differences: differences,
      remedy: """
        \(exemption("filled", differences.map(\.path), notes)). \
        \(isShipped
          ? """
          If these fields were added to the type after \(version.version.inWords) had shipped, move \
          them to \(next.name).
          """
          : recording.advice("If they were just added to the type, rewrite the file", .newest))
        """)
  }

  /// How to note in a file that a fixture is intentionally special.
  private static func exemption(_ list: String, _ paths: [FieldPath], _ notes: String) -> String {
    #"If this is a special case, note it in \#(notes): {"\#(list)": [\#(paths.quoted)]}"#
  }

  static func rejectedValues(
    _ file: String, _ version: DocumentVersion, paths: [FieldPath], notes: String
  ) -> FixtureFailure {
    FixtureFailure(
      .fixtureHasNoRejectedValues, file: file,
      "\(file) has values that \(version.typeName) rejects and replaces with a default:",
      lines: paths.map { "rejected \($0)" },
      remedy: """
        If this version wrote them, its type has to accept them. \
        \(exemption("rejected", paths, notes))
        """)
  }

  static func changedType(
    _ file: String, _ version: DocumentVersion, differences: [FieldDifference],
    isShipped: Bool, next: NextVersion, found: Attached, _ recording: Recording
  ) -> FixtureFailure {
    FixtureFailure(
      .typeWritesFixtureAgain, file: file,
      "\(version.typeName) no longer writes \(file) as it is:", differences: differences,
      remedy: unorderedAdvice(differences)
        + (isShipped ? undoing(version, next: next) : rewriting(version, recording)),
      attachments: [found])
  }

  static func staleNotes(_ file: String, _ entries: [String]) -> FixtureFailure {
    FixtureFailure(
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

  static func noExpectation(
    _ file: String, expectation: String, _ recording: Recording
  ) -> FixtureFailure {
    FixtureFailure(
      .fixtureHasExpectation, file: file,
      "The result of migrating \(file) hasn't been reviewed: there is no \(expectation).",
      remedy: recording.advice("Record and review it", .missing))
  }

  static func unexpectedResult(
    _ file: String, expectation: String, differences: [FieldDifference], _ newest: DocumentVersion,
    result: Attached, isShipped: Bool, lock: String, _ recording: Recording
  ) -> FixtureFailure {
    let cause = "If a step is wrong, or an older type was changed by mistake, fix that."
    let name = file.split(separator: "/").last ?? ""
    let command =
      isShipped
      ? recording.advice(
        """
        \(newest.version.inWords.capitalizedFirst) has shipped, so documents have been migrated to what \
        the file says. \(cause) If the new result is right, remove the line of \(name) from \(lock), and \
        record both again
        """,
        .missing, removing: expectation)
      : recording.advice("\(cause) If the new result is right, record it", .newest)
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
    _ file: String, _ version: DocumentVersion, to older: DocumentVersion,
    because error: any Error, notes: String
  ) -> FixtureFailure {
    FixtureFailure(
      .fixtureDowngrades, file: file,
      "\(file) can't be downgraded to \(older.version.inWords) (\(older.typeName)). \(error)",
      remedy: """
        If programs of \(older.version.inWords) need such documents, fix `downgraded()` of \
        \(version.typeName). If this one has no equivalent there, note that in \(notes): \
        {"downgradeFails": true}
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
    _ file: String, _ downgrade: Downgrade, differences: [FieldDifference], notes: String
  ) -> FixtureFailure {
    FixtureFailure(
      .downgradeLosesNothing, file: file,
      """
      \(file) changes when it is downgraded to \(downgrade.older.version.inWords) \
      (\(downgrade.older.typeName)) and migrated again:
      """,
      differences: differences,
      remedy: """
        Fix `downgraded()` of \(downgrade.newer.typeName), if \(downgrade.older.typeName) can represent \
        this. If it can't, note the loss in \(notes): \
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

  /// - Parameters:
  ///   - remarks: What the reports of migrations to the documents in files say.
  ///   - renumbered: The cases of enums whose raw values differ from those of the version before.
  ///   - start: The oldest version, if the lock is new and earlier versions may have been forgotten; otherwise nil.
  static func recorded(
    _ files: [String], remarks: [String: [String]], renumbered: [SchemaDifference],
    start: DocumentVersion?
  ) -> FixtureFailure {
    let beginning = start.map { oldest in
      """
      \(oldest.version.inWords.capitalizedFirst) is the oldest in the chain: documents of older versions can't \
      be opened. \(oldest.withStep(from: "one"))

      """
    }
    return FixtureFailure(
      .nothingIsRecorded, file: files.first, "Recorded:",
      lines: files.flatMap { file in
        [file] + (remarks[file] ?? []).map { "  \($0)" }
      }
        + renumbered.map {
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
    _ file: String, case name: String, _ recording: Recording
  ) -> FixtureFailure {
    FixtureFailure(
      .versionHasFixture, file: file,
      "There is no \(file) yet, which the test records as '\(name)'.",
      remedy: recording.advice("Record and review it", .missing))
  }

  static func changedRecord(
    _ file: String, _ version: DocumentVersion, differences: [FieldDifference], isShipped: Bool,
    mayBeRewritten: Bool, next: NextVersion, found: Attached, _ recording: Recording
  ) -> FixtureFailure {
    let advice =
      mayBeRewritten
      ? rewriting(version, recording)
      : recording.advice(
        """
        The file has notes or different formatting, so it is never rewritten; if the change is right, \
        record it
        """, .missing, removing: file)
    return FixtureFailure(
      .recordedDocumentIsUnchanged, file: file,
      "The document that the test records is not the one in \(file):", differences: differences,
      remedy: unorderedAdvice(differences)
        + (isShipped
          ? """
          \(version.version.inWords.capitalizedFirst) has shipped, so its files are never rewritten. \
          If the type has changed, undo that and add \(next.name); if the test has, record the document \
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

  /// What to do about a change of an unshipped version.
  static func rewriting(_ version: DocumentVersion, _ recording: Recording) -> String {
    recording.advice(
      """
      \(version.version.inWords.capitalizedFirst) is not marked as shipped. If it has shipped, undo the \
      change, and set "shipped" to true in \(SchemaLock.file). If not, and the change is right, record it
      """, .newest)
  }

  /// What to do about a change of a shipped version.
  ///
  /// - Parameter shared: The names of changed types that newer versions use, too.
  static func undoing(
    _ version: DocumentVersion, shared: [String] = [], next: NextVersion
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
