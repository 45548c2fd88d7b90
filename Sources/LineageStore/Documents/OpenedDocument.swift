public import Foundation
public import Lineage

/// A document that was opened: its value, what happened to it, and its bytes as they were.
///
/// ``DocumentFile`` and ``DocumentStore`` return it from `read()`, and take it back when they write, to see whether
/// the document is still the one that was read. It can also be made from bytes alone, for storage that this library
/// doesn't know:
///
/// ```swift
/// let opened = try OpenedDocument<Poem>(data)
/// let pending = try opened.saving(poem)
/// try storage.write(pending.data)
/// ```
public struct OpenedDocument<Value: VersionedCodable> {
  /// The document as the newest version of its type.
  public let value: Value
  /// What happened when it was decoded and migrated.
  public let report: MigrationReport
  /// The document as it was, before it was decoded.
  public let data: Data

  let name: DocumentName
  let coding: any DocumentCoding
  /// What is stored; nil if nothing is, because the document was imported.
  let stored: StoredBytes?
  /// Where the document was imported from; nil if it is where it was stored.
  let origin: ImportOrigin?

  /// Opens a document.
  ///
  /// - Parameters:
  ///   - data: The document.
  ///   - format: The format of the document.
  /// - Throws: ``StoreError/damaged(_:)`` or ``StoreError/newer(_:)``.
  public init(_ data: Data, format: DocumentFormat = .json) throws(StoreError) {
    try self.init(
      StoredBytes(data), data: data, name: DocumentName(Value.self, at: nil), format.coding)
  }

  /// Opens a document whose bytes may be stored in another form.
  init(
    _ stored: StoredBytes, data: Data, name: DocumentName, _ coding: any DocumentCoding
  ) throws(StoreError) {
    var report = MigrationReport()
    do {
      if data.isEmpty { throw EmptyDocument() }
      value = try coding.decode(Value.self, from: data, report: &report)
    } catch {
      throw StoreError(error, reading: stored, named: name)
    }
    self.report = report
    self.data = data
    self.stored = stored
    self.name = name
    self.coding = coding
    origin = nil
  }

  private init(
    _ other: OpenedDocument, stored: StoredBytes?, origin: ImportOrigin? = nil,
    name: DocumentName? = nil
  ) {
    value = other.value
    report = other.report
    data = other.data
    self.name = name ?? other.name
    coding = other.coding
    self.stored = stored
    self.origin = origin
  }

  /// The version that the document has.
  public var version: AnyVersion { report.versionFound ?? .unversioned }

  /// The same document, where nothing is stored yet.
  func imported(from origin: ImportOrigin) -> OpenedDocument {
    OpenedDocument(self, stored: nil, origin: origin)
  }

  /// The same document, after it was stored.
  func stored(as stored: StoredBytes) -> OpenedDocument { OpenedDocument(self, stored: stored) }

  /// Checks that what a place has stored is this document, in any version.
  ///
  /// - Throws: ``StoreError/notVerified(_:)`` if it doesn't have the same fields.
  func verify(stored data: Data) throws(StoreError) {
    try RoundTripCheck<Value>(name: name, coding: coding)
      .compareFields(of: data, with: self.data, orFailWith: PendingDocument<Value>.altered)
  }

  /// The same document, as errors name it in another place.
  func named(_ name: DocumentName) -> OpenedDocument {
    OpenedDocument(self, stored: stored, origin: origin, name: name)
  }
}

extension StoredBytes {
  /// Decrypts the document, if it is encrypted. One that is empty is damaged, whatever the sealing makes of it.
  func decrypted(
    by sealing: (any DocumentSealing)?, named name: DocumentName
  ) throws(StoreError) -> Data {
    guard let sealing, !bytes.isEmpty else { return bytes }
    do {
      return try sealing.open(bytes)
    } catch {
      throw StoreError(error, reading: self, named: name)
    }
  }
}

/// Where a document was before it was imported.
struct ImportOrigin: Sendable {
  /// A previous location of a store's document.
  struct Source: Sendable {
    /// Where the store has the document.
    let store: String
    /// The index among the store's imports.
    let index: Int
  }

  /// The previous location; nil if it isn't one of a store.
  var source: Source?
  /// The permissions of its file, which are the most that the new file gets; nil if it wasn't in a file.
  var permissions: UInt32?
  /// The document as it was stored there; nil if it isn't removed, or wasn't a document.
  var document: Data?
  /// The coding of the document there; nil if it is that of the store.
  var coding: (any DocumentCoding)?
  /// Whether another document is there now than the one that was read.
  var hasChanged: @Sendable () -> Bool = { false }
  /// Whether the document there is gone.
  var isEmpty: @Sendable () -> Bool = { false }
  /// Removes the document there, if it still is the one that was read.
  var cleanUp: @Sendable () throws -> Void = {}
}

extension OpenedDocument: Sendable where Value: Sendable {}

extension OpenedDocument {
  /// Whether decoding the document always results in the same value.
  var isExact: Bool { report.filled.isEmpty && !report.changesVersions }
}

