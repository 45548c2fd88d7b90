import Lineage

// Whether what has shipped is still what it was: the causes of much else that a check finds.

extension FixtureCheck {
  // MARK: - The folder

  /// The folder that the document's fixtures seem to be in, where its own has none.
  func formerFolder() -> String? {
    guard folder.contents().isEmpty else { return nil }
    let olderNames = Set(chain.dropLast().map(\.typeName))
    return folder.otherDocuments().first { name in
      olderNames.contains(name) || folder.lock(ofOther: name).map(isLock(ofThisDocument:)) == true
    }
  }

  /// Whether a lock could be this document's: the chain has all its versions, and one has its shape.
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

  /// Notes the versions that have fixtures or a place in the lock, and aren't in the chain any more.
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
      document, at: version, known: file, chain: chain, hasShipped: hasShipped)
    if hasShipped { noteCause(failure) } else { note(failure) }
  }

  /// The version that a folder is named for, if the chain once had it: the lock knows it, or it is a
  /// lower number than the newest.
  func lostVersion(inFolder name: String) -> AnyVersion? {
    let known = lock.versions.map(\.version)
    if let index = VersionFolder.names(for: known).firstIndex(of: name) { return known[index] }
    if name == "unversioned" { return .unversioned }
    guard name.first == "v", let number = Int(name.dropFirst()),
      case .integer(let newest) = newest.version, number < newest
    else { return nil }
    return .integer(number)
  }

  // MARK: - The types

  /// Notes the types of versions that have shipped, and aren't as the lock says.
  mutating func noteChangedVersions() {
    for version in chain where isShipped(version) {
      guard let locked = lock.entry(for: version.version) else { continue }
      let changes = locked.changes(to: entry(of: version))
      if changes.isEmpty { continue }
      noteCause(
        .changedShape(
          version, document, changes: changes, isShipped: true, next: chain.nextVersion,
          lock: lockFile, recording))
    }
  }

  // MARK: - The fixtures

  /// Whether a version has shipped with fixtures that aren't there any more, so that no sample may take
  /// their place.
  func isMissed(_ version: DocumentVersion) -> Bool {
    isShipped(version) && cases(of: version).isEmpty
      && lock.entry(for: version.version)?.shipped == true
  }

  /// Notes the fixtures of versions that have shipped, and aren't there or are other documents now.
  mutating func noteChangedFixtures() {
    for version in chain where isShipped(version) {
      let cases = cases(of: version)
      let listed = lock.entry(for: version.version)?.fixtures ?? [:]
      let changes = listed.sorted { $0.key < $1.key }.compactMap { name, digest in
        let file = folder.shownPath(of: "\(version.folder)/\(name)")
        guard let found = cases.first(where: { $0.fileName == name }) else {
          return "missing  \(file)"
        }
        return found.digest == digest ? nil : "changed  \(file)"
      }
      if !changes.isEmpty {
        noteCause(.changedFixtures(document, version, changes: changes, lock: lockFile))
      } else if isMissed(version) {
        noteCause(.noFixtureLeft(document, version, in: folder))
      }
    }
  }
}

extension Schema {
  /// Whether a schema that is known is this one, and says enough to tell it from others.
  func isRecognizable(in other: Schema) -> Bool {
    guard case .named(let name) = root, case .object(let fields)? = types[name]?.form,
      !fields.isEmpty
    else { return false }
    return Schema.differences(from: self, to: other).isEmpty
  }
}
