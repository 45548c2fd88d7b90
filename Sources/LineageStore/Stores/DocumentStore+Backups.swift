public import Foundation
public import Lineage

extension DocumentStore {
  /// The backups of the document, newest first.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if they can't be listed.
  public func backups() throws(StoreError) -> [DocumentBackup<Value>] {
    let backups = try convertingErrors { () throws(PlaceError) in try place.storedBackups() }
    return backups.map { DocumentBackup(stored: $0, store: self) }
  }

  /// Replaces the document with a backup, byte for byte. The document that it replaces is backed up first.
  ///
  /// - Parameter backup: One of ``backups()``.
  /// - Returns: The saved document. Pass it to the next `write(_:over:)`.
  /// - Throws: ``StoreError/newer(_:)`` if the document that is there or the backup is newer than this program;
  ///   ``StoreError/damaged(_:)`` if the backup can't be read; ``StoreError/uncertain(_:)`` if the place hasn't stored it, or
  ///   has stored something else; otherwise another `StoreError`. The backup is still there then: to bring back one that
  ///   can't be read, store what its ``DocumentBackup/data()`` returns yourself.
  @discardableResult
  public func restore(
    _ backup: DocumentBackup<Value>
  ) throws(StoreError) -> OpenedDocument<Value> {
    // The backup may be that of another document, which is in another place and sealed otherwise.
    let bytes = try backup.store.read(backup.stored)
    let restored = try open(bytes, of: backup.stored)
    return try change { session throws(StoreError) in
      let current = try convertingErrors { () throws(PlaceError) in try session.read() }
      let origins =
        current == nil ? try backUpImports(hiddenBy: restored, in: session) : []
      let label = try current.map { current throws(StoreError) in
        try labelIfReplaceable(current, by: restored)
      }
      // A document that has to be made again gets what the backup has from it.
      let origin = backup.url.map { FileOrigin.backup(FilePath.of($0)) }
      let result = try convertingErrors { () throws(PlaceError) in
        try session.replace(current, with: bytes.bytes, backup: label, origin: origin)
      }
      switch result {
      case .replaced(let stored):
        let verified = try verify(over: current, storedAs: stored, in: session) {
          data throws(StoreError) in try restored.verify(stored: data)
        }
        if label != nil { removeOldBackups(in: session) }
        for origin in origins { try? origin.cleanUp() }
        return restored.stored(as: verified)
      case .changed(let theirs):
        let base = current.flatMap { try? open($0) }
        throw try conflict(from: base?.data, restored.data, theirs)
      }
    }
  }

  /// Throws the error of `restore(_:)` if the backup, or the document that is there now, is why it can't be restored.
  func checkRestorable(_ backup: DocumentBackup<Value>) throws(StoreError) {
    let restored = try backup.store.open(backup.stored)
    let current = try convertingErrors { () throws(PlaceError) in try place.read() }
    if let current { _ = try labelIfReplaceable(current, by: restored) }
  }

  /// The label of a document that a backup replaces.
  ///
  /// - Throws: ``StoreError/newer(_:)`` if it is newer than the backup.
  private func labelIfReplaceable(
    _ stored: StoredBytes, by restored: OpenedDocument<Value>
  ) throws(StoreError) -> BackupLabel {
    do {
      let current = try open(stored)
      try current.checkThatNewerVersionIsKept(by: restored, orFailWith: .backup)
      return BackupLabel(current.version)
    } catch  where error.isAboutContent {
      return .damaged
    }
  }

  func read(_ backup: StoredBackup) throws(StoreError) -> StoredBytes {
    do {
      return try place.read(backup)
    } catch {
      throw error.storeError(for: name(of: backup))
    }
  }

  func open(_ backup: StoredBackup) throws(StoreError) -> OpenedDocument<Value> {
    try open(read(backup), of: backup)
  }

  /// Opens a backup. Errors name its own file, and later ones that of the document.
  private func open(
    _ stored: StoredBytes, of backup: StoredBackup
  ) throws(StoreError) -> OpenedDocument<Value> {
    let own = name(of: backup)
    return try OpenedDocument<Value>(
      stored, data: decrypted(stored, named: own), name: own, coding
    ).named(name)
  }

  private func name(of backup: StoredBackup) -> DocumentName {
    backup.url.map { DocumentName(Value.self, at: FilePath.of($0), isBackup: true) } ?? name
  }

  /// The document in a backup, decrypted but not decoded.
  func document(in backup: StoredBackup) throws(StoreError) -> Data {
    try decrypted(read(backup), named: name(of: backup))
  }

  func version(of backup: StoredBackup) -> AnyVersion? {
    guard let document = try? document(in: backup) else { return nil }
    do {
      return try coding.version(of: Value.self, in: document) ?? .unversioned
    } catch {
      return nil
    }
  }
}

/// A backup of a document, from before it was replaced or removed.
public struct DocumentBackup<Value: VersionedCodable>: Sendable {
  let stored: StoredBackup
  let store: DocumentStore<Value>

  /// When it was made.
  public var date: Date { stored.date }
  /// The file that contains it, in the form in which the program of its version opens it; nil if it isn't in a file, as
  /// in `UserDefaults`.
  public var url: URL? { stored.url }
  /// Its version; nil if it can't be read.
  public var version: AnyVersion? {
    isDamaged ? nil : store.version(of: stored)
  }
  /// Whether it was made because the document couldn't be read.
  public var isDamaged: Bool { stored.label == .damaged }
  /// Whether it has changes that a ``LiveDocument`` couldn't save before it was released, or has dropped for
  /// ``LiveDocument/takeTheirs()`` or ``LiveDocument/restore(_:)``. It was never the stored
  /// document.
  public var isUnsaved: Bool { stored.label == .unsaved }
  /// Whether it is a document of another program that ``LiveDocument/keepMine()`` has replaced.
  public var isOverruled: Bool { stored.label == .overruled }
  /// Whether it is a state of the document that a program has read, and not a damaged, unsaved or overruled one. If the
  /// user doesn't pick a backup, restore the newest restore point.
  public var isRestorePoint: Bool { !isDamaged && !isUnsaved && !isOverruled }

  /// Opens the document, as the newest version of its type.
  ///
  /// - Throws: ``StoreError``.
  public func open() throws(StoreError) -> OpenedDocument<Value> {
    try store.open(stored)
  }

  /// Reads the bytes of the document as they are stored, even if it can't be opened. They are encrypted if the document
  /// is.
  ///
  /// - Throws: ``StoreError/unavailable(_:)``.
  public func data() throws(StoreError) -> Data {
    try store.read(stored).bytes
  }

  /// Reads the document, decrypted but not decoded.
  package func document() throws(StoreError) -> Data {
    try store.document(in: stored)
  }
}

// MARK: - Conformances

extension DocumentBackup: CustomStringConvertible {
  /// When it was made, its version or why it was made, and where it is.
  ///
  /// The version is the one in the name of the backup, so that nothing is read.
  public var description: String {
    let place = stored.url.map(FilePath.of) ?? store.place.location
    return "\(date.formatted(.iso8601)), \(stored.label), \(place)"
  }
}
