public import Testing

extension MigrationFixtures {
  /// Makes valid and damaged documents of every version, and checks how they are decoded.
  ///
  /// Valid documents are made from the shapes of the types and from the fixtures. They must
  /// migrate, unless a step of the program throws. Migrating through all steps at once must give
  /// the same result as encoding and decoding the document after each step. The newest form must
  /// not change when it is encoded and decoded again, and types with unknown fields must preserve
  /// them. If a version is `Downgradable`, its previous version must be able to read the downgraded
  /// document, unless `downgraded()` throws.
  ///
  /// Decoding a damaged document must never trap. It may succeed, unless JSON is cut off; otherwise
  /// it must throw a `MigrationError` or a `DecodingError` that says where.
  ///
  /// A failure shows the smallest document that causes it, ready to become a fixture. The same seed
  /// makes the same documents on every machine.
  ///
  /// - Parameters:
  ///   - iterations: The number of documents, at least one. There are always two of every version.
  ///   - seed: The seed of the random numbers that the documents are made from.
  ///   - sourceLocation: Where to report issues. Defaults to the caller's line.
  /// - Throws: `FixtureFailures`, if no test of Swift Testing is running.
  public func fuzz(
    iterations: Int = 1_000, seed: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    precondition(iterations > 0, "fuzz(iterations:) needs at least one iteration.")
    try FixtureFailures.report(
      failures(fuzzing: iterations, seed: seed),
      at: sourceLocation)
  }

  func failures(fuzzing iterations: Int, seed: UInt64) -> [FixtureFailure] {
    examine(as: "fuzz") { check, findings in
      findings.failures += try check.fuzz(iterations: iterations, seed: seed)
    }
  }
}

extension FixtureCheck {
  fileprivate func fuzz(iterations: Int, seed: UInt64) throws -> [FixtureFailure] {
    let unfinished = LastDocument.takeUnfinished(of: folder)
    if !unfinished.isEmpty { return unfinished.map { FixtureFailure(unfinished: $0, of: folder) } }
    let last = try LastDocument(of: folder, seed: seed)
    defer { last.forget() }
    let format = formats[0]
    let fixtures = try FixtureListing(of: folder, chain: chain, formats: [format]).cases
    do {
      var fuzzer = try Fuzzer(chain: chain, format: format, seed: seed, fixtures: fixtures)
      let findings = try fuzzer.run(iterations: iterations, writingTo: last)
      return findings.map { FixtureFailure($0, format: format, folder: folder, seed: seed) }
        + fuzzer.ungeneratedVersions.map { .nothingGenerated(document, $0) }
        + fuzzer.refusedVersions.map { .nothingMigrated(document, $0) }
    } catch let error as NoSample {
      return [.nothingToFuzz(because: error)]
    }
  }
}
