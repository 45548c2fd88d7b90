import Lineage
import LineageSchemas

/// The first phase of a check: the files in the folder, and the current shapes of the versions' types.
struct CheckFacts {
  let check: FixtureCheck
  let listing: FixtureListing
  /// The shapes, by the index of the version.
  let learned: [LearnedVersion]

  /// Lists the folder, and learns the types with the fixtures as examples.
  init(_ check: FixtureCheck) throws {
    let listing = try FixtureListing(of: check.folder, chain: check.chain, formats: check.formats)
    self.init(
      check: check, listing: listing,
      learned: check.chain.map { LearnedVersion($0, examples: listing.cases(of: $0)) })
  }

  private init(check: FixtureCheck, listing: FixtureListing, learned: [LearnedVersion]) {
    self.check = check
    self.listing = listing
    self.learned = learned
  }

  func schema(of version: DocumentVersion) -> Schema { learned[version.index].schema }

  /// The same facts after a change of a shipped version was found.
  func blocked() -> CheckFacts {
    CheckFacts(check: check.blocked(), listing: listing, learned: learned)
  }

  /// The facts after fixtures are rewritten. The types are the same.
  func replacing(_ rewritten: [FixtureCase]) -> CheckFacts {
    CheckFacts(check: check, listing: listing.replacing(rewritten), learned: learned)
  }

  /// The facts after first fixtures of versions are written. The types of these versions are learned again.
  func adding(_ fixtures: [FileWrite], of versions: [DocumentVersion]) throws -> CheckFacts {
    let listing = try FixtureListing(
      of: check.folder.adding(fixtures), chain: check.chain, formats: check.formats)
    var learned = learned
    for version in versions {
      learned[version.index] = LearnedVersion(version, examples: listing.cases(of: version))
    }
    return CheckFacts(check: check, listing: listing, learned: learned)
  }

  /// The newest version, if it has fixtures although the lock has no entries; otherwise nil.
  var unlockedNewest: DocumentVersion? {
    let isUnlocked = check.options.hasShipped && check.lock.versions.isEmpty
    return isUnlocked && !listing.cases(of: check.newest).isEmpty ? check.newest : nil
  }

  /// How the newest version differs from older ones, apart from what expectations show, and what that means.
  var hiddenChanges: [String] {
    guard let older = check.chain.dropLast().last else { return [] }
    let changes = differences(from: older).compactMap { difference in
      difference.meaning.map { "\(difference): \($0)" }
    }
    return changes + changedDefaults + [movedVersion(since: older)].compactMap(\.self)
  }

  private func differences(from older: DocumentVersion) -> [SchemaDifference] {
    Schema.differences(from: schema(of: older), to: schema(of: check.newest))
  }

  /// The fields that programs of older versions fill with another default, if they read documents of the newest one.
  private var changedDefaults: [String] {
    var found: Set<String> = []
    return check.chain.dropLast().reversed().filter { $0.readsDocuments(of: check.newest) }
      .flatMap { older in
        differences(from: older).filter { $0.isOfLockedDefault && $0.mayBeMissing }.map(
          \.description
        )
        .filter { found.insert($0).inserted }
        .map { difference in
          """
          \(difference): programs of \(older.version.inWords), which read documents of the newest version, fill a \
          missing field with the old one
          """
        }
      }
  }

  /// What it means that the newest version is stored in another place than the one before it; nil if it isn't.
  private func movedVersion(since older: DocumentVersion) -> String? {
    let (old, new) = (older.location, check.newest.location)
    if old == new || old == .external || older.version == .unversioned { return nil }
    // A program looks in the places of all versions that it knows.
    if check.chain.dropLast().contains(where: { $0.location == new }) { return nil }
    let place = new == .external ? "outside of the document" : "under `\(new.lockName)`"
    return """
      the version was under `\(old.lockName)`, and is now \(place): programs of \(older.version.inWords) find no \
      version in documents of the newest one\
      \(check.chain[0].version == .unversioned ? ", and may write over them" : "")
      """
  }

  // MARK: - Contradictions

  /// The failure for a folder or a lock that contradicts the test, so that the check can't continue; nil if there is none.
  func contradiction() -> FixtureFailure? {
    if let former = formerFolder() { return .renamedDocument(former: former, in: check) }
    if !check.options.hasShipped, let entry = check.lock.versions.first(where: \.shipped) {
      return .markedAsShipped(entry.version, in: check)
    }
    return nil
  }

  /// If the document's folder is empty, the folder that seems to contain its fixtures.
  private func formerFolder() -> String? {
    let folder = check.folder
    guard folder.contents().isEmpty else { return nil }
    let olderNames = Set(check.chain.dropLast().map(\.typeName))
    return folder.otherDocuments().first { name in
      olderNames.contains(name) || folder.beside(name).lock.map(isLock(ofThisDocument:)) == true
    }
  }

  /// Whether a lock could be this document's: the chain has all its versions, and at least one has
  /// the locked shape.
  private func isLock(ofThisDocument lock: SchemaLock) -> Bool {
    let versions = Dictionary(check.chain.map { ($0.version, $0) }) { first, _ in first }
    var isAlike = false
    for entry in lock.versions {
      guard let version = versions[entry.version] else { return false }
      isAlike = isAlike || entry.schema.isRecognizable(in: schema(of: version))
    }
    return isAlike
  }

