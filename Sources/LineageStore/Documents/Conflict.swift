public import Foundation
public import Lineage

/// Two changes of one document: what this program wants to save, and what another one has saved since it was read.
///
/// Merge the two with ``merged(as:identifiedBy:)``, or show both and let the user choose, then save with
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

  /// A document in a previous location may have another format.
  private var codingOfTheirs: any DocumentCoding { origin?.coding ?? coding }

  /// Merges the changes of both, field by field.
  ///
  /// A field that only one of them has changed gets that change. Arrays are merged by element if all elements are
  /// objects with an `id`, or if they have kept their length and each element was changed by one of the two only.
  /// What either has added to a set or removed from it is added and removed, and dictionaries are merged by key, whatever
  /// the type of their keys. Unknown fields are merged like all others.
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
  /// - Returns: The merged document.
  /// - Throws: ``FieldConflicts`` with the paths of the fields that both have changed, or with that of the document
  ///   itself if it was removed; otherwise `StoreError`, if one of the documents can't be read as `type`.
  public func merged<Value: VersionedCodable>(
    as type: Value.Type = Value.self, identifiedBy identity: String = "id"
  ) throws -> Value {
    try merged(identifiedBy: identity, prefersMine: false)
  }

  /// - Parameter prefersMine: Whether a field that both have changed gets the value of this program.
  func merged<Value: VersionedCodable>(
    identifiedBy identity: String = "id", prefersMine: Bool
  ) throws -> Value {
    guard let theirs else { throw FieldConflicts(paths: [FieldPath()]) }
    var values: [Value] = []
    // In the shape of the newest version, all three.
    func fields(_ data: Data, _ format: any DocumentCoding) throws -> DocumentValue {
      let opened = try OpenedDocument<Value>(StoredBytes(data), data: data, name: name, format)
      values.append(opened.value)
      return try coding.fields(of: coding.encode(opened.value))
    }
    let old = try base.map { try fields($0, coding) }
    let (own, other) = (try fields(mine, coding), try fields(theirs, codingOfTheirs))
    let kinds = ArrayKinds(
      documents: [own, other] + [old].compactMap(\.self), size: max(mine.count, theirs.count),
      origins: { [values] in
        var origins = ArrayOrigins()
        // They have been encoded before.
        for value in values {
          try? coding.forEachArray(in: value) { origins.record($1, at: $0) }
        }
        return origins
      }
    ) { fields in
      let data = try coding.data(from: fields)
      let value = try OpenedDocument<Value>(
        StoredBytes(data), data: data, name: name, coding
      ).value
      return (try coding.fields(of: coding.encode(value)), value)
    }
    let merge = ThreeWayMerge(identity: identity, kinds: kinds, prefersMine: prefersMine)
    let merged = try merge.merged(base: old, mine: own, theirs: other).get()
    let data = try coding.data(from: merged)
    let value: Value
    do throws(StoreError) {
      value = try OpenedDocument<Value>(StoredBytes(data), data: data, name: name, coding).value
    } catch .damaged(let damaged) {
      // Each change is valid, but not both together, such as two cases of an enum.
      let error = damaged.underlyingError as? MigrationError
      throw FieldConflicts(paths: [error?.path ?? FieldPath()])
    }
    // Nor may one change leave no place for the other.
    let lost = merge.differences(merged, try coding.fields(of: coding.encode(value)))
    guard lost.isEmpty else { throw FieldConflicts(paths: lost) }
    return value
  }

  /// The document that is stored now; nil if it was removed.
  ///
  /// - Throws: `StoreError` if it can't be read as `type`.
  public func theirs<Value: VersionedCodable>(
    as type: Value.Type = Value.self
  ) throws(StoreError) -> OpenedDocument<Value>? {
    guard let theirs else { return nil }
    let opened = try OpenedDocument<Value>(
      stored ?? StoredBytes(theirs), data: theirs, name: name, codingOfTheirs)
    return origin.map(opened.imported) ?? opened
  }
}
