import Lineage
import LineageSchemas

// Checking that shipped versions are unchanged. Changes here are the cause of many other failures.

extension FixtureCheck {
  // MARK: - The folder

  /// If the document's folder is empty, the folder that seems to contain its fixtures.
  func formerFolder() -> String? {
    guard folder.contents().isEmpty else { return nil }
    let olderNames = Set(chain.dropLast().map(\.typeName))
    return folder.otherDocuments().first { name in
      olderNames.contains(name) || folder.beside(name).lock.map(isLock(ofThisDocument:)) == true
    }
  }

  /// Whether a lock could be this document's: the chain has all its versions, and at least one has
  /// the locked shape.
  private func isLock(ofThisDocument lock: SchemaLock) -> Bool {
    let versions = Dictionary(chain.map { ($0.version, $0.index) }) { first, _ in first }
    var isAlike = false
    for entry in lock.versions {
      guard let index = versions[entry.version] else { return false }
      isAlike = isAlike || entry.schema.isRecognizable(in: learned[index].schema)
    }
    return isAlike
  }

  // MARK: - The chain

  /// Reports versions that have fixtures or a lock entry, but are no longer in the chain.
  mutating func noteLostVersions() {
    let known = Set(chain.map(\.version))
    var told = known
    for name in listing.strangeFolders {
      guard let version = lostVersion(inFolder: name) else { continue }
      told.insert(version)
      noteLost(version, knownFrom: folder.shownPath(of: name))
    }
    for entry in lock.versions where !told.contains(entry.version) {
      noteLost(entry.version, knownFrom: lockFile)
    }
  }

  private mutating func noteLost(_ version: AnyVersion, knownFrom file: String) {
    let hasShipped = options.hasShipped && lock.entry(for: version)?.shipped != false
    let failure = FixtureFailure.interruptedChain(
      document, at: version, known: file, chain: chain, hasShipped: hasShipped,
      renumbered: renumberedType(of: version))
    if hasShipped { noteCause(failure) } else { note(failure) }
  }

  /// The version of the chain that a lost one seems to have become: one that isn't in the lock, with its shape.
  private func renumberedType(of lost: AnyVersion) -> DocumentVersion? {
    guard let locked = lock.entry(for: lost) else { return nil }
    return chain.first { version in
      lock.entry(for: version.version) == nil
        && Schema.differences(from: locked.schema, to: learned[version.index].schema).isEmpty
    }
  }

  /// The version that a folder is named after, if the chain once had it: the lock has an entry for
  /// it, or its number is lower than the newest version.
  func lostVersion(inFolder name: String) -> AnyVersion? {
    let known = lock.versions.map(\.version)
    if let index = VersionFolder.names(for: known).firstIndex(of: name) { return known[index] }
    if name == "unversioned" { return .unversioned }
    guard name.first == "v", let number = Int(name.dropFirst()), name == "v\(number)",
      case .integer(let newest) = newest.version, number < newest
    else { return nil }
    return .integer(number)
  }

  /// Reports versions that the lock doesn't mark as shipped, although it lists their fixtures, which it does for shipped
  /// ones only.
  mutating func noteUnmarkedVersions() {
    for version in chain where !isShipped(version) {
      if lock.entry(for: version.version)?.fixtures.isEmpty == false {
        noteCause(.unmarked(document, version, lock: lockFile))
      }
    }
  }

  // MARK: - The types

  /// Reports types of shipped versions that differ from the lock.
  mutating func noteChangedVersions() {
    for version in chain where isShipped(version) {
      if let change = changedShape(of: version) { noteCause(change) }
    }
  }

  // MARK: - The fixtures

  /// Whether the fixtures of a shipped version are gone. No sample may replace them.
  func isMissed(_ version: DocumentVersion) -> Bool {
    isShipped(version) && cases(of: version).isEmpty
      && lock.entry(for: version.version)?.shipped == true
  }

  /// Reports fixtures of shipped versions that are missing or have changed.
  mutating func noteChangedFixtures() {
    for version in chain where isShipped(version) {
      let cases = cases(of: version)
      let listed = lock.entry(for: version.version)?.fixtures ?? [:]
      let changes = listed.sorted { $0.key < $1.key }.compactMap { name, digest -> String? in
        let file = folder.shownPath(of: "\(version.folder)/\(name)")
        guard let found = cases.first(where: { $0.fileName == name }) else {
          return "missing  \(file)"
        }
        if found.digest != digest { return "changed  \(file)" }
        return version.index < newest.index && isExpectationLost(of: found)
          ? "missing  \(folder.shownPath(of: found.expectationFile))" : nil
      }
      if !changes.isEmpty {
        noteCause(.changedFixtures(document, version, changes: changes, lock: lockFile))
      } else if isMissed(version) {
        noteCause(.noFixtureLeft(document, version, in: folder))
      }
    }
  }
}

// MARK: - The expectations

extension FixtureCheck {
  /// The digest of a fixture's expectation in the lock, for a newest version that has shipped; nil if there is none, or if
  /// the line of the fixture was removed, so that both may be recorded again.
  func lockedExpectation(of fixture: FixtureCase) -> String? {
    guard isShipped(newest),
      lock.entry(for: fixture.version.version)?.fixtures[fixture.fileName] != nil
    else { return nil }
    return lock.entry(for: newest.version)?.expectations?[fixture.expectationFile]
  }

  /// Reports expectations that have changed since the newest version shipped. A fixture still meets one that was edited
  /// together with the step.
  mutating func noteChangedExpectations() {
    let changed = listing.cases.filter { fixture in
      guard let digest = lockedExpectation(of: fixture), let expectation = fixture.expectation
      else { return false }
      return fixture.digest(ofExpectation: expectation) != digest
    }
    if changed.isEmpty { return }
    noteCause(
      .changedExpectations(
        document, newest, files: changed.map { folder.shownPath(of: $0.expectationFile) },
        lock: lockFile, recording))
  }

  /// Whether the expectation of a fixture that needs one is gone. Once the newest version has shipped, all fixtures in the
  /// lock have had theirs, so none may be recorded in its place.
  func isExpectationLost(of fixture: FixtureCase) -> Bool {
    fixture.expectation == nil && isShipped(newest)
      && lock.entry(for: fixture.version.version)?.fixtures[fixture.fileName] != nil
  }
}

extension Schema {
  /// Whether another schema equals this one, and this one is specific enough to tell.
  func isRecognizable(in other: Schema) -> Bool {
    guard case .named(let name) = root, let type = types[name], type.isComplete,
      case .object(let fields) = type.form, !fields.isEmpty
    else { return false }
    return Schema.differences(from: self, to: other).isEmpty
  }
}
