import Lineage

// The messages about a fixture and the types of other versions.

extension FixtureFailure {
  // MARK: - Migrating

  /// - Parameter mayFail: Whether a step may reject the document on purpose.
  static func failedMigration(
    _ fixture: FixtureCase, to newest: DocumentVersion, because error: any Error, mayFail: Bool,
    in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    let noting = check.noting("that", #""migrationFails": true"#, of: fixture)
    let exception =
      error.isFromStep && mayFail ? " If no document like this one should be opened, \(noting)" : ""
    let isMistake = (error as? MigrationError)?.isProgrammingError == true
    return FixtureFailure(
      .fixtureMigrates, file: file,
      """
      \(file) doesn't migrate from \(fixture.version.inWords) to \(newest.inWordsWithType). \(error)
      """,
      remedy: isMistake
        ? "Documents like this one can't be opened until that is fixed."
        : """
        There may be documents like this one: change the steps so that they accept it.\(exception)
        """)
  }

  static func lossyStep(
    _ fixture: FixtureCase, _ version: DocumentVersion, _ difference: FieldDifference,
    in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    return FixtureFailure(
      .stepsKeepUnknownFields, file: file,
      """
      \(file) would lose unknown fields in the step to \(version.inWordsWithType), although the types of all \
      versions preserve them:
      """,
      differences: [difference],
      remedy: """
        Begin the step with init(carryingOver:), or copy the unknownFields of the old value, without those that \
        the step has used. To drop some on purpose, call `drop` in init(carryingOver:).
        """)
  }

  static func missingExpectation(of fixture: FixtureCase, in check: FixtureCheck) -> FixtureFailure
  {
    let file = check.path(of: fixture)
    return FixtureFailure(
      .fixtureHasExpectation, file: file,
      """
      The result of migrating \(file) hasn't been reviewed: \
      \(check.outdatedVersion(ofExpectationOf: fixture).map {
        "\(check.expectationPath(of: fixture)) is still of \($0.inWords)."
      } ?? "there is no \(check.expectationPath(of: fixture)).")
      """,
      remedy: check.recording.reviewing)
  }

  static func brokenExpectation(
    of fixture: FixtureCase, because error: any Error, in check: FixtureCheck
  ) -> FixtureFailure {
    let expectation = check.expectationPath(of: fixture)
    let restoring = """
      Restore it from version control. Until then, the result of migrating \(check.path(of: fixture)) isn't \
      checked.
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

  static func unexpectedResult(
    _ fixture: FixtureCase, differences: [FieldDifference], result: Attached,
    in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    let expectation = check.expectationPath(of: fixture)
    let cause = "If a step is wrong, or an older type was changed by mistake, fix that."
    let command =
      check.isShipped(check.newest)
      ? check.recording.advice(
        """
        \(check.newest.hasShipped), so documents have been migrated to what the file says. \(cause) If the new \
        result is right, remove the line of \(fixture.fileName) from \(check.lockFile), and record both again
        """,
        .missing, removing: expectation)
      : check.recording.advice("\(cause) If the new result is right, record it", .newest)
    return FixtureFailure(
      .fixtureMeetsExpectation, file: file,
      "\(file) doesn't migrate to the document in \(expectation):", differences: differences,
      remedy: ignoringOrder(differences) + command, attachments: [result])
  }

  static func changedResult(
    _ fixture: FixtureCase, of version: DocumentVersion, differences: [FieldDifference],
    result: Attached, in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    let expectation = check.expectationPath(of: fixture)
    return FixtureFailure(
      .fixtureMeetsExpectation, file: file,
      "\(file) no longer migrates to the document of \(version.inWords) in \(expectation):",
      differences: differences,
      remedy: """
        \(version.hasShipped), so documents have been migrated to what the file says. Undo the change to the steps \
        or the types up to it, and correct the result in \(check.newest.inWords). \
        \(ignoringOrder(differences))\
        \(check.recording.advice(
          "If the new result is right all the same, record it", .missing, removing: expectation))
        """,
      attachments: [result])
  }

  /// A result that is known by its digest only.
  static func changedResult(
    _ fixture: FixtureCase, of version: DocumentVersion, result: Attached, in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    return FixtureFailure(
      .fixtureMeetsExpectation, file: file,
      """
      \(file) no longer migrates to the document of \(version.inWords) that it did when \(version.inWords) shipped, by \
      the digest in \(check.lockFile).
      """,
      remedy: """
        Documents have been migrated to that one. Undo the change to the steps or the types up to it, and correct the \
        result in \(check.newest.inWords). If the new result is right all the same, delete the line of \
        \(fixture.expectationFile) from the "expectations" of \(version.inWords).
        """,
      attachments: [result])
  }

  static func noLongerMigrates(
    _ fixture: FixtureCase, to version: DocumentVersion, because error: any Error,
    in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    return FixtureFailure(
      .fixtureMigrates, file: file,
      """
      \(file) no longer migrates from \(fixture.version.inWords) to \(version.inWordsWithType), as it did when \
      \(version.inWords) shipped. \(error)
      """,
      remedy: """
        Users may have documents like this one, which they could open: undo the change to the steps or the types up \
        to \(version.inWords).
        """)
  }

  // MARK: - The migrated document

  static func unreadableNewest(
    _ file: String, _ newest: DocumentVersion, because error: any Error
  ) -> FixtureFailure {
    FixtureFailure(
      .newestFormIsStable, file: file,
      "The \(newest.typeName) from \(file) can't be decoded again after it was encoded. \(error)",
      remedy: makingConsistent(newest.typeName))
  }

  static func unstableNewest(
    _ file: String, _ newest: DocumentVersion, differences: [FieldDifference]
  ) -> FixtureFailure {
    FixtureFailure(
      .newestFormIsStable, file: file,
      "The \(newest.typeName) from \(file) changes when it is encoded and decoded:",
      differences: differences, remedy: makingConsistent(newest.typeName))
  }

  // MARK: - Older programs

  static func brokenPromise(
    _ file: String, of version: DocumentVersion, older: DocumentVersion, because error: any Error
  ) -> FixtureFailure {
    FixtureFailure(
      .readableSinceIsTrue, file: file,
      """
      \(version.typeName) declares with readableSince that \(older.inWords) can read its documents, but \
      \(older.typeName) can't read \(file). \(error)
      """,
      remedy: "Raise readableSince, or keep what the older type needs.")
  }

  static func failedDowngrade(
    _ fixture: FixtureCase, because error: any Error, in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    let older = check.chain[fixture.version.index - 1]
    return FixtureFailure(
      .fixtureDowngrades, file: file,
      "\(file) can't be downgraded to \(older.inWordsWithType). \(error)",
      remedy: """
        If programs of \(older.inWords) need such documents, fix `downgraded()` of \
        \(fixture.version.typeName). If this one has no equivalent there, \
        \(check.noting("that", #""downgradeFails": true"#, of: fixture))
        """)
  }

  static func unreadableDowngrade(
    _ file: String, _ downgrade: TriedDowngrade, because error: any Error
  ) -> FixtureFailure {
    unusableDowngrade(file, downgrade, "can't read", ". \(error)")
  }

  static func unstableDowngrade(
    _ file: String, _ downgrade: TriedDowngrade, differences: [FieldDifference]
  ) -> FixtureFailure {
    unusableDowngrade(file, downgrade, "writes differently", ":", differences: differences)
  }

  /// - Parameters:
  ///   - problem: What the older type does with the result.
  ///   - ending: The rest of the message.
  private static func unusableDowngrade(
    _ file: String, _ downgrade: TriedDowngrade, _ problem: String, _ ending: String,
    differences: [FieldDifference] = []
  ) -> FixtureFailure {
    let (newer, older) = (downgrade.newer, downgrade.older)
    return FixtureFailure(
      .fixtureDowngrades, file: file,
      """
      \(file) becomes a document that \(older.typeName) \(problem) when it is downgraded to \
      \(older.inWords)\(ending)
      """,
      differences: differences,
      remedy: """
        Fix `downgraded()` of \(newer.typeName): programs of \(older.inWords) must be able to read what it \
        makes.
        """)
  }

  static func lossyDowngrade(
    _ fixture: FixtureCase, _ downgrade: TriedDowngrade, differences: [FieldDifference],
    in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    let (newer, older) = (downgrade.newer, downgrade.older)
    return FixtureFailure(
      .downgradeLosesNothing, file: file,
      "\(file) changes when it is downgraded to \(older.inWordsWithType) and migrated again:",
      differences: differences,
      remedy: """
        Fix `downgraded()` of \(newer.typeName), if \(older.typeName) can represent this. If it can't, \
        \(check.noting("the loss", "downgradeLoses", differences.map(\.path), of: fixture))
        """)
  }
}
