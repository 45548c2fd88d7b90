import Foundation
import Lineage
import LineageSchemas

// Checking the lock, and adding to it.

extension FixtureCheck {
  /// The entry that would be recorded for a version now.
  func entry(of version: DocumentVersion) -> SchemaLock.Entry {
    let isShipped = isShipped(version)
    let fixtures =
      isShipped
      ? cases(of: version).filter { intact.contains($0.file) }.map { ($0.fileName, $0.digest) } : []
    return SchemaLock.Entry(
      version: version.version, location: version.location.lockName, shipped: isShipped,
      schema: learned[version.index].schema, promise: version.promise,
      declaration: SchemaLock.Entry.declaration(of: version.type),
      fixtures: Dictionary(fixtures) { first, _ in first }, expectations: expectations(of: version))
  }

  /// The expectations that would be recorded for a version now; nil if it isn't the newest, or hasn't shipped.
  private func expectations(of version: DocumentVersion) -> [String: String]? {
    guard version.index == newest.index, isShipped(version) else { return nil }
    let digests = listing.cases.compactMap { fixture in
      (lockedExpectation(of: fixture) ?? metExpectations[fixture.expectationFile])
        .map { (fixture.expectationFile, $0) }
    }
    return digests.isEmpty ? nil : Dictionary(digests) { first, _ in first }
  }

  /// Adds what is missing in the lock, and replaces the entries of versions that haven't shipped.
  mutating func checkLock() throws {
    // Before fixtures are added to the lock, whose expectations may have been recorded again.
    let expectations = expectations(of: newest)
    var isChanged = false
    var forgotten: [DocumentVersion] = []
    for version in chain {
      let found = entry(of: version)
      guard let locked = lock.entry(for: version.version) else {
        let wasRecorded = wasRecorded(version)
        if mayRecord {
          lock.set(found)
          isChanged = true
          if wasRecorded { forgotten.append(version) }
        } else {
          note(.unlocked(version, document, wasRecorded: wasRecorded, lock: lockFile, recording))
        }
        continue
      }
      let changes = locked.changes(to: found, hasShipped: isShipped(version))
      let additions = changes.isEmpty ? locked.additions(by: found) : []
      if changes.isEmpty ? mayRecord && !additions.isEmpty : mayReplace(version) {
        lock.set(changes.isEmpty ? found.completing(locked) : found)
        isChanged = true
      } else if !additions.isEmpty {
        note(.incompleteLock(version, document, additions: additions, lock: lockFile, recording))
      }
    }
    guard isChanged else { return }
    if !forgotten.isEmpty { note(.forgottenEntries(document, forgotten, lock: lockFile)) }
    lock.sort(by: chain.map(\.version))
    lock.setExpectations(expectations, of: newest.version)
    try record(lock.data(), to: SchemaLock.file)
  }

  /// Whether an earlier run has recorded a version: its fixtures have expectations, or those of older ones are of its form.
  private func wasRecorded(_ version: DocumentVersion) -> Bool {
    cases(of: version).contains { $0.expectation != nil }
      || version.index == newest.index
        && listing.cases.contains { fixture in
          fixture.expectation.map { version.isVersion(of: $0, in: fixture.format) } ?? false
        }
  }

  /// Reports types of versions that haven't shipped and differ from the lock, unless the lock is going to be replaced.
  mutating func noteChangedDrafts() {
    for version in chain where !isShipped(version) && !mayReplace(version) {
      if let change = changedShape(of: version) { note(change) }
    }
  }

  /// The failure for a type that differs from the lock; nil if it doesn't.
  func changedShape(of version: DocumentVersion) -> FixtureFailure? {
    guard let locked = lock.entry(for: version.version) else { return nil }
    let changes = locked.changes(to: entry(of: version), hasShipped: isShipped(version))
    if changes.isEmpty { return nil }
    let own = learned[version.index]
    let differences = locked.differences(to: own.schema, hasShipped: isShipped(version))
    let shared = own.changedTypes(in: differences, sharedWith: learned[(version.index + 1)...])
    return .changedShape(
      version, document, changes: changes, differences: differences,
      shared: shared.map(TypeKeys.shortName), isShipped: isShipped(version), next: nextVersion,
      lock: lockFile, recording)
  }

