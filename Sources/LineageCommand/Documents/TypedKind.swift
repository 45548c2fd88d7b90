import Foundation
import Lineage
import LineageSchemas
import LineageStore

/// The documents of a type.
struct TypedKind<Value: VersionedCodable>: DocumentKind {
  var name: String
  let pattern: String
  private let names: NamePattern
  var options: DocumentOptions
  var refusesLosses = false
  /// The same documents up to the newest version, if this is an older one.
  private let newest: (any DocumentKind)?

  init(pattern: String, options: DocumentOptions, newest: (any DocumentKind)? = nil) {
    self.pattern = pattern
    self.options = options
    self.newest = newest
    name = newest?.name ?? TypeName.of(Value.self)
    names = NamePattern(pattern)
  }

  /// Whether this is an older version of the documents' type.
  var isLimited: Bool { newest != nil }
  var target: AnyVersion { Value.version.anyVersion }
  var chain: VersionChain { Value.chain }
  var types: [any VersionedCodable.Type] { Value.typesOfChain }
  var coding: any DocumentCoding { options.format.coding }

  func matches(file path: String) -> Bool {
    names.matches(FilePath.names(of: path).last ?? path)
  }

  func knows(_ version: AnyVersion) -> Bool { types.contains { $0.version.anyVersion == version } }

  func migrating(to version: AnyVersion) -> (any DocumentKind)? {
    func kind<Older: VersionedCodable>(_ type: Older.Type) -> any DocumentKind {
      var kind = TypedKind<Older>(pattern: pattern, options: options, newest: newest ?? self)
      kind.refusesLosses = refusesLosses
      return kind
    }
    return types.first { $0.version.anyVersion == version }.map { kind($0) }
  }

  var nestedVersionedTypes: [any VersionedCodable.Type] {
    LearnedSchema(of: Value.self).nestedVersionedTypes
  }

  // MARK: - Documents without a file

  func standing(of data: Data) -> DocumentStanding {
    do {
      if let version = versionBeyond(data) { return .newer(version) }
      let version = try version(of: data)
      if version == target { return .current(version) }
      if target.isOlder(than: version) == true { return .newer(version) }
      // Decoding a document of an unknown version says what is wrong with it.
      if !knows(version) {
        _ = try coding.decode(migrating: Value.self, from: data)
      }
      return .older(version)
    } catch {
      return standing(of: error, data)
    }
  }

  /// The version of a document that is beyond this one, in the chain of the newest type or not; nil if it isn't.
  ///
  /// A newer type may store its version elsewhere, where this one doesn't look.
  func versionBeyond(_ data: Data) -> AnyVersion? {
    guard let newest else { return nil }
    let version: AnyVersion?
    switch newest.standing(of: data) {
    case .newer(let version): return version ?? .unversioned
    case .current(let found), .older(let found): version = found
    case .failed: return nil
    }
    guard let version, !knows(version), newest.knows(version) else { return nil }
    return version
  }

  /// The version of a document, with the errors of one that has none although it should.
  private func version(of data: Data) throws -> AnyVersion {
    if data.isEmpty { throw DocumentFailure(.unreadable, message: "It is empty.") }
    if let version = try coding.version(of: Value.self, in: data) { return version }
    // Decoding finds the same, and throws the error that explains it.
    if !knows(.unversioned) { _ = try coding.decode(migrating: Value.self, from: data) }
    return .unversioned
  }

  /// What the error of decoding a document says about it.
  func standing(of error: any Error, _ data: Data) -> DocumentStanding {
    let found = try? coding.version(of: Value.self, in: data)
    if let error = error as? MigrationError {
      switch error.reason {
      case .newerVersion: return .newer(found)
      // Other values of the document may be known only to a newer program.
      case .unknownVersion where !error.path.components.isEmpty: return .newer(found)
      case let reason where reason.isVersionOfAnotherKind:
        // A number in quotes is a mistake.
        if case .string(let text)? = found, Int(text) != nil { break }
        return .newer(found)
      default: break
      }
    }
    if case .newer(let document)? = error as? StoreError {
      if let cause = document.underlyingError as? MigrationError {
        return standing(of: cause, data)
      }
      return .newer(document.version ?? found)
    }
    return .failed(DocumentFailure(error, version: found))
  }

  func examine(_ data: Data) -> Examination {
    if let version = versionBeyond(data) {
      return Examination(standing: .newer(version), size: data.count)
    }
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
    let standing = standing(of: opened)
    guard case .older = standing else { return Examination(standing: standing, size: size) }
    let pending = try opened.saving(opened.value)
    let changes = DocumentChanges(
      from: try coding.fields(of: opened.data), to: try coding.fields(of: pending.data),
      opened.report, versions: opened.version, target,
      locations: types.flatMap { $0.ownLocations })
    return Examination(
      standing: standing, changes: changes, lost: changes.lost, notes: opened.report.notes,
      size: size)
  }

  func standing(of opened: OpenedDocument<Value>) -> DocumentStanding {
    if opened.report.isOfNewerDocument { return .newer(opened.version) }
    if !opened.report.changesVersions { return .current(opened.version) }
    if isLimited {
      // Values inside would get their newest version, which programs that know this one may not know.
      if opened.version == target { return .current(opened.version) }
      if let nested = opened.report.nestedMigrations.first {
        return .failed(
          DocumentFailure(
            .notVerified, version: opened.version, path: nested.path,
            message:
              "At \(nested.path): The value has a version of its own, and would be migrated to the newest one."
          ))
      }
    }
    do {
      try opened.checkThatNewerValuesAreKept()
    } catch {
      if case .newer = error { return .newer(opened.version) }
      return .failed(DocumentFailure(error, version: opened.version))
    }
    guard refusesLosses,
      let failure = DocumentFailure.loss(opened.report, version: opened.version)
    else { return .older(opened.version) }
    return .failed(failure)
  }

