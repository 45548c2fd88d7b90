import Foundation
import Lineage

// MARK: - Previous locations

extension DocumentStore {
  /// The document from the first of its previous locations that has one.
  func imported() throws(StoreError) -> OpenedDocument<Value>? {
    try imported(insteadOf: nil)
  }

  /// The document from the first of the previous locations that has one, unless it is the one that was read there.
  private func imported(
    insteadOf origin: ImportOrigin?
  ) throws(StoreError) -> OpenedDocument<Value>? {
    for index in imports.indices {
      if let origin, origin.source?.index == index, !origin.hasChanged(), !origin.isEmpty() {
        return nil
      }
      if let imported = try imported(from: index) { return imported }
    }
    return nil
  }

  private func imported(from index: Int) throws(StoreError) -> OpenedDocument<Value>? {
    let source = ImportOrigin.Source(store: place.location, index: index)
    do {
      guard let opened = try imports[index].read(coding) else { return nil }
      return opened.origin.map { opened.imported(from: $0.with(source)) } ?? opened
    } catch .damaged(var document) {
      document.origin = document.origin?.with(source)
      throw .damaged(document)
    } catch .newer(var document) {
      document.origin = document.origin?.with(source)
      throw .newer(document)
    }
  }

  /// The origin of a document that was read here. One that another store has imported stays where it is.
  func ownOrigin(_ origin: ImportOrigin?) -> ImportOrigin? {
    origin?.source?.store == place.location ? origin : nil
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

  /// The document from which changes of a value start, in the format of this store; nil if it can't be encoded.
  ///
  /// - Parameter opened: The document that the value was read from. Its value is still the one that was read.
  func baseOfChanges(to opened: OpenedDocument<Value>) -> Data? {
    // What was filled, or made by a step, may differ the next time.
    opened.isExact ? inOwnFormat(opened.data, of: opened) : try? encoded(opened.value)
  }

  /// The document from which changes of a value start that the program has made, in the format of this store; nil if it
  /// can't be encoded. The value that was read may be an object that has been changed.
  func baseOfOwnChanges(to opened: OpenedDocument<Value>) -> Data? {
    Value.self is AnyClass ? inOwnFormat(opened.data, of: opened) : baseOfChanges(to: opened)
  }

  /// Throws ``StoreError/changed(_:)`` if a previous location has a document that the caller hasn't read. A new file would
  /// hide it.
  ///
  /// - Parameter origin: Where the document was read that is replaced; nil if there was none.
  func checkThatNothingElseIsImported(
    insteadOf pending: PendingDocument<Value>, over opened: OpenedDocument<Value>?,
    from origin: ImportOrigin?, in session: any StorageSession
  ) throws(StoreError) {
    if imports.isEmpty || opened?.stored != nil { return }
    let stored = try convertingErrors { () throws(PlaceError) in try session.read() }
    guard stored == nil, let found = try imported(insteadOf: origin) else { return }
    let base = opened.flatMap { baseOfOwnChanges(to: $0) }
    throw .changed(
      Conflict(base: base, mine: pending.data, theirs: found, name: name, coding: coding))
  }

  // MARK: - Backups

  /// What is in a previous location, and the label of its backup.
  private typealias Import = (data: Data, label: BackupLabel, origin: ImportOrigin)

  /// Backs up what is in previous locations before a restored document hides it. What stays there is left alone.
  ///
  /// - Returns: Where it is. It is still there.
  func backUpImports(
    hiddenBy restored: OpenedDocument<Value>, in session: any StorageSession
  ) throws(StoreError) -> [ImportOrigin] {
    var found: [Import] = []
    for index in imports.indices where imports[index].isCleanedUp {
      if let content = try content(at: index, hiddenBy: restored) { found.append(content) }
    }
    // Regardless of the backup policy, because restoring a backup must not lose another document.
    try backUp(found, for: .writing, in: session)
    return found.map(\.origin)
  }

  /// Backs up what is in previous locations, and would be read in place of a document that is removed. What stays there
  /// is left alone.
  ///
  /// - Parameter current: The document; nil if there is none.
  /// - Returns: Where it is. It is still there.
  func backUpImports(
    removedWith current: StoredBytes?, in session: any StorageSession
  ) throws(StoreError) -> [ImportOrigin] {
    var found: [Import] = []
    for index in imports.indices where imports[index].isCleanedUp {
      do throws(StoreError) {
        guard var content = try content(at: index, hiddenBy: nil) else { continue }
        content.label = content.label.ofRemoved
        found.append(content)
      } catch  where current != nil {
        // It can't be read, as when the document was imported or created, and stays there.
      }
    }
    if options.backups != .none { try backUp(found, for: .removing, in: session) }
    return found.map(\.origin)
  }

  private func backUp(
    _ found: [Import], for action: StoreFailure.Action, in session: any StorageSession
  ) throws(StoreError) {
    if areNewestBackups(found) { return }
    for document in found {
      let bytes = try sealed(document.data)
      try convertingErrors(for: action) { () throws(PlaceError) in
        try session.backUp(bytes, label: document.label, from: document.origin.file)
      }
    }
  }

  /// Whether these are the newest backups already, from a removal that failed halfway. An older backup may be superfluous
  /// soon.
  private func areNewestBackups(_ found: [Import]) -> Bool {
    let newest = ((try? place.storedBackups()) ?? []).prefix(found.count)
    return found.allSatisfy { document in
      newest.contains {
        $0.label == document.label && (try? decrypted(read($0))) == document.data
      }
    }
  }

  /// What a previous location has, readable or not; nil if it has nothing.
  ///
  /// - Parameter restored: The backup that would hide it, which must have all of what is newer than this program; nil if
  ///   it is removed.
  private func content(
    at index: Int, hiddenBy restored: OpenedDocument<Value>?
  ) throws(StoreError) -> Import? {
    do {
      guard let opened = try imported(from: index), let origin = opened.origin else { return nil }
      if let restored {
        try opened.checkThatNewerVersionIsKept(by: restored, orFailWith: .backup)
      }
      let data = inOwnFormat(origin.document ?? opened.data, of: opened)
      return (data, BackupLabel(opened.version), origin)
    } catch .damaged(let document) {
      guard let origin = document.origin else { throw .damaged(document) }
      return (document.data, .damaged, origin)
    } catch .newer(let document) {
      guard restored == nil, let origin = document.origin else { throw .newer(document) }
      let data = origin.document ?? document.data
      let version = try? (origin.coding ?? coding).version(of: Value.self, in: data)
      return (data, BackupLabel(version), origin)
    }
  }
}

extension ImportOrigin {
  /// The origin of the file that is made for the document.
  var file: FileOrigin { .previousLocation(permissions: permissions, document: document) }

  fileprivate func with(_ source: Source) -> ImportOrigin {
    var origin = self
    origin.source = source
    return origin
  }
}