  /// Decodes newer fixtures with the older types that their versions promise to be readable by.
  mutating func checkPromises() {
    for fixture in listing.cases {
      let readers = chain[..<fixture.version.index].filter { $0.isPromised(by: fixture.version) }
      for reader in readers where promise(of: reader).opensNewerDocuments {
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

  /// What programs of a version promise: the locked promise, if there is one.
  private func promise(of version: DocumentVersion) -> VersionPromise {
    lock.entry(for: version.version)?.promise ?? version.promise
  }

  /// Learns the types of all versions, with the fixtures as examples.
  func learnedVersions(from cases: [FixtureCase]) -> [LearnedVersion] {
    chain.map { version in
      LearnedVersion(version, examples: cases.filter { $0.version.index == version.index })
    }
  }
}

extension SchemaLock.Entry {
  /// Descriptions of how the version has changed.
  ///
  /// Some changes of a version that has shipped are additions: new cases of open enums, `UnknownFields`, and a policy with
  /// which its programs open newer documents.
  func changes(to new: SchemaLock.Entry, hasShipped: Bool) -> [String] {
    var changes = differences(to: new.schema, hasShipped: hasShipped).map(\.description)
    if location != new.location {
      changes.append("the version was under `\(location)`, and is now under `\(new.location)`")
    }
    if let declaration, declaration != new.declaration {
      let found = new.declaration.map { "is now \"\($0)\"" } ?? "is missing now"
      changes.append("the digest of its @Shipped was \"\(declaration)\", and \(found)")
    }
    guard let promise, let newPromise = new.promise else { return changes }
    return changes + promise.changes(to: newPromise, hasShipped: hasShipped)
  }

  /// How the shape of the version has changed.
  func differences(to new: Schema, hasShipped: Bool) -> [SchemaDifference] {
    Schema.differences(from: schema, to: new).filter { !hasShipped || !$0.isAddition }
  }

  /// Descriptions of what a new entry adds to this one without contradicting it.
  fileprivate func additions(by new: SchemaLock.Entry) -> [String] {
    var additions: [String] = []
    if schema.isCompleted(by: new.schema) {
      additions.append("more of its shape, which is known from a fixture or the type")
    }
    if declaration == nil, new.declaration != nil {
      additions.append("the digest of its @Shipped")
    }
    if let promise, let newPromise = new.promise {
      additions += promise.additions(by: newPromise)
    } else if promise == nil {
      additions.append("its policy for newer documents")
    }
    let unlisted = new.fixtures.keys.filter { fixtures[$0] == nil }.sorted()
    additions += unlisted.map { "its fixture \($0)" }
    let expected = (new.expectations ?? [:]).keys.filter { expectations?[$0] == nil }.sorted()
    additions += expected.map { "its expectation \($0)" }
    if new.shipped, !shipped {
      additions.append("its mark as shipped, because there is a newer version")
    }
    return additions
  }

  /// This entry, with everything that an older entry of the same version has.
  fileprivate func completing(_ old: SchemaLock.Entry) -> SchemaLock.Entry {
    var entry = self
    entry.shipped = shipped || old.shipped
    if !old.schema.isCompleted(by: schema) { entry.schema = old.schema }
    return entry
  }
}

extension SchemaLock {
  /// The name of the lock's file, beside the folders of the versions.
  static let file = "schema.json"

  /// Sentences about what couldn't be learned about the types.
  var gaps: [String] {
    versions.flatMap { entry in
      entry.schema.types.sorted { $0.key < $1.key }.flatMap { name, type in
        (type.isComplete ? [] : type.notes).map { "\(name) (\(entry.version.inWords)): \($0)" }
      }
    }
  }

  /// Sorts the entries by the order of a chain. Versions that aren't in the chain come first.
  fileprivate mutating func sort(by chain: [AnyVersion]) {
    let place = Dictionary(uniqueKeysWithValues: chain.enumerated().map { ($1, $0) })
    versions = versions.enumerated().sorted { first, second in
      (place[first.element.version] ?? -1, first.offset)
        < (place[second.element.version] ?? -1, second.offset)
    }.map(\.element)
  }
}
