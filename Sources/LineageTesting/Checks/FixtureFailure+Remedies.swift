import Lineage

// The words and the advice that several messages have in common.

extension FixtureFailure {
  // MARK: - A changed version

  /// What to do about a change of a version.
  ///
  /// - Parameter types: The names of the types that have changed, if they are known, and of those among them that newer
  ///   versions use, too.
  static func undoingOrRewriting(
    _ version: DocumentVersion, _ types: (changed: [String], shared: [String]) = ([], []),
    in check: FixtureCheck
  ) -> String {
    check.isShipped(version)
      ? undoing(version, types, next: check.nextVersion) : rewriting(version, in: check)
  }

  /// What to do about a change of a shipped version.
  private static func undoing(
    _ version: DocumentVersion, _ types: (changed: [String], shared: [String]), next: NextVersion
  ) -> String {
    let own = version.typeName
    let shared = types.shared
    guard let name = shared.first else {
      let changed = types.changed.isEmpty ? own : types.changed.joined(separator: " and ")
      return "\(version.hasShipped), so undo the change to \(changed). \(next.advice)"
    }
    let (them, copies) =
      shared.count == 1 ? ("it", "a copy of it as it was") : ("them", "copies of them as they were")
    return """
      \(version.hasShipped), so undo the change to \(shared.joined(separator: " and ")). Newer versions use \
      \(them), too: to make the change in \(next.name) only, give \(own) \(copies), such as \
      \(own).\(name).
      """
  }

  /// What to do about a change of an unshipped version.
  static func rewriting(_ version: DocumentVersion, in check: FixtureCheck) -> String {
    check.recording.advice(
      "\(undoingIfShipped(version)). If not, and the change is right, record it", .newest)
  }

  /// What to do about a change of a version that the lock doesn't mark as shipped, but that may have.
  static func undoingIfShipped(_ version: DocumentVersion) -> String {
    """
    If \(version.inWords) has shipped, undo the change, and set "shipped" to true in \(SchemaLock.file)
    """
  }

  // MARK: - A document

  /// What to do about a type that doesn't decode what it encodes.
  static func makingConsistent(_ typeName: String) -> String {
    "Make init(from:) and encode(to:) of \(typeName) consistent."
  }

  /// How to note that the order of elements doesn't matter, if only that differs in an array.
  static func ignoringOrder(_ differences: [FieldDifference]) -> String {
    let arrays = differences.filter { $0.kind == .reordered }.map(\.path)
    if arrays.isEmpty { return "" }
    return """
      If the order doesn't matter, note that beside the file: \
      {\(FixtureNotes.entry("unordered", arrays))}.\u{20}
      """
  }
}

extension Recording {
  /// How to record what is missing.
  var reviewing: String { advice("Record and review it", .missing) }
}

// MARK: - Notes

extension FixtureCheck {
  /// How to note something about a fixture, as in 'note it in a.notes.json: {"filled": ["b"]}'.
  func noting(
    _ object: String, _ key: String, _ paths: [FieldPath], of fixture: FixtureCase
  ) -> String {
    noting(object, FixtureNotes.entry(key, paths), of: fixture)
  }

  func noting(_ object: String, _ entry: String, of fixture: FixtureCase) -> String {
    "note \(object) in \(notesPath(of: fixture)): {\(entry)}"
  }
}

extension FixtureNotes {
  /// An entry with paths, as JSON.
  fileprivate static func entry(_ key: String, _ paths: [FieldPath]) -> String {
    #""\#(key)": [\#(paths.map { "\($0)".debugDescription }.joined(separator: ", "))]"#
  }
}

// MARK: - Versions

extension FixtureCheck {
  /// A version of this document, as in 'version 1 of Poem'.
  func inWords(_ version: DocumentVersion) -> String { "\(version.inWords) of \(document)" }
}

extension DocumentVersion {
  /// The version in the middle of a sentence.
  var inWords: String { version.inWords }

  /// The version and its type, as in 'version 1 (PoemV1)'.
  var inWordsWithType: String { "\(inWords) (\(typeName))" }

  /// The type and its version, as in 'PoemV1, the type of version 1'.
  var typeInWords: String { "\(typeName), the type of \(inWords)" }

  /// The beginning of advice for a version that has shipped.
  var hasShipped: String { "\(inWords.capitalizedFirst) has shipped" }

  /// What to do if the version has a step from another one that isn't in the chain.
  func withStep(from older: String) -> String {
    """
    If \(typeName) has a step from \(older), remove the typealias PreviousVersion of \(typeName), or add `after:` \
    to its @Document, so that it is in the chain.
    """
  }
}

extension [DocumentVersion] {
  /// The versions. A long list is shortened to the first and last ones.
  var shortened: [DocumentVersion?] {
    let all = map(Optional.some)
    return count <= 8 ? all : all.prefix(5) + [nil] + all.suffix(2)
  }

  /// The versions in the middle of a sentence.
  var inWords: String {
    shortened.map { $0?.inWordsWithType ?? "…" }.joined(separator: ", ")
  }
}
