public import Foundation
public import Lineage

/// A document in a place of your own: a key of `UserDefaults`, a row of a database, a record in the keychain.
///
/// ```swift
/// let store = DocumentStore<Settings>(UserDefaultsPlace(.standard, key: "settings"))
/// let current = try store.read()?.value ?? Settings()
/// try store.update(default: Settings()) { $0.fontSize = 15 }
/// ```
///
/// It treats documents like ``DocumentFile``: what can't be read is never written over, and a document is only
/// replaced if it is the one that was read.
public struct DocumentStore<Value: VersionedCodable>: Sendable {
  let place: any StoragePlace
  let options: DocumentOptions
  let imports: [DocumentImport<Value>]

  /// Creates a store of the document in a place.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - options: The options for the document. Those for files have no effect.
  ///   - verifies: Whether a document is read again after it was written, to check that it is the same.
  public init(
    _ place: some DocumentPlace, options: DocumentOptions = DocumentOptions(),
    verifies: Bool = true
  ) {
    self.init(place: AdaptedPlace(place, verifies: verifies), options: options)
  }

  /// Creates a store of a document that is read and replaced by closures, such as a row of a database.
  ///
  /// ```swift
  /// let row = DocumentStore<Poem>(
  ///   read: { try rows.first(id: 17).map { ($0.document, $0.revision) } },
  ///   replace: { revision, data in try rows.update(id: 17, ifRevision: revision, to: data) })
  /// ```
  ///
  /// - Parameters:
  ///   - name: What errors call the place. Stores with the same name are stores of the same document. Without a name,
  ///     a document that another store has read is compared by its bytes, which takes one more read.
  ///   - options: The options for the document. Those for files have no effect.
  ///   - verifies: Whether a document is read again after it was written, to check that it is the same. It may be
  ///     false if the place stores every byte, as a column of text does.
  ///   - read: Returns the document and its token; nil only if there is none.
  ///   - replace: Replaces the document, if it still has the token, in one transaction. Returns the new token; nil
  ///     if the document has another token, and wasn't changed.
  ///   - backUp: Backs up a document before it is removed, or replaced: one of an older version, a damaged one, one that
  ///     would lose fields or is overruled, or with `everySave` any. Also gets changes that couldn't be saved. Gets the
  ///     document and a label, as in ``DocumentPlace/backUp(_:label:)``; nil for a database that has backups of its
  ///     own.
  ///   - remove: Removes the document, if it still has the token. Returns whether it was removed. Without this closure,
  ///     ``remove()`` throws an error.
  public init<Token: Equatable & Sendable>(
    named name: String? = nil, options: DocumentOptions = DocumentOptions(),
    verifies: Bool = true,
    read: @escaping @Sendable () throws -> (Data, Token)?,
    replace: @escaping @Sendable (Token?, Data) throws -> Token?,
    backUp: (@Sendable (Data, String) throws -> Void)? = nil,
    remove: (@Sendable (Token) throws -> Bool)? = nil
  ) {
    let place = ClosurePlace(
      name: name ?? "row", reading: read, replacing: replace, backingUp: backUp, removing: remove)
    let identity = name ?? UUID().uuidString
    self.init(
      place: AdaptedPlace(place, identity: identity, verifies: verifies), options: options)
  }

  init(
    place: any StoragePlace, options: DocumentOptions, imports: [DocumentImport<Value>] = []
  ) {
    self.place = place
    self.options = options
    self.imports = imports
  }

  var name: DocumentName { DocumentName(Value.self, at: place.location) }
  var coding: any DocumentCoding { options.format.coding }
}

// MARK: - Conformances

extension DocumentStore: CustomStringConvertible, CustomReflectable {
  /// The type of the document, and where it is.
  public var description: String { "\(name.type) in \(place.location)" }

  /// A mirror that leads to the options, but not to what a place is made of.
  public var customMirror: Mirror {
    Mirror(self, children: ["type": name.type, "location": place.location, "options": options])
  }
}

// MARK: - Reading

extension DocumentStore {
  /// Reads the document. Never writes.
  ///
  /// - Returns: The document; nil only if it is certain that there is none.
  /// - Throws: ``StoreError/unavailable(_:)``, ``StoreError/damaged(_:)`` or ``StoreError/newer(_:)``.
  public func read() throws(StoreError) -> OpenedDocument<Value>? {
    try read { () throws(PlaceError) in try place.read() }
  }

  /// Opens what a place or a session reads, or the document of a previous location if there is nothing.
  func read(
    _ body: () throws(PlaceError) -> StoredBytes?
  ) throws(StoreError) -> OpenedDocument<Value>? {
    guard let stored = try convertingErrors(body) else { return try imported() }
    return try open(stored)
  }

  /// Converts the errors of a place to those of a store.
  func convertingErrors<Result>(
    for action: StoreFailure.Action = .writing, _ body: () throws(PlaceError) -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch {
      throw error.storeError(for: name, action)
    }
  }

  func open(_ stored: StoredBytes) throws(StoreError) -> OpenedDocument<Value> {
    try open(stored, data: decrypted(stored))
  }

  func open(_ stored: StoredBytes, data: Data) throws(StoreError) -> OpenedDocument<Value> {
    try OpenedDocument(stored, data: data, name: name, coding)
  }

  /// The bytes of the document that is stored, decrypted but not decoded; nil if there is none.
  package func content() throws(StoreError) -> Data? {
    guard let stored = try convertingErrors({ () throws(PlaceError) in try place.read() }) else {
      return nil
    }
    return try decrypted(stored)
  }

  func decrypted(
    _ stored: StoredBytes, named other: DocumentName? = nil
  ) throws(StoreError) -> Data {
    try stored.decrypted(by: options.sealing, named: other ?? name)
  }

  /// Whether a document that was read is still stored.
  func isStillStored(_ opened: OpenedDocument<Value>) -> Bool {
    guard let known = opened.stored, let stored = try? place.read() else { return false }
    guard stored.bytes == known.bytes else { return false }
    return known.token == nil || stored.hasSameToken(as: known)
  }
}
