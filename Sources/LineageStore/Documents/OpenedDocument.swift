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
  ///   - location: What errors call the document, such as `poem 17`.
  ///   - format: The format of the document.
  /// - Throws: ``StoreError/damaged(_:)``, ``StoreError/newer(_:)``, or ``StoreError/unavailable(_:)`` if the types
  ///   have a mistake or the document has another format. Only a damaged document may be replaced.
  public init(
    _ data: Data, named location: String? = nil, format: DocumentFormat = .json
  ) throws(StoreError) {
    try self.init(
      StoredBytes(data), data: data, name: DocumentName(Value.self, at: location), format.coding)
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
      throw StoreError(error, reading: stored, named: name, found: coding.otherFormat(of: data))
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
    let dropped = fieldsLost().first { field in
      let path = field.components
      return (0...path.count).contains { newerPaths.contains(Array(path.prefix($0))) }
    }
    if let dropped {
      throw newer(fieldsRepeated.contains(dropped) ? .repeatedKey(dropped) : .type(field: dropped))
    }
    if again.newerVersions != report.newerVersions { throw newer(.type(field: nil)) }
  }

  /// The fields that no type decoded, without those that encoding the value writes anyway. Some types never read
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

  /// The fields whose keys occur more than once.
  private var fieldsRepeated: Set<FieldPath> {
    var report = MigrationReport()
    _ = try? coding.fields(of: data, report: &report)
    return Set(report.unknownFieldsDropped)
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
  var newerVersions: [AnyVersion: Int] {
    Dictionary(newerValuesRead.map { ($0.version, 1) }, uniquingKeysWith: +)
  }
}

extension MigrationReport.NewerValue {
  /// Whether it is the document itself.
  fileprivate var isDocument: Bool { path.components.isEmpty }
}
