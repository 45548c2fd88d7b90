import Lineage

// The messages about the lock: the shapes of the versions, their promises and their fixtures.

extension FixtureFailure {
  // MARK: - What isn't locked yet

  static func unlocked(
    _ version: DocumentVersion, _ document: String, wasRecorded: Bool, lock: String,
    _ recording: Recording
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: lock,
      "\(lock) does not have \(version.version.inWords) of \(document) yet.",
      remedy: wasRecorded
        ? """
        It has been recorded before, so it seems to have been there: restore it from version control. \
        \(recording.advice("If it was never recorded, record and review it", .missing))
        """
        : recording.advice("Record and review it", .missing))
  }

  static func forgottenEntries(
    _ document: String, _ versions: [DocumentVersion], lock: String
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: lock,
      """
      \(lock) had no entry for versions of \(document) that have been recorded before, so it seems to have \
      lost them:
      """,
      lines: versions.map(\.version.inWords),
      remedy: """
        If it did, restore it from version control: the new entries describe the types as they are now, \
        and can't show what has changed since those versions shipped.
        """)
  }

  static func unmarked(
    _ document: String, _ version: DocumentVersion, lock: String
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: lock,
      """
      \(lock) lists fixtures of \(version.version.inWords) of \(document), as for a version that has \
      shipped, but doesn't mark it as shipped.
      """,
      remedy: """
        If users already have documents of it, set "shipped" to true. Otherwise delete its "fixtures".
        """)
  }

  static func incompleteLock(
    _ version: DocumentVersion, _ document: String, additions: [String], lock: String,
    _ recording: Recording
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: lock,
      "\(lock) doesn't contain everything about \(version.version.inWords) of \(document) yet:",
      lines: additions,
      remedy: recording.advice(
        "What it contains hasn't changed. Record the rest and review it", .missing))
  }

  static func incompleteShapes(_ gaps: [String], lock: String) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: lock, "\(lock) can't lock these details:", lines: gaps,
      remedy: """
        A change to them isn't noticed. This is reported once, when they are recorded; the notes in \
        the file repeat it.
        """)
  }

  // MARK: - What differs from the lock

  static func changedShape(
    _ version: DocumentVersion, _ document: String, changes: [String],
    differences: [SchemaDifference], shared: [String], isShipped: Bool, next: NextVersion,
    lock: String, _ recording: Recording
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsUnchanged, file: lock,
      """
      \(version.typeName), the type of \(version.version.inWords) of \(document), no longer has the \
      shape in \(lock):
      """,
      lines: changes,
      remedy: (isShipped
        ? undoing(version, shared: shared, next: next) : rewriting(version, recording))
        + varyingDefaults(differences))
  }

  /// What to do about defaults that seem to have changed; empty if there are none.
  private static func varyingDefaults(_ differences: [SchemaDifference]) -> String {
    let defaults = differences.filter(\.isOfDefault)
    if defaults.isEmpty { return "" }
    let mark =
      defaults.contains(where: \.isOfLockedDefault)
      ? #"write "differsEachTime": true in its place."#
      : #"add "differsEachTime": true to the field."#
    return " If nothing was changed, the default depends on the machine or on chance: \(mark)"
  }

  static func changedFixtures(
    _ document: String, _ version: DocumentVersion, changes: [String], lock: String
  ) -> FixtureFailure {
    FixtureFailure(
      .fixturesAreKept, file: lock,
      """
      The fixtures of \(version.version.inWords) of \(document), which has shipped, are not the ones in \
      \(lock):
      """,
      lines: changes,
      remedy: """
        Restore them from version control. If a document must really be removed or changed, remove its \
        line from \(lock) too.
        """)
  }

  static func changedExpectations(
    _ document: String, _ newest: DocumentVersion, files: [String], lock: String,
    _ recording: Recording
  ) -> FixtureFailure {
    FixtureFailure(
      .fixturesAreKept, file: lock,
      """
      Expectations of \(document) have changed since \(newest.version.inWords) shipped, so they are not the \
      ones in \(lock):
      """,
      lines: files.map { "changed  \($0)" },
      remedy: """
        Users have documents that were migrated to what these files said. Restore them from version control, \
        undo the change to the step or the type, and correct the result in the next version. \
        \(recording.advice(
          "If the new result is right, keep the files, delete their lines in 'expectations' of \(lock), and record them again",
          .missing))
        """)
  }

  static func noFixtureLeft(
    _ document: String, _ version: DocumentVersion, in folder: FixtureFolder
  ) -> FixtureFailure {
    let place = folder.shownPath(of: version.folder)
    return FixtureFailure(
      .versionHasFixture, file: place,
      """
      There is no fixture of \(version.version.inWords) of \(document) (\(version.typeName)), which has \
      shipped, so nothing shows that its documents still open.
      """,
      remedy: """
        Restore its fixtures from version control, or put a document that it has written into \(place).
        """)
  }

  static func shippedAfterAll(
    _ document: String, _ version: AnyVersion, lock: String
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: lock,
      """
      The test of \(document) passes hasShipped: false, but \(lock) marks \(version.inWords) as shipped.
      """,
      remedy: """
        If users already have documents, remove hasShipped: false. Otherwise set "shipped" to false in \
        \(lock), and delete its "fixtures".
        """)
  }

  // MARK: - Other documents and programs

  static func uncheckedDocument(
    _ type: String, inside document: String, folder: String
  ) -> FixtureFailure {
    FixtureFailure(
      .nestedDocumentIsChecked,
      """
      \(document) contains \(type), a versioned type, but there is no folder in \(folder) with its \
      versions, so they aren't checked.
      """,
      remedy: "Add a check for it: MigrationFixtures(of: \(type).self).check()")
  }

  static func changedDocument(
    _ type: any VersionedCodable.Type, inside document: String, _ nested: NestedLock,
    _ changes: [String]
  ) -> FixtureFailure {
    let folder = nested.folder
    let lock = folder.shownPath(of: SchemaLock.file)
    let newest = nested.newestType(of: type)
    let name = folder.document == newest ? "" : ", named: \"\(folder.document)\""
    return FixtureFailure(
      .nestedDocumentIsChecked, file: lock,
      """
      \(document) contains \(type), a versioned type that differs from \(lock), so it doesn't seem \
      to be checked:
      """,
      lines: changes,
      remedy: """
        Add a check for it, unless it has one that fails too: MigrationFixtures(of: \
        \(newest).self\(name)).check()
        """)
  }

  static func brokenPromise(
    _ file: String, of version: DocumentVersion, older: DocumentVersion, because error: any Error
  ) -> FixtureFailure {
    FixtureFailure(
      .readableSinceIsTrue, file: file,
      """
      \(version.typeName) declares with readableSince that \(older.version.inWords) can read its \
      documents, but \(older.typeName) can't read \(file). \(error)
      """,
      remedy: "Raise readableSince, or keep what the older type needs.")
  }
}
