import Foundation
import Lineage

extension DocumentStore {
  /// Checks that a place has stored the document that it was given: some columns rewrite documents.
  ///
  /// - Parameter compare: Throws ``StoreError/notVerified(_:)`` if a document isn't the one that was given.
  /// - Returns: The document as it is stored.
  func verify(
    over base: StoredBytes?, storedAs stored: StoredBytes, in session: any StorageSession,
    _ compare: (Data) throws(StoreError) -> Void
  ) throws(StoreError) -> StoredBytes {
    guard place.verifies else { return stored }
    let current = try readAgain(over: base, storedAs: stored, in: session)
    // What another program has stored since then says nothing about this document.
    guard let current, current.bytes != stored.bytes, current.hasSameToken(as: stored) else {
      return stored
    }
    do {
      var data = current.bytes
      if let sealing = options.sealing { data = try sealing.open(data) }
      try compare(data)
      return current
    } catch StoreError.notVerified(var failure) {
      failure.uncertainty = .altered
      throw .uncertain(failure)
    } catch {
      throw .uncertain(
        StoreFailure(
          PendingDocument<Value>.altered, in: name, underlyingError: error, uncertainty: .altered))
    }
  }

  /// What a place has stored since it was given a document. Throws an error if it still has the base, or nothing.
  private func readAgain(
    over base: StoredBytes?, storedAs stored: StoredBytes, in session: any StorageSession
  ) throws(StoreError) -> StoredBytes? {
    let current: StoredBytes?
    do {
      current = try session.read()
    } catch {
      throw .uncertain(
        StoreFailure(
          "it couldn't be read again to check it: \(error.problem)", in: name,
          underlyingError: error.underlyingError, uncertainty: .altered))
    }
    // Some places drop what they were given, such as a transaction that isn't committed.
    let isUnchanged =
      if let current, let base {
        current.hasSameToken(as: base) && !current.hasSameToken(as: stored)
      } else { current == nil }
    guard isUnchanged else { return current }
    let what = current == nil ? "no document is stored" : "the old document is still stored"
    throw .uncertain(
      StoreFailure(
        "\(what); a transaction may not have been committed", in: name, uncertainty: .unchanged))
  }
}
