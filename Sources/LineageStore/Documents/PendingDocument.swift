public import Foundation
public import Lineage

/// A document that is ready to be stored.
public struct PendingDocument<Value: VersionedCodable> {
  /// The document as it will be saved. Once its bytes are stored, call its `saving(_:)` for the next change.
  public let saved: OpenedDocument<Value>
  /// The value, as it will be read from the document.
  public var value: Value { saved.value }
  /// The bytes to store. Decoding them gives `value`.
  public var data: Data { saved.data }
  /// The document to back up before these bytes replace it; nil if it needs no backup.
  ///
  /// It is set if the save changes the version of the document or of a value in it, leaves fewer values of a newer version,
  /// or loses fields that its type doesn't declare, because an older program or another one may need it. A field that
  /// its type writes without reading it isn't lost, unless it had another value.
  public let documentToBackUp: Data?
  /// Whether the document that is replaced has another version.
  public let changesVersion: Bool

  /// Prepares the first document, where there was none.
  ///
  /// - Parameters:
  ///   - value: The value of the document.
  ///   - location: What errors call the document, such as `poem 17`.
  ///   - format: The format of the document.
  /// - Throws: ``StoreError/notVerified(_:)`` if the value can't be encoded, or can't be opened again.
  public init(
    first value: Value, named location: String? = nil, format: DocumentFormat = .json
  ) throws(StoreError) {
    try self.init(
      value, replacing: nil, name: DocumentName(Value.self, at: location), format.coding)
  }

  init(
    _ value: Value, replacing base: OpenedDocument<Value>?, losing fieldsLost: [FieldPath] = [],
    name: DocumentName, _ coding: any DocumentCoding
  ) throws(StoreError) {
    saved = try RoundTripCheck<Value>(name: name, coding: coding).open(value)
    changesVersion = base.map { [saved] in $0.version != saved.version } ?? false
    // Nested values have versions of their own, which the older program needs, too.
    let nested = base?.report.nestedMigrations ?? []
    let changesNested = !nested.isEmpty && nested != saved.report.nestedMigrations
    // A value of a newer version may have been removed, or replaced with one that lacks the newer fields.
    let newer = saved.report.newerVersions
    let losesNewer =
      base?.report.newerVersions.contains { newer[$0.key, default: 0] < $0.value } ?? false
    let losesSomething =
      changesVersion || changesNested || losesNewer || !fieldsLost.isEmpty
    documentToBackUp = losesSomething ? base?.data : nil
  }

  static var altered: String { "what is stored isn't the same document" }

  /// Checks that what a database has stored is this document.
  ///
  /// Some columns rewrite documents: they change the order of keys, the text of numbers, or more. Call this in the
  /// transaction that writes, so that its error rolls the transaction back:
  ///
  /// ```swift
  /// let stored = try await transaction.update(row, to: pending.data)  // UPDATE … RETURNING document
  /// try pending.verify(stored: stored)
  /// ```
  ///
  /// Numbers are compared by value, so `1.0e2` and `100` are the same.
  ///
  /// - Parameter data: The document, as it was read from the database again.
  /// - Throws: ``StoreError/notVerified(_:)`` if it doesn't have the same fields.
  public func verify(stored data: Data) throws(StoreError) {
    try RoundTripCheck<Value>(name: saved.name, coding: saved.coding)
      .compare(data, with: self.data, orFailWith: Self.altered)
  }
}

extension PendingDocument: Sendable where Value: Sendable {}
