public import Testing

extension MigrationFixtures {
  /// Makes documents of every version, valid and damaged ones, and checks what becomes of them.
  ///
  /// Valid documents are made of the shapes of the types, and of the fixtures. They have to migrate, or a
  /// step of the program has to refuse them; to take all steps at once has to be the same as to take them
  /// one by one, through written documents; the newest form has to stay as it is when it is written and
  /// read again; and types that keep unknown fields have to keep them. Damaged ones have to be refused
  /// with a `MigrationError` or a `DecodingError` that says where, and never trap.
  ///
  /// A failure shows the smallest document that it happens with, ready to become a fixture. The same seed
  /// makes the same documents on every machine.
  ///
  /// - Parameters:
  ///   - iterations: How many documents are made; at least one.
  ///   - seed: Which documents are made.
  ///   - sourceLocation: Where issues are shown; leave it out.
  /// - Throws: `FixtureFailures`, outside of Swift Testing.
  public func fuzz(
    iterations: Int = 1_000, seed: UInt64 = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    precondition(iterations > 0, "Fuzzing without a document would look like success.")
    try FixtureFailures.report(
      failures(fuzzing: iterations, seed: seed),
      at: sourceLocation)
  }

  func failures(fuzzing iterations: Int, seed: UInt64) -> [FixtureFailure] {
    examine { try $0.fuzz(iterations: iterations, seed: seed) }
  }
}

extension FixtureCheck {
  fileprivate mutating func fuzz(iterations: Int, seed: UInt64) throws {
    let unfinished = LastDocument.takeUnfinished(of: folder)
    if !unfinished.isEmpty {
      for run in unfinished {
        note(FixtureFailure(unfinished: run.document, seed: run.seed, turn: run.turn, of: folder))
      }
      return
    }
    let last = try LastDocument(of: folder, seed: seed)
    defer { last.forget() }
    let format = formats[0]
    let fixtures = try FixtureListing(of: folder, chain: chain, formats: [format]).cases
    do {
      var fuzzer = try Fuzzer(chain: chain, format: format, seed: seed, fixtures: fixtures)
      for finding in try fuzzer.run(iterations: iterations, noting: last) {
        note(FixtureFailure(finding, format: format, folder: folder, seed: seed))
      }
      for version in fuzzer.refusedVersions { note(.nothingMigrated(document, version)) }
    } catch let error as NoSample {
      note(.nothingToFuzz(because: error))
    }
  }
}
