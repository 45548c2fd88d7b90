public import Foundation
public import Lineage

/// Two changes of one document: what this program wants to save, and what another one has saved since it was read.
///
/// Merge the two with ``merged(as:identifiedBy:preferring:)``, or show both and let the user choose, then save with
/// ``DocumentFile/write(_:resolving:)``.
public struct Conflict: Sendable {
  /// The document that both have changed; nil if there was none, or if it couldn't be read.
  public let base: Data?
  /// The document that this program wants to save.
  public let mine: Data
  /// The document that is stored now; nil if it was removed.
  public let theirs: Data?

  let name: DocumentName
  let coding: any DocumentCoding
  /// What is stored now, as it is stored; nil if it is in a previous location.
  let stored: StoredBytes?
  let origin: ImportOrigin?

  init<Value>(
    base: Data?, mine: Data, theirs: OpenedDocument<Value>?, name: DocumentName,
    coding: any DocumentCoding
  ) {
    self.base = base
    self.mine = mine
    self.theirs = theirs?.data
    stored = theirs?.stored
    origin = theirs?.origin
    self.name = name
    self.coding = coding
  }

  /// One of the two changes.
  public enum Side: Sendable {
    /// What this program wants to save.
    case mine
    /// What is stored now.
    case theirs
  }

  /// Creates a conflict, to merge documents that aren't in a store, such as those of a version control system or of
  /// `NSFileVersion`, or to show it in previews and tests.
  ///
  /// - Parameters:
  ///   - type: The type of the document.
  ///   - base: The document that both have changed; nil if there was none.
  ///   - mine: The document with the changes of this program.
  ///   - theirs: The document with the changes of the other one; nil if it was removed.
  ///   - location: Where the document is.
  ///   - format: The format of the documents.
  public init(
    of type: any VersionedCodable.Type, base: Data?, mine: Data, theirs: Data?,
    location: String? = nil, format: DocumentFormat = .json
  ) {
    self.base = base
    self.mine = mine
    self.theirs = theirs
    stored = nil
    origin = nil
    name = DocumentName(type, at: location)
    coding = format.coding
  }

  /// The name of the document's type.
  public var documentType: String { name.type }
  /// Where the document is: the path of a file, or the name of a place.
  public var location: String? { name.location }

  /// Merges the changes of both, field by field.
  ///
  /// A field that only one of them has changed gets that change. Arrays are merged by element if all elements are
  /// objects with an `id`, or if they have kept their length and each element was changed by one of the two only, to a
  /// value that no other element had. If both have changed an array of two values, that is a conflict.
  /// What either has added to a set or removed from it is added and removed, and dictionaries are merged by key, whatever
  /// the type of their keys. Unknown fields are merged like all others. A value of a type of the system, such as
  /// `DateInterval`, is one field, although it has several in the document.
  ///
  /// In a document, a set is an array, and so is a dictionary whose keys aren't those of an object. `Set` and
  /// `Dictionary` are recognized by their type. If a type writes the elements of a set itself, or the format's encoder
  /// isn't `JSONEncoder` or `PropertyListEncoder` itself, the documents are decoded and encoded several times, because
  /// only the order of a set varies. This doesn't work with fewer than two elements, nor if
  /// `SWIFT_DETERMINISTIC_HASHING` is set. Then different changes of both sides are a conflict.
  ///
  /// - Parameters:
  ///   - type: The type of the document.
  ///   - identity: The key of the field that identifies an element of an array.
  ///   - side: Whose value a field gets that both have changed; nil for an error that lists these fields.
  /// - Returns: The merged document.
  /// - Throws: ``FieldConflicts`` with the paths of the fields that both have changed, unless one side is preferred, or
  ///   with those of fields that can't have both changes, or with that of the document itself if it was removed and mine
  ///   isn't preferred; ``StoreError/newer(_:)`` if one of the documents has a newer version that the type can't preserve;
  ///   ``StoreError/unavailable(_:)`` if they nest too deeply for the stack of this thread; otherwise another `StoreError`,
  ///   if one of them can't be read as `type`.
  public func merged<Value: VersionedCodable>(
    as type: Value.Type = Value.self, identifiedBy identity: String = "id",
    preferring side: Side? = nil
  ) throws -> Value {
    let own = try opened(type, in: mine)
    let other = try theirs(as: type)
    // The merged document replaces both, so that nothing of either may be lost.
    try own.checkThatNewerValuesAreKept()
    try other?.checkThatNewerValuesAreKept()
    return try merged(own, other, identifiedBy: identity, preferring: side)
  }

  /// Merges documents for a value to show, which may lack what the type can't preserve of a newer version.
  ///
  /// - Parameter side: Whose value a field gets that both have changed.
  func mergedToShow<Value: VersionedCodable>(preferring side: Side? = nil) throws -> Value {
    try merged(
      opened(Value.self, in: mine), theirs(as: Value.self), identifiedBy: "id", preferring: side)
  }

  private func merged<Value: VersionedCodable>(
    _ mine: OpenedDocument<Value>, _ theirs: OpenedDocument<Value>?,
    identifiedBy identity: String, preferring side: Side?
  ) throws -> Value {
    guard let theirs else {
      if side == .mine { return mine.value }
      throw FieldConflicts(paths: [FieldPath()])
    }
    do {
      return try mergedFields(of: mine, theirs, identifiedBy: identity, preferring: side)
    } catch let error as NestedTooDeeply {
      throw StoreError.unavailable(
        StoreFailure(NestedTooDeeply.problem, in: name, underlyingError: error))
    }
  }

