import Foundation
import Lineage

// MARK: - Previous locations

extension DocumentStore {
  /// The document from the first of its previous locations that has one.
  func imported() throws(StoreError) -> OpenedDocument<Value>? {
    for source in imports {
      if let imported = try source.read(coding) { return imported }
    }
    return nil
  }

  /// A document that was imported, in the format of this store, in which backups are opened. If the format can't
  /// express it, it stays as it was.
  func inOwnFormat(_ document: Data, of opened: OpenedDocument<Value>) -> Data {
    func isReadable(_ data: Data) -> Bool {
      (try? open(StoredBytes(data), data: data))?.report == opened.report
    }
    guard let format = opened.origin?.coding, !isReadable(document),
      let converted = try? coding.data(from: format.fields(of: document)), isReadable(converted)
    else { return document }
    return converted
  }

  /// A new file would hide a document that is still in a previous location, or what an older program has changed there
  /// since it was read.
  func checkThatNothingElseIsImported(
    insteadOf pending: PendingDocument<Value>, over opened: OpenedDocument<Value>?,
    in session: any StorageSession
  ) throws(StoreError) {
    if imports.isEmpty || opened?.stored != nil { return }
    if let origin = opened?.origin, !origin.hasChanged() { return }
    let stored = try explaining { () throws(PlaceError) in try session.read() }
    guard stored == nil, let found = try imported() else { return }
    // The value that was read may be an object that has been changed.
    let base = opened.flatMap { baseOfChanges(to: $0, isUnchanged: !(Value.self is AnyClass)) }
    throw .changed(
      Conflict(base: base, mine: pending.data, theirs: found, name: name, coding: coding))
  }

  /// Keeps the documents in previous locations, which would be read in place of the document, or which it would hide.
  /// Those that stay there are left alone.
  ///
  /// - Parameters:
  ///   - current: The document; nil if there is none.
  ///   - action: What is done to it. Only a removal keeps what is newer than this program.
  /// - Returns: Where they are. They are still there.
  func keepImports(
    besides current: StoredBytes?, for action: StoreFailure.Action,
    in session: any StorageSession
  ) throws(StoreError) -> [ImportOrigin] {
    var origins: [ImportOrigin] = []
    for source in imports where source.isCleanedUp {
      do throws(StoreError) {
        guard let found = try content(of: source, evenIfNewer: action == .removing) else {
          continue
        }
        // What a backup would hide is kept, whatever the options say.
        if action != .removing || options.backups != .none {
          let bytes = try sealed(found.data)
          try explaining(for: action) { () throws(PlaceError) in
            if isKept(bytes, label: found.label) { return }
            try session.keep(bytes, label: found.label, from: found.origin)
          }
        }
        origins.append(found.origin)
      } catch  where current != nil {
        // It can't be read, as when the document was imported or created, and stays there.
      }
    }
    return origins
  }

  /// Whether there is such a backup, because a removal has failed before.
  private func isKept(_ bytes: Data, label: String) -> Bool {
    let backups = (try? place.storedBackups()) ?? []
    return backups.contains { backup in
      backup.label == label && (try? place.read(backup))?.bytes == bytes
    }
  }

  /// What a previous location has, readable or not, and what to call it when it is kept; nil if it has nothing.
  private func content(
    of source: DocumentImport<Value>, evenIfNewer: Bool
  ) throws(StoreError) -> (data: Data, label: String, origin: ImportOrigin)? {
    do {
      guard let opened = try source.read(coding), let origin = opened.origin else { return nil }
      if !evenIfNewer { try opened.checkThatItMayBeHidden() }
      let data = inOwnFormat(origin.document ?? opened.data, of: opened)
      return (data, label(opened.version), origin)
    } catch .damaged(let document) {
      guard let origin = document.origin else { throw .damaged(document) }
      return (document.data, BackupLabel.damaged, origin)
    } catch .newer(let document) {
      guard evenIfNewer, let origin = document.origin else { throw .newer(document) }
      let data = origin.document ?? document.data
      let version = try? (origin.coding ?? coding).version(of: Value.self, in: data)
      return (data, label(version), origin)
    }
  }
}