  /// If the document's folder is empty, one of a document that may be this one under another name: its lock has the
  /// versions of this chain and, of one of them, most of the fields.
  var resemblingFolder: String? {
    let folder = check.folder
    guard folder.contents().isEmpty else { return nil }
    return folder.otherDocuments().first { name in
      guard let versions = folder.beside(name).lock?.versions, !versions.isEmpty else {
        return false
      }
      let pairs = versions.map { entry in
        (entry, check.chain.first { $0.version == entry.version })
      }
      return pairs.allSatisfy { $0.1 != nil }
        && pairs.contains { entry, version in
          version.map { entry.schema.resembles(schema(of: $0)) } ?? false
        }
    }
  }

  // MARK: - Files

  /// The failures for files and folders that don't belong to a fixture, and for notes that can't be read.
  func misplacedFiles() -> [FixtureFailure] {
    let folder = check.folder
    var failures: [FixtureFailure] = []
    for name in listing.foldersOfNoVersion where lostVersion(inFolder: name) == nil {
      failures.append(.folderOfNoVersion(folder.shownPath(of: name), in: check))
    }
    failures += listing.filesOfNoFixture.map {
      .fileOfNoFixture(folder.shownPath(of: $0), in: check)
    }
    failures += listing.nestedFolders.map { name, version in
      .folderInVersionFolder(folder.shownPath(of: name), of: version, in: folder)
    }
    failures += listing.brokenNotes.map { file, error in
      .brokenNotes(folder.shownPath(of: file), because: error)
    }
    return failures
  }

  /// The version that a folder is named after, if the chain once had it: the lock has an entry for
  /// it, or its number is lower than the newest version.
  func lostVersion(inFolder name: String) -> AnyVersion? {
    let known = check.lock.versions.map(\.version)
    if let index = VersionFolder.names(for: known).firstIndex(of: name) { return known[index] }
    if name == "unversioned" { return .unversioned }
    guard name.first == "v", let number = Int(name.dropFirst()), name == "v\(number)",
      case .integer(let newest) = check.newest.version, number < newest
    else { return nil }
    return .integer(number)
  }

  // MARK: - Shapes

  /// The failures for types of versions that haven't shipped and differ from the lock, and for other strategies if no
  /// version has shipped, unless the lock is going to be replaced.
  func changedDrafts() -> [FixtureFailure] {
    let drafts = check.chain.filter { !check.isShipped($0) && !check.mayReplace($0) }
    return drafts.compactMap(changedShape)
      + (check.hasShippedVersions || check.mayReplace(check.newest) ? [] : changedStrategies())
  }

  /// The failure for a type that differs from the lock; nil if it doesn't.
  func changedShape(of version: DocumentVersion) -> FixtureFailure? {
    guard let locked = check.lock.entry(for: version.version) else { return nil }
    let isShipped = check.isShipped(version)
    let own = learned[version.index]
    let found = SchemaLock.Entry(of: version.type, shipped: isShipped, schema: own.schema)
    let changes = locked.changes(to: found, hasShipped: isShipped)
    if changes.isEmpty { return nil }
    let differences = locked.differences(to: own.schema, hasShipped: isShipped)
    // What isn't part of the shape, such as its policy, is the version's own.
    let changed = changes.count == differences.count ? own.changedTypes(in: differences) : []
    let shared = changed.filter { type in
      learned[(version.index + 1)...].contains { $0.uses(type) }
    }
    return .changedShape(
      version, changes: changes, differences: differences,
      types: (changed.map(TypeKeys.shortName), shared: shared.map(TypeKeys.shortName)), in: check)
  }
}

// MARK: - Strategies

extension CheckFacts {
  /// What the strategies of the coders make of values, for each format that has fixtures.
  var strategies: [String: CoderStrategies] {
    let extensions = Set(listing.cases.map(\.format.fileExtension))
    let schemas = learned.map(\.schema)
    return Dictionary(
      check.formats.filter { extensions.contains($0.fileExtension) }
        .map { ($0.fileExtension, CoderStrategies(of: $0, in: schemas)) }
    ) { first, _ in first }
  }

  /// The failures for formats whose coders write values differently than when the lock was recorded.
  func changedStrategies() -> [FixtureFailure] {
    check.formats.compactMap { format in
      let changes = check.lock.strategies?[format.fileExtension]?.changes(in: format) ?? []
      return changes.isEmpty ? nil : .changedStrategies(of: format, changes: changes, in: check)
    }
  }
}

extension Schema {
  /// Whether another schema equals this one, and this one is specific enough to tell.
  func isRecognizable(in other: Schema) -> Bool {
    guard case .named(let name) = root, types[name]?.isComplete == true, !namesInRoot.isEmpty else {
      return false
    }
    return Schema.differences(from: self, to: other).isEmpty
  }

  /// Whether two documents have at least half of their fields or cases in common, and more than one.
  fileprivate func resembles(_ other: Schema) -> Bool {
    let common = namesInRoot.intersection(other.namesInRoot)
    return common.count > 1 && 2 * common.count >= namesInRoot.union(other.namesInRoot).count
  }

  /// The names of the document's own fields or cases.
  private var namesInRoot: Set<String> {
    guard case .named(let name) = root else { return [] }
    return switch types[name]?.form {
    case .object(let fields): Set(fields.keys)
    case .cases(let cases, _, _): Set(cases.map { "\($0)" })
    case .union(_, let payloads, _), .oneOf(let payloads): Set(payloads.keys)
    default: []
    }
  }
}
