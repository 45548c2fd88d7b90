import Lineage

// The messages about the chain, and about versions without fixtures.

extension FixtureFailure {
  static func brokenChain(_ document: String, _ problem: VersionChain.Problem) -> FixtureFailure {
    FixtureFailure(
      .chainIsValid, "The versions of \(document) aren't linked correctly: \(problem)",
      remedy: "This is a mistake in the program: fix the types.")
  }

  static func interruptedChain(
    at version: AnyVersion, known: String, hasShipped: Bool, renumbered: DocumentVersion?,
    in check: FixtureCheck
  ) -> FixtureFailure {
    let chain = check.chain
    let cause = renumbered.map { type in
      """
      \(type.typeName), now \(type.inWords), has the same shape: if its `version` was changed, undo \
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

  /// - Parameter error: Why no sample could be generated.
  static func missingFixture(
    of version: DocumentVersion, because error: String?, in check: FixtureCheck
  ) -> FixtureFailure {
    withoutFixture(version, in: check) { place in
      let offer =
        error.map { "A sample couldn't be generated: \($0)" }
        ?? check.recording.advice("Or generate a sample", .missing)
      return "Put a document that this version has written into \(place). \(offer)"
    }
  }

  static func lostFixtures(
    of version: DocumentVersion, in check: FixtureCheck
  ) -> FixtureFailure {
    withoutFixture(version, ", which has shipped", in: check) { place in
      """
      Restore its fixtures from version control, or put a document that it has written into \(place).
      """
    }
  }

  /// - Parameter remedy: What to do, given the path of the version's folder.
  private static func withoutFixture(
    _ version: DocumentVersion, _ state: String = "", in check: FixtureCheck,
    remedy: (_ place: String) -> String
  ) -> FixtureFailure {
    let place = check.folder.shownPath(of: version.folder)
    return FixtureFailure(
      .versionHasFixture, file: place,
      """
      There is no fixture of \(check.inWords(version)) (\(version.typeName))\(state), so nothing shows that \
      its documents still open.
      """,
      remedy: remedy(place))
  }
}

extension [DocumentVersion] {
  /// What to do if the next newer version has a step from a version that isn't in the chain; empty if there is none.
  fileprivate func stepSkipping(_ version: AnyVersion) -> String {
    let newer = first { version == .unversioned || version.isOlder(than: $0.version) == true }
    return newer.map { " \($0.withStep(from: "it"))" } ?? ""
  }
}
