import Foundation
import Lineage

/// What is locked of a document's versions: the file `MigrationFixtures/<Document>/schema.json`.
///
/// It is a versioned document itself: a lock that a newer kit has written is refused, unless it says
/// that this one can read it, and then nothing in it is lost.
struct SchemaLock: VersionedCodable, Hashable, Sendable {
  static let version = 1
  static let newerVersions = NewerVersionPolicy.ifReadable
  typealias PreviousVersion = NothingOlder

  /// The name of the document's folder.
  var document: String
  /// What was locked, oldest first.
  var versions: [Entry] = []
  var unknownFields = UnknownFields()

  /// Makes an empty lock.
  init(document: String) {
    self.document = document
  }

  /// What is locked of one version.
  struct Entry: Hashable, Sendable {
    var version: AnyVersion
    /// Where the version is in the document, as text.
    var location: String
    /// Whether documents of the version are out there, so that it can't change any more.
    var shipped: Bool
    var schema: Schema
    /// What the version and its neighbors promise each other; nil in locks from before it was locked.
    var promise: VersionPromise?
    /// The fixtures of a version that has shipped: their digests, by the names of the files.
    var fixtures: [String: String] = [:]
    var unknownFields = UnknownFields()

    init(
      version: AnyVersion, location: String, shipped: Bool = false, schema: Schema,
      promise: VersionPromise? = nil, fixtures: [String: String] = [:]
    ) {
      self.version = version
      self.location = location
      self.shipped = shipped
      self.schema = schema
      self.promise = promise
      self.fixtures = fixtures
    }

    /// Learns the entry of a version.
    init(
      of type: any VersionedCodable.Type, shipped: Bool = false, examples: [DocumentValue] = []
    ) {
      self.init(
        version: type.version.anyVersion, location: type._versionLocation.description,
        shipped: shipped, schema: .learned(from: type, examples: examples),
        promise: VersionPromise(of: type))
    }
  }

  /// The entry of a version, if there is one.
  func entry(for version: AnyVersion) -> Entry? {
    versions.first { $0.version == version }
  }

  /// Replaces the entry of the same version, or adds it as the newest.
  ///
  /// What a person has said about defaults that differ each time is kept.
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

  /// Removes the entry of a version.
  mutating func remove(_ version: AnyVersion) {
    versions.removeAll { $0.version == version }
  }
}

// MARK: - As a file

extension SchemaLock {
  /// Reads a lock.
  ///
  /// - Throws: `UnreadableLock`.
  init(from data: Data) throws {
    do {
      self = try JSONDecoder().decode(versioned: SchemaLock.self, from: data)
    } catch {
      throw UnreadableLock(underlyingError: error)
    }
  }

  /// The bytes of the file, the same ones for the same lock.
  ///
  /// A line for each field and each version of what a person reviews, with sorted keys and a newline
  /// at the end.
  func data() throws -> Data {
    let written = try JSONEncoder().encode(versioned: self)
    let value = try JSONDecoder().decode(unversioned: DocumentValue.self, from: written)
    // The lock, its versions, a version, the types, a type, the fields: each on lines of their own,
    // except for types about which there is little to say.
    let text = CanonicalText(openLevels: 6, plainLevel: 4).text(of: value)
    return Data((text + "\n").utf8)
  }
}

/// A lock that can't be read.
struct UnreadableLock: Error, CustomStringConvertible {
  let underlyingError: any Error

  var description: String {
    let error = underlyingError as? MigrationError
    if case .newerVersion(let found, let newest)? = error?.reason {
      return """
        The schema lock was written by a newer version of this kit: it has version '\(found)', and \
        the newest version known here is '\(newest)'. Update the package in this project, or restore \
        the file from version control.
        """
    }
    // What the decoder has found wrong is in the error's own text.
    let cause = error?.problem == nil ? error?.underlyingError as? DecodingError : nil
    let problem = cause?.ownWords ?? "\(underlyingError)"
    return """
      The schema lock can't be read: \(problem) Restore the file from version control, or \
      settle a merge conflict by keeping the entries of both sides.
      """
  }
}

extension DecodingError {
  /// What the lock's own types say about what they found.
  fileprivate var ownWords: String? {
    guard case .dataCorrupted(let context) = self else { return nil }
    let path = context.codingPath.reduce("") { path, key in
      key.intValue.map { "\(path)[\($0)]" } ?? path.member(key.stringValue)
    }
    return "At \(path): \(context.debugDescription)"
  }
}
