import Lineage

// The messages about documents that a test records, and about recording.

extension FixtureFailure {
  static func recorded(
    _ files: [String], _ review: CheckFindings.Review, in check: FixtureCheck
  ) -> FixtureFailure {
    let beginning = review.start.map { oldest in
      """
      \(oldest.inWords.capitalizedFirst) is the oldest in the chain: documents of older versions can't \
      be opened. \(oldest.withStep(from: "one"))

      """
    }
    let shipping = review.mayHaveShipped.map { newest in
      """
      If users already have documents of \(newest.inWords), set "shipped" to true in \(SchemaLock.file). If that file \
      was lost, restore it from version control instead.

      """
    }
    let moving = review.resembling.map { other in
      """
      \(check.document) resembles \(other), which has the same versions. If \(other) was renamed, delete what was \
      recorded, and rename its folder to \(check.folder.shownFolder(of: check.document)).

      """
    }
    return FixtureFailure(
      .nothingIsRecorded, file: files.first, "Recorded:",
      lines: files.flatMap { file in
        [file] + (review.remarks[file] ?? []).map { "  \($0)" }
      }
        + review.hiddenChanges.map { "In the newest version, \($0)" },
      remedy: """
        \(beginning ?? "")\(shipping ?? "")\(moving ?? "")Review what was written, commit it, and run the tests again. A run that records \
        always fails, so that nothing is recorded without a review.
        """)
  }

  static func unusableName(_ name: String) -> FixtureFailure {
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

  static func missingRecord(
    _ file: String, case name: String, in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .versionHasFixture, file: file,
      "There is no \(file) yet, which the test records as '\(name)'.",
      remedy: check.recording.reviewing)
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
      "The document that the test records differs from the one in \(file):",
      differences: differences,
      remedy: ignoringOrder(differences)
        + (check.isShipped(version)
          ? """
          \(version.hasShipped), so its files are never rewritten. If the type has changed, undo that and add \
          \(check.nextVersion.name); if the test has, record the document under another name.
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
      lines: paths.map { "differs  \($0)" }, remedy: makingConsistent(typeName))
  }
}
