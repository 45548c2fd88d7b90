import Foundation
import Lineage

/// A type of a document's chain, without its static type.
struct DocumentVersion: Sendable {
  let type: any VersionedCodable.Type
  let version: AnyVersion
  /// The name of the folder with its fixtures.
  let folder: String
  /// The number of the version in the chain, from the oldest on.
  let index: Int

  /// The versions that lead to a type, the oldest first. The chain has to be in order.
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

  /// Decodes a document as this version, taking the steps that lead to it, and writes it again.
  ///
  /// - Parameters:
  ///   - document: A document.
  ///   - source: The version that it is of.
  ///   - report: Is replaced by the report of decoding.
  func rewritten(
    _ document: Data, of source: DocumentVersion, in format: FixtureFormat,
    report: inout MigrationReport
  ) throws -> Data {
    try rewritten(
      document, as: self.type, in: format, given: source.givenVersion, report: &report)
  }

  /// Decodes a document as this version and writes it again.
  func rewritten(
    _ document: Data, of source: DocumentVersion, in format: FixtureFormat
  ) throws -> Data {
    var report = MigrationReport()
    return try rewritten(document, of: source, in: format, report: &report)
  }

  /// Decodes a document as this version, and writes it in its format and as exactly as JSON can.
  func forms(
    of document: Data, _ source: DocumentVersion, in format: FixtureFormat
  ) throws -> (written: Data, exact: DocumentValue) {
    try forms(of: document, as: self.type, in: format, given: source.givenVersion)
  }

  private func forms<Value: VersionedCodable>(
    of document: Data, as type: Value.Type, in format: FixtureFormat, given: AnyVersion?
  ) throws -> (written: Data, exact: DocumentValue) {
    var report = MigrationReport()
    let value = try format.decode(type, from: document, version: given, report: &report)
    // What only JSON can't write, such as a number that is none, is no reason to fail here.
    let exact = try? FixtureFormat.json.value(from: FixtureFormat.json.encode(value))
    return (try format.encode(value), exact ?? .null)
  }

  /// Decodes a document as this version, and leaves it at that.
  func decode(_ document: Data, of source: DocumentVersion, in format: FixtureFormat) throws {
    try decode(document, as: self.type, in: format, given: source.givenVersion)
  }

  private func decode<Value: VersionedCodable>(
    _ document: Data, as type: Value.Type, in format: FixtureFormat, given: AnyVersion?
  ) throws {
    var report = MigrationReport()
    _ = try format.decode(type, from: document, version: given, report: &report)
  }

  /// Writes what has the shape of this version, but not the version itself, as a document.
  func completed(_ body: Data, in format: FixtureFormat) throws -> Data {
    var report = MigrationReport()
    return try rewritten(body, as: self.type, in: format, given: version, report: &report)
  }

  private func rewritten<Value: VersionedCodable>(
    _ document: Data, as type: Value.Type, in format: FixtureFormat, given: AnyVersion?,
    report: inout MigrationReport
  ) throws -> Data {
    try format.encode(format.decode(type, from: document, version: given, report: &report))
  }

  /// Where documents of this version have it.
  var location: VersionLocation { type._versionLocation }

  /// The version, where documents don't hold it, so that it has to be passed to decode them.
  var givenVersion: AnyVersion? { location == .external ? version : .none }

  /// What its programs do with documents of newer versions.
  var newerVersions: NewerVersionPolicy { type._newerVersions }

  /// What its type promises today; what it promised when it shipped is in the lock.
  var promise: VersionPromise { VersionPromise(of: type) }

  /// Whether a newer version says that programs of this one can read what it writes.
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
