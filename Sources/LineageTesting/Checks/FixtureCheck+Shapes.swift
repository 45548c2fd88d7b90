import Foundation
import Lineage

extension FixtureCheck {
  /// Compares the shape of each version with the lock, and locks those that aren't yet.
  mutating func checkShapes() throws {
    noteLostVersions()
    var isChanged = false
    for version in chain {
      let learned = SchemaLock.Entry(
        version: version.version, location: "\(version.location)", shipped: isShipped(version),
        schema: schemas[version.index])
      guard let locked = lock.entry(for: version.version) else {
        if mayRecord {
          lock.set(learned)
          isChanged = true
        } else {
          note(.unlocked(version, document, lock: folder.shownPath(of: SchemaLock.file)))
        }
        continue
      }
      let changes = locked.changes(to: learned)
      let isCompleted = changes.isEmpty && locked.schema.isCompleted(by: learned.schema)
      if changes.isEmpty, !isCompleted { continue }
      if mayRecord, isCompleted || (mode == .newest && !isShipped(version)) {
        // What is known besides, now that there are more fixtures, changes nothing that was locked.
        lock.set(learned, shipped: locked.shipped)
        isChanged = true
      } else if isCompleted {
        note(.incompleteLock(version, document, lock: folder.shownPath(of: SchemaLock.file)))
      } else {
        note(
          .changedShape(
            version, document, changes: changes, isShipped: isShipped(version),
            next: chain.nextVersion, lock: folder.shownPath(of: SchemaLock.file)))
      }
    }
    guard isChanged else { return }
    // What has a newer version has shipped, or it would be the newest itself.
    for version in chain where isShipped(version) { lock.ship(version.version) }
    lock.sort(by: chain.map(\.version))
    try record(lock.data(), to: SchemaLock.file)
  }

  /// Notes the versions that have been locked and are not in the chain any more, unless a folder with
  /// their fixtures has told of it.
  private mutating func noteLostVersions() {
    let known = Set(chain.map(\.version))
    let told = Set(
      failures.filter { $0.rule == .chainIsComplete }.compactMap(\.file))
    let locked = lock.versions.map(\.version)
    for (version, name) in zip(locked, VersionFolder.names(for: locked))
    where !known.contains(version) {
      if told.contains(folder.shownPath(of: name)) { continue }
      note(
        .interruptedChain(
          document, at: version, known: folder.shownPath(of: SchemaLock.file), chain: chain,
          hasShipped: lock.hasShipped(version)))
    }
  }

  /// Reads the newer fixtures as the older programs that they promise to be readable by.
  mutating func checkPromises(_ cases: [FixtureCase]) {
    for fixture in cases {
      let readers = chain[..<fixture.version.index].filter { $0.isPromised(by: fixture.version) }
      for reader in readers where reader.newerVersions != .refuse {
        do {
          try reader.decode(fixture.data, of: fixture.version, in: fixture.format)
        } catch {
          note(
            .brokenPromise(
              folder.shownPath(of: fixture.file), of: fixture.version, older: reader,
              because: error))
        }
      }
    }
  }

  /// The shapes of all versions, learned from their types, with the fixtures for examples.
  func learnedSchemas(from cases: [FixtureCase]) -> [Schema] {
    chain.map { version in
      let examples = cases.filter { $0.version.index == version.index }
        .compactMap { try? $0.format.value(from: $0.data) }
      return Schema.learned(from: version.type, examples: examples)
    }
  }
}

extension SchemaLock.Entry {
  /// What is different about a version, in words.
  fileprivate func changes(to new: SchemaLock.Entry) -> [String] {
    var changes = Schema.differences(from: schema, to: new.schema).map(\.description)
    if location != new.location {
      changes.append("the version stood under `\(location)`, and is now under `\(new.location)`")
    }
    return changes
  }
}

extension SchemaLock {
  /// The name of the file that the lock stands in, beside the folders of the versions.
  static let file = "schema.json"

  /// Whether a version has shipped, for all that is known: one without an entry may have.
  func hasShipped(_ version: AnyVersion) -> Bool {
    entry(for: version)?.shipped ?? true
  }

  fileprivate mutating func set(_ entry: Entry, shipped: Bool) {
    var entry = entry
    entry.shipped = shipped
    set(entry)
  }

  fileprivate mutating func ship(_ version: AnyVersion) {
    for index in versions.indices where versions[index].version == version {
      versions[index].shipped = true
    }
  }

  /// Puts the entries into the order of a chain; those that it has lost come first.
  fileprivate mutating func sort(by chain: [AnyVersion]) {
    let place = Dictionary(uniqueKeysWithValues: chain.enumerated().map { ($1, $0) })
    versions = versions.enumerated().sorted { first, second in
      (place[first.element.version] ?? -1, first.offset)
        < (place[second.element.version] ?? -1, second.offset)
    }.map(\.element)
  }
}
