import Foundation
import Lineage
import LineageStore

/// The documents of a type.
struct TypedKind<Value: VersionedCodable>: DocumentKind {
  let pattern: String
  var options: DocumentOptions

  var name: String { TypeName.of(Value.self) }
  var target: AnyVersion { Value.version.anyVersion }
  var chain: VersionChain { Value.chain }
  var types: [any VersionedCodable.Type] { Value.typesOfChain }
  var coding: any DocumentCoding { options.format.coding }

  func matches(_ name: String) -> Bool { NamePattern(pattern).matches(name) }

  func migrating(to version: AnyVersion) -> (any DocumentKind)? {
    func kind<Older: VersionedCodable>(_ type: Older.Type) -> any DocumentKind {
      TypedKind<Older>(pattern: pattern, options: options)
    }
    return types.first { $0.version.anyVersion == version }.map { kind($0) }
  }

  // MARK: - Documents without a file

  func standing(of data: Data) -> DocumentStanding {
    do {
      let version = try version(of: data)
      if version == target { return .current(version) }
      if target.isOlder(than: version) == true { return .newer(version) }
      // Decoding a document of an unknown version says what is wrong with it.
      if !chain.links.contains(where: { $0.version == version }) {
        _ = try coding.decode(Value.self, from: data)
      }
      return .older(version)
    } catch {
      return standing(of: error, data)
    }
  }

  /// The version of a document, with the errors of one that has none although it should.
  private func version(of data: Data) throws -> AnyVersion {
    if data.isEmpty { throw DocumentFailure(.unreadable, message: "It is empty.") }
    if let version = try coding.version(of: Value.self, in: data) { return version }
    guard chain.links.contains(where: { $0.version == .unversioned }) else {
      // Decoding finds the same, and has the words for it.
      _ = try coding.decode(Value.self, from: data)
      return .unversioned
    }
    return .unversioned
  }

  /// What the error of decoding a document says about it.
  func standing(of error: any Error, _ data: Data) -> DocumentStanding {
    let found = try? coding.version(of: Value.self, in: data)
    if let error = error as? MigrationError {
      switch error.reason {
      case .newerVersion, .unknownVersion: return .newer(found)
      case .malformedVersion(let kind) where ["a string", "a number"].contains(kind):
        return .newer(found)
      default: break
      }
    }
    if case .newer(let document)? = error as? StoreError {
      return .newer(document.version ?? found)
    }
    return .failed(DocumentFailure(error, version: found))
  }

  func examine(_ data: Data) -> Examination {
    do {
      return try examination(
        of: OpenedDocument<Value>(data, format: options.format), data.count)
    } catch {
      return Examination(standing: standing(of: error, data), size: data.count)
    }
  }

  private func examination(
    of opened: OpenedDocument<Value>, _ size: Int
  ) throws -> Examination {
    let report = opened.report
    if report.newerValuesRead.contains(where: { $0.path.components.isEmpty }) {
      return Examination(standing: .newer(opened.version), size: size)
    }
    guard report.changesVersions else {
      return Examination(standing: .current(opened.version), size: size)
    }
    let pending = try opened.saving(opened.value)
    let changes = DocumentChanges(
      from: try coding.fields(of: opened.data), to: try coding.fields(of: pending.data), report,
      versions: opened.version, target, locations: chain.links.map(\.location))
    return Examination(standing: .older(opened.version), changes: changes, size: size)
  }

  // MARK: - Files

  func file(_ path: String) -> DocumentFile<Value> {
    DocumentFile(path: path, createsFolder: false, options: options)
  }

  func standing(ofFile path: String) -> DocumentStanding {
    do {
      return standing(of: try content(of: path))
    } catch {
      return .failed(DocumentFailure(error, version: nil))
    }
  }

  /// The document in a file, decrypted.
  private func content(of path: String) throws -> Data {
    guard let data = try file(path).store.content() else { throw Self.removed }
    return data
  }

  func examine(file path: String) -> Examination {
    let data: Data
    do {
      data = try content(of: path)
    } catch {
      return Examination(standing: .failed(DocumentFailure(error, version: nil)))
    }
    return examine(data)
  }

  func migrate(file path: String) -> Examination {
    var size = 0
    var found: AnyVersion?
    do {
      guard let opened = try file(path).read() else { throw Self.removed }
      size = opened.data.count
      found = opened.version
      let examination = try examination(of: opened, size)
      guard case .older = examination.standing else { return examination }
      let saved = try file(path).write(opened.value, over: opened)
      try check(saved, at: path)
      return examination
    } catch {
      if case .newer(let document)? = error as? StoreError {
        return Examination(standing: .newer(document.version ?? found), size: size)
      }
      if case .damaged? = error as? StoreError, let data = try? content(of: path) {
        found = try? coding.version(of: Value.self, in: data)
      }
      return Examination(standing: .failed(DocumentFailure(error, version: found)), size: size)
    }
  }

  /// Opens a document again that was written, and compares it.
  private func check(_ saved: OpenedDocument<Value>, at path: String) throws {
    guard try file(path).read()?.data == saved.data else {
      throw DocumentFailure(
        .inUse, version: target,
        message: "It was migrated, and then changed by another program.")
    }
  }

  private static var removed: DocumentFailure {
    DocumentFailure(.unavailable, message: "It was removed in the meantime.")
  }

  // MARK: - Lines

  func lineMigrator(_ options: LineOptions) -> any LineMigrating {
    LineMigrator<Value>(kind: self, options: options)
  }

  // MARK: - Backups

  func backups(ofFile path: String) throws(DocumentFailure) -> [BackupDescription] {
    try kept(path).map(\.description)
  }

  func restore(
    file path: String, from name: String?
  ) throws(DocumentFailure) -> BackupDescription {
    let all = try kept(path)
    guard
      let chosen = name == nil ? all.first : all.first(where: { $0.description.name == name })
    else {
      throw DocumentFailure(
        .unavailable,
        message: name.map { "There is no backup '\($0)'." } ?? "There is no backup.")
    }
    do {
      try file(path).restore(chosen.backup)
    } catch {
      throw DocumentFailure(error, version: nil)
    }
    return chosen.description
  }

  private func kept(
    _ path: String
  ) throws(DocumentFailure) -> [(backup: DocumentBackup<Value>, description: BackupDescription)] {
    do {
      return try file(path).backups().map { backup in
        let path = backup.url?.path(percentEncoded: false) ?? ""
        return (
          backup,
          BackupDescription(
            name: backup.url?.lastPathComponent ?? "", path: path, date: backup.date,
            version: backup.version)
        )
      }
    } catch {
      throw DocumentFailure(error, version: nil)
    }
  }
}