  /// Whether both documents are the same for a type, which doesn't tell sets in another order apart.
  func haveSameContent<Value: VersionedCodable>(as type: Value.Type) throws -> Bool {
    guard let theirs = try theirs(as: type) else { return false }
    let (own, other) = (try newest(opened(type, in: mine).value), try newest(theirs.value))
    if own.fields == other.fields { return true }
    try WalkStack(for: [own.fields, other.fields]).check()
    guard own.fields.isSame(as: other.fields) else { return false }
    return valueKinds(of: [own, other]).areSame(own.fields, other.fields, at: FieldPath())
  }

  private func valueKinds<Value: VersionedCodable>(of documents: [Newest<Value>]) -> ValueKinds {
    ValueKinds(
      size: documents.map(\.data.count).max() ?? 0, origins: { origins(in: documents) },
      families: { families(of: documents, copies: $0, $1) })
  }

  private func mergedFields<Value: VersionedCodable>(
    of mine: OpenedDocument<Value>, _ theirs: OpenedDocument<Value>,
    identifiedBy identity: String, preferring side: Side?
  ) throws -> Value {
    let old = try base.map { try newestBase(in: $0) as Newest<Value> }
    let own = try newest(mine.value)
    let other = try newest(theirs.value)
    let kinds = valueKinds(of: [own, other] + [old].compactMap(\.self))
    let merge = ThreeWayMerge(
      base: try old.map(root), mine: try root(of: own), theirs: try root(of: other),
      identity: identity, kinds: kinds,
      preferring: side.map { $0 == .mine ? .mine : .theirs })
    let merged = try merge.merged()
    let data = try coding.data(from: merged)
    let value: Value
    do throws(StoreError) {
      value = try opened(Value.self, in: data).value
    } catch .damaged(let damaged) {
      // Each change is valid, but not both together, such as two cases of an enum.
      let error = damaged.underlyingError as? MigrationError
      throw FieldConflicts(paths: [error?.path ?? FieldPath()])
    }
    // Nor may one change leave no place for the other.
    let lost = try merge.differences(merged, newest(value).fields)
    guard lost.isEmpty else { throw FieldConflicts(paths: lost) }
    return value
  }

  /// A document that is encoded as the newest version of its type, or as the newer one that it has.
  private struct Newest<Value> {
    let value: Value
    let data: Data
    /// The document with all its fields, also those that it leaves out because they equal their defaults.
    let completeData: Data
    var fields: DocumentValue
  }

  private func newest<Value: VersionedCodable>(_ value: Value) throws -> Newest<Value> {
    let completeData = try coding.encode(complete: value)
    return Newest(
      value: value, data: try coding.encode(value), completeData: completeData,
      fields: try coding.fields(of: completeData))
  }

  /// The document that both have changed.
  ///
  /// An identifier that a step or a default makes is another one in each program that has opened the document, so it
  /// identifies nothing: it is null here.
  private func newestBase<Value: VersionedCodable>(in data: Data) throws -> Newest<Value> {
    let opened = try opened(Value.self, in: data)
    var base = try newest(opened.value)
    if opened.isExact { return base }
    let again = try newest(self.opened(Value.self, in: data).value)
    try WalkStack(for: [base.fields, again.fields]).check()
    base.fields = base.fields.removing(differencesFrom: again.fields)
    return base
  }

  private func root<Value>(of document: Newest<Value>) throws -> ThreeWayMerge.Value {
    let isComplete = document.data == document.completeData
    return ThreeWayMerge.Value(
      document.fields, written: isComplete ? document.fields : try coding.fields(of: document.data))
  }

  private func opened<Value: VersionedCodable>(
    _ type: Value.Type, in data: Data
  ) throws(StoreError) -> OpenedDocument<Value> {
    try OpenedDocument(StoredBytes(data), data: data, name: name, coding)
  }

  private func origins<Value: VersionedCodable>(in documents: [Newest<Value>]) -> ValueOrigins {
    var origins = ValueOrigins()
    for document in documents {
      // It has been encoded before.
      try? coding.forEachOrigin(in: document.value) { origins.record($1, at: $0) }
    }
    return origins
  }

  /// The documents, each followed by copies of it that were decoded and encoded once more; nil if no order differs but
  /// those of sets and dictionaries that are recognized by their types.
  private func families<Value: VersionedCodable>(
    of documents: [Newest<Value>], copies: Int, _ origins: ValueOrigins
  ) -> [[DocumentValue]]? {
    // None of the values may be released before the last is made: sets at the same address have the same order.
    let values = documents.map { document in
      let copies = (0..<copies).compactMap { _ in
        try? opened(Value.self, in: document.data).value
      }
      return [document.value] + copies
    }
    return withExtendedLifetime(values) {
      let areOrdered =
        origins.areUniform
        && values.allSatisfy { family in
          guard let hash = try? coding.hashIgnoringOrderOfSets(of: family[0]) else { return false }
          return family.dropFirst().allSatisfy {
            (try? coding.hashIgnoringOrderOfSets(of: $0)) == hash
          }
        }
      if areOrdered { return nil }
      return zip(documents, values).map { document, family in
        let copies = family.dropFirst().compactMap {
          try? coding.fields(of: coding.encode(complete: $0))
        }
        return [document.fields] + copies
      }
    }
  }

  /// The document that is stored now; nil if it was removed.
  ///
  /// - Throws: `StoreError` if it can't be read as `type`.
  public func theirs<Value: VersionedCodable>(
    as type: Value.Type = Value.self
  ) throws(StoreError) -> OpenedDocument<Value>? {
    guard let theirs else { return nil }
    // A document in a previous location may have another format.
    let opened = try OpenedDocument<Value>(
      stored ?? StoredBytes(theirs), data: theirs, name: name, origin?.coding ?? coding)
    return origin.map(opened.imported) ?? opened
  }
}
