import Lineage
import LineageSchemas

extension CheckFacts {
  /// Decodes newer fixtures with the older types that their versions promise to be readable by.
  ///
  /// - Parameter lock: The lock with what the older versions promised when they shipped.
  /// - Returns: The failures.
  func brokenPromises(given lock: SchemaLock) -> [FixtureFailure] {
    listing.cases.flatMap { fixture in
      let readers = check.chain[..<fixture.version.index].filter { reader in
        let promise = lock.entry(for: reader.version)?.promise ?? reader.promise
        return promise.opensNewerDocuments && reader.isPromised(by: fixture.version)
      }
      return readers.compactMap { reader -> FixtureFailure? in
        do {
          try reader.decode(fixture.data, of: fixture.version, in: fixture.format)
          return nil
        } catch {
          return .brokenPromise(
            check.path(of: fixture), of: fixture.version, older: reader,
            because: error)
        }
      }
    }
  }
}
