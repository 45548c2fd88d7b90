import Lineage
import LineageSchemas

// Checking that the versioned types nested in a document have checks of their own.

extension CheckFacts {
  /// The failures for nested versioned types of which a version that has shipped has changed. They are the cause of others.
  func changedNestedDocuments() -> [FixtureFailure] {
    nestedProblems.filter(\.isOfShipped).map(\.failure)
  }

  /// The failures for nested versioned types that have no lock of their own, or of which a version that hasn't shipped
  /// differs from it. The document's lock doesn't cover them.
  func uncheckedDocuments() -> [FixtureFailure] {
    nestedProblems.filter { !$0.isOfShipped }.map(\.failure)
  }

  private var nestedProblems: [(failure: FixtureFailure, isOfShipped: Bool)] {
    var told = Set(check.chain.map { ObjectIdentifier($0.type) })
    return learned.flatMap(\.nested).filter { told.insert(ObjectIdentifier($0)).inserted }
      .compactMap(problem)
  }

  private func problem(
    of type: any VersionedCodable.Type
  ) -> (failure: FixtureFailure, isOfShipped: Bool)? {
    guard type.chain.problem == nil else { return nil }
    let versions = DocumentVersion.chain(of: type)
    let isOfThisDocument = versions.contains { inner in
      check.chain.contains { $0.type == inner.type }
    }
    if isOfThisDocument { return nil }
    let locks = locks(ofNested: versions)
    let changes = locks.map { $0.changes(to: versions, formats: check.formats) }
    guard let lock = locks.first, let first = changes.first else {
      return (.uncheckedNestedDocument(type, in: check), isOfShipped: false)
    }
    // Types with the same name may have a lock each.
    if changes.contains(where: \.isEmpty) { return nil }
    // A type that only a new version has may have the name of another document.
    let isOfShipped =
      changes.allSatisfy { $0.contains(where: \.isOfShipped) }
      && check.chain.contains { version in
        check.isShipped(version) && learned[version.index].nested.contains { $0 == type }
      }
    return (
      .changedNestedDocument(type, lock, first.map(\.text), isOfShipped: isOfShipped, in: check),
      isOfShipped
    )
  }

  /// The locks of other documents that a nested chain may belong to: those with a matching name or
  /// root type, otherwise those with a matching shape.
  private func locks(ofNested versions: [DocumentVersion]) -> [NestedLock] {
    let locks = check.folder.otherDocuments().compactMap { name in
      let other = check.folder.beside(name)
      return other.lock.map { NestedLock(folder: other, lock: $0) }
    }
    let names = Set(versions.map(\.typeName))
    let named = locks.filter { lock in
      versions.compactMap { lock.lock.entry(for: $0.version) }.contains { entry in
        names.contains(lock.folder.document) || names.contains("\(entry.schema.root)")
      }
    }
    guard named.isEmpty, let newest = versions.last else { return named }
    let schema = Schema.learned(from: newest.type)
    return locks.filter { lock in
      lock.lock.entry(for: newest.version)?.schema.isRecognizable(in: schema) == true
    }
  }
}

/// The lock of a nested versioned type, in the folder of its own document.
struct NestedLock {
  let folder: FixtureFolder
  let lock: SchemaLock

  /// The type that a check of the document is of, as far as the lock tells.
  func newestType(of nested: any VersionedCodable.Type) -> String {
    let versions = nested.chain.links.map(\.version)
    guard let newest = lock.versions.last, !versions.contains(newest.version) else {
      return "\(nested)"
    }
    // The nested type is an older version of the document.
    return "\(newest.schema.root)"
  }

  /// Descriptions of how a chain differs from the lock.
  ///
  /// - Parameter formats: The formats of the outer document's fixtures. Those of the nested one may
  ///   have others, and then can't be used as examples.
  fileprivate func changes(
    to versions: [DocumentVersion], formats: [FixtureFormat]
  ) -> [(text: String, isOfShipped: Bool)] {
    let listing = try? FixtureListing(of: folder, chain: versions, formats: formats)
    return lostVersions(in: versions).map { version in
      let hasShipped = lock.entry(for: version)?.shipped == true
      return ("\(version.inWords) is no longer in the chain", hasShipped)
    }
      + versions.flatMap { version -> [(text: String, isOfShipped: Bool)] in
        let name = version.inWords
        guard let locked = lock.entry(for: version.version) else {
          return [("\(name) was added", false)]
        }
        let cases = listing?.cases(of: version) ?? []
        let found = SchemaLock.Entry(
          of: version.type, examples: cases.compactMap { try? $0.format.value(from: $0.data) })
        let lacksExamples =
          listing?.filesOfNoFixture.contains { $0.hasPrefix("\(version.folder)/") } ?? true
        if lacksExamples, locked.schema.isKnownBetter(than: found.schema) { return [] }
        return locked.changes(to: found, hasShipped: locked.shipped).map {
          ("\(name): \($0)", locked.shipped)
        }
      }
  }

  /// The locked versions that a chain skips. Versions after its newest one are none of them, since
  /// the nested type may be an older version of the document.
  private func lostVersions(in versions: [DocumentVersion]) -> [AnyVersion] {
    let known = versions.map(\.version)
    return lock.versions.map(\.version).prefix { $0 != known.last }.filter { !known.contains($0) }
  }
}

extension Schema {
  /// Whether a type was known completely, and isn't in another schema.
  fileprivate func isKnownBetter(than other: Schema) -> Bool {
    Schema.differences(from: self, to: other).contains { difference in
      if case .lost = difference.kind { true } else { false }
    }
  }
}