// MARK: - Saving

extension OpenedDocument {
  /// Prepares a value to be saved in place of this document.
  ///
  /// The new document is decoded and encoded again first, so that what is saved can be opened.
  ///
  /// - Throws: ``StoreError/newer(_:)`` if the document has a newer version that the type or the value doesn't keep;
  ///   ``StoreError/notVerified(_:)`` if the value can't be encoded, or can't be opened again.
  public func saving(_ value: Value) throws(StoreError) -> PendingDocument<Value> {
    try saving(value, coding)
  }

  /// - Parameter coding: The store's coding, which may differ from the one that read the document.
  func saving(
    _ value: Value, _ coding: any DocumentCoding
  ) throws(StoreError) -> PendingDocument<Value> {
    let fieldsLost = fieldsLost
    try checkThatNewerValuesAreKept(losing: fieldsLost)
    let pending = try PendingDocument(
      value, replacing: self, losing: fieldsLost, name: name, coding)
    try checkThatNewerVersionIsKept(by: pending.saved)
    return pending
  }

  /// A value that replaces a document of a newer version has that version. It may be another one than was read, without
  /// the unknown fields and the version that those bring.
  ///
  /// - Parameter loss: What the other document is.
  func checkThatNewerVersionIsKept(
    by other: OpenedDocument, orFailWith loss: NewerDocument.Loss = .newValue
  ) throws(StoreError) {
    if report.newerValuesRead.contains(where: \.isDocument), other.version != version {
      throw newer(loss)
    }
  }

  /// A document of a newer version may only be written if that version and its fields come back.
  package func checkThatNewerValuesAreKept() throws(StoreError) {
    try checkThatNewerValuesAreKept(losing: fieldsLost)
  }

  private func checkThatNewerValuesAreKept(
    losing fieldsLost: @autoclosure () -> [FieldPath]
  ) throws(StoreError) {
    guard !report.newerValuesRead.isEmpty else { return }
    let again: MigrationReport
    do {
      var report = MigrationReport()
      _ = try coding.decode(Value.self, from: coding.encode(value), report: &report)
      again = report
    } catch {
      throw .notVerified(
        StoreFailure("it can't be encoded as it was read", in: name, underlyingError: error))
    }
    let newerPaths = Set(report.newerValuesRead.map(\.path.components))
    let dropped = fieldsLost().contains { field in
      let path = field.components
      return (0...path.count).contains { newerPaths.contains(Array(path.prefix($0))) }
    }
    if dropped || again.newerVersions != report.newerVersions {
      throw newer(.type)
    }
  }

  /// The fields that no type decoded, without those that the value is encoded with all the same. Some types never read
  /// a field that they write, such as one that follows from others.
  ///
  /// The value as it was read decides, because such a field changes when a new value changes what it follows from.
  fileprivate var fieldsLost: [FieldPath] {
    let dropped = report.unknownFieldsDropped
    if dropped.isEmpty { return [] }
    var fields = MigrationReport()
    // The value may be an object that has been changed.
    guard let value = try? coding.decode(migrating: Value.self, from: data).value,
      let old = try? coding.fields(of: data, report: &fields),
      let new = try? coding.fields(of: coding.encode(value))
    else { return dropped }
    // Of fields with the same key, a type may have decoded the first and dropped another.
    let repeated = Set(fields.unknownFieldsDropped)
    return dropped.filter { path in
      guard !repeated.contains(path), let field = old.value(at: path),
        let again = new.value(at: path)
      else { return true }
      return !again.isSameInOrder(as: field)
    }
  }

  /// The error of a document of a newer version that would lose something.
  private func newer(_ loss: NewerDocument.Loss) -> StoreError {
    let root = report.newerValuesRead.first(where: \.isDocument)
    var document = NewerDocument(
      stored ?? StoredBytes(data), in: name, version: root?.version, underlyingError: nil)
    document.origin = origin
    document.loss = loss
    return .newer(document)
  }
}

extension DocumentValue {
  /// The value at a path; nil if there is none.
  fileprivate func value(at path: FieldPath) -> DocumentValue? {
    path.components.reduce(self) { value, component in
      switch component {
      case .key(let key): value?[key]
      case .index(let index): value?[index]
      }
    }
  }
}

extension MigrationReport {
  /// How many values of newer versions were read, by their versions. A step may move them, and those in a dictionary
  /// have no order.
  fileprivate var newerVersions: [AnyVersion: Int] {
    Dictionary(newerValuesRead.map { ($0.version, 1) }, uniquingKeysWith: +)
  }
}

extension MigrationReport.NewerValue {
  /// Whether it is the document itself.
  fileprivate var isDocument: Bool { path.components.isEmpty }
}

