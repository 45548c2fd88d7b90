import Foundation
import Lineage
import LineageSchemas

/// The locked shapes of a document's versions: the file `MigrationFixtures/<Document>/schema.json`.
///
/// It is a versioned document itself. A lock written by a newer version of this library is refused,
/// unless it declares that this version can read it. Then nothing in it is lost.
struct SchemaLock: VersionedCodable, Hashable, Sendable {
  static let version = 1
  static let newerVersions = NewerVersionPolicy.ifReadable
  typealias PreviousVersion = NothingOlder

  /// The name of the document's folder.
  var document: String
  /// The entries of the versions, oldest first.
  var versions: [Entry] = []
  /// What the strategies of coders make of some values, by the extension of the format's files.
  var strategies: [String: CoderStrategies]?
  var unknownFields = UnknownFields()

  /// Creates an empty lock.
  init(document: String) {
    self.document = document
  }

  /// The entry of one version.
  struct Entry: Hashable, Sendable {
    var version: AnyVersion
    /// The `lockName` of the location of the version in the document.
    var location: String
    /// Whether users have documents of the version, so that it must no longer change.
    var shipped: Bool
    var schema: Schema
    var promise: VersionPromise
    /// The digest of the version's declaration, if it is `@Shipped`.
    var declaration: String?
    /// The digest of a shipped version's entry when it was recorded. It shows that a merge has changed the entry, which it
    /// can do together with the type.
    var digest: String?
    /// The digests of a shipped version's fixtures, by file name.
    var fixtures: [String: String] = [:]
    /// The digests of what fixtures migrate to, by the paths of the `.expected` files, if this is the newest version that
    /// has shipped; otherwise nil.
    var expectations: [String: String]?
    var unknownFields = UnknownFields()

    init(
      version: AnyVersion, location: String, shipped: Bool = false, schema: Schema,
      promise: VersionPromise = VersionPromise(), declaration: String? = nil, digest: String? = nil,
      fixtures: [String: String] = [:], expectations: [String: String]? = nil
    ) {
      self.version = version
      self.location = location
      self.shipped = shipped
      self.schema = schema
      self.promise = promise
      self.declaration = declaration
      self.digest = digest
      self.fixtures = fixtures
      self.expectations = expectations
    }

    /// The entry of a version, without its fixtures.
    init(of type: any VersionedCodable.Type, shipped: Bool, schema: Schema) {
      self.init(
        version: type.version.anyVersion, location: type._versionLocation.lockName,
        shipped: shipped, schema: schema, promise: VersionPromise(of: type),
        declaration: (type as? any ShippedVersion.Type)?.shippedDigest)
    }

    /// Learns the entry of a version.
    init(
      of type: any VersionedCodable.Type, shipped: Bool = false, examples: [DocumentValue] = []
    ) {
      self.init(
        of: type, shipped: shipped, schema: .learned(from: type, examples: examples))
    }
  }

  /// The entry of a version, if there is one.
  func entry(for version: AnyVersion) -> Entry? {
    versions.first { $0.version == version }
  }

  /// Replaces the entry of the same version, or adds it as the newest.
  ///
  /// The `differsEachTime` marks that a person has added are preserved.
  mutating func set(_ entry: Entry) {
    if let index = versions.firstIndex(where: { $0.version == entry.version }) {
      var entry = entry
      entry.schema = entry.schema.keepingMarks(of: versions[index].schema)
      if entry.unknownFields.isEmpty { entry.unknownFields = versions[index].unknownFields }
      versions[index] = entry
    } else {
      versions.append(entry)
    }
  }

  /// Adds the digests of the entries of shipped versions.
  mutating func seal() throws {
    for index in versions.indices {
      versions[index].digest = versions[index].shipped ? try versions[index].currentDigest() : nil
    }
  }

  /// Sets the expectations of the newest version that has shipped. Those of a version before it were about another result.
  mutating func setExpectations(_ expectations: [String: String]?, of shipped: AnyVersion) {
    for index in versions.indices {
      versions[index].expectations = versions[index].version == shipped ? expectations : nil
    }
  }
}

// MARK: - As a file

extension SchemaLock {
  /// Decodes a lock.
  ///
  /// - Throws: `UnreadableLock`.
  init(from data: Data) throws {
    do {
      self = try JSONDecoder().decode(versioned: SchemaLock.self, from: data)
    } catch {
      throw UnreadableLock(underlyingError: error)
    }
    var seen: Set<AnyVersion> = []
    if let twice = versions.first(where: { !seen.insert($0.version).inserted }) {
      throw UnreadableLock(underlyingError: RepeatedVersion(version: twice.version))
    }
  }

  /// A version has two entries, of which only one could count.
  struct RepeatedVersion: Error {
    let version: AnyVersion
  }

  /// The bytes of the file, which are always the same for the same lock.
  ///
  /// Everything that a person reviews has its own line. Keys are sorted, and the text ends with a
  /// newline.
  func data() throws -> Data {
    let written = try JSONEncoder().encode(versioned: self)
    let value = try JSONDecoder().decode(unversioned: DocumentValue.self, from: written)
    // The lock, its versions, a version, the types, a type, the fields: each has one member per
    // line, except for types with little information.
    let text = CanonicalText(openLevels: 6, plainLevel: 4).text(of: value)
    return Data((text + "\n").utf8)
  }
}

/// A lock that can't be read.
struct UnreadableLock: Error, CustomStringConvertible {
  let underlyingError: any Error

  var description: String {
    if let repeated = underlyingError as? SchemaLock.RepeatedVersion {
      return """
        The schema lock can't be read: It has two entries for \(repeated.version.inWords). Keep the one \
        that users have documents of, or restore the file from version control.
        """
    }
    let error = underlyingError as? MigrationError
    if case .newerVersion(let found, let newest)? = error?.reason {
      return """
        The schema lock was written by a newer version of LineageTesting: it has version '\(found)', \
        and the newest version known here is '\(newest)'. Update the package in this project, or restore \
        the file from version control.
        """
    }
    // Problems found by the decoder are in the error's own text.
    let cause = error?.problem == nil ? error?.underlyingError as? DecodingError : nil
    let problem = cause?.ownWords ?? "\(underlyingError)"
    return """
      The schema lock can't be read: \(problem) Restore the file from version control, or \
      resolve a merge conflict by keeping the entries of both sides.
      """
  }
}

extension DecodingError {
  /// The message of an error that the lock's own types have thrown.
  fileprivate var ownWords: String? {
    guard case .dataCorrupted(let context) = self else { return nil }
    let path = context.codingPath.reduce("") { path, key in
      key.intValue.map { "\(path)[\($0)]" } ?? path.member(key.stringValue)
    }
    return "At \(path): \(context.debugDescription)"
  }
}
