import Foundation
import Lineage

extension DocumentStore {
  /// The conflict of a value and a document that started from a common one; nil if that isn't known.
  func conflict(
    base: Data?, mine: Value, theirs: OpenedDocument<Value>
  ) throws(StoreError) -> Conflict {
    Conflict(base: base, mine: try encoded(mine), theirs: theirs, name: name, coding: coding)
  }

  /// The document from which changes of a value start.
  ///
  /// - Parameters:
  ///   - opened: The document that the value was read from; nil if there is none.
  ///   - initial: The value if there is none.
  func baseOfChanges(
    to opened: OpenedDocument<Value>?, or initial: @autoclosure () -> Value
  ) -> Data? {
    guard let opened else { return try? encoded(initial()) }
    return baseOfChanges(to: opened)
  }

  /// Makes the changes that lead from one value to another to a third one. If that isn't possible, the changed value
  /// stays as it is.
  func applyingChanges(from base: Data?, to changed: Value, on new: Value) -> Value {
    let merged =
      try? Conflict(
        of: Value.self, base: base, mine: encoded(changed), theirs: encoded(new),
        format: options.format
      ).mergedToShow(preferring: .mine) as Value
    return merged ?? changed
  }

  /// Whether an object is as it was when it was encoded.
  func isUnchanged(_ object: Value, since form: Data) -> Bool {
    guard let data = try? encoded(object) else { return false }
    if data == form { return true }
    // Only a type that writes the same object in another order each time may not have changed.
    if (try? encoded(object)) == data { return false }
    return isStored(object, as: form)
  }

  /// Backs up a value that couldn't be saved, or whose changes are to be dropped.
  func backUpUnsaved(_ value: Value) throws(StoreError) {
    do throws(StoreError) {
      let bytes = try sealed(encoded(value))
      try checkAccess(for: .dropping)
      try convertingErrors(for: .dropping) { () throws(PlaceError) in
        // A lock may be the reason why the value couldn't be saved.
        let session = try place.beginBackup()
        defer { session.end() }
        try session.backUp(bytes, label: .unsaved, from: nil)
      }
    } catch .notVerified(var failure) {
      failure.action = .dropping
      throw .notVerified(failure)
    }
  }
}