/// A document that is ready to be stored.
public struct PendingDocument<Value: VersionedCodable> {
  /// The saved document, once its bytes were stored. Call its `saving(_:)` for the next change.
  public let saved: OpenedDocument<Value>
  /// The value, as it will be read from the document.
  public var value: Value { saved.value }
  /// The bytes to store. Decoding them gives `value`.
  public var data: Data { saved.data }
  /// The document to back up before these bytes replace it; nil if it needs no backup.
  ///
  /// It is set if the save changes the version of the document or of a value in it, or loses fields that its type
  /// doesn't declare, because an older program or another one may need it. A field that its type writes without reading
  /// it isn't lost, unless it had another value.
  public let documentToBackUp: Data?
  /// Whether the document that is replaced has another version.
  public let changesVersion: Bool

  /// Prepares the first document, where there was none.
  ///
  /// - Throws: ``StoreError/notVerified(_:)`` if the value can't be encoded, or can't be opened again.
  public init(first value: Value, format: DocumentFormat = .json) throws(StoreError) {
    try self.init(
      value, replacing: nil, name: DocumentName(Value.self, at: nil), format.coding)
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
    let losesSomething = changesVersion || changesNested || !fieldsLost.isEmpty
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

/// Checks that a value is the same after it was encoded and opened again.
private struct RoundTripCheck<Value: VersionedCodable> {
  let name: DocumentName
  let coding: any DocumentCoding

  /// Encodes a value, opens the result, and compares that value's encoding with the first one.
  func open(_ value: Value) throws(StoreError) -> OpenedDocument<Value> {
    let data = try attempt("it can't be encoded") { try coding.encode(value) }
    let opened = try attempt("it can't be opened again") {
      try OpenedDocument<Value>(StoredBytes(data), data: data, name: name, coding)
    }
    let again = try attempt("it can't be encoded again") { try coding.encode(opened.value) }
    if again == data { return opened }
    // Dictionaries and sets may have another order the second time.
    let isSame = try attempt("it can't be read again") {
      try areSame(coding.fields(of: data), coding.fields(of: again))
    }
    guard isSame else {
      throw failure("it isn't encoded the same way after it was opened again", nil)
    }
    return opened
  }

  /// Checks that two documents have the same fields once they are read as the type.
  func compare(
    _ other: Data, with data: Data, orFailWith problem: String
  ) throws(StoreError) {
    if other == data { return }
    let rewritten = try attempt(problem) {
      try coding.encode(
        OpenedDocument<Value>(StoredBytes(other), data: other, name: name, coding).value)
    }
    try compareFields(of: rewritten, with: data, orFailWith: problem)
  }

  /// Checks that two documents have the same fields, without reading them as the type.
  func compareFields(
    of other: Data, with data: Data, orFailWith problem: String
  ) throws(StoreError) {
    if other == data { return }
    let isSame = try attempt(problem) {
      try areSame(coding.fields(of: other), coding.fields(of: data), ignoringTextOfNumbers: true)
    }
    guard isSame else { throw failure(problem, nil) }
  }

  private func areSame(
    _ first: DocumentValue, _ second: DocumentValue,
    ignoringTextOfNumbers ignoringText: Bool = false
  ) throws(NestedTooDeeply) -> Bool {
    try WalkStack(for: [first, second]).check()
    return first.isSame(as: second, ignoringTextOfNumbers: ignoringText)
  }

  private func attempt<Result>(
    _ problem: String, _ body: () throws -> Result
  ) throws(StoreError) -> Result {
    do {
      return try body()
    } catch let error as NestedTooDeeply {
      throw failure(NestedTooDeeply.problem, error)
    } catch StoreError.damaged(let document) {
      throw failure(problem, document.underlyingError)
    } catch StoreError.newer(let document) {
      throw failure(problem, document.underlyingError)
    } catch {
      throw failure(problem, error)
    }
  }

  private func failure(_ problem: String, _ error: (any Error)?) -> StoreError {
    .notVerified(StoreFailure(problem, in: name, underlyingError: error))
  }
}

// MARK: - Errors

/// A document without a byte.
struct EmptyDocument: Error {}

extension StoreError {
  /// What an error of a decoder or a sealing says of a document.
  init(_ error: any Error, reading stored: StoredBytes, named name: DocumentName) {
    switch error {
    case is EmptyDocument:
      self = .damaged(DamagedDocument(stored, in: name, underlyingError: nil))
    case is SealingUnavailable:
      self = .unavailable(
        StoreFailure("the key to decrypt it can't be reached", in: name, underlyingError: error))
    case let error as MigrationError where error.isProgrammingError:
      self = .unavailable(
        StoreFailure("there is a mistake in the program", in: name, underlyingError: error))
    case let error as MigrationError:
      switch error.reason {
      case .newerVersion(let found, _), .unknownVersion(let found):
        let version: AnyVersion? = error.path.components.isEmpty ? .some(found) : .none
        self = .newer(NewerDocument(stored, in: name, version: version, underlyingError: error))
      case let reason where reason.isVersionOfAnotherKind:
        self = .newer(NewerDocument(stored, in: name, version: nil, underlyingError: error))
      default:
        self = .damaged(DamagedDocument(stored, in: name, underlyingError: error))
      }
    default:
      self = .damaged(DamagedDocument(stored, in: name, underlyingError: error))
    }
  }
}
