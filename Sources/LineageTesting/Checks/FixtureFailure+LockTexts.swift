import Lineage

// The messages about the lock: the shapes of the versions and their fixtures, and the locks of nested documents.

extension FixtureFailure {
  // MARK: - What isn't locked yet

  static func missingEntry(
    of version: DocumentVersion, in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: check.lockFile,
      "\(check.lockFile) has no entry for \(check.inWords(version)) yet.",
      remedy: check.recording.reviewing)
  }

  static func lostEntries(
    of versions: [DocumentVersion], in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: check.lockFile,
      """
      \(check.lockFile) has no entry for versions of \(check.document) that have been recorded before, so it seems to have \
      lost them:
      """,
      lines: versions.map(\.version.inWords),
      remedy: """
        Restore the file from version control: new entries would describe the types as they are now, and couldn't \
        show what has changed since those versions shipped. \
        \(check.recording.advice(
          """
          If it never had them, delete the .expected files of \(check.document), and record them together with the lock
          """,
          .missing))
        """)
  }

  static func notMarkedAsShipped(
    _ version: DocumentVersion, in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: check.lockFile,
      """
      \(check.lockFile) lists fixtures of \(check.inWords(version)), as for a version that has \
      shipped, but doesn't mark it as shipped.
      """,
      remedy: """
        If users already have documents of it, set "shipped" to true. Otherwise delete its "fixtures" and its \
        "digest".
        """)
  }

  static func changedEntry(of version: DocumentVersion, in check: FixtureCheck) -> FixtureFailure {
    FixtureFailure(
      .shapeIsUnchanged, file: check.lockFile,
      """
      The entry of \(check.inWords(version)) in \(check.lockFile) was changed after it was recorded. A merge may have \
      changed it together with the type.
      """,
      remedy: """
        \(version.hasShipped), so restore its entry from version control, and undo the change to \
        \(version.typeName). \
        \(check.recording.advice(
          #"If only a default was replaced with "differsEachTime", delete its "digest", and record it again"#,
          .missing))
        """)
  }

  static func incompleteStrategies(_ missing: [String], in check: FixtureCheck) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: check.lockFile,
      "\(check.lockFile) doesn't show yet how these values are written:", lines: missing,
      remedy: check.recording.advice("Record and review it", .missing))
  }

  static func incompleteEntry(
    of version: DocumentVersion, additions: [String], in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: check.lockFile,
      """
      \(check.lockFile) doesn't contain everything about \(check.inWords(version)) yet:
      """,
      lines: additions,
      remedy: check.recording.advice(
        "What it contains hasn't changed. Record the rest and review it", .missing))
  }

  static func unlockableDetails(_ gaps: [String], in check: FixtureCheck) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: check.lockFile, "\(check.lockFile) can't lock these details:",
      lines: gaps,
      remedy: """
        A change to them isn't noticed. This is reported once, when they are recorded; the notes in \
        the file repeat it.
        """)
  }

  // MARK: - What differs from the lock

  static func changedShape(
    _ version: DocumentVersion, changes: [String], differences: [SchemaDifference],
    types: (changed: [String], shared: [String]), in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsUnchanged, file: check.lockFile,
      """
      \(version.typeName), the type of \(check.inWords(version)), no longer has the shape in \
      \(check.lockFile):
      """,
      lines: changes,
      remedy: undoingOrRewriting(version, types, in: check)
        + varyingDefaults(differences, hasShipped: check.isShipped(version)))
  }

  /// What to do about defaults that seem to have changed; empty if there are none.
  private static func varyingDefaults(
    _ differences: [SchemaDifference], hasShipped: Bool
  ) -> String {
    let defaults = differences.filter(\.isOfDefault)
    if defaults.isEmpty { return "" }
    let mark =
      defaults.contains(where: \.isOfLockedDefault)
      ? #"in \#(SchemaLock.file), replace its "default" with "differsEachTime": true"#
      : #"add "differsEachTime": true to the field"#
    let unsealing = hasShipped ? #", and delete the "digest" of the version"# : ""
    return """
       If nothing was changed, the default depends on the machine or on chance: \(mark)\(unsealing).
      """
  }

  static func changedStrategies(
    of format: FixtureFormat, changes: [String], in check: FixtureCheck
  ) -> FixtureFailure {
    let rerecording = check.recording.advice(
      "If the program has always written the new ones, delete 'strategies' in the file, and record it",
      .missing)
    return FixtureFailure(
      .strategiesAreUnchanged, file: check.lockFile,
      """
      The coders of .\(format.fileExtension) files don't write values as \(check.lockFile) shows:
      """,
      lines: changes,
      remedy: check.hasShippedVersions
        ? """
        Documents have been written with the old values, and may be read as others now: undo the change to the \
        strategies of the coders. If nothing was changed, a strategy depends on the machine, such as on its time \
        zone; if that is right, replace the value in the file with {"differsEachTime": true}. \(rerecording)
        """
        : rewriting(check.newest, in: check))
  }

  static func changedFixtures(
    _ version: DocumentVersion, changes: [String], in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .fixturesAreKept, file: check.lockFile,
      """
      The fixtures of \(check.inWords(version)), which has shipped, aren't the ones in \
      \(check.lockFile):
      """,
      lines: changes,
      remedy: """
        Restore them from version control. If a document must really be removed or changed, remove its \
        line from \(check.lockFile) too.
        """)
  }

  static func changedExpectations(
    files: [String], in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .fixturesAreKept, file: check.lockFile,
      """
      Expectations of \(check.document) aren't the ones in \(check.lockFile), with which \
      \(check.newest.inWords) shipped:
      """,
      lines: files.map { "changed  \($0)" },
      remedy: """
        Users have documents that were migrated to what these files said. Restore them from version control, \
        undo the change to the step or the type, and correct the result in the next version. \
        \(check.recording.advice(
          """
          If the new result is right, keep the files, delete their lines in 'expectations' of \
          \(check.lockFile), and record them again
          """,
          .missing))
        """)
  }

  static func markedAsShipped(
    _ version: AnyVersion, in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .shapeIsLocked, file: check.lockFile,
      """
      The test of \(check.document) passes hasShipped: false, but \(check.lockFile) marks \
      \(version.inWords) as shipped.
      """,
      remedy: """
        If users already have documents, remove hasShipped: false. Otherwise set "shipped" to false in \
        \(check.lockFile), and delete its "fixtures" and its "digest".
        """)
  }

  // MARK: - Nested documents

  static func uncheckedNestedDocument(
    _ type: any VersionedCodable.Type, in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .nestedDocumentIsChecked,
      """
      \(check.document) contains \(type), a versioned type, but there is no folder in \
      \(check.folder.shownName) with its versions, so they aren't checked.
      """,
      remedy: "Add a check for it: MigrationFixtures(of: \(TypeName.inCode(type)).self).check()")
  }

  static func changedNestedDocument(
    _ type: any VersionedCodable.Type, _ nested: NestedLock, _ changes: [String], isOfShipped: Bool,
    in check: FixtureCheck
  ) -> FixtureFailure {
    let folder = nested.folder
    let lock = folder.shownPath(of: SchemaLock.file)
    let newest = nested.newestType(of: type)
    let name = folder.document == newest ? "" : ", named: \"\(folder.document)\""
    let code = newest == "\(type)" ? TypeName.inCode(type) : newest
    return FixtureFailure(
      .nestedDocumentIsChecked, file: lock,
      """
      \(check.document) contains \(type), a versioned type that differs from \(lock)\
      \(isOfShipped ? "" : ", so it doesn't seem to be checked"):
      """,
      lines: changes,
      remedy: """
        \(isOfShipped
          ? "Undo the change of what has shipped, and make it in the next version. If there is no check of it, add one"
          : "Add a check for it, unless it has one that fails too"): \
        MigrationFixtures(of: \(code).self\(name)).check()
        """)
  }
}
