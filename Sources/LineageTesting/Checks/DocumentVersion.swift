import Foundation
import Lineage

/// A version in a document's chain, with its type as a metatype.
struct DocumentVersion: Sendable {
  let type: any VersionedCodable.Type
  let version: AnyVersion
  /// The name of the folder with its fixtures.
  let folder: String
  /// The index of the version in the chain, oldest first.
  let index: Int

  /// The versions of a type's chain, oldest first. The chain must be valid.
  static func chain(of newest: any VersionedCodable.Type) -> [DocumentVersion] {
    var types: [any VersionedCodable.Type] = []
    var next: any VersionedCodable.Type = newest
    while next != NothingOlder.self {
      types.append(next)
      next = previous(of: next)
    }
    types.reverse()
    let versions = types.map { version(of: $0) }
    let folders = VersionFolder.names(for: versions)
    return types.indices.map { index in
      DocumentVersion(
        type: types[index], version: versions[index], folder: folders[index], index: index)
    }
  }

  var typeName: String { String(describing: type) }

  /// Decodes a document as this version, migrating it if necessary, and encodes it again.
  ///
  /// - Parameters:
  ///   - document: A document.
  ///   - source: The version of the document.
  ///   - report: Set to the report of decoding.
  func rewritten(
    _ document: Data, of source: DocumentVersion, in format: FixtureFormat,
    report: inout MigrationReport
  ) throws -> Data {
    try rewritten(document, in: format, given: source.givenVersion, report: &report)
  }

  /// Decodes a document as this version and encodes it again.
  func rewritten(
    _ document: Data, of source: DocumentVersion, in format: FixtureFormat
  ) throws -> Data {
    var report = MigrationReport()
    return try rewritten(document, of: source, in: format, report: &report)
  }

  /// Whether a document contains this version.
  func isVersion(of document: Data, in format: FixtureFormat) -> Bool {
    (try? format.version(of: self.type, in: document)) == version
  }

  /// Decodes a document as this version, and encodes it in its format and as JSON, which is exact.
  ///
  /// - Returns: Both forms, and the report of the migration.
  func forms(
    of document: Data, _ source: DocumentVersion, in format: FixtureFormat
  ) throws -> (written: Data, exact: DocumentValue, report: MigrationReport) {
    var report = MigrationReport()
    let value = try format.decode(
      self.type, from: document, version: source.givenVersion, report: &report)
    // A value that only JSON can't represent, such as NaN, is not a failure here.
    let exact = try? FixtureFormat.json.value(from: FixtureFormat.json.encode(value))
    return (try format.encode(value), exact ?? .null, report)
  }

  /// Decodes a document as this version, without encoding it.
  func decode(_ document: Data, of source: DocumentVersion, in format: FixtureFormat) throws {
    var report = MigrationReport()
    _ = try format.decode(
      self.type, from: document, version: source.givenVersion, report: &report)
  }

  /// Encodes a document of this version as an older one.
  func downgraded(
    _ document: Data, to older: DocumentVersion, in format: FixtureFormat
  ) throws -> Data {
    var report = MigrationReport()
    let value = try format.decode(self.type, from: document, version: givenVersion, report: &report)
    return try format.encode(value, as: older.type)
  }

  /// Adds the version to a document that has the shape of this version, but no version.
  func completed(_ body: Data, in format: FixtureFormat) throws -> Data {
    var report = MigrationReport()
    return try rewritten(body, in: format, given: version, report: &report)
  }

  /// A document of this version that has only defaults, as the coders of a format write it; nil if there is none.
  func defaults(in format: FixtureFormat) -> DocumentValue? {
    guard let empty = try? format.data(of: DocumentValue.object(DocumentObject())),
      let document = try? completed(empty, in: format)
    else { return nil }
    return try? format.value(from: document)
  }

  /// Whether a document of this version leaves out a value under a key, because it is the default; nil if it isn't a value
  /// of that field.
  func leavesOut(_ value: DocumentValue, under key: String, in format: FixtureFormat) -> Bool? {
    guard let data = try? format.data(of: DocumentValue.object([key: value])),
      let document = try? completed(data, in: format)
    else { return nil }
    return try? format.value(from: document)[key] == nil
  }

  private func rewritten(
    _ document: Data, in format: FixtureFormat, given: AnyVersion?, report: inout MigrationReport
  ) throws -> Data {
    try format.encode(format.decode(self.type, from: document, version: given, report: &report))
  }

  /// Where documents of this version store the version.
  var location: VersionLocation { type._versionLocation }

  /// The version to pass to the decoder, if documents don't contain it; otherwise nil.
  var givenVersion: AnyVersion? { location == .external ? version : .none }

  /// What programs of this version do with newer documents.
  var newerVersions: NewerVersionPolicy { type._newerVersions }

  /// What the type promises now. The lock has what it promised when it shipped.
  var promise: VersionPromise { VersionPromise(of: type) }

  /// Whether programs of this version read documents of a newer one.
  func readsDocuments(of newer: DocumentVersion) -> Bool {
    switch type._newerVersions {
    case .refuse: false
    case .readAsNewest: true
    case .ifReadable: isPromised(by: newer)
    }
  }

  /// Whether a newer version promises that programs of this version can read it.
  func isPromised(by newer: DocumentVersion) -> Bool {
    let oldest = newer.promise.readableSince
    if oldest == .unversioned || newer.location == .external { return false }
    return version == oldest || oldest.isOlder(than: version) == true
  }

  private static func previous<Value: VersionedCodable>(
    of type: Value.Type
  ) -> any VersionedCodable.Type {
    Value.PreviousVersion.self
  }

  private static func version<Value: VersionedCodable>(of type: Value.Type) -> AnyVersion {
    Value.version.anyVersion
  }
}

extension AnyVersion {
  /// The version in the middle of a sentence.
  var inWords: String { self == .unversioned ? "the unversioned shape" : "version \(self)" }
}