  // MARK: - Files

  func file(_ path: String) -> DocumentFile<Value> {
    DocumentFile(path: path, createsFolder: false, options: options)
  }

  func content(ofFile path: String) throws(DocumentFailure) -> Data? {
    do {
      return try file(path).store.content()
    } catch {
      throw DocumentFailure(error, version: nil)
    }
  }

  /// The document in a file, which was there a moment ago.
  private func content(of path: String) throws(DocumentFailure) -> Data {
    guard let data = try content(ofFile: path) else { throw DocumentFailure.removed }
    return data
  }

  func migrate(
    file path: String, begin: (Examination) throws(DocumentFailure) -> Void
  ) -> (result: MigrationResult, size: Int) {
    do {
      if newest != nil {
        let data = try content(of: path)
        if let version = versionBeyond(data) { return (.newer(version), data.count) }
      }
      return try migrated(path, begin)
    } catch {
      let data = (try? content(of: path)) ?? Data()
      let failure = DocumentFailure(error, version: nil)
      return (MigrationResult(standing(of: error, data)) ?? .failed(failure), data.count)
    }
  }

  /// Migrates a document.
  ///
  /// If another program changes it at the same time, it is looked at once more: that program may have migrated it, or
  /// written the old version over the migrated document.
  private func migrated(
    _ path: String, _ begin: (Examination) throws(DocumentFailure) -> Void
  ) throws -> (result: MigrationResult, size: Int) {
    var replaced: Examination?
    for _ in 0..<5 {
      guard let opened = try file(path).read() else { throw DocumentFailure.removed }
      let examination = Examination(
        standing: standing(of: opened), lost: opened.report.fieldsLost,
        notes: opened.report.notes, size: opened.data.count)
      switch MigrationResult(examination.standing) {
      case nil: break
      case .failed(let failure)?: return (.failed(failure), examination.size)
      case let result?:
        return replaced.map { (.migrated($0), $0.size) } ?? (result, examination.size)
      }
      try begin(examination)
      do {
        let saved = try file(path).write(opened.value, over: opened)
        let first = replaced ?? examination
        replaced = first
        if try file(path).read()?.data == saved.data { return (.migrated(first), first.size) }
      } catch StoreError.changed {}
    }
    throw DocumentFailure(
      .inUse, version: target, message: "Another program keeps changing it.")
  }

  // MARK: - Lines

  func lineMigrator(
    _ layout: LineLayout, decodingCurrentLines decodesCurrentLines: Bool
  ) -> any LineMigrating {
    LineMigrator<Value>(
      kind: self, layout: layout, decodingCurrentLines: decodesCurrentLines)
  }

  // MARK: - Backups

  func backups(ofFile path: String) throws(DocumentFailure) -> [MigrationBackup] {
    try typedBackups(ofFile: path).map(MigrationBackup.init)
  }

  func documents(
    inBackupsOf path: String, since date: Date
  ) throws(DocumentFailure) -> AnySequence<BackedUpDocument> {
    let backups = try typedBackups(ofFile: path).lazy.filter {
      $0.isRestorePoint && $0.date >= date
    }
    return AnySequence(
      backups.map { backup in
        let content = Result { () throws(StoreError) in try backup.document() }
        return BackedUpDocument(
          backup: backup.name, content: content.mapError { DocumentFailure($0, version: nil) })
      })
  }

  func restore(
    file path: String, from name: String?
  ) throws(DocumentFailure) -> MigrationBackup {
    let chosen = try typedBackups(ofFile: path).first { backup in
      name.map { $0 == backup.name } ?? backup.isRestorePoint
    }
    guard let chosen else {
      throw DocumentFailure.noBackup("There is no backup\(name.map { " '\($0)'" } ?? "").")
    }
    // Keeping the document that is replaced may remove the backup, and its version couldn't be read.
    let restored = MigrationBackup(chosen)
    do {
      _ = try chosen.open()
    } catch {
      let failure = DocumentFailure(error, version: restored.version)
      let advice =
        name == nil
        ? "Name an older one with '--backup', or copy its file to bring it back as it is."
        : "Copy its file to bring it back as it is."
      throw DocumentFailure(
        failure.code, version: failure.version, path: failure.path,
        message: "The backup '\(chosen.name)' can't be read. \(failure.message) \(advice)")
    }
    do {
      try file(path).restore(chosen)
    } catch {
      throw DocumentFailure(error, version: nil)
    }
    return restored
  }

  private func typedBackups(
    ofFile path: String
  ) throws(DocumentFailure) -> [DocumentBackup<Value>] {
    do {
      return try file(path).backups()
    } catch {
      throw DocumentFailure(error, version: nil)
    }
  }
}

extension DocumentBackup {
  /// The name of the file that contains it.
  fileprivate var name: String { url?.lastPathComponent ?? "" }
}

extension MigrationBackup {
  fileprivate init<Value>(_ backup: DocumentBackup<Value>) {
    self.init(
      name: backup.name, date: backup.date, version: backup.version, isUnsaved: backup.isUnsaved,
      isOverruled: backup.isOverruled)
  }
}

extension VersionedCodable {
  /// Where documents have what Lineage adds to them.
  fileprivate static var ownLocations: [VersionLocation] {
    let readableSince = writesReadableSince ? _versionLocation.readableSince : nil
    return [_versionLocation] + [readableSince].compactMap(\.self)
  }
}
