import Lineage

// The messages about a fixture and the type of its own version.

extension FixtureFailure {
  /// - Parameter exists: Whether there is such a file. A document that comes from the test may have none.
  static func undecodable(
    _ file: String, exists: Bool = true, _ version: DocumentVersion, because error: any Error,
    in check: FixtureCheck
  ) -> FixtureFailure {
    FixtureFailure(
      .fixtureDecodes, file: file,
      "\(file) doesn't decode as \(version.typeInWords). \(error)",
      remedy: restoringFirst(
        in: check,
        otherwise: passingCoders(
          because: error as? MigrationError,
          otherwise: correcting(version, replacing: exists ? file : nil, in: check))))
  }

  /// What to do about a fixture, which may be a consequence of what has changed although it has shipped.
  private static func restoringFirst(
    in check: FixtureCheck, otherwise remedy: @autoclosure () -> String
  ) -> String {
    check.recording.isBlocked ? Recording.adviceIfBlocked : remedy()
  }

  /// What to do about a type that doesn't decode its documents.
  ///
  /// - Parameter file: A file to replace if the type is right.
  private static func correcting(
    _ version: DocumentVersion, replacing file: String?, in check: FixtureCheck
  ) -> String {
    if check.isShipped(version) {
      return """
        \(version.hasShipped), so there are documents like this one: change \(version.typeName) so that it \
        reads them again.
        """
    }
    let correcting = "\(undoingIfShipped(version)). If not, correct the type"
    guard let file else { return "\(correcting)." }
    return check.recording.advice(
      "\(correcting), or replace the file. To record a new one", .newest, removing: file)
  }

  /// What to do about a document that other coders may be able to decode.
  private static func passingCoders(
    because error: MigrationError?, otherwise remedy: String
  ) -> String {
    if error?.isAboutStrategy == true {
      return """
        If the program's coders have other strategies, pass these coders: MigrationFixtures(of:formats:). If \
        they don't: \(remedy)
        """
    }
    if error?.reason == .unreadable {
      return """
        If a merge or an editor has damaged the file, restore it from version control. If the program writes \
        such documents, pass its coders: MigrationFixtures(of:formats:).
        """
    }
    return remedy
  }

  static func fixtureInWrongFolder(
    _ fixture: FixtureCase, found: AnyVersion?, in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    return FixtureFailure(
      .fixtureIsOfItsVersion, file: file,
      """
      \(file) is in the folder of \(fixture.version.inWords), but it is a document of \
      \((found ?? .unversioned).inWords).
      """,
      remedy: "Move it to the folder of its version.")
  }

  // MARK: - Its fields

  static func unknownFields(
    _ fixture: FixtureCase, paths: [FieldPath], in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    return FixtureFailure(
      .fixtureHasNoUnknownFields, file: file,
      "\(file) has fields that \(fixture.version.typeName), the type of its version, doesn't know:",
      lines: paths.map { "unknown  \($0)" },
      remedy: restoringFirst(
        in: check,
        otherwise: """
          \(check.isShipped(fixture.version)
            ? "If this version wrote them, its type has to read them."
            : "If they were removed from the type, which hasn't shipped, remove them from the file, too.") \
          If documents contain the fields of other programs by design, and the type preserves them, pass \
          allowsUnknownFields: true. \
          \(specialCase("unknown", paths, of: fixture, in: check))
          """))
  }

  static func filledFields(
    _ fixture: FixtureCase, differences: [FieldDifference], in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    let version = fixture.version
    return FixtureFailure(
      .fixtureHasAllFields, file: file,
      "\(file) has no value for fields that \(version.typeName) fills and always writes:",
      differences: differences,
      remedy: restoringFirst(
        in: check,
        otherwise: """
          \(specialCase("filled", differences.map(\.path), of: fixture, in: check)). \
          \(check.isShipped(version)
            ? """
            If these fields were added to the type after \(version.inWords) had shipped, move \
            them to \(check.nextVersion.name).
            """
            : check.recording.advice("If they were just added to the type, rewrite the file", .newest))
          """))
  }

  static func rejectedValues(
    _ fixture: FixtureCase, paths: [FieldPath], in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    return FixtureFailure(
      .fixtureHasNoRejectedValues, file: file,
      "\(file) has values that \(fixture.version.typeName) rejects and replaces with a default:",
      lines: paths.map { "rejected \($0)" },
      remedy: restoringFirst(
        in: check,
        otherwise: """
          If this version wrote them, its type has to accept them. \
          \(specialCase("rejected", paths, of: fixture, in: check))
          """))
  }

  /// How to note that a fixture is special on purpose.
  private static func specialCase(
    _ list: String, _ paths: [FieldPath], of fixture: FixtureCase, in check: FixtureCheck
  ) -> String {
    "If this is a special case, \(check.noting("it", list, paths, of: fixture))"
  }

  // MARK: - What its type writes

  static func writtenDifferently(
    _ fixture: FixtureCase, differences: [FieldDifference], found: Attached, in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.path(of: fixture)
    return FixtureFailure(
      .typeWritesFixtureAgain, file: file,
      "\(fixture.version.typeName) no longer writes \(file) as it is:", differences: differences,
      remedy: restoringFirst(
        in: check,
        otherwise: ignoringOrder(differences) + undoingOrRewriting(fixture.version, in: check)),
      attachments: [found])
  }

  static func staleNotes(
    _ fixture: FixtureCase, _ entries: [String], in check: FixtureCheck
  ) -> FixtureFailure {
    let file = check.notesPath(of: fixture)
    return FixtureFailure(
      .notesAreTrue, file: file,
      "\(file) contains notes that don't apply:", lines: entries,
      remedy: "Remove them, so that they can't hide a real failure.")
  }
}
