import Lineage
import LineageSchemas

/// What a lock lacks about a version.
private enum LockUpdate {
  case none
  /// The version isn't in the lock.
  case add(SchemaLock.Entry)
  /// It isn't in the lock, and nothing may be recorded.
  case missing
  /// Its entry is outdated or incomplete.
  case replace(SchemaLock.Entry)
  /// Its entry is incomplete, and nothing may be recorded. `CheckFacts` reports entries that are outdated.
  case incomplete([String])
}

/// The sixth phase of a check: adds what is missing in the lock, and replaces the entries of versions that haven't shipped.
struct LockUpdates {
  /// The lock after all updates.
  private(set) var lock: SchemaLock
  private(set) var failures: [FixtureFailure] = []
  private(set) var writes: [FileWrite] = []
  /// Sentences about what couldn't be learned about the types, and isn't in the lock yet.
  private(set) var newGaps: [String] = []

  init(_ migrations: FixtureMigrations) throws {
    let facts = migrations.readings.facts
    let check = facts.check
    lock = check.lock
    var isChanged = false
    for version in check.chain {
      switch migrations.lockUpdate(of: version) {
      case .none: continue
      case .add(let entry):
        lock.set(entry)
        isChanged = true
      case .missing:
        // `ShippedFindings` has reported those that were lost.
        if !facts.lostEntry(of: version) { failures.append(.missingEntry(of: version, in: check)) }
      case .replace(let entry):
        lock.set(entry)
        isChanged = true
      case .incomplete(let additions):
        failures.append(.incompleteEntry(of: version, additions: additions, in: check))
      }
    }
    if let strategies = updatedStrategies(facts) {
      lock.strategies = strategies
      isChanged = true
    }
    guard isChanged else { return }
    lock.sort(by: check.chain.map(\.version))
    if let shipped = check.newestShipped {
      lock.setExpectations(migrations.expectations(of: shipped), of: shipped.version)
    }
    newGaps = lock.gaps.filter { !check.lock.gaps.contains($0) }
    try lock.seal()
    writes = [FileWrite(file: SchemaLock.file, data: try lock.data())]
  }
}

extension LockUpdates {
  /// The strategies with what is missing in the lock, and with others if no version has shipped; nil if there is nothing
  /// to write.
  private mutating func updatedStrategies(_ facts: CheckFacts) -> [String: CoderStrategies]? {
    let check = facts.check
    let locked = lock.strategies ?? [:]
    let found = facts.strategies
    let replaces = check.mayReplace(check.newest) && !check.hasShippedVersions
    let updated = locked.merging(found) { $0.completed(by: $1, replacing: replaces) }
      .filter { !$0.value.forms.isEmpty }
    if updated == locked { return nil }
    if check.mayRecord { return updated }
    // The lock itself may be missing, which is reported.
    if !lock.versions.isEmpty {
      let missing = updated.sorted { $0.key < $1.key }.flatMap { file, strategies in
        strategies.missing(from: locked[file]).map { "\($0), in .\(file) files" }
      }
      if !missing.isEmpty { failures.append(.incompleteStrategies(missing, in: check)) }
    }
    return nil
  }
}

extension FixtureMigrations {
  fileprivate func lockUpdate(of version: DocumentVersion) -> LockUpdate {
    let check = readings.facts.check
    let found = entry(of: version)
    guard let locked = check.lock.entry(for: version.version) else {
      return check.mayRecord ? .add(found) : .missing
    }
    if !locked.changes(to: found, hasShipped: check.isShipped(version)).isEmpty {
      return check.mayReplace(version) ? .replace(found) : .none
    }
    let additions = locked.additions(by: found)
    if additions.isEmpty { return .none }
    return check.mayRecord ? .replace(found.completing(locked)) : .incomplete(additions)
  }

  /// The entry that would be recorded for a version now.
  private func entry(of version: DocumentVersion) -> SchemaLock.Entry {
    let facts = readings.facts
    var entry = SchemaLock.Entry(
      of: version.type, shipped: facts.check.isShipped(version), schema: facts.schema(of: version))
    if entry.shipped {
      for fixture in readings.intactFixtures(of: version) {
        entry.fixtures[fixture.fileName] = fixture.digest
      }
    }
    entry.expectations = expectations(of: version)
    return entry
  }

  /// The expectations that would be recorded for a version now; nil if it isn't the newest that has shipped.
  fileprivate func expectations(of version: DocumentVersion) -> [String: String]? {
    let facts = readings.facts
    let check = facts.check
    guard version.index == check.newestShipped?.index else { return nil }
    if version.index < check.newest.index {
      // Its expectations are recorded for the next version now, so this is the last time that they can be compared.
      return check.lock.entry(for: check.newest.version) == nil
        ? facts.results(of: version) : check.lock.entry(for: version.version)?.expectations
    }
    var digests: [String: String] = [:]
    for fixture in facts.listing.cases {
      let file = fixture.expectationFile
      if let digest = facts.lockedExpectation(of: fixture) ?? metExpectations[file] {
        digests[file] = digest
      }
    }
    return digests.isEmpty ? nil : digests
  }
}

extension SchemaLock.Entry {
  /// Descriptions of how the version has changed.
  ///
  /// Some changes of a version that has shipped are additions: new cases of open enums, enums that become open, leniency,
  /// `UnknownFields`, and a policy with which its programs open newer documents.
  func changes(to new: SchemaLock.Entry, hasShipped: Bool) -> [String] {
    var changes = differences(to: new.schema, hasShipped: hasShipped).map(\.description)
    if location != new.location {
      changes.append("the version was under `\(location)`, and is now under `\(new.location)`")
    }
    if let declaration, declaration != new.declaration {
      let found = new.declaration.map { "is now \"\($0)\"" } ?? "is missing now"
      changes.append("the digest of its @Shipped was \"\(declaration)\", and \(found)")
    }
    return changes + promise.changes(to: new.promise, hasShipped: hasShipped)
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
    additions += promise.additions(by: new.promise)
    if new.shipped, digest == nil { additions.append("its digest") }
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
